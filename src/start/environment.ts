import type { Configuration } from '../machines/app/appMachine.ts';
import { getLocale } from '../paraglide/runtime.js';
import type { Access, Environment } from '../services/kit/environment.ts';
import { ownerOf } from '../services/login/storedSession.ts';
import type { RootActors } from './rootActors.ts';

/** Resolves after `ms`; rejects at once when the signal is aborted. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** A request made without a connection can still fail this long after it is back, in ms. */
export const settling = 5_000;

/** Connects the services to the charts and the browser. `checkClock` is called before each call. */
export function environmentOf({ app, session, spinner, notices }: RootActors, checkClock: () => void) {
  let lostAt = 0;
  /** When the latest call failed that found no server; null once a later one got a response. */
  let unansweredAt: number | null = null;
  let backAt = Number.NEGATIVE_INFINITY;
  const loseConnection = () => {
    if (!app().getSnapshot().hasTag('offline')) lostAt = environment.elapsed();
    app().send({ type: 'connection.lost' });
  };
  const environment: Environment = {
    configuration: () => app().getSnapshot().context.configuration as Configuration,
    access: (): Access => {
      const snapshot = session()?.getSnapshot();
      const user = snapshot?.context.user;
      return {
        state: snapshot?.hasTag('signedIn') ? 'open' : snapshot?.hasTag('expired') ? 'paused' : 'closed',
        token: snapshot?.context.token ?? null,
        owner: user ? ownerOf(user) : null,
      };
    },
    userPuid: () => session()?.getSnapshot().context.user?.userPuid ?? null,
    onAccessChanged: (listener) => void session()?.subscribe(listener),
    language: getLocale,
    now: () => Date.now(),
    elapsed: () => performance.now(),
    pause,
    checkClock,
    callStarted: () => spinner().send({ type: 'call.started' }),
    callEnded: () => spinner().send({ type: 'call.ended' }),
    sessionRejected: (token) => {
      // A late response to an older token says nothing about the current one.
      if (token === environment.access().token) session()?.send({ type: 'session.rejected' });
    },
    notify: (kind, text) => notices().send({ type: 'notice.posted', kind, text }),
    problemRaised: (problem) => notices().send({ type: 'problem.raised', problem }),
    connectionLost: () => {
      unansweredAt = environment.elapsed();
      if (!navigator.onLine || environment.configuration().noInternet) loseConnection();
    },
    connectionRestored: (askedAt) => {
      if (unansweredAt !== null && askedAt >= unansweredAt) {
        unansweredAt = null;
        backAt = environment.elapsed();
      }
      // A request from before the connection was lost may still get its response.
      if (askedAt < lostAt || !app().getSnapshot().hasTag('offline')) return;
      backAt = environment.elapsed();
      app().send({ type: 'connection.restored' });
    },
  };

  /** Whether there is a connection to a server that answers, and not only since a moment ago. */
  const isConnected = () => !app().getSnapshot().hasTag('offline') && unansweredAt === null && environment.elapsed() - backAt >= settling;

  return { environment, loseConnection, isConnected };
}
