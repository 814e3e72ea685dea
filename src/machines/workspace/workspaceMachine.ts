import { type ActorRefFrom, assign, emit, enqueueActions, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import * as ending from '../ending.ts';
import { failed, type Problem, toProblem, withProblem } from '../problem.ts';
import { type FolderNaming, type FolderNamingEnd, folderNamingMachine } from './folderNamingMachine.ts';
import { type ItemMoveEnd, itemMoveMachine, type Moving } from './itemMoveMachine.ts';
import { type ListFilters, type ListSource, lessonListMachine } from './lessonListMachine.ts';
import type { FolderPlace, Place } from './place.ts';

export type WorkspaceTab = 'assignment' | 'shared' | 'content';

/** What to open first: a list, or the content tab. */
export type FirstView = ListSource | { kind: 'content' };

type FirstKind = FirstView['kind'] | 'person';
/** `person`: what one colleague has shared. */
const kindOf = (view: FirstView): FirstKind => (view.kind === 'folder' && view.place.level === 4 ? 'person' : view.kind);

export interface PreviewOrder {
  userPuid: number;
  lessonId: number;
}

interface Context {
  userPuid: number;
  first: { view: FirstView; filters: ListFilters };
  /** The open folder; null while all lessons are shown and no folder was opened. */
  place: Place | null;
  naming: FolderNaming | null;
  moving: Moving | null;
  previewing: number;
  problem: Problem | null;
  /** Lists of the open folder, of all lessons, and of everything shared. */
  lists: Record<ListSource['kind'], ActorRefFrom<typeof lessonListMachine>>;
}

type Arrived = Extract<ItemMoveEnd, { kind: 'moved' }>;
type Opened = { event: { place: Place; filters: ListFilters } };
// Actions that several transitions share.
const openFolder = [
  { type: 'setPlace', params: ({ event }: Opened) => event },
  { type: 'openList', params: ({ event: { place, filters } }: Opened) => ({ source: { kind: 'folder' as const, place }, filters }) },
] as const;
const openFirst = {
  type: 'openList',
  params: ({ context: { first } }: { context: Context }) => ({ source: first.view as ListSource, filters: first.filters }),
} as const;

export const workspaceReasons: Reasons<'isShared' | 'isPrebuilt' | 'isSharedTab' | 'beginsWith' | keyof typeof ending.reasons> = {
  ...ending.reasons,
  isShared: 'The folder is one of the teacher’s own.',
  isPrebuilt: 'The lesson is not prebuilt, so the workspace must be reloaded.',
  isSharedTab: 'The chosen tab is not the shared one.',
  beginsWith: 'The address opens a different view.',
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
      | { type: 'item.moved'; moving: Moving }
      | { type: 'lesson.previewed'; lessonId: number }
      | { type: 'lesson.assigned' | 'lesson.unassigned'; isPrebuilt: boolean }
      | { type: 'lesson.duplicated' | 'lesson.deleted' | 'problem.closed' },
    emitted: {} as
      | { type: 'folder.saved'; name: string }
      | { type: 'item.arrived'; moving: Moving; name: string }
      | { type: 'player.opened'; lessonId: number; startId: number },
    children: {} as { folderNaming: 'folderNaming'; itemMove: 'itemMove' },
    tags: {} as 'busy' | 'failed' | 'all' | 'sharedTab' | 'everyone' | 'contentTab' | 'stepRefused' | 'unassigned',
    meta: {} as ChartMeta,
  },
  actors: {
    lessonList: lessonListMachine,
    folderNaming: folderNamingMachine,
    itemMove: itemMoveMachine,
    previewLesson: actorSlot<number, PreviewOrder>('previewLesson', 'POST preview lesson'),
  },
  actions: {
    // Not spread from `ending`: beside a spread, TypeScript cannot infer `enqueueActions`.
    setEndProblem: assign({ problem: (_, { end }: { end: ending.End }) => end.problem ?? null }),
    setPlace: assign({ place: (_, { place }: { place: Place }) => place }),
    openList: enqueueActions(({ context, enqueue }, { source, filters }: { source: ListSource; filters: ListFilters }) => {
      enqueue.sendTo(context.lists[source.kind], { type: 'list.opened', source, filters });
    }),
    refreshWorkspace: enqueueActions(({ context, enqueue }) => enqueue.sendTo(context.lists.folder, { type: 'list.outdated' })),
    refreshAll: enqueueActions(({ context, enqueue }) => enqueue.sendTo(context.lists.all, { type: 'list.outdated' })),
    refreshShared: enqueueActions(({ context, enqueue }) => enqueue.sendTo(context.lists.shared, { type: 'list.outdated' })),
    setNaming: assign({ naming: (_, naming: FolderNaming) => naming, problem: null }),
    setMoving: assign({ moving: (_, { moving }: { moving: Moving }) => moving, problem: null }),
    setPreviewing: assign({ previewing: (_, { lessonId }: { lessonId: number }) => lessonId, problem: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    announceFolder: emit((_, { name }: FolderNamingEnd) => ({ type: 'folder.saved' as const, name })),
    announceMove: emit(({ context }, { name }: Arrived) => ({ type: 'item.arrived' as const, moving: context.moving as Moving, name })),
    announcePlayer: emit(({ context }, startId: number) => ({ type: 'player.opened' as const, lessonId: context.previewing, startId })),
  },
  guards: {
    hasEnded: (_, ended: { end: ending.End; kind: string }) => ending.guards.hasEnded(_, ended),
    isShared: (_, { place }: { place: Place }) => place.level === 4,
    isPrebuilt: (_, { isPrebuilt }: { isPrebuilt: boolean }) => isPrebuilt,
    isSharedTab: (_, { tab }: { tab: 'shared' | 'content' }) => tab === 'shared',
    beginsWith: ({ context: { first } }, { kind }: { kind: FirstKind }) => kindOf(first.view) === kind,
  },
}).createMachine({
  id: 'workspace',
  description: 'A teacher organizes lessons and assignments in folders and sees what colleagues have shared.',
  meta: { reasons: workspaceReasons },
  context: ({ input: { userPuid, view, filters }, spawn }) => ({
    userPuid,
    first: { view, filters },
    place: view.kind === 'folder' ? view.place : null,
    naming: null,
    moving: null,
    previewing: 0,
    problem: null,
    lists: {
      folder: spawn('lessonList', { id: 'folderList', input: { userPuid } }),
      all: spawn('lessonList', { id: 'allList', input: { userPuid } }),
      shared: spawn('lessonList', { id: 'sharedList', input: { userPuid } }),
    },
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
            actions: openFolder,
            description: 'The teacher opens a colleague’s shared lessons (level 4).',
          },
          {
            target: '.assignment.folder',
            actions: openFolder,
            description: 'The teacher opens a product, unit, sub-unit, or level-3 folder (levels 0 to 3).',
          },
        ],
        'all.opened': {
          target: '.assignment.all',
          actions: { type: 'openList', params: ({ event: { filters } }) => ({ source: { kind: 'all' }, filters }) },
          description: 'The teacher wants to see all lessons, whatever folder they are in.',
        },
        'tab.chosen': [
          {
            guard: { type: 'isSharedTab', params: ({ event }) => event },
            target: '.shared.everyone',
            actions: { type: 'openList', params: ({ event: { filters } }) => ({ source: { kind: 'shared' }, filters }) },
            description: 'The teacher opens the tab with lessons shared by colleagues.',
          },
          { target: '.content', description: 'The teacher opens the content tab, which starts with the science library.' },
        ],
        'lesson.duplicated': {
          actions: ['refreshShared', 'refreshAll', 'refreshWorkspace'],
          description: 'A copy was created. Reload the shared view, the all-lessons view, and the workspace.',
        },
        'lesson.deleted': { actions: 'refreshWorkspace', description: 'A lesson was deleted or restored: reload the workspace.' },
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
            {
              guard: { type: 'beginsWith', params: { kind: 'all' } },
              target: 'assignment.all',
              actions: openFirst,
              description: 'Start with all lessons.',
            },
            {
              guard: { type: 'beginsWith', params: { kind: 'shared' } },
              target: 'shared.everyone',
              actions: openFirst,
              description: 'Start with everything colleagues have shared.',
            },
            { guard: { type: 'beginsWith', params: { kind: 'content' } }, target: 'content', description: 'Start with the content tab.' },
            {
              guard: { type: 'beginsWith', params: { kind: 'person' } },
              target: 'shared.person',
              actions: openFirst,
              description: 'Start with what one colleague has shared.',
            },
            { target: 'assignment.folder', actions: openFirst, description: 'Start with the teacher’s own lessons and assignments.' },
          ],
        },
        assignment: {
          description: 'The first tab: the teacher’s own lessons and assignments.',
          initial: 'folder',
          states: {
            folder: { description: 'One folder is open, with its lessons and assignments.' },
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
            everyone: { description: 'Everything that colleagues have shared is listed.', tags: 'everyone' },
            person: { description: 'The lessons that one colleague has shared are listed.' },
          },
        },
        content: { description: 'The Content tab: lessons from the science library that come with the product.', tags: 'contentTab' },
      },
    },
    command: {
      description: 'The command the teacher is carrying out: naming a folder, moving an item, or previewing a lesson.',
      initial: 'ready',
      states: {
        ready: {
          description: 'No command is in progress.',
          initial: 'idle',
          on: {
            'folder.createAsked': {
              target: 'naming',
              actions: { type: 'setNaming', params: ({ event: { parent } }) => ({ kind: 'create', parent }) },
              description: 'The teacher wants a new folder.',
            },
            'folder.renameAsked': {
              target: 'naming',
              actions: { type: 'setNaming', params: ({ event: { folderId, name } }) => ({ kind: 'rename', folderId, name }) },
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
          states: {
            idle: { description: 'The last command succeeded or was dropped, or there was none.' },
            refused: {
              description: 'The last command failed and nothing changed. The screen says why.',
              ...failed({ focus: 'workspace-problem' }, 'stepRefused'),
              on: { 'problem.closed': { target: 'idle', actions: 'clearProblem', description: 'The teacher closes the message.' } },
            },
          },
        },
        naming: {
          description: 'A dialog asks for the name of a new or existing folder.',
          invoke: {
            id: 'folderNaming',
            src: 'folderNaming',
            input: ({ context }) => ({ userPuid: context.userPuid, naming: context.naming as FolderNaming }),
            onDone: [
              {
                guard: ending.hasEnded('saved'),
                target: 'ready',
                actions: [{ type: 'announceFolder', params: ({ event }) => event.output }, 'refreshWorkspace', 'refreshAll'],
                description: 'The folder is saved: reload the tree.',
              },
              { target: 'ready', description: 'The teacher closes the dialog.' },
            ],
          },
        },
        moving: {
          description: 'The item moves to its folder, after a question if the name is taken there.',
          invoke: {
            id: 'itemMove',
            src: 'itemMove',
            input: ({ context }) => ({ userPuid: context.userPuid, moving: context.moving as Moving }),
            onDone: [
              {
                guard: ending.hasEnded('moved'),
                target: 'ready',
                actions: [{ type: 'announceMove', params: ({ event }) => event.output as Arrived }, 'refreshWorkspace', 'refreshAll'],
                description: 'The item was moved: reload the lists and counts.',
              },
              {
                guard: ending.hasEnded('failed'),
                target: 'ready.refused',
                actions: ending.setEndProblem,
                description: 'The move failed. The item stays where it was.',
              },
              { target: 'ready', description: 'The teacher cancels the move.' },
            ],
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
              target: 'ready',
              actions: { type: 'announcePlayer', params: ({ event }) => event.output },
              description: 'The preview is ready: open the player.',
            },
            onError: {
              target: 'ready.refused',
              ...withProblem,
              description: 'The lesson no longer exists, or the server did not answer.',
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
