import { assign, emit, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import type { DraftResource } from '../lessonBuilder/draft.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

/** What was picked in the library, in its order, and whose it is. */
export interface AssignNowInput {
  userPuid: number;
  /** Name of the lesson that is made of it. */
  name: string;
  resources: readonly Omit<DraftResource, 'key' | 'title'>[];
}

export const assignNowReasons: Reasons<'isMade'> = { isMade: 'The lesson is not made yet.' };

/** Makes a lesson of what was picked in the library without a form, and goes on to the classes (specification, sections 4, 5 and 9). */
export const assignNowMachine = setup({
  types: {
    input: {} as AssignNowInput,
    context: {} as { input: AssignNowInput; lessonId: number | null; problem: Problem | null },
    events: {} as { type: 'classes.asked' } | { type: 'lesson.assigned' } | { type: 'classes.closed' },
    emitted: {} as { type: 'playlist.used' },
    tags: {} as 'busy' | 'failed' | 'open',
    meta: {} as ChartMeta,
  },
  actors: { makeLesson: actorSlot<number, AssignNowInput>('makeLesson', 'POST create lesson, in the background') },
  actions: {
    setLesson: assign({ lessonId: (_, { lessonId }: { lessonId: number }) => lessonId }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    announceUsed: emit({ type: 'playlist.used' }),
  },
  guards: { isMade: ({ context }) => context.lessonId !== null },
}).createMachine({
  id: 'assignNow',
  description: 'What was picked in the library goes to classes at once: a lesson is made in the background, then the classes are chosen.',
  meta: { reasons: assignNowReasons },
  context: ({ input }) => ({ input, lessonId: null, problem: null }),
  initial: 'offered',
  states: {
    offered: {
      description: 'The teacher may still make a lesson or an assignment of it by a form instead.',
      initial: 'fresh',
      on: {
        'classes.asked': [
          { guard: 'isMade', target: 'choosing', description: 'The lesson is there from the last time: no second one is made.' },
          { target: 'making', actions: 'clearProblem', description: 'The teacher presses Assign, or tries again.' },
        ],
      },
      states: {
        fresh: { description: 'Nothing is made yet.' },
        failed: {
          description: 'The lesson could not be made; what was picked is still there, and the same button tries again.',
          tags: 'failed',
          meta: { announce: 'builder_add_failed', focus: 'assign-now-problem' },
        },
        kept: {
          description: 'The lesson is in the workspace and was given to nobody; what was picked is still there.',
          meta: { announce: 'builder_add_kept' },
        },
      },
    },
    making: {
      description: 'A lesson of 15 minutes with the fixed day in 2020 is made; a second press does nothing.',
      tags: 'busy',
      invoke: {
        id: 'makeLesson',
        src: 'makeLesson',
        input: ({ context }) => context.input,
        onDone: {
          target: 'choosing',
          actions: { type: 'setLesson', params: ({ event }) => ({ lessonId: event.output }) },
          description: 'The lesson is in the workspace.',
        },
        onError: {
          target: 'offered.failed',
          actions: { type: 'setProblem', ...failure },
          description: 'A resource cannot be given, a right is gone, or there was no answer.',
        },
      },
    },
    choosing: {
      description: 'The dialog with classes, students and dates is open: from here on the `assign` chart goes.',
      tags: 'open',
      on: {
        'lesson.assigned': { target: 'assigned', actions: 'announceUsed', description: 'Somebody has it.' },
        'classes.closed': { target: 'offered.kept', description: 'The teacher closes the dialog without giving it to anybody.' },
      },
    },
    assigned: { type: 'final', description: 'What was picked is used up.' },
  },
});
