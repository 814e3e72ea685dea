import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { type ClaimNews, claimMachine } from '../../src/machines/quiz/claimMachine.ts';
import { createAttemptLocks } from '../../src/services/quiz/attemptLocks.ts';
import { lockOf } from '../../src/services/quiz/attempts.ts';
import { claimActors } from '../../src/services/quiz/claim.ts';
import type { Device } from '../../src/services/quiz/device.ts';
import { listener } from '../kit/actors.ts';

/** A clock whose timers fire when the test says so. */
class Waits {
  #next = 1;
  readonly #waiting = new Map<number, { ms: number; act: () => void }>();
  setTimeout(act: (...args: unknown[]) => void, ms: number): number {
    this.#waiting.set(this.#next, { ms, act });
    return this.#next++;
  }
  clearTimeout(id: number): void {
    this.#waiting.delete(id);
  }
  /** Fires all timers of up to `ms`. */
  pass(ms: number): void {
    for (const [id, { ms: due, act }] of [...this.#waiting]) {
      if (due > ms) continue;
      this.#waiting.delete(id);
      act();
    }
  }
  get count(): number {
    return this.#waiting.size;
  }
}

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
const owner = '1.7';
let attempts = 0;
/** An attempt that no other test uses. */
const newAttempt = () => ++attempts;

/** A tab. Locks and messages are the platform's, and tabs share them. */
function openTab({ hasLocks = true } = {}) {
  const channel = new BroadcastChannel('attempt-locks');
  closing.push(() => channel.close());
  const waits = new Waits();
  const released = vi.fn<() => void>();
  const restored = new Set<() => void>();
  const locks = createAttemptLocks({
    locks: hasLocks ? navigator.locks : undefined,
    channel,
    released,
    onRestored: (act) => {
      restored.add(act);
      return () => void restored.delete(act);
    },
  });
  const actors = claimActors({ owner, device: async () => ({ locks }) as Device });
  const claim = (resultId: number) => {
    const news: string[] = [];
    const hear = listener<ClaimNews>(({ type }) => news.push(type.replace('attempt.', '')));
    const actor = createActor(claimMachine.provide({ actors }), { clock: waits, input: { resultId, listener: hear } }).start();
    const stop = () => void actor.stop();
    closing.push(stop);
    return {
      news,
      /** Stands in line, or has the lock. */
      queued: () => expect.poll(() => actor.getSnapshot().value).not.toBe('opening'),
      ask: () => actor.send({ type: 'attempt.asked' }),
      release: () => actor.send({ type: 'attempt.released' }),
      stop,
    };
  };
  /** The browser restores this tab's page. */
  const comeBack = () => {
    for (const act of restored) act();
  };
  return { locks, waits, released, claim, comeBack };
}
const heard = (news: readonly string[], ...wanted: string[]) => expect.poll(() => news).toEqual(wanted);
/** Long enough for the platform's own tasks to finish. */
const settle = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

/** One tab holds the attempt, and another waits for it. */
async function openTwo() {
  const attempt = newAttempt();
  const one = openTab().claim(attempt);
  await heard(one.news, 'claimed');
  const second = openTab();
  const other = second.claim(attempt);
  await other.queued();
  second.waits.pass(200);
  expect(other.news).toEqual(['heldElsewhere']);
  return { one, second, other };
}

describe('the lock of an attempt', () => {
  it('goes to the first tab; the second hears that it is held, once the first had time to leave', async () => {
    const attempt = newAttempt();
    const first = openTab();
    const one = first.claim(attempt);
    await heard(one.news, 'claimed');
    first.waits.pass(200);
    const second = openTab();
    const other = second.claim(attempt);
    await settle();
    expect(other.news).toEqual([]);
    second.waits.pass(200);
    expect(other.news).toEqual(['heldElsewhere']);
    expect(one.news, 'who has it is not told that it is held').toEqual(['claimed']);
  });

  it('goes to the next in line when the first leaves, and says that it is free', async () => {
    const attempt = newAttempt();
    const first = openTab();
    const one = first.claim(attempt);
    await heard(one.news, 'claimed');
    const other = openTab().claim(attempt);
    expect(first.released).not.toHaveBeenCalled();
    one.stop();
    await heard(other.news, 'claimed');
    await expect.poll(() => first.released.mock.calls).toHaveLength(1);
    expect(first.waits.count, 'nothing waits for a tab that has left').toBe(0);
  });

  it('is handed over to the tab that asks; the one that let go stands in line again', async () => {
    const { one, second, other } = await openTwo();
    other.ask();
    await heard(one.news, 'claimed', 'wanted');
    expect(other.news, 'not before the first has let go').toEqual(['heldElsewhere']);
    one.release();
    await heard(other.news, 'heldElsewhere', 'claimed');
    // Its timeout no longer matters, and takes nothing away.
    second.waits.pass(3_000);
    await settle();
    expect(other.news).toEqual(['heldElsewhere', 'claimed']);
    other.stop();
    await heard(one.news, 'claimed', 'wanted', 'claimed');
  });

  it('hears nothing of what is asked about another attempt', async () => {
    const one = openTab().claim(newAttempt());
    await heard(one.news, 'claimed');
    const [asker, listener] = [openTab(), openTab()];
    const attempt = newAttempt();
    const held = listener.claim(attempt);
    await heard(held.news, 'claimed');
    const asking = asker.claim(attempt);
    await asking.queued();
    asker.waits.pass(200);
    asking.ask();
    await heard(held.news, 'claimed', 'wanted');
    expect(one.news).toEqual(['claimed']);
  });

  it('is taken from a tab that does not let go in 3 s; that one is told', async () => {
    const { one, second, other } = await openTwo();
    other.ask();
    await heard(one.news, 'claimed', 'wanted');
    second.waits.pass(2_999);
    await settle();
    expect(other.news).not.toContain('claimed');
    second.waits.pass(3_000);
    await expect.poll(() => other.news).toContain('claimed');
    await heard(one.news, 'claimed', 'wanted', 'wanted');
  });

  it('is not taken back by a tab that was given it, and gave it away again before 3 s were over', async () => {
    const { one, second, other } = await openTwo();
    other.ask();
    await heard(one.news, 'claimed', 'wanted');
    one.release();
    await heard(other.news, 'heldElsewhere', 'claimed');
    one.ask();
    await heard(other.news, 'heldElsewhere', 'claimed', 'wanted');
    other.release();
    await heard(one.news, 'claimed', 'wanted', 'claimed');
    second.waits.pass(3_000);
    await settle();
    expect(one.news).toEqual(['claimed', 'wanted', 'claimed']);
    expect(other.news).toEqual(['heldElsewhere', 'claimed', 'wanted']);
  });

  it('goes back to the tab that it was taken from, once the other lets go', async () => {
    const { one, second, other } = await openTwo();
    other.ask();
    await heard(one.news, 'claimed', 'wanted');
    second.waits.pass(3_000);
    await heard(other.news, 'heldElsewhere', 'claimed');
    await heard(one.news, 'claimed', 'wanted', 'wanted');
    one.release();
    other.release();
    await heard(one.news, 'claimed', 'wanted', 'wanted', 'claimed');
    expect(other.news).toEqual(['heldElsewhere', 'claimed']);
  });

  it('is not taken by a tab that has left meanwhile', async () => {
    const { one, second, other } = await openTwo();
    other.ask();
    other.stop();
    second.waits.pass(3_000);
    await heard(one.news, 'claimed', 'wanted');
    await settle();
    expect([one.news, other.news]).toEqual([['claimed', 'wanted'], ['heldElsewhere']]);
  });

  it('is looked at anew by a page that comes back: it lets go, and has it again when it is free', async () => {
    const { claim, comeBack } = openTab();
    const claimed = claim(newAttempt());
    await heard(claimed.news, 'claimed');
    comeBack();
    expect(claimed.news).toEqual(['claimed', 'wanted']);
    claimed.release();
    await heard(claimed.news, 'claimed', 'wanted', 'claimed');
    claimed.stop();
    comeBack();
    expect(claimed.news, 'it has left').toHaveLength(3);
  });

  it('stays with the tab that took it while a page was away', async () => {
    const attempt = newAttempt();
    const { claim, comeBack } = openTab();
    const away = claim(attempt);
    await heard(away.news, 'claimed');
    const here = openTab().claim(attempt);
    comeBack();
    away.release();
    await heard(here.news, 'claimed');
    await settle();
    expect(away.news).toEqual(['claimed', 'wanted']);
    comeBack();
    expect(away.news, 'it has nothing to let go of').toHaveLength(2);
  });

  it('lets work be done while no tab has it, and keeps tabs out meanwhile', async () => {
    const attempt = newAttempt();
    const { locks } = openTab();
    const tab = openTab();
    let finish = (_result: string) => {};
    const working = locks.ifFree(lockOf(owner, attempt), () => new Promise<string>((resolve) => (finish = resolve)));
    await expect.poll(() => locks.held()).toContain(lockOf(owner, attempt));
    const claimed = tab.claim(attempt);
    await settle();
    expect(claimed.news).toEqual([]);
    finish('sent');
    expect(await working).toBe('sent');
    await heard(claimed.news, 'claimed');
    const work = vi.fn<() => Promise<string>>();
    expect(await locks.ifFree(lockOf(owner, attempt), work)).toBeUndefined();
    expect(work).not.toHaveBeenCalled();
  });

  it('is free again after work that failed', async () => {
    const attempt = newAttempt();
    const { locks } = openTab();
    await expect(locks.ifFree(lockOf(owner, attempt), () => Promise.reject(new Error('no connection')))).rejects.toThrow('no connection');
    expect(await locks.held()).not.toContain(lockOf(owner, attempt));
  });

  it('is among those that are held, in every tab', async () => {
    const attempt = newAttempt();
    const claimed = openTab().claim(attempt);
    await heard(claimed.news, 'claimed');
    const { locks } = openTab();
    expect(await locks.held()).toContain(lockOf(owner, attempt));
    claimed.stop();
    await expect.poll(() => locks.held()).not.toContain(lockOf(owner, attempt));
  });
});

describe('without Web Locks', () => {
  it('every tab has every attempt, and its work is done: the server bears it', async () => {
    const { claim, locks, released } = openTab({ hasLocks: false });
    const claimed = claim(newAttempt());
    await heard(claimed.news, 'claimed');
    claimed.ask();
    claimed.release();
    await heard(claimed.news, 'claimed', 'claimed');
    expect(await locks.ifFree(lockOf(owner, newAttempt()), async () => 'sent')).toBe('sent');
    expect([...(await locks.held())]).toEqual([]);
    released.mockClear();
    claimed.stop();
    await expect.poll(() => released.mock.calls).toHaveLength(1);
  });
});
