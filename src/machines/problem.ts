import { assign } from 'xstate';
import { isFinal } from '../../common/retry.ts';
import type { RefusalCode } from '../../contract/refusals.ts';
import { type ChartMeta, part } from './chart.ts';

/**
 * A failure as charts see it, mapped once at the edge of the services.
 * `code`: the HTTP status, or 0 if there was no answer. `message`: the server's, or our own if it sent none.
 */
export interface Problem {
  code: number;
  message: string;
  /**
   * Set if the server understood the call and refused it, by an HTTP status or by `status: "error"` under HTTP 200. If absent, the outcome
   * is unknown and the same call may succeed later. Set by the client, or by a service that refuses a file itself.
   */
  refused?: true;
  /** Refusal code for charts to compare. A backend without codes yields only those derived from the specification's messages. */
  reason?: RefusalCode | undefined;
  /** The refusal in every language of the product; absent if its code is unknown, so only `message` is available. */
  texts?: Texts | undefined;
  /** Errors by field, keyed by the field names of the call. */
  fields?: Readonly<Record<string, Texts>> | undefined;
}

/** One text in every language of the product. */
export type Texts = Readonly<Record<'en' | 'es', string>>;

/** Converts a failed actor's error to a Problem; anything else that was thrown gets code 500. */
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

/** Whether the call was refused with one of these codes. */
export const isRefusedAs = (error: unknown, ...codes: readonly RefusalCode[]): boolean => {
  const { reason } = toProblem(error);
  return reason !== undefined && codes.includes(reason);
};

/** Whether the server refused. Charts use this instead of HTTP codes, because a backend may refuse everything under HTTP 200. */
export const isRefusal = (error: unknown): boolean => toProblem(error).refused === true;

/** Like `isRefusal`, but only if waiting would not help. Excludes "too many tries, come back later". */
export const isFinalRefusal = (error: unknown): boolean => isFinal(toProblem(error));

/** Passes an actor's error to a guard or an action of its `onError`: `{ type: 'setProblem', ...failure }`. */
export const failure = { params: ({ event }: { event: { error: unknown } }) => event };

/**
 * The action that keeps an actor's error as the chart's problem, for every context that has one. Put it into `setup({ actions })`.
 * XState's own type fits one context only.
 */
export const setProblem = assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }) as (
  args: { context: { problem: Problem | null } },
  params: { error: unknown },
) => void;

/** Keeps the error of a failed call as the chart's problem. Spread into its `onError`; the chart needs the action `setProblem`. */
export const withProblem = { actions: { type: 'setProblem', ...failure } } as const;

/** A state that shows a failure: spread it into the state. `meta`: what gets the focus, and what is announced. `tags`: besides `failed`. */
export const failed = <const Meta extends ChartMeta, Tag extends string = never>(meta: Meta, ...tags: Tag[]) =>
  part({ tags: ['failed', ...tags], meta });
