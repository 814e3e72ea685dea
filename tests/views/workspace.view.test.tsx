// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { InputFrom } from 'xstate';
import { workspace } from '../../contract/workspace.ts';
import { idOf } from '../../server/content/ids.ts';
import type { FolderNamingInput } from '../../src/machines/workspace/folderNamingMachine.ts';
import { noFilters } from '../../src/machines/workspace/lessonListMachine.ts';
import { type FolderPlace, type Place, placeKey } from '../../src/machines/workspace/place.ts';
import type { FirstView, workspaceMachine } from '../../src/machines/workspace/workspaceMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { type View, viewPath } from '../../src/views/workspace/address.ts';
import WorkspaceHomePage from '../../src/views/workspace/WorkspaceHomePage.tsx';
import { describeView, type Stage } from '../kit/describeView.ts';
import { folderNamingModel } from '../machines/folderNaming.model.ts';
import { itemMoveModel } from '../machines/itemMove.model.ts';
import { lessonEvents, workspaceModel } from '../machines/workspace.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute, route } from './kit/atRoute.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const productId = idOf('course');
const place: FolderPlace = { level: 1, productId, unitId: idOf('course/unit'), isCustomUnit: false };
const person: Place = { level: 4, sharedBy: ids.tom };
const lessonId = 70_001;
const folderId = 80_001;
const moving = { lessonId, name: 'Rocks', place };
/** The folder's current place, so that the tree stays the same. */
const folderMoving = {
  folderId,
  name: 'Week 3',
  from: { level: 1, productId, unitId: folderId, isCustomUnit: true } as FolderPlace,
  place: { level: 0, productId } as FolderPlace,
};
const filters = noFilters;

let opened: Screen;
const tab = (name: string) => screen.getByRole('tab', { name, hidden: true }).getAttribute('aria-selected');
type Waiting = Parameters<Screen['network']['waiting']>[0];
/** The one of these calls that waits for its response. */
async function waitingOf(...calls: readonly Waiting[]): Promise<Waiting> {
  const found = () => calls.find((call) => opened.network.waiting(call) > 0);
  await waitFor(() => expect(found()).toBeDefined());
  return found() as Waiting;
}
const saveCall = () => waitingOf(workspace.createFolder, workspace.updateFolder);
const moveCall = () => waitingOf(workspace.moveFolder, workspace.updateLesson);
const question = async () => within(await screen.findByRole('alertdialog'));
const addressOf = (view: FirstView): View =>
  view.kind === 'content'
    ? { tab: 'content' }
    : view.kind === 'shared'
      ? { tab: 'shared', place: null }
      : { tab: 'assignment', place: view.kind === 'all' ? 'all' : view.place };

const openMenu = async (of: string, item: string) => {
  const button = await screen.findByRole('button', { name: `Actions for ${of}` });
  await act(async () => fireEvent.click(button));
  const found = await screen.findByRole('menuitem', { name: new RegExp(`^${item}`) });
  await act(async () => fireEvent.click(found));
};
/** Expands a folder of the tree to show its contents. */
const unfold = async (name: string) => {
  const row = await screen.findByRole('row', { name: new RegExp(`^${name}`) });
  if (row.getAttribute('aria-expanded') === 'true') return;
  await act(async () => fireEvent.click(within(row).getAllByRole('button')[0] as HTMLElement));
};
const go = (view: View) => act(async () => route.go(viewPath(view)));
const inDialog = () => within(screen.getByRole('dialog'));

const typeName = (name: string) => fireEvent.change(inDialog().getByRole('textbox', { name: 'Name' }), { target: { value: name } });
const submitName = () => fireEvent.click(inDialog().getByRole('button', { name: /^(Create|Save)$/ }));
const cancelName = () => fireEvent.click(inDialog().getByRole('button', { name: 'Cancel' }));
const askForName = async (isNew: boolean) => {
  if (isNew) return openMenu('Course', m.workspace_new_folder_here());
  await unfold('Course');
  await openMenu('Week 3', 'Rename');
};
const leave = async () => fireEvent.click((await question()).getByRole('button', { name: m.workspace_equal_leave() }));
const taken = { code: 409, message: 'Taken', refused: true, reason: 'folderNameTaken' };
// Lists and tree are slow to draw, so one mode is enough.
const modes = ['plain'] as const;

/** Opens the workspace, with a folder and a lesson in it, and the server's answers held back. */
async function mount(stage: Stage<any>, view: FirstView) {
  opened = await openScreen({
    ...stage,
    held: [workspace.createFolder, workspace.updateFolder, workspace.moveFolder, workspace.updateLesson, workspace.previewLesson],
  });
  const { db, clock } = opened.network.backend;
  const common = { district_id: 1, owner_puid: ids.tess, product_id: productId };
  await db
    .insertInto('folder')
    .values({
      ...common,
      folder_id: folderId,
      parent_folder_type: 'product',
      parent_folder_id: productId,
      folder_name: 'Week 3',
      sort_order: 1,
    })
    .execute();
  const { lesson_id: _, ...sample } = await db
    .selectFrom('lesson')
    .selectAll()
    .where('lesson_id', '=', ids.freeLesson)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('lesson')
    .values({ ...sample, ...common, lesson_id: lessonId, lesson_name: 'Rocks', unit_id: null, created_at: clock.now })
    .execute();
  await db
    .insertInto('lesson_share')
    .values({
      district_id: 1,
      lesson_id: ids.tomsLesson,
      user_puid: ids.tess,
      shared_by_puid: ids.tom,
      permission: 100,
      shared_at: 1,
    })
    .execute();
  await opened.signIn('tess');
  stage.render(
    <AtRoute app={opened.app} address={viewPath(addressOf(view))} path={paths.workspace}>
      <WorkspaceHomePage />
    </AtRoute>,
  );
}

/** List rows are drawn only where there is room, and jsdom has none. This covers the tree, tabs and menus. */
describeView<typeof workspaceMachine>(
  {
    ...workspaceModel,
    until: () => false,
    inputs: {
      all: { userPuid: ids.tess, view: { kind: 'all' }, filters },
      folder: { userPuid: ids.tess, view: { kind: 'folder', place }, filters },
      person: { userPuid: ids.tess, view: { kind: 'folder', place: person }, filters },
      shared: { userPuid: ids.tess, view: { kind: 'shared' }, filters },
      content: { userPuid: ids.tess, view: { kind: 'content' }, filters },
    },
    events: [
      { type: 'folder.opened', place, filters },
      { type: 'folder.opened', place: person, filters },
      { type: 'all.opened', filters },
      { type: 'tab.chosen', tab: 'shared', filters },
      { type: 'tab.chosen', tab: 'content', filters },
      { type: 'folder.createAsked', parent: { level: 0, productId } },
      { type: 'folder.renameAsked', folderId, name: 'Week 3' },
      { type: 'item.moved', moving },
      { type: 'item.moved', moving: folderMoving },
      { type: 'lesson.previewed', lessonId: ids.orderedLesson },
      ...lessonEvents,
      ...workspaceModel.events.filter(({ type }) => type.startsWith('xstate.')),
    ],
  },
  {
    modes,
    mount: (stage) => mount(stage, (stage.input as InputFrom<typeof workspaceMachine>).view),
    outside: {
      'item.moved': 'A row is dragged. jsdom has no layout to drag in; a browser drags it in the walk of tests/e2e.',
      'lesson.duplicated': 'Sent by the command that duplicates a lesson.',
      'lesson.deleted': 'Sent by the command that deletes a lesson.',
      'lesson.assigned': 'Sent by the dialog that assigns a lesson, a chart of its own.',
      'lesson.unassigned': 'Sent by the command that ends an assignment.',
    },
    drive: {
      'folder.opened': ({ place: to }) => go({ tab: to.level === 4 ? 'shared' : 'assignment', place: to } as View),
      'all.opened': () => go({ tab: 'assignment', place: 'all' }),
      'tab.chosen': ({ tab }) => go(tab === 'content' ? { tab } : { tab, place: null }),
      'folder.createAsked': () => askForName(true),
      'folder.renameAsked': () => askForName(false),
      'item.moved': (event, stage) => stage.send(event),
      'lesson.previewed': () => openMenu('In order', 'Preview'),
      'lesson.duplicated': (event, stage) => stage.send(event),
      'lesson.deleted': (event, stage) => stage.send(event),
      'lesson.assigned': (event, stage) => stage.send(event),
      'lesson.unassigned': (event, stage) => stage.send(event),
      'problem.closed': () => fireEvent.click(screen.getByRole('button', { name: 'Dismiss' })),
      'xstate.done.actor.folderNaming': async ({ output }) => {
        await screen.findByRole('dialog');
        if (output.kind === 'cancelled') return cancelName();
        typeName(output.name);
        await act(async () => submitName());
        await opened.network.release(await saveCall());
      },
      'xstate.done.actor.itemMove': async ({ output }) => {
        if (output.kind === 'failed') return opened.network.fail(await moveCall(), output.problem);
        if (output.kind === 'moved') return opened.network.release(await moveCall());
        await opened.network.fail(await moveCall(), taken);
        await leave();
      },
      'xstate.done.actor.previewLesson': () => opened.network.release(workspace.previewLesson),
      'xstate.error.actor.previewLesson': ({ error }) => opened.network.fail(workspace.previewLesson, error),
    },
    // No rows are drawn here for lack of room, so the preview is that of the content tab.
    can: (event, snapshot) => {
      const isFolderEvent = event.type === 'folder.createAsked' || event.type === 'folder.renameAsked';
      if (isFolderEvent) return snapshot.matches({ view: 'assignment' });
      if (event.type === 'item.moved') return snapshot.matches({ view: 'assignment' });
      if (event.type === 'lesson.previewed') return snapshot.matches({ view: 'content' });
      return true;
    },
    see: {
      'view.assignment': () => {
        screen.getByRole('heading', { level: 1, name: 'Workspace', hidden: true });
        expect(tab(m.workspace_tab_assignment())).toBe('true');
      },
      'view.assignment.folder': ({ context }) => expect(placeKey(context.place as Place)).toBe(placeKey(place)),
      'view.assignment.all': () => expect(route.path).toContain('at=all'),
      'view.shared': () => expect(tab(m.workspace_tab_shared())).toBe('true'),
      'view.shared.everyone': () => expect(route.path).not.toContain('at='),
      'view.shared.person': () => expect(route.path).toContain(`at=by.${ids.tom}`),
      'view.content': () => {
        // The preview has opened.
        if (route.path.includes('/lessonPlayer/')) return;
        screen.getByRole('heading', { level: 1, name: 'Content', hidden: true });
        expect(tab(m.workspace_tab_content())).toBe('true');
      },
      'command.ready': () => expect(screen.queryByRole('dialog')).toBeNull(),
      'command.naming': ({ context }) =>
        screen.findByRole('dialog', {
          name:
            context.naming?.kind === 'create'
              ? m.workspace_new_folder_in({ name: 'Course' })
              : m.workspace_rename_title({ name: 'Week 3' }),
        }),
      'command.moving': async () => expect(opened.network.waiting(await moveCall())).toBe(1),
      'command.previewing': () => expect(screen.queryByRole('dialog')).toBeNull(),
      'command.ready.refused': ({ context }) => {
        shown(m.workspace_step_failed());
        shown(context.problem?.message ?? '');
      },
      'unassigning.none': () => expect(screen.queryByText(m.workspace_unassigned())).toBeNull(),
      'unassigning.happened': () => screen.getByText(m.workspace_unassigned()),
    },
  },
);

describeView<typeof folderNamingModel.machine>(
  {
    ...folderNamingModel,
    inputs: {
      create: { userPuid: ids.tess, naming: { kind: 'create', parent: { level: 0, productId } } },
      rename: { userPuid: ids.tess, naming: { kind: 'rename', folderId, name: 'Week 3' } },
    },
  },
  {
    modes,
    mount: async (stage) => {
      await mount(stage, { kind: 'all' });
      await askForName((stage.input as FolderNamingInput).naming.kind === 'create');
      await screen.findByRole('dialog');
    },
    drive: {
      'name.changed': ({ name }) => typeName(name),
      'folder.submitted': submitName,
      'naming.cancelled': cancelName,
      'xstate.done.actor.saveFolder': async () => opened.network.release(await saveCall()),
      'xstate.error.actor.saveFolder': async ({ error }) => opened.network.fail(await saveCall(), error),
    },
    see: {
      naming: ({ context }) => expect(inDialog().getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe(context.name),
      'naming.asking': () => expect(inDialog().queryByText(m.workspace_name_wrong())).toBeNull(),
      'naming.unnamed': () => inDialog().getByText(m.workspace_name_wrong()),
      'naming.refused': ({ context }) => inDialog().getByText(context.problem?.message ?? ''),
      saving: () =>
        expect(
          inDialog()
            .getByRole('button', { name: /(Create|Save)$/ })
            .getAttribute('aria-disabled'),
        ).toBe('true'),
      ended: () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull()),
    },
  },
);

describeView<typeof itemMoveModel.machine>(
  {
    ...itemMoveModel,
    // No rows are drawn for lessons, so a folder is moved.
    inputs: { folder: { userPuid: ids.tess, moving: { ...folderMoving, place } } },
  },
  {
    modes,
    mount: async (stage) => {
      await mount(stage, { kind: 'all' });
      await unfold('Course');
      await openMenu('Week 3', m.workspace_move());
      const dialog = within(await screen.findByRole('dialog'));
      fireEvent.click(await dialog.findByRole('row', { name: /^Unit/ }));
      await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Move' })));
    },
    drive: {
      'both.kept': async () => fireEvent.click((await question()).getByRole('button', { name: m.workspace_equal_keep() })),
      'move.dropped': leave,
      'xstate.done.actor.moveItem': async () => opened.network.release(await moveCall()),
      'xstate.error.actor.moveItem': async ({ error }) => opened.network.fail(await moveCall(), error),
    },
    see: {
      moving: async () => expect(opened.network.waiting(await moveCall())).toBe(1),
      equal: async ({ context: { moving: asked } }) => {
        await (await question()).findByRole('heading', { name: new RegExp(`^“${asked.name}” is already in “Unit”$`) });
      },
      ended: ({ context: { end } }) =>
        waitFor(() => (end.kind === 'failed' ? shown(end.problem.message) : expect(screen.queryByRole('alertdialog')).toBeNull())),
    },
  },
);
