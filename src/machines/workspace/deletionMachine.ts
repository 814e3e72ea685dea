import { assign, emit, setup } from 'xstate';
import type { DataOf } from '../../../contract/kit.ts';
import type { workspace } from '../../../contract/workspace.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

/** A lesson or assignment, or a folder of one's own with all that is in it. */
export type DeletionInput = { lessonId: number; isAssignment: boolean } | { folderId: number };
/** Classes and students whom a deletion takes the lesson from. */
export type LessonUse = DataOf<typeof workspace.lessonUse>;
/** What goes with a folder, and who has something of it. */
export type FolderUse = DataOf<typeof workspace.folderUse>;

/** How long a deletion can be taken back, in ms. */
export const undoTime = 10_000;

export const deletionReasons: Reasons = {};

/** Deletes a lesson, an assignment or a folder: says in numbers what that takes away, and can be taken back for ten seconds. */
export const deletionMachine = setup({
  types: {
    input: {} as DeletionInput,
    context: {} as { input: DeletionInput; use: LessonUse | FolderUse | null; problem: Problem | null },
    events: {} as
      | { type: 'deletion.confirmed' }
      | { type: 'deletion.cancelled' }
      | { type: 'deletion.retried' }
      | { type: 'deletion.undone' }
      | { type: 'deletion.dismissed' },
    emitted: {} as { type: 'item.deleted' } | { type: 'item.restored'; name: string | null },
    tags: {} as 'busy' | 'failed' | 'asking' | 'undoable',
    meta: {} as ChartMeta,
  },
  actors: {
    loadUse: actorSlot<LessonUse | FolderUse, DeletionInput>('loadUse', 'GET lesson use, folder use'),
    deleteItem: actorSlot<null, DeletionInput>('deleteItem', 'DELETE lesson, folder'),
    /** Ends with the name that it has now; null: its old one. */
    restoreItem: actorSlot<string | null, DeletionInput>('restoreItem', 'POST restore lesson, restore folder'),
  },
  actions: {
    setUse: assign({ use: (_, { use }: { use: LessonUse | FolderUse }) => use, problem: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    announceDeleted: emit({ type: 'item.deleted' }),
    announceRestored: emit((_, { name }: { name: string | null }) => ({ type: 'item.restored' as const, name })),
  },
  delays: { undoTime },
}).createMachine({
  id: 'deletion',
  description:
    'A lesson, an assignment or a folder with all that is in it is deleted after a question, and for ten seconds that can be taken back.',
  meta: { reasons: deletionReasons },
  context: ({ input }) => ({ input, use: null, problem: null }),
  initial: 'counting',
  states: {
    counting: {
      description: 'Who has it is counted, and what is in a folder.',
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
          description: 'There was no answer, or it is gone already.',
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
        id: 'deleteItem',
        src: 'deleteItem',
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
      description: 'It is brought back, with its classes, or with what was in it.',
      tags: ['busy', 'undoable'],
      invoke: {
        id: 'restoreItem',
        src: 'restoreItem',
        input: ({ context }) => context.input,
        onDone: {
          target: 'restored',
          actions: { type: 'announceRestored', params: ({ event }) => ({ name: event.output }) },
          description: 'It is as it was; a folder whose name was taken meanwhile has another.',
        },
        onError: {
          target: 'lost',
          actions: { type: 'setProblem', ...failure },
          description: 'It could not be brought back yet: the message says why.',
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
