import { and, assign, setup } from 'xstate';
import { type AssignmentTimes, isOver, isUpcoming } from '../../../common/assignmentTimes.ts';
import type { ChartMeta, Reasons } from '../chart.ts';

/** What is known of an assignment of one student: its times, the clock (ms since 1970), and how far the student is. */
export interface VisibilityFacts extends AssignmentTimes {
  now: number;
  work: 'notStarted' | 'inProgress' | 'completed';
  /** The result is to be seen. */
  isReleased: boolean;
}

export const assignmentVisibilityReasons: Reasons<'isUpcoming' | 'isOver' | 'isBegun' | 'isCompleted' | 'isReleased'> = {
  isUpcoming: 'The first day has come.',
  isOver: 'The due date is not over, or there is none.',
  isBegun: 'The student has not begun.',
  isCompleted: 'The student has not done all of it.',
  isReleased: 'The result is not released.',
};

/**
 * What a student sees of an assignment, and when: the student's card is drawn from it, and the teacher's timeline is a run of it.
 * It calls nothing and waits for nothing: time comes as `clock.moved`.
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
    tags: {} as 'listed' | 'openable' | 'overdue' | 'done',
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
  description: 'What one student sees of one assignment, from the first day to the released result.',
  meta: { reasons: assignmentVisibilityReasons },
  context: ({ input }) => input,
  initial: 'given',
  on: {
    'assignment.takenBack': { target: '.hidden', description: 'The teacher unassigns it, from the class or from this student.' },
    'clock.moved': {
      target: '.given',
      actions: { type: 'setClock', params: ({ event }) => event },
      description: 'Time passes: the card is looked at again.',
    },
  },
  states: {
    given: {
      description: 'The assignment is there; where it stands follows from the work and the clock.',
      always: [
        { guard: and(['isCompleted', 'isReleased']), target: 'released', description: 'All is done, and the result is to be seen.' },
        { guard: 'isCompleted', target: 'completed', description: 'All is done.' },
        { guard: 'isBegun', target: 'toDo.work.inProgress', description: 'Work is under way, whatever the first day says.' },
        { guard: 'isUpcoming', target: 'upcoming', description: 'The first day has not begun.' },
        { target: 'toDo', description: 'It can be begun.' },
      ],
    },
    upcoming: {
      description: 'The student sees it under what is coming up, with the day on which it opens. It cannot be opened.',
      tags: 'listed',
    },
    toDo: {
      description: 'The student can work on it.',
      tags: ['listed', 'openable'],
      type: 'parallel',
      states: {
        due: {
          description: 'How it stands with the due date.',
          initial: 'looking',
          states: {
            looking: {
              description: 'The clock is compared with the due date.',
              always: [
                { guard: 'isOver', target: 'overdue', description: 'The due date is over.' },
                { target: 'inTime', description: 'It is in time, or has no due date.' },
              ],
            },
            inTime: { description: 'The card says when it is due.' },
            overdue: { description: 'The card says that it is overdue; it can still be done, late.', tags: 'overdue' },
          },
        },
        work: {
          description: 'How far the student is.',
          initial: 'notStarted',
          states: {
            notStarted: {
              description: 'The card invites to start.',
              on: { 'work.begun': { target: 'inProgress', actions: 'noteBegun', description: 'The student opens it.' } },
            },
            inProgress: { description: 'The card invites to go on, with how much is done.' },
          },
        },
      },
      on: { 'work.completed': { target: 'given', actions: 'noteCompleted', description: 'The student has done all of it.' } },
    },
    completed: {
      description: 'It stands under what is done. The result is not to be seen.',
      tags: ['listed', 'openable', 'done'],
      on: { 'result.released': { target: 'released', actions: 'noteReleased', description: 'The teacher releases the results.' } },
    },
    released: {
      description: 'The card shows the score.',
      tags: ['listed', 'openable', 'done'],
      on: { 'result.recalled': { target: 'given', actions: 'noteRecalled', description: 'The teacher takes the results back.' } },
    },
    hidden: {
      description: 'The student does not see it. What was done is kept.',
      on: {
        'assignment.givenAgain': { target: 'given', description: 'The teacher assigns it anew: it is where it was.' },
        'clock.moved': {
          actions: { type: 'setClock', params: ({ event }) => event },
          description: 'Time passes; it stays hidden.',
        },
      },
    },
  },
});
