import { type ActorRefFrom, assign, emit, enqueueActions, setup } from 'xstate';
import { longestName } from '../../../common/lessonLimits.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isRefusedAs, type Problem, toProblem } from '../problem.ts';
import { type ListFilters, lessonListMachine } from './lessonListMachine.ts';
import type { FolderPlace, Place } from './place.ts';

export type WorkspaceTab = 'assignment' | 'shared' | 'content';

/** What is opened first: a folder, all lessons, all that is shared, or the content tab. */
export type FirstView = { kind: 'folder'; place: Place } | { kind: 'all' } | { kind: 'shared' } | { kind: 'content' };

/** A folder that gets a name: a new one in a place, or one of the person's own. */
export type FolderNaming = { kind: 'create'; parent: FolderPlace } | { kind: 'rename'; folderId: number; name: string };
export interface FolderOrder {
  userPuid: number;
  naming: FolderNaming;
  name: string;
}
/** `ask`: refuse where the name is taken; `keep`: put it beside the other. */
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
/** A lesson, an assignment or a folder on its way to another folder; `from`: where the folder itself was. */
export type Moving = { name: string; place: FolderPlace } & ({ lessonId: number } | { folderId: number; from: FolderPlace });

interface Context {
  userPuid: number;
  first: { view: FirstView; filters: ListFilters };
  /** The open folder; null while all lessons are shown and none was opened. */
  place: Place | null;
  naming: FolderNaming | null;
  name: string;
  moving: Moving | null;
  sameName: SameName;
  previewing: number;
  problem: Problem | null;
  /** The list of the open folder, of all lessons, and of all that is shared. */
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
  isNameTaken: 'The server refused for another reason, or there was no answer.',
  isShared: 'The folder is one of the teacher’s own.',
  isPrebuilt: 'The lesson is in the workspace, which must be loaded again.',
  hasName: 'The folder needs a name, of at most 200 characters.',
  isSharedTab: 'Another tab is meant.',
  beginsWithAll: 'The address names another view.',
  beginsWithShared: 'The address names another view.',
  beginsWithContent: 'The address names another view.',
  beginsWithPerson: 'The address names another view.',
};

/** The teacher's workspace: tabs, folders of five levels, and what changes the lists (specification, sections 2 to 5 and 7). */
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
    tags: {} as 'busy' | 'failed' | 'naming' | 'equal' | 'unassigned',
    meta: {} as ChartMeta,
  },
  actors: {
    lessonList: lessonListMachine,
    saveFolder: actorSlot<null, FolderOrder>('saveFolder', 'POST create folder, update folder'),
    /** Ends with the name that it has now. */
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
  description: 'A teacher finds and keeps lessons and assignments in folders, and sees what colleagues have shared.',
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
      description: 'What the teacher looks at.',
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
            description: 'Level 4: what one colleague has shared.',
          },
          {
            target: '.assignment.folder',
            actions: [
              { type: 'setPlace', params: ({ event }) => event },
              { type: 'openFolderList', params: ({ event }) => event },
            ],
            description: 'Levels 0 to 3: a product, a unit, a sub-unit or a folder of the third level.',
          },
        ],
        'all.opened': {
          target: '.assignment.all',
          actions: { type: 'openAllList', params: ({ event }) => event },
          description: 'The teacher asks for all lessons, wherever they are.',
        },
        'tab.chosen': [
          {
            guard: { type: 'isSharedTab', params: ({ event }) => event },
            target: '.shared.everyone',
            actions: { type: 'openSharedList', params: ({ event }) => event },
            description: 'The tab of what colleagues have shared.',
          },
          { target: '.content', description: 'The content tab, which begins with the science library.' },
        ],
        'lesson.duplicated': {
          actions: ['refreshShared', 'refreshAll', 'refreshWorkspace'],
          description: 'A copy was made: the shared view, the all-lessons view and the workspace are loaded again.',
        },
        'lesson.assigned': [
          {
            guard: { type: 'isPrebuilt', params: ({ event }) => event },
            description: 'A prebuilt lesson was assigned: the workspace is as it was.',
          },
          { actions: 'refreshWorkspace', description: 'A lesson was assigned: the workspace is loaded again.' },
        ],
      },
      states: {
        opening: {
          description: 'The address says what is shown first; without one it is what was open last.',
          always: [
            { guard: 'beginsWithAll', target: 'assignment.all', actions: 'openFirst', description: 'All lessons.' },
            { guard: 'beginsWithShared', target: 'shared.everyone', actions: 'openFirst', description: 'All that is shared.' },
            { guard: 'beginsWithContent', target: 'content', description: 'The content tab.' },
            { guard: 'beginsWithPerson', target: 'shared.person', actions: 'openFirst', description: 'What one colleague has shared.' },
            { target: 'assignment.folder', actions: 'openFirst', description: 'A folder.' },
          ],
        },
        assignment: {
          description: 'The first tab: the teacher’s own lessons and assignments.',
          initial: 'folder',
          states: {
            folder: {
              description: 'One folder is open.',
              on: {
                'lesson.deleted': { actions: 'refreshWorkspace', description: 'A lesson is gone, or back: the workspace is loaded again.' },
              },
            },
            all: {
              description: 'All lessons and assignments, wherever they are.',
              on: { 'lesson.deleted': { actions: 'refreshAll', description: 'A lesson is gone, or back: this view is loaded again.' } },
            },
          },
        },
        shared: {
          description: 'The second tab: what colleagues have shared.',
          initial: 'everyone',
          states: {
            everyone: {
              description: 'All that was shared.',
              on: { 'lesson.deleted': { actions: 'refreshWorkspace', description: 'A deletion of before was taken back.' } },
            },
            person: {
              description: 'What one colleague has shared.',
              on: { 'lesson.deleted': { actions: 'refreshWorkspace', description: 'A deletion of before was taken back.' } },
            },
          },
        },
        content: {
          description: 'The page is called Content: lessons that come with the product, of the science library.',
          on: { 'lesson.deleted': { actions: 'refreshWorkspace', description: 'A deletion of before was taken back.' } },
        },
      },
    },
    command: {
      description: 'What the teacher changes with one step.',
      initial: 'idle',
      states: {
        idle: {
          description: 'Nothing is under way.',
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
              description: 'The teacher wants another name for a folder of their own.',
            },
            'item.moved': {
              target: 'moving',
              actions: { type: 'setMoving', params: ({ event }) => event },
              description: 'A lesson was dropped on a folder, or it or a folder was sent there by the dialog.',
            },
            'lesson.previewed': {
              target: 'previewing',
              actions: { type: 'setPreviewing', params: ({ event }) => event },
              description: 'The teacher wants to see a lesson as students will.',
            },
          },
        },
        naming: {
          description: 'A folder gets its name.',
          tags: 'naming',
          initial: 'asking',
          on: {
            'name.changed': {
              target: '.asking',
              actions: { type: 'setName', params: ({ event }) => event },
              description: 'The teacher types.',
            },
            'folder.submitted': [
              { guard: 'hasName', target: 'savingFolder', description: 'The name is sent.' },
              { target: '.unnamed', description: 'There is no name, or it is too long: the field says so.' },
            ],
            'naming.cancelled': { target: 'idle', actions: 'clearProblem', description: 'The teacher closes the dialog.' },
          },
          states: {
            asking: { description: 'The name is typed.' },
            unnamed: { description: 'The name is missing or too long.', tags: 'failed', meta: { announce: 'workspace_name_wrong' } },
            refused: { description: 'The server refused, or did not answer; the name is still here.', tags: 'failed' },
          },
        },
        savingFolder: {
          description: 'The folder is made or renamed.',
          tags: ['busy', 'naming'],
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
              description: 'The folder is there: the tree is loaded again.',
            },
            onError: {
              target: 'naming.refused',
              actions: { type: 'setProblem', ...failure },
              description: 'The name is taken here, or there was no answer.',
            },
          },
        },
        moving: {
          description: 'A lesson or a folder goes to another folder.',
          tags: 'busy',
          invoke: {
            id: 'moveItem',
            src: 'moveItem',
            input: ({ context }) => ({ userPuid: context.userPuid, moving: context.moving as Moving, sameName: context.sameName }),
            onDone: {
              target: 'idle',
              actions: [{ type: 'announceMove', params: ({ event }) => ({ name: event.output }) }, 'refreshWorkspace', 'refreshAll'],
              description: 'It is there: lists and counts are loaded again.',
            },
            onError: [
              {
                guard: { type: 'isNameTaken', ...failure },
                target: 'equal',
                description: 'One of its name and kind is there already: the teacher is asked.',
              },
              {
                target: 'refused',
                actions: { type: 'setProblem', ...failure },
                description: 'It is where it was.',
              },
            ],
          },
        },
        equal: {
          description: 'The question: both are kept, or it stays where it was.',
          tags: 'equal',
          on: {
            'both.kept': { target: 'moving', actions: 'keepBoth', description: 'The teacher wants both beside each other.' },
            'move.dropped': { target: 'idle', description: 'The teacher leaves it where it was.' },
          },
        },
        previewing: {
          description: 'The preview is asked for; it gives a start id.',
          tags: 'busy',
          invoke: {
            id: 'previewLesson',
            src: 'previewLesson',
            input: ({ context }) => ({ userPuid: context.userPuid, lessonId: context.previewing }),
            onDone: {
              target: 'idle',
              actions: { type: 'announcePlayer', params: ({ event }) => ({ startId: event.output }) },
              description: 'The player opens.',
            },
            onError: {
              target: 'refused',
              actions: { type: 'setProblem', ...failure },
              description: 'The lesson is gone, or there was no answer.',
            },
          },
        },
        refused: {
          description: 'The last step failed: the screen says why. Nothing was changed.',
          tags: 'failed',
          meta: { focus: 'workspace-problem' },
          on: {
            'problem.closed': { target: 'idle', actions: 'clearProblem', description: 'The teacher closes the message.' },
            'item.moved': {
              target: 'moving',
              actions: { type: 'setMoving', params: ({ event }) => event },
              description: 'The teacher moves something again.',
            },
            'lesson.previewed': {
              target: 'previewing',
              actions: { type: 'setPreviewing', params: ({ event }) => event },
              description: 'The teacher opens a preview again.',
            },
            'folder.createAsked': {
              target: 'naming',
              actions: { type: 'askName', params: ({ event }) => ({ kind: 'create' as const, parent: event.parent }) },
              description: 'The teacher goes on with a new folder.',
            },
            'folder.renameAsked': {
              target: 'naming',
              actions: {
                type: 'askName',
                params: ({ event }) => ({ kind: 'rename' as const, folderId: event.folderId, name: event.name }),
              },
              description: 'The teacher goes on with another name.',
            },
          },
        },
      },
    },
    unassigning: {
      description: 'Whether something was unassigned since the screen was opened.',
      initial: 'none',
      on: {
        'lesson.unassigned': [
          {
            guard: { type: 'isPrebuilt', params: ({ event }) => event },
            target: '.happened',
            description: 'A prebuilt lesson was unassigned: it is noted, and the workspace is as it was.',
          },
          { target: '.happened', actions: 'refreshWorkspace', description: 'It is noted, and the workspace is loaded again.' },
        ],
      },
      states: {
        none: { description: 'Nothing was unassigned.' },
        happened: { description: 'An unassign happened.', tags: 'unassigned' },
      },
    },
  },
});
