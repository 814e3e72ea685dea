import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type RosterJob, rosterPartSize } from '../../contract/rostering/job.ts';
import { rostering } from '../../contract/rostering.ts';
import type { ImportEnd } from '../../src/machines/rostering/importEnd.ts';
import { m } from '../../src/paraglide/messages.js';
import type { WorkerAnswer } from '../../src/services/rostering/rosterWorker.ts';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { having } from '../kit/words.ts';
import { canRead, fileReadingModel } from '../machines/fileReading.model.ts';
import { canDecide, importDecisionModel } from '../machines/importDecision.model.ts';
import { importOutcomeModel } from '../machines/importOutcome.model.ts';
import { importProgressModel } from '../machines/importProgress.model.ts';
import { importRefusalModel } from '../machines/importRefusal.model.ts';
import { canOnScreen, importWizardModel } from '../machines/importWizard.model.ts';
import { rosterFileModel } from '../machines/rosterFile.model.ts';
import { check, finding, jobOf } from '../machines/rosterSamples.ts';
import { newPage } from './browser.ts';
import { Gates, signIn } from './gates.ts';

let gates: Gates;
const commands = [rostering.importStudents, rostering.cancelImport, rostering.resumeImport, rostering.undoImport];
/** Calls that a file goes through: upload of its part, start of the check, progress of the check. */
const way = [rostering.uploadRosterPart, rostering.validateFile, rostering.rosterJob];

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const step = async (page: Page, name: string) => expect(await page.locator('[aria-current=step]').textContent()).toContain(name);
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

type Failure = { error: { code: number; message: string } };
const done =
  (call: (typeof way)[number] | (typeof commands)[number] | typeof rostering.rosterFindings | typeof rostering.rosterChanges) =>
  ({ output }: { output: unknown }) =>
    gates.answer(call, output);
const failed =
  (call: Parameters<typeof done>[0]) =>
  ({ error }: Failure) =>
    gates.fail(call, error);
const changes = [{ kind: 'users', action: 'create', name: 'Ada Lovelace', fields: {} }];

const choose = (page: Page, buffer = Buffer.from('user_name;first_name')) =>
  page.locator('input[type=file]').setInputFiles({ name: 'students.csv', mimeType: 'text/csv', buffer });
const mend = (page: Page) => press(page, 'Read the columns as separated by “;”');
const leaveOut = (page: Page) => press(page, /^Continue with the good rows/);
const changeMode = async (page: Page) => {
  const list = page.getByLabel(m.rostering_mode());
  await list.selectOption((await list.inputValue()) === 'add' ? 'replace' : 'add');
};
const changeMapping = async (page: Page) => {
  await page.getByLabel(m.rostering_user_name()).selectOption('number');
  await press(page, m.rostering_columns_use());
};
const confirmUndo = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: m.rostering_undo_import() }).click();
const isDisabled = async (page: Page, name: string) => (await page.getByRole('button', { name }).getAttribute('aria-disabled')) === 'true';
const count = (page: Page, name: string) => page.getByRole('button', { name }).count();

/** Carries out the command that was given, or refuses it. */
async function answerCommand(end: ImportEnd): Promise<void> {
  const call = await gates.waits(...commands);
  if (end.kind === 'refused') await gates.fail(call, end.problem);
  else if (end.kind === 'moved') await gates.answer(call, end.job);
}
/** Opens the wizard, on an import of the server or on none. */
async function openImport(page: Page, isFound: boolean): Promise<void> {
  if (page.url() === 'about:blank') {
    await signIn(page, 'okafor');
    gates = new Gates(page);
  } else await gates.open();
  await gates.hold(...way, ...commands, rostering.rosterFindings, rostering.rosterChanges);
  await gates.always(rostering.rosterJobs, []);
  await gates.silence('rosterWorker');
  await page.goto(`/authenticated/admin/manageUsers/importUsers${isFound ? '?job=8' : ''}`);
}
/** Opens the wizard on the import that the chart starts with. */
async function openJob({ page, input }: { page: Page; input: unknown }): Promise<void> {
  await openImport(page, true);
  await gates.answer(rostering.rosterJob, (input as { job: RosterJob }).job);
}
const browser = { isKept: true, open: () => newPage({ expected: [/ERR_FAILED/, /status of 4\d\d/], isKept: true }) };

describeBrowser<typeof importWizardModel.machine>(importWizardModel, {
  ...browser,
  mount: ({ page, input }) => openImport(page, (input as { jobId: number | null }).jobId !== null),
  can: canOnScreen,
  drive: {
    'file.uploaded': ({ job }) => gates.answer(rostering.uploadRosterPart, job),
    'import.retried': (_event, { page }) => press(page, m.common_try_again()),
    'import.restarted': (_event, { page }) => press(page, m.rostering_other_file()),
    'xstate.done.actor.find': done(rostering.rosterJob),
    'xstate.error.actor.find': failed(rostering.rosterJob),
    'xstate.done.actor.fileReading': async (_event, { page }) => {
      // A corrected file is read at once.
      if ((await page.locator('input[type=file]').count()) > 0) await choose(page);
      await say(page, { kind: 'checked', check, findings: [] });
      await press(page, m.rostering_continue());
    },
    'xstate.done.actor.rosterFile': async ({ output }, { page }) => {
      if (output) return arrive(page, output);
      await page.clock.runFor(pause);
      await gates.fail(await gates.waits(...way), { code: 0, message: '' });
      await press(page, m.rostering_other_file());
    },
    'xstate.done.actor.importRefusal': async ({ output }: { output: ImportEnd }, { page }) => {
      if (output.kind === 'lost') return gates.fail(rostering.rosterFindings, output.problem);
      await gates.answer(rostering.rosterFindings, [finding]);
      await shows(page, m.rostering_refused());
      if (output.kind === 'changed') await leaveOut(page);
      else if (output.kind === 'chosen') await choose(page);
      else await press(page, m.rostering_other_file());
    },
    'xstate.done.actor.importDecision': async ({ output }: { output: ImportEnd }, { page }) => {
      if (output.kind === 'lost') return gates.fail(rostering.rosterChanges, output.problem);
      await gates.answer(rostering.rosterChanges, changes);
      // Rows that are left out are fetched, too.
      const would = page.getByText(m.rostering_would()).first();
      await expect.poll(async () => gates.isWaiting(rostering.rosterFindings) || (await would.isVisible())).toBe(true);
      if (gates.isWaiting(rostering.rosterFindings)) await gates.answer(rostering.rosterFindings, [finding]);
      await shows(page, m.rostering_would());
      if (output.kind === 'changed') return changeMode(page);
      await press(page, output.kind === 'moved' && output.job.state === 'cancelled' ? m.rostering_discard() : m.rostering_confirm());
      await answerCommand(output);
    },
    'xstate.done.actor.importProgress': async ({ output }, { page }) => {
      await page.clock.runFor(pause);
      await gates.answer(rostering.rosterJob, output);
    },
    'xstate.done.actor.importOutcome': async ({ output }: { output: ImportEnd }, { page }) => {
      if (output.kind === 'restarted') return press(page, m.rostering_another());
      if (output.kind === 'moved' && output.job.state === 'applying') await press(page, m.rostering_resume());
      else {
        await press(page, m.rostering_undo_import());
        await confirmUndo(page);
      }
      await answerCommand(output);
    },
  },
  see: {
    finding: () => undefined,
    lost: (_snapshot, { page }) => shows(page, m.rostering_lost()),
    preparing: (_snapshot, { page }) =>
      page
        .getByText(m.rostering_template())
        .or(page.getByRole('progressbar', { name: m.rostering_reading() }))
        .first()
        .waitFor(),
    sending: (_snapshot, { page }) => page.getByRole('progressbar').first().waitFor(),
    refused: (_snapshot, { page }) => step(page, 'Check'),
    deciding: (_snapshot, { page }) => step(page, 'Compare'),
    following: async (_snapshot, { page }) => {
      await shows(page, 'Row 1 of 3');
      await step(page, 'Import');
    },
    over: ({ context }, { page }) =>
      shows(
        page,
        { partial: m.rostering_over_partial(), rolledBack: 'Undone', cancelled: 'Discarded' }[context.job?.state as string] ?? '',
      ),
  },
});

describeBrowser<typeof fileReadingModel.machine>(fileReadingModel, {
  ...browser,
  mount: async ({ page, input }) => {
    const isGiven = (input as { files: unknown[] }).files.length > 0;
    await openImport(page, isGiven);
    if (!isGiven) return;
    await gates.answer(rostering.rosterJob, jobOf('refused'));
    await gates.answer(rostering.rosterFindings, [finding]);
    await shows(page, m.rostering_refused());
    await choose(page);
  },
  can: canRead,
  drive: {
    'files.chosen': (_event, { page }) => choose(page),
    'reading.advanced': ({ bytes }, { page }) => say(page, { kind: 'advanced', bytes }),
    'reading.ended': async ({ verdict: { check, findings, earlier } }, { page }) => {
      const before = {
        ...jobOf('done', { check, finished_at: earlier?.at ?? null }),
        options: { ...jobOf('done').options, mapping: earlier?.mapping ?? null },
      };
      await gates.always(rostering.rosterJobs, earlier ? [before] : []);
      await say(page, { kind: 'checked', check, findings: [...findings] });
    },
    'reading.failed': (_event, { page }) => say(page, { kind: 'failed', message: '' }),
    'reading.cancelled': (_event, { page }) => press(page, m.common_cancel()),
    'reading.retried': (_event, { page }) => press(page, m.common_try_again()),
    'mends.chosen': (_event, { page }) => mend(page),
    'mapping.changed': (_event, { page }) => changeMapping(page),
    'options.changed': (_event, { page }) => changeMode(page),
    'rows.leftOut': (_event, { page }) => leaveOut(page),
    'file.accepted': (_event, { page }) => press(page, m.rostering_continue()),
    'file.abandoned': (_event, { page }) => press(page, m.rostering_other_file()),
  },
  see: {
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
      const errors = context.verdict?.check.errors ?? 0;
      await shows(
        page,
        errors > 0
          ? m.rostering_with_errors({ errors: m.rostering_errors({ count: 1 }) })
          : m.rostering_clean({ rows: m.rostering_rows({ count: 3, number: 3 }) }),
      );
      expect(await isDisabled(page, m.rostering_continue())).toBe(errors > 0);
    },
    prepared: (_snapshot, { page }) => page.getByRole('progressbar', { name: m.rostering_sending() }).waitFor(),
  },
});

describeBrowser<typeof rosterFileModel.machine>(rosterFileModel, {
  ...browser,
  mount: async (stage) => {
    const { page, input } = stage;
    if ((input as { job: RosterJob | null }).job) return openJob(stage);
    await openImport(page, false);
    // Two parts.
    await choose(page, Buffer.alloc(rosterPartSize + 1, 'a'));
    await say(page, { kind: 'checked', check, findings: [] });
    await press(page, m.rostering_continue());
  },
  drive: {
    'file.retried': (_event, { page }) => press(page, m.common_try_again()),
    'file.abandoned': (_event, { page }) => press(page, m.rostering_other_file()),
    'xstate.done.actor.uploadPart': done(rostering.uploadRosterPart),
    'xstate.error.actor.uploadPart': failed(rostering.uploadRosterPart),
    'xstate.done.actor.verify': done(rostering.validateFile),
    'xstate.error.actor.verify': failed(rostering.validateFile),
    'xstate.done.actor.look': done(rostering.rosterJob),
    'xstate.error.actor.look': failed(rostering.rosterJob),
  },
  see: {
    uploading: ({ context }, { page }) => shows(page, `Part ${context.sent} of 2`),
    verifying: (_snapshot, { page }) => shows(page, m.rostering_checking()),
    checking: (_snapshot, { page }) => shows(page, m.rostering_checking()),
    looking: (_snapshot, { page }) => shows(page, m.rostering_checking()),
    verified: (_snapshot, { page }) => page.getByRole('progressbar').waitFor({ state: 'detached' }),
    failed: (_snapshot, { page }) => shows(page, m.rostering_stuck()),
    abandoned: (_snapshot, { page }) => shows(page, m.rostering_template()),
  },
});

describeBrowser<typeof importRefusalModel.machine>(importRefusalModel, {
  ...browser,
  mount: openJob,
  drive: {
    'files.chosen': (_event, { page }) => choose(page),
    'mends.chosen': (_event, { page }) => mend(page),
    'mapping.changed': (_event, { page }) => changeMapping(page),
    'rows.leftOut': (_event, { page }) => leaveOut(page),
    'file.abandoned': (_event, { page }) => press(page, m.rostering_other_file()),
    'xstate.done.actor.loadFindings': done(rostering.rosterFindings),
    'xstate.error.actor.loadFindings': failed(rostering.rosterFindings),
  },
  see: {
    explaining: (_snapshot, { page }) => step(page, 'Check'),
    refused: (_snapshot, { page }) => shows(page, m.rostering_refused()),
    ended: (_snapshot, { page }) => page.getByText(m.rostering_drop_again()).waitFor({ state: 'detached' }),
  },
});

describeBrowser<typeof importDecisionModel.machine>(importDecisionModel, {
  ...browser,
  mount: openJob,
  can: canDecide,
  drive: {
    'options.changed': (_event, { page }) => changeMode(page),
    'confirmation.typed': ({ text }, { page }) => page.getByLabel('Type 12 to confirm').fill(text),
    'import.confirmed': (_event, { page }) => press(page, m.rostering_confirm()),
    'import.discarded': (_event, { page }) => press(page, m.rostering_discard()),
    'xstate.done.actor.loadChanges': done(rostering.rosterChanges),
    'xstate.error.actor.loadChanges': failed(rostering.rosterChanges),
    'xstate.done.actor.loadFindings': done(rostering.rosterFindings),
    'xstate.error.actor.loadFindings': failed(rostering.rosterFindings),
    'xstate.done.actor.confirm': done(rostering.importStudents),
    'xstate.error.actor.confirm': failed(rostering.importStudents),
    'xstate.done.actor.discard': done(rostering.cancelImport),
    'xstate.error.actor.discard': failed(rostering.cancelImport),
  },
  see: {
    comparing: (_snapshot, { page }) => step(page, 'Compare'),
    listing: (_snapshot, { page }) => step(page, 'Compare'),
    confirming: (_snapshot, { page }) => step(page, 'Compare'),
    discarding: (_snapshot, { page }) => step(page, 'Compare'),
    deciding: async ({ context }, { page }) => {
      await shows(page, m.rostering_would());
      const isBraked = context.job.confirmation !== null && context.typed === '';
      expect(await isDisabled(page, m.rostering_confirm())).toBe(isBraked);
      expect(await page.getByText('Left out because of errors').count()).toBe(context.job.options.leave_out ? 1 : 0);
    },
    ended: (_snapshot, { page }) => page.getByRole('button', { name: m.rostering_confirm() }).waitFor({ state: 'detached' }),
  },
});

describeBrowser<typeof importProgressModel.machine>(importProgressModel, {
  ...browser,
  mount: openJob,
  drive: {
    'import.stopped': (_event, { page }) => press(page, m.rostering_stop()),
    'xstate.done.actor.find': done(rostering.rosterJob),
    'xstate.error.actor.find': failed(rostering.rosterJob),
    'xstate.done.actor.stop': done(rostering.cancelImport),
    'xstate.error.actor.stop': failed(rostering.cancelImport),
  },
  see: {
    following: async ({ context }, { page }) => {
      await shows(page, 'Row 1 of 3');
      await step(page, 'Import');
      expect(await count(page, m.rostering_stop())).toBe(context.job.state === 'undoing' ? 0 : 1);
      if (context.problem) await shows(page, context.problem.message);
    },
    'following.unseen': (_snapshot, { page }) => shows(page, having(m.rostering_unseen())),
    stopping: (_snapshot, { page }) => shows(page, 'Row 1 of 3'),
    ended: (_snapshot, { page }) => shows(page, m.rostering_over_partial()),
  },
});

describeBrowser<typeof importOutcomeModel.machine>(importOutcomeModel, {
  ...browser,
  mount: openJob,
  drive: {
    'undo.asked': (_event, { page }) => press(page, m.rostering_undo_import()),
    'undo.cancelled': (_event, { page }) => page.getByRole('alertdialog').getByRole('button', { name: m.common_cancel() }).click(),
    'import.undone': (_event, { page }) => confirmUndo(page),
    'import.resumed': (_event, { page }) => press(page, m.rostering_resume()),
    'import.restarted': (_event, { page }) => press(page, m.rostering_another()),
    'xstate.done.actor.undo': done(rostering.undoImport),
    'xstate.error.actor.undo': failed(rostering.undoImport),
    'xstate.done.actor.resume': done(rostering.resumeImport),
    'xstate.error.actor.resume': failed(rostering.resumeImport),
  },
  see: {
    'shown.resting': async ({ context }, { page }) => {
      await shows(page, context.job.state === 'partial' ? m.rostering_over_partial() : 'Undone');
      expect(await count(page, m.rostering_resume())).toBe(context.job.state === 'partial' ? 1 : 0);
    },
    'shown.asking': (_snapshot, { page }) => page.getByRole('alertdialog').waitFor(),
    undoing: (_snapshot, { page }) => step(page, 'Import'),
    resuming: (_snapshot, { page }) => step(page, 'Import'),
    ended: (_snapshot, { page }) => page.getByRole('button', { name: m.rostering_another() }).waitFor({ state: 'detached' }),
  },
});
