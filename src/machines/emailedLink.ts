import { assign, emit } from 'xstate';
import { part } from './chart.ts';
import type * as form from './form.ts';
import { failed, failure, isFinalRefusal, type Problem, toProblem, withProblem } from './problem.ts';

// What flows share that send a link by email and go on where it leads.

export interface Input {
  /** The link that opened the page; null: no link has been requested yet. */
  linkId: string | null;
}

export type Context = form.Context & Input;

/** `link.followed`: the page's address now holds the link from the email. */
export type Event = { type: 'link.followed'; linkId: string } | { type: 'link.requestedAgain' };

/** Sent when a link does not work; the home page shows why. */
export type Refused = { type: 'link.refused'; problem: Problem };

/** Spread into `setup({ actions })`. */
export const actions = {
  setLink: assign({ linkId: (_, { linkId }: { linkId: string }) => linkId, problem: null }) as form.Action<{ linkId: string }, Context>,
  announceRefusedLink: emit((_, { error }: { error: unknown }) => ({ type: 'link.refused', problem: toProblem(error) })) as form.Action<{
    error: unknown;
  }>,
};

/** Spread into `setup({ guards })`. */
export const guards = {
  hasLink: ({ context }: { context: Context }) => context.linkId !== null,
  isDeadLink: (_: unknown, { error }: { error: unknown }) => isFinalRefusal(error),
};

/** Why these guards refuse; spread into the chart's reasons. */
export const reasons = {
  hasLink: 'The page was opened without a link.',
  isDeadLink: 'The server did not say that the link is invalid or has expired.',
};

/**
 * The first state of the flow; spread into the chart's states.
 * @param requesting the state that leads to the email
 * @param followed the state that the link leads to
 */
export const begunStates = <const Requesting extends string, const Followed extends string>(requesting: Requesting, followed: Followed) =>
  part({
    begun: {
      description: 'Checks whether the page was opened by a link.',
      always: [
        { guard: 'hasLink', target: followed, description: 'The link from the email opened the page.' },
        { target: requesting, description: 'There is no link yet: request one.' },
      ],
    },
  });

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

/**
 * State after an email with a link was requested; spread into the chart's states, next to `sendingAgain`.
 * @param followed the state that the link leads to
 */
export const sentStates = <const Followed extends string>(followed: Followed) =>
  part({
    sent: {
      description: 'An email with a link is on its way, and the screen says so. The link usually opens a page of its own.',
      tags: 'sent',
      meta: { announce: 'account_link_sent', focus: 'sent' },
      initial: 'once',
      on: {
        'link.followed': {
          target: followed,
          actions: { type: 'setLink', params: ({ event }: { event: { linkId: string } }) => event },
          description: 'The user follows the link in this page.',
        },
        'link.requestedAgain': { target: 'sendingAgain', actions: 'clearProblem', description: 'The email did not come: send it again.' },
      },
      states: {
        once: { description: 'The first email was sent.' },
        again: { description: 'The email was sent again. The earlier link no longer works.', tags: 'again' },
        unsent: {
          description: 'The email could not be sent again. The screen says "We have encountered an error, please try after some time".',
          ...failed({ focus: 'problem' }),
        },
      },
    },
  });

/** How sending the email again ends, for the invoke of `sendingAgain`. */
export const sendingAgain = part({
  onDone: { target: 'sent.again', description: 'Another email was sent.' },
  onError: { target: 'sent.unsent', ...withProblem, description: 'The request failed for any reason.' },
});
