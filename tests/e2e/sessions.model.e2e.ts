import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { account } from '../../contract/account.ts';
import { frame } from '../../contract/frame.ts';
import { profile } from '../../contract/profile.ts';
import { secondFactor } from '../../contract/secondFactor.ts';
import type { Ending, ownSessionsMachine } from '../../src/machines/ownSessions/ownSessionsMachine.ts';
import type { UserDeed, userDeedMachine } from '../../src/machines/userDeed/userDeedMachine.ts';
import { paths } from '../../src/views/paths.ts';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { ownSessionsModel } from '../machines/ownSessions.model.ts';
import { detail } from '../machines/profile.model.ts';
import { equal, helpable, userDeedModel } from '../machines/userDeed.model.ts';
import { dialog, isGone, press, question, says, shownText } from './dialogs.ts';
import { comeAnew, Gates, signedInPages } from './gates.ts';

let gates: Gates;
const opener = (username: string) => {
  const freshPage = signedInPages(username, { expected: [/status of [45]\d\d/, /ERR_FAILED/] });
  return async () => {
    const page = await freshPage();
    gates = new Gates(page);
    return page;
  };
};

const { ownSessions: load, endOwnSessions: end } = account;
const others = 'Sign out everywhere else';
const ofPhone = (page: Page) => page.getByRole('button', { name: /^Sign out of Safari on iPhone, signed in / });
const buttonOf = (page: Page, { session }: Ending) =>
  session ? ofPhone(page) : page.locator('main').getByRole('button', { name: others });
const typedIn = (page: Page) => dialog(page).locator('input[name=typed]');
let ending: Ending;

describeBrowser<typeof ownSessionsMachine>(ownSessionsModel, {
  open: opener('maya'),
  isKept: true,
  // The buttons say why they do nothing.
  can: (event, snapshot) =>
    (ownSessionsModel.can?.(event, snapshot) ?? true) &&
    !(event.type === 'ending.chosen' && snapshot.context.own?.confirm_by === 'sign_in'),
  mount: (stage) =>
    comeAnew(stage, `${paths.profile}/sessions`, async () => {
      await gates.open();
      await gates.always(profile.userDetail, detail);
      await gates.always(frame.userPhoto, null);
      await gates.hold(load, end);
    }),
  drive: {
    'sessions.retried': press('Try again', (page) => page.locator('main')),
    'ending.chosen': (event, { page }) => {
      ({ ending } = event);
      return buttonOf(page, ending).click();
    },
    'ending.confirmed': async ({ password }, { page }) => {
      if ((await typedIn(page).count()) > 0) await typedIn(page).fill(password);
      await dialog(page)
        .getByRole('button', { name: ending.session ? 'Sign out' : others, exact: true })
        .click();
    },
    'ending.cancelled': press('Cancel'),
    'password.edited': (_event, { page }) => typedIn(page).fill('x'),
    'xstate.done.actor.loadSessions': ({ output }) => gates.answer(load, output),
    'xstate.error.actor.loadSessions': ({ error }) => gates.fail(load, error),
    'xstate.done.actor.endSessions': ({ output }) => gates.answer(end, output),
    'xstate.error.actor.endSessions': ({ error }) => gates.fail(end, error),
  },
  see: {
    loading: async (_snapshot, { page }) => expect(await page.getByRole('heading', { name: 'Where you are signed in' }).count()).toBe(0),
    unloaded: (_snapshot, { page }) => shownText('This could not be loaded')(page).waitFor(),
    listing: async (stage, { page }) => {
      await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
      await isGone(dialog)(stage, { page });
    },
    'listing.whole': (_snapshot, { page }) => ofPhone(page).waitFor(),
    'listing.shorter': async (_snapshot, { page }) => {
      await shownText('You are signed in nowhere else.')(page).waitFor();
      // The button that was pressed is gone: the focus is where the list begins.
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Where you are signed in');
    },
    confirming: (_snapshot, { page }) =>
      dialog(page)
        .getByRole('heading', { name: ending.session ? 'Sign out of Safari on iPhone?' : 'Sign out everywhere else?' })
        .waitFor(),
    'confirming.edited': (_snapshot, { page }) => expect.poll(() => typedIn(page).getAttribute('aria-invalid')).toBeNull(),
    'confirming.incomplete': (_snapshot, { page }) => expect.poll(() => typedIn(page).getAttribute('aria-invalid')).toBe('true'),
    'confirming.refused': ({ context }, { page }) => shownText(context.problem?.message ?? '', dialog)(page).waitFor(),
    'confirming.unreachable': says(/The server did not answer/),
    ending: (_snapshot, { page }) => dialog(page).waitFor(),
  },
});

const callOf = { resetFactors: secondFactor.resetSecondFactors, endSessions: account.endUserSessions };
const confirmOf = { resetFactors: 'Reset two-step sign-in', endSessions: 'End all sessions' };
const textOf = { resetFactors: /First make sure that it is really Ada Example/, endSessions: /Ada Example is signed out on every device/ };
const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `What to do with ${name} Example`, exact: true });
const item = (page: Page, deed: UserDeed['kind']) => page.getByRole('menuitem', { name: confirmOf[deed] });
let kind: UserDeed['kind'];

describeBrowser<typeof userDeedMachine>(userDeedModel, {
  open: opener('lindqvist'),
  isKept: true,
  // The menu of somebody whom one may not help offers nothing.
  can: (event, snapshot) =>
    (userDeedModel.can?.(event, snapshot) ?? true) && !(event.type === 'deed.chosen' && 'deed' in event && !event.deed.user.can_login_as),
  mount: async (stage) => {
    await comeAnew(stage, '/authenticated/admin/manageUsers/search', async () => {
      await gates.open();
      await gates.always(account.managedUsers, { users: [helpable, equal], is_cut: false });
      await gates.hold(...Object.values(callOf));
    });
    await menuOf(stage.page, 'Ada').waitFor();
  },
  drive: {
    'deed.chosen': async ({ deed }, { page }) => {
      ({ kind } = deed);
      await menuOf(page, 'Ada').click();
      await item(page, kind).click();
    },
    'deed.confirmed': (event, stage) => press(confirmOf[kind], question)(event, stage),
    'deed.cancelled': press('Cancel', question),
    'xstate.done.actor.carryOut': ({ output }) => gates.answer(callOf[kind], kind === 'endSessions' ? output : null),
    'xstate.error.actor.carryOut': ({ error }) => gates.fail(callOf[kind], error),
  },
  see: {
    choosing: async (_snapshot, { page }) => {
      await expect.poll(() => question(page).count()).toBe(0);
      await menuOf(page, 'Sam').click();
      await expect.poll(() => item(page, 'endSessions').getAttribute('aria-disabled')).toBe('true');
      expect(await item(page, 'resetFactors').count()).toBe(0);
      await page.keyboard.press('Escape');
      await item(page, 'endSessions').waitFor({ state: 'detached' });
    },
    confirming: (snapshot, stage) => says(textOf[kind], question)(snapshot, stage),
    'confirming.refused': ({ context }, { page }) => shownText(context.problem?.message ?? '', question)(page).waitFor(),
    'confirming.unreachable': says(/The server did not answer/, question),
    doing: (_snapshot, { page }) => question(page).waitFor(),
  },
});
