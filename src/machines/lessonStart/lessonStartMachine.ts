import { assign, emit, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

/** Whether a lesson is begun in front of the class, or only looked at. */
export type StartMode = 'start' | 'preview';

export interface StartOrder {
  userPuid: number;
  lessonId: number;
  mode: StartMode;
}

interface Context {
  userPuid: number;
  lessonId: number;
  mode: StartMode;
  problem: Problem | null;
}

export const lessonStartReasons: Reasons = {};

/** A teacher begins a lesson in front of the class, or looks at it: the server gives a start id (specification, sections 4 and 7). */
export const lessonStartMachine = setup({
  types: {
    input: {} as { userPuid: number; lessonId: number },
    context: {} as Context,
    events: {} as { type: 'lesson.opened'; mode: StartMode },
    emitted: {} as { type: 'player.opened'; startId: number },
    tags: {} as 'busy' | 'failed',
    meta: {} as ChartMeta,
  },
  actors: { startLesson: actorSlot<number, StartOrder>('startLesson', 'POST start lesson or POST preview lesson') },
  actions: {
    setMode: assign({ mode: (_, { mode }: { mode: StartMode }) => mode, problem: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    announcePlayer: emit((_, { startId }: { startId: number }) => ({ type: 'player.opened' as const, startId })),
  },
}).createMachine({
  id: 'lessonStart',
  description: 'A lesson is begun in front of the class, or looked at; the player opens once the start is noted.',
  meta: { reasons: lessonStartReasons },
  context: ({ input }) => ({ ...input, mode: 'start', problem: null }),
  initial: 'waiting',
  states: {
    waiting: {
      description: 'The teacher has not asked for it.',
      initial: 'ready',
      on: {
        'lesson.opened': {
          target: 'starting',
          actions: { type: 'setMode', params: ({ event }) => event },
          description: 'The teacher presses Start in class, or Preview.',
        },
      },
      states: {
        ready: { description: 'Nothing is wrong so far.' },
        refused: {
          description: 'The start was not noted; the message says why, and the same buttons try again.',
          tags: 'failed',
          meta: { announce: 'teacher_start_failed', focus: 'start-problem' },
        },
      },
    },
    starting: {
      description: 'The start is noted; a second press does nothing.',
      tags: 'busy',
      invoke: {
        id: 'startLesson',
        src: 'startLesson',
        input: ({ context: { userPuid, lessonId, mode } }) => ({ userPuid, lessonId, mode }),
        onDone: {
          target: 'waiting',
          actions: { type: 'announcePlayer', params: ({ event }) => ({ startId: event.output }) },
          description: 'There is a start id: the player opens.',
        },
        onError: {
          target: 'waiting.refused',
          actions: { type: 'setProblem', ...failure },
          description: 'The lesson is gone, or there was no answer.',
        },
      },
    },
  },
});
