import { part } from './chart.ts';
import { failure, toProblem, withProblem } from './problem.ts';

/** Guards of every sign-in: another user may be signed in in this browser. Spread into `setup({ guards })`. */
export const guards = {
  isOccupied: (_: unknown, { error }: { error: unknown }) => toProblem(error).code === 409,
};

/** Why these guards refuse; spread into the chart's reasons. */
export const reasons = { isOccupied: 'Nobody else is signed in in this browser.' };

/** Transition to the question, for `onError`. */
export const ask = part({
  guard: { type: 'isOccupied', ...failure },
  target: 'asking',
  ...withProblem,
  description: 'Sign-in would succeed, but another user is signed in in this browser.',
});

/** The question; spread into the state `asking`. */
export const question = part({
  description: 'Signing in would end the session of another user. A dialog asks for confirmation, and nothing has happened yet.',
  tags: 'asking',
  meta: { focus: 'replace-question' },
});
