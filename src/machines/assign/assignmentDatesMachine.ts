import { assign, emit, not, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';
import { type AssignDates, isOrdered } from './assignMachine.ts';

export interface AssignmentDatesInput {
  groupAssignmentId: number;
  /** As they are now. */
  dates: AssignDates;
  /** Content stays open during timed assessments. */
  isReadingOpen: boolean;
}

export const assignmentDatesReasons: Reasons<'areDatesInOrder' | 'isChanged'> = {
  areDatesInOrder: 'The start is missing, or the due date is before it.',
  isChanged: 'Everything is as it was.',
};

/** Changes the dates of an assignment that a class has. */
export const assignmentDatesMachine = setup({
  types: {
    input: {} as AssignmentDatesInput,
    context: {} as { input: AssignmentDatesInput; dates: AssignDates; isReadingOpen: boolean; problem: Problem | null },
    events: {} as
      | { type: 'dates.changed'; dates: AssignDates }
      | { type: 'readings.switched'; isOpen: boolean }
      | { type: 'dates.submitted' },
    emitted: {} as { type: 'dates.saved'; notified: number },
    tags: {} as 'busy' | 'failed',
    meta: {} as ChartMeta,
  },
  actors: {
    saveDates: actorSlot<{ notified: number }, AssignmentDatesInput>('saveDates', 'POST update assignment dates'),
  },
  actions: {
    setDates: assign({ dates: (_, { dates }: { dates: AssignDates }) => dates }),
    setReadings: assign({ isReadingOpen: (_, { isOpen }: { isOpen: boolean }) => isOpen }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
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
  description: 'A teacher changes when a class gets a lesson, when it is due, and whether readings stay open beside it.',
  meta: { reasons: assignmentDatesReasons },
  context: ({ input }) => ({ input, dates: input.dates, isReadingOpen: input.isReadingOpen, problem: null }),
  initial: 'editing',
  states: {
    editing: {
      description: 'The dates can be changed.',
      initial: 'ready',
      on: {
        'dates.changed': {
          target: '.ready',
          actions: { type: 'setDates', params: ({ event }) => event },
          description: 'The teacher picks another day, or clears the due date.',
        },
        'readings.switched': {
          target: '.ready',
          actions: { type: 'setReadings', params: ({ event }) => event },
          description: 'The teacher lets content stay open during timed assessments, or not.',
        },
        'dates.submitted': [
          { guard: not('areDatesInOrder'), target: '.inverted', description: 'Save was pressed with dates in the wrong order.' },
          { guard: 'isChanged', target: 'saving', actions: 'clearProblem', description: 'The teacher presses Save.' },
          { target: 'kept', description: 'Save was pressed with nothing changed: there is nothing to send.' },
        ],
      },
      states: {
        ready: { description: 'Nothing is wrong so far.' },
        inverted: {
          description: 'The due date is before the start: the field says so.',
          tags: 'failed',
          meta: { announce: 'teacher_dates_inverted' },
        },
        refused: {
          description: 'The server refused or did not answer. The dates stay as typed.',
          tags: 'failed',
          meta: { focus: 'dates-problem' },
        },
      },
    },
    saving: {
      description: 'The new dates are sent.',
      tags: 'busy',
      invoke: {
        id: 'saveDates',
        src: 'saveDates',
        input: ({ context: { input, dates, isReadingOpen } }) => ({ ...input, dates, isReadingOpen }),
        onDone: {
          target: 'saved',
          actions: { type: 'announceSaved', params: ({ event }) => event.output },
          description: 'The class has the new dates, and its students are told.',
        },
        onError: {
          target: 'editing.refused',
          actions: { type: 'setProblem', ...failure },
          description: 'They could not be changed: the dialog says why.',
        },
      },
    },
    kept: { type: 'final', description: 'The dates are as they were.' },
    saved: { type: 'final', description: 'The dates are changed.' },
  },
});
