import { isFinal } from '../../common/retry.ts';
import type { RefusalCode } from '../../contract/refusals.ts';

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
  /** The code of the refusal, which charts compare. A backend without codes gives none but those of the specification's messages. */
  reason?: RefusalCode | undefined;
  /** The refusal in every language of the product; absent where its code is unknown: then there is `message` alone. */
  texts?: Texts | undefined;
  /** What is wrong with fields of the call, by their names there. */
  fields?: Readonly<Record<string, Texts>> | undefined;
}

/** One text in every language of the product. */
export type Texts = Readonly<Record<'en' | 'es', string>>;

/** A failed actor's error as a Problem; anything else that was thrown becomes code 500. */
export function toProblem(error: unknown): Problem {
  const { code, message, refused, reason, texts, fields } = Object(error) as Partial<Problem>;
  return {
    code: typeof code === 'number' ? code : 500,
    message: typeof message === 'string' ? message : '',
    ...(refused === true && { refused }),
    ...(reason && { reason }),
    ...(texts && { texts }),
    ...(fields && { fields }),
  };
}

/** Whether it was refused with one of these codes. */
export const isRefusedAs = (error: unknown, ...codes: readonly RefusalCode[]): boolean => {
  const { reason } = toProblem(error);
  return reason !== undefined && codes.includes(reason);
};

/** Whether the server refused. Charts ask this, not for HTTP codes: a backend may refuse everything under HTTP 200. */
export const isRefusal = (error: unknown): boolean => toProblem(error).refused === true;

/** As `isRefusal`, and waiting would not help: not "too many tries, come back later". */
export const isFinalRefusal = (error: unknown): boolean => isFinal(toProblem(error));

/** Hands what an actor failed with to a guard or an action of its `onError`: `{ type: 'setProblem', ...failure }`. */
export const failure = { params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }) };
