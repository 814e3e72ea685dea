import type { AnyEventObject } from 'xstate';
import { noFilters } from '../../src/machines/workspace/lessonListMachine.ts';
import type { FolderPlace } from '../../src/machines/workspace/place.ts';
import { type FirstView, workspaceMachine } from '../../src/machines/workspace/workspaceMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

const place: FolderPlace = { level: 1, productId: 7, unitId: 8, isCustomUnit: false };
const filters = noFilters;
const moving = { lessonId: 11, name: 'Rocks', place };
const folderMoving = {
  folderId: 21,
  name: 'Week 3',
  from: { level: 1, productId: 7, unitId: 21, isCustomUnit: true } as FolderPlace,
  place,
};

/** What happens to a lesson of the list. */
export const lessonEvents = [
  { type: 'lesson.duplicated' },
  { type: 'lesson.deleted' },
  { type: 'lesson.assigned', isPrebuilt: false },
  { type: 'lesson.assigned', isPrebuilt: true },
  { type: 'lesson.unassigned', isPrebuilt: false },
  { type: 'lesson.unassigned', isPrebuilt: true },
  { type: 'problem.closed' },
] as const;

/** Whether a step of the workspace ended with something new in its lists. */
const hasChanged = (output: { kind?: string } | undefined) => output?.kind === 'saved' || output?.kind === 'moved';

/** Which list an event opens: a list of the first view at the start. */
const opens = (first: FirstView, { type, tab }: AnyEventObject) => {
  if (type === 'xstate.init') return first.kind === 'folder' && first.place.level === 4 ? 'folder' : first.kind;
  return { 'folder.opened': 'folder', 'all.opened': 'all', 'tab.chosen': tab }[type];
};

export const workspaceModel = defineModel({
  machine: workspaceMachine,
  inputs: {
    all: { userPuid: 3, view: { kind: 'all' }, filters },
    folder: { userPuid: 3, view: { kind: 'folder', place }, filters },
    person: { userPuid: 3, view: { kind: 'folder', place: { level: 4, sharedBy: 5 } }, filters },
    shared: { userPuid: 3, view: { kind: 'shared' }, filters },
    content: { userPuid: 3, view: { kind: 'content' }, filters },
  },
  events: [
    { type: 'folder.opened', place, filters },
    { type: 'folder.opened', place: { level: 4, sharedBy: 5 }, filters },
    { type: 'all.opened', filters },
    { type: 'tab.chosen', tab: 'shared', filters },
    { type: 'tab.chosen', tab: 'content', filters },
    { type: 'folder.createAsked', parent: place },
    { type: 'folder.renameAsked', folderId: 21, name: 'Week 3' },
    { type: 'item.moved', moving },
    { type: 'item.moved', moving: folderMoving },
    { type: 'lesson.previewed', lessonId: 11 },
    ...lessonEvents,
    { type: 'xstate.done.actor.folderNaming', output: { kind: 'saved', name: 'Week 4' } },
    { type: 'xstate.done.actor.folderNaming', output: { kind: 'cancelled', name: '' } },
    { type: 'xstate.done.actor.itemMove', output: { kind: 'moved', name: 'Rocks' } },
    { type: 'xstate.done.actor.itemMove', output: { kind: 'dropped' } },
    { type: 'xstate.done.actor.itemMove', output: { kind: 'failed', problem: { code: 404, message: 'The folder was not found.' } } },
    { type: 'xstate.done.actor.previewLesson', output: 99 },
    { type: 'xstate.error.actor.previewLesson', error: { code: 404, message: 'The lesson was not found.' } },
  ],
  // All starts continue the same way, so the other starts end after one step.
  until: (snapshot) => {
    const { first, place: at } = snapshot.context;
    const isThere = {
      all: true,
      folder: snapshot.matches({ view: { assignment: 'folder' } }) || (snapshot.matches({ view: { shared: 'person' } }) && at?.level === 4),
      shared: snapshot.matches({ view: { shared: 'everyone' } }),
      content: snapshot.matches({ view: 'content' }),
    }[first.view.kind];
    const isIdle = snapshot.matches({ command: { ready: 'idle' } }) && !snapshot.hasTag('unassigned');
    return first.view.kind !== 'all' && !(isThere && isIdle);
  },
  keeps: {
    'folder.opened': { place: 'place' },
    'item.moved': { moving: 'moving' },
    'lesson.previewed': { lessonId: 'previewing' },
    'xstate.done.actor.itemMove': { 'output.problem': 'problem' },
  },
  tags: {
    stepRefused: 'problem.closed',
    all: (snapshot) => snapshot.matches({ view: { assignment: 'all' } }),
    sharedTab: (snapshot) => snapshot.matches({ view: 'shared' }),
    everyone: (snapshot) => snapshot.matches({ view: { shared: 'everyone' } }),
    contentTab: (snapshot) => snapshot.matches({ view: 'content' }),
    unassigned: (snapshot) => snapshot.matches({ unassigning: 'happened' }),
  },
  takes: {
    'lesson.deleted': ['view', 'view.assignment.all'],
  },
  leads: {
    'folder.opened': ['view.assignment.folder', 'view.shared.person'],
    'all.opened': ['view.assignment.all'],
    'tab.chosen': ['view.shared.everyone', 'view.content'],
    'folder.createAsked': ['command.naming'],
    'folder.renameAsked': ['command.naming'],
    'lesson.unassigned': ['unassigning.happened'],
    'xstate.done.actor.folderNaming': ['command.ready'],
    'xstate.done.actor.itemMove': ['command.ready', 'command.ready.refused'],
    'xstate.done.actor.previewLesson': ['command.ready'],
    'xstate.error.actor.previewLesson': ['command.ready.refused'],
    'problem.closed': ['command.ready.idle'],
  },
  runs: {
    folderList: [''],
    allList: [''],
    sharedList: [''],
  },
  tells: {
    'list.outdated to sharedList': 'lesson.duplicated',
    'player.opened': 'xstate.done.actor.previewLesson',
    'list.opened to folderList': ({ context }, event) => opens(context.first.view, event) === 'folder',
    'list.opened to allList': ({ context }, event) => opens(context.first.view, event) === 'all',
    'list.opened to sharedList': ({ context }, event) => opens(context.first.view, event) === 'shared',
    'list.outdated to allList': (before, { type, output }) =>
      type === 'lesson.duplicated' || (type === 'lesson.deleted' && before.hasTag('all')) || hasChanged(output),
    'list.outdated to folderList': (before, { type, isPrebuilt, output }) =>
      type === 'lesson.duplicated' || (type === 'lesson.deleted' && !before.hasTag('all')) || isPrebuilt === false || hasChanged(output),
    'folder.saved': (_before, { type, output }) => type === 'xstate.done.actor.folderNaming' && output.kind === 'saved',
    'item.arrived': (_before, { type, output }) => type === 'xstate.done.actor.itemMove' && output.kind === 'moved',
  },
  invariants: {
    'what is named is known': (snapshot) => !snapshot.matches({ command: 'naming' }) || snapshot.context.naming !== null,
    'a command that failed says why': (snapshot) => !snapshot.hasTag('stepRefused') || snapshot.context.problem !== null,
    'what moves is known': (snapshot) => !snapshot.matches({ command: 'moving' }) || snapshot.context.moving !== null,
    'level 4 is shown under what is shared': (snapshot) =>
      !snapshot.matches({ view: { shared: 'person' } }) || snapshot.context.place?.level === 4,
  },
});
