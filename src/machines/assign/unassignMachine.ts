import { assign, emit, setup } from 'xstate';
import type { UnassignNumbers } from '../../../contract/assigning.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

/** An assignment to a class, or to those of its students who are named. */
export interface UnassignOrder {
  groupAssignmentId: number;
  /** null: the whole class. */
  userPuids: number[] | null;
}

export const unassignReasons: Reasons = {};

/** Takes a lesson from a class or from students, after saying in numbers what that means (specification, sections 4 and 7). */
export const unassignMachine = setup({
  types: {
    input: {} as UnassignOrder,
    context: {} as { order: UnassignOrder; numbers: UnassignNumbers | null; problem: Problem | null },
    events: {} as { type: 'unassign.confirmed' } | { type: 'unassign.cancelled' } | { type: 'unassign.retried' },
    emitted: {} as { type: 'lesson.unassigned' },
    tags: {} as 'busy' | 'failed',
    meta: {} as ChartMeta,
  },
  actors: {
    countStudents: actorSlot<UnassignNumbers, UnassignOrder>('countStudents', 'POST unassign numbers'),
    unassignLesson: actorSlot<null, UnassignOrder>('unassignLesson', 'POST unassign'),
  },
  actions: {
    setNumbers: assign({ numbers: (_, { numbers }: { numbers: UnassignNumbers }) => numbers, problem: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    announceUnassigned: emit({ type: 'lesson.unassigned' }),
  },
}).createMachine({
  id: 'unassign',
  description: 'A lesson is taken from a class, or from some of its students, after a question.',
  meta: { reasons: unassignReasons },
  context: ({ input }) => ({ order: input, numbers: null, problem: null }),
  initial: 'counting',
  states: {
    counting: {
      description: 'How far the students are is counted.',
      tags: 'busy',
      invoke: {
        id: 'countStudents',
        src: 'countStudents',
        input: ({ context }) => context.order,
        onDone: {
          target: 'confirming',
          actions: { type: 'setNumbers', params: ({ event }) => ({ numbers: event.output }) },
          description: 'The numbers are there.',
        },
        onError: {
          target: 'uncounted',
          actions: { type: 'setProblem', ...failure },
          description: 'There was no answer, or the assignment is gone.',
        },
      },
      on: { 'unassign.cancelled': { target: 'kept', description: 'The teacher does not want to wait.' } },
    },
    uncounted: {
      description: 'What would go away is not known, so nothing is taken.',
      tags: 'failed',
      on: {
        'unassign.retried': { target: 'counting', actions: 'clearProblem', description: 'The teacher presses Try again.' },
        'unassign.cancelled': { target: 'kept', description: 'The teacher gives up.' },
      },
    },
    confirming: {
      description: 'The question: how many have not begun, are at it, have handed in.',
      on: {
        'unassign.confirmed': { target: 'unassigning', actions: 'clearProblem', description: 'The teacher presses Unassign.' },
        'unassign.cancelled': { target: 'kept', description: 'The teacher thinks better of it.' },
      },
    },
    unassigning: {
      description: 'It is taken; what students did is kept on the server.',
      tags: 'busy',
      invoke: {
        id: 'unassignLesson',
        src: 'unassignLesson',
        input: ({ context }) => context.order,
        onDone: { target: 'unassigned', actions: 'announceUnassigned', description: 'The students see it no more.' },
        onError: {
          target: 'confirming',
          actions: { type: 'setProblem', ...failure },
          description: 'It could not be taken: the question says why.',
        },
      },
    },
    kept: { type: 'final', description: 'Everything is as it was.' },
    unassigned: { type: 'final', description: 'An unassign happened.' },
  },
});
