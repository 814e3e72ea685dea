import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAttemptLocks, type LockNews } from '../../src/services/quiz/attemptLocks.ts';

/** Timers that fire when the test says so. */
class Waits {
  readonly #waiting = new Set<{ ms: number; act: () => void }>();
  readonly later = (ms: number, act: () => void) => {
    const one = { ms, act };
    this.#waiting.add(one);
    return () => void this.#waiting.delete(one);
  };
  /** Fires all timers of up to `ms`. */
  pass(ms: number): void {
    for (const one of [...this.#waiting]) {
      if (one.ms > ms) continue;
      this.#waiting.delete(one);
      one.act();
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
let names = 0;
/** A name that no other test uses. */
const newName = () => `attempt.${++names}`;

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
    later: waits.later,
    released,
    onRestored: (act) => {
      restored.add(act);
      return () => void restored.delete(act);
    },
  });
  const claim = (name: string) => {
    const news: LockNews[] = [];
    const claimed = locks.claim(name, (one) => news.push(one));
    closing.push(claimed.stop);
    return { ...claimed, news };
  };
  /** The browser restores this tab's page. */
  const comeBack = () => {
    for (const act of restored) act();
  };
  return { locks, waits, released, claim, comeBack };
}
const heard = (news: readonly LockNews[], ...wanted: LockNews[]) => expect.poll(() => news).toEqual(wanted);
/** Long enough for the platform's own tasks to finish. */
const settle = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

/** One tab holds the attempt, and another waits for it. */
async function openTwo() {
  const name = newName();
  const one = openTab().claim(name);
  await heard(one.news, 'claimed');
  const second = openTab();
  return { one, second, other: second.claim(name) };
}

describe('the lock of an attempt', () => {
  it('goes to the first tab; the second hears that it is held, once the first had time to leave', async () => {
    const name = newName();
    const first = openTab();
    const one = first.claim(name);
    await heard(one.news, 'claimed');
    first.waits.pass(200);
    const second = openTab();
    const other = second.claim(name);
    await settle();
    expect(other.news).toEqual([]);
    second.waits.pass(200);
    expect(other.news).toEqual(['heldElsewhere']);
    expect(one.news, 'who has it is not told that it is held').toEqual(['claimed']);
  });

  it('goes to the next in line when the first leaves, and says that it is free', async () => {
    const name = newName();
    const first = openTab();
    const one = first.claim(name);
    await heard(one.news, 'claimed');
    const other = openTab().claim(name);
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
    expect(other.news, 'not before the first has let go').toEqual([]);
    one.release();
    await heard(other.news, 'claimed');
    // Its timeout no longer matters, and takes nothing away.
    second.waits.pass(3_000);
    await settle();
    expect(other.news).toEqual(['claimed']);
    other.stop();
    await heard(one.news, 'claimed', 'wanted', 'claimed');
  });

  it('hears nothing of what is asked about another attempt', async () => {
    const one = openTab().claim(newName());
    await heard(one.news, 'claimed');
    const [asker, listener] = [openTab(), openTab()];
    const name = newName();
    const held = listener.claim(name);
    await heard(held.news, 'claimed');
    asker.claim(name).ask();
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
    second.waits.pass(200);
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
    second.waits.pass(200);
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
    expect([one.news, other.news]).toEqual([['claimed', 'wanted'], []]);
  });

  it('is looked at anew by a page that comes back: it lets go, and has it again when it is free', async () => {
    const { claim, comeBack } = openTab();
    const claimed = claim(newName());
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
    const name = newName();
    const { claim, comeBack } = openTab();
    const away = claim(name);
    await heard(away.news, 'claimed');
    const here = openTab().claim(name);
    comeBack();
    away.release();
    await heard(here.news, 'claimed');
    await settle();
    expect(away.news).toEqual(['claimed', 'wanted']);
    comeBack();
    expect(away.news, 'it has nothing to let go of').toHaveLength(2);
  });

  it('lets work be done while no tab has it, and keeps tabs out meanwhile', async () => {
    const name = newName();
    const { locks } = openTab();
    const tab = openTab();
    let finish = (_result: string) => {};
    const working = locks.ifFree(name, () => new Promise<string>((resolve) => (finish = resolve)));
    await expect.poll(() => locks.held()).toContain(name);
    const claimed = tab.claim(name);
    await settle();
    expect(claimed.news).toEqual([]);
    finish('sent');
    expect(await working).toBe('sent');
    await heard(claimed.news, 'claimed');
    const work = vi.fn<() => Promise<string>>();
    expect(await locks.ifFree(name, work)).toBeUndefined();
    expect(work).not.toHaveBeenCalled();
  });

  it('is free again after work that failed', async () => {
    const name = newName();
    const { locks } = openTab();
    await expect(locks.ifFree(name, () => Promise.reject(new Error('no connection')))).rejects.toThrow('no connection');
    expect(await locks.held()).not.toContain(name);
  });

  it('is among those that are held, in every tab', async () => {
    const name = newName();
    const claimed = openTab().claim(name);
    await heard(claimed.news, 'claimed');
    const { locks } = openTab();
    expect(await locks.held()).toContain(name);
    claimed.stop();
    await expect.poll(() => locks.held()).not.toContain(name);
  });
});

describe('without Web Locks', () => {
  it('every tab has every attempt, and its work is done: the server bears it', async () => {
    const { claim, locks, released } = openTab({ hasLocks: false });
    const claimed = claim(newName());
    expect(claimed.news).toEqual(['claimed']);
    claimed.ask();
    claimed.release();
    expect(claimed.news).toEqual(['claimed']);
    expect(await locks.ifFree(newName(), async () => 'sent')).toBe('sent');
    expect([...(await locks.held())]).toEqual([]);
    claimed.stop();
    expect(released).toHaveBeenCalledOnce();
  });
});
