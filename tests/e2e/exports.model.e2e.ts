import { expect } from 'vitest';
import { dataExports } from '../../contract/exports.ts';
import type { exportJobMachine } from '../../src/machines/exports/exportJobMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { dataExport } from '../../src/views/exports/dataExport.screen.ts';
import { usageReportDownload } from '../../src/views/exports/usageReportDownload.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { describeBrowser, type PageStage } from '../kit/describeBrowser.ts';
import { exportJobModel } from '../machines/exportJob.model.ts';
import { exportOf } from '../machines/exportSamples.ts';
import { describeCommand } from './describeCommand.ts';
import { dialog, everywhere, press, question, says } from './dialogs.ts';
import { comeAnew, type Gates, gatedPages } from './gates.ts';

let gates: Gates;
const open = gatedPages('lindqvist', (fresh) => {
  gates = fresh;
});
const { startExport, getExports, cancelExport, getExportLink, deleteExport } = dataExports;
const address = addressOf(usageReportDownload, exportOf('ready').job_id);
const count = ({ page }: PageStage, name: string) => page.getByRole('button', { name, exact: true }).count();

describeBrowser<typeof exportJobMachine>(exportJobModel, {
  open,
  isKept: true,
  mount: (stage) =>
    comeAnew(stage, address, async () => {
      await gates.open();
      await gates.hold(getExports, cancelExport, getExportLink);
    }),
  drive: {
    'export.retried': press(m.common_try_again(), everywhere),
    'export.cancelled': press(m.exports_cancel(), everywhere),
    'file.asked': press(m.exports_download(), everywhere),
    'xstate.done.actor.find': ({ output }) => gates.answer(getExports, [output]),
    'xstate.error.actor.find': ({ error }) => gates.fail(getExports, error),
    'xstate.done.actor.cancel': ({ output }) => gates.answer(cancelExport, output),
    'xstate.error.actor.cancel': ({ error }) => gates.fail(cancelExport, error),
    // An address of nothing, so that the page stays.
    'xstate.done.actor.fetchLink': () => gates.answer(getExportLink, { path: '#file' }),
    'xstate.error.actor.fetchLink': ({ error }) => gates.fail(getExportLink, error),
  },
  see: {
    opening: (_snapshot, stage) => expect.poll(() => count(stage, m.exports_delete())).toBe(0),
    failed: says(m.common_load_failed(), everywhere),
    following: says(m.exports_leave(), everywhere),
    'following.waiting': (_snapshot, { page }) => page.getByRole('progressbar').waitFor(),
    'following.looking': (_snapshot, { page }) => page.getByRole('progressbar').waitFor(),
    'following.unseen': says(m.exports_unseen(), everywhere),
    cancelling: says(m.exports_leave(), everywhere),
    ended: async ({ context: { job, problem } }, stage) => {
      await stage.page.getByRole('button', { name: m.exports_delete(), exact: true }).waitFor();
      expect(await count(stage, m.exports_download())).toBe(job?.state === 'ready' ? 1 : 0);
      if (problem?.message) await says(problem.message, everywhere)(null, stage);
    },
    fetching: (_snapshot, stage) => expect.poll(() => count(stage, m.exports_delete())).toBe(1),
  },
});

describeCommand({
  name: 'exportRemoval',
  orders: [exportOf('ready').job_id],
  question: 'plain',
  // The page is left.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  open,
  mount: (stage) =>
    comeAnew(stage, address, async () => {
      await gates.open();
      await gates.always(getExports, [exportOf('ready')]);
      await gates.hold(deleteExport);
    }),
  gates: () => gates,
  calls: { run: deleteExport },
  press: {
    give: press(m.exports_delete(), everywhere),
    confirm: press(m.workspace_delete(), question),
    dismissQuestion: press(m.ui_cancel(), question),
  },
  see: {
    'ready.fresh': (_snapshot, { page }) => expect.poll(() => question(page).count()).toBe(0),
    'ready.done': (_snapshot, { page }) => page.getByRole('heading', { level: 1, name: m.exports_title() }).waitFor(),
    'asking.confirming': says(m.exports_delete_text(), question),
    'asking.confirming.refused': (_snapshot, { page }) => question(page).getByRole('alert').waitFor(),
    'asking.confirming.unreachable': says(/The server did not answer/, question),
    saving: (_snapshot, { page }) => question(page).waitFor(),
  },
});

describeCommand({
  name: 'startExport',
  orders: ['what is chosen at first'],
  results: [exportOf('queued')],
  // The page of the export opens.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  open,
  mount: (stage) =>
    comeAnew(stage, addressOf(dataExport), async () => {
      await gates.open();
      await gates.always(getExports, [exportOf('ready')]);
      await gates.hold(startExport);
    }).then(() => press(m.exports_new(), everywhere)(null, stage)),
  gates: () => gates,
  calls: { run: startExport },
  press: { give: press(m.exports_start(), dialog) },
  see: {
    'ready.fresh': says(m.exports_period_help(), dialog),
    'ready.refused': (_snapshot, { page }) => dialog(page).getByRole('alert').waitFor(),
    'ready.unreachable': says(/The server did not answer/, dialog),
    saving: (_snapshot, { page }) => dialog(page).waitFor(),
    'ready.done': (_snapshot, { page }) => page.waitForURL(/usageReportDownload/),
  },
});
