import { assign, emit, not, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failed, type Problem, setProblem, withProblem } from '../problem.ts';
import { type AssignDates, isOrdered } from './assignTargets.ts';

export interface AssignmentDatesInput {
  groupAssignmentId: number;
  /** The current dates. */
  dates: AssignDates;
  /** Content stays open during timed assessments. */
  isReadingOpen: boolean;
}

export const assignmentDatesReasons: Reasons<'areDatesInOrder' | 'isChanged'> = {
  areDatesInOrder: 'The start is missing, or the due date is before it.',
  isChanged: 'Nothing has been changed.',
};

/** Changes the dates of an assignment that a class already has. */
export const assignmentDatesMachine = setup({
  types: {
    input: {} as AssignmentDatesInput,
    context: {} as { input: AssignmentDatesInput; dates: AssignDates; isReadingOpen: boolean; problem: Problem | null },
    events: {} as
      | { type: 'dates.changed'; dates: AssignDates }
      | { type: 'readings.switched'; isOpen: boolean }
      | { type: 'dates.submitted' },
    emitted: {} as { type: 'dates.saved'; notified: number },
    tags: {} as 'busy' | 'failed' | 'inverted' | 'refused',
    meta: {} as ChartMeta,
  },
  actors: {
    saveDates: actorSlot<{ notified: number }, AssignmentDatesInput>('saveDates', 'POST update assignment dates'),
  },
  actions: {
    setDates: assign({ dates: (_, { dates }: { dates: AssignDates }) => dates }),
    setReadings: assign({ isReadingOpen: (_, { isOpen }: { isOpen: boolean }) => isOpen }),
    setProblem,
    clearProblem: assign({ problem: null }),
    announceSaved: emit((_, { notified }: { notified: number }) => ({ type: 'dates.saved' as const, notified })),
  },
  guards: {
    areDatesInOrder: ({ context }) => isOrdered(context.dates),
    isChanged: ({ context: { dates, isReadingOpen, input } }) =>
      dates.from !== input.dates.from || dates.to !== input.dates.to || isReadingOpen !== input.isReadingOpen,
  },
}).createMachine({
  id: 'assignmentDates',
  description: 'A teacher changes the start date, the due date, and whether readings stay open during timed assessments.',
  meta: { reasons: assignmentDatesReasons },
  context: ({ input }) => ({ input, dates: input.dates, isReadingOpen: input.isReadingOpen, problem: null }),
  initial: 'editing',
  states: {
    editing: {
      description: 'The teacher can change the dates.',
      initial: 'ready',
      on: {
        'dates.changed': {
          target: '.ready',
          actions: { type: 'setDates', params: ({ event }) => event },
          description: 'The teacher picks another date or clears the due date.',
        },
        'readings.switched': {
          target: '.ready',
          actions: { type: 'setReadings', params: ({ event }) => event },
          description: 'The teacher sets whether content stays open during timed assessments.',
        },
        'dates.submitted': [
          {
            guard: not('areDatesInOrder'),
            target: '.inverted',
            description: 'The teacher presses Save, but the start is missing or the due date is before it.',
          },
          { guard: 'isChanged', target: 'saving', actions: 'clearProblem', description: 'The teacher presses Save.' },
          { target: 'kept', description: 'The teacher presses Save without changing anything, so nothing is sent.' },
        ],
      },
      states: {
        ready: { description: 'The form has no errors. The teacher can keep editing or press Save.' },
        inverted: {
          description: 'The start is missing or the due date is before it, and the field says so.',
          ...failed({ announce: 'teacher_dates_inverted' }, 'inverted'),
        },
        refused: {
          description: 'The server refused or did not answer. The dialog shows the reason and keeps the dates as typed.',
          ...failed({ focus: 'dates-problem' }, 'refused'),
        },
      },
    },
    saving: {
      description: 'Waiting for the server to save the dates. The form is locked.',
      tags: 'busy',
      invoke: {
        id: 'saveDates',
        src: 'saveDates',
        input: ({ context: { input, dates, isReadingOpen } }) => ({ ...input, dates, isReadingOpen }),
        onDone: {
          target: 'saved',
          actions: { type: 'announceSaved', params: ({ event }) => event.output },
          description: 'The class has the new dates, and its students are notified.',
        },
        onError: { target: 'editing.refused', ...withProblem, description: 'The server refused or did not answer: show the reason.' },
      },
    },
    kept: { type: 'final', description: 'Nothing was changed, and the dialog closes.' },
    saved: { type: 'final', description: 'The new dates are saved.' },
  },
});
