import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import type { sessionMachine } from '../../src/machines/login/sessionMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { sessionModel } from '../machines/session.model.ts';
import { newPage } from './browser.ts';
import { signedInAs } from './gates.ts';

/** Pending calls of the session, by path. */
let waiting: { path: string; route: Route }[] = [];
async function next(path: string): Promise<Route> {
  const isWanted = (one: { path: string }) => one.path.endsWith(path);
  await expect.poll(() => waiting.some(isWanted), { message: `no call of ${path} is waiting` }).toBe(true);
  const wanted = waiting.filter(isWanted).at(-1) as (typeof waiting)[number];
  waiting = waiting.filter((one) => !isWanted(one));
  return wanted.route;
}

const succeed = (route: Route, data: unknown) => route.fulfill({ json: { status: 'success', message: '', data } });
const fail = (route: Route, { code, message }: { code: number; message: string }) =>
  code === 0 ? route.abort('connectionrefused') : route.fulfill({ status: code, json: { status: 'error', message, data: null } });

/** Sends a message from another tab. */
let sequence = 1_000;
const tellAsOtherTab = (page: Page, message: object) =>
  page.evaluate((told) => new BroadcastChannel('orrery.session').postMessage(told), { ...message, sequence: ++sequence });

const expired = (page: Page) => page.getByRole('alertdialog', { name: m.common_session_expired() });
const silent = (page: Page) => page.getByText(m.common_unreachable()).last();
const screen = (page: Page) => page.getByText('Hello, Ada').first();

describeBrowser<typeof sessionMachine>(sessionModel, {
  open: () => newPage({ expected: [/ERR_CONNECTION_REFUSED/] }),
  mount: async ({ page }) => {
    waiting = [];
    // Drops calls from a state that has been left.
    page.on('requestfailed', (request) => {
      waiting = waiting.filter(({ route }) => route.request() !== request);
    });
    // The screens' requests are not answered here, so the screens stay unchanged.
    await page.route('**/api/**', (route) => {
      waiting.push({ path: new URL(route.request().url()).pathname, route });
    });
    await page.route(/\/Stop_login_as_user(\?|$)/, (route) => succeed(route, null));
    await page.addInitScript(() => localStorage.setItem('orrery.session', JSON.stringify({ v: 1, userPuid: 7 })));
    await page.goto('/');
  },
  outside: {
    'session.opened': 'Sent by sign-ins with a page of their own: codes, links from emails, other services.',
    'session.closed': 'While an administrator acts as somebody, the menu has no Sign out.',
    'session.retried': 'Sent by the page itself when the connection is back.',
    'session.rejected': 'Sent by the layer of calls after a 401.',
    'clock.checked': 'Sent by the page itself when it is shown again.',
    'acting.started': 'Sent by the list of users, a screen of its own.',
    'route.requested': 'Sent by the router when an address behind the sign-in is opened.',
  },
  drive: {
    'session.opened': async (event, { page, send }) => {
      if ((await page.getByLabel(m.login_username()).count()) === 0) return send(event);
      const name = page.getByLabel(m.login_username());
      const isAgain = !(await name.isEditable());
      if (!isAgain) await name.fill(event.session.user.user_name);
      await page.getByLabel('Password', { exact: true }).fill('science-rocks');
      await page.getByRole('button', { name: m.login_submit() }).click();
      // Signing in again includes the district.
      await succeed(await next(isAgain ? '/Login/Index' : '/login/index'), await signedInAs(page, event.session));
    },
    'session.closed': async (event, { page, send }) => {
      if ((await expired(page).count()) > 0) return expired(page).getByRole('button', { name: m.common_sign_out() }).click();
      if (await page.getByRole('button', { name: 'Exit' }).isVisible()) return send(event);
      await page.getByRole('button', { name: /Ada/ }).click();
      await page.getByRole('menuitem', { name: m.common_sign_out() }).click();
    },
    'session.retried': async (event, { page, send }) =>
      (await silent(page).count()) > 0 ? page.getByRole('button', { name: m.common_try_again() }).click() : send(event),
    'session.openedElsewhere': async ({ session }, { page }) => {
      const refreshAt = (await page.evaluate(() => Date.now())) + session.refreshIn;
      await tellAsOtherTab(page, { type: 'opened', signedIn: { token: session.token, userData: session.user }, refreshAt });
    },
    'session.closedElsewhere': (_event, { page }) => tellAsOtherTab(page, { type: 'closed', owner: '25251.7' }),
    'session.rejected': (event, { send }) => send(event),
    'clock.checked': (event, { send }) => send(event),
    'acting.started': (event, { send }) => send(event),
    'acting.exited': (_event, { page }) => page.getByRole('button', { name: 'Exit' }).click(),
    'route.requested': (event, { send }) => send(event),
    'xstate.done.actor.restore': async ({ output }, { page }) => {
      const route = await next('/Login/Extend');
      if (output) await succeed(route, await signedInAs(page, output));
      else await fail(route, { code: 401, message: 'The session has ended' });
    },
    'xstate.error.actor.restore': async ({ error }) => fail(await next('/Login/Extend'), error),
    'xstate.done.actor.refresh': async ({ output }, { page }) => succeed(await next('/Login/Extend'), await signedInAs(page, output)),
    'xstate.error.actor.refresh': async ({ error }) => fail(await next('/Login/Extend'), error),
    'xstate.done.actor.leaveActing': async ({ output }, { page }) => succeed(await next('/Login/Extend'), await signedInAs(page, output)),
    'xstate.error.actor.leaveActing': async ({ error }) => fail(await next('/Login/Extend'), error),
    'xstate.done.actor.signOut': async () => succeed(await next('/Login/Logout'), null),
    'xstate.error.actor.signOut': async ({ error }) => fail(await next('/Login/Logout'), error),
  },
  see: {
    'away.restoring': async ({ context }, { page }) =>
      expect(await page.getByRole('heading').allTextContents()).toEqual(context.problem === null ? [] : [m.common_unreachable()]),
    'away.unreachable': (_snapshot, { page }) => page.getByRole('heading', { name: m.common_unreachable() }).waitFor(),
    'away.signedOut': async (_snapshot, { page }) => {
      await page.getByRole('heading', { name: m.login_submit() }).waitFor();
      expect(await screen(page).count()).toBe(0);
    },
    'known.signedIn': async (_snapshot, { page }) => {
      await screen(page).waitFor();
      await expired(page).waitFor({ state: 'detached' });
    },
    'known.signedIn.who.acting': (_snapshot, { page }) => page.getByRole('button', { name: 'Exit' }).waitFor(),
    'known.expired': async (_snapshot, { page }) => {
      await expired(page).waitFor();
      expect(await page.getByRole('alertdialog').count()).toBe(1);
      expect(await screen(page).count(), 'the screen stays beneath').toBe(1);
    },
    signingOut: (_snapshot, { page }) => expired(page).waitFor({ state: 'detached' }),
  },
});
