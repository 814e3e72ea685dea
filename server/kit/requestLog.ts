import { AsyncLocalStorage } from 'node:async_hooks';
import type { Ports } from './ports.ts';
import type { SecurityEvent } from './securityEvents.ts';

/** What is learned of a request while it is answered. */
export interface Noted {
  /** Whose account it is (`user_puid`). */
  account?: number;
  /** The administrator who acts as that account. */
  actor?: number;
  event?: SecurityEvent;
}

interface Current extends Noted {
  id: string;
  address: string;
}

/** A segment this long is no name of ours but a ticket: whoever has it may fetch a file. */
const longestSegment = 40;
/** Statuses that say that somebody asked for what they may not have, or too often. */
const refusals = new Set([401, 403, 429]);

/** A path as it may stand in the log: no query, no tickets. */
export const loggedPath = (path: string) =>
  path
    .split('/')
    .map((segment) => (segment.length > longestSegment ? '…' : segment))
    .join('/');

/**
 * The log of a server: a line of JSON for each request to the backend and for each unforeseen error, with the time in UTC and the
 * request's id. Names, queries and bodies never stand in it (FERPA); the client's address only where a security event failed.
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
    /** Adds to what the line of the current request will say. */
    note: (noted: Noted) => void Object.assign(requests.getStore() ?? {}, noted),
    clientAddress: () => requests.getStore()?.address ?? 'unknown',
    /** Writes a line about what no request asked for. */
    event: (fields: { event: string }) => write(line(fields)),
    /** Not the whole error: a database's has the values of the row in its details. */
    report: ((error, where) =>
      writeError(
        line({
          id: requests.getStore()?.id,
          where: loggedPath(where),
          error: error instanceof Error ? error.stack : String(error),
        }),
      )) satisfies Ports['report'],
    /** Answers a request and writes its line: of each that is a security event, and of all others if `isLogged`. */
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
