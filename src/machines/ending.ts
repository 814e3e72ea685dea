import { assign } from 'xstate';
import type { Problem } from './problem.ts';

// What charts share that run others as their steps. A chart imports it as `ending` and spreads the parts that it needs.

/** How a step ended: the output of its chart. */
export interface End {
  kind: string;
  /** Why it failed. */
  problem?: Problem;
}

type Ended = { event: { output: End } };
type Action<Params> = (args: { context: { problem: Problem | null } }, params: Params) => void;

/** Spread into `setup({ actions })`. */
export const actions = {
  setEndProblem: assign({ problem: (_, { end }: { end: End }) => end.problem ?? null }) as Action<{ end: End }>,
};

/** Spread into `setup({ guards })`. */
export const guards = { hasEnded: (_: unknown, { end, kind }: { end: End; kind: string }) => end.kind === kind };

/** Why these guards refuse; spread into the chart's reasons. */
export const reasons = { hasEnded: 'The step ended in another way.' };

/** For `onDone` of the step: whether it ended in this way. */
export const hasEnded = (kind: string) => ({ type: 'hasEnded', params: ({ event }: Ended) => ({ end: event.output, kind }) }) as const;

/** For `onDone` of the step: keeps why it failed. */
export const setEndProblem = { type: 'setEndProblem', params: ({ event }: Ended) => ({ end: event.output }) } as const;
