import { assign, emit, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failed, type Problem, setProblem, withProblem } from '../problem.ts';
import type { DraftResource } from '../workspace/draft.ts';

/** Resources picked in the library, in that order, and their owner. */
export interface AssignNowInput {
  userPuid: number;
  /** Name of the lesson to create. */
  name: string;
  resources: readonly Omit<DraftResource, 'key' | 'title'>[];
}

export const assignNowReasons: Reasons<'isMade'> = { isMade: 'No lesson has been created yet.' };

/** Creates a lesson from the picked resources without a form and goes on to the classes (specification, sections 4, 5 and 9). */
export const assignNowMachine = setup({
  types: {
    input: {} as AssignNowInput,
    context: {} as { input: AssignNowInput; lessonId: number | null; problem: Problem | null },
    events: {} as { type: 'classes.asked' } | { type: 'lesson.assigned' } | { type: 'classes.closed' },
    emitted: {} as { type: 'playlist.used' },
    tags: {} as 'busy' | 'failed' | 'kept' | 'open',
    meta: {} as ChartMeta,
  },
  actors: { makeLesson: actorSlot<number, AssignNowInput>('makeLesson', 'POST create lesson, in the background') },
  actions: {
    setLesson: assign({ lessonId: (_, { lessonId }: { lessonId: number }) => lessonId }),
    setProblem,
    clearProblem: assign({ problem: null }),
    announceUsed: emit({ type: 'playlist.used' }),
  },
  guards: { isMade: ({ context }) => context.lessonId !== null },
}).createMachine({
  id: 'assignNow',
  description:
    'A teacher assigns resources picked in the library right away. The lesson is created in the background, then the teacher chooses classes.',
  meta: { reasons: assignNowReasons },
  context: ({ input }) => ({ input, lessonId: null, problem: null }),
  initial: 'offered',
  states: {
    offered: {
      description: 'The Assign button is available. The teacher can also create a lesson or an assignment with the form instead.',
      initial: 'fresh',
      on: {
        'classes.asked': [
          { guard: 'isMade', target: 'choosing', description: 'The lesson exists from an earlier try, so no second one is created.' },
          { target: 'making', actions: 'clearProblem', description: 'The teacher presses Assign, or tries again.' },
        ],
      },
      states: {
        fresh: { description: 'No lesson has been created yet.' },
        failed: {
          description: 'The lesson could not be created. The picked resources are kept, and the same button tries again.',
          ...failed({ announce: 'builder_add_failed', focus: 'assign-now-problem' }),
        },
        kept: {
          description: 'The lesson is in the workspace but not assigned to anybody. The picked resources are kept.',
          tags: 'kept',
          meta: { announce: 'builder_add_kept' },
        },
      },
    },
    making: {
      description:
        'Waiting for the server to create the lesson, with a length of 15 minutes and a fixed date in 2020. The button is locked.',
      tags: 'busy',
      invoke: {
        id: 'makeLesson',
        src: 'makeLesson',
        input: ({ context }) => context.input,
        onDone: {
          target: 'choosing',
          actions: { type: 'setLesson', params: ({ event }) => ({ lessonId: event.output }) },
          description: 'The lesson was created: open the dialog with the classes.',
        },
        onError: {
          target: 'offered.failed',
          ...withProblem,
          description: 'A resource is not available, a permission is missing, or there was no answer.',
        },
      },
    },
    choosing: {
      description: 'The dialog with classes, students and dates is open. The `assign` chart runs in it.',
      tags: 'open',
      on: {
        'lesson.assigned': {
          target: 'assigned',
          actions: 'announceUsed',
          description: 'The lesson was assigned: the picked resources can be cleared.',
        },
        'classes.closed': { target: 'offered.kept', description: 'The teacher closes the dialog without assigning the lesson.' },
      },
    },
    assigned: { type: 'final', description: 'The lesson is assigned and the picked resources are used up.' },
  },
});
