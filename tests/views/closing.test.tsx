// @vitest-environment jsdom

import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { UserData } from '../../contract/login.ts';
import type { StartedQuiz } from '../../contract/quiz.ts';
import { m } from '../../src/paraglide/messages.js';
import { setLocale } from '../../src/paraglide/runtime.js';
import { runningOnDevice } from '../../src/services/closing.ts';
import { offlineLessonsActors } from '../../src/services/player/offlineLessons.ts';
import AssignDialog from '../../src/views/assigning/AssignDialog.tsx';
import { paths } from '../../src/views/paths.ts';
import { LessonPlayer } from '../../src/views/player/LessonPlayer.tsx';
import OfflineLesson from '../../src/views/player/OfflineLesson.tsx';
import ExplorePage from '../../src/views/student/ExplorePage.tsx';
import PrintAssignedQuizPage from '../../src/views/student/PrintAssignedQuizPage.tsx';
import { having } from '../kit/words.ts';
import { keptAttempt } from '../machines/quiz.model.ts';
import { assessment_id, ids, item_id, quiz_id, resourceIds } from '../server/fixtureSchool.ts';
import type { TestClient } from '../server/testServer.ts';
import { memoryShelf } from '../services/memoryShelf.ts';
import { run } from '../services/savedLesson.ts';
import { AtAddress, place } from './kit/atAddress.tsx';
import { TestDevice } from './kit/device.ts';
import { assignTo, keepResources } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { ResultPages } from './kit/resultPages.tsx';
import { Around, openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

const owner = `1.${ids.ana}`;
const lessonId = ids.freeLesson;
const { reading, assessment } = resourceIds(lessonId);

let opened: Screen;
let device: TestDevice;
let assigned: Awaited<ReturnType<typeof assignTo>>;
/** Ana on another device. */
let ana: TestClient;
beforeEach(async () => {
  opened = await openScreen();
  device = new TestDevice();
  assigned = await assignTo(opened.network.backend, lessonId);
  ana = await opened.network.backend.signIn('ana');
});

afterEach(() => setLocale('en', { reload: false }));

const begin = () => ana.ok(calls.startAssessment, { assessment_id, lesson_id: lessonId, lesson_resource_tracking_id: 0 });
const handIn = ({ result_id }: StartedQuiz) =>
  ana.ok(calls.submitAssessment, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
/** Stores a started assessment the way a tab of this browser does. */
const keep = (started: StartedQuiz) =>
  act(() => device.kept.writeQuiz(owner, lessonId, { overview: { quiz_id: assessment_id } as never, started }));
const comeBack = () => act(async () => fireEvent(document, new Event('visibilitychange')));

const open = async (resourceId = reading, mode: 'play' | 'preview' = 'play') => {
  await opened.signIn(mode === 'play' ? 'ana' : 'tess');
  const assignmentId = mode === 'play' ? assigned.assignment_id : 0;
  render(
    <Around app={{ ...opened.app, device: async () => device }}>
      <LessonPlayer played={{ lessonId, itemId: 0, assignmentId, groupAssignmentId: 0, resourceId, mode }} />
    </Around>,
  );
};
const closed = () => screen.findByRole('heading', { level: 1, name: m.player_closed() });
const read = () => screen.findByText('Text');
const entry = (name: string) => within(screen.getByRole('navigation', { name: m.player_resources() })).getByRole('button', { name });

describe('a reading beside a timed assessment', () => {
  it('says that it is closed, cannot be marked as done, and leads to the assessment; handed in, it opens', async () => {
    const started = await begin();
    await open();
    await closed();
    expect(screen.getByText(m.player_closed_text({ title: 'assessment' }))).toBeTruthy();
    expect(screen.queryByText('Text')).toBeNull();
    expect(screen.queryByRole('button', { name: m.player_mark_done() })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(entry('reading (closed during the assessment)').getAttribute('aria-disabled')).toBe('false');
    fireEvent.click(screen.getByRole('button', { name: m.player_closed_back() }));
    await screen.findByRole('heading', { level: 1, name: 'assessment' });
    await screen.findByRole('button', { name: m.quiz_continue() });
    expect(screen.getByRole('heading', { level: 2, name: m.quiz_goes_on() })).toBeTruthy();
    expect(screen.getByText(/^Your time is running/)).toBeTruthy();
    const withoutMinutes = m.quiz_clock_goes_on({ minutes: '\n' }).split('\n')[1] as string;
    expect(screen.queryByText(having(withoutMinutes, m.quiz_before_you_start()))).toBeNull();
    fireEvent.click(entry('reading (closed during the assessment)'));
    await closed();
    await handIn(started);
    await comeBack();
    await read();
    expect(entry('reading')).toBeTruthy();
    expect(screen.getByRole('button', { name: m.player_mark_done() })).toBeTruthy();
  });

  it('closes under the eyes of who reads it when another tab begins, and opens when it hands in', async () => {
    await open();
    await read();
    const started = await begin();
    await keep(started);
    await closed();
    expect(screen.queryByText('Text')).toBeNull();
    await handIn(started);
    await act(() => device.kept.forgetAttempt(owner, { resultId: started.result_id, quizId: assessment_id, lessonId }));
    await read();
  });

  it('opens when its teacher lets it, as soon as it is looked at again', async () => {
    await begin();
    await open();
    await closed();
    await opened.network.backend.db.updateTable('group_assignment').set({ readings_open: 1 }).execute();
    await comeBack();
    await read();
  });

  it('is closed where the assessment was begun on another device meanwhile: the server refuses it', async () => {
    await open(assessment);
    await screen.findByRole('button', { name: m.quiz_start() });
    await waitFor(() => expect(opened.network.made(calls.runningAssessment)).not.toEqual([]));
    await begin();
    fireEvent.click(entry('reading'));
    await closed();
  });

  it('stays open where the teacher has said so, and says nothing of it', async () => {
    await opened.network.backend.db.updateTable('group_assignment').set({ readings_open: 1 }).execute();
    await keep(await begin());
    await open();
    await read();
    expect(entry('reading')).toBeTruthy();
  });

  it('leads to the assessment of a lesson by its address from elsewhere', async () => {
    const started = await begin();
    await opened.signIn('ana');
    render(
      <AtAddress app={{ ...opened.app, device: async () => device }} address={paths.exploreItem(item_id)}>
        <Routes>
          <Route path="/authenticated/studentDashboard/contentlibrary/:value" element={<ExplorePage />} />
          <Route path="*" element={null} />
        </Routes>
      </AtAddress>,
    );
    await closed();
    fireEvent.click(screen.getByRole('button', { name: m.player_closed_back() }));
    const { lesson_id, assignment_id, group_assignment_id } = started.closes_content!;
    await waitFor(() => expect(place.path).toBe(`${paths.lesson(lesson_id, assignment_id, group_assignment_id)}?resource=${assessment}`));
  });

  it('of another lesson says in Spanish too whose time runs, and leads there', async () => {
    const started = await begin();
    const other = await assignTo(opened.network.backend, ids.orderedLesson);
    await opened.signIn('ana');
    await act(async () => void setLocale('es', { reload: false }));
    const played = { lessonId: ids.orderedLesson, itemId: 0, assignmentId: other.assignment_id, groupAssignmentId: 0, resourceId: 0 };
    render(
      <AtAddress app={{ ...opened.app, device: async () => device }} address="/">
        <Routes>
          <Route path="/" element={<LessonPlayer played={{ ...played, mode: 'play' }} />} />
          <Route path="*" element={null} />
        </Routes>
      </AtAddress>,
    );
    await screen.findByRole('heading', { level: 1, name: 'Cerrado mientras haces tu evaluación' });
    screen.getByText('Estás haciendo «assessment». Esto se abrirá de nuevo cuando la entregues o se acabe el tiempo.');
    screen.getByRole('button', { name: 'reading (cerrado durante la evaluación)' });
    fireEvent.click(screen.getByRole('button', { name: 'Volver a la evaluación' }));
    const { lesson_id, assignment_id, group_assignment_id } = started.closes_content!;
    expect(lesson_id).toBe(lessonId);
    await waitFor(() => expect(place.path).toBe(`${paths.lesson(lesson_id, assignment_id, group_assignment_id)}?resource=${assessment}`));
  });

  it('is nothing that staff are asked about, nor does a preview close', async () => {
    await begin();
    await open(reading, 'preview');
    await read();
    await comeBack();
    expect(opened.network.made(calls.runningAssessment)).toEqual([]);
  });
});

describe('the switch of the teacher', () => {
  const label = m.sharing_readings_open();
  const only = (...slugs: Parameters<typeof keepResources>[2]) => keepResources(opened.network.backend, lessonId, slugs);
  const openDates = async () => {
    await opened.signIn('tess');
    render(
      <Around app={opened.app}>
        <ResultPages path={paths.assignmentResult(lessonId, ids.class, assigned.group_assignment_id)} />
      </Around>,
    );
    fireEvent.click(await screen.findByRole('button', { name: m.sharing_dates_change() }));
    return within(await screen.findByRole('dialog'));
  };
  const openAssign = async () => {
    await opened.signIn('tess');
    render(
      <Around app={opened.app}>
        <AssignDialog lessonId={lessonId} lessonName="In any order" isPrebuilt={false} dueDate={null} onClose={() => {}} />
      </Around>,
    );
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByRole('checkbox', { name: /Period 2/ });
    return dialog;
  };
  it.each([
    ['beside the dates of a class', openDates],
    ['where a lesson is assigned', openAssign],
  ])('stands %s, if the lesson holds a timed assessment', async (_, openDialog) => {
    const dialog = await openDialog();
    expect(dialog.getByRole('checkbox', { name: label })).toBeTruthy();
  });
  it.each([
    ['beside the dates of a class', openDates],
    ['where a lesson is assigned', openAssign],
  ])('does not stand %s, if nothing of the lesson is timed', async (_, openDialog) => {
    await only('reading', 'video', 'quiz');
    const dialog = await openDialog();
    expect(dialog.getByLabelText('Due')).toBeTruthy();
    expect(dialog.queryByRole('checkbox', { name: label })).toBeNull();
  });
});

describe('pages of content outside of a lesson', () => {
  const show = async (address: string, route: string, page: ReactNode) => {
    await opened.signIn('ana');
    render(
      <AtAddress app={{ ...opened.app, device: async () => device }} address={address}>
        <Routes>
          <Route path={route} element={page} />
        </Routes>
      </AtAddress>,
    );
  };
  it.each<[string, () => string, string, ReactNode, () => Promise<unknown>]>([
    [
      'the library',
      () => paths.exploreItem(item_id),
      '/authenticated/studentDashboard/contentlibrary/:value',
      <ExplorePage key="1" />,
      read,
    ],
    [
      'a quiz on paper',
      () => paths.printQuiz(lessonId, assigned.assignment_id, quiz_id),
      '/authenticated/studentDashboard/printQuiz/:value',
      <PrintAssignedQuizPage key="2" />,
      () => screen.findByRole('button', { name: 'Print' }),
    ],
  ])('are closed and open again: %s', async (_, address, route, page, isOpen) => {
    const started = await begin();
    await show(address(), route, page);
    await closed();
    await handIn(started);
    await comeBack();
    await isOpen();
  });
});

describe('without a connection', () => {
  const shelve = async () => {
    const { shelf, lessons } = memoryShelf();
    const { userData } = { userData: ana.user as UserData };
    const send = (async (call: never, input: never) => ana.ok(call, input)) as never;
    const actors = offlineLessonsActors({ send, shelf: async () => shelf, user: userData, now: () => 0, warm: async () => {} });
    await run(actors.save, { lessonId, assignmentId: assigned.assignment_id, name: 'In any order' });
    return [...lessons.values()][0]!;
  };
  const start = (lesson: Awaited<ReturnType<typeof shelve>>) =>
    render(
      <Around app={{ ...opened.app, device: async () => device }}>
        <OfflineLesson
          lesson={lesson}
          worker={{ userPuid: ids.ana, districtID: 1, first_name: '', last_name: '', time_zone: 'America/Chicago' }}
          onLeave={() => {}}
        />
      </Around>,
    );

  it('a saved lesson closes its readings while the assessment runs on this device, until it is handed in there', async () => {
    const lesson = await shelve();
    // The device learns the server's time from responses.
    await opened.signIn('ana');
    const started = await begin();
    await keep(started);
    start(lesson);
    await closed();
    expect(screen.queryByText('Text')).toBeNull();
    await act(() =>
      device.kept.writeAttempt(owner, keptAttempt({ resultId: started.result_id, quizId: assessment_id, lessonId, isHandedIn: true })),
    );
    await read();
  });

  it('what is closed in a saved lesson is not done by passing it, and the assessment is never said to be locked', async () => {
    await opened.network.backend.db.updateTable('lesson').set({ enforce_order: 1 }).where('lesson_id', '=', lessonId).execute();
    await keepResources(opened.network.backend, lessonId, ['reading', 'quiz', 'assessment']);
    const lesson = await shelve();
    await opened.signIn('ana');
    // Order does not matter: it started when it was its turn.
    await opened.network.backend.db.updateTable('lesson').set({ enforce_order: 0 }).where('lesson_id', '=', lessonId).execute();
    await keep(await begin());
    start(lesson);
    await closed();
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText(m.player_finish_first());
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    await closed();
    fireEvent.click(screen.getByRole('button', { name: m.player_closed_back() }));
    await screen.findByText(m.quiz_timed_needs_connection());
  });

  it('a saved lesson opens where nothing runs', async () => {
    start(await shelve());
    await read();
  });

  it('the open player goes by what the device knows', async () => {
    await open();
    await read();
    const started = await begin();
    opened.network.hold(calls.runningAssessment);
    await keep(started);
    await closed();
    await opened.network.fail(calls.runningAssessment, { code: 0, message: '' });
    await closed();
    await act(() =>
      device.kept.writeAttempt(owner, keptAttempt({ resultId: started.result_id, quizId: assessment_id, lessonId, isHandedIn: true })),
    );
    await waitFor(() => expect(screen.queryByRole('heading', { name: m.player_closed() })).toBeNull());
  });
});

describe('what the device knows', () => {
  it('ends with the time, with the hand-in, and is of its owner alone', async () => {
    const started = await begin();
    await keep(started);
    const end = Date.parse(started.end_time as string);
    const known = (by = owner, now = end - 1) => runningOnDevice(device.kept, by, now);
    expect(await known()).toEqual(started.closes_content);
    expect(await known(owner, end)).toBeNull();
    expect(await known('1.9')).toBeNull();
    for (const change of [{ isHandedIn: true }, { isClosed: true }]) {
      await device.kept.writeAttempt(owner, keptAttempt({ resultId: started.result_id, quizId: assessment_id, lessonId, ...change }));
      expect(await known()).toBeNull();
      device.items.delete(`attempt/${owner}/${started.result_id}`);
      expect(await known()).not.toBeNull();
    }
  });

  it('does not keep what it cannot read from being shown', async () => {
    device.isBroken = true;
    await open();
    await read();
  });
});
