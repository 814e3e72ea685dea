import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { rostering } from '../../contract/rostering.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { rosteringModel } from '../machines/rostering.model.ts';
import { check, jobOf } from '../machines/rosterSamples.ts';
import { newPage } from './browser.ts';
import { Gates, signIn } from './gates.ts';

let gates: Gates;
const calls = {
  uploadPart: rostering.uploadRosterPart,
  verify: rostering.validateFile,
  look: rostering.rosterJob,
};
type Actor = keyof typeof calls;
const done =
  (name: Actor) =>
  ({ output }: { output: unknown }) =>
    open().answer(calls[name], output);
const failed =
  (name: Actor) =>
  ({ error }: { error: { code: number; message: string } }) =>
    gates.fail(calls[name], error);

const importPage = '/authenticated/admin/manageUsers/importUsers';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
/** Opens an import that someone else left in this state on the server. */
const find = async (page: Page, job: ReturnType<typeof jobOf>) => {
  await page.goto(`${importPage}?job=8`);
  await gates.answer(rostering.rosterJob, job);
};

describeBrowser<typeof rosteringModel.machine>(rosteringModel, {
  isKept: true,
  open: () => newPage({ expected: [/ERR_FAILED/, /status of 503/], isKept: true }),
  mount: async ({ page }) => {
    if (page.url() === 'about:blank') await signIn(page, 'okafor');
    else await open().open();
    gates = new Gates(page);
    await gates.hold(...Object.values(calls), rostering.rosterChanges);
    await gates.always(rostering.rosterJobs, []);
    await page.route('**/rosterWorker*', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    await page.goto(importPage);
  },
  // The wizard sends one file per page.
  can: (event, snapshot) => !/^file\.sent|^verification\./.test(event.type) || (snapshot.value as { file: string }).file === 'none',
  drive: {
    'file.sent': async (_event, { page }) => {
      // Two parts.
      const buffer = Buffer.alloc(600 * 1024, 'a');
      await page.locator('input[type=file]').setInputFiles({ name: 'students.csv', mimeType: 'text/csv', buffer });
      await expect.poll(() => page.workers().length, { message: 'the worker that reads' }).toBeGreaterThan(0);
      await page
        .workers()
        .at(-1)
        ?.evaluate((answer) => self.postMessage(answer), { kind: 'checked', check, findings: [] });
      await button(page, m.rostering_continue()).click();
    },
    'verification.asked': (_event, { page }) => find(page, jobOf('uploaded')),
    'verification.found': (_event, { page }) => find(page, jobOf('checking')),
    'file.retried': (_event, { page }) => button(page, m.common_try_again()).click(),
    'xstate.done.actor.uploadPart': done('uploadPart'),
    'xstate.error.actor.uploadPart': failed('uploadPart'),
    'xstate.done.actor.verify': done('verify'),
    'xstate.error.actor.verify': failed('verify'),
    'xstate.done.actor.look': done('look'),
    'xstate.error.actor.look': failed('look'),
  },
  see: {
    'file.none': async (_snapshot, { page }) => expect(await page.getByText(m.rostering_sending()).count()).toBe(0),
    'file.uploading': ({ context }, { page }) => shows(page, `Part ${context.sent} of 2`),
    'file.verifying': (_snapshot, { page }) => shows(page, m.rostering_checking()),
    'file.checking': (_snapshot, { page }) => shows(page, m.rostering_checking()),
    'file.looking': (_snapshot, { page }) => shows(page, m.rostering_checking()),
    'file.verified': (_snapshot, { page }) => page.getByText(m.rostering_sending()).waitFor({ state: 'detached' }),
    'file.failed': (_snapshot, { page }) => shows(page, m.rostering_stuck()),
  },
});
