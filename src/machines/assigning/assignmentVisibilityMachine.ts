import { and, assign, setup } from 'xstate';
import { type AssignmentTimes, isOver, isUpcoming } from '../../../common/assignmentTimes.ts';
import type { ChartMeta, Reasons } from '../chart.ts';

/** Facts about one student's assignment: its times, the clock (ms since 1970), and the student's progress. */
export interface VisibilityFacts extends AssignmentTimes {
  now: number;
  work: 'notStarted' | 'inProgress' | 'completed';
  /** The student may see the result. */
  isReleased: boolean;
}

export const assignmentVisibilityReasons: Reasons<'isUpcoming' | 'isOver' | 'isBegun' | 'isCompleted' | 'isReleased'> = {
  isUpcoming: 'The start date has been reached.',
  isOver: 'The due date has not passed, or there is none.',
  isBegun: 'The student has not started, or has already finished.',
  isCompleted: 'The student has not completed everything.',
  isReleased: 'The result has not been released.',
};

/**
 * What a student sees of an assignment, and when. The student's card is rendered from it, and the teacher's timeline is a run of it.
 * It makes no calls and sets no timers: time arrives as `clock.moved`.
 */
export const assignmentVisibilityMachine = setup({
  types: {
    input: {} as VisibilityFacts,
    context: {} as VisibilityFacts,
    events: {} as
      | { type: 'clock.moved'; now: number }
      | { type: 'work.begun' }
      | { type: 'work.completed' }
      | { type: 'result.released' }
      | { type: 'result.recalled' }
      | { type: 'assignment.takenBack' }
      | { type: 'assignment.givenAgain' },
    tags: {} as 'upcoming' | 'openable' | 'begun' | 'overdue' | 'done',
    meta: {} as ChartMeta,
  },
  actions: {
    setClock: assign({ now: (_, { now }: { now: number }) => now }),
    noteBegun: assign({ work: 'inProgress' }),
    noteCompleted: assign({ work: 'completed' }),
    noteReleased: assign({ isReleased: true }),
    noteRecalled: assign({ isReleased: false }),
  },
  guards: {
    isUpcoming: ({ context }) => isUpcoming(context, context.now),
    isOver: ({ context }) => isOver(context, context.now),
    isBegun: ({ context }) => context.work === 'inProgress',
    isCompleted: ({ context }) => context.work === 'completed',
    isReleased: ({ context }) => context.isReleased,
  },
}).createMachine({
  id: 'assignmentVisibility',
  description: 'What one student sees of one assignment, from its start date to the released result.',
  meta: { reasons: assignmentVisibilityReasons },
  context: ({ input }) => input,
  initial: 'given',
  on: {
    'assignment.takenBack': { target: '.hidden', description: 'The teacher unassigns it from the class or from this student.' },
    'clock.moved': {
      target: '.given',
      actions: { type: 'setClock', params: ({ event }) => event },
      description: 'Time has passed: work out the card again.',
    },
  },
  states: {
    given: {
      description: 'Works out what the student sees from the progress and the clock.',
      always: [
        {
          guard: and(['isCompleted', 'isReleased']),
          target: 'released',
          description: 'Everything is completed, and the student may see the result.',
        },
        { guard: 'isCompleted', target: 'completed', description: 'Everything is completed.' },
        { guard: 'isBegun', target: 'toDo.work.inProgress', description: 'The student has started, so the start date no longer matters.' },
        { guard: 'isUpcoming', target: 'upcoming', description: 'The start date has not been reached.' },
        { target: 'toDo', description: 'The start date has come: the student can start.' },
      ],
    },
    upcoming: {
      description: 'The card is listed as upcoming, with the date on which it opens. The student cannot open it yet.',
      tags: 'upcoming',
    },
    toDo: {
      description: 'The student can work on the assignment.',
      tags: 'openable',
      type: 'parallel',
      states: {
        due: {
          description: 'Whether the due date has passed.',
          initial: 'looking',
          states: {
            looking: {
              description: 'Compares the clock with the due date.',
              always: [
                { guard: 'isOver', target: 'overdue', description: 'The due date has passed.' },
                { target: 'inTime', description: 'The due date has not passed, or there is none.' },
              ],
            },
            inTime: { description: 'The card shows the due date, if there is one.' },
            overdue: {
              description: 'The card shows that the assignment is overdue. The student can still complete it late.',
              tags: 'overdue',
            },
          },
        },
        work: {
          description: 'How far the student has come.',
          initial: 'notStarted',
          states: {
            notStarted: {
              description: 'The student has not opened it. The card offers to start.',
              on: {
                'work.begun': {
                  target: 'inProgress',
                  actions: 'noteBegun',
                  description: 'The student opens the assignment for the first time.',
                },
              },
            },
            inProgress: { description: 'The student has started. The card shows the progress and offers to continue.', tags: 'begun' },
          },
        },
      },
      on: { 'work.completed': { target: 'given', actions: 'noteCompleted', description: 'The student completes everything.' } },
    },
    completed: {
      description: 'The card is listed as completed. The student cannot see the result yet.',
      tags: ['openable', 'done'],
      on: { 'result.released': { target: 'released', actions: 'noteReleased', description: 'The teacher releases the results.' } },
    },
    released: {
      description: 'The card shows the score.',
      tags: ['openable', 'done'],
      on: { 'result.recalled': { target: 'given', actions: 'noteRecalled', description: 'The teacher withdraws the results.' } },
    },
    hidden: {
      description: "The assignment is unassigned and the student does not see it. The student's work is kept.",
      on: {
        'assignment.givenAgain': { target: 'given', description: "The teacher assigns it again: the student's progress is still there." },
        'clock.moved': {
          actions: { type: 'setClock', params: ({ event }) => event },
          description: 'Time has passed, but the assignment stays hidden.',
        },
      },
    },
  },
});
