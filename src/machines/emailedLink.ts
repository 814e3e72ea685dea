import { emit } from 'xstate';
import { part } from './chart.ts';
import type * as form from './form.ts';
import { failure, isFinalRefusal, type Problem, toProblem, withProblem } from './problem.ts';

/** Sent when a link does not work; the home page shows why. */
export type Refused = { type: 'link.refused'; problem: Problem };

/** Actions of a chart that is opened by a link in an email; spread into `setup({ actions })`. */
export const actions = {
  announceRefusedLink: emit((_, { error }: { error: unknown }) => ({ type: 'link.refused', problem: toProblem(error) })) as form.Action<{
    error: unknown;
  }>,
};

/** Guards of a chart that is opened by a link; spread into `setup({ guards })`. */
export const guards = {
  isDeadLink: (_: unknown, { error }: { error: unknown }) => isFinalRefusal(error),
};

/** Why these guards refuse; spread into the chart's reasons. */
export const reasons = { isDeadLink: 'The server did not say that the link is invalid or has expired.' };

/** Transition to the state `dead`, for `onError`. */
export const isDead = part({
  guard: { type: 'isDeadLink', ...failure },
  target: 'dead',
  actions: { type: 'announceRefusedLink', ...failure },
  description: 'The link is invalid, expired, or used. Go to the home page and show the server’s message.',
});

/** The end of a chart whose link does not work; spread into its states. */
export const deadStates = part({
  dead: { type: 'final', tags: 'dead', description: 'The link does not work. The home page opens with the server’s message.' },
});

/** State after an email with a link was requested; spread into the chart's states, next to `sendingAgain`. */
export const sentStates = part({
  sent: {
    description: 'An email with a link is on its way, and the screen says so. The user continues from there.',
    tags: 'sent',
    meta: { announce: 'account_link_sent', focus: 'sent' },
    initial: 'once',
    on: {
      'link.requestedAgain': { target: 'sendingAgain', actions: 'clearProblem', description: 'The email did not come: send it again.' },
    },
    states: {
      once: { description: 'The first email was sent.' },
      again: { description: 'The email was sent again. The earlier link no longer works.', tags: 'again' },
      unsent: {
        description: 'The email could not be sent again. The screen says "We have encountered an error, please try after some time".',
        tags: 'failed',
        meta: { focus: 'problem' },
      },
    },
  },
});

/** How sending the email again ends, for the invoke of `sendingAgain`. */
export const sendingAgain = part({
  onDone: { target: 'sent.again', description: 'Another email was sent.' },
  onError: { target: 'sent.unsent', ...withProblem, description: 'The request failed for any reason.' },
});
