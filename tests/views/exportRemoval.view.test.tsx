// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { dataExports } from '../../contract/exports.ts';
import { m } from '../../src/paraglide/messages.js';
import { dataExport } from '../../src/views/exports/dataExport.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { route } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { jobId, openExport } from './kit/exports.tsx';
import { installNetwork } from './kit/network.ts';
import { type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const { deleteExport } = dataExports;
const dialog = () => within(screen.getByRole('alertdialog'));
const isThere = async () => (await opened.network.backend.db.selectFrom('export_job').select('job_id').execute()).length === 1;

describeCommand({
  name: 'exportRemoval',
  orders: [jobId],
  question: 'plain',
  // The page is left.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openExport(stage, 'ready', [deleteExport]);
    await screen.findByRole('button', { name: m.exports_delete() });
  },
  network: () => opened.network,
  calls: { run: deleteExport },
  press: {
    give: () => fireEvent.click(screen.getByRole('button', { name: m.exports_delete() })),
    confirm: () => fireEvent.click(dialog().getByRole('button', { name: m.workspace_delete() })),
    dismissQuestion: () => fireEvent.click(dialog().getByRole('button', { name: m.ui_cancel() })),
  },
  see: {
    'ready.fresh': async () => {
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
      expect(await isThere()).toBe(true);
    },
    'ready.done': async () => {
      await waitFor(() => expect(route.path).toBe(addressOf(dataExport)));
      expect(await isThere()).toBe(false);
    },
    'asking.confirming': async () => {
      dialog().getByText(m.exports_delete_text());
      expect(await isThere()).toBe(true);
    },
    'asking.confirming.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'asking.confirming.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(deleteExport)).toBe(1)),
  },
});
