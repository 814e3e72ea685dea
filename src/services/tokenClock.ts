import { jwtDecode } from 'jwt-decode';
import type { Environment } from './environment.ts';

/** How long before its expiry a token is refreshed (specification, section 9), and the least time between two refreshes, in ms. */
const refreshAhead = 80_000;
const leastPause = 5_000;
const tokensKept = 4;

/** When the token of now is to be refreshed: by the server's clock, whatever the device's says. */
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
     * Starts the clock for a token and says in how many ms it should be refreshed. Without an expiry it need never be.
     *
     * @param offset server's time minus the device's, ms; undefined where no answer told: then a token that was issued just now tells
     */
    start(token: string, offset: number | undefined): number {
      const { exp, iat } = jwtDecode(token);
      if (exp === undefined) return set(token, Number.MAX_SAFE_INTEGER);
      const serverNow = offset === undefined && iat !== undefined ? iat * 1000 : environment.now() + (offset ?? 0);
      return set(token, Math.max(exp * 1000 - serverNow - refreshAhead, leastPause));
    },
    /** Starts the clock for a token that another tab has, which is to be refreshed at an instant of the device's clock. */
    follow: (token: string, refreshAt: number): number => set(token, Math.max(refreshAt - environment.now(), leastPause)),
    /**
     * Milliseconds until the token should be refreshed; negative when that is over. The device's clock may have been set, the other one may
     * have stood still while the device slept: whichever says sooner is believed, at worst for one refresh too many.
     */
    remaining: (token: string): number => {
      const due = dues.get(token);
      return due ? Math.min(due.now - environment.now(), due.elapsed - environment.elapsed()) : Number.POSITIVE_INFINITY;
    },
    /** The instant of the device's clock at which the token should be refreshed. */
    dueAt: (token: string): number => dues.get(token)?.now ?? environment.now(),
  };
}
