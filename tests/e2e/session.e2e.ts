import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { newPage } from './browser.ts';

const unauthorised = { status: 401, json: { status: 'error', message: 'Your session has expired. Please sign in again.', data: null } };

async function fillIn(page: Page, name: string): Promise<void> {
  await page.getByLabel(m.login_username()).fill(name);
  await page.getByLabel('Password', { exact: true }).fill('science-rocks');
  await page.getByRole('button', { name: m.login_submit() }).click();
}
async function signIn(page: Page, name = 'maya'): Promise<void> {
  await page.goto('/');
  await fillIn(page, name);
  await page.waitForURL(/\/authenticated\//);
}
async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account|Maya|Leo|MC/ }).click();
  await page.getByRole('menuitem', { name: m.common_sign_out() }).click();
}
/** Maya's dashboard, loaded. From now on, coming back reloads it. */
const dashboard = (page: Page) => page.getByRole('heading', { name: m.student_to_do_title() });
const greeting = (page: Page, name: string) => page.getByRole('heading', { name: `Hello, ${name}` });
const expiredPopup = (page: Page) => page.getByRole('alertdialog', { name: m.common_session_expired() });
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

/** Requests to a call, from now on. */
function watch(page: Page, path: string): Request[] {
  const made: Request[] = [];
  page.context().on('request', (request) => new URL(request.url()).pathname.endsWith(path) && made.push(request));
  return made;
}
/** Everything this browser stores that a script could read, as text. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((done) => {
        const opening = indexedDB.open(name as string);
        opening.onsuccess = () => done(opening.result);
      });
      for (const store of database.objectStoreNames) {
        kept.push(
          await new Promise((done) => {
            const reading = database.transaction(store).objectStore(store).getAll();
            reading.onsuccess = () => done(reading.result);
          }),
        );
      }
      database.close();
    }
    return JSON.stringify(kept);
  });

describe('a session that has expired', () => {
  it('shows one popup however many calls fail, keeps the screen, and makes the calls again for the same person', async () => {
    const page = await newPage();
    await signIn(page);
    await dashboard(page).waitFor();
    await page.evaluate(() => document.querySelector('main')?.setAttribute('data-marked', 'the same element'));
    await page.route('**/api/lms/v2/**', (route) => route.fulfill(unauthorised));
    await comeBack(page);
    await expiredPopup(page).waitFor();
    await comeBack(page);
    await comeBack(page);
    expect(await page.getByRole('alertdialog').count()).toBe(1);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password');
    await page.unroute('**/api/lms/v2/**');
    const replayed = watch(page, '/load_student_dashboard');
    await page.getByLabel('Password', { exact: true }).fill('science-rocks');
    await page.keyboard.press('Enter');
    await expiredPopup(page).waitFor({ state: 'detached' });
    await expect.poll(() => replayed.length).toBe(1);
    expect((await (await replayed[0]!.response())!.json()).status).toBe('success');
    expect(await page.locator('main[data-marked]').count()).toBe(1);
    await dashboard(page).waitFor();
  });

  it('lets the person leave instead: nothing of them is left in storage, only the language of the device', async () => {
    const page = await newPage();
    await signIn(page);
    await dashboard(page).waitFor();
    await page.route('**/api/lms/v2/**', (route) => route.fulfill(unauthorised));
    await comeBack(page);
    await expiredPopup(page).getByRole('button', { name: m.common_sign_out() }).click();
    await page.getByRole('heading', { name: m.login_submit() }).waitFor();
    expect(await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])).toEqual([['PARAGLIDE_LOCALE'], []]);
    await page.reload();
    await page.getByRole('heading', { name: m.login_submit() }).waitFor();
  });

  it('is one popup in every tab, and signing in again in one of them is enough for all', async () => {
    const page = await newPage();
    await signIn(page);
    const other = await page.context().newPage();
    await other.goto(page.url());
    for (const tab of [page, other]) {
      await dashboard(tab).waitFor();
      // During its first load, the dashboard has nothing to refresh.
      await tab.getByRole('link', { name: 'Continue' }).waitFor();
      await tab.waitForLoadState('networkidle');
      await tab.route('**/api/lms/v2/**', (route) => route.fulfill(unauthorised));
      await comeBack(tab);
      await expiredPopup(tab).waitFor();
      await tab.unroute('**/api/lms/v2/**');
    }
    await page.getByLabel('Password', { exact: true }).fill('science-rocks');
    await page.keyboard.press('Enter');
    for (const tab of [page, other]) await expiredPopup(tab).waitFor({ state: 'detached' });
  });
});

describe('several tabs', () => {
  it('sign out together, and go along with whoever signs in next: nothing of the first is left', async () => {
    const page = await newPage();
    await signIn(page);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await dashboard(other).waitFor();
    await signOut(page);
    for (const tab of [page, other]) await tab.getByRole('heading', { name: m.login_submit() }).waitFor();
    await fillIn(other, 'leo');
    for (const tab of [page, other]) {
      await greeting(tab, 'Leo').waitFor();
      expect(await tab.getByText('Maya').count()).toBe(0);
    }
    expect(await stored(page)).not.toContain('Maya');
  });

  it('refresh once for all, 80 s before the expiry, and each goes on with the new token', async () => {
    const page = await newPage();
    await page.context().clock.install();
    await signIn(page);
    await dashboard(page).waitFor();
    const tabs = [page];
    for (let tab = 1; tab < 3; tab++) {
      const next = await page.context().newPage();
      await next.goto(page.url());
      await dashboard(next).waitFor();
      tabs.push(next);
    }
    const refreshes = watch(page, '/Login/Extend');
    // The time that the tabs took to load has passed as well.
    await page.context().clock.runFor(790_000);
    expect(refreshes).toHaveLength(0);
    await page.context().clock.runFor(35_000);
    await expect.poll(() => refreshes.length).toBe(1);
    const fresh = ((await (await refreshes[0]!.response())!.json()) as { data: { token: string } }).data.token;
    for (const tab of tabs) {
      const made = watch(tab, '/load_student_dashboard');
      // The new token is on its way to each tab; the old one is valid until then.
      const lastUsed = async () => {
        await comeBack(tab);
        return made.at(-1)?.headerValue('authorization');
      };
      await expect.poll(lastUsed).toBe(`Bearer ${fresh}`);
    }
    expect(refreshes).toHaveLength(1);
    for (const tab of tabs) expect(await expiredPopup(tab).count()).toBe(0);
  });
});

describe('time', () => {
  it.each([
    ['two hours behind', -2 * 3600_000],
    ['right', 0],
    ['five hours ahead', 5 * 3600_000],
  ])('a device clock that is %s changes nothing: no refresh too early, none missed', async (_, skew) => {
    const page = await newPage();
    await page.clock.install({ time: Date.now() + skew });
    await signIn(page);
    await dashboard(page).waitFor();
    const refreshes = watch(page, '/Login/Extend');
    await page.clock.runFor(800_000);
    expect(refreshes).toHaveLength(0);
    await page.clock.runFor(25_000);
    await expect.poll(() => refreshes.length).toBe(1);
  });

  it('a laptop that slept through the expiry refreshes when it wakes up, and shows no popup', async () => {
    const page = await newPage();
    await page.clock.install();
    // The dashboard's last requests are answered before the device goes to sleep.
    const last = Promise.all(['get_user_overlay_detail', 'get_otherstudents_tracking'].map((call) => page.waitForResponse(`**/${call}?*`)));
    await signIn(page);
    await dashboard(page).waitFor();
    await last;
    const refreshes = watch(page, '/Login/Extend');
    // Calls sent at the same moment still have the old token, and wait for the new one.
    await page.route('**/api/lms/v2/**', async (route) => (refreshes.length === 0 ? route.fulfill(unauthorised) : route.fallback()));
    await page.clock.fastForward(3 * 3600_000);
    await comeBack(page);
    await expect.poll(() => refreshes.length).toBe(1);
    await dashboard(page).waitFor();
    expect(await expiredPopup(page).count()).toBe(0);
  });

  it('a refresh that does not get through is no sign-out: it is tried again', async () => {
    const page = await newPage({ expected: [/ERR_CONNECTION_REFUSED/] });
    await page.clock.install();
    await signIn(page);
    await dashboard(page).waitFor();
    await page.route('**/Login/Extend', (route) => route.abort('connectionrefused'));
    const refreshes = watch(page, '/Login/Extend');
    await page.clock.runFor(825_000);
    await expect.poll(() => refreshes.length).toBe(1);
    await page.unroute('**/Login/Extend');
    await page.clock.runFor(16_000);
    await expect.poll(() => refreshes.length).toBe(2);
    await dashboard(page).waitFor();
    expect(await expiredPopup(page).count()).toBe(0);
  });
});

describe('starting', () => {
  it('a server that is silent is no sign-out: the address stays, and the page opens when it answers', async () => {
    const page = await newPage({ expected: [/ERR_CONNECTION_REFUSED/] });
    await signIn(page);
    await page.getByRole('link', { name: m.common_nav_all_work() }).click();
    await page.getByRole('heading', { name: m.common_nav_all_work(), level: 1 }).waitFor();
    const address = page.url();
    const asked = Promise.withResolvers<void>();
    await page.route('**/Login/Extend', async (route) => {
      await asked.promise;
      await route.abort('connectionrefused');
    });
    await page.reload();
    // Not an empty page.
    await page.locator('.opening').waitFor();
    asked.resolve();
    await page.getByRole('heading', { name: m.common_unreachable(), level: 1 }).waitFor();
    await expect.poll(() => page.title()).toBe(`${m.common_unreachable()} · Orrery`);
    expect(page.url()).toBe(address);
    await page.unroute('**/Login/Extend');
    await page.getByRole('button', { name: m.common_try_again() }).click();
    await page.getByRole('heading', { name: m.common_nav_all_work(), level: 1 }).waitFor();
  });

  it('shows what the last visit showed at once, while it is loaded again', async () => {
    const page = await newPage();
    await signIn(page);
    await dashboard(page).waitFor();
    await dashboard(page).waitFor();
    await expect.poll(() => stored(page)).toContain('studentDashboard');
    const gate = Promise.withResolvers<void>();
    await page.route('**/load_student_dashboard*', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.reload();
    await dashboard(page).waitFor();
    const answered = page.waitForResponse('**/load_student_dashboard*');
    gate.resolve();
    await answered;
  });

  it('writes what was shown when the page is left before its quiet time is over', async () => {
    const page = await newPage();
    await page.clock.install();
    await signIn(page);
    await dashboard(page).waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.evaluate(() => localStorage.removeItem(Object.keys(localStorage).find((key) => key.endsWith('.studentDashboard')) ?? ''));
    expect(await stored(page)).not.toContain('.studentDashboard');
    await comeBack(page);
    // No timers run any more: data is written because the page is left.
    const leave = async () => {
      await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
      return stored(page);
    };
    await expect.poll(leave).toContain('.studentDashboard');
  });

  it('works without any storage, and says so once', async () => {
    const page = await newPage();
    await page.addInitScript(() => {
      for (const area of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(globalThis, area, {
          get: () => {
            throw new DOMException('The operation is insecure.', 'SecurityError');
          },
        });
      }
      Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
    });
    await signIn(page);
    await page.getByText('This browser does not keep anything on this device.').waitFor();
    await dashboard(page).waitFor();
    await page.getByRole('link', { name: m.common_nav_all_work() }).click();
    await page.getByRole('heading', { name: m.common_nav_all_work(), level: 1 }).waitFor();
    expect(await page.getByText('This browser does not keep anything on this device.').count()).toBeLessThanOrEqual(1);
  });
});

describe('where the token is', () => {
  it('in memory only: no storage that a script can read ever holds it', async () => {
    const page = await newPage();
    const answered = page.waitForResponse('**/ngss/login/index');
    await signIn(page);
    const { data } = (await (await answered).json()) as { data: { token: string } };
    await dashboard(page).waitFor();
    await expect.poll(() => stored(page)).toContain('studentDashboard');
    const kept = await stored(page);
    for (const part of data.token.split('.')) expect(kept).not.toContain(part);
    expect(await page.evaluate(() => document.cookie)).toBe('');
  });

  it('in storage, where the configuration says so: a reload restores it by getUserinfo, a refresh carries it, sign-out removes it', async () => {
    const page = await newPage();
    await page.clock.install();
    await page.route('**/config.json', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), token: 'storage' } });
    });
    await signIn(page);
    await dashboard(page).waitFor();
    expect(await stored(page)).toMatch(/"token\\?":/);
    // Such a backend has no cookie.
    await page.context().clearCookies();
    const asked = watch(page, '/Login/getUserinfo');
    const refreshes = watch(page, '/Login/Extend');
    await page.reload();
    await dashboard(page).waitFor();
    expect(asked).toHaveLength(1);
    expect(await asked[0]!.headerValue('authorization')).toMatch(/^Bearer /);
    expect(refreshes).toHaveLength(0);
    await page.route('**/Login/Extend', (route) => route.fulfill(unauthorised));
    await page.clock.runFor(830_000);
    await expect.poll(() => refreshes.length).toBe(1);
    expect(await refreshes[0]!.headerValue('authorization')).toMatch(/^Bearer /);
    expect(JSON.parse(refreshes[0]!.postData() ?? '{}')).toHaveProperty('user_puid');
    await expiredPopup(page).getByRole('button', { name: m.common_sign_out() }).click();
    await page.getByRole('heading', { name: m.login_submit() }).waitFor();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['PARAGLIDE_LOCALE']);
  });
});
