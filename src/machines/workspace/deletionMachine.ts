import { assign, emit, setup } from 'xstate';
import type { DataOf } from '../../../contract/kit.ts';
import type { workspace } from '../../../contract/workspace.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

export interface DeletionInput {
  lessonId: number;
  isAssignment: boolean;
}
/** Classes and students whom a deletion takes the lesson from. */
export type LessonUse = DataOf<typeof workspace.lessonUse>;

/** How long a deletion can be taken back, in ms. */
export const undoTime = 10_000;

export const deletionReasons: Reasons = {};

/** Deletes a lesson or assignment: says in numbers what that takes away, and can be taken back for ten seconds. */
export const deletionMachine = setup({
  types: {
    input: {} as DeletionInput,
    context: {} as { input: DeletionInput; use: LessonUse | null; problem: Problem | null },
    events: {} as
      | { type: 'deletion.confirmed' }
      | { type: 'deletion.cancelled' }
      | { type: 'deletion.retried' }
      | { type: 'deletion.undone' }
      | { type: 'deletion.dismissed' },
    emitted: {} as { type: 'lesson.deleted' } | { type: 'lesson.restored' },
    tags: {} as 'busy' | 'failed' | 'asking' | 'undoable',
    meta: {} as ChartMeta,
  },
  actors: {
    loadUse: actorSlot<LessonUse, DeletionInput>('loadUse', 'GET lesson use'),
    deleteLesson: actorSlot<null, DeletionInput>('deleteLesson', 'DELETE lesson'),
    restoreLesson: actorSlot<null, DeletionInput>('restoreLesson', 'POST restore lesson'),
  },
  actions: {
    setUse: assign({ use: (_, { use }: { use: LessonUse }) => use, problem: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    announceDeleted: emit({ type: 'lesson.deleted' }),
    announceRestored: emit({ type: 'lesson.restored' }),
  },
  delays: { undoTime },
}).createMachine({
  id: 'deletion',
  description: 'A lesson or assignment is deleted after a question, and for ten seconds that can be taken back.',
  meta: { reasons: deletionReasons },
  context: ({ input }) => ({ input, use: null, problem: null }),
  initial: 'counting',
  states: {
    counting: {
      description: 'Who has the lesson is counted.',
      tags: ['busy', 'asking'],
      invoke: {
        id: 'loadUse',
        src: 'loadUse',
        input: ({ context }) => context.input,
        onDone: {
          target: 'confirming',
          actions: { type: 'setUse', params: ({ event }) => ({ use: event.output }) },
          description: 'The numbers are there.',
        },
        onError: {
          target: 'uncounted',
          actions: { type: 'setProblem', ...failure },
          description: 'There was no answer, or the lesson is gone.',
        },
      },
      on: { 'deletion.cancelled': { target: 'kept', description: 'The teacher does not want to wait.' } },
    },
    uncounted: {
      description: 'What would go away is not known, so nothing is deleted.',
      tags: ['failed', 'asking'],
      on: {
        'deletion.retried': { target: 'counting', description: 'The teacher presses Try again.' },
        'deletion.cancelled': { target: 'kept', description: 'The teacher gives up.' },
      },
    },
    confirming: {
      description: 'The question: what will happen, in numbers.',
      tags: 'asking',
      on: {
        'deletion.confirmed': { target: 'deleting', actions: 'clearProblem', description: 'The teacher presses Delete.' },
        'deletion.cancelled': { target: 'kept', description: 'The teacher thinks better of it.' },
      },
    },
    deleting: {
      description: 'It is deleted.',
      tags: ['busy', 'asking'],
      invoke: {
        id: 'deleteLesson',
        src: 'deleteLesson',
        input: ({ context }) => context.input,
        onDone: { target: 'undoable', actions: 'announceDeleted', description: 'It is gone.' },
        onError: {
          target: 'confirming',
          actions: { type: 'setProblem', ...failure },
          description: 'It could not be deleted: the question says why.',
        },
      },
    },
    undoable: {
      description: 'It is gone, and Undo is offered for ten seconds.',
      tags: 'undoable',
      meta: { announce: 'workspace_deleted_undo' },
      after: { undoTime: { target: 'gone', description: 'The ten seconds are over.' } },
      on: {
        'deletion.undone': { target: 'restoring', description: 'The teacher presses Undo.' },
        'deletion.dismissed': { target: 'gone', description: 'The teacher closes the message.' },
      },
    },
    restoring: {
      description: 'It is brought back, with its classes.',
      tags: ['busy', 'undoable'],
      invoke: {
        id: 'restoreLesson',
        src: 'restoreLesson',
        input: ({ context }) => context.input,
        onDone: { target: 'restored', actions: 'announceRestored', description: 'It is as it was.' },
        onError: {
          target: 'lost',
          actions: { type: 'setProblem', ...failure },
          description: 'It could not be brought back yet.',
        },
      },
    },
    lost: {
      description: 'Bringing it back failed; it can be tried for as long as the message is open.',
      tags: ['failed', 'undoable'],
      on: {
        'deletion.undone': { target: 'restoring', actions: 'clearProblem', description: 'The teacher presses Undo again.' },
        'deletion.dismissed': { target: 'gone', description: 'The teacher closes the message.' },
      },
    },
    kept: { type: 'final', description: 'Nothing was deleted.' },
    gone: { type: 'final', description: 'It is deleted.' },
    restored: { type: 'final', description: 'It is back.' },
  },
});
