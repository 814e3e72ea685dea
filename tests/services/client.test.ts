import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { calls } from '../../contract/index.ts';
import { login } from '../../contract/login.ts';
import { player } from '../../contract/player.ts';
import type { Problem } from '../../src/machines/problem.ts';
import { type Client, createClient } from '../../src/services/kit/client.ts';
import type { Access, Environment } from '../../src/services/kit/environment.ts';
import { quietEnvironment } from './quietEnvironment.ts';

/** A backend that accepts valid tokens, and records requests with their tokens. */
let server: Server;
let base: string;
let good: Set<string>;
let asked: string[];
let languages: (string | undefined)[];
let hold: Promise<void> | undefined;
/** Refusal for every request; if undefined, only invalid tokens are refused. */
let refusing: { code: number; message: string; data: unknown } | undefined;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const path = new URL(request.url ?? '', 'http://orrery.test').pathname.split('/').at(-1);
    languages.push(request.headers['accept-language']);
    asked.push(`${request.method} ${path} ${token}`);
    await hold;
    if (refusing) {
      const { code, ...answer } = refusing;
      response.writeHead(code, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status: 'error', ...answer }));
      return;
    }
    const isGood = good.has(token);
    response.writeHead(isGood ? 200 : 401, { 'content-type': 'application/json' });
    const data = path === 'nav_tab_status' ? [{ key: 'content', show: true }] : 7;
    response.end(JSON.stringify(isGood ? { status: 'success', message: '', data } : { status: 'error', message: 'expired', data: null }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

let access: Access;
let changed: () => void;
let popups: number;
let client: Client;
let environment: Environment;
const told = vi.fn();
const become = (next: Access) => {
  access = next;
  changed();
};
const maya = (token: string): Access => ({ state: 'open', token, owner: '1.maya' });

beforeEach(() => {
  good = new Set(['new']);
  asked = [];
  languages = [];
  hold = undefined;
  refusing = undefined;
  popups = 0;
  told.mockReset();
  access = maya('old');
  environment = {
    ...quietEnvironment,
    configuration: () => ({ backends: { lms: base, ngss: base, search: base, game: base }, token: 'memory' }) as never,
    access: () => access,
    userPuid: () => 7,
    onAccessChanged: (listener) => {
      changed = listener;
    },
    sessionRejected: (token) => {
      if (token !== access.token) return;
      popups += 1;
      become({ state: 'paused', token: null, owner: access.owner });
    },
    notify: told,
    problemRaised: told,
  };
  client = createClient(environment);
});

const read = () => client.send(login.navTabStatus, { district_id: 1 });
const write = () =>
  client.send(player.trackLesson, {
    user_puid: 1,
    lesson_id: 1,
    assignment_id: 1,
    time_spent: 1,
    tracking_id: 1,
    mode: 'start',
    group_assignment_id: 1,
  });

it('says with each call in which language the person reads', async () => {
  good.add('old');
  await Promise.all([read(), write()]);
  expect(languages).toEqual(['es', 'es']);
});

describe('calls that are answered 401', () => {
  it('end the session once, however many they are, and are made again once each for the same person: reading and writing', async () => {
    const calls = [read(), write(), read(), read(), write()];
    await expect.poll(() => asked.length).toBe(5);
    await expect.poll(() => popups).toBe(1);
    become(maya('new'));
    expect(await Promise.all(calls)).toEqual([
      [{ key: 'content', show: true }],
      7,
      [{ key: 'content', show: true }],
      [{ key: 'content', show: true }],
      7,
    ]);
    expect(asked.slice(5)).toEqual([
      'GET nav_tab_status new',
      'POST track_lesson new',
      'GET nav_tab_status new',
      'GET nav_tab_status new',
      'POST track_lesson new',
    ]);
    expect(popups).toBe(1);
    expect(told).not.toHaveBeenCalled();
  });

  it('and those asked for while it is expired wait, and nothing is sent meanwhile', async () => {
    const first = read();
    await expect.poll(() => popups).toBe(1);
    const second = write();
    expect(asked).toHaveLength(1);
    become(maya('new'));
    await Promise.all([first, second]);
    expect(asked).toEqual(['GET nav_tab_status old', 'GET nav_tab_status new', 'POST track_lesson new']);
  });

  it('with a token that is not the one of now any more say nothing about the session: they are made again at once', async () => {
    const gate = Promise.withResolvers<void>();
    hold = gate.promise;
    const call = read();
    await expect.poll(() => asked.length).toBe(1);
    become(maya('new'));
    gate.resolve();
    expect(await call).toHaveLength(1);
    expect(popups).toBe(0);
  });

  it('are given up without a word when somebody else signs in, or the person leaves', async () => {
    for (const next of [
      { state: 'open', token: 'new', owner: '1.leo' },
      { state: 'closed', token: null, owner: null },
    ] as const) {
      access = maya('old');
      const call = read();
      await expect.poll(() => access.state).toBe('paused');
      become(next);
      await expect(call).rejects.toMatchObject({ code: 401 });
    }
    expect(asked).toHaveLength(2);
    expect(told).not.toHaveBeenCalled();
  });

  it('a second time, with the new token, are not made a third time', async () => {
    good.clear();
    const call = read();
    await expect.poll(() => popups).toBe(1);
    become(maya('new'));
    await expect(call).rejects.toMatchObject({ code: 401 });
    expect(asked).toHaveLength(2);
    expect(popups).toBe(2);
  });
});

describe('answers', () => {
  it('that come when somebody else is there are for nobody', async () => {
    const gate = Promise.withResolvers<void>();
    hold = gate.promise;
    access = maya('new');
    const call = read();
    await expect.poll(() => asked.length).toBe(1);
    become({ state: 'open', token: 'new', owner: '1.leo' });
    gate.resolve();
    await expect(call).rejects.toMatchObject({ code: 401 });
  });
  it('are not asked for while nobody is signed in', async () => {
    access = { state: 'closed', token: null, owner: null };
    await expect(read()).rejects.toMatchObject({ code: 401 });
    expect(asked).toEqual([]);
  });
});

describe('a refusal', () => {
  const never = () => new Promise<never>(() => {});
  const named = { reason: 'folderNameTaken', params: { name: 'Week 1' } };
  const spanish = 'Aquí ya hay una carpeta «Week 1». Elige otro nombre.';
  /** How a call fails on this refusal, after loading its messages. */
  const failureOn = async (data: unknown, load?: Parameters<typeof createClient>[1], code = 409, message = 'Server words') => {
    refusing = { code, message, data };
    const { send } = createClient({ ...environment, pause: never }, load);
    return send({ ...login.navTabStatus, onFailure: 'notify' }, { district_id: 1 }).then(
      () => expect.unreachable(),
      (problem: Problem) => problem,
    );
  };

  it('has its code and its words in every language, and the toast is in the reader’s', async () => {
    expect(await failureOn(named)).toEqual({
      code: 409,
      message: 'Server words',
      refused: true,
      reason: 'folderNameTaken',
      texts: { en: 'There is a folder “Week 1” here already. Choose another name.', es: spanish },
    });
    expect(told.mock.calls).toEqual([['error', spanish]]);
  });

  it('has for each field what is wrong with it, in every language, as far as that is known', async () => {
    const fields = [
      { field: 'first_name', reason: 'tooLong', params: { most: 60 } },
      { field: 'first_name', reason: 'outerSpaces', params: {} },
      { field: 'last_name', reason: 'teapot', params: {} },
      { field: 7, reason: 'missing', params: {} },
      'email',
    ];
    const first_name = { en: 'Use at most 60 characters.', es: 'Usa 60 caracteres como máximo.' };
    expect(await failureOn({ ...named, fields })).toMatchObject({ fields: { first_name }, texts: { es: spanish } });
    expect(await failureOn({ reason: 'teapot', fields })).toEqual({
      code: 409,
      message: 'Server words',
      refused: true,
      reason: 'teapot',
      fields: { first_name },
    });
    expect(await failureOn({ ...named, fields: 'first_name' })).not.toHaveProperty('fields');
  });

  it('has words as well when the server is only too busy', async () => {
    expect(await failureOn({ reason: 'signInsBusy', params: {} }, undefined, 503)).toMatchObject({ reason: 'signInsBusy', texts: {} });
  });

  it.each([
    ['its code is not known', { reason: 'teapot', params: {} }],
    ['its values are not what the words need', { reason: 'folderNameTaken', params: { name: 7 } }],
    ['it has no code', null],
    ['its code is no text', { reason: 7 }],
  ])('has the server’s words alone when %s', async (_, data) => {
    expect(await failureOn(data)).not.toHaveProperty('texts');
    expect(told.mock.calls).toEqual([['error', 'Server words']]);
  });

  it('has the server’s words, and its code all the same, when ours cannot be loaded', async () => {
    const failed = await failureOn(named, () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
    expect(failed).toEqual({ code: 409, message: 'Server words', refused: true, reason: 'folderNameTaken' });
    expect(told.mock.calls).toEqual([['error', 'Server words']]);
  });

  it('does not wait for words that never come', async () => {
    let giveUp = () => {};
    const waiting = new Promise<void>((over) => {
      giveUp = over;
    });
    refusing = { code: 409, message: 'Server words', data: named };
    const pause = vi.fn(() => waiting);
    const { send } = createClient({ ...environment, pause }, never);
    const failed = send(login.navTabStatus, { district_id: 1 }).catch((problem: Problem) => problem);
    await expect.poll(() => pause.mock.calls.length).toBe(1);
    giveUp();
    expect(await failed).not.toHaveProperty('texts');
  });

  it.each([
    ['Failed to Login', 'loginFailed'],
    ['Incorrect code. Try again.', 'incorrectCode'],
    ['The Code has expired', 'codeExpired'],
    ['User with this email already exists', 'emailTaken'],
  ])('of a backend without codes has one where the specification fixes the message: %s', async (message, reason) => {
    expect(await failureOn(null, undefined, 200, message)).toEqual({ code: 200, message, refused: true, reason });
    expect(told.mock.calls).toEqual([['error', message]]);
  });
});

describe('a call that outlives the page', () => {
  it.each<[what: string, answered: () => Promise<Response>, problem: Problem]>([
    ['without a connection', () => Promise.reject(new TypeError('offline')), { code: 0, message: '' }],
    ['to which a page answers', async () => new Response('<h1>Welcome</h1>'), { code: 502, message: '' }],
  ])('%s fails like any other', async (_what, answered, problem) => {
    vi.stubGlobal('document', { baseURI: base });
    vi.stubGlobal('fetch', answered);
    onTestFinished(() => void vi.unstubAllGlobals());
    await expect(client.send(calls.endContentTracking, {} as never, { quiet: true, keepalive: true })).rejects.toEqual(problem);
  });
});
