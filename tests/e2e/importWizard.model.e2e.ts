import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type RosterJob, rostering } from '../../contract/rostering.ts';
import type { WorkerAnswer } from '../../src/services/rosterWorker.ts';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { canOnScreen, importWizardModel } from '../machines/importWizard.model.ts';
import { jobOf } from '../machines/rosterSamples.ts';
import { newPage } from './browser.ts';
import { Gates, signIn } from './gates.ts';

let gates: Gates | undefined;
const open = () => gates as Gates;
const commands = [rostering.importStudents, rostering.cancelImport, rostering.resumeImport, rostering.undoImport];
/** What a file waits for on its way: its part, the beginning of the check, how far the check is. */
const way = [rostering.uploadRosterPart, rostering.validateFile, rostering.rosterJob];

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const step = async (page: Page, name: string) => expect(await page.locator('[aria-current=step]').textContent()).toContain(name);
const errorsOf = (context: { verdict: { check: { errors: number } } | null }) => context.verdict?.check.errors ?? 0;
const pause = 1_000;

/** What the worker says, which has loaded without its program. */
async function say(page: Page, answer: WorkerAnswer): Promise<void> {
  await expect.poll(() => page.workers().length, { message: 'the worker that reads' }).toBeGreaterThan(0);
  await page
    .workers()
    .at(-1)
    ?.evaluate((given) => self.postMessage(given), answer);
}

/** Lets a file go its way as far as the verdict of the server. */
async function arrive(page: Page, job: RosterJob): Promise<void> {
  await page.clock.runFor(pause);
  let next = await open().waits(...way);
  if (next === rostering.uploadRosterPart) {
    await open().answer(next, jobOf('uploaded'));
    next = await open().waits(rostering.validateFile);
  }
  if (next === rostering.validateFile) {
    // The address may carry the person who asks.
    const { path } = next;
    const checked = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(path));
    await open().answer(next, jobOf('checking'));
    await checked;
    // The chart begins to wait when the answer is there.
    await expect
      .poll(async () => {
        await page.clock.runFor(pause);
        return open().isWaiting(rostering.rosterJob);
      })
      .toBe(true);
  }
  await open().answer(rostering.rosterJob, job);
}

describeBrowser<typeof importWizardModel.machine>(importWizardModel, {
  isKept: true,
  open: () => newPage({ expected: [/ERR_FAILED/], isKept: true }),
  mount: async ({ page, input }) => {
    const { jobId } = input as { jobId: number | null };
    if (page.url() === 'about:blank') await signIn(page, 'okafor');
    else await open().open();
    gates = new Gates(page);
    await gates.hold(...way, ...commands, rostering.rosterFindings, rostering.rosterChanges);
    await gates.always(rostering.rosterJobs, []);
    await page.route('**/rosterWorker*', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
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
      await page.getByLabel('User name').selectOption('number');
      await press(page, 'Use these columns');
    },
    'options.changed': async (_event, { page }) => {
      const list = page.getByLabel('Students who are not in the file');
      await list.selectOption((await list.inputValue()) === 'add' ? 'replace' : 'add');
    },
    'rows.leftOut': (_event, { page }) => press(page, /^Go on with the good rows/),
    'file.accepted': (_event, { page }) => press(page, 'Send and compare'),
    'file.uploaded': ({ job }) => open().answer(rostering.uploadRosterPart, job),
    'file.verified': ({ job }, { page }) => arrive(page, job),
    'file.failed': async ({ problem }, { page }) => {
      await page.clock.runFor(pause);
      await open().fail(await open().waits(...way), problem);
    },
    'import.retried': (_event, { page }) => press(page, 'Try again'),
    'confirmation.typed': ({ text }, { page }) => page.getByLabel('Type 12 to confirm').fill(text),
    'import.confirmed': (_event, { page }) => press(page, 'Import now'),
    'import.stopped': (_event, { page }) => press(page, 'Stop'),
    'import.resumed': (_event, { page }) => press(page, 'Go on'),
    'import.undone': async (_event, { page }) => {
      await press(page, 'Undo the import');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the import' }).click();
    },
    'import.discarded': (_event, { page }) => press(page, 'Discard'),
    'import.restarted': (_event, { page }) => press(page, /Choose another file|Import another file/),
    'xstate.done.actor.find': ({ output }) => open().answer(rostering.rosterJob, output),
    'xstate.error.actor.find': ({ error }) => open().fail(rostering.rosterJob, error),
    'xstate.done.actor.loadFindings': ({ output }) => open().answer(rostering.rosterFindings, output),
    'xstate.error.actor.loadFindings': ({ error }) => open().fail(rostering.rosterFindings, error),
    'xstate.done.actor.loadChanges': ({ output }) => open().answer(rostering.rosterChanges, output),
    'xstate.error.actor.loadChanges': ({ error }) => open().fail(rostering.rosterChanges, error),
    'xstate.done.actor.command': async ({ output }) => open().answer(await open().waits(...commands), output),
    'xstate.error.actor.command': async ({ error }) => open().fail(await open().waits(...commands), error),
  },
  see: {
    finding: () => undefined,
    comparing: () => undefined,
    explaining: () => undefined,
    listing: () => undefined,
    commanding: () => undefined,
    lost: (_snapshot, { page }) => shows(page, 'This import could not be opened'),
    choosing: async (_snapshot, { page }) => {
      await shows(page, 'Download the template');
      await step(page, 'Choose a file');
    },
    reading: async (_snapshot, { page }) => {
      await page.getByRole('progressbar', { name: 'Reading and checking the file' }).waitFor();
      await step(page, 'Check');
    },
    unreadable: (_snapshot, { page }) => shows(page, 'The file could not be read'),
    reviewing: async ({ context }, { page }) => {
      await shows(page, errorsOf(context) > 0 ? '1 error to put right first' : '3 rows read, nothing wrong');
      const isRefused = await page.getByRole('button', { name: 'Send and compare' }).getAttribute('aria-disabled');
      expect(isRefused).toBe(errorsOf(context) > 0 ? 'true' : null);
    },
    'sending.travelling': (_snapshot, { page }) =>
      page.getByRole('progressbar').or(page.getByText('The server compares it')).first().waitFor(),
    'sending.stuck': (_snapshot, { page }) => shows(page, 'The file did not get through'),
    refused: (_snapshot, { page }) => shows(page, 'The server has found errors. Nothing was changed.'),
    deciding: async ({ context }, { page }) => {
      await shows(page, 'This is what would change');
      await step(page, 'Compare');
      const isBraked = context.job?.confirmation !== null && context.typed === '';
      expect(await page.getByRole('button', { name: 'Import now' }).getAttribute('aria-disabled')).toBe(isBraked ? 'true' : null);
      if (context.problem) await shows(page, context.problem.message);
      const isInPart = context.job?.options.leave_out === true;
      expect(await page.getByText('Left out because of errors').count()).toBe(isInPart ? 1 : 0);
    },
    following: async ({ context }, { page }) => {
      await shows(page, 'Row 1 of 3');
      await step(page, 'Import');
      expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(context.job?.state === 'undoing' ? 0 : 1);
    },
    'following.unseen': (_snapshot, { page }) => shows(page, /No connection just now/),
    over: async ({ context }, { page }) => {
      await shows(page, { partial: 'Stopped half way', rolledBack: 'Undone', cancelled: 'Discarded' }[context.job?.state as string] ?? '');
      expect(await page.getByRole('button', { name: 'Go on' }).count()).toBe(context.job?.state === 'partial' ? 1 : 0);
    },
  },
});
