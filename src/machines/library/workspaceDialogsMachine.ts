import { assign, setup } from 'xstate';
import type { ExternalResource } from '../../../contract/library.ts';
import type { ChartMeta, Reasons } from '../chart.ts';
import type { Folder, FolderPlace } from '../workspace/place.ts';

/** A task on a lesson. */
export interface LessonTask {
  kind: 'assign' | 'link' | 'code' | 'share';
  lessonId: number;
  name: string;
  /** Prebuilt lessons skip the workspace refresh (specification, section 4). */
  isPrebuilt: boolean;
  /** Default due date for classes, YYYY-MM-DD; null for none. */
  dueDate: string | null;
}

/** The form of an external resource of My library; null for a new one. */
export interface ResourceTask {
  kind: 'resource';
  resource: ExternalResource | null;
}

/** A task on one row, on a folder, on one lesson of the library, or on an external resource. */
export type Task =
  | ResourceTask
  | LessonTask
  | { kind: 'duplicate'; lessonId: number; name: string; type: 'lesson' | 'assignment' }
  | { kind: 'move'; lessonId: number; name: string }
  | { kind: 'moveFolder'; folder: Folder; parent: Folder };

/** A lesson, an assignment or a folder that is being deleted or was just deleted. `key` tells them apart. */
export type Deleted = { key: string; name: string } & (
  | { lessonId: number; isAssignment: boolean }
  | { folderId: number; place: FolderPlace }
);

export const workspaceDialogsReasons: Reasons = {};

/** Which dialogs the workspace and the library show above their lists. Each one runs a chart of its own. */
export const workspaceDialogsMachine = setup({
  types: {
    context: {} as { task: Task | null; deletions: readonly Deleted[] },
    events: {} as
      | { type: 'task.opened'; task: Task }
      | { type: 'task.closed' }
      | { type: 'tree.opened' }
      | { type: 'tree.closed' }
      | { type: 'deletion.asked'; deletion: Deleted }
      | { type: 'deletion.closed'; key: string },
    tags: {} as 'task' | 'tree',
    meta: {} as ChartMeta,
  },
  actions: {
    setTask: assign({ task: (_, { task }: { task: Task }) => task }),
    forgetTask: assign({ task: null }),
    addDeletion: assign({
      deletions: ({ context }, { deletion }: { deletion: Deleted }) => [
        ...context.deletions.filter(({ key }) => key !== deletion.key),
        deletion,
      ],
    }),
    dropDeletion: assign({
      deletions: ({ context }, { key }: { key: string }) => context.deletions.filter((one) => one.key !== key),
    }),
  },
}).createMachine({
  id: 'workspaceDialogs',
  description:
    'What the workspace and the library show above their lists: the dialog of a task, the folders on a small screen, and deletions.',
  meta: { reasons: workspaceDialogsReasons },
  context: { task: null, deletions: [] },
  type: 'parallel',
  states: {
    task: {
      description: 'The dialog of a task on a lesson, a folder or an external resource.',
      initial: 'closed',
      states: {
        closed: {
          description: 'No such dialog is open.',
          on: {
            'task.opened': {
              target: 'open',
              actions: { type: 'setTask', params: ({ event }) => event },
              description:
                'The teacher chooses Assign, Share, Link, Code, Duplicate or Move for a lesson, Move for a folder, or adds or edits an external resource.',
            },
          },
        },
        open: {
          description: 'The dialog of the task is open, and its own chart runs in it.',
          tags: 'task',
          exit: 'forgetTask',
          on: { 'task.closed': { target: 'closed', description: 'The task is done, or the teacher closes the dialog.' } },
        },
      },
    },
    tree: {
      description: 'The folders as a dialog, where the screen has no room for them beside the list.',
      initial: 'closed',
      states: {
        closed: {
          description: 'The dialog with the folders is closed.',
          on: { 'tree.opened': { target: 'open', description: 'The teacher presses the name of the open folder.' } },
        },
        open: {
          description: 'The dialog with the folders is open.',
          tags: 'tree',
          on: {
            'tree.closed': { target: 'closed', description: 'The teacher opens a folder, or closes the dialog.' },
            'task.opened': { target: 'closed', description: 'The teacher moves a folder: its dialog takes over.' },
            'deletion.asked': { target: 'closed', description: 'The teacher deletes a folder: its question takes over.' },
          },
        },
      },
    },
    deletions: {
      description: 'What is being deleted or was just deleted. Each has its question, and Undo for ten seconds.',
      on: {
        'deletion.asked': {
          actions: { type: 'addDeletion', params: ({ event }) => event },
          description: 'The teacher chooses Delete for a lesson, an assignment or a folder.',
        },
        'deletion.closed': {
          actions: { type: 'dropDeletion', params: ({ event }) => event },
          description: 'The teacher cancels, takes the deletion back or closes the message, or the time for Undo is over.',
        },
      },
    },
  },
});
