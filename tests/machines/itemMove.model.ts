import { type ItemMoveInput, itemMoveMachine } from '../../src/machines/workspace/itemMoveMachine.ts';
import type { FolderPlace } from '../../src/machines/workspace/place.ts';
import { defineModel } from '../kit/modelKit.ts';

const place: FolderPlace = { level: 1, productId: 7, unitId: 8, isCustomUnit: false };
const from: FolderPlace = { level: 1, productId: 7, unitId: 21, isCustomUnit: true };

export const itemMoveModel = defineModel({
  machine: itemMoveMachine,
  inputs: {
    lesson: { userPuid: 3, moving: { lessonId: 11, name: 'Rocks', place } },
    folder: { userPuid: 3, moving: { folderId: 21, name: 'Week 3', from, place } },
  } satisfies Record<string, ItemMoveInput>,
  events: [
    { type: 'both.kept' },
    { type: 'move.dropped' },
    { type: 'xstate.done.actor.moveItem', output: 'Rocks' },
    { type: 'xstate.error.actor.moveItem', error: { code: 404, message: 'The folder was not found.' } },
    { type: 'xstate.error.actor.moveItem', error: { code: 409, message: 'Taken', refused: true, reason: 'folderNameTaken' } },
  ],
  project: ({ sameName, end }) => [sameName, end.kind],
  leads: {
    'xstate.done.actor.moveItem': ['ended'],
    'xstate.error.actor.moveItem': ['ended', 'equal'],
    'both.kept': ['moving'],
    'move.dropped': ['ended'],
  },
  ends: {
    'xstate.done.actor.moveItem': 'moved',
    'xstate.error.actor.moveItem': 'failed',
    'move.dropped': 'dropped',
  },
  tags: { equal: 'both.kept' },
  failures: { moveItem: 'equal' },
  invariants: {
    'a move that failed says why': ({ context: { end } }) => end.kind !== 'failed' || end.problem.message !== '',
  },
  stepInvariants: {
    'both are kept only if the teacher says so': (before, event, after) =>
      event.type === 'both.kept' || after.context.sameName === before.context.sameName,
  },
});
