// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { Client } from '../../src/services/kit/client.ts';
import type { Environment } from '../../src/services/kit/environment.ts';
import type { SharedSession, Tabs } from '../../src/services/kit/tabs.ts';
import { createSessionService } from '../../src/services/login/session.ts';

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
