import { assign, setup } from 'xstate';
import { longestName } from '../../../common/lessonLimits.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failed, type Problem, setProblem, withProblem } from '../problem.ts';
import type { FolderPlace } from './place.ts';

/** A folder being named: a new one in a place, or an existing one of the user's own. */
export type FolderNaming = { kind: 'create'; parent: FolderPlace } | { kind: 'rename'; folderId: number; name: string };
export interface FolderNamingInput {
  userPuid: number;
  naming: FolderNaming;
}
export interface FolderOrder extends FolderNamingInput {
  name: string;
}

/** How naming a folder ended. */
export interface FolderNamingEnd {
  kind: 'saved' | 'cancelled';
  /** The folder's name; empty if it was not saved. */
  name: string;
}

export const folderNamingReasons: Reasons<'hasName'> = {
  hasName: 'A folder needs a name of at most 200 characters.',
};

/** Names a new folder, or renames one of the teacher's own (specification, sections 4 and 7). */
export const folderNamingMachine = setup({
  types: {
    input: {} as FolderNamingInput,
    context: {} as FolderNamingInput & { name: string; problem: Problem | null; end: FolderNamingEnd },
    events: {} as { type: 'name.changed'; name: string } | { type: 'folder.submitted' } | { type: 'naming.cancelled' },
    output: {} as FolderNamingEnd,
    tags: {} as 'busy' | 'failed' | 'unnamed' | 'refused',
    meta: {} as ChartMeta,
  },
  actors: { saveFolder: actorSlot<null, FolderOrder>('saveFolder', 'POST create folder, update folder') },
  actions: {
    setName: assign({ name: (_, { name }: { name: string }) => name }),
    setSaved: assign({ end: ({ context }) => ({ kind: 'saved', name: context.name.trim() }) }),
    setProblem,
  },
  guards: { hasName: ({ context }) => context.name.trim() !== '' && context.name.trim().length <= longestName },
}).createMachine({
  id: 'folderNaming',
  description: 'A teacher names a new folder, or renames one of their own.',
  meta: { reasons: folderNamingReasons },
  context: ({ input }) => ({
    ...input,
    name: input.naming.kind === 'rename' ? input.naming.name : '',
    problem: null,
    end: { kind: 'cancelled', name: '' },
  }),
  output: ({ context }) => context.end,
  initial: 'naming',
  states: {
    naming: {
      description: 'The dialog asks for the name of a new or existing folder.',
      initial: 'asking',
      on: {
        'name.changed': {
          target: '.asking',
          actions: { type: 'setName', params: ({ event }) => event },
          description: 'The teacher types a name.',
        },
        'folder.submitted': [
          { guard: 'hasName', target: 'saving', description: 'The name is valid: save the folder.' },
          { target: '.unnamed', description: 'The name is missing or too long. The field says so.' },
        ],
        'naming.cancelled': { target: 'ended', description: 'The teacher closes the dialog.' },
      },
      states: {
        asking: { description: 'The teacher is typing the name.' },
        unnamed: {
          description: 'The name is missing or too long. The field says so.',
          ...failed({ announce: 'workspace_name_wrong' }, 'unnamed'),
        },
        refused: {
          description: 'The server refused or did not answer. The name is kept so that the teacher can try again.',
          tags: ['failed', 'refused'],
        },
      },
    },
    saving: {
      description: 'Waiting for the server to create or rename the folder.',
      tags: 'busy',
      invoke: {
        id: 'saveFolder',
        src: 'saveFolder',
        input: ({ context: { userPuid, naming, name } }) => ({ userPuid, naming, name: name.trim() }),
        onDone: { target: 'ended', actions: 'setSaved', description: 'The folder is saved.' },
        onError: { target: 'naming.refused', ...withProblem, description: 'The name is taken here, or there was no answer.' },
      },
    },
    ended: { type: 'final', description: 'The folder is saved, or the teacher has closed the dialog.' },
  },
});
