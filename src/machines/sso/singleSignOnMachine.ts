import { assign, emit, setup } from 'xstate';
import type { Opens } from '../../../contract/sso.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import type * as form from '../form.ts';
import type { Session } from '../login/sessionMachine.ts';
import * as occupied from '../occupied.ts';
import { failed, failure, isFinalRefusal, setProblem, withProblem } from '../problem.ts';

/** Providers whose sign-on starts here. Learning tools start on their side, with a launch. */
export type SignOnProvider = 'roster' | 'classroom';

/** What a button starts. `district_id` null: the server knows the only one. */
export interface SignOnChoice {
  provider: SignOnProvider;
  district_id: number | null;
}

/** Read from the address when the browser returns: a one-time code or a failure. Neither is set before the browser has left. */
export interface SignOnInput {
  code: string | null;
  hasFailed: boolean;
}

/** A session opened by single sign-on. */
export interface SignOnResult {
  session: Session;
  /** True if the user has accounts in several schools. */
  mustSelectSchool: boolean;
  /** What a launch from a learning platform opens; null: the home page. */
  opens: Opens | null;
}

export const singleSignOnReasons: Reasons<'hasCode' | 'hasFailed' | 'isOccupied' | 'isRefused'> = {
  hasCode: 'The browser is not returning from another service with a code.',
  hasFailed: 'The address does not report a failed sign-in.',
  ...occupied.reasons,
  isRefused: 'The server did not refuse; it gave no usable answer.',
};

/** Sign-in through the school roster, the classroom, or learning tools (specification, sections 7 and 8). */
export const singleSignOnMachine = setup({
  types: {
    input: {} as SignOnInput,
    context: {} as form.Context & SignOnInput & { replace: boolean; choice: SignOnChoice },
    events: {} as
      | ({ type: 'provider.chosen' } & SignOnChoice)
      | { type: 'signOn.retried' }
      | { type: 'replacement.confirmed' }
      | { type: 'replacement.declined' },
    emitted: {} as
      | { type: 'address.opened'; url: string }
      | { type: 'signOn.succeeded'; result: SignOnResult }
      | { type: 'signOn.declined' },
    tags: {} as 'busy' | 'failed' | 'refused' | 'asking' | 'choosing' | 'exchanging' | 'unreachable',
    meta: {} as ChartMeta,
  },
  actors: {
    beginSignOn: actorSlot<{ url: string }, SignOnChoice>('beginSignOn', 'POST /ssoLogin/RosterLogin or POST /ssoLogin/ClassroomLogin'),
    exchangeCode: actorSlot<SignOnResult, { code: string; replace: boolean }>('exchangeCode', 'POST /ssoLogin/getAccessCode'),
  },
  actions: {
    setChoice: assign({ choice: (_, { provider, district_id }: SignOnChoice) => ({ provider, district_id }), problem: null }),
    letReplace: assign({ replace: true, problem: null }),
    setProblem,
    openAddress: emit((_, { url }: { url: string }) => ({ type: 'address.opened' as const, url })),
    announceSuccess: emit((_, { result }: { result: SignOnResult }) => ({ type: 'signOn.succeeded' as const, result })),
    announceDeclined: emit({ type: 'signOn.declined' }),
  },
  guards: {
    hasCode: ({ context }) => context.code !== null,
    hasFailed: ({ context }) => context.hasFailed,
    ...occupied.guards,
    isRefused: (_, { error }: { error: unknown }) => isFinalRefusal(error),
  },
}).createMachine({
  id: 'singleSignOn',
  description:
    'A user signs in with an account of another service. The browser goes there and returns with a one-time code, which is exchanged for a session.',
  meta: { reasons: singleSignOnReasons },
  context: ({ input }) => ({ ...input, replace: false, choice: { provider: 'roster', district_id: null }, problem: null }),
  initial: 'opening',
  states: {
    opening: {
      description: 'Reading from the address which step of the round trip this is.',
      always: [
        {
          guard: 'hasFailed',
          target: 'turnedAway',
          description: 'The browser returned with the message that the other service did not sign the user in.',
        },
        { guard: 'hasCode', target: 'exchanging', description: 'The browser returned with a one-time code.' },
        { target: 'choosing', description: 'The round trip has not started.' },
      ],
    },
    choosing: {
      description: 'The services set up for sign-in can be chosen.',
      tags: 'choosing',
      initial: 'fresh',
      states: {
        fresh: {
          description: 'Nothing has been tried yet.',
          on: {
            'provider.chosen': {
              target: '#singleSignOn.leaving',
              actions: { type: 'setChoice', params: ({ event }) => event },
              description: 'The user picks a service.',
            },
          },
        },
        again: {
          description: 'The last attempt failed. If the service could not be reached, the page says so. The buttons try again.',
          tags: 'failed',
          on: {
            'provider.chosen': {
              target: '#singleSignOn.leaving',
              actions: { type: 'setChoice', params: ({ event }) => event },
              description: 'The user picks a service again.',
            },
          },
        },
      },
    },
    leaving: {
      description: 'Waiting for the server to return the address of the service.',
      tags: ['busy', 'choosing'],
      invoke: {
        id: 'beginSignOn',
        src: 'beginSignOn',
        input: ({ context }) => context.choice,
        onDone: {
          target: 'away',
          actions: { type: 'openAddress', params: ({ event }) => event.output },
          description: 'The page of the other service is opened.',
        },
        onError: { target: 'choosing.again', ...withProblem, description: 'The server did not answer, or the service is not set up.' },
      },
    },
    away: { type: 'final', description: 'The browser is leaving for the other service.', tags: 'choosing' },
    exchanging: {
      description: 'Exchanging the one-time code for a session.',
      tags: ['busy', 'exchanging'],
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
          occupied.ask,
          {
            guard: { type: 'isRefused', ...failure },
            target: 'refused',
            description: 'The code is used, expired, or from another browser.',
          },
          { target: 'unreachable', description: 'There was no answer, or it could not be read. The code is valid for another minute.' },
        ],
      },
    },
    asking: {
      ...occupied.question,
      on: {
        'replacement.confirmed': { target: 'exchanging', actions: 'letReplace', description: 'Continue and end the other session.' },
        'replacement.declined': { target: 'declined', actions: 'announceDeclined', description: 'Leave the other user signed in.' },
      },
    },
    unreachable: {
      description: 'The server did not answer. Try again sends the same code.',
      ...failed({ focus: 'problem' }, 'unreachable'),
      on: { 'signOn.retried': { target: 'exchanging', description: 'The user presses Try again.' } },
    },
    turnedAway: {
      description: 'The other service did not sign the user in. The page says "Invalid Credentials".',
      tags: ['failed', 'refused'],
      on: { 'signOn.retried': { target: 'choosing.again', description: 'The user starts over.' } },
    },
    refused: {
      description: 'The server refused the code. The page says "Invalid Credentials" and leads back to sign-in.',
      ...failed({ focus: 'problem' }, 'refused'),
      on: { 'signOn.retried': { target: 'choosing.again', description: 'The user starts over.' } },
    },
    declined: { type: 'final', description: 'The other user stays signed in, and the home page opens.' },
    signedIn: { type: 'final', description: 'Sign-in succeeded. The session chart takes over.' },
  },
});
