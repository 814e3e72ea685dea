import { act, waitFor } from '@testing-library/react';
import axios from 'axios';
import { getResponse, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Call } from '../../../contract/kit.ts';
import type { FieldReason } from '../../../contract/refusals.ts';
import { cookieJar, lookAgain } from '../../kit/page.ts';
import { makeFixtureSchool } from '../../server/fixtureSchool.ts';
import { type TestServer, testServer } from '../../server/testServer.ts';

/** How a response fails: a `Problem` (code 0: no response at all; `named`: the fields it names), or one that violates the contract. */
export type Failure = { code: number; message?: string; reason?: string; named?: readonly FieldReason[] } | 'outOfContract' | 'noJson';

/** A call made by the screen. */
export interface MadeCall {
  path: string;
  /** Query and body combined, as sent. */
  input: Record<string, unknown>;
}

/**
 * `TEST_SLOW`: how late a response comes at most, in ms. Each comes at another moment, so that a test or a screen that relies on their order
 * fails. By default, they come at once.
 */
const slowest = Number(process.env.TEST_SLOW ?? 0);
/** Not the clock of a test. */
const later = globalThis.setTimeout;

interface Waiting {
  path: string;
  /** `null`: the backend responds. */
  answer: (failure: Failure | null) => void;
}

/** `Call.path` with its backend, or any other path. */
const pathOf = (call: Call | string) => (typeof call === 'string' ? call : `/api/${call.backend}${call.path}`);

function failed(failure: Failure): Response {
  if (failure === 'outOfContract') return HttpResponse.json({ status: 'success', message: '', data: { surprise: true } });
  if (failure === 'noJson') return HttpResponse.html('<h1>Proxy</h1>');
  if (failure.code === 0) return HttpResponse.error();
  return HttpResponse.json(
    { status: 'error', message: failure.message ?? '', data: failure.reason ? { reason: failure.reason, fields: failure.named } : null },
    { status: failure.code },
  );
}

/**
 * The reference backend with the fixture school, behind a mocked network. Responses to held calls wait until the test releases them or
 * makes them fail.
 */
export class Network {
  readonly backend: TestServer;
  readonly calls: MadeCall[] = [];
  readonly #held: Set<string>;
  readonly #waiting: Waiting[] = [];
  readonly #ends: (() => void)[] = [];
  #isClosed = false;

  constructor(backend: TestServer, held: readonly (Call | string)[]) {
    this.backend = backend;
    this.#held = new Set(held.map(pathOf));
  }

  /** Holds responses of this call from now on. */
  hold(call: Call | string): void {
    this.#held.add(pathOf(call));
  }

  /** The inputs of all calls to one path. */
  made(call: Call | string): Record<string, unknown>[] {
    return this.calls.filter(({ path }) => path === pathOf(call)).map(({ input }) => input);
  }

  /** Number of pending calls to one path. */
  waiting(call: Call | string): number {
    return this.#waiting.filter(({ path }) => path === pathOf(call)).length;
  }

  readonly receive = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.clone().text();
    const input = { ...Object.fromEntries(searchParams), ...(text.startsWith('{') ? (JSON.parse(text) as object) : {}) };
    this.calls.push({ path: pathname, input });
    const held = Promise.withResolvers<Failure | null>();
    if (this.#held.has(pathname)) this.#waiting.push({ path: pathname, answer: held.resolve });
    else held.resolve(null);
    lookAgain();
    const failure = await held.promise;
    if (slowest > 0) await new Promise((over) => later(over, (this.calls.length * 37) % slowest));
    if (failure !== null) return failed(failure);
    const answer = await this.backend.app.fetch(request);
    // A response after the end would leave its cookies to the next test.
    return this.#isClosed ? failed({ code: 0 }) : answer;
  };

  /** Waits for the held call and lets the backend's response through; `prepare` may change the backend's data first. */
  async release(call: Call | string, prepare?: () => Promise<unknown>): Promise<void> {
    const waiting = await this.#next(call);
    await prepare?.();
    await act(async () => waiting.answer(null));
  }

  /** Waits for the held call and makes it fail. */
  async fail(call: Call | string, failure: Failure): Promise<void> {
    const waiting = await this.#next(call);
    await act(async () => waiting.answer(failure));
  }

  /** The newest pending call to a path. */
  async #next(call: Call | string): Promise<Waiting> {
    const path = pathOf(call);
    const isWanted = (waiting: Waiting) => waiting.path === path;
    await waitFor(() => expect(this.#waiting.some(isWanted), `no call of ${path} is waiting`).toBe(true));
    return this.#waiting.splice(this.#waiting.findLastIndex(isWanted), 1)[0] as Waiting;
  }

  /** Runs this when the test is over and no more calls are answered. */
  atEnd(end: () => void): void {
    this.#ends.push(end);
  }

  /** Fails all pending calls, so that nothing reaches a later test. */
  close(): void {
    this.#isClosed = true;
    for (const { answer } of this.#waiting.splice(0)) answer({ code: 0 });
    for (const end of this.#ends.splice(0)) end();
  }
}

const handlers = [http.all('*', ({ request }) => current?.receive(request) ?? HttpResponse.error())];

/** Fetches as a browser does: from the address of the page, with its cookies, until the signal ends it. */
async function fetchHere(url: string, { signal, ...options }: RequestInit): Promise<Response> {
  signal?.throwIfAborted();
  const request = new Request(new URL(url, location.href), options);
  request.headers.set('cookie', cookieJar().getCookieStringSync(request.url));
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
  const response = await Promise.race([getResponse(handlers, request), aborted]);
  if (!response || response.type === 'error') throw new TypeError('Failed to fetch');
  for (const cookie of response.headers.getSetCookie()) cookieJar().setCookieSync(cookie, request.url);
  return response;
}

/** axios would use jsdom's XMLHttpRequest, for which the network stub emulates a connection each time. Forms are those of Node. */
async function sendHere(): Promise<void> {
  const { constructor: NetworkForm } = await new Response(new URLSearchParams()).formData();
  const env = { FormData: NetworkForm as typeof FormData, fetch: fetchHere, Request: null, Response };
  Object.assign(axios.defaults, { adapter: 'fetch', env: { ...axios.defaults.env, ...env } });
}

let current: Network | undefined;
const opened: Network[] = [];

/** Installs the network for this test file. Call it once, at the top. */
export function installNetwork(): void {
  const server = setupServer(...handlers);
  beforeAll(async () => {
    await sendHere();
    server.listen();
  });
  afterEach(() => {
    current = undefined;
    for (const network of opened.splice(0)) network.close();
  });
  afterAll(() => server.close());
}

/** A fresh backend for one test, with responses of the `held` calls held. */
export async function openNetwork(held: readonly (Call | string)[] = []): Promise<Network> {
  const backend = await testServer();
  await makeFixtureSchool(backend.ports);
  current = new Network(backend, held);
  opened.push(current);
  return current;
}
