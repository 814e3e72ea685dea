import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { account } from '../../contract/account.ts';
import { inbox, type UserMessage } from '../../contract/inbox.ts';
import { profile } from '../../contract/profile.ts';
import { shell } from '../../contract/shell.ts';
import type { messageMachine } from '../../src/machines/inbox/messageMachine.ts';
import type { notificationMachine } from '../../src/machines/inbox/notificationMachine.ts';
import type { changePasswordMachine } from '../../src/machines/profile/changePasswordMachine.ts';
import type { feedbackMachine } from '../../src/machines/profile/feedbackMachine.ts';
import type { profileMachine } from '../../src/machines/profile/profileMachine.ts';
import type { hintMachine } from '../../src/machines/shell/hintMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { describeBrowser, type PageStage } from '../kit/describeBrowser.ts';
import { changePasswordModel } from '../machines/changePassword.model.ts';
import { feedbackModel } from '../machines/feedback.model.ts';
import { hintModel } from '../machines/hint.model.ts';
import { messageModel, plain, withFile } from '../machines/message.model.ts';
import { notificationModel } from '../machines/notification.model.ts';
import { detail, photo, profileModel } from '../machines/profile.model.ts';
import { everywhere, press, says } from './dialogs.ts';
import { comeAnew, type Gates, gatedPages } from './gates.ts';
import { field } from './publicForm.ts';

let gates: Gates;
const opener = (username: string) =>
  gatedPages(username, (fresh) => {
    gates = fresh;
  });
const asTeacher = { open: opener('rivera'), isKept: true };
const asAdministrator = { open: opener('lindqvist'), isKept: true };

const form = (page: Page) => page.getByRole('main').locator('form');
const isBusy = (_snapshot: unknown, { page }: PageStage) => expect.poll(() => form(page).getAttribute('aria-busy')).toBe('true');
const isWrong = async (page: Page, label: string) => (await field(page, label).getAttribute('aria-invalid')) === 'true';

const openTab = async (page: Page, name: string) => {
  const tab = page.getByRole('tab', { name, exact: true });
  if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
};

describeBrowser<typeof profileMachine>(profileModel, {
  ...asTeacher,
  mount: (stage) =>
    comeAnew(stage, `${paths.profile}/profile`, async () => {
      await gates.open();
      await gates.always(shell.userPhoto, photo);
      await gates.hold(profile.userDetail, profile.updateUserDetail, profile.uploadUserPhoto, profile.removeUserPhoto);
    }),
  drive: {
    'profile.retried': press(m.common_try_again(), everywhere),
    'details.submitted': async ({ entry }, { page }) => {
      await openTab(page, 'Details');
      await field(page, m.account_first_name()).fill(entry.first_name);
      await field(page, m.account_last_name()).fill(entry.last_name);
      await field(page, m.account_email()).fill(entry.email);
      await form(page).locator('button[type=submit]').click();
    },
    'form.edited': async (_event, { page }) => {
      await openTab(page, 'Details');
      await field(page, m.account_last_name()).fill('Lovelac');
    },
    'photo.chosen': async ({ picture }, { page }) => {
      await openTab(page, 'Photo');
      await page.getByText(m.account_photo_choose()).first().waitFor();
      // Any image that the browser can decode.
      const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 8, height: 8 } });
      await page.locator('input[type=file]').setInputFiles({ name: 'me', mimeType: picture.type, buffer });
    },
    'photo.removed': async (_event, { page }) => {
      await openTab(page, 'Photo');
      await page.getByRole('button', { name: m.account_photo_remove() }).click();
    },
    'xstate.done.actor.loadProfile': () => gates.answer(profile.userDetail, detail),
    'xstate.error.actor.loadProfile': ({ error }) => gates.fail(profile.userDetail, error),
    'xstate.done.actor.saveDetails': ({ output }) => gates.answer(profile.updateUserDetail, output),
    'xstate.error.actor.saveDetails': ({ error }) => gates.fail(profile.updateUserDetail, error),
    'xstate.done.actor.savePhoto': ({ output }) => gates.answer(profile.uploadUserPhoto, output),
    'xstate.error.actor.savePhoto': ({ error }) => gates.fail(profile.uploadUserPhoto, error),
    'xstate.done.actor.removePhoto': () => gates.answer(profile.removeUserPhoto, null),
    'xstate.error.actor.removePhoto': ({ error }) => gates.fail(profile.removeUserPhoto, error),
  },
  see: {
    loading: async (_snapshot, { page }) => expect(await page.getByRole('tab').count()).toBe(0),
    unloaded: says(m.common_load_failed(), everywhere),
    'showing.fresh': (_snapshot, { page }) => expect.poll(() => page.getByRole('tab').count()).toBe(5),
    'showing.typing': (_snapshot, { page }) => expect.poll(() => page.getByRole('main').getByRole('alert').count()).toBe(0),
    'showing.saved': says(m.account_profile_saved(), everywhere),
    'showing.photoChanged': says(m.account_photo_changed(), everywhere),
    'showing.incomplete': says(m.account_profile_incomplete(), everywhere),
    'showing.refused': ({ context }, stage) => says(context.problem.message, everywhere)(undefined, stage),
    'showing.noPicture': says(m.account_no_picture(), everywhere),
    'showing.photoRefused': says(m.account_photo_failed(), everywhere),
    'showing.unreachable': says(/The server did not answer/, everywhere),
    savingDetails: isBusy,
    savingPhoto: says(m.account_photo_choose(), everywhere),
    removingPhoto: says(m.account_photo_choose(), everywhere),
  },
});

const [current, fresh, repeated] = [m.account_current_password(), m.account_new_password(), m.account_repeat_password()] as const;

describeBrowser<typeof changePasswordMachine>(changePasswordModel, {
  ...asTeacher,
  mount: async (stage) => {
    await comeAnew(stage, `${paths.profile}/resetPassword`, async () => {
      await gates.open();
      await gates.always(profile.userDetail, detail);
      await gates.always(shell.userPhoto, null);
      await gates.hold(account.changePassword);
    });
    await field(stage.page, current).waitFor();
  },
  drive: {
    'password.submitted': async ({ typed }, { page }) => {
      await field(page, current).fill(typed.current);
      await field(page, fresh).fill(typed.password);
      await field(page, repeated).fill(typed.repeated);
      await form(page).locator('button[type=submit]').click();
    },
    'form.edited': (_event, { page }) => field(page, repeated).fill('x'),
    'xstate.done.actor.changePassword': () => gates.answer(account.changePassword, null),
    'xstate.error.actor.changePassword': ({ error }) => gates.fail(account.changePassword, error),
  },
  see: {
    'editing.fresh': async (_snapshot, { page }) => expect(await isWrong(page, current)).toBe(false),
    'editing.typing': async (_snapshot, { page }) => {
      for (const label of [current, fresh, repeated]) await expect.poll(() => isWrong(page, label)).toBe(false);
    },
    'editing.incomplete': (_snapshot, { page }) => expect.poll(() => isWrong(page, current)).toBe(true),
    'editing.tooShort': (_snapshot, { page }) => expect.poll(() => isWrong(page, fresh)).toBe(true),
    'editing.different': (_snapshot, { page }) => expect.poll(() => isWrong(page, repeated)).toBe(true),
    'editing.refused': ({ context }, stage) => says(context.problem.message, everywhere)(undefined, stage),
    'editing.unreachable': says(/The server did not answer/, everywhere),
    'editing.changed': async (_snapshot, { page }) => {
      await page.getByText(m.account_password_changed_here()).first().waitFor();
      await expect.poll(() => field(page, current).inputValue()).toBe('');
    },
    saving: isBusy,
    blocked: (_snapshot, { page }) =>
      page
        .getByRole('note')
        .getByText(/^You are acting as /)
        .waitFor(),
  },
});

describeBrowser<typeof feedbackMachine>(feedbackModel, {
  ...asTeacher,
  mount: async ({ page }) => {
    await gates.open();
    await gates.hold(profile.insertFeedback);
    await page.goto(paths.feedback);
    await field(page, m.account_feedback_text()).waitFor();
  },
  drive: {
    'feedback.submitted': async ({ entry }, { page }) => {
      await field(page, m.account_feedback_text()).fill(entry.text.trim());
      await form(page).getByRole('button', { name: 'Send', exact: true }).click();
    },
    'form.edited': async (_event, { page }) => {
      const idea = page.getByRole('radio', { name: m.account_feedback_idea() });
      await ((await idea.isChecked()) ? page.getByRole('radio', { name: 'Praise' }) : idea).check({ force: true });
    },
    'feedback.continued': press(m.account_feedback_more(), everywhere),
    'xstate.done.actor.sendFeedback': ({ output }) => gates.answer(profile.insertFeedback, output),
    'xstate.error.actor.sendFeedback': ({ error }) => gates.fail(profile.insertFeedback, error),
  },
  see: {
    'editing.fresh': async (_snapshot, { page }) => expect(await form(page).getByRole('alert').count()).toBe(0),
    'editing.typing': (_snapshot, { page }) => expect.poll(() => form(page).getByRole('alert').count()).toBe(0),
    'editing.incomplete': says(m.account_feedback_incomplete(), everywhere),
    'editing.refused': async ({ context }, { page }) => {
      await page.getByText(context.problem.message).first().waitFor();
      await page.getByText('Cannot send feedback').first().waitFor();
    },
    'editing.unreachable': async (_snapshot, { page }) => {
      expect(await field(page, m.account_feedback_text()).inputValue(), 'what was typed').toBe('More planets.');
      await page.getByText('Cannot send feedback').first().waitFor();
    },
    sending: isBusy,
    sent: says('Feedback sent successfully', everywhere),
  },
});

const gotIt = (page: Page) => page.getByRole('button', { name: m.account_hint_done() });
const isHidden = (_snapshot: unknown, { page }: PageStage) => expect.poll(() => gotIt(page).count()).toBe(0);

describeBrowser<typeof hintMachine>(hintModel, {
  ...asTeacher,
  mount: (stage) =>
    comeAnew(stage, paths.contentHome, async () => {
      await gates.open();
      await gates.hold(shell.userOverlay, shell.updateUserOverlay);
    }),
  drive: {
    'hint.dismissed': (_event, { page }) => gotIt(page).click(),
    'xstate.done.actor.loadHint': ({ output }) =>
      gates.answer(shell.userOverlay, output.isSeen ? [{ overlay_key: 'welcomeStaff', is_seen: true }] : []),
    'xstate.error.actor.loadHint': ({ error }) => gates.fail(shell.userOverlay, error),
    'xstate.done.actor.putAway': () => gates.answer(shell.updateUserOverlay, null),
    'xstate.error.actor.putAway': ({ error }) => gates.fail(shell.updateUserOverlay, error),
  },
  see: {
    loading: isHidden,
    shown: (_snapshot, { page }) => gotIt(page).waitFor(),
    leaving: isHidden,
    hidden: isHidden,
  },
});

const card = (page: Page) => page.getByRole('region', { name: 'Notification' });
const isAway = (_snapshot: unknown, { page }: PageStage) => expect.poll(() => card(page).count()).toBe(0);

describeBrowser<typeof notificationMachine>(notificationModel, {
  ...asTeacher,
  mount: async ({ page }) => {
    await gates.open();
    await gates.hold(inbox.notification, inbox.disableNotification);
    await page.goto(paths.feedback);
    await field(page, m.account_feedback_text()).waitFor();
    // Content that nothing waits for loads after the first screen.
    await page.clock.runFor(3_000);
  },
  drive: {
    'notification.dismissed': (_event, { page }) => card(page).getByRole('button', { name: 'Dismiss' }).click(),
    'xstate.done.actor.loadNotifications': ({ output }) => gates.answer(inbox.notification, output),
    'xstate.error.actor.loadNotifications': ({ error }) => gates.fail(inbox.notification, error),
    'xstate.done.actor.disable': () => gates.answer(inbox.disableNotification, null),
    'xstate.error.actor.disable': ({ error }) => gates.fail(inbox.disableNotification, error),
  },
  see: {
    loading: isAway,
    shown: async ({ context }, { page }) => {
      await card(page).getByText('dan Person answered your message').waitFor();
      await card(page).getByText(context.notifications[0].notification_text, { exact: true }).waitFor();
    },
    dismissing: isAway,
    silent: isAway,
  },
});

const dialog = (page: Page) => page.getByRole('dialog');
const answerField = (page: Page) => dialog(page).getByLabel('Answer', { exact: true });
const inDialog =
  (text: string | RegExp) =>
  (_snapshot: unknown, { page }: PageStage) =>
    dialog(page).getByText(text).first().waitFor();
const listed = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true });

describeBrowser<typeof messageMachine>(messageModel, {
  ...asAdministrator,
  mount: async (stage) => {
    const { page } = stage;
    if ((await dialog(page).count()) > 0) await page.keyboard.press('Escape');
    await comeAnew(stage, paths.inbox, async () => {
      await gates.open();
      await page.route('**/UserSetup/message_file/**', (route) =>
        route.fulfill({ contentType: 'application/pdf', headers: { 'content-disposition': 'attachment' }, body: '%PDF-1.7' }),
      );
      await gates.always(inbox.userMessages, { total: 2, rows: [withFile, plain] });
      await gates.hold(inbox.userMessageFile, inbox.answerUserMessage);
    });
  },
  drive: {
    'message.opened': ({ message: { text } }: { message: UserMessage }, { page }: PageStage) =>
      page.getByRole('button', { name: `Read the message from tess Person: ${text}` }).click(),
    'message.closed': (_event, { page }) => dialog(page).getByRole('button', { name: 'Close' }).last().click(),
    'file.asked': press('Save clock.pdf', everywhere),
    'form.edited': (_event, { page }) => answerField(page).fill('It'),
    'answer.submitted': async ({ text }, { page }) => {
      await answerField(page).fill(text);
      await dialog(page).getByRole('button', { name: m.admin_inbox_answer_send() }).click();
    },
    'xstate.done.actor.fetchFile': ({ output }) => gates.answer(inbox.userMessageFile, { path: output }),
    'xstate.error.actor.fetchFile': ({ error }) => gates.fail(inbox.userMessageFile, error),
    'xstate.done.actor.sendAnswer': ({ output }) => gates.answer(inbox.answerUserMessage, output),
    'xstate.error.actor.sendAnswer': ({ error }) => gates.fail(inbox.answerUserMessage, error),
  },
  see: {
    closed: async (_snapshot, { page }) => {
      await listed(page, 'The clock is slow.').waitFor();
      expect(await dialog(page).count()).toBe(0);
    },
    'reading.fresh': ({ context }, stage) => inDialog(context.opened.text)(undefined, stage),
    'reading.typing': (_snapshot, { page }) => expect.poll(() => dialog(page).getByText(m.admin_inbox_answer_missing()).count()).toBe(0),
    'reading.incomplete': inDialog(m.admin_inbox_answer_missing()),
    'reading.fetching': inDialog('The clock is slow.'),
    'reading.fileless': inDialog('The file was not found.'),
    'reading.refused': async (_snapshot, { page }) => {
      await dialog(page).getByText('Your role does not allow this.').waitFor();
      expect(await answerField(page).inputValue(), 'what was written').toBe('It is mended.');
    },
    'reading.overtaken': inDialog('Someone else has already answered this message.'),
    'reading.unreachable': async (_snapshot, { page }) =>
      expect(await answerField(page).inputValue(), 'what was written').toBe('It is mended.'),
    'reading.answered': inDialog('It is mended.'),
    answering: (_snapshot, { page }) => expect.poll(() => answerField(page).isEditable()).toBe(false),
  },
});
