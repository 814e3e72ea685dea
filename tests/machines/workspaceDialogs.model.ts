import { type Deleted, type Task, workspaceDialogsMachine } from '../../src/machines/library/workspaceDialogsMachine.ts';
import type { FolderPlace } from '../../src/machines/workspace/place.ts';
import { defineModel } from '../kit/modelKit.ts';

const place: FolderPlace = { level: 1, productId: 7, unitId: 21, isCustomUnit: true };
const task: Task = { kind: 'duplicate', lessonId: 11, name: 'Rocks', type: 'lesson' };
const lesson: Deleted = { key: 'lesson 11', name: 'Rocks', lessonId: 11, isAssignment: false };
const folder: Deleted = { key: 'folder 21', name: 'Week 3', folderId: 21, place };

export const workspaceDialogsModel = defineModel({
  machine: workspaceDialogsMachine,
  events: [
    { type: 'task.opened', task },
    { type: 'task.closed' },
    { type: 'tree.opened' },
    { type: 'tree.closed' },
    { type: 'deletion.asked', deletion: lesson },
    { type: 'deletion.asked', deletion: folder },
    { type: 'deletion.closed', key: lesson.key },
    { type: 'deletion.closed', key: folder.key },
  ],
  project: ({ task: open, deletions }) => ({ kind: open?.kind, deletions: deletions.map(({ key }) => key) }),
  keeps: {
    'task.opened': { task: 'task' },
  },
  tags: { task: 'task.closed', tree: 'tree.closed' },
  takes: {
    'task.opened': ['task.closed', 'tree.open'],
    'deletion.asked': ['tree.open', 'deletions'],
  },
  leads: {
    'task.opened': ['task.open', 'tree.closed'],
    'task.closed': ['task.closed'],
    'tree.closed': ['tree.closed'],
    'deletion.asked': ['tree.closed'],
  },
  invariants: {
    'a dialog has its task, and only a dialog does': (snapshot) => snapshot.hasTag('task') === (snapshot.context.task !== null),
    'nothing is deleted twice at a time': ({ context: { deletions } }) =>
      new Set(deletions.map(({ key }) => key)).size === deletions.length,
  },
  stepInvariants: {
    'a deletion that was asked for is shown, the latest last': (_, event, { context }) =>
      event.type !== 'deletion.asked' || context.deletions.at(-1) === event.deletion,
  },
});
