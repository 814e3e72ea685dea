import { assign } from 'xstate';
import { part } from './chart.ts';
import { failed, failure, isRefusal, type Problem, setProblem } from './problem.ts';

// What charts with a form share. A chart imports it as `form` and spreads the parts that it needs.

/** Context of a chart with a form. */
export interface Context {
  /** Why the form was not accepted; null while no failure is shown. */
  problem: Problem | null;
}

/** Sent when the user edits a form that shows an error beside a field. */
export type Event = { type: 'form.edited' };

/** `fieldError`: an error is shown beside a field, until the user edits the form. */
export type Tag = 'busy' | 'failed' | 'fieldError';

/** An action for every context with a problem. XState's own type fits one context only. */
export type Action<Params, Of extends Context = Context> = (args: { context: Of }, params: Params) => void;

/** Spread into `setup({ actions })`. */
export const actions = {
  setProblem,
  clearProblem: assign({ problem: null }) as Action<undefined>,
};

/** Spread into `setup({ guards })`. */
export const guards = {
  isRefused: (_: unknown, { error }: { error: unknown }) => isRefusal(error),
};

/** Why these guards refuse; spread into the chart's reasons. */
export const reasons = { isRefused: 'The server did not refuse. There was no usable answer.' };

/** An error beside a field; spread into a state next to `states`. */
export const fieldError = part({
  tags: ['failed', 'fieldError'],
  on: {
    'form.edited': { target: 'typing', actions: 'clearProblem', description: 'The user edits the form, which clears the error.' },
  },
});

/** Where a failed call leads, as states. `focus`: the `data-focus` of the error above the form. */
export const failedStates = (focus = 'problem') =>
  part({
    refused: { ...failed({ focus }), description: 'The server refused. The form shows why and keeps what was typed.' },
    unreachable: {
      description: 'There was no usable answer. The form keeps what was typed, and the same button tries again.',
      ...failed({ focus }),
    },
  });

/** States of a form after its first submit; spread into the state that edits it. */
export const states = (focus?: string) =>
  part({
    typing: { description: 'The user is correcting an error. The focus stays in the field being edited.' },
    ...failedStates(focus),
  });

/**
 * Transitions of a failed call back to its form, for `onError`.
 * @param form the state that holds `failedStates`
 * @param others actions besides `setProblem`
 */
export const backTo = <Other extends string = never>(form: string, ...others: Other[]) =>
  part([
    {
      guard: { type: 'isRefused', ...failure },
      target: `${form}.refused`,
      actions: [{ type: 'setProblem', ...failure }, ...others],
      description: 'The server refused and said why.',
    },
    {
      target: `${form}.unreachable`,
      actions: [{ type: 'setProblem', ...failure }, ...others],
      description: 'There was no answer, or it could not be read.',
    },
  ]);
