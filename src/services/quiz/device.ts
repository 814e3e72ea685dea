import { onPageRestored } from '../kit/connection.ts';
import { type AttemptLocks, createAttemptLocks } from './attemptLocks.ts';
import { createKept, deviceStorage, type Kept, type Storage } from './kept.ts';

/** Data that this device keeps for its users, and which tab works on what. */
export interface Device {
  kept: Kept;
  /** What `kept` is made of, for data of other kinds under keys of their own. */
  storage: Storage;
  locks: AttemptLocks;
  /** Calls back when stored data changes, in any tab; returns an unsubscribe function. */
  onChange: (listener: () => void) => () => void;
}

const later = (ms: number, act: () => void) => {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
};
const openChannel = (name: string) => (typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name));

/** The device in the browser: IndexedDB, Web Locks and messages between tabs, each of which may be missing. */
export function browserDevice(storage = deviceStorage()): Device {
  const listeners = new Set<() => void>();
  const channel = openChannel('orrery.kept');
  const tellHere = () => {
    for (const listener of listeners) listener();
  };
  const changed = () => {
    tellHere();
    channel?.postMessage('changed');
  };
  channel?.addEventListener('message', tellHere);
  return {
    storage,
    kept: createKept(storage, changed, later),
    locks: createAttemptLocks({
      locks: globalThis.navigator?.locks,
      channel: openChannel('orrery.attempts'),
      released: changed,
      onRestored: onPageRestored,
    }),
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
