// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { idOf } from '../../server/content/ids.ts';
import type { Deleted, Task, workspaceDialogsMachine } from '../../src/machines/library/workspaceDialogsMachine.ts';
import { type FolderPlace, placeKey } from '../../src/machines/workspace/place.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import WorkspaceHomePage from '../../src/views/workspace/WorkspaceHomePage.tsx';
import { describeView } from '../kit/describeView.ts';
import { workspaceDialogsModel } from '../machines/workspaceDialogs.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const productId = idOf('course');
const place: FolderPlace = { level: 1, productId, unitId: 801, isCustomUnit: true };
const task = { kind: 'moveFolder', folder: { name: 'Week', place }, parent: { name: 'Course' } } as Task;
const deletion: Deleted = { key: 'folder 801', name: 'Week', folderId: 801, place };
const dialog = (name: string) => screen.queryByRole('dialog', { name });
const question = () => screen.queryByRole('alertdialog', { name: m.workspace_delete_title({ name: 'Week' }) });
/** The tree that can be operated: in its dialog, or beside the list. */
const choose = async (item: string) => {
  const buttons = await screen.findAllByRole('button', { name: 'Actions for Week' });
  await act(async () => fireEvent.click(buttons.at(-1) as HTMLElement));
  const found = await screen.findByRole('menuitem', { name: new RegExp(`^${item}`) });
  await act(async () => fireEvent.click(found));
};
const press = (inside: HTMLElement | null, name: string) =>
  act(async () => fireEvent.click(within(inside as HTMLElement).getByRole('button', { name })));

describeView<typeof workspaceDialogsMachine>(
  {
    ...workspaceDialogsModel,
    events: [
      { type: 'task.opened', task },
      { type: 'task.closed' },
      { type: 'tree.opened' },
      { type: 'tree.closed' },
      { type: 'deletion.asked', deletion },
      { type: 'deletion.closed', key: deletion.key },
    ],
  },
  {
    // Lists and tree are slow to draw, so one mode is enough.
    modes: ['plain'],
    mount: async (stage) => {
      opened = await openScreen(stage);
      await opened.network.backend.db
        .insertInto('folder')
        .values({
          district_id: 1,
          owner_puid: ids.tess,
          product_id: productId,
          folder_id: 801,
          folder_name: 'Week',
          parent_folder_type: 'product',
          parent_folder_id: productId,
          sort_order: 1,
        })
        .execute();
      await opened.signIn('tess');
      stage.render(
        <AtRoute app={opened.app} address={`${paths.workspace}?at=${placeKey(place)}`} path={paths.workspace}>
          <WorkspaceHomePage />
        </AtRoute>,
      );
      await screen.findByRole('button', { name: 'Actions for Week' });
    },
    // A dialog covers the page. Only the dialog with the folders can open another one, and takes its own place.
    can: (event, snapshot) => {
      const isAsking = snapshot.context.deletions.length > 0;
      if (event.type === 'task.closed' || event.type === 'tree.closed') return true;
      if (event.type === 'deletion.closed') return isAsking && !snapshot.hasTag('task') && !snapshot.hasTag('tree');
      return !snapshot.hasTag('task') && !isAsking;
    },
    drive: {
      'task.opened': () => choose(m.workspace_move()),
      'task.closed': () => press(dialog(m.workspace_move_title({ name: 'Week' })), m.common_cancel()),
      'tree.opened': () => fireEvent.click(screen.getByRole('button', { name: m.workspace_folder_open({ name: 'Week' }) })),
      'tree.closed': () => press(dialog(m.workspace_folders()), m.ui_close()),
      'deletion.asked': () => choose(m.workspace_delete()),
      'deletion.closed': () => press(question(), m.ui_cancel()),
    },
    see: {
      'task.closed': () => waitFor(() => expect(dialog(m.workspace_move_title({ name: 'Week' }))).toBeNull()),
      'task.open': () => waitFor(() => expect(dialog(m.workspace_move_title({ name: 'Week' }))).not.toBeNull()),
      'tree.closed': () => waitFor(() => expect(dialog(m.workspace_folders())).toBeNull()),
      'tree.open': () => waitFor(() => expect(dialog(m.workspace_folders())).not.toBeNull()),
      deletions: ({ context }) => waitFor(() => expect(question() !== null).toBe(context.deletions.length > 0)),
    },
  },
);
