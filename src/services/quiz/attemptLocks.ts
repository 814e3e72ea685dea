/** News about a lock that one tab holds at a time. */
export type LockNews = 'claimed' | 'heldElsewhere' | 'wanted';

/** A tab's position in the queue for a lock. */
export interface Claim {
  /** Asks the tab that holds it to release it; a tab that does not respond loses it. */
  ask: () => void;
  /** Releases it and queues again. */
  release: () => void;
  stop: () => void;
}

/** Locks on attempts among the tabs of this browser. */
export interface AttemptLocks {
  /** Queues for the lock, and reports its state until `stop`. */
  claim: (name: string, tell: (news: LockNews) => void) => Claim;
  /** Runs `work` if no tab holds the lock, and holds it meanwhile; undefined if one does. */
  ifFree: <T>(name: string, work: () => Promise<T>) => Promise<T | undefined>;
  /** Names of the held locks. */
  held: () => Promise<Set<string>>;
}

interface LockPorts {
  /** Undefined without Web Locks (an insecure page): then every tab gets every lock, which the server tolerates. */
  locks: Pick<LockManager, 'request' | 'query'> | undefined;
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'> | undefined;
  /** Calls `act` after `ms`; returns a function that cancels it. */
  later: (ms: number, act: () => void) => () => void;
  /** A lock was released. */
  released: () => void;
  /** Calls `act` when the page returns from the back/forward cache; returns an unsubscribe function. Default: never. */
  onRestored?: (act: () => void) => () => void;
}

/** How long to wait before reporting that another tab holds the lock, in ms: after a reload, the old page may still be leaving. */
const leaving = 200;
/** How long the holding tab may take to store its answers on the device, in ms. */
const patience = 3_000;

/** Locks over Web Locks and a BroadcastChannel. */
export function createAttemptLocks({ locks, channel, later, released, onRestored = () => () => {} }: LockPorts): AttemptLocks {
  if (!locks) {
    return {
      claim: (_name, tell) => {
        tell('claimed');
        return { ask: () => {}, release: () => {}, stop: released };
      },
      ifFree: (_name, work) => work(),
      held: async () => new Set(),
    };
  }
  return {
    claim: (name, tell) => {
      let letGo: (() => void) | undefined;
      let isStopped = false;
      let waiting = new AbortController();
      let stopAsking = () => {};
      const stops: (() => void)[] = [];
      const stand = (options: LockOptions) => {
        let own: (() => void) | undefined;
        const hold = () =>
          new Promise<void>((resolve) => {
            if (isStopped) return resolve();
            own = () => {
              letGo = undefined;
              resolve();
            };
            letGo = own;
            stopAsking();
            tell('claimed');
          });
        locks.request(name, options, hold).then(
          () => released(),
          () => {
            // Aborted while waiting, or stolen while held.
            if (!own || letGo !== own) return;
            letGo = undefined;
            tell('wanted');
          },
        );
      };
      const hear = ({ data }: MessageEvent) => {
        if (data === name && letGo) tell('wanted');
      };
      channel?.addEventListener('message', hear);
      stand({ signal: waiting.signal });
      // While the page was in the back/forward cache, another tab may have stolen the lock unnoticed. Release it and read the current
      // state.
      stops.push(onRestored(() => letGo && tell('wanted')));
      stops.push(later(leaving, () => letGo || tell('heldElsewhere')));
      return {
        ask: () => {
          channel?.postMessage(name);
          stopAsking();
          stopAsking = later(patience, () => {
            if (letGo || isStopped) return;
            // The place in the queue would bring back a lock that is to be released later.
            waiting.abort();
            waiting = new AbortController();
            stand({ steal: true });
          });
        },
        release: () => {
          letGo?.();
          stand({ signal: waiting.signal });
        },
        stop: () => {
          isStopped = true;
          stopAsking();
          for (const stop of stops) stop();
          channel?.removeEventListener('message', hear);
          letGo?.();
          waiting.abort();
        },
      };
    },
    ifFree: (name, work) => locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : undefined)) as Promise<never>,
    held: async () => new Set((await locks.query()).held?.flatMap(({ name }) => name ?? [])),
  };
}
