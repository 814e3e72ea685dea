import { act, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { SimulatedClock } from 'xstate';
import type { AttemptLocks } from '../../../src/services/quiz/attemptLocks.ts';
import type { Device } from '../../../src/services/quiz/device.ts';
import { createKept, type Storage } from '../../../src/services/quiz/kept.ts';

interface Waiting {
  kind: 'read' | 'write';
  key: string;
  run: (value?: unknown) => void;
  fail: () => void;
}

/** A device whose storage and locks respond when the test lets them, or at once without `isHeld`. */
export class TestDevice implements Device {
  readonly items = new Map<string, unknown>();
  /** Makes every storage call fail, as if the storage were full or disabled. */
  isBroken = false;
  readonly #isHeld: boolean;
  readonly #waiting: Waiting[] = [];
  readonly #listeners = new Set<() => void>();
  #tellOfLock: Parameters<AttemptLocks['request']>[2] | undefined;
  #tellOfTabs: Parameters<AttemptLocks['watch']>[1] | undefined;

  constructor({ isHeld = false }: { isHeld?: boolean } = {}) {
    this.#isHeld = isHeld;
  }

  /** Holds reads and writes of attempts once a tab is waiting for one. */
  #gate<T>(kind: Waiting['kind'], key: string, work: (given?: unknown) => T): Promise<T> {
    if (this.isBroken) return Promise.reject(new DOMException('Full', 'QuotaExceededError'));
    if (!this.#isHeld || !this.#tellOfLock || !key.startsWith('attempt/')) return Promise.resolve().then(() => work());
    return new Promise((resolve, reject) =>
      this.#waiting.push({ kind, key, run: (value) => resolve(work(value)), fail: () => reject(new Error('Full')) }),
    );
  }

  readonly storage: Storage = {
    get: (key) => this.#gate('read', key, (given) => given ?? structuredClone(this.items.get(key))),
    set: (key, value) => this.#gate('write', key, () => void this.items.set(key, structuredClone(value))),
    update: (key, change) => this.#gate('write', key, () => void this.items.set(key, structuredClone(change(this.items.get(key))))),
    remove: async (key) => {
      if (this.isBroken) throw new DOMException('Off', 'InvalidStateError');
      this.items.delete(key);
    },
    keys: async () => {
      if (this.isBroken) throw new DOMException('Off', 'InvalidStateError');
      return [...this.items.keys()];
    },
  };

  readonly kept = createKept(
    this.storage,
    () => {
      for (const listener of this.#listeners) listener();
    },
    () => () => {},
  );

  readonly onChange = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly locks: AttemptLocks = {
    request: (_name, _options, tell) => {
      this.#tellOfLock = tell;
      if (!this.#isHeld) tell('granted');
      return () => {};
    },
    ask: () => {},
    watch: (_name, tell) => {
      this.#tellOfTabs = tell;
      return () => {};
    },
    ifFree: (_name, work) => work(),
    held: async () => new Set(),
  };

  /** A tab has asked for the lock. */
  async #requested(): Promise<void> {
    await waitFor(() => expect(this.#tellOfLock, 'nobody stands in line').toBeDefined());
  }

  /** Gives the tab its lock. */
  async grant(): Promise<void> {
    await this.#requested();
    await act(async () => this.#tellOfLock?.('granted'));
  }

  /** Keeps the lock from the tab until it takes another to be its holder. */
  async withhold(clock: SimulatedClock): Promise<void> {
    await this.#requested();
    await act(async () => clock.increment(200));
  }

  /** Another tab asks for the lock. */
  async askFor(): Promise<void> {
    await act(async () => this.#tellOfTabs?.('asked'));
  }

  /** Reports a change to other data on this device. */
  change(): void {
    for (const listener of this.#listeners) listener();
  }

  async #next(kind: Waiting['kind']): Promise<Waiting> {
    const isWanted = (one: Waiting) => one.kind === kind;
    await waitFor(() => expect(this.#waiting.some(isWanted), `no ${kind} waits`).toBe(true));
    const [next] = this.#waiting.splice(this.#waiting.findLastIndex(isWanted), 1);
    return next as Waiting;
  }

  /** Completes the newest read or write. A read can be given its result. */
  async release(kind: Waiting['kind'], value?: (key: string) => unknown): Promise<void> {
    const next = await this.#next(kind);
    await act(async () => next.run(value?.(next.key)));
  }

  async fail(kind: Waiting['kind']): Promise<void> {
    const next = await this.#next(kind);
    await act(async () => next.fail());
  }
}
