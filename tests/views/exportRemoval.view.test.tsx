// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { dataExports } from '../../contract/exports.ts';
import { m } from '../../src/paraglide/messages.js';
import { dataExport } from '../../src/views/exports/dataExport.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { route } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { jobId, openExport } from './kit/exports.tsx';
import { installNetwork } from './kit/network.ts';
import { press, question, seePlain } from './kit/question.ts';
import type { Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const { deleteExport } = dataExports;
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
    confirm: () => fireEvent.click(question().getByRole('button', { name: m.workspace_delete() })),
    dismissQuestion: press(m.ui_cancel()),
  },
  see: {
    ...seePlain({ network: () => opened.network, call: deleteExport, isThere }),
    'ready.done': async () => {
      await waitFor(() => expect(route.path).toBe(addressOf(dataExport)));
      expect(await isThere()).toBe(false);
    },
    'asking.confirming': async () => {
      question().getByText(m.exports_delete_text());
      expect(await isThere()).toBe(true);
    },
  },
});
