/** What a tab hears of something that one tab has at a time. */
export type LockNews = 'claimed' | 'heldElsewhere' | 'wanted';

/** A tab's place at the door: what it can do, and how it leaves. */
export interface Claim {
  /** Asks the tab that has it to let go; one that does not answer loses it. */
  ask: () => void;
  /** Lets go, and waits in line again. */
  release: () => void;
  stop: () => void;
}

/** Which tab of this browser has an attempt. */
export interface AttemptLocks {
  /** Stands in line, and tells how it goes until `stop`. */
  claim: (name: string, tell: (news: LockNews) => void) => Claim;
  /** Runs `work` if no tab has it, and keeps others out meanwhile; undefined when one has. */
  ifFree: <T>(name: string, work: () => Promise<T>) => Promise<T | undefined>;
  /** Names that some tab has. */
  held: () => Promise<Set<string>>;
}

interface LockPorts {
  /** Undefined where there are no Web Locks (a page that is not secure): then every tab has everything, which the server bears. */
  locks: Pick<LockManager, 'request' | 'query'> | undefined;
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'> | undefined;
  /** Calls `act` after `ms`; answers what stops it. */
  later: (ms: number, act: () => void) => () => void;
  /** A name is free again. */
  released: () => void;
  /** Calls `act` when the browser brings back a page that it had put away; answers what stops it. Default: it never does. */
  onRestored?: (act: () => void) => () => void;
}

/** How long a tab waits before it says that another one has it: a page that is loaded again may still be leaving, ms. */
const leaving = 200;
/** How long the tab that has it may take to put its answers on the device, ms. */
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
            // Aborted while it waited, or stolen while it was held.
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
      // What a page had when it was put away may have gone to another tab, unheard: it lets go, and takes up what there is now.
      stops.push(onRestored(() => letGo && tell('wanted')));
      stops.push(later(leaving, () => letGo || tell('heldElsewhere')));
      return {
        ask: () => {
          channel?.postMessage(name);
          stopAsking();
          stopAsking = later(patience, () => {
            if (letGo || isStopped) return;
            // Its place in line would bring back what it is to let go later.
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
