// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { classroom } from '../../contract/classroom.ts';
import { m } from '../../src/paraglide/messages.js';
import { ids } from '../server/fixtureSchool.ts';
import { openWorkPage, type There } from './kit/classroomPage.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const there: There = { courses: [{ id: '1', name: 'Biology' }], students: {}, status: 200 };
const { shareToClassroom: share } = classroom;
const name = 'In any order';
const announce = () => screen.findByRole('button', { name: new RegExp(m.classroom_work_share_of({ name })) });
const outcomes = () => screen.queryByText(m.classroom_work_added({ name })) ?? screen.queryByText(m.classroom_work_failed({ name }));

describeCommand({
  name: 'shareToClassroom',
  orders: ['work'],
  // The button is gone.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openWorkPage({ ...stage, held: [share] }, { there });
    await announce();
  },
  network: () => opened.network,
  calls: { run: share },
  press: {
    give: async () => fireEvent.click(await announce()),
    dismiss: () => fireEvent.click(screen.getByRole('button', { name: m.ui_dismiss() })),
  },
  see: {
    'ready.fresh': () => waitFor(() => expect(outcomes()).toBeNull()),
    'ready.refused': ({ context }) => {
      shown(m.classroom_work_failed({ name }));
      shown(context.problem?.message ?? '');
    },
    'ready.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(share)).toBe(1)),
    'ready.done': async () => {
      shown(m.classroom_work_added({ name }));
      await screen.findByText(m.classroom_work_shared());
      expect(screen.getAllByRole('link', { name: new RegExp(m.classroom_work_open()) })[0]?.getAttribute('href')).toBe(
        'https://classroom.example/a/7',
      );
    },
  },
});

it('brings up to date what was changed since', async () => {
  const works = [{ id: '7', associatedWithDeveloper: true }];
  opened = await openWorkPage(
    { render },
    {
      there: { ...there, works },
      prepare: async ({ db }) => {
        const { district_id, group_assignment_id } = await db
          .selectFrom('group_assignment')
          .select(['district_id', 'group_assignment_id'])
          .where('lesson_id', '=', ids.freeLesson)
          .executeTakeFirstOrThrow();
        const { user_puid, issuer, course_id } = await db.selectFrom('classroom_course').selectAll().executeTakeFirstOrThrow();
        await db
          .insertInto('classroom_work')
          .values({
            ...{ district_id, user_puid, issuer, course_id, group_assignment_id, work_id: '7', address: null },
            ...{ title: 'Before', due_at: null, shared_at: 1, claimed_at: 0 },
          })
          .execute();
      },
    },
  );
  await screen.findByText(m.classroom_work_changed());
  fireEvent.click(screen.getByRole('button', { name: m.classroom_work_update_of({ name }) }));
  await screen.findByText(m.classroom_work_updated({ name }));
  await screen.findByText(m.classroom_work_shared());
});

it.each([
  ['the class is not a course', { isCourse: false }, m.classroom_work_no_course()],
  ['the account is not linked', { isLinked: false }, m.classroom_unlinked({ service: 'google' })],
  [
    'the service is off',
    { prepare: ({ db }: Screen['network']['backend']) => db.updateTable('sign_on_provider').set({ active: 0 }).execute() },
    m.classroom_off(),
  ],
  [
    'nothing is assigned',
    { prepare: ({ db }: Screen['network']['backend']) => db.updateTable('group_assignment').set({ unassigned_at: 1 }).execute() },
    m.classroom_work_empty(),
  ],
])('says why there is nothing to announce: %s', async (_why, world, text) => {
  opened = await openWorkPage({ render }, { there, ...world });
  await screen.findByText(text);
});
