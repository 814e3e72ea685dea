import { AsyncLocalStorage } from 'node:async_hooks';
import type { Ports } from './ports.ts';
import type { SecurityEvent } from './securityEvents.ts';

/** What is learned about a request while it is handled. */
export interface Noted {
  /** The account (`user_puid`). */
  account?: number;
  /** The administrator acting as that account. */
  actor?: number;
  event?: SecurityEvent;
}

interface Current extends Noted {
  id: string;
  address: string;
}

/** A segment this long is not a route name but a ticket, which grants access to a file. */
const longestSegment = 40;
/** Statuses of forbidden or too frequent requests. */
const refusals = new Set([401, 403, 429]);

/** A path as logged: no query, no tickets. */
export const loggedPath = (path: string) =>
  path
    .split('/')
    .map((segment) => (segment.length > longestSegment ? '…' : segment))
    .join('/');

/**
 * The server's log: one JSON line per backend request and per unexpected error, with UTC time and request id. Never contains names, queries
 * or bodies (FERPA). Contains the client address only for failed security events.
 */
export function requestLog({
  write,
  writeError,
  now,
  newId,
}: {
  write: (line: string) => void;
  writeError: (line: string) => void;
  now: () => number;
  newId: () => string;
}) {
  const requests = new AsyncLocalStorage<Current>();
  const line = (fields: object) => JSON.stringify({ time: new Date(now()).toISOString(), ...fields });

  return {
    /** Adds to the log line of the current request. */
    note: (noted: Noted) => void Object.assign(requests.getStore() ?? {}, noted),
    clientAddress: () => requests.getStore()?.address ?? 'unknown',
    /** Logs an event that no request triggered. */
    event: (fields: { event: string }) => write(line(fields)),
    /** Not the whole error: database errors contain the row's values in their details. */
    report: ((error, where) =>
      writeError(
        line({
          id: requests.getStore()?.id,
          where: loggedPath(where),
          error: error instanceof Error ? error.stack : String(error),
        }),
      )) satisfies Ports['report'],
    /** Answers a request and logs it. Security events are always logged, others only if `isLogged`. */
    answer: async (
      request: { method: string; path: string; address: string; isLogged: boolean },
      answer: () => Promise<Response>,
    ): Promise<Response> => {
      const current: Current = { id: newId(), address: request.address };
      const began = performance.now();
      const response = await requests.run(current, answer);
      const { status } = response;
      const { id, account, actor, event = refusals.has(status) ? 'refused' : undefined } = current;
      if (!event && !request.isLogged) return response;
      const ms = Math.round(performance.now() - began);
      const outcome = event && {
        outcome: status < 400 ? 'done' : status < 500 ? 'refused' : 'failed',
        ...(status >= 400 && { address: request.address }),
      };
      write(line({ id, method: request.method, path: loggedPath(request.path), status, ms, account, actor, event, ...outcome }));
      return response;
    },
  };
}
