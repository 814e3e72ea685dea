// @vitest-environment jsdom

import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import type { Call } from '../../contract/kit.ts';
import type { UserData } from '../../contract/login.ts';
import { m } from '../../src/paraglide/messages.js';
import { lessonPlayerSlice } from '../../src/services/kit/slices/lessonPlayer.ts';
import { LessonPlayer, type Played } from '../../src/views/player/LessonPlayer.tsx';
import { sentencesOf } from '../../src/views/player/readAloud.ts';
import { having, startingWith } from '../kit/words.ts';
import { ids } from '../server/fixtureSchool.ts';
import { addLessonOfKinds, kinds } from '../server/lessonOfKinds.ts';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { Around, found, openScreen, shown } from './kit/screen.tsx';

installNetwork();

const nowhere = { lessonId: 0, itemId: 0, assignmentId: 0, groupAssignmentId: 0 };
/** Calls that report activity to the server. */
const writes: readonly Call[] = [
  calls.trackLesson,
  calls.trackResource,
  calls.checkResourceCompletion,
  calls.startQuiz,
  calls.startAssessment,
  calls.startProviderAssessment,
  calls.submitPrintableQuiz,
  calls.printableResponse,
];

async function open(name: 'ana' | 'tess', played: (assigned: Awaited<ReturnType<typeof assignTo>>) => Played, held: Call[] = []) {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  const clock = new SimulatedClock();
  const opened = await openScreen({ clock, held });
  const { backend } = opened.network;
  await addLessonOfKinds(backend.ports);
  const assigned = await assignTo(backend, kinds.lesson_id);
  await opened.signIn(name);
  const { unmount } = render(
    <Around app={opened.app}>
      <LessonPlayer played={played(assigned)} />
    </Around>,
  );
  const pass = (ms: number) => act(async () => clock.increment(ms));
  const passSeconds = async (count: number) => {
    for (let at = 0; at < count; at++) await pass(1_000);
  };
  return { ...opened, backend, unmount, pass, passSeconds, made: (list = writes) => list.flatMap((call) => opened.network.made(call)) };
}
const openResource = async (title: RegExp) => {
  const nav = await screen.findByRole('navigation', { name: m.player_resources() });
  fireEvent.click(within(nav).getByRole('button', { name: title }));
};

describe('a preview', () => {
  it('of a lesson writes nothing: no tracking, no attempt, no time on content', async () => {
    const { made, pass, backend } = await open('tess', () => ({ ...nowhere, lessonId: kinds.lesson_id, mode: 'preview' }));
    for (const title of [/^printable/, /^provider/]) {
      await openResource(title);
      await pass(2_000);
    }
    fireEvent.click(screen.getByRole('button', { name: m.player_mark_done() }));
    await pass(2_000);
    expect(made([...writes, calls.startContentTracking])).toEqual([]);
    for (const table of ['lesson_tracking', 'resource_tracking', 'attempt', 'printable_response', 'content_track'] as const)
      expect(await backend.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  });

  it('plays quizzes, assessments and sheets with their key on demand, and no row of any table is another', async () => {
    const { backend } = await open('tess', () => ({ ...nowhere, lessonId: kinds.lesson_id, mode: 'preview' }));
    const rows = async () => {
      const tables = await backend.db.introspection.getTables();
      const counted = tables.map(async ({ name }) => [
        name,
        (
          await backend.db
            .selectFrom(name as 'role')
            .selectAll()
            .execute()
        ).length,
      ]);
      return Object.fromEntries(await Promise.all(counted));
    };
    const before = await rows();
    await openResource(/^provider/);
    await screen.findByText(m.preview_provider());
    fireEvent.click(await screen.findByRole('radio', { name: 'ice' }));
    fireEvent.click(screen.getByRole('button', { name: 'Check' }));
    await found(m.check_wrong());
    expect(screen.queryByText(m.quiz_review_key())).toBeNull();
    fireEvent.click(screen.getByRole('switch', { name: m.preview_key() }));
    expect(screen.getByText(m.quiz_review_key()).nextSibling?.textContent).toBe('steam');
    // By keyboard: the next question, its first option, the check, and hiding the answers.
    const place = screen.getByRole('heading', { level: 2 });
    for (const key of ['n', 'a']) fireEvent.keyDown(place, { key, code: `Key${key.toUpperCase()}` });
    screen.getByRole('heading', { level: 2, name: 'Question 2 of 8' });
    expect(screen.queryByText(m.quiz_review_key())).toBeNull();
    fireEvent.keyDown(screen.getByRole('heading', { level: 2 }), { key: '1', code: 'Digit1' });
    fireEvent.keyDown(screen.getByRole('heading', { level: 2 }), { key: 'c', code: 'KeyC' });
    await found(startingWith(m.check_wrong(), m.quiz_review_partly()));
    await openResource(/^printable/);
    await screen.findByRole('heading', { level: 2, name: 'printable' });
    expect(screen.queryByText(m.library_print_key_of({ title: 'printable' }))).toBeNull();
    fireEvent.click(screen.getByRole('switch', { name: m.preview_key() }));
    await screen.findByRole('heading', { level: 2, name: m.library_print_key_of({ title: 'printable' }) });
    expect(await rows()).toEqual(before);
  });

  it('of one item shows it alone, and tells no more than that it was looked at', async () => {
    const { made, pass, unmount, backend } = await open('tess', () => ({ ...nowhere, itemId: kinds.item('reader'), mode: 'preview' }));
    await screen.findByText('It is hot. It is loud!');
    expect(screen.queryByRole('navigation')).toBeNull();
    await pass(2_000);
    await waitFor(async () => expect(await backend.db.selectFrom('content_track').selectAll().execute()).toHaveLength(1));
    await pass(3_000);
    unmount();
    await waitFor(async () => {
      const [row] = await backend.db.selectFrom('content_track').selectAll().execute();
      expect(row).toMatchObject({ user_puid: ids.tess, item_id: kinds.item('reader'), lesson_id: null });
      expect(row?.ended_at).not.toBeNull();
    });
    expect(made()).toEqual([]);
  });
});

describe('time on content', () => {
  it('is told of each resource that a student looks at: start, and end when another is opened', async () => {
    const { network, pass } = await open('ana', ({ lesson_id, assignment_id, group_assignment_id }) => ({
      ...nowhere,
      lessonId: lesson_id,
      assignmentId: assignment_id,
      groupAssignmentId: group_assignment_id,
      mode: 'play',
    }));
    await screen.findByText('It is hot. It is loud!');
    await pass(2_000);
    await waitFor(() => expect(network.made(calls.startContentTracking)).toHaveLength(1));
    await waitFor(() => expect(network.made(calls.trackResource)).toHaveLength(1));
    await openResource(/^file/);
    await waitFor(() => expect(network.made(calls.endContentTracking)).toHaveLength(1));
    expect(network.made(calls.startContentTracking)).toEqual([
      { user_puid: ids.ana, item_id: kinds.item('reader'), item_type_id: ResourceType.leveledReader, lesson_id: kinds.lesson_id },
    ]);
  });
});

describe('the player of a student', () => {
  it('asks for the assignment that the address names, and tracks that one', async () => {
    const { network } = await open('ana', ({ lesson_id, assignment_id, group_assignment_id }) => ({
      ...nowhere,
      lessonId: lesson_id,
      assignmentId: assignment_id,
      groupAssignmentId: group_assignment_id,
      mode: 'play',
    }));
    await waitFor(() => expect(network.made(calls.trackLesson)).toHaveLength(1));
    // The resource is tracked after the lesson. Without this, its call would reach the next test.
    await waitFor(() => expect(network.made(calls.trackResource)).toHaveLength(1));
    const [asked] = network.made(calls.lessonPlayer);
    expect(Number(asked?.group_assignment_id)).toBeGreaterThan(0);
    expect(network.made(calls.trackLesson)[0]?.group_assignment_id).toBe(asked?.group_assignment_id);
  });

  it('tells at once how far the student is, and that the content is left, when the lesson is left; and nothing after that', async () => {
    const { network, pass, passSeconds, unmount, made } = await open('ana', ({ lesson_id, assignment_id }) => ({
      ...nowhere,
      lessonId: lesson_id,
      assignmentId: assignment_id,
      mode: 'play',
    }));
    await screen.findByText('It is hot. It is loud!');
    await waitFor(() => expect(network.made(calls.trackResource)).toHaveLength(1));
    await passSeconds(2);
    await waitFor(() => expect(network.made(calls.startContentTracking)).toHaveLength(1));
    await passSeconds(5);
    unmount();
    await waitFor(() => expect(network.made(calls.endContentTracking)).toMatchObject([{ user_puid: ids.ana, time_spent: 7 }]));
    await waitFor(() => expect(network.made(calls.trackResource)).toHaveLength(2));
    expect(network.made(calls.trackLesson).map(({ time_spent, mode }) => [mode, time_spent])).toEqual([
      ['start', '0'],
      ['update', '7'],
    ]);
    expect(network.made(calls.trackResource)[1]).toMatchObject({ time_spent: '7', resource_type_id: String(ResourceType.leveledReader) });
    const told = made().length;
    await pass(120_000);
    expect(made()).toHaveLength(told);
  });

  it('waits for the report that is under way when the lesson is left, and sends the last one after it', async () => {
    const { network, passSeconds, unmount } = await open(
      'ana',
      ({ lesson_id, assignment_id }) => ({ ...nowhere, lessonId: lesson_id, assignmentId: assignment_id, mode: 'play' }),
      [calls.trackLesson],
    );
    await waitFor(() => expect(network.waiting(calls.trackLesson)).toBe(1));
    await passSeconds(3);
    unmount();
    await network.release(calls.trackLesson);
    await waitFor(() => expect(network.made(calls.trackResource)).toHaveLength(1));
    await network.release(calls.trackLesson);
    await waitFor(() => expect(network.made(calls.trackResource)).toHaveLength(2));
    expect(network.made(calls.trackLesson).map(({ time_spent }) => time_spent)).toEqual(['0', '3']);
  });

  it('tells nothing of somebody in whose place another person has come', async () => {
    const { backend, network, session, passSeconds, unmount } = await open('ana', ({ lesson_id, assignment_id }) => ({
      ...nowhere,
      lessonId: lesson_id,
      assignmentId: assignment_id,
      mode: 'play',
    }));
    await waitFor(() => expect(network.made(calls.trackResource)).toHaveLength(1));
    await passSeconds(3);
    const { token, user } = await backend.signIn('ben');
    act(() => {
      session().send({ type: 'session.closedElsewhere' });
      session().send({ type: 'session.opened', session: { token, user: user as UserData, refreshIn: 600_000 } });
      unmount();
    });
    await passSeconds(3);
    expect(session().getSnapshot().context.user?.userPuid).toBe(ids.ben);
    expect(network.made(calls.trackLesson)).toHaveLength(1);
  });

  it('raises no notice when tracking fails; the save state speaks', async () => {
    const { network, notices } = await open(
      'ana',
      ({ lesson_id, assignment_id }) => ({ ...nowhere, lessonId: lesson_id, assignmentId: assignment_id, mode: 'play' }),
      [calls.trackLesson],
    );
    await network.fail(calls.trackLesson, { code: 503, message: 'Later' });
    await screen.findByRole('button', { name: m.common_try_again() });
    expect(notices()).toEqual([]);
    expect(screen.queryByText('Later')).toBeNull();
  });

  it('opens a link in a new tab, without a way back to this page, and counts it', async () => {
    await open('ana', ({ lesson_id, assignment_id }) => ({ ...nowhere, lessonId: lesson_id, assignmentId: assignment_id, mode: 'play' }));
    await openResource(/^link/);
    const link = await screen.findByRole('link', { name: having(m.player_open_link()) });
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
    fireEvent.click(link);
    await screen.findByText(having(m.player_opened({ count: 1 })));
    fireEvent.click(link);
    shown(/opened 2 times/);
  });

  it('reads a reader at the level that is chosen', async () => {
    const { network } = await open('ana', ({ lesson_id, assignment_id }) => ({
      ...nowhere,
      lessonId: lesson_id,
      assignmentId: assignment_id,
      mode: 'play',
    }));
    await screen.findByText('It is hot. It is loud!');
    fireEvent.change(document.querySelector('select') as HTMLSelectElement, { target: { value: String(kinds.item('harderReader')) } });
    await waitFor(() => expect(network.made(calls.getContent).at(-1)?.id).toBe(kinds.item('harderReader')));
    await screen.findByText(/at its original level/);
  });
});

describe('reading aloud', () => {
  it('goes sentence by sentence, knows where each stands, and leaves diagrams alone', () => {
    const root = document.createElement('div');
    root.innerHTML = '<h2>Ice</h2><p>It <b>is</b> hot. It is loud!</p><svg><text>label</text></svg><ul><li>One thing.</li></ul>';
    document.body.append(root);
    const sentences = sentencesOf(root, 'en');
    expect(sentences.map(({ text }) => text)).toEqual(['Ice', 'It is hot.', 'It is loud!', 'One thing.']);
    expect(sentences.map(({ range }) => range?.toString())).toEqual(['Ice', 'It is hot.', 'It is loud!', 'One thing.']);
    root.remove();
  });
});

describe('progress in a lesson that the device keeps', () => {
  const key = `orrery.slice.1.${ids.ana}.${lessonPlayerSlice.name}`;
  const keptBy = (version: number, groupAssignmentId: number) =>
    JSON.stringify({
      v: version,
      savedAt: 0,
      user: `1.${ids.ana}`,
      data: { lessonId: kinds.lesson_id, groupAssignmentId, seconds: 130, resourceId: 0, resources: {} },
    });

  it.each([
    ['this version', lessonPlayerSlice.version, 2],
    ['an earlier version', lessonPlayerSlice.version - 1, 0],
    ['a later version', lessonPlayerSlice.version + 1, 0],
  ])('by %s of the program: the lesson opens, and is kept by this one', async (_whose, version, minutes) => {
    const { passSeconds, app } = await open('ana', ({ assignment_id, group_assignment_id }) => {
      localStorage.setItem(key, keptBy(version, group_assignment_id));
      return { ...nowhere, lessonId: kinds.lesson_id, assignmentId: assignment_id, mode: 'play' };
    });
    await screen.findByRole('navigation', { name: m.player_resources() });
    shown(m.player_minutes({ count: minutes }));
    expect(screen.queryByRole('alert')).toBeNull();
    await passSeconds(5);
    app.persistence()?.flush();
    expect(JSON.parse(localStorage.getItem(key) ?? '{}')).toMatchObject({
      v: lessonPlayerSlice.version,
      data: { lessonId: kinds.lesson_id, seconds: (minutes > 0 ? 130 : 0) + 5 },
    });
  });
});
