import { type AttemptLocks, createAttemptLocks } from './attemptLocks.ts';
import { createKept, deviceStorage, type Kept } from './kept.ts';

/** What this device keeps for those who work on it, and which tab works on what. */
export interface Device {
  kept: Kept;
  locks: AttemptLocks;
  /** Calls back when what is kept has changed, in any tab; answers what stops it. */
  onChange: (listener: () => void) => () => void;
}

const later = (ms: number, act: () => void) => {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
};
/** Browsers put pages away whole when they are left, and bring them back as they were. */
const onRestored = (act: () => void) => {
  const look = ({ persisted }: PageTransitionEvent) => persisted && act();
  window.addEventListener('pageshow', look);
  return () => window.removeEventListener('pageshow', look);
};
const openChannel = (name: string) => (typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name));

/** The device as the browser has it: IndexedDB, Web Locks and messages between tabs, each of which may be missing. */
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
    kept: createKept(storage, changed, later),
    locks: createAttemptLocks({
      locks: globalThis.navigator?.locks,
      channel: openChannel('orrery.attempts'),
      later,
      released: changed,
      onRestored,
    }),
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Calls back when the connection, or the person, may be back, and when the page is left; answers what stops it. */
export function watchPage(onBack: () => void, onHidden: () => void): () => void {
  const look = () => (document.visibilityState === 'visible' ? onBack() : onHidden());
  const stopRestored = onRestored(onBack);
  window.addEventListener('online', onBack);
  window.addEventListener('pagehide', onHidden);
  document.addEventListener('visibilitychange', look);
  return () => {
    stopRestored();
    window.removeEventListener('online', onBack);
    window.removeEventListener('pagehide', onHidden);
    document.removeEventListener('visibilitychange', look);
  };
}
