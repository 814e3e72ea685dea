// @vitest-environment jsdom
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Call } from '../../contract/kit.ts';
import { login } from '../../contract/login.ts';
import { type Client, failureOf } from '../../src/services/kit/client.ts';
import type { Environment } from '../../src/services/kit/environment.ts';
import type { SharedSession, Tabs } from '../../src/services/kit/tabs.ts';
import { createSessionService } from '../../src/services/login/session.ts';
import { writeStoredSession } from '../../src/services/login/storedSession.ts';

const shared = (owner: string | null, sequence: number): SharedSession => ({ v: 1, owner, sequence });

/** The service of a tab that was never told anything. */
const asleep = (newest: SharedSession | undefined) =>
  createSessionService({} as Client, {} as Environment, { read: async () => newest } as Tabs);

describe('a tab that wakes up', () => {
  it.each<[string, SharedSession | undefined, boolean]>([
    ['goes on where nothing is known', undefined, false],
    ['goes on where its user is still signed in', shared('1.7', 3), false],
    ['ends where the user has signed out', shared(null, 3), true],
    ['ends where somebody else has signed in', shared('1.8', 3), true],
    ['goes on where what is stored is older than its own session', shared('1.8', 0), false],
  ])('%s', async (_what, newest, hasEnded) => expect(await asleep(newest).hasEnded('1.7')).toBe(hasEnded));
});

// Where the server refuses, nobody is signed in. Anything else says nothing of the session, and is tried again.
describe.each(['storage', 'memory'] as const)('a session of a page that is opened again, with the token in %s', (token) => {
  const restored = (failure: unknown) => {
    writeStoredSession({ v: 1, userPuid: 7, ...(token === 'storage' && { token: 'kept' }) });
    onTestFinished(() => localStorage.clear());
    const client = { send: () => Promise.reject(failure) } as unknown as Client;
    const environment = { configuration: () => ({ token }), access: () => ({ token: null }) } as unknown as Environment;
    const tabs = { exclusively: (work: () => unknown) => work() } as Tabs;
    return createSessionService(client, environment, tabs).restore(new AbortController().signal);
  };

  it('is over after a refusal', async () => expect(await restored(failureOf(401, ''))).toBeNull());
  it('is not over after a failure of the server', () => expect(restored(failureOf(503, ''))).rejects.toMatchObject({ code: 503 }));
});

it.each([
  ['goes on with the own session, although it was over already', 403, [login.stopLoginAsUser, login.extend]],
  ['fails where the server fails', 503, [login.stopLoginAsUser]],
])('the end of acting as somebody else %s', async (_what, code, calls) => {
  const sent: Call[] = [];
  const send = (call: Call) => Promise.reject(sent.push(call) === 1 ? failureOf(code, '') : failureOf(500, ''));
  const environment = { configuration: () => ({ token: 'memory' }), access: () => ({ token: 'acting' }) } as unknown as Environment;
  const tabs = { exclusively: (work: () => unknown) => work() } as Tabs;
  const { leaveActing } = createSessionService({ send } as unknown as Client, environment, tabs);
  await expect(leaveActing(7, new AbortController().signal)).rejects.toMatchObject({ code: calls.length > 1 ? 500 : 503 });
  expect(sent.map(({ path }) => path)).toEqual(calls.map(({ path }) => path));
});
