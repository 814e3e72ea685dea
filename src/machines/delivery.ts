import { assign } from 'xstate';
import { isPassing, retryPause } from '../../common/retry.ts';
import { part } from './chart.ts';
import type * as connection from './connection.ts';
import { failure, type Problem, toProblem } from './problem.ts';

// How work that arises while somebody uses a screen reaches the server: answers, progress, time. A chart imports it as `delivery` and
// spreads the parts that it needs.

/** Context of a chart that retries a call. */
export interface Retrying {
  /** Between 0 and 1: spreads out retries from many devices. */
  chance: number;
  /** Consecutive calls that did not get through. */
  failures: number;
}

/** Context of a chart that delivers work to the server. */
export interface Context extends Retrying {
  /** There is new work since the last call set out. */
  hasNews: boolean;
  /** Why the server refused. */
  problem: Problem | null;
}

/** Nothing has been delivered and nothing has failed. Spread into the chart's first context. */
export const none = { failures: 0, hasNews: false } satisfies Partial<Context>;

export type Event = { type: 'delivery.retried' } | connection.Event;

/** `unsaved`: the server does not have everything, and the last call failed. `refused`: it will not take it either. */
export type Tag = 'unsaved' | 'refused';

/** An action for every context that has these fields. */
type Action<Of> = (args: { context: Of }, params: undefined) => void;

/** Spread into `setup({ actions })` of a chart that only retries. */
export const countFailures = {
  noteFailure: assign({ failures: ({ context }: { context: Retrying }) => context.failures + 1 }) as Action<Retrying>,
  noteContact: assign({ failures: 0 }) as Action<Retrying>,
};

/** Spread into `setup({ actions })`. */
export const actions = {
  ...countFailures,
  /** Entry of the state that calls the server. */
  noteSending: assign({ hasNews: false }) as Action<Context>,
};

/** Spread into `setup({ guards })`. */
export const guards = {
  isPassing: (_: unknown, { error }: { error: unknown }) => isPassing(toProblem(error)),
  hasNews: ({ context }: { context: Context }) => context.hasNews,
};

/** Why these guards refuse; spread into the chart's reasons. */
export const reasons = {
  isPassing: 'Retrying would not fix this failure.',
  hasNews: 'The server refused the newest work, and there is none since.',
};

/** Spread into `setup({ delays })`. */
export const delays = { retry: ({ context }: { context: Retrying }) => retryPause(context.failures, context.chance) };

/** Transitions of a failed call, for `onError` of the state that makes it. The chart needs the action `setProblem`. */
export const failed = part([
  {
    guard: { type: 'isPassing', ...failure },
    target: 'queued',
    actions: 'noteFailure',
    description: 'The call did not get through. Keep what it carried and retry.',
  },
  {
    target: 'refused',
    actions: { type: 'setProblem', ...failure },
    description: 'The server refused, so retrying at intervals would not help.',
  },
]);

/**
 * States after a failed call; spread beside the state that makes it.
 *
 * @param sending the state that makes the call
 * @param gathering the state that new work enters; default: `sending`
 */
export const states = <const Sending extends string, const Gathering extends string = Sending>(sending: Sending, gathering?: Gathering) =>
  part({
    queued: {
      description: 'The last call did not get through. What it carried is kept for a retry, and the work goes on.',
      tags: 'unsaved',
      after: { retry: { target: sending, description: 'Retries after a while, with longer waits up to 15 s.' } },
      on: {
        'connection.restored': { target: sending, description: 'The connection is back.' },
        'delivery.retried': { target: sending, description: 'The user presses Try again.' },
      },
    },
    refused: {
      description: 'The server refused, and the screen says why. What it refused is kept and goes along with whatever is sent next.',
      tags: ['unsaved', 'refused'],
      always: {
        guard: 'hasNews',
        target: gathering ?? sending,
        description: 'There is new work: whatever refused may let this pass, such as a network’s filter.',
      },
      on: { 'delivery.retried': { target: sending, description: 'The user presses Try again.' } },
    },
  });
