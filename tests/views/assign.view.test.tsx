// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { assignments } from '../../contract/assignments.ts';
import type { AssignableGroup, AssignInput, assignMachine } from '../../src/machines/assigning/assignMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import AssignDialog from '../../src/views/assigning/AssignDialog.tsx';
import { describeView } from '../kit/describeView.ts';
import { assignOnScreen } from '../machines/assign.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { days, startOfClock } from '../server/testServer.ts';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const day = (time: number) => new Date(time).toISOString().slice(0, 10);
const today = day(startOfClock);
const nextWeek = day(startOfClock + days(7));
const input: AssignInput = {
  userPuid: ids.tess,
  lessonId: ids.freeLesson,
  isPrebuilt: false,
  timeZone: 'America/Chicago',
  today,
  dueDate: null,
};
const group = (group_puid: number, group_assignment_id: number | null) => ({ group_puid, group_assignment_id }) as AssignableGroup;

/** Class 101 already has the lesson; 102 can get it. */
const groups = [group(ids.class, 5), group(ids.otherClass, null)];

let opened: Screen;
let isClosed: boolean;
let outdated: number;

const dialog = () => within(screen.getByRole('dialog'));
const row = (name: string) => within(box(name).closest('li') as HTMLElement);
const press = (name: string) => () => fireEvent.click(dialog().getByRole('button', { name }));
const box = (name: string) => dialog().getByRole<HTMLInputElement>('checkbox', { name: new RegExp(name) });
const type = (label: string, value: string) => fireEvent.change(dialog().getByLabelText(label), { target: { value } });

describeView<typeof assignMachine>(
  {
    ...assignOnScreen({
      canHaveIt: ids.otherClass,
      hasIt: ids.class,
      student: ids.cal,
      groups,
      dates: { from: today, to: nextWeek },
    }),
    inputs: { workspace: input, prebuilt: { ...input, isPrebuilt: true, dueDate: nextWeek } },
  },
  {
    mount: async (stage) => {
      isClosed = false;
      outdated = 0;
      opened = await openScreen({ ...stage, held: [assignments.classesForLesson, assignments.assign] });
      const { backend } = opened.network;
      await backend.db.updateTable('enrollment').set({ user_puid: ids.tess }).where('user_puid', '=', ids.tom).execute();
      await assignTo(backend, ids.freeLesson);
      await opened.signIn('tess');
      const { isPrebuilt, dueDate } = stage.input as AssignInput;
      const close = () => {
        isClosed = true;
      };
      const countOutdated = () => {
        outdated += 1;
      };
      stage.render(
        <Around app={opened.app}>
          <AssignDialog
            lessonId={ids.freeLesson}
            lessonName="In any order"
            isPrebuilt={isPrebuilt}
            dueDate={dueDate}
            onClose={close}
            onOutdated={countOutdated}
          />
        </Around>,
      );
    },
    can: (event, snapshot) =>
      // Students are checked in the expanded list of their class. Only a class that gets the lesson can have separate dates.
      (event.type !== 'student.toggled' || (snapshot.context.selected === ids.otherClass && snapshot.context.category === 1)) &&
      (event.type !== 'category.chosen' || (snapshot.context.selected !== null && snapshot.context.category !== event.category)) &&
      (event.type !== 'readings.switched' || !snapshot.context.isReadingOpen) &&
      (event.type !== 'group.selected' || snapshot.context.selected === null) &&
      (event.type !== 'ownDates.changed' ||
        snapshot.context.chosen.includes(ids.otherClass) ||
        snapshot.context.students[ids.otherClass] !== undefined),
    drive: {
      'groups.retried': press(m.common_try_again()),
      'group.toggled': () => fireEvent.click(box('Period 4')),
      'group.selected': () => fireEvent.click(row('Period 4').getByRole('button', { name: 'Students' })),
      'category.chosen': async ({ category }) =>
        fireEvent.click(await dialog().findByRole('radio', { name: category === 1 ? 'Unassigned 1' : 'Assigned 0' })),
      'student.toggled': async () => fireEvent.click(await dialog().findByRole('checkbox', { name: 'Person, cal' })),
      'dates.changed': ({ dates }) => {
        type('From', dates.from);
        type('Due', dates.to);
      },
      // Separate dates, and back to the shared ones.
      'ownDates.changed': () => {
        fireEvent.click(row('Period 4').getByRole('button', { name: m.sharing_own_dates() }));
        // Nothing is wrong with dates before Assign is pressed.
        type(m.sharing_date_of({ date: 'Due', name: 'Science 6, Period 4' }), '2001-01-01');
        expect(row('Period 4').queryByText(m.teacher_dates_inverted())).toBeNull();
        fireEvent.click(row('Period 4').getByRole('button', { name: m.sharing_same_dates() }));
      },
      'readings.switched': () => fireEvent.click(box('Readings stay open')),
      'lesson.unassigned': async () => {
        fireEvent.click(row('Period 2').getByRole('button', { name: 'Unassign' }));
        const question = within(await screen.findByRole('alertdialog'));
        await question.findByText('2 not started, 0 in progress, 0 submitted');
        fireEvent.click(question.getByRole('button', { name: 'Unassign' }));
        await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
      },
      'assign.submitted': press('Assign'),
      'xstate.done.actor.loadGroups': () => opened.network.release(assignments.classesForLesson),
      'xstate.error.actor.loadGroups': ({ error }) => opened.network.fail(assignments.classesForLesson, error),
      'xstate.done.actor.assignLesson': () => opened.network.release(assignments.assign),
      'xstate.error.actor.assignLesson': ({ error }) => opened.network.fail(assignments.assign, error),
    },
    see: {
      loading: () => expect(opened.network.waiting(assignments.classesForLesson)).toBe(1),
      unavailable: () => {
        shown(m.common_load_failed());
        shown('No such lesson');
      },
      choosing: async ({ context }) => {
        expect(box('Period 4').checked).toBe(context.chosen.includes(ids.otherClass));
        expect(box('Readings stay open').checked).toBe(context.isReadingOpen);
        expect(dialog().getByLabelText<HTMLInputElement>('From').value).toBe(context.dates.from);
        expect(dialog().getByLabelText<HTMLInputElement>('Due').value).toBe(context.dates.to);
        if (context.selected !== null)
          await (context.category === 1
            ? dialog().findByRole('checkbox', { name: 'Person, cal' })
            : dialog().findByText(m.sharing_nobody()));
        if (context.students[ids.otherClass]) shown(/1 student chosen/);
      },
      'choosing.ready': () => expect(dialog().queryByRole('alert')).toBeNull(),
      'choosing.unassigned': () => waitFor(() => expect(document.activeElement).toBe(box('Period 2'))),
      'choosing.withoutClass': () => shown(m.sharing_choose_somebody()),
      'choosing.datesInverted': () => shown(m.teacher_dates_inverted()),
      'choosing.refused': () => {
        shown('Assign Assignment Error');
        shown('Too much to do');
      },
      assigning: () => {
        expect(box('Period 4').disabled).toBe(true);
        expect(dialog().queryByRole('button', { name: 'Close' })).toBeNull();
      },
      assigned: async ({ context }) => {
        await waitFor(() => expect(isClosed).toBe(true));
        expect(outdated > 0, 'a lesson of the workspace changed').toBe(!context.input.isPrebuilt);
        const stored = await opened.network.backend.db
          .selectFrom('group_assignment')
          .select(['is_individual', 'readings_open'])
          .where('lesson_id', '=', ids.freeLesson)
          .where('group_puid', '=', ids.otherClass)
          .execute();
        expect(stored).toEqual([{ is_individual: context.students[ids.otherClass] ? 1 : 0, readings_open: context.isReadingOpen ? 1 : 0 }]);
      },
    },
  },
);
