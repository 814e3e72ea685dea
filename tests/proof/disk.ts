import { createAttemptLocks } from '../../src/services/quiz/attemptLocks.ts';
import type { Device } from '../../src/services/quiz/device.ts';
import { createKept, type Storage } from '../../src/services/quiz/kept.ts';

/** A page on a device. `crash` ends it the way a killed process ends. */
export interface Page {
  device: Device;
  crash: () => void;
}

/**
 * What a device keeps when its page crashes. Each write takes a moment. A write in progress during the crash may or may not have happened.
 */
export class Disk {
  readonly items = new Map<string, unknown>();
  readonly #uniform: () => number;
  readonly #later: (ms: number, act: () => void) => () => void;

  constructor(uniform: () => number, later: (ms: number, act: () => void) => () => void) {
    this.#uniform = uniform;
    this.#later = later;
  }

  boot(): Page {
    let isAlive = true;
    const death = Promise.withResolvers<undefined>();
    // A page's locks are released when it ends.
    const request = (name: string, options: LockOptions, work: (lock: Lock | null) => unknown) =>
      navigator.locks.request(name, options, (lock) => Promise.race([work(lock), death.promise]));
    const locks = { request, query: () => navigator.locks.query() } as LockManager;
    const moment = () => new Promise<void>((resolve) => setImmediate(resolve));
    const read = async <T>(work: () => T): Promise<T> => {
      await moment();
      return isAlive ? work() : new Promise<never>(() => {});
    };
    const write = async (work: () => void): Promise<void> => {
      const isQuick = this.#uniform() < 0.5;
      if (isQuick) work();
      await moment();
      await moment();
      // The page never gets a result.
      if (!isAlive) return new Promise<never>(() => {});
      if (!isQuick) work();
    };
    const storage: Storage = {
      get: (key) => read(() => structuredClone(this.items.get(key))),
      set: (key, value) => write(() => void this.items.set(key, structuredClone(value))),
      update: (key, change) => write(() => void this.items.set(key, structuredClone(change(structuredClone(this.items.get(key)))))),
      remove: (key) => write(() => void this.items.delete(key)),
      keys: () => read(() => [...this.items.keys()]),
    };
    const listeners = new Set<() => void>();
    const changed = () => {
      for (const listener of listeners) listener();
    };
    return {
      device: {
        storage,
        kept: createKept(storage, changed, this.#later),
        locks: createAttemptLocks({ locks, channel: undefined, released: changed }),
        onChange: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      crash: () => {
        isAlive = false;
        listeners.clear();
        death.resolve(undefined);
      },
    };
  }
}
