import { describe, expect, it } from 'vitest';
import type { LessonRow, WorkspaceMeta } from '../../contract/workspace.ts';
import { type FolderNaming, folderNamingMachine } from '../../src/machines/workspace/folderNamingMachine.ts';
import { itemMoveMachine } from '../../src/machines/workspace/itemMoveMachine.ts';
import { type ListPage, lessonListMachine, noFilters, type PageOrder } from '../../src/machines/workspace/lessonListMachine.ts';
import { type FolderPlace, foldersOf, movedPlace, type Place, placeKey, readPlace, trailTo } from '../../src/machines/workspace/place.ts';
import { type FirstView, workspaceMachine } from '../../src/machines/workspace/workspaceMachine.ts';
import { firstPage, secondPage } from './lessonList.model.ts';
import { createTestActor } from './scenario.ts';

const filters = noFilters;
const places = {
  product: { level: 0, productId: 7 },
  unit: { level: 1, productId: 7, unitId: 8, isCustomUnit: false },
  subUnit: { level: 2, productId: 7, unitId: 8, isCustomUnit: false, subUnitId: 9, isCustomSubUnit: true },
  level3: {
    level: 3,
    productId: 7,
    unitId: 8,
    isCustomUnit: false,
    subUnitId: 9,
    isCustomSubUnit: true,
    level3Id: 10,
    isCustomLevel3: true,
  },
  person: { level: 4, sharedBy: 5 },
} as const satisfies Record<string, Place>;

const moving = { folderId: 21, name: 'Week 3', from: places.subUnit, place: places.unit };

/** The workspace, with the messages sent to each of its lists. */
function openWorkspace(view: FirstView = { kind: 'all' }) {
  const said: string[] = [];
  const machine = workspaceMachine.provide({
    actions: {
      openList: (_, { source }) =>
        void said.push(source.kind === 'folder' ? `folder opens ${placeKey(source.place)}` : `${source.kind} opens`),
      refreshWorkspace: () => void said.push('workspace again'),
      refreshAll: () => void said.push('all again'),
      refreshShared: () => void said.push('shared again'),
    },
  });
  const opened = createTestActor(machine, { userPuid: 3, view, filters });
  return { workspace: opened, told: () => said.splice(0) };
}

describe('the workspace', () => {
  it('begins with the assignment tab', () => {
    const { workspace, told } = openWorkspace();
    expect(workspace.snapshot().matches({ view: 'assignment' })).toBe(true);
    expect(told()).toEqual(['all opens']);
  });

  it.each(Object.entries(places))('opens the level of a %s and loads its lessons and assignments', (_, place) => {
    const { workspace, told } = openWorkspace();
    told();
    workspace.send({ type: 'folder.opened', place, filters });
    expect(told()).toEqual([`folder opens ${placeKey(place)}`]);
    expect(workspace.snapshot().context.place).toEqual(place);
    expect(workspace.snapshot().matches({ view: place.level === 4 ? { shared: 'person' } : { assignment: 'folder' } })).toBe(true);
  });

  it('refreshes the shared view, the all-lessons view and the workspace after a lesson or assignment was duplicated', () => {
    const { workspace, told } = openWorkspace();
    workspace.send({ type: 'all.opened', filters });
    told();
    workspace.send({ type: 'lesson.duplicated' });
    expect(told()).toEqual(['shared again', 'all again', 'workspace again']);
  });

  it('refreshes the all-lessons view, and that alone, after a deletion in it', () => {
    const { workspace, told } = openWorkspace();
    workspace.send({ type: 'all.opened', filters });
    told();
    workspace.send({ type: 'lesson.deleted' });
    expect(told()).toEqual(['all again']);
    workspace.send({ type: 'folder.opened', place: places.unit, filters });
    told();
    workspace.send({ type: 'lesson.deleted' });
    expect(told()).toEqual(['workspace again']);
  });

  it('skips the refresh of the workspace after a prebuilt lesson was assigned or unassigned', () => {
    const { workspace, told } = openWorkspace();
    told();
    workspace.send({ type: 'lesson.assigned', isPrebuilt: true }, { type: 'lesson.unassigned', isPrebuilt: true });
    expect(told()).toEqual([]);
    workspace.send({ type: 'lesson.assigned', isPrebuilt: false });
    expect(told()).toEqual(['workspace again']);
    workspace.send({ type: 'lesson.unassigned', isPrebuilt: false });
    expect(told()).toEqual(['workspace again']);
  });

  it.each([true, false])('sets a local flag that an unassign happened (prebuilt: %s)', (isPrebuilt) => {
    const { workspace } = openWorkspace();
    expect(workspace.snapshot().hasTag('unassigned')).toBe(false);
    workspace.send({ type: 'lesson.unassigned', isPrebuilt });
    expect(workspace.snapshot().hasTag('unassigned')).toBe(true);
  });

  it('moves a lesson or a folder, and loads lists and counts again', async () => {
    const { workspace, told } = openWorkspace();
    told();
    workspace.send({ type: 'item.moved', moving });
    expect(workspace.inputs('itemMove')).toEqual([{ userPuid: 3, moving }]);
    await workspace.done('itemMove', { kind: 'moved', name: 'Week 3' });
    expect(told()).toEqual(['workspace again', 'all again']);
    expect(workspace.emitted).toEqual([{ type: 'item.arrived', moving, name: 'Week 3' }]);
  });

  it('says why an item could not be moved, until the next command', async () => {
    const { workspace, told } = openWorkspace();
    told();
    workspace.send({ type: 'item.moved', moving });
    await workspace.done('itemMove', { kind: 'failed', problem: { code: 400, message: 'Too deep' } });
    expect(workspace.snapshot().hasTag('stepRefused')).toBe(true);
    expect(workspace.snapshot().context.problem?.message).toBe('Too deep');
    workspace.send({ type: 'item.moved', moving });
    expect(workspace.snapshot().context.problem).toBeNull();
    await workspace.done('itemMove', { kind: 'dropped' });
    expect(workspace.snapshot().matches({ command: { ready: 'idle' } })).toBe(true);
    expect(told()).toEqual([]);
    expect(workspace.emitted).toEqual([]);
  });

  it('yields a start id when a lesson is previewed', async () => {
    const { workspace } = openWorkspace();
    workspace.send({ type: 'lesson.previewed', lessonId: 11 });
    expect(workspace.inputs('previewLesson')).toEqual([{ userPuid: 3, lessonId: 11 }]);
    await workspace.done('previewLesson', 77);
    expect(workspace.emitted).toEqual([{ type: 'player.opened', lessonId: 11, startId: 77 }]);
  });

  it.each([
    ['makes a folder', { type: 'folder.createAsked', parent: places.unit }, { kind: 'create', parent: places.unit }],
    ['renames one', { type: 'folder.renameAsked', folderId: 21, name: 'Week 3' }, { kind: 'rename', folderId: 21, name: 'Week 3' }],
  ] as const)('%s, and loads lists and counts again', async (_, event, naming) => {
    const { workspace, told } = openWorkspace();
    told();
    workspace.send(event);
    expect(workspace.inputs('folderNaming')).toEqual([{ userPuid: 3, naming }]);
    await workspace.done('folderNaming', { kind: 'cancelled', name: '' });
    expect([...told(), ...workspace.emitted]).toEqual([]);
    workspace.send(event);
    await workspace.done('folderNaming', { kind: 'saved', name: 'Week 4' });
    expect(told()).toEqual(['workspace again', 'all again']);
    expect(workspace.emitted).toEqual([{ type: 'folder.saved', name: 'Week 4' }]);
  });
});

describe('the move of an item', () => {
  const move = () => createTestActor(itemMoveMachine, { userPuid: 3, moving });
  it('is one call', async () => {
    const item = move();
    expect(item.inputs('moveItem')).toEqual([{ userPuid: 3, moving, sameName: 'ask' }]);
    await item.done('moveItem', 'Week 3');
    expect(item.snapshot().output).toEqual({ kind: 'moved', name: 'Week 3' });
  });
  it('asks where the name is taken: both, or neither', async () => {
    const item = move();
    await item.fails('moveItem', 409, 'Taken', { reason: 'folderNameTaken' });
    expect(item.snapshot().hasTag('equal')).toBe(true);
    item.send({ type: 'both.kept' });
    expect(item.inputs('moveItem').map((one) => (one as { sameName: string }).sameName)).toEqual(['ask', 'keep']);
    await item.done('moveItem', 'Week 3 (2)');
    expect(item.snapshot().output).toEqual({ kind: 'moved', name: 'Week 3 (2)' });
    const other = move();
    await other.fails('moveItem', 409, 'Taken', { reason: 'lessonNameTaken' });
    other.send({ type: 'move.dropped' });
    expect(other.snapshot().output).toEqual({ kind: 'dropped' });
  });
  it('asks nothing after any other refusal', async () => {
    const item = move();
    await item.fails('moveItem', 400, 'Too deep', { reason: 'folderTooDeep' });
    expect(item.snapshot().output).toMatchObject({ kind: 'failed', problem: { code: 400, message: 'Too deep' } });
  });
});

describe('the name of a folder', () => {
  const name = (naming: FolderNaming = { kind: 'create', parent: places.unit }) =>
    createTestActor(folderNamingMachine, { userPuid: 3, naming });
  it('starts empty for a new folder, and with its name for an old one', () => {
    expect(name().snapshot().context.name).toBe('');
    expect(name({ kind: 'rename', folderId: 21, name: 'Week 3' }).snapshot().context.name).toBe('Week 3');
  });
  it('is kept when the server refused it', async () => {
    const folder = name();
    folder.send({ type: 'name.changed', name: ' Week 3 ' }, { type: 'folder.submitted' });
    expect(folder.inputs('saveFolder')).toEqual([{ userPuid: 3, naming: { kind: 'create', parent: places.unit }, name: 'Week 3' }]);
    await folder.fails('saveFolder', 409, 'There is a folder “Week 3” here already.');
    expect(folder.snapshot().hasTag('refused')).toBe(true);
    expect(folder.snapshot().context).toMatchObject({ name: ' Week 3 ', problem: { code: 409 } });
    folder.send({ type: 'folder.submitted' });
    await folder.done('saveFolder', null);
    expect(folder.snapshot().output).toEqual({ kind: 'saved', name: 'Week 3' });
  });
  it('is not saved when the dialog is closed', () => {
    const folder = name();
    folder.send({ type: 'name.changed', name: 'Week 3' }, { type: 'naming.cancelled' });
    expect(folder.inputs('saveFolder')).toEqual([]);
    expect(folder.snapshot().output).toEqual({ kind: 'cancelled', name: '' });
  });
  it('has at most 200 characters', () => {
    const folder = name();
    folder.send({ type: 'name.changed', name: ` ${'x'.repeat(200)} ` }, { type: 'folder.submitted' });
    expect(folder.waits('saveFolder')).toBe(true);
  });
  it.each(['', '   ', 'x'.repeat(201)])('is asked for again if it is none: %j', (typed) => {
    const folder = name();
    folder.send({ type: 'name.changed', name: typed }, { type: 'folder.submitted' });
    expect(folder.snapshot().hasTag('unnamed')).toBe(true);
    folder.send({ type: 'name.changed', name: 'Week 3' });
    expect(folder.snapshot().hasTag('unnamed')).toBe(false);
  });
});

describe('a list of lessons', () => {
  const open = async (page: ListPage = firstPage) => {
    const list = createTestActor(lessonListMachine, { userPuid: 3 });
    list.send({ type: 'list.opened', source: { kind: 'folder', place: places.unit }, filters });
    await list.done('loadPage', page);
    return list;
  };

  it('is cleared before another folder is loaded', async () => {
    const list = await open();
    expect(Object.keys(list.snapshot().context.rows)).toEqual(['0']);
    list.send({ type: 'list.opened', source: { kind: 'folder', place: places.level3 }, filters });
    expect(list.snapshot().context).toMatchObject({ rows: {}, total: 0 });
    expect(list.snapshot().matches('loading')).toBe(true);
  });

  it('keeps its rows while it is loaded again', async () => {
    const list = await open();
    list.send({ type: 'list.outdated' });
    expect(Object.keys(list.snapshot().context.rows)).toEqual(['0']);
  });

  it('fetches what comes into sight, and nothing twice', async () => {
    const list = await open();
    list.send({ type: 'page.wanted', page: 0 }, { type: 'page.wanted', page: 9 });
    expect(list.waits('loadPage')).toBe(false);
    list.send({ type: 'page.wanted', page: 1 });
    expect(list.inputs('loadPage').at(-1)).toMatchObject({ page: 1 });
    await list.done('loadPage', secondPage);
    expect(Object.keys(list.snapshot().context.rows)).toEqual(['0', '100']);
    list.send({ type: 'page.wanted', page: 1 });
    expect(list.inputs('loadPage')).toHaveLength(2);
  });

  it('goes for what is in sight now, whatever was asked for before', async () => {
    const list = await open();
    list.send({ type: 'page.wanted', page: 1 }, { type: 'page.wanted', page: 1 }, { type: 'page.wanted', page: 2 });
    expect(list.inputs('loadPage').map((order) => (order as PageOrder).page)).toEqual([0, 1, 2]);
    await list.fails('loadPage', 503);
    list.send({ type: 'page.wanted', page: 1 });
    expect(list.waits('loadPage')).toBe(false);
    list.send({ type: 'list.retried' });
    expect(list.inputs('loadPage').at(-1)).toMatchObject({ page: 1 });
  });

  it('does not say that nothing fits before it has looked', () => {
    const list = createTestActor(lessonListMachine, { userPuid: 3 });
    list.send({ type: 'list.opened', source: { kind: 'all' }, filters }, { type: 'filters.changed', filters: { ...filters, search: 'r' } });
    expect(list.snapshot().hasTag('ready')).toBe(false);
    list.pass(250);
    expect(list.inputs('loadPage').at(-1)).toMatchObject({ filters: { search: 'r' }, page: 0 });
    expect(list.snapshot().hasTag('ready')).toBe(false);
  });

  it('waits for a pause before it looks for what is typed', async () => {
    const list = await open();
    for (const search of ['r', 'ro', 'roc']) {
      list.send({ type: 'filters.changed', filters: { ...filters, search } });
      list.pass(200);
    }
    expect(list.inputs('loadPage')).toHaveLength(1);
    list.pass(100);
    expect(list.inputs('loadPage').at(-1)).toMatchObject({ filters: { search: 'roc' }, page: 0 });
  });

  it('puts lessons and assignments in one order', async () => {
    const row = (position: number) => ({ position }) as LessonRow;
    const list = await open({ lessons: [row(1), row(2)], assignments: [row(0), row(3)], offset: 0, total: 4, meta: null });
    expect(Object.values(list.snapshot().context.rows).map((one) => one.position)).toEqual([0, 1, 2, 3]);
  });
});

describe('places', () => {
  it.each(Object.entries(places))('a %s is found again by its key', (_, place) => expect(readPlace(placeKey(place))).toEqual(place));
  it.each(['', 'x', '0', '7.', '7.8.9.10.11', 'own7', '7.own', '7.-8', 'by.', 'by.0', '7.8e3', '99999999999999999'])(
    'is nowhere: %j',
    (text) => expect(readPlace(text)).toBeUndefined(),
  );
  it('go along with a folder that moves', () => {
    const from: FolderPlace = { level: 1, productId: 7, unitId: 21, isCustomUnit: true };
    const day: FolderPlace = { ...from, level: 2, subUnitId: 22, isCustomSubUnit: true };
    const to: FolderPlace = { level: 1, productId: 9, unitId: 31, isCustomUnit: false };
    const moved = (at: Place) => placeKey(movedPlace(at, from, to));
    expect(moved(from)).toBe('9.31.own21');
    expect(moved(day)).toBe('9.31.own21.own22');
    expect(placeKey(movedPlace(day, day, { level: 0, productId: 7 }))).toBe('7.own22');
    for (const other of [
      to,
      { ...from, unitId: 2 },
      { ...from, unitId: 211 },
      { ...from, isCustomUnit: false },
      { level: 4 as const, sharedBy: 7 },
    ])
      expect(movedPlace(other, from, to)).toBe(other);
  });
  it('take their custom flags from the metadata', () => {
    const meta: WorkspaceMeta = {
      shared_by: [],
      total: 0,
      products: [
        {
          product_id: 7,
          product_name: 'Course',
          lesson_count: 0,
          folders: [
            {
              unit_id: 8,
              folder_name: 'Unit',
              is_custom: 'no',
              lesson_count: 0,
              sub_folders: [
                {
                  sub_unit_id: 9,
                  folder_name: 'Mine',
                  is_custom: 'yes',
                  lesson_count: 2,
                  level3_folders: [{ level3_id: 10, folder_name: 'Deep', is_custom: 'yes', lesson_count: 1 }],
                },
              ],
            },
          ],
        },
      ],
    };
    const folders = foldersOf(meta);
    expect(trailTo(folders, places.level3).map(({ name, isCustom }) => [name, isCustom])).toEqual([
      ['Course', false],
      ['Unit', false],
      ['Mine', true],
      ['Deep', true],
    ]);
    expect(trailTo(folders, places.level3).at(-1)?.place).toEqual(places.level3);
    expect(trailTo(folders, { ...places.unit, isCustomUnit: true })).toEqual([]);
  });
});
