import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Access } from '../../src/services/kit/environment.ts';
import { abandoned, createWaitingCalls } from '../../src/services/kit/waitingCalls.ts';

let access: Access;
let changed: () => void;
let calls: ReturnType<typeof createWaitingCalls>;
let log: string[];

const become = (next: Access) => {
  access = next;
  changed();
};
const maya = (token: string): Access => ({ state: 'open', token, owner: '1.maya' });
const expired: Access = { state: 'paused', token: null, owner: '1.maya' };

beforeEach(() => {
  access = expired;
  log = [];
  calls = createWaitingCalls({
    access: () => access,
    onAccessChanged: (listener) => {
      changed = listener;
    },
  });
});

/** Holds a call that got 401 with the token `old`, and that returns its own name when replayed. */
const hold = (order: number, { rejected = 'old', signal }: { rejected?: string | null; signal?: AbortSignal } = {}) =>
  calls.hold(
    {
      order,
      owner: '1.maya',
      rejected,
      replay: async () => {
        log.push(`begin ${order}`);
        await Promise.resolve();
        log.push(`end ${order}`);
        return order;
      },
    },
    signal,
  );

describe('calls that wait for the session', () => {
  it('are made again when the same person has a new token, in the order in which they were asked for, one after the other', async () => {
    const held = [hold(3), hold(1), hold(2)];
    expect(log).toEqual([]);
    become(maya('new'));
    expect(await Promise.all(held)).toEqual([3, 1, 2]);
    expect(log).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 3', 'end 3']);
    expect(calls.count()).toBe(0);
  });

  it('are made once, however often the session changes afterwards', async () => {
    const held = hold(1);
    become(maya('new'));
    await held;
    become(maya('newer'));
    become(expired);
    become(maya('newest'));
    expect(log).toEqual(['begin 1', 'end 1']);
  });

  it('wait on while the token is the one that was refused', async () => {
    const held = hold(1);
    become(maya('old'));
    await Promise.resolve();
    expect(log).toEqual([]);
    become(maya('new'));
    expect(await held).toBe(1);
  });

  it('go at once when there is a newer token already: the refusal was an old one', async () => {
    access = maya('new');
    expect(await hold(1)).toBe(1);
  });

  it('that were asked for while the session was expired go with whatever token comes', async () => {
    const held = hold(1, { rejected: null });
    become(maya('old'));
    expect(await held).toBe(1);
  });

  it.each([
    ['somebody else signs in', { state: 'open', token: 'theirs', owner: '1.leo' }],
    ['the same number signs in in another district', { state: 'open', token: 'theirs', owner: '2.maya' }],
    ['the person signs out', { state: 'closed', token: null, owner: null }],
    ['somebody else’s session is the one that has expired', { state: 'paused', token: null, owner: '1.leo' }],
  ] as const)('are abandoned when %s', async (_, next) => {
    const held = [hold(1), hold(2)];
    become(next);
    for (const one of held) await expect(one).rejects.toBe(abandoned);
    become(maya('new'));
    expect(log).toEqual([]);
  });

  it('stop being replayed when the session expires in the middle', async () => {
    const first = calls.hold({ order: 1, owner: '1.maya', rejected: 'old', replay: async () => become(expired) });
    const second = hold(2);
    become(maya('new'));
    await first;
    await Promise.resolve();
    expect(log).toEqual([]);
    become(maya('newer'));
    expect(await second).toBe(2);
  });

  it('fail by themselves and hold nobody up', async () => {
    const problem = { code: 503, message: 'busy' };
    const first = calls.hold({ order: 1, owner: '1.maya', rejected: 'old', replay: () => Promise.reject(problem) });
    const second = hold(2);
    become(maya('new'));
    await expect(first).rejects.toBe(problem);
    expect(await second).toBe(2);
  });

  it('are forgotten when they are aborted', async () => {
    const controller = new AbortController();
    const held = hold(1, { signal: controller.signal });
    const reason = vi.fn();
    held.catch(reason);
    controller.abort('left');
    await expect(held).rejects.toBe('left');
    become(maya('new'));
    expect(log).toEqual([]);
  });
});
