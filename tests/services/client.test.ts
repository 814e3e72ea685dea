import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { lessonTracking } from '../../contract/lessonTracking.ts';
import { login } from '../../contract/login.ts';
import { type Client, createClient } from '../../src/services/client.ts';
import type { Access, Environment } from '../../src/services/environment.ts';

/** A backend that knows good tokens, and notes who asked for what with which. */
let server: Server;
let base: string;
let good: Set<string>;
let asked: string[];
let languages: (string | undefined)[];
let hold: Promise<void> | undefined;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const path = new URL(request.url ?? '', 'http://orrery.test').pathname.split('/').at(-1);
    languages.push(request.headers['accept-language']);
    asked.push(`${request.method} ${path} ${token}`);
    await hold;
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
  popups = 0;
  told.mockReset();
  access = maya('old');
  const environment: Environment = {
    configuration: () => ({ backends: { lms: base, ngss: base, search: base, game: base }, token: 'memory' }) as never,
    access: () => access,
    userPuid: () => 7,
    onAccessChanged: (listener) => {
      changed = listener;
    },
    language: () => 'es',
    now: () => 0,
    elapsed: () => 0,
    pause: async () => {},
    checkClock: () => {},
    callStarted: () => {},
    callEnded: () => {},
    sessionRejected: (token) => {
      if (token !== access.token) return;
      popups += 1;
      become({ state: 'paused', token: null, owner: access.owner });
    },
    notify: told,
    problemRaised: told,
    connectionLost: () => {},
    connectionRestored: () => {},
  };
  client = createClient(environment);
});

const read = () => client.send(login.navTabStatus, { district_id: 1 });
const write = () =>
  client.send(lessonTracking.trackLesson, {
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
