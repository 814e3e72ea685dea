// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { dayIn } from '../../common/day.ts';
import { endOfDay } from '../../common/zone.ts';
import { assigning } from '../../contract/assigning.ts';
import { calls } from '../../contract/index.ts';
import type { assignmentDatesMachine } from '../../src/machines/assigning/assignmentDatesMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import DatesDialog from '../../src/views/assigning/DatesDialog.tsx';
import { describeView } from '../kit/describeView.ts';
import { assignmentDatesModel } from '../machines/assignmentDates.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { days, startOfClock } from '../server/testServer.ts';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const zone = 'America/Chicago';
const [from, to, later] = [-1, 7, 14].map((ahead) => dayIn(startOfClock + days(ahead), zone)) as [string, string, string];

let opened: Screen;
let isClosed: boolean;
let saved: number;

const dialog = () => within(screen.getByRole('dialog'));
const type = (label: string, value: string) => fireEvent.change(dialog().getByLabelText(label), { target: { value } });
const readings = () => dialog().getByRole<HTMLInputElement>('checkbox', { name: m.sharing_readings_open() });
const stored = () =>
  opened.network.backend.db.selectFrom('group_assignment').select(['to_date', 'readings_open']).executeTakeFirstOrThrow();
const due = async () => (await stored()).to_date;

describeView<typeof assignmentDatesMachine>(
  {
    ...assignmentDatesModel,
    input: { groupAssignmentId: 5, dates: { from, to }, isReadingOpen: false },
    events: [
      { type: 'dates.changed', dates: { from, to: later } },
      { type: 'dates.changed', dates: { from: later, to } },
      ...assignmentDatesModel.events.filter((event) => event.type !== 'dates.changed'),
    ] as typeof assignmentDatesModel.events,
  },
  {
    mount: async (stage) => {
      isClosed = false;
      saved = 0;
      opened = await openScreen({ ...stage, held: [assigning.changeDates] });
      await assignTo(opened.network.backend, ids.freeLesson);
      await opened.signIn('tess');
      const tess = await opened.network.backend.signIn('tess');
      const today = dayIn(startOfClock, zone);
      const [assignment] = await tess.ok(calls.groupAssignments, { user_puid: ids.tess, from_date: today, to_date: today });
      stage.render(
        <Around app={opened.app}>
          <DatesDialog
            assignment={assignment as NonNullable<typeof assignment>}
            hasTimedAssessment
            onClose={() => {
              isClosed = true;
            }}
            onSaved={() => {
              saved += 1;
            }}
          />
        </Around>,
      );
    },
    drive: {
      'dates.changed': ({ dates }) => {
        type('From', dates.from);
        type('Due', dates.to);
      },
      'readings.switched': ({ isOpen }) => {
        if (readings().checked !== isOpen) fireEvent.click(readings());
      },
      'dates.submitted': () => fireEvent.click(dialog().getByRole('button', { name: m.sharing_dates_save() })),
      'xstate.done.actor.saveDates': () => opened.network.release(assigning.changeDates),
      'xstate.error.actor.saveDates': ({ error }) => opened.network.fail(assigning.changeDates, error),
    },
    see: {
      editing: ({ context }) => {
        expect(dialog().getByLabelText<HTMLInputElement>('From').value).toBe(context.dates.from);
        expect(dialog().getByLabelText<HTMLInputElement>('Due').value).toBe(context.dates.to);
        expect(readings().checked).toBe(context.isReadingOpen);
      },
      'editing.ready': () => expect(dialog().queryByRole('alert')).toBeNull(),
      'editing.inverted': () => shown(m.teacher_dates_inverted()),
      'editing.refused': () => {
        shown(m.sharing_dates_failed());
        shown('2 students have begun this lesson.');
      },
      saving: () => expect(dialog().getByLabelText<HTMLInputElement>('Due').disabled).toBe(true),
      kept: async () => {
        await waitFor(() => expect(isClosed).toBe(true));
        expect(saved).toBe(0);
        expect(await due()).toBe(startOfClock + days(7));
      },
      saved: async ({ context }) => {
        await waitFor(() => expect(isClosed).toBe(true));
        expect(saved).toBeGreaterThan(0);
        expect(await stored()).toEqual({
          to_date: context.dates.to === later ? endOfDay(later, zone).getTime() : startOfClock + days(7),
          readings_open: context.isReadingOpen ? 1 : 0,
        });
      },
    },
  },
);
