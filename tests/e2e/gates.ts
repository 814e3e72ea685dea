import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import type { Call, DataOf } from '../../contract/kit.ts';
import type { SignedIn, UserData } from '../../contract/login.ts';
import { channelName } from '../../src/developer/follow.ts';
import type { Session } from '../../src/machines/login/sessionMachine.ts';
import { paths } from '../../src/views/paths.ts';
import type { PageStage } from '../kit/describeBrowser.ts';
import { newPage } from './browser.ts';

/** URLs of a call. Nothing may follow the name: `track_lesson` is not `track_lesson_resource`. */
const addressesOf = ({ path }: Call) => new RegExp(`${path.replaceAll('/', '\\/')}(\\?|$)`);
const envelope = (data: unknown) => ({ status: 'success', message: '', data });

/** Holds the calls of a page until the test answers them. */
export class Gates {
  readonly #page: Page;
  readonly #waiting = new Map<string, Route[]>();

  constructor(page: Page) {
    this.#page = page;
    // A call of a page that has been left is dropped: the next call is the one to answer.
    page.on('requestfailed', (request) => {
      for (const waiting of this.#waiting.values()) {
        const left = waiting.findIndex((route) => route.request() === request);
        if (left !== -1) waiting.splice(left, 1);
      }
    });
  }

  /** Answers every such call at once. */
  async always<C extends Call>(call: C, data: DataOf<C>): Promise<void> {
    await this.#page.route(addressesOf(call), (route) => route.fulfill({ json: envelope(data) }));
  }

  /** Holds these calls. */
  async hold(...calls: Call[]): Promise<void> {
    for (const call of calls) {
      const waiting: Route[] = [];
      this.#waiting.set(call.path, waiting);
      await this.#page.route(addressesOf(call), (route) => {
        waiting.push(route);
      });
    }
  }

  /** `data` may be a function of the request body. */
  async answer(call: Call, data: unknown): Promise<void> {
    const route = await this.#next(call);
    await route.fulfill({ json: envelope(typeof data === 'function' ? data(route.request().postDataJSON()) : data) });
  }

  /** `code` 0: no response at all. */
  async fail(call: Call, { code, message, reason }: { code: number; message: string; reason?: string }): Promise<void> {
    const route = await this.#next(call);
    if (code === 0) await route.abort();
    else await route.fulfill({ status: code, json: { status: 'error', message, data: reason ? { reason } : null } });
  }

  /** Drops every route of the page, which is about to go elsewhere. */
  async open(): Promise<void> {
    this.#waiting.clear();
    await this.#page.unrouteAll({ behavior: 'ignoreErrors' });
  }

  /** Whether such a call is pending. */
  isWaiting({ path }: Call): boolean {
    return (this.#waiting.get(path)?.length ?? 0) > 0;
  }

  /** The pending one of these calls: a chart may use one event for several. */
  async waits(...calls: Call[]): Promise<Call> {
    const found = () => calls.find((call) => this.isWaiting(call));
    await expect.poll(() => found() !== undefined, { message: calls.map(({ path }) => path).join(' or ') }).toBe(true);
    return found() as Call;
  }

  async #next({ path }: Call): Promise<Route> {
    const waiting = this.#waiting.get(path) as Route[];
    await expect.poll(() => waiting.length, { message: `a call of ${path}` }).toBeGreaterThan(0);
    return waiting.shift() as Route;
  }
}

/** Signs in through the form. */
export async function signIn(page: Page, username: string): Promise<void> {
  await page.goto('/');
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill('science-rocks');
  await page.locator('button[type=submit]').click();
  await page.waitForURL(/\/authenticated\//);
}

/** Signs in once for all walks of a file. Each starts on a fresh page of the same session. */
export function signedInPages(username: string, options: Parameters<typeof newPage>[0]): () => Promise<Page> {
  let last: Page | undefined;
  return async () => {
    if (!last) {
      last = await newPage({ ...options, isKept: true });
      await signIn(last, username);
    }
    const page = await last.context().newPage();
    await last.close();
    last = page;
    return page;
  };
}

/** Navigates inside the product without a page load, as Back and links do. */
export const goWithin = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

/**
 * Brings the page to where a path starts. It comes from another screen, so that the chart starts over, without reloading the product.
 * `prepare` sets up the responses once no call of the previous path is pending.
 */
export async function comeAnew({ page, forgetActors }: PageStage, address: string, prepare: () => Promise<void>): Promise<void> {
  if (page.url() === 'about:blank') {
    await prepare();
    await page.goto(address);
    return;
  }
  await goWithin(page, paths.feedback);
  await page.getByRole('heading', { level: 1, name: 'Feedback', exact: true }).waitFor();
  await forgetActors();
  await prepare();
  await goWithin(page, address);
}

/** Leaves the product and clears everything the device keeps; also the session if `session` is set. */
export async function forgetDevice(page: Page, { session = false } = {}): Promise<void> {
  if (session) await page.context().clearCookies();
  await page.goto('/config.json');
  await page.evaluate(
    async (kept) => {
      for (const key of Object.keys(localStorage)) if (key !== kept) localStorage.removeItem(key);
      sessionStorage.clear();
      await new Promise((resolve) => {
        const deletion = indexedDB.deleteDatabase('orrery.kept');
        for (const way of ['success', 'error', 'blocked']) deletion.addEventListener(way, resolve);
      });
    },
    session ? '' : 'orrery.session',
  );
}

/** Changes data that the device keeps for the server, unseen by the page: each key with its value, or null to delete it. */
export const writeKept = (page: Page, entries: readonly (readonly [key: string, value: unknown])[]): Promise<void> =>
  page.evaluate(
    (all) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('orrery.kept', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('kept');
        opening.onsuccess = () => {
          const writing = opening.result.transaction('kept', 'readwrite');
          const kept = writing.objectStore('kept');
          for (const [key, value] of all) value === null ? kept.delete(key) : kept.put(value, key);
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    entries,
  );

/** One page for all paths of a walk that starts signed out. Call `begin` first in `mount`: it clears what the previous path left. */
export function keptPage(options: Parameters<typeof newPage>[0]) {
  let isFresh = true;
  return {
    isKept: true,
    open: () => {
      isFresh = true;
      return newPage({ ...options, isKept: true });
    },
    begin: async (page: Page): Promise<void> => {
      const isFirst = isFresh;
      isFresh = false;
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      if (!isFirst) await forgetDevice(page, { session: true });
    },
  };
}

/** Finds the id of a chart's actor from the recorder's messages to other windows. Call it before the page opens. */
export async function learnActor(page: Page, chart: string): Promise<void> {
  await page.addInitScript(
    ([channelOfPage, wanted]) => {
      new BroadcastChannel(channelOfPage).addEventListener('message', ({ data }) => {
        const isWanted = ({ chart, status }: { chart?: string; status: string }) => chart === wanted && status === 'active';
        const actor = data.kind === 'state' && data.actors.findLast(isWanted);
        if (actor) Object.assign(globalThis, { learnt: { window: data.window, actor: actor.id } });
      });
    },
    [channelName, chart] as const,
  );
}

/** Sends an event from outside the page to the actor found. */
export const sendFromOutside = (page: Page, event: object): Promise<void> =>
  page.evaluate(
    ([channelOfPage, sent]) => {
      const { learnt } = globalThis as unknown as { learnt: object };
      new BroadcastChannel(channelOfPage).postMessage({ kind: 'send', ...learnt, event: sent });
    },
    [channelName, event] as const,
  );

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The server's response for a session of a model, with a token issued at the page's time. */
export async function signedInAs(page: Page, { token, user, refreshIn }: Session, more: Partial<UserData> = {}): Promise<SignedIn> {
  const iat = Math.floor((await page.evaluate(() => Date.now())) / 1000);
  const claims = { iat, exp: iat + 80 + refreshIn / 1000, jti: token };
  return { token: `${base64({ alg: 'none' })}.${base64(claims)}.`, userData: { ...user, ...more } };
}
