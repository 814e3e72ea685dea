// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { classroom } from '../../contract/classroom.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { m } from '../../src/paraglide/messages.js';
import { ids } from '../server/fixtureSchool.ts';
import type { TestServer } from '../server/testServer.ts';
import { openClassroomPage, type There } from './kit/classroomPage.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { cellsOf } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import { buttons } from './kit/question.ts';
import { type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const course_id = '1';
const { compareClassroomCourse: compare, importClassroomCourses: apply, undoClassroomImport: undo } = classroom;
const group = 7_001;
const pupils = Array.from({ length: 5 }, (_, at) => 50_000 + at);

/** Tess took the course over with five students, of whom one still takes it. */
async function takenOver({ db }: TestServer): Promise<void> {
  const model = await db.selectFrom('app_user').selectAll().where('user_puid', '=', ids.ana).executeTakeFirstOrThrow();
  const identity = await db.selectFrom('federated_identity').selectAll().where('user_puid', '=', ids.ana).executeTakeFirstOrThrow();
  const { district_id } = model;
  await insertAll(
    db,
    'app_user',
    pupils.map((user_puid) => ({ ...model, user_puid, user_name: `s${user_puid}`, user_key: `s${user_puid}`, last_name: `P${user_puid}` })),
  );
  await insertAll(
    db,
    'federated_identity',
    pupils.map((user_puid) => ({ ...identity, user_puid, subject: `g-${user_puid}` })),
  );
  const { issuer } = identity;
  const place = { district_id, group_puid: group, sourced_id: null, active: 1 };
  await insertAll(db, 'class_group', [
    { ...place, school_id: ids.school, name: 'My biology', kind: 'class', subject: null, grade: null, period: null },
  ]);
  await insertAll(db, 'enrollment', [
    { ...place, user_puid: ids.tess, role: 'teacher' },
    ...pupils.map((user_puid) => ({ ...place, user_puid, role: 'student' as const, listed_in: 'classroom' as const })),
  ]);
  const taken = { user_puid: ids.tess, issuer, course_id, group_puid: group, version: 1, import_id: null, imported_at: 1 };
  await db
    .insertInto('classroom_course')
    .values({ ...taken, district_id })
    .execute();
}
const world = (): There => ({ courses: [{ id: course_id, name: 'Biology' }], students: { 1: [['g-50000', 'One']] }, status: 200 });
const dialog = () => screen.getByRole('dialog');
const inDialog = (name: string) => fireEvent.click(within(dialog()).getByRole('button', { name: new RegExp(`(^|\\s)${name}$`) }));
const box = () => within(dialog()).getByRole<HTMLInputElement>('checkbox');
const tick = (isTicked: boolean) => box().checked !== isTicked && fireEvent.click(box());
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name: new RegExp(`(^|\\s)${name}$`) }));

describeCommand({
  name: 'takeOverCourse',
  orders: ['Biology'],
  project: () => 'Biology',
  question: 'counted',
  answers: ['yes', ''],
  isUndoable: true,
  isDismissible: true,
  mount: async (stage) => {
    opened = await openClassroomPage({ ...stage, held: [compare, apply, undo] }, { there: world(), prepare: takenOver });
    await screen.findByRole('rowheader', { name: 'Biology' });
  },
  network: () => opened.network,
  calls: { run: apply, count: compare, undo },
  press: {
    give: async () => {
      // All are in the class again.
      const all = opened.network.backend.db.updateTable('enrollment').set({ active: 1, left_at: null }).where('group_puid', '=', group);
      await all.execute();
      fireEvent.click(screen.getByRole('button', { name: m.classroom_update_of({ name: 'Biology' }) }));
    },
    confirm: (answer) => {
      tick(answer === 'yes');
      inDialog(m.classroom_update());
    },
    edit: () => fireEvent.click(box()),
    ...buttons,
  },
  see: {
    'ready.fresh': () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull()),
    'asking.counting': () => waitFor(() => expect(opened.network.waiting(compare)).toBe(1)),
    'asking.uncounted': () => expect(dialog().textContent).toContain(m.classroom_not_compared()),
    'asking.confirming': () => {
      expect(dialog().textContent).toContain(m.classroom_much());
      expect(dialog().textContent).toContain(m.classroom_leaves({ count: 4 }));
      expect(dialog().textContent).toContain('P50004, ana');
    },
    'asking.confirming.incomplete': () => expect(dialog().textContent).toContain(m.classroom_sure_missing()),
    'asking.confirming.refused': ({ context }) => expect(dialog().textContent).toContain(context.problem?.message),
    'asking.confirming.unreachable': () => expect(dialog().textContent).toContain('The server did not answer'),
    saving: async () => {
      await waitFor(() => expect(opened.network.waiting(apply)).toBe(1));
      expect(opened.network.made(apply).at(-1)).toMatchObject({ course_id, confirmed: true });
    },
    'ready.undoable': () => shown(m.classroom_updated({ name: 'My biology', joined: 0, left: 4 })),
    undoing: () => waitFor(() => expect(opened.network.waiting(undo)).toBe(1)),
    'ready.notUndone': () => shown(m.classroom_undo_failed()),
    'ready.undone': () => shown(m.classroom_undone()),
  },
});

const rows = () =>
  cellsOf(m.classroom_courses())
    .slice(1)
    .map((row) => row.slice(0, 4));

it('shows who joins and who cannot, makes the class, and removes it again', async () => {
  const there = world();
  there.courses = [{ id: '2', name: 'Biology', section: 'Period 2' }];
  there.students = {
    2: [
      ['g-ana', 'Ana'],
      ['g-ben', 'Ben'],
      ['g-tom', 'Stranger'],
      ['g-new', '<b>New</b>'],
    ],
  };
  opened = await openClassroomPage({ render }, { there });
  await waitFor(() => expect(rows()).toEqual([['Biology', 'Period 2', m.classroom_class_none(), m.classroom_imported_none()]]));
  fireEvent.click(screen.getByRole('button', { name: m.classroom_take_over_of({ name: 'Biology' }) }));
  await waitFor(() => expect(dialog().textContent).toContain(m.classroom_joins({ count: 2 })));
  const lists = within(dialog()).getAllByRole('list');
  expect(lists.map((list) => [...list.children].map((one) => one.textContent))).toEqual([
    ['Person, ana', 'Person, ben'],
    [`<b>New</b> There (${m.classroom_reason_noAccount()})`, `Stranger There (${m.classroom_reason_noAccount()})`],
  ]);
  inDialog(m.classroom_take_over());
  await screen.findByText(m.classroom_taken_over({ name: 'Biology, Period 2', count: 2 }));
  await waitFor(() => expect(rows()[0]?.[2]).toBe('Biology, Period 2'));
  press(m.workspace_undo());
  await screen.findByText(m.classroom_undone_gone());
  await waitFor(() => expect(rows()[0]?.[2]).toBe(m.classroom_class_none()));
});

it('has nothing to update when class and course agree', async () => {
  const there = world();
  there.students = { 1: pupils.map((puid) => [`g-${puid}`, 'x'] as const) };
  opened = await openClassroomPage({ render }, { there, prepare: takenOver });
  fireEvent.click(await screen.findByRole('button', { name: m.classroom_update_of({ name: 'Biology' }) }));
  await waitFor(() => expect(dialog().textContent).toContain(m.classroom_same()));
  expect(dialog().textContent).toContain(m.classroom_stays({ count: 5 }));
  inDialog(m.classroom_update());
  expect(opened.network.made(apply)).toEqual([]);
  inDialog(m.ui_cancel());
});

it('says that there are no courses', async () => {
  await openClassroomPage({ render }, { there: { ...world(), courses: [] } });
  shown(m.classroom_none());
  shown(m.classroom_none_text());
});
