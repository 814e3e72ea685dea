/**
 * A failure as charts know it, mapped once at the edge of the services.
 * `code`: the HTTP status; 0 when there was no answer at all; `message`: the server's, or ours in its place.
 */
export interface Problem {
  code: number;
  message: string;
}

/** A failed actor's error as a Problem; anything else that was thrown becomes code 500. */
export function toProblem(error: unknown): Problem {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  return { code: typeof code === 'number' ? code : 500, message: typeof message === 'string' ? message : '' };
}

/** Hands what an actor failed with to a guard or an action of its `onError`: `{ type: 'setProblem', ...failure }`. */
export const failure = { params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }) };
