import type { Problem } from '../../machines/problem.ts';
import type { Environment } from './environment.ts';

/** The rejection of a call whose user has gone; the screen that made it is gone, too. */
export const abandoned: Problem = { code: 401, message: '' };

interface Held {
  /** Calls are replayed in the order of their requests. */
  order: number;
  owner: string;
  /** The token that was answered with 401; null for a call that has not been made yet. */
  rejected: string | null;
  replay: () => Promise<unknown>;
  resolve: (data: never) => void;
  reject: (reason: unknown) => void;
}

/**
 * Calls that got a 401, or were made while the session is expired. The server has processed none of them, so each one, read or write, is
 * replayed when the same user has a new token: once, one after the other. If another user signs in, or the session ends, they are rejected
 * with `abandoned`.
 */
export function createWaitingCalls(environment: Pick<Environment, 'access' | 'onAccessChanged'>) {
  const waiting: Held[] = [];
  let isReplaying = false;

  const take = (held: Held) => {
    const index = waiting.indexOf(held);
    if (index >= 0) waiting.splice(index, 1);
    return index >= 0;
  };
  const replay = async () => {
    if (isReplaying) return;
    isReplaying = true;
    for (;;) {
      const { state, token } = environment.access();
      const next = waiting[0];
      if (!next || state !== 'open' || token === next.rejected) break;
      take(next);
      await next.replay().then(next.resolve as (data: unknown) => void, next.reject);
    }
    isReplaying = false;
  };
  const look = () => {
    const { state, owner } = environment.access();
    for (const held of [...waiting]) if ((state === 'closed' || owner !== held.owner) && take(held)) held.reject(abandoned);
    void replay();
  };
  environment.onAccessChanged(look);

  return {
    /** Holds a call until it can be replayed, and returns the replay's result. An aborted call is dropped. */
    hold<T>(call: { order: number; owner: string; rejected: string | null; replay: () => Promise<T> }, signal?: AbortSignal): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const held: Held = { ...call, resolve, reject };
      const before = waiting.findLastIndex(({ order }) => order < call.order);
      waiting.splice(before + 1, 0, held);
      signal?.addEventListener('abort', () => take(held) && reject(signal.reason), { once: true });
      look();
      return promise;
    },
    /** Number of waiting calls. */
    count: () => waiting.length,
  };
}
