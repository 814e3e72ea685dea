// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { Call } from '../../contract/kit.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { LessonPlayer } from '../../src/views/player/LessonPlayer.tsx';
import TermSetPanel from '../../src/views/termSets/TermSetPanel.tsx';
import { ids, item_id as reading } from '../server/fixtureSchool.ts';
import { termId } from '../server/glossaryTerms.ts';
import { type GivenSet, giveTermSet } from '../server/termSet.ts';
import { AtAddress } from './kit/atAddress.tsx';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let set: GivenSet;
async function start(held: readonly Call[] = []): Promise<void> {
  opened = await openScreen({ held });
  set = await giveTermSet(opened.network.backend);
}

const tracked = async () =>
  (await opened.network.backend.db.selectFrom('resource_tracking').select(['percentage_completed']).execute()).map(
    ({ percentage_completed }) => percentage_completed,
  );

async function play(as = 'ana', further: object = {}) {
  await opened.signIn(as);
  const { assignment_id } = await opened.network.backend.db
    .selectFrom('group_assignment')
    .select('assignment_id')
    .where('group_assignment_id', '=', set.group_assignment_id)
    .executeTakeFirstOrThrow();
  const { lesson_id: lessonId, group_assignment_id: groupAssignmentId } = set;
  const played = { lessonId, itemId: 0, assignmentId: assignment_id, groupAssignmentId, mode: 'play' as const, ...further };
  const { unmount } = render(
    <AtAddress app={opened.app} address={paths.studentDashboard}>
      <LessonPlayer played={played} />
    </AtAddress>,
  );
  await screen.findByRole('heading', { level: 1, name: 'Terms: 2' });
  return unmount;
}

/** Answers the sentence on the screen; both fit four letters, so the hint says which it is. */
async function answer(text?: string): Promise<void> {
  const field = await screen.findByLabelText(m.glossary_answer());
  if (text === undefined) {
    fireEvent.click(screen.getByRole('button', { name: m.glossary_hint() }));
    await screen.findByText(/It begins with/);
  }
  const word = text ?? (screen.queryByText(m.glossary_hint_letter({ letter: 'a' })) ? 'atom' : 'cell');
  fireEvent.change(field, { target: { value: word } });
  fireEvent.click(screen.getByRole('button', { name: m.glossary_check() }));
  fireEvent.click(await screen.findByRole('button', { name: m.glossary_next() }));
}

describe('a student', () => {
  it('reads the terms in both languages, answers each, and is done; a reload in between loses nothing', async () => {
    await start();
    const leave = await play();
    await screen.findByRole('heading', { name: 'atom' });
    const [first] = document.querySelectorAll('article article');
    expect([...(first as Element).querySelectorAll('[lang]')].map((side) => side.getAttribute('lang'))).toEqual(['en', 'es']);
    expect(within(first as HTMLElement).getByText('átomo')).toBeTruthy();
    await waitFor(() => shown(m.termSets_progress({ right: 0, total: 2 })));
    expect(screen.queryByRole('button', { name: m.player_mark_done() })).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: m.termSets_start() }));
    await answer();
    await waitFor(() => shown(m.termSets_progress({ right: 1, total: 2 })));
    leave();
    await waitFor(async () => expect(await tracked()).toEqual([50]));
    await play();
    await waitFor(() => shown(m.termSets_progress({ right: 1, total: 2 })));
    fireEvent.click(screen.getByRole('button', { name: m.termSets_go_on() }));
    await screen.findByText(m.glossary_left({ count: 1 }));
    await answer();
    await waitFor(() => shown(m.termSets_done()));
    await waitFor(async () => expect(await tracked()).toEqual([100]));
    // The lesson goes on: this was its only part.
    screen.getByRole('button', { name: m.player_finish() });
  });

  it('keeps what was typed when the connection fails, and the same button tries again', async () => {
    await start([calls.checkTermSet]);
    await play();
    fireEvent.click(await screen.findByRole('button', { name: m.termSets_start() }));
    const field = await screen.findByLabelText<HTMLInputElement>(m.glossary_answer());
    fireEvent.change(field, { target: { value: 'wrong' } });
    const check = () => fireEvent.click(screen.getByRole('button', { name: m.glossary_check() }));
    check();
    await waitFor(() => expect(opened.network.waiting(calls.checkTermSet)).toBe(1));
    await opened.network.fail(calls.checkTermSet, { code: 0 });
    await waitFor(() => shown(m.glossary_check_failed()));
    expect(screen.getByLabelText<HTMLInputElement>(m.glossary_answer()).value).toBe('wrong');
    check();
    await waitFor(() => expect(opened.network.waiting(calls.checkTermSet)).toBe(1));
    await opened.network.release(calls.checkTermSet);
    await screen.findByRole('button', { name: m.glossary_next() });
  });

  it('goes on at once if the set has no term for the student', async () => {
    await start();
    await opened.network.backend.db.updateTable('term_set_term').set({ term_id: 5 }).where('place', '=', 0).execute();
    await opened.network.backend.db.deleteFrom('term_set_term').where('place', '=', 1).execute();
    await play();
    await waitFor(() => shown(m.termSets_none()));
    await waitFor(async () => expect(await tracked()).toEqual([100]));
  });
});

it('a teacher tries it in a preview, which stores nothing, and prints it', async () => {
  await start();
  await play('tess', { mode: 'preview', assignmentId: 0, groupAssignmentId: 0 });
  await waitFor(() => shown(m.termSets_preview()));
  expect(screen.getByRole('link', { name: new RegExp(m.glossary_print()) }).getAttribute('href')).toContain(`?set=${set.item_id}`);
  fireEvent.click(await screen.findByRole('button', { name: m.termSets_start() }));
  await answer();
  expect(await tracked()).toEqual([]);
});

describe('the terms to choose from', () => {
  beforeEach(() => start());
  const panel = async (has: ReadonlySet<number>, search = '') => {
    await opened.signIn('tess');
    render(
      <Around app={opened.app}>
        <TermSetPanel search={search} has={has} count={1} onAdd={() => undefined} />
      </Around>,
    );
  };
  const names = () => screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent);

  it('are those that the lesson’s items use, if there are any', async () => {
    await opened.network.backend.db
      .insertInto('term_item')
      .values({ term_id: termId('cell'), item_id: reading, mentions: 1 })
      .execute();
    await panel(new Set([reading]));
    await screen.findByRole('checkbox', { name: 'cell' });
    expect(names()).toEqual(['cell']);
    fireEvent.click(screen.getByRole('button', { name: m.termSets_choose_all() }));
    shown(m.termSets_chosen({ count: 1 }));
    expect(screen.getByLabelText<HTMLInputElement>(m.termSets_name()).value).toBe(m.termSets_title({ count: 1 }));
    fireEvent.click(screen.getByRole('button', { name: m.termSets_choose_none() }));
    shown(m.termSets_chosen({ count: 0 }));
  });

  it('are found by a word, and none is said', async () => {
    await panel(new Set(), 'energía');
    await screen.findByRole('checkbox', { name: 'energy' });
    expect(names()).toEqual(['energy', 'kinetic energy']);
  });

  it('say so if there is none', async () => {
    await panel(new Set([ids.class]));
    await waitFor(() => shown(m.termSets_empty()));
    expect(opened.network.made(calls.glossaryTermsOfItems)).toHaveLength(1);
  });
});
