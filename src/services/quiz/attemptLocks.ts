/** News of a lock that one tab holds at a time. */
type LockNews = 'granted' | 'stolen';
/** News from outside: another tab asks for the lock, or the browser restored this page from its back/forward cache. */
type TabNews = 'asked' | 'restored';

/** Locks on attempts among the tabs of this browser. The `claim` chart says what a tab does with them. */
export interface AttemptLocks {
  /**
   * Queues for the lock, or takes it from the tab that holds it. Returns a function that releases the lock or leaves the queue; nothing is
   * told after it.
   */
  request: (name: string, options: { isStolen: boolean }, tell: (news: LockNews) => void) => () => void;
  /** Asks the tab that holds the lock to release it. */
  ask: (name: string) => void;
  /** Tells what happens outside this tab's charts, until the returned function is called. */
  watch: (name: string, tell: (news: TabNews) => void) => () => void;
  /** Runs `work` if no tab holds the lock, and holds it meanwhile; undefined if one does. */
  ifFree: <T>(name: string, work: () => Promise<T>) => Promise<T | undefined>;
  /** Names of the held locks. */
  held: () => Promise<Set<string>>;
}

interface LockPorts {
  /** Undefined without Web Locks (an insecure page): then every tab gets every lock, which the server tolerates. */
  locks: Pick<LockManager, 'request' | 'query'> | undefined;
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'> | undefined;
  /** A lock was released. */
  released: () => void;
  /** Calls `act` when the page returns from the back/forward cache; returns an unsubscribe function. Default: never. */
  onRestored?: (act: () => void) => () => void;
}

/** Locks over Web Locks and a BroadcastChannel. */
export function createAttemptLocks({ locks, channel, released, onRestored = () => () => {} }: LockPorts): AttemptLocks {
  if (!locks) {
    return {
      request: (_name, _options, tell) => {
        tell('granted');
        return released;
      },
      ask: () => {},
      watch: () => () => {},
      ifFree: (_name, work) => work(),
      held: async () => new Set(),
    };
  }
  return {
    request: (name, { isStolen }, tell) => {
      const leaving = new AbortController();
      const { signal } = leaving;
      const holding = Promise.withResolvers<void>();
      const hold = () => {
        if (!signal.aborted) tell('granted');
        return holding.promise;
      };
      // Rejected when it is left in the queue, or stolen.
      locks.request(name, isStolen ? { steal: true } : { signal }, hold).then(released, () => signal.aborted || tell('stolen'));
      return () => {
        leaving.abort();
        holding.resolve();
      };
    },
    ask: (name) => channel?.postMessage(name),
    watch: (name, tell) => {
      const hear = ({ data }: MessageEvent) => data === name && tell('asked');
      channel?.addEventListener('message', hear);
      const stop = onRestored(() => tell('restored'));
      return () => {
        channel?.removeEventListener('message', hear);
        stop();
      };
    },
    ifFree: (name, work) => locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : undefined)) as Promise<never>,
    held: async () => new Set((await locks.query()).held?.flatMap(({ name }) => name ?? [])),
  };
}
