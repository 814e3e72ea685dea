import { assign, emit, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isFinalRefusal, type Problem, toProblem } from '../problem.ts';
import type { Session } from '../session/sessionMachine.ts';

/** The single sign-ons that begin here; learning tools begin at the other side, with a launch. */
export type SignOnProvider = 'roster' | 'classroom';

/** What the address says when the browser comes back: the one-time code, or that it did not work; neither before it has left. */
export interface SignOnInput {
  code: string | null;
  hasFailed: boolean;
}

/** A session opened by single sign-on. */
export interface SignOnResult {
  session: Session;
  /** The person has accounts in several schools. */
  mustSelectSchool: boolean;
}

export const singleSignOnReasons: Reasons<'hasCode' | 'hasFailed' | 'isOccupied' | 'isRefused'> = {
  hasCode: 'The browser does not come back from a sign-in elsewhere.',
  hasFailed: 'Nothing says that the sign-in elsewhere has failed.',
  isOccupied: 'Nobody else is signed in in this browser.',
  isRefused: 'The server did not refuse: there was no usable answer.',
};

/** Sign-in through the school roster, the classroom or the learning tools (specification, sections 7 and 8). */
export const singleSignOnMachine = setup({
  types: {
    input: {} as SignOnInput,
    context: {} as { code: string | null; hasFailed: boolean; replace: boolean; provider: SignOnProvider; problem: Problem | null },
    events: {} as
      | { type: 'provider.chosen'; provider: SignOnProvider }
      | { type: 'signOn.retried' }
      | { type: 'replacement.confirmed' }
      | { type: 'replacement.declined' },
    emitted: {} as
      | { type: 'address.opened'; url: string }
      | { type: 'signOn.succeeded'; result: SignOnResult }
      | { type: 'signOn.declined' },
    tags: {} as 'busy' | 'failed' | 'refused' | 'asking' | 'choosing',
    meta: {} as ChartMeta,
  },
  actors: {
    beginSignOn: actorSlot<{ url: string }, { provider: SignOnProvider }>(
      'beginSignOn',
      'POST /ssoLogin/RosterLogin or POST /ssoLogin/ClassroomLogin',
    ),
    exchangeCode: actorSlot<SignOnResult, { code: string; replace: boolean }>('exchangeCode', 'POST /ssoLogin/getAccessCode'),
  },
  actions: {
    setProvider: assign({ provider: (_, { provider }: { provider: SignOnProvider }) => provider, problem: null }),
    letReplace: assign({ replace: true, problem: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    openAddress: emit((_, { url }: { url: string }) => ({ type: 'address.opened' as const, url })),
    announceSuccess: emit((_, { result }: { result: SignOnResult }) => ({ type: 'signOn.succeeded' as const, result })),
    announceDeclined: emit({ type: 'signOn.declined' }),
  },
  guards: {
    hasCode: ({ context }) => context.code !== null,
    hasFailed: ({ context }) => context.hasFailed,
    isOccupied: (_, { error }: { error: unknown }) => toProblem(error).code === 409,
    isRefused: (_, { error }: { error: unknown }) => isFinalRefusal(error),
  },
}).createMachine({
  id: 'singleSignOn',
  description:
    'Somebody signs in with the account of another service: the browser leaves, comes back with a one-time code, and that becomes a session.',
  meta: { reasons: singleSignOnReasons },
  context: ({ input }) => ({ ...input, replace: false, provider: 'roster', problem: null }),
  initial: 'opening',
  states: {
    opening: {
      description: 'The address says where in the round trip this is.',
      always: [
        { guard: 'hasFailed', target: 'turnedAway', description: 'The other service did not vouch for anybody here.' },
        { guard: 'hasCode', target: 'exchanging', description: 'The browser comes back with a one-time code.' },
        { target: 'choosing', description: 'Nothing has happened yet.' },
      ],
    },
    choosing: {
      description: 'The services that are set up can be chosen.',
      tags: 'choosing',
      initial: 'fresh',
      states: {
        fresh: {
          description: 'Nothing has been tried yet.',
          on: {
            'provider.chosen': {
              target: '#singleSignOn.leaving',
              actions: { type: 'setProvider', params: ({ event }) => event },
              description: 'One of the buttons.',
            },
          },
        },
        again: {
          description: 'A try has failed; where a service could not be reached, the page says so. The buttons try again.',
          tags: 'failed',
          on: {
            'provider.chosen': {
              target: '#singleSignOn.leaving',
              actions: { type: 'setProvider', params: ({ event }) => event },
              description: 'One of the buttons, once more.',
            },
          },
        },
      },
    },
    leaving: {
      description: 'The server is asked where to send the browser.',
      tags: ['busy', 'choosing'],
      invoke: {
        id: 'beginSignOn',
        src: 'beginSignOn',
        input: ({ context }) => ({ provider: context.provider }),
        onDone: {
          target: 'away',
          actions: { type: 'openAddress', params: ({ event }) => event.output },
          description: 'The page of the other service is opened.',
        },
        onError: {
          target: 'choosing.again',
          actions: { type: 'setProblem', ...failure },
          description: 'There was no answer, or the service is not set up.',
        },
      },
    },
    away: { type: 'final', description: 'The browser leaves for the other service.', tags: 'choosing' },
    exchanging: {
      description: 'The one-time code becomes a session.',
      tags: 'busy',
      meta: { announce: 'login_checking' },
      invoke: {
        id: 'exchangeCode',
        src: 'exchangeCode',
        input: ({ context }) => ({ code: context.code ?? '', replace: context.replace }),
        onDone: {
          target: 'signedIn',
          actions: { type: 'announceSuccess', params: ({ event }) => ({ result: event.output }) },
          description: 'The account is known here.',
        },
        onError: [
          {
            guard: { type: 'isOccupied', ...failure },
            target: 'asking',
            actions: { type: 'setProblem', ...failure },
            description: 'The account is known, but somebody else is signed in in this browser.',
          },
          {
            guard: { type: 'isRefused', ...failure },
            target: 'refused',
            description: 'The code is no good: used, too old, or of another browser.',
          },
          { target: 'unreachable', description: 'No answer, or one that could not be read; the code is still good for a minute.' },
        ],
      },
    },
    asking: {
      description: "Somebody else's session would end: the person is asked first, and nothing has happened yet.",
      tags: 'asking',
      meta: { focus: 'replace-question' },
      on: {
        'replacement.confirmed': { target: 'exchanging', actions: 'letReplace', description: 'Go on, and let the other session end.' },
        'replacement.declined': { target: 'declined', actions: 'announceDeclined', description: 'Leave the other one signed in.' },
      },
    },
    unreachable: {
      description: 'The server did not answer; the same code is tried again.',
      tags: 'failed',
      meta: { focus: 'problem' },
      on: { 'signOn.retried': { target: 'exchanging', description: 'The person presses Try again.' } },
    },
    turnedAway: {
      description: 'The browser comes back with the news that it did not work there: "Invalid Credentials".',
      tags: ['failed', 'refused'],
      on: { 'signOn.retried': { target: 'choosing.again', description: 'The person starts over.' } },
    },
    refused: {
      description: '"Invalid Credentials": the page says so and leads back to the sign-in.',
      tags: ['failed', 'refused'],
      meta: { focus: 'problem' },
      on: { 'signOn.retried': { target: 'choosing.again', description: 'The person starts over.' } },
    },
    declined: { type: 'final', description: 'The other one stays signed in; back home.' },
    signedIn: { type: 'final', description: 'The session chart takes over.' },
  },
});
