import { isFinal } from '../../common/retry.ts';

/**
 * A failure as charts know it, mapped once at the edge of the services.
 * `code`: the HTTP status; 0 when there was no answer at all; `message`: the server's, or ours in its place.
 */
export interface Problem {
  code: number;
  message: string;
  /**
   * The server understood the call and said no, whether by an HTTP status or by `status: "error"` under HTTP 200. Absent: nobody knows
   * what the server thinks, and the same call may succeed later. The client sets it, and a service that refuses a file itself.
   */
  refused?: true;
  /** Why it was refused, where the call names its reasons (such as `folderRefusals`): the screen has words for each. */
  reason?: string | undefined;
}

/** A failed actor's error as a Problem; anything else that was thrown becomes code 500. */
export function toProblem(error: unknown): Problem {
  const { code, message, refused, reason } = Object(error) as { code?: unknown; message?: unknown; refused?: unknown; reason?: unknown };
  const problem: Problem = { code: typeof code === 'number' ? code : 500, message: typeof message === 'string' ? message : '' };
  return refused === true ? { ...problem, refused, reason: reason as string | undefined } : problem;
}

/** Whether the server refused. Charts ask this, not for HTTP codes: a backend may refuse everything under HTTP 200. */
export const isRefusal = (error: unknown): boolean => toProblem(error).refused === true;

/** As `isRefusal`, and waiting would not help: not "too many tries, come back later". */
export const isFinalRefusal = (error: unknown): boolean => isFinal(toProblem(error));

/** Hands what an actor failed with to a guard or an action of its `onError`: `{ type: 'setProblem', ...failure }`. */
export const failure = { params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }) };
