import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { account } from '../../contract/account.ts';
import { profile } from '../../contract/profile.ts';
import { secondFactor } from '../../contract/secondFactor.ts';
import { shell } from '../../contract/shell.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { equal, helpable, ownSessions, thisSession } from '../machines/accountSamples.ts';
import { detail } from '../machines/profile.model.ts';
import { describeCommand } from './describeCommand.ts';
import { dialog, isGone, press, question, says, shownText } from './dialogs.ts';
import { comeAnew, type Gates, gatedPages } from './gates.ts';

let gates: Gates;
const opener = (username: string) =>
  gatedPages(username, (fresh) => {
    gates = fresh;
  });

const { ownSessions: load, endOwnSessions: end } = account;
const others = m.account_sessions_others();
const ofPhone = (page: Page) => page.getByRole('button', { name: /^Sign out of Safari on iPhone, signed in / });
const ofOthers = (page: Page) => page.locator('main').getByRole('button', { name: others });
const typedIn = (page: Page) => dialog(page).locator('input[name=typed]');

for (const [isOne, answers] of [
  [true, ['science-rocks', '']],
  [false, ['science-rocks']],
] as const)
  describeCommand({
    name: 'ownSessions',
    orders: [isOne ? 'Safari on iPhone' : 'all others'],
    question: 'plain',
    answers,
    results: [{ ended: 1 }],
    refused: { code: 400, message: 'Your current password is not right.', refused: true },
    open: opener('maya'),
    // An ended session is not listed, and cannot be chosen again.
    can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
    mount: async (stage) => {
      await comeAnew(stage, `${paths.profile}/sessions`, async () => {
        await gates.open();
        await gates.always(profile.userDetail, detail);
        await gates.always(shell.userPhoto, null);
        await gates.always(load, ownSessions);
        await gates.hold(end);
      });
      await ofPhone(stage.page).waitFor();
    },
    gates: () => gates,
    calls: { run: end },
    answered: async (output) => {
      await gates.always(load, thisSession);
      return output;
    },
    press: {
      give: (_event, { page }) => (isOne ? ofPhone(page) : ofOthers(page)).click(),
      confirm: async ({ answer }, { page }) => {
        await typedIn(page).fill(answer);
        await dialog(page)
          .getByRole('button', { name: isOne ? m.account_sessions_sign_out() : others, exact: true })
          .click();
      },
      dismissQuestion: press(m.ui_cancel()),
      edit: (_event, { page }) => typedIn(page).fill('x'),
    },
    see: {
      ready: isGone(dialog),
      'ready.fresh': (_snapshot, { page }) => ofPhone(page).waitFor(),
      'ready.done': async (_snapshot, { page }) => {
        await shownText(m.account_sessions_only())(page).waitFor();
        // The pressed button is gone, so focus is at the start of the list.
        const title = m.account_sessions_title();
        await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(title);
      },
      'asking.confirming': (_snapshot, { page }) =>
        dialog(page)
          .getByRole('heading', {
            name: isOne ? m.account_sessions_sign_out_title({ name: 'Safari on iPhone' }) : m.account_sessions_others_title(),
          })
          .waitFor(),
      'asking.confirming.edited': (_snapshot, { page }) => expect.poll(() => typedIn(page).getAttribute('aria-invalid')).toBeNull(),
      'asking.confirming.incomplete': (_snapshot, { page }) => expect.poll(() => typedIn(page).getAttribute('aria-invalid')).toBe('true'),
      'asking.confirming.refused': ({ context }, { page }) => shownText(context.problem.message, dialog)(page).waitFor(),
      'asking.confirming.unreachable': says(/The server did not answer/),
      saving: (_snapshot, { page }) => dialog(page).waitFor(),
    },
  });

const ada = { name: 'Ada Example' };
const callOf = { resetFactors: secondFactor.resetSecondFactors, endSessions: account.endUserSessions };
const confirmOf = { resetFactors: m.account_reset_second(), endSessions: m.account_end_sessions() };
const textOf = { resetFactors: m.account_reset_second_text(ada), endSessions: m.account_end_sessions_text(ada) };
type Kind = keyof typeof callOf;
const menuOf = (page: Page, name: string) =>
  page.getByRole('button', { name: m.records_actions_of({ name: `${name} Example` }), exact: true });
const item = (page: Page, kind: Kind) => page.getByRole('menuitem', { name: confirmOf[kind] });

for (const kind of Object.keys(callOf) as Kind[])
  describeCommand({
    name: 'helpUser',
    orders: [kind],
    question: 'plain',
    results: [kind === 'endSessions' ? { ended: 2 } : null],
    open: opener('lindqvist'),
    mount: async (stage) => {
      await comeAnew(stage, '/authenticated/admin/manageUsers/search', async () => {
        await gates.open();
        await gates.always(account.managedUsers, { rows: [helpable, equal], total: 2 });
        await gates.hold(...Object.values(callOf));
      });
      await menuOf(stage.page, 'Ada').waitFor();
    },
    gates: () => gates,
    calls: { run: callOf[kind] },
    press: {
      give: async (_event, { page }) => {
        await menuOf(page, 'Ada').click();
        await item(page, kind).click();
      },
      confirm: press(confirmOf[kind], question),
      dismissQuestion: press(m.common_cancel(), question),
    },
    see: {
      ready: async (_snapshot, { page }) => {
        await expect.poll(() => question(page).count()).toBe(0);
        await menuOf(page, 'Sam').click();
        await expect.poll(() => item(page, 'endSessions').getAttribute('aria-disabled')).toBe('true');
        expect(await item(page, 'resetFactors').count()).toBe(0);
        await page.keyboard.press('Escape');
        await item(page, 'endSessions').waitFor({ state: 'detached' });
      },
      'asking.confirming': says(textOf[kind], question),
      'asking.confirming.refused': ({ context }, { page }) => shownText(context.problem.message, question)(page).waitFor(),
      'asking.confirming.unreachable': says(/The server did not answer/, question),
      saving: (_snapshot, { page }) => question(page).waitFor(),
    },
  });
