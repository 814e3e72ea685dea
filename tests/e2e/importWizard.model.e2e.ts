import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type RosterJob, rostering } from '../../contract/rostering.ts';
import { m } from '../../src/paraglide/messages.js';
import type { WorkerAnswer } from '../../src/services/rostering/rosterWorker.ts';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { having, oneOf } from '../kit/words.ts';
import { canOnScreen, importWizardModel } from '../machines/importWizard.model.ts';
import { jobOf } from '../machines/rosterSamples.ts';
import { newPage } from './browser.ts';
import { Gates, signIn } from './gates.ts';

let gates: Gates;
const commands = [rostering.importStudents, rostering.cancelImport, rostering.resumeImport, rostering.undoImport];
/** Calls that a file goes through: upload of its part, start of the check, progress of the check. */
const way = [rostering.uploadRosterPart, rostering.validateFile, rostering.rosterJob];

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const step = async (page: Page, name: string) => expect(await page.locator('[aria-current=step]').textContent()).toContain(name);
const errorsOf = (context: { verdict: { check: { errors: number } } | null }) => context.verdict?.check.errors ?? 0;
const pause = 1_000;

/** The worker's message. The worker is loaded without its program. */
async function say(page: Page, answer: WorkerAnswer): Promise<void> {
  await expect.poll(() => page.workers().length, { message: 'the worker that reads' }).toBeGreaterThan(0);
  await page
    .workers()
    .at(-1)
    ?.evaluate((given) => self.postMessage(given), answer);
}

/** Takes a file up to the server's verdict. */
async function arrive(page: Page, job: RosterJob): Promise<void> {
  await page.clock.runFor(pause);
  let next = await gates.waits(...way);
  if (next === rostering.uploadRosterPart) {
    await gates.answer(next, jobOf('uploaded'));
    next = await gates.waits(rostering.validateFile);
  }
  if (next === rostering.validateFile) {
    // The URL may include the caller.
    const { path } = next;
    const checked = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(path));
    await gates.answer(next, jobOf('checking'));
    await checked;
    // The chart starts to wait when the response arrives.
    await expect
      .poll(async () => {
        await page.clock.runFor(pause);
        return gates.isWaiting(rostering.rosterJob);
      })
      .toBe(true);
  }
  await gates.answer(rostering.rosterJob, job);
}

describeBrowser<typeof importWizardModel.machine>(importWizardModel, {
  isKept: true,
  open: () => newPage({ expected: [/ERR_FAILED/], isKept: true }),
  mount: async ({ page, input }) => {
    const { jobId } = input as { jobId: number | null };
    if (page.url() === 'about:blank') {
      await signIn(page, 'okafor');
      gates = new Gates(page);
    } else await gates.open();
    await gates.hold(...way, ...commands, rostering.rosterFindings, rostering.rosterChanges);
    await gates.always(rostering.rosterJobs, []);
    await gates.silence('rosterWorker');
    await page.goto(`/authenticated/admin/manageUsers/importUsers${jobId === null ? '' : `?job=${jobId}`}`);
  },
  can: canOnScreen,
  drive: {
    'files.chosen': (_event, { page }) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'students.csv', mimeType: 'text/csv', buffer: Buffer.from('user_name;first_name') }),
    'reading.advanced': ({ bytes }, { page }) => say(page, { kind: 'advanced', bytes }),
    'reading.ended': ({ verdict: { check, findings } }, { page }) => say(page, { kind: 'checked', check, findings }),
    'reading.failed': (_event, { page }) => say(page, { kind: 'failed', message: '' }),
    'reading.cancelled': (_event, { page }) => press(page, 'Cancel'),
    'mends.chosen': (_event, { page }) => press(page, 'Read the columns as separated by “;”'),
    'mapping.changed': async (_event, { page }) => {
      await page.getByLabel(m.rostering_user_name()).selectOption('number');
      await press(page, m.rostering_columns_use());
    },
    'options.changed': async (_event, { page }) => {
      const list = page.getByLabel(m.rostering_mode());
      await list.selectOption((await list.inputValue()) === 'add' ? 'replace' : 'add');
    },
    'rows.leftOut': (_event, { page }) => press(page, /^Continue with the good rows/),
    'file.accepted': (_event, { page }) => press(page, m.rostering_continue()),
    'file.uploaded': ({ job }) => gates.answer(rostering.uploadRosterPart, job),
    'file.verified': ({ job }, { page }) => arrive(page, job),
    'file.failed': async ({ problem }, { page }) => {
      await page.clock.runFor(pause);
      await gates.fail(await gates.waits(...way), problem);
    },
    'import.retried': (_event, { page }) => press(page, m.common_try_again()),
    'confirmation.typed': ({ text }, { page }) => page.getByLabel('Type 12 to confirm').fill(text),
    'import.confirmed': (_event, { page }) => press(page, m.rostering_confirm()),
    'import.stopped': (_event, { page }) => press(page, 'Stop'),
    'import.resumed': (_event, { page }) => press(page, m.rostering_resume()),
    'import.undone': async (_event, { page }) => {
      await press(page, m.rostering_undo_import());
      await page.getByRole('alertdialog').getByRole('button', { name: m.rostering_undo_import() }).click();
    },
    'import.discarded': (_event, { page }) => press(page, 'Discard'),
    'import.restarted': (_event, { page }) => press(page, oneOf(m.rostering_other_file(), m.rostering_another())),
    'xstate.done.actor.find': ({ output }) => gates.answer(rostering.rosterJob, output),
    'xstate.error.actor.find': ({ error }) => gates.fail(rostering.rosterJob, error),
    'xstate.done.actor.loadFindings': ({ output }) => gates.answer(rostering.rosterFindings, output),
    'xstate.error.actor.loadFindings': ({ error }) => gates.fail(rostering.rosterFindings, error),
    'xstate.done.actor.loadChanges': ({ output }) => gates.answer(rostering.rosterChanges, output),
    'xstate.error.actor.loadChanges': ({ error }) => gates.fail(rostering.rosterChanges, error),
    'xstate.done.actor.command': async ({ output }) => gates.answer(await gates.waits(...commands), output),
    'xstate.error.actor.command': async ({ error }) => gates.fail(await gates.waits(...commands), error),
  },
  see: {
    finding: () => undefined,
    comparing: () => undefined,
    explaining: () => undefined,
    listing: () => undefined,
    commanding: () => undefined,
    lost: (_snapshot, { page }) => shows(page, m.rostering_lost()),
    choosing: async (_snapshot, { page }) => {
      await shows(page, m.rostering_template());
      await step(page, m.rostering_step_choose());
    },
    reading: async (_snapshot, { page }) => {
      await page.getByRole('progressbar', { name: m.rostering_reading() }).waitFor();
      await step(page, 'Check');
    },
    unreadable: (_snapshot, { page }) => shows(page, m.rostering_unreadable_title()),
    reviewing: async ({ context }, { page }) => {
      await shows(
        page,
        errorsOf(context) > 0
          ? m.rostering_with_errors({ errors: m.rostering_errors({ count: 1 }) })
          : m.rostering_clean({ rows: m.rostering_rows({ count: 3, number: 3 }) }),
      );
      const isRefused = await page.getByRole('button', { name: m.rostering_continue() }).getAttribute('aria-disabled');
      expect(isRefused).toBe(errorsOf(context) > 0 ? 'true' : null);
    },
    'sending.travelling': (_snapshot, { page }) =>
      page.getByRole('progressbar').or(page.getByText(m.rostering_checking())).first().waitFor(),
    'sending.stuck': (_snapshot, { page }) => shows(page, m.rostering_stuck()),
    refused: (_snapshot, { page }) => shows(page, m.rostering_refused()),
    deciding: async ({ context }, { page }) => {
      await shows(page, m.rostering_would());
      await step(page, 'Compare');
      const isBraked = context.job?.confirmation !== null && context.typed === '';
      expect(await page.getByRole('button', { name: m.rostering_confirm() }).getAttribute('aria-disabled')).toBe(isBraked ? 'true' : null);
      if (context.problem) await shows(page, context.problem.message);
      const isInPart = context.job?.options.leave_out === true;
      expect(await page.getByText('Left out because of errors').count()).toBe(isInPart ? 1 : 0);
    },
    following: async ({ context }, { page }) => {
      await shows(page, 'Row 1 of 3');
      await step(page, 'Import');
      expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(context.job?.state === 'undoing' ? 0 : 1);
    },
    'following.unseen': (_snapshot, { page }) => shows(page, having(m.rostering_unseen())),
    over: async ({ context }, { page }) => {
      await shows(
        page,
        { partial: m.rostering_over_partial(), rolledBack: 'Undone', cancelled: 'Discarded' }[context.job?.state as string] ?? '',
      );
      expect(await page.getByRole('button', { name: m.rostering_resume() }).count()).toBe(context.job?.state === 'partial' ? 1 : 0);
    },
  },
});
