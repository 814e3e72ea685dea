import { type ActorRefFrom, assign, emit, enqueueActions, setup } from 'xstate';
import { longestName } from '../../../common/lessonLimits.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isRefusedAs, type Problem, toProblem, withProblem } from '../problem.ts';
import { type ListFilters, lessonListMachine } from './lessonListMachine.ts';
import type { FolderPlace, Place } from './place.ts';

export type WorkspaceTab = 'assignment' | 'shared' | 'content';

/** What to open first: a folder, all lessons, everything shared, or the content tab. */
export type FirstView = { kind: 'folder'; place: Place } | { kind: 'all' } | { kind: 'shared' } | { kind: 'content' };

/** A folder being named: a new one in a place, or an existing one of the user's own. */
export type FolderNaming = { kind: 'create'; parent: FolderPlace } | { kind: 'rename'; folderId: number; name: string };
export interface FolderOrder {
  userPuid: number;
  naming: FolderNaming;
  name: string;
}
/** What to do if the name is taken. `ask`: refuse; `keep`: keep both. */
export type SameName = 'ask' | 'keep';
export interface MoveOrder {
  userPuid: number;
  moving: Moving;
  sameName: SameName;
}
export interface PreviewOrder {
  userPuid: number;
  lessonId: number;
}
/** A lesson, assignment, or folder being moved; `from` is the folder's previous location. */
export type Moving = { name: string; place: FolderPlace } & ({ lessonId: number } | { folderId: number; from: FolderPlace });

interface Context {
  userPuid: number;
  first: { view: FirstView; filters: ListFilters };
  /** The open folder; null while all lessons are shown and no folder was opened. */
  place: Place | null;
  naming: FolderNaming | null;
  name: string;
  moving: Moving | null;
  sameName: SameName;
  previewing: number;
  problem: Problem | null;
  /** Lists of the open folder, of all lessons, and of everything shared. */
  folderList: ActorRefFrom<typeof lessonListMachine>;
  allList: ActorRefFrom<typeof lessonListMachine>;
  sharedList: ActorRefFrom<typeof lessonListMachine>;
}

export const workspaceReasons: Reasons<
  | 'isNameTaken'
  | 'isShared'
  | 'isPrebuilt'
  | 'hasName'
  | 'isSharedTab'
  | 'beginsWithAll'
  | 'beginsWithShared'
  | 'beginsWithContent'
  | 'beginsWithPerson'
> = {
  isNameTaken: 'The server refused for another reason or did not answer.',
  isShared: 'The folder is one of the teacher’s own.',
  isPrebuilt: 'The lesson is not prebuilt, so the workspace must be reloaded.',
  hasName: 'A folder needs a name of at most 200 characters.',
  isSharedTab: 'The chosen tab is not the shared one.',
  beginsWithAll: 'The address opens a different view.',
  beginsWithShared: 'The address opens a different view.',
  beginsWithContent: 'The address opens a different view.',
  beginsWithPerson: 'The address opens a different view.',
};

/** The teacher's workspace: tabs, five levels of folders, and the commands that change the lists (specification, sections 2 to 5 and 7). */
export const workspaceMachine = setup({
  types: {
    input: {} as { userPuid: number; view: FirstView; filters: ListFilters },
    context: {} as Context,
    events: {} as
      | { type: 'folder.opened'; place: Place; filters: ListFilters }
      | { type: 'all.opened'; filters: ListFilters }
      | { type: 'tab.chosen'; tab: 'shared' | 'content'; filters: ListFilters }
      | { type: 'folder.createAsked'; parent: FolderPlace }
      | { type: 'folder.renameAsked'; folderId: number; name: string }
      | { type: 'name.changed'; name: string }
      | { type: 'folder.submitted' }
      | { type: 'naming.cancelled' }
      | { type: 'item.moved'; moving: Moving }
      | { type: 'both.kept' }
      | { type: 'move.dropped' }
      | { type: 'lesson.previewed'; lessonId: number }
      | { type: 'lesson.duplicated' }
      | { type: 'lesson.deleted' }
      | { type: 'lesson.assigned'; isPrebuilt: boolean }
      | { type: 'lesson.unassigned'; isPrebuilt: boolean }
      | { type: 'problem.closed' },
    emitted: {} as
      | { type: 'folder.saved'; name: string }
      | { type: 'item.arrived'; moving: Moving; name: string }
      | { type: 'player.opened'; lessonId: number; startId: number },
    tags: {} as
      | 'busy'
      | 'failed'
      | 'all'
      | 'sharedTab'
      | 'everyone'
      | 'contentTab'
      | 'naming'
      | 'unnamed'
      | 'folderRefused'
      | 'savingFolder'
      | 'equal'
      | 'stepRefused'
      | 'unassigned',
    meta: {} as ChartMeta,
  },
  actors: {
    lessonList: lessonListMachine,
    saveFolder: actorSlot<null, FolderOrder>('saveFolder', 'POST create folder, update folder'),
    /** Resolves to the item's name after the move. */
    moveItem: actorSlot<string, MoveOrder>('moveItem', 'POST update lesson (move_lesson yes), move folder'),
    previewLesson: actorSlot<number, PreviewOrder>('previewLesson', 'POST preview lesson'),
  },
  actions: {
    setPlace: assign({ place: (_, { place }: { place: Place }) => place }),
    openFolderList: enqueueActions(({ context, enqueue }, { place, filters }: { place: Place; filters: ListFilters }) => {
      enqueue.sendTo(context.folderList, { type: 'list.opened', source: { kind: 'folder', place }, filters });
    }),
    openAllList: enqueueActions(({ context, enqueue }, { filters }: { filters: ListFilters }) => {
      enqueue.sendTo(context.allList, { type: 'list.opened', source: { kind: 'all' }, filters });
    }),
    openSharedList: enqueueActions(({ context, enqueue }, { filters }: { filters: ListFilters }) => {
      enqueue.sendTo(context.sharedList, { type: 'list.opened', source: { kind: 'shared' }, filters });
    }),
    openFirst: enqueueActions(({ context, enqueue }) => {
      const { view, filters } = context.first;
      if (view.kind === 'all') enqueue.sendTo(context.allList, { type: 'list.opened', source: { kind: 'all' }, filters });
      else if (view.kind === 'shared') enqueue.sendTo(context.sharedList, { type: 'list.opened', source: { kind: 'shared' }, filters });
      else if (view.kind === 'folder')
        enqueue.sendTo(context.folderList, { type: 'list.opened', source: { kind: 'folder', place: view.place }, filters });
    }),
    refreshWorkspace: enqueueActions(({ context, enqueue }) => enqueue.sendTo(context.folderList, { type: 'list.outdated' })),
    refreshAll: enqueueActions(({ context, enqueue }) => enqueue.sendTo(context.allList, { type: 'list.outdated' })),
    refreshShared: enqueueActions(({ context, enqueue }) => enqueue.sendTo(context.sharedList, { type: 'list.outdated' })),
    askName: assign({
      naming: (_, naming: FolderNaming) => naming,
      name: (_, naming: FolderNaming) => (naming.kind === 'rename' ? naming.name : ''),
      problem: null,
    }),
    setName: assign({ name: (_, { name }: { name: string }) => name }),
    setMoving: assign({ moving: (_, { moving }: { moving: Moving }) => moving, sameName: 'ask', problem: null }),
    keepBoth: assign({ sameName: 'keep' }),
    setPreviewing: assign({ previewing: (_, { lessonId }: { lessonId: number }) => lessonId, problem: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    announceFolder: emit(({ context }) => ({ type: 'folder.saved' as const, name: context.name.trim() })),
    announceMove: emit(({ context }, { name }: { name: string }) => ({
      type: 'item.arrived' as const,
      moving: context.moving as Moving,
      name,
    })),
    announcePlayer: emit(({ context }, { startId }: { startId: number }) => ({
      type: 'player.opened' as const,
      lessonId: context.previewing,
      startId,
    })),
  },
  guards: {
    isNameTaken: (_, { error }: { error: unknown }) => isRefusedAs(error, 'folderNameTaken', 'lessonNameTaken'),
    isShared: (_, { place }: { place: Place }) => place.level === 4,
    isPrebuilt: (_, { isPrebuilt }: { isPrebuilt: boolean }) => isPrebuilt,
    hasName: ({ context }) => context.name.trim() !== '' && context.name.trim().length <= longestName,
    isSharedTab: (_, { tab }: { tab: 'shared' | 'content' }) => tab === 'shared',
    beginsWithAll: ({ context }) => context.first.view.kind === 'all',
    beginsWithShared: ({ context }) => context.first.view.kind === 'shared',
    beginsWithContent: ({ context }) => context.first.view.kind === 'content',
    beginsWithPerson: ({ context }) => context.first.view.kind === 'folder' && context.first.view.place.level === 4,
  },
}).createMachine({
  id: 'workspace',
  description: 'A teacher organizes lessons and assignments in folders and sees what colleagues have shared.',
  meta: { reasons: workspaceReasons },
  context: ({ input, spawn }) => ({
    userPuid: input.userPuid,
    first: { view: input.view, filters: input.filters },
    place: input.view.kind === 'folder' ? input.view.place : null,
    naming: null,
    name: '',
    moving: null,
    sameName: 'ask',
    previewing: 0,
    problem: null,
    folderList: spawn('lessonList', { id: 'folderList', input: { userPuid: input.userPuid } }),
    allList: spawn('lessonList', { id: 'allList', input: { userPuid: input.userPuid } }),
    sharedList: spawn('lessonList', { id: 'sharedList', input: { userPuid: input.userPuid } }),
  }),
  type: 'parallel',
  states: {
    view: {
      description: 'Which tab and list are on the screen.',
      initial: 'opening',
      on: {
        'folder.opened': [
          {
            guard: { type: 'isShared', params: ({ event }) => event },
            target: '.shared.person',
            actions: [
              { type: 'setPlace', params: ({ event }) => event },
              { type: 'openFolderList', params: ({ event }) => event },
            ],
            description: 'The teacher opens a colleague’s shared lessons (level 4).',
          },
          {
            target: '.assignment.folder',
            actions: [
              { type: 'setPlace', params: ({ event }) => event },
              { type: 'openFolderList', params: ({ event }) => event },
            ],
            description: 'The teacher opens a product, unit, sub-unit, or level-3 folder (levels 0 to 3).',
          },
        ],
        'all.opened': {
          target: '.assignment.all',
          actions: { type: 'openAllList', params: ({ event }) => event },
          description: 'The teacher wants to see all lessons, whatever folder they are in.',
        },
        'tab.chosen': [
          {
            guard: { type: 'isSharedTab', params: ({ event }) => event },
            target: '.shared.everyone',
            actions: { type: 'openSharedList', params: ({ event }) => event },
            description: 'The teacher opens the tab with lessons shared by colleagues.',
          },
          { target: '.content', description: 'The teacher opens the content tab, which starts with the science library.' },
        ],
        'lesson.duplicated': {
          actions: ['refreshShared', 'refreshAll', 'refreshWorkspace'],
          description: 'A copy was created. Reload the shared view, the all-lessons view, and the workspace.',
        },
        'lesson.assigned': [
          {
            guard: { type: 'isPrebuilt', params: ({ event }) => event },
            description: 'A prebuilt lesson was assigned, which does not change the workspace.',
          },
          { actions: 'refreshWorkspace', description: 'A lesson was assigned: reload the workspace.' },
        ],
      },
      states: {
        opening: {
          description: 'Choosing the first view. It comes from the address, or else from the last visit.',
          always: [
            { guard: 'beginsWithAll', target: 'assignment.all', actions: 'openFirst', description: 'Start with all lessons.' },
            {
              guard: 'beginsWithShared',
              target: 'shared.everyone',
              actions: 'openFirst',
              description: 'Start with everything colleagues have shared.',
            },
            { guard: 'beginsWithContent', target: 'content', description: 'Start with the content tab.' },
            {
              guard: 'beginsWithPerson',
              target: 'shared.person',
              actions: 'openFirst',
              description: 'Start with what one colleague has shared.',
            },
            { target: 'assignment.folder', actions: 'openFirst', description: 'Start with the teacher’s own lessons and assignments.' },
          ],
        },
        assignment: {
          description: 'The first tab: the teacher’s own lessons and assignments.',
          initial: 'folder',
          states: {
            folder: {
              description: 'One folder is open, with its lessons and assignments.',
              on: {
                'lesson.deleted': { actions: 'refreshWorkspace', description: 'A lesson was deleted or restored: reload the workspace.' },
              },
            },
            all: {
              description: 'All lessons and assignments are listed, whatever folder they are in.',
              tags: 'all',
              on: { 'lesson.deleted': { actions: 'refreshAll', description: 'A lesson was deleted or restored: reload this view.' } },
            },
          },
        },
        shared: {
          description: 'The second tab: lessons shared by colleagues.',
          tags: 'sharedTab',
          initial: 'everyone',
          states: {
            everyone: {
              description: 'Everything that colleagues have shared is listed.',
              tags: 'everyone',
              on: {
                'lesson.deleted': { actions: 'refreshWorkspace', description: 'An earlier deletion was undone: reload the workspace.' },
              },
            },
            person: {
              description: 'The lessons that one colleague has shared are listed.',
              on: {
                'lesson.deleted': { actions: 'refreshWorkspace', description: 'An earlier deletion was undone: reload the workspace.' },
              },
            },
          },
        },
        content: {
          description: 'The Content tab: lessons from the science library that come with the product.',
          tags: 'contentTab',
          on: { 'lesson.deleted': { actions: 'refreshWorkspace', description: 'An earlier deletion was undone: reload the workspace.' } },
        },
      },
    },
    command: {
      description: 'The command the teacher is carrying out: naming a folder, moving an item, or previewing a lesson.',
      initial: 'idle',
      states: {
        idle: {
          description: 'No command is in progress.',
          on: {
            'folder.createAsked': {
              target: 'naming',
              actions: { type: 'askName', params: ({ event }) => ({ kind: 'create' as const, parent: event.parent }) },
              description: 'The teacher wants a new folder.',
            },
            'folder.renameAsked': {
              target: 'naming',
              actions: {
                type: 'askName',
                params: ({ event }) => ({ kind: 'rename' as const, folderId: event.folderId, name: event.name }),
              },
              description: 'The teacher wants to rename one of their own folders.',
            },
            'item.moved': {
              target: 'moving',
              actions: { type: 'setMoving', params: ({ event }) => event },
              description: 'A lesson was dropped on a folder, or a lesson or folder was moved through the dialog.',
            },
            'lesson.previewed': {
              target: 'previewing',
              actions: { type: 'setPreviewing', params: ({ event }) => event },
              description: 'The teacher wants to see a lesson as students will see it.',
            },
          },
        },
        naming: {
          description: 'The dialog asks for the name of a new or existing folder.',
          tags: 'naming',
          initial: 'asking',
          on: {
            'name.changed': {
              target: '.asking',
              actions: { type: 'setName', params: ({ event }) => event },
              description: 'The teacher types a name.',
            },
            'folder.submitted': [
              { guard: 'hasName', target: 'savingFolder', description: 'The name is valid: save the folder.' },
              { target: '.unnamed', description: 'The name is missing or too long. The field says so.' },
            ],
            'naming.cancelled': { target: 'idle', actions: 'clearProblem', description: 'The teacher closes the dialog.' },
          },
          states: {
            asking: { description: 'The teacher is typing the name.' },
            unnamed: {
              description: 'The name is missing or too long. The field says so.',
              tags: ['failed', 'unnamed'],
              meta: { announce: 'workspace_name_wrong' },
            },
            refused: {
              description: 'The server refused or did not answer. The name is kept so that the teacher can try again.',
              tags: ['failed', 'folderRefused'],
            },
          },
        },
        savingFolder: {
          description: 'Waiting for the server to create or rename the folder.',
          tags: ['busy', 'naming', 'savingFolder'],
          invoke: {
            id: 'saveFolder',
            src: 'saveFolder',
            input: ({ context }) => ({
              userPuid: context.userPuid,
              naming: context.naming as FolderNaming,
              name: context.name.trim(),
            }),
            onDone: {
              target: 'idle',
              actions: ['announceFolder', 'refreshWorkspace', 'refreshAll'],
              description: 'The folder is saved: reload the tree.',
            },
            onError: { target: 'naming.refused', ...withProblem, description: 'The name is taken here, or there was no answer.' },
          },
        },
        moving: {
          description: 'Waiting for the server to move the item.',
          tags: 'busy',
          invoke: {
            id: 'moveItem',
            src: 'moveItem',
            input: ({ context }) => ({ userPuid: context.userPuid, moving: context.moving as Moving, sameName: context.sameName }),
            onDone: {
              target: 'idle',
              actions: [{ type: 'announceMove', params: ({ event }) => ({ name: event.output }) }, 'refreshWorkspace', 'refreshAll'],
              description: 'The item was moved: reload the lists and counts.',
            },
            onError: [
              {
                guard: { type: 'isNameTaken', ...failure },
                target: 'equal',
                description: 'The target folder already has an item of the same kind and name: ask the teacher.',
              },
              {
                target: 'refused',
                ...withProblem,
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
            'move.dropped': { target: 'idle', description: 'The teacher cancels the move.' },
          },
        },
        previewing: {
          description: 'Waiting for the server to start the preview, which returns a start id.',
          tags: 'busy',
          invoke: {
            id: 'previewLesson',
            src: 'previewLesson',
            input: ({ context }) => ({ userPuid: context.userPuid, lessonId: context.previewing }),
            onDone: {
              target: 'idle',
              actions: { type: 'announcePlayer', params: ({ event }) => ({ startId: event.output }) },
              description: 'The preview is ready: open the player.',
            },
            onError: { target: 'refused', ...withProblem, description: 'The lesson no longer exists, or the server did not answer.' },
          },
        },
        refused: {
          description: 'The last command failed and nothing changed. The screen says why.',
          tags: ['failed', 'stepRefused'],
          meta: { focus: 'workspace-problem' },
          on: {
            'problem.closed': { target: 'idle', actions: 'clearProblem', description: 'The teacher closes the message.' },
            'item.moved': {
              target: 'moving',
              actions: { type: 'setMoving', params: ({ event }) => event },
              description: 'The teacher moves an item.',
            },
            'lesson.previewed': {
              target: 'previewing',
              actions: { type: 'setPreviewing', params: ({ event }) => event },
              description: 'The teacher opens a preview.',
            },
            'folder.createAsked': {
              target: 'naming',
              actions: { type: 'askName', params: ({ event }) => ({ kind: 'create' as const, parent: event.parent }) },
              description: 'The teacher creates a folder.',
            },
            'folder.renameAsked': {
              target: 'naming',
              actions: {
                type: 'askName',
                params: ({ event }) => ({ kind: 'rename' as const, folderId: event.folderId, name: event.name }),
              },
              description: 'The teacher renames a folder.',
            },
          },
        },
      },
    },
    unassigning: {
      description: 'Whether anything has been unassigned since the screen was opened.',
      initial: 'none',
      on: {
        'lesson.unassigned': [
          {
            guard: { type: 'isPrebuilt', params: ({ event }) => event },
            target: '.happened',
            description: 'A prebuilt lesson was unassigned, which does not change the workspace.',
          },
          { target: '.happened', actions: 'refreshWorkspace', description: 'A lesson was unassigned: reload the workspace.' },
        ],
      },
      states: {
        none: { description: 'Nothing has been unassigned.' },
        happened: { description: 'At least one lesson was unassigned.', tags: 'unassigned' },
      },
    },
  },
});
