import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { rostering } from '../../contract/rostering.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { rosteringModel } from '../machines/rostering.model.ts';
import { newPage } from './browser.ts';
import { Gates, signIn } from './gates.ts';

let gates: Gates | undefined;
const open = () => gates as Gates;
const calls = {
  loadStudents: rostering.allStudents,
  createStudent: rostering.createStudent,
  updateStudent: rostering.updateStudent,
  resetPassword: rostering.resetStudentPassword,
  revokeCode: rostering.revokeLoginCode,
  deleteStudent: rostering.deleteStudent,
  restoreStudent: rostering.restoreStudent,
};
type Actor = keyof typeof calls;
const done =
  (name: Actor, answer: (output: never) => unknown = (output) => output) =>
  ({ output }: { output: unknown }) =>
    open().answer(calls[name], answer(output as never));
const failed =
  (name: Actor) =>
  ({ error }: { error: { code: number; message: string } }) =>
    open().fail(calls[name], error);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const row = (page: Page, name: string) => page.getByRole('rowheader', { name });
const choose = async (page: Page, name: string, item: string) => {
  await button(page, `Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: item }).click();
};

describeBrowser<typeof rosteringModel.machine>(rosteringModel, {
  isKept: true,
  open: () => newPage({ expected: [/ERR_FAILED/, /status of 503/], isKept: true }),
  mount: async ({ page }) => {
    if (page.url() === 'about:blank') await signIn(page, 'okafor');
    else await open().open();
    gates = new Gates(page);
    await gates.hold(...Object.values(calls));
    await page.goto('/authenticated/rostering/viewStudents');
  },
  drive: {
    'students.retried': (_event, { page }) => button(page, m.common_try_again()).click(),
    'student.addAsked': (_event, { page }) => button(page, m.rostering_add_student()).click(),
    'student.editAsked': (_event, { page }) => choose(page, 'Ada Curie', 'Edit'),
    'student.submitted': async (_event, { page }) => {
      const form = page.getByRole('dialog');
      await form.getByLabel(m.rostering_first_name()).fill('Irene');
      await form.getByLabel(m.rostering_last_name()).fill('Curie');
      const classes = form.getByLabel('Class');
      if ((await classes.count()) > 0) {
        await classes.locator('option').nth(1).waitFor({ state: 'attached' });
        await classes.selectOption({ index: 1 });
      }
      await form.getByLabel(m.rostering_last_name()).press('Enter');
    },
    'password.resetAsked': (_event, { page }) => choose(page, 'Ada Curie', m.rostering_new_code()),
    'password.resetConfirmed': (_event, { page }) => button(page, m.rostering_make_code()).click(),
    'revocation.asked': (_event, { page }) => choose(page, 'Ada Curie', m.rostering_revoke_code()),
    'revocation.confirmed': (_event, { page }) => button(page, 'Revoke').click(),
    'dialog.closed': (_event, { page }) => button(page, /^(Done|Cancel)$/).click(),
    'student.deleted': async (_event, { page }) =>
      choose(page, (await row(page, 'Curie, Marie').count()) > 0 ? 'Marie Curie' : 'Ada Curie', 'Delete'),
    'deletion.undone': (_event, { page }) => button(page, /Undo$/).click(),
    'deletion.dismissed': (_event, { page }) => button(page, 'Dismiss').click(),
    'xstate.done.actor.loadStudents': done('loadStudents'),
    'xstate.error.actor.loadStudents': failed('loadStudents'),
    'xstate.done.actor.createStudent': done('createStudent'),
    'xstate.error.actor.createStudent': failed('createStudent'),
    'xstate.done.actor.updateStudent': done('updateStudent'),
    'xstate.error.actor.updateStudent': failed('updateStudent'),
    'xstate.done.actor.resetPassword': done('resetPassword', (secret: object) => ({ user_puid: 1, ...secret })),
    'xstate.error.actor.resetPassword': failed('resetPassword'),
    'xstate.done.actor.revokeCode': done('revokeCode'),
    'xstate.error.actor.revokeCode': failed('revokeCode'),
    'xstate.done.actor.deleteStudent': done('deleteStudent', ({ undo_id }: { undo_id: number }) => ({
      user_puid: 2,
      removed: 'account',
      undo_id,
    })),
    'xstate.error.actor.deleteStudent': failed('deleteStudent'),
    'xstate.done.actor.restoreStudent': done('restoreStudent', (students) => ({ students })),
    'xstate.error.actor.restoreStudent': failed('restoreStudent'),
  },
  see: {
    'students.loading': (_snapshot, { page }) => page.locator('table[aria-busy]').waitFor(),
    'students.failed': (_snapshot, { page }) => shows(page, m.common_load_failed()),
    'students.listed.idle': async ({ context }, { page }) => {
      for (const { last_name, first_name } of Object.values(context.students as Record<number, { last_name: string; first_name: string }>))
        await row(page, `${last_name}, ${first_name}`).waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
    'students.listed.editing': async ({ context }, { page }) => {
      await page.getByRole('dialog').getByLabel(m.rostering_first_name()).waitFor();
      if (context.commandProblem) await shows(page, context.commandProblem.message);
    },
    'students.listed.creating': (_snapshot, { page }) => page.getByRole('dialog', { name: m.rostering_add_student() }).waitFor(),
    'students.listed.updating': (_snapshot, { page }) => page.getByRole('dialog', { name: 'Edit Ada Curie' }).waitFor(),
    'students.listed.asking': async ({ context }, { page }) => {
      await page.getByRole('alertdialog', { name: 'Give Ada Curie a new login code?' }).waitFor();
      if (context.commandProblem) await shows(page, context.commandProblem.message);
    },
    'students.listed.resetting': (_snapshot, { page }) => page.getByRole('alertdialog').waitFor(),
    'students.listed.doubting': async ({ context }, { page }) => {
      await page.getByRole('alertdialog', { name: 'Revoke the login code of Ada Curie?' }).waitFor();
      if (context.commandProblem) await shows(page, context.commandProblem.message);
    },
    'students.listed.revoking': (_snapshot, { page }) => page.getByRole('alertdialog').waitFor(),
    'students.listed.telling': ({ context }, { page }) =>
      page
        .getByRole('dialog')
        .getByText(context.secret?.password ?? '')
        .waitFor(),
    'removal.none': async (_snapshot, { page }) => expect(await button(page, /Undo$/).count()).toBe(0),
    'removal.deleting': (_snapshot, { page }) => shows(page, /is being deleted…/),
    'removal.kept': (_snapshot, { page }) => shows(page, 'Too much to do'),
    'removal.undoable': async ({ context }, { page }) => {
      await shows(page, /was removed from the list/);
      await row(page, `Curie, ${context.removed?.first_name}`).waitFor({ state: 'detached' });
    },
    'removal.restoring': (_snapshot, { page }) => button(page, 'Dismiss').waitFor({ state: 'detached' }),
    'removal.lost': (_snapshot, { page }) => shows(page, m.rostering_restore_failed()),
  },
});
