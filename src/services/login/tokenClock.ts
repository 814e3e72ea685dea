import { jwtDecode } from 'jwt-decode';
import type { Environment } from '../kit/environment.ts';

/** How long before its expiry a token is refreshed (specification, section 9), and the minimum time between two refreshes, in ms. */
const refreshAhead = 80_000;
const leastPause = 5_000;
const tokensKept = 4;

/** Decides when to refresh the current token, by the server's clock, whatever the device's clock says. */
export function createTokenClock(environment: Pick<Environment, 'now' | 'elapsed'>) {
  /** By token: an administrator who acts as another user has two. */
  const dues = new Map<string, { now: number; elapsed: number }>();
  const set = (token: string, refreshIn: number) => {
    dues.delete(token);
    dues.set(token, { now: environment.now() + refreshIn, elapsed: environment.elapsed() + refreshIn });
    for (const old of [...dues.keys()].slice(0, -tokensKept)) dues.delete(old);
    return refreshIn;
  };

  return {
    /**
     * Starts the clock for a token and returns in how many ms to refresh it. A token without an expiry never needs it.
     * @param offset server's time minus the device's, ms; undefined before the first response: then the token counts as issued just now
     */
    start(token: string, offset: number | undefined): number {
      const { exp, iat } = jwtDecode(token);
      if (exp === undefined) return set(token, Number.MAX_SAFE_INTEGER);
      const serverNow = offset === undefined && iat !== undefined ? iat * 1000 : environment.now() + (offset ?? 0);
      return set(token, Math.max(exp * 1000 - serverNow - refreshAhead, leastPause));
    },
    /** Starts the clock for a token of another tab, to be refreshed at an instant of the device's clock. */
    follow: (token: string, refreshAt: number): number => set(token, Math.max(refreshAt - environment.now(), leastPause)),
    /**
     * Milliseconds until the token should be refreshed; negative if overdue. The device's clock may have been set, and the monotonic one
     * may have stopped during sleep. The earlier of the two wins, at the cost of one refresh too many.
     */
    remaining: (token: string): number => {
      const due = dues.get(token);
      return due ? Math.min(due.now - environment.now(), due.elapsed - environment.elapsed()) : Number.POSITIVE_INFINITY;
    },
    /** The instant on the device's clock at which the token should be refreshed. */
    dueAt: (token: string): number => dues.get(token)?.now ?? environment.now(),
  };
}
