import { type FolderNamingInput, folderNamingMachine } from '../../src/machines/workspace/folderNamingMachine.ts';
import type { FolderPlace } from '../../src/machines/workspace/place.ts';
import { defineModel } from '../kit/modelKit.ts';

const parent: FolderPlace = { level: 1, productId: 7, unitId: 8, isCustomUnit: false };

export const folderNamingModel = defineModel({
  machine: folderNamingMachine,
  inputs: {
    create: { userPuid: 3, naming: { kind: 'create', parent } },
    rename: { userPuid: 3, naming: { kind: 'rename', folderId: 21, name: 'Week 3' } },
  } satisfies Record<string, FolderNamingInput>,
  events: [
    { type: 'name.changed', name: 'Week 4' },
    { type: 'name.changed', name: ' ' },
    { type: 'folder.submitted' },
    { type: 'naming.cancelled' },
    { type: 'xstate.done.actor.saveFolder', output: null },
    {
      type: 'xstate.error.actor.saveFolder',
      error: { code: 409, message: 'There is a folder “Week 4” here already. Choose another name.' },
    },
  ],
  project: ({ name }) => name.trim() !== '',
  keeps: {
    'name.changed': { name: 'name' },
  },
  leads: {
    'name.changed': ['naming.asking'],
    'naming.cancelled': ['ended'],
    'xstate.done.actor.saveFolder': ['ended'],
  },
  ends: {
    'naming.cancelled': 'cancelled',
    'xstate.done.actor.saveFolder': 'saved',
  },
  tags: {
    failed: (snapshot) => snapshot.hasTag('unnamed') || snapshot.hasTag('refused'),
    unnamed: (snapshot) => snapshot.matches({ naming: 'unnamed' }),
    refused: (snapshot) => snapshot.matches({ naming: 'refused' }),
  },
  ownWords: ['naming.unnamed'],
  oldProblems: ['saving', 'naming.asking'],
  invariants: {
    'nothing is saved without a name': (snapshot) => !snapshot.matches('saving') || snapshot.context.name.trim() !== '',
    'only a saved folder has a name in the end': ({ context: { end } }) => (end.kind === 'saved') === (end.name !== ''),
  },
  stepInvariants: {
    'a failed save keeps the name': (before, event, after) =>
      event.type !== 'xstate.error.actor.saveFolder' || after.context.name === before.context.name,
  },
});
