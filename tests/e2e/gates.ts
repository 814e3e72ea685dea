import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Call, DataOf } from '../../contract/kit.ts';
import type { SignedIn, UserData } from '../../contract/login.ts';
import type { Session } from '../../src/machines/login/sessionMachine.ts';
import { paths } from '../../src/views/paths.ts';
import type { PageStage } from '../kit/describeBrowser.ts';
import { newPage } from './browser.ts';

/** URLs of a call. Nothing may follow the name: `track_lesson` is not `track_lesson_resource`. */
const addressesOf = ({ path }: Call) => new RegExp(`${path.replaceAll('/', '\\/')}(\\?|$)`);
const envelope = (data: unknown) => JSON.stringify({ status: 'success', message: '', data });

/** A call of the page that waits for its response. */
interface Held {
  /** Names it among the paused requests, and among all of the page. */
  requestId: string;
  networkId: string | undefined;
  body: string;
}
/** What to do with a call when it comes. */
type Handler = (held: Held) => unknown;

/**
 * Holds the calls of a page until the test answers them. Pauses only the backend's calls, by the browser's own means: `page.route` would
 * pause each file of the product, and turn the cache off, so that a page would cost more than twice as much to load.
 */
export class Gates {
  readonly #page: Page;
  readonly #handlers = new Map<RegExp, Handler>();
  readonly #patterns = new Set<string>();
  readonly #waiting = new Map<string, Held[]>();
  #debugger: Promise<CDPSession> | undefined;

  constructor(page: Page) {
    this.#page = page;
  }

  async #attach(): Promise<CDPSession> {
    const session = await this.#page.context().newCDPSession(this.#page);
    session.on('Fetch.requestPaused', ({ requestId, networkId, request: { url, postData = '' } }) => {
      const handler = [...this.#handlers].findLast(([addresses]) => addresses.test(url))?.[1];
      if (handler) handler({ requestId, networkId, body: postData });
      else void this.#tell('Fetch.continueRequest', { requestId });
    });
    // A call of a page that has been left is dropped: the next call is the one to answer.
    session.on('Network.loadingFailed', ({ requestId }) => {
      for (const waiting of this.#waiting.values()) {
        const left = waiting.findIndex(({ networkId }) => networkId === requestId);
        if (left !== -1) waiting.splice(left, 1);
      }
    });
    await session.send('Network.enable');
    return session;
  }

  /** False if the request is gone: its page has been left. */
  async #tell(...message: Parameters<CDPSession['send']>): Promise<boolean> {
    try {
      await (await this.#debugger)?.send(...message);
      return true;
    } catch {
      return false;
    }
  }

  async #handle(addresses: RegExp, handler: Handler, pattern = '*/api/*'): Promise<void> {
    this.#handlers.set(addresses, handler);
    if (this.#patterns.has(pattern)) return;
    this.#patterns.add(pattern);
    this.#debugger ??= this.#attach();
    await (await this.#debugger).send('Fetch.enable', { patterns: [...this.#patterns].map((urlPattern) => ({ urlPattern })) });
  }

  #fulfil(requestId: string, body: string, responseCode = 200, type = 'application/json'): Promise<boolean> {
    return this.#tell('Fetch.fulfillRequest', {
      requestId,
      responseCode,
      responseHeaders: [{ name: 'content-type', value: type }],
      body: Buffer.from(body).toString('base64'),
    });
  }

  /** Answers every such call at once. */
  async always<C extends Call>(call: C, data: DataOf<C>): Promise<void> {
    await this.#handle(addressesOf(call), ({ requestId }) => this.#fulfil(requestId, envelope(data)));
  }

  /** Stands in for a script of the product with an empty one. */
  async silence(script: string): Promise<void> {
    await this.#handle(
      new RegExp(`/${script}[^/]*$`),
      ({ requestId }) => this.#fulfil(requestId, '', 200, 'text/javascript'),
      `*/${script}*`,
    );
  }

  /** Holds these calls. */
  async hold(...calls: Call[]): Promise<void> {
    for (const call of calls) {
      const waiting: Held[] = [];
      this.#waiting.set(call.path, waiting);
      await this.#handle(addressesOf(call), (held) => waiting.push(held));
    }
  }

  /** Lets the server answer. */
  async letThrough(call: Call): Promise<void> {
    await this.#end(call, ({ requestId }) => this.#tell('Fetch.continueRequest', { requestId }));
  }

  /** `data` may be a function of the request body. */
  async answer(call: Call, data: unknown): Promise<void> {
    await this.#end(call, ({ requestId, body }) =>
      this.#fulfil(requestId, envelope(typeof data === 'function' ? data(JSON.parse(body)) : data)),
    );
  }

  /** `code` 0: no response at all. */
  async fail(call: Call, { code, message, reason }: { code: number; message: string; reason?: string }): Promise<void> {
    const json = JSON.stringify({ status: 'error', message, data: reason ? { reason } : null });
    await this.#end(call, ({ requestId }) =>
      code === 0 ? this.#tell('Fetch.failRequest', { requestId, errorReason: 'Failed' }) : this.#fulfil(requestId, json, code),
    );
  }

  /** Lets every call through, also those that wait: the page is about to go elsewhere. */
  async open(): Promise<void> {
    this.#waiting.clear();
    this.#handlers.clear();
    this.#patterns.clear();
    await this.#page.unrouteAll({ behavior: 'ignoreErrors' });
    await this.#tell('Fetch.disable');
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

  /** Ends the oldest pending call that is still there. */
  async #end({ path }: Call, end: (held: Held) => Promise<boolean>): Promise<void> {
    const waiting = this.#waiting.get(path) as Held[];
    do await expect.poll(() => waiting.length, { message: `a call of ${path}` }).toBeGreaterThan(0);
    while (!(await end(waiting.shift() as Held)));
  }
}

/** Drivers that end a chart's actors: `calls` gives the call of each by the actor's name. */
export const driversOf = <Name extends string>(calls: Readonly<Record<Name, Call>>, gates: () => Gates) =>
  Object.fromEntries(
    Object.entries<Call>(calls).flatMap(([name, call]) => [
      [`xstate.done.actor.${name}`, ({ output }: { output: unknown }) => gates().answer(call, output)],
      [`xstate.error.actor.${name}`, ({ error }: { error: { code: number; message: string } }) => gates().fail(call, error)],
    ]),
  ) as Record<`xstate.${'done' | 'error'}.actor.${Name}`, (event: object) => Promise<void>>;

/** Signs in through the form. */
export async function signIn(page: Page, username: string): Promise<void> {
  await page.goto('/');
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill('science-rocks');
  await page.locator('button[type=submit]').click();
  await page.waitForURL(/\/authenticated\//);
}

/** A page of its own, signed in. */
export async function pageOf(username: string, options?: Parameters<typeof newPage>[0]): Promise<Page> {
  const page = await newPage(options);
  await signIn(page, username);
  return page;
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

/** The same with gates on each page, which `use` receives. The calls of a walk may fail. `script` runs in each page before any other. */
export function gatedPages(username: string, use: (gates: Gates) => void, script?: () => void): () => Promise<Page> {
  const freshPage = signedInPages(username, { expected: [/status of [45]\d\d/, /ERR_FAILED/] });
  return async () => {
    const page = await freshPage();
    if (script) await page.addInitScript(script);
    use(new Gates(page));
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
  // On leaving, the product writes what it has pending. Chromium may run `pagehide` only when the next page is there, after the clearing below.
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {};
  });
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
  let gates: Gates | undefined;
  return {
    isKept: true,
    open: () => {
      gates = undefined;
      return newPage({ ...options, isKept: true });
    },
    begin: async (page: Page): Promise<Gates> => {
      if (gates) {
        await gates.open();
        await forgetDevice(page, { session: true });
      }
      gates ??= new Gates(page);
      return gates;
    },
  };
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The server's response for a session of a model, with a token issued at the page's time. */
export async function signedInAs(page: Page, { token, user, refreshIn }: Session, more: Partial<UserData> = {}): Promise<SignedIn> {
  const iat = Math.floor((await page.evaluate(() => Date.now())) / 1000);
  const claims = { iat, exp: iat + 80 + refreshIn / 1000, jti: token };
  return { token: `${base64({ alg: 'none' })}.${base64(claims)}.`, userData: { ...user, ...more } };
}
