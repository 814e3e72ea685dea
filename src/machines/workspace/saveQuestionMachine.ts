import { assign, setup } from 'xstate';
import type { LessonUse } from '../../../contract/workspace.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

/** How the question before a save ended. */
export type SaveQuestionEnd =
  /** No student has the lesson, so nothing was asked. */
  | { kind: 'unused' }
  /** The teacher saves anyway. */
  | { kind: 'confirmed' }
  /** The teacher goes back to editing. */
  | { kind: 'cancelled' }
  /** The students could not be counted. */
  | { kind: 'failed'; problem: Problem };

export const saveQuestionReasons: Reasons<'isUnused'> = {
  isUnused: 'Students have the lesson.',
};

/** Warns a teacher, with numbers, before a lesson that students have is changed (specification, section 7). */
export const saveQuestionMachine = setup({
  types: {
    input: {} as { lessonId: number },
    context: {} as {
      lessonId: number;
      /** Who has the lesson; null until counted. */
      use: LessonUse | null;
      end: SaveQuestionEnd;
    },
    events: {} as { type: 'change.confirmed' } | { type: 'change.cancelled' },
    output: {} as SaveQuestionEnd,
    tags: {} as 'busy' | 'asking',
    meta: {} as ChartMeta,
  },
  actors: { countUse: actorSlot<LessonUse, { lessonId: number }>('countUse', 'GET lesson use') },
  actions: {
    setUse: assign({ use: (_, { use }: { use: LessonUse }) => use }),
    setEnd: assign({ end: (_, end: SaveQuestionEnd) => end }),
    setFailed: assign({ end: (_, { error }: { error: unknown }): SaveQuestionEnd => ({ kind: 'failed', problem: toProblem(error) }) }),
  },
  guards: { isUnused: (_, { use }: { use: LessonUse }) => use.students === 0 },
}).createMachine({
  id: 'saveQuestion',
  description: 'Before a save: finds out whether students have the lesson, and asks the teacher if they do.',
  meta: { reasons: saveQuestionReasons },
  context: ({ input }) => ({ ...input, use: null, end: { kind: 'unused' } }),
  output: ({ context }) => context.end,
  initial: 'counting',
  states: {
    counting: {
      description: 'Counting the students who have the lesson.',
      tags: 'busy',
      invoke: {
        id: 'countUse',
        src: 'countUse',
        input: ({ context }) => ({ lessonId: context.lessonId }),
        onDone: [
          {
            guard: { type: 'isUnused', params: ({ event }) => ({ use: event.output }) },
            target: 'ended',
            description: 'No student has the lesson, so there is nothing to ask.',
          },
          {
            target: 'asking',
            actions: { type: 'setUse', params: ({ event }) => ({ use: event.output }) },
            description: 'Students have the lesson: ask the teacher first.',
          },
        ],
        onError: {
          target: 'ended',
          actions: { type: 'setFailed', ...failure },
          description: 'The count failed, so nothing is saved.',
        },
      },
    },
    asking: {
      description: 'A dialog says how many students have the lesson, how many are taking one of its quizzes, and what is being removed.',
      tags: 'asking',
      on: {
        'change.confirmed': {
          target: 'ended',
          actions: { type: 'setEnd', params: { kind: 'confirmed' } },
          description: 'The teacher saves anyway.',
        },
        'change.cancelled': {
          target: 'ended',
          actions: { type: 'setEnd', params: { kind: 'cancelled' } },
          description: 'The teacher goes back to editing.',
        },
      },
    },
    ended: { type: 'final', description: 'There was nothing to ask, the teacher has answered, or the count failed.' },
  },
});
