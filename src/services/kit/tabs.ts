import type { SignedIn } from '../../../contract/login.ts';

/** Session data that all tabs of this browser can read: the owner, never the token. */
export interface SharedSession {
  v: 1;
  /** null if signed out. */
  owner: string | null;
  /** Incremented with every token; a tab with a lower number has missed something. */
  sequence: number;
}

/** A message to the other tabs. Messages stay in memory, so a token in one is never stored. */
export type TabMessage =
  | { type: 'opened'; signedIn: SignedIn; refreshAt: number; sequence: number }
  | { type: 'closed'; owner: string; sequence: number };

/** The other tabs of this browser. */
export interface Tabs {
  /** Runs `work` while no other tab runs its own. Without Web Locks (an insecure page) it just runs, which the server tolerates. */
  exclusively: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /** The shared session; undefined if unknown (nothing stored yet, or no storage). */
  read: () => Promise<SharedSession | undefined>;
  write: (session: SharedSession) => Promise<void>;
  tell: (message: TabMessage) => void;
  listen: (listener: (message: TabMessage) => void) => void;
  /** Stops listening and sending. */
  close: () => void;
}

const name = 'orrery.session';
const store = 'session';
const key = 'newest';

const answerOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function inStore<T>(mode: IDBTransactionMode, use: (objects: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(store);
  const database = await answerOf(opening);
  try {
    const transaction = database.transaction(store, mode);
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const [answer] = await Promise.all([answerOf(use(transaction.objectStore(store))), done]);
    return answer;
  } finally {
    database.close();
  }
}

/** Tabs over Web Locks, IndexedDB (localStorage lags between processes) and a BroadcastChannel; each of them may be missing. */
export function browserTabs(): Tabs {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);
  return {
    exclusively: (work, signal) =>
      navigator.locks ? navigator.locks.request(name, signal ? { signal } : {}, work) : Promise.resolve().then(work),
    read: async () => {
      try {
        const value = (await inStore('readonly', (objects) => objects.get(key))) as SharedSession | undefined;
        return value?.v === 1 ? value : undefined;
      } catch {
        return undefined;
      }
    },
    write: async (session) => {
      try {
        await inStore('readwrite', (objects) => objects.put(session, key));
      } catch {
        // No storage: each tab refreshes its own session, which the server tolerates.
      }
    },
    tell: (message) => channel?.postMessage(message),
    listen: (listener) => channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data)),
    close: () => channel?.close(),
  };
}
