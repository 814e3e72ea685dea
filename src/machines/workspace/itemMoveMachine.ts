import { assign, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isRefusedAs, type Problem, toProblem } from '../problem.ts';
import type { FolderPlace, SameName } from './place.ts';

/** A lesson, assignment, or folder being moved; `from` is the folder's previous location. */
export type Moving = { name: string; place: FolderPlace } & ({ lessonId: number } | { folderId: number; from: FolderPlace });
export interface ItemMoveInput {
  userPuid: number;
  moving: Moving;
}
export interface MoveOrder extends ItemMoveInput {
  sameName: SameName;
}

/** How a move ended. */
export type ItemMoveEnd =
  /** `name`: the item's name after the move. */
  | { kind: 'moved'; name: string }
  /** The target folder has an item with this name, and the teacher leaves this one where it was. */
  | { kind: 'dropped' }
  | { kind: 'failed'; problem: Problem };

export const itemMoveReasons: Reasons<'isNameTaken'> = {
  isNameTaken: 'The server refused for another reason or did not answer.',
};

/** Moves a lesson, an assignment, or a folder into a folder (specification, sections 4 and 7). */
export const itemMoveMachine = setup({
  types: {
    input: {} as ItemMoveInput,
    context: {} as MoveOrder & { end: ItemMoveEnd },
    events: {} as { type: 'both.kept' } | { type: 'move.dropped' },
    output: {} as ItemMoveEnd,
    tags: {} as 'busy' | 'equal',
    meta: {} as ChartMeta,
  },
  actors: {
    /** Resolves to the item's name after the move. */
    moveItem: actorSlot<string, MoveOrder>('moveItem', 'POST update lesson (move_lesson yes), move folder'),
  },
  actions: {
    keepBoth: assign({ sameName: 'keep' }),
    setMoved: assign({ end: (_, { name }: { name: string }) => ({ kind: 'moved', name }) }),
    setFailed: assign({ end: (_, { error }: { error: unknown }) => ({ kind: 'failed', problem: toProblem(error) }) }),
  },
  guards: { isNameTaken: (_, { error }: { error: unknown }) => isRefusedAs(error, 'folderNameTaken', 'lessonNameTaken') },
}).createMachine({
  id: 'itemMove',
  description: 'A lesson, an assignment, or a folder moves into a folder. If the name is taken there, the teacher is asked.',
  meta: { reasons: itemMoveReasons },
  context: ({ input }) => ({ ...input, sameName: 'ask', end: { kind: 'dropped' } }),
  output: ({ context }) => context.end,
  initial: 'moving',
  states: {
    moving: {
      description: 'Waiting for the server to move the item.',
      tags: 'busy',
      invoke: {
        id: 'moveItem',
        src: 'moveItem',
        input: ({ context: { userPuid, moving, sameName } }) => ({ userPuid, moving, sameName }),
        onDone: {
          target: 'ended',
          actions: { type: 'setMoved', params: ({ event }) => ({ name: event.output }) },
          description: 'The item was moved.',
        },
        onError: [
          {
            guard: { type: 'isNameTaken', ...failure },
            target: 'equal',
            description: 'The target folder already has an item of the same kind and name: ask the teacher.',
          },
          {
            target: 'ended',
            actions: { type: 'setFailed', ...failure },
            description: 'The move failed. The item stays where it was.',
          },
        ],
      },
    },
    equal: {
      description: 'The target folder already has an item with this name. The dialog asks whether to keep both or cancel the move.',
      tags: 'equal',
      on: {
        'both.kept': { target: 'moving', actions: 'keepBoth', description: 'The teacher wants to keep both.' },
        'move.dropped': { target: 'ended', description: 'The teacher cancels the move.' },
      },
    },
    ended: { type: 'final', description: 'The item was moved, or it stays where it was.' },
  },
});
