import { assign, emit, setup } from 'xstate';
import type { OwnSession, OwnSessions } from '../../../contract/account.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isRefusal, type Problem, toProblem } from '../problem.ts';

/** What is to end: one session, or with null all others. */
export interface Ending {
  session: OwnSession | null;
}

export const ownSessionsReasons: Reasons<'mayEnd' | 'isConfirmed' | 'isGone' | 'isRefused'> = {
  mayEnd: 'There is no password to ask for, and the person signed in long ago.',
  isConfirmed: 'The password is not filled in.',
  isGone: 'The server did not say that there is no such session.',
  isRefused: 'The server did not refuse: there was no usable answer.',
};

/** Where one is signed in, and signing out there. */
export const ownSessionsMachine = setup({
  types: {
    context: {} as {
      own: OwnSessions | null;
      ending: Ending | null;
      /** Held only while it is on its way. */
      password: string;
      problem: Problem | null;
    },
    events: {} as
      | { type: 'sessions.retried' }
      | { type: 'ending.chosen'; ending: Ending }
      | { type: 'ending.confirmed'; password: string }
      | { type: 'ending.cancelled' }
      | { type: 'password.edited' },
    emitted: {} as { type: 'sessions.ended'; ended: number },
    tags: {} as 'busy' | 'failed' | 'loaded' | 'asking',
    meta: {} as ChartMeta,
  },
  actors: {
    loadSessions: actorSlot<OwnSessions>('loadSessions', 'GET /UserSetup/get_sessions'),
    endSessions: actorSlot<{ ended: number }, { ending: Ending | null; password: string }>('endSessions', 'POST /UserSetup/end_sessions'),
  },
  actions: {
    setOwn: assign({ own: (_, { own }: { own: OwnSessions }) => own, problem: null }),
    setEnding: assign({ ending: (_, { ending }: { ending: Ending }) => ending, problem: null }),
    clearEnding: assign({ ending: null, problem: null }),
    setPassword: assign({ password: (_, { password }: { password: string }) => password, problem: null }),
    forgetPassword: assign({ password: '' }),
    dropEnded: assign({
      own: ({ context: { own, ending } }) =>
        own && {
          ...own,
          is_cut: own.is_cut && ending?.session !== null,
          sessions: own.sessions.filter(({ is_this, session_id }) =>
            ending?.session ? session_id !== ending.session.session_id : is_this,
          ),
        },
    }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    announceEnd: emit((_, { ended }: { ended: number }) => ({ type: 'sessions.ended' as const, ended })),
  },
  guards: {
    mayEnd: ({ context }) => context.own?.confirm_by !== 'sign_in',
    isConfirmed: ({ context }, { password }: { password: string }) => context.own?.confirm_by === 'nothing' || password !== '',
    isGone: (_, { error }: { error: unknown }) => isRefusal(error) && toProblem(error).code === 404,
    isRefused: (_, { error }: { error: unknown }) => isRefusal(error),
  },
}).createMachine({
  id: 'ownSessions',
  description: 'Somebody looks at where they are signed in, and signs out there: on one device, or everywhere else.',
  meta: { reasons: ownSessionsReasons },
  context: { own: null, ending: null, password: '', problem: null },
  initial: 'loading',
  states: {
    loading: {
      description: 'The sessions are fetched.',
      tags: 'busy',
      invoke: {
        id: 'loadSessions',
        src: 'loadSessions',
        onDone: {
          target: 'listing',
          actions: { type: 'setOwn', params: ({ event }) => ({ own: event.output }) },
          description: 'They are there.',
        },
        onError: { target: 'unloaded', actions: { type: 'setProblem', ...failure }, description: 'There was no usable answer.' },
      },
    },
    unloaded: {
      description: 'They could not be fetched.',
      tags: 'failed',
      meta: { focus: 'problem' },
      on: { 'sessions.retried': { target: 'loading', description: 'The person presses Try again.' } },
    },
    listing: {
      description: 'Every session is listed, the one of this browser first.',
      tags: 'loaded',
      initial: 'whole',
      on: {
        'ending.chosen': {
          guard: 'mayEnd',
          target: 'confirming',
          actions: { type: 'setEnding', params: ({ event }) => event },
          description: '"Sign out" beside a session, or "Sign out everywhere else".',
        },
      },
      states: {
        whole: { description: 'As the server told.' },
        shorter: {
          description: 'What has ended is not in it any more, nor is the button that was pressed.',
          meta: { focus: 'sessions-title' },
        },
      },
    },
    confirming: {
      description: 'A window asks whether to sign out, and for the password where there is one.',
      tags: ['loaded', 'asking'],
      initial: 'fresh',
      on: {
        'ending.confirmed': [
          {
            guard: { type: 'isConfirmed', params: ({ event }) => event },
            target: 'ending',
            actions: { type: 'setPassword', params: ({ event }) => event },
            description: 'Enter, or the button, with the password.',
          },
          { target: '.incomplete', actions: 'clearProblem', description: 'The password is missing.' },
        ],
        'ending.cancelled': { target: 'listing', actions: 'clearEnding', description: 'Stay signed in there.' },
      },
      states: {
        fresh: { description: 'Nothing is wrong so far.' },
        edited: { description: 'What was wrong is being put right.' },
        incomplete: {
          description: 'The field says that it is empty.',
          tags: 'failed',
          meta: { focus: 'deed-field' },
          on: { 'password.edited': { target: 'edited', description: 'The person types again.' } },
        },
        refused: {
          description:
            'The password is not right, there were too many tries, or the last sign-in is too long ago by now; the message of the server.',
          tags: 'failed',
          meta: { focus: 'deed-field' },
        },
        unreachable: {
          description: 'There was no usable answer; the same button tries again.',
          tags: 'failed',
          meta: { focus: 'deed-field' },
        },
      },
    },
    ending: {
      description: 'The server ends it; a second press does nothing.',
      tags: ['busy', 'loaded', 'asking'],
      exit: 'forgetPassword',
      invoke: {
        id: 'endSessions',
        src: 'endSessions',
        input: ({ context }) => ({ ending: context.ending, password: context.password }),
        onDone: {
          target: 'listing.shorter',
          actions: ['dropEnded', 'clearEnding', { type: 'announceEnd', params: ({ event }) => event.output }],
          description: 'Nobody is signed in there any more.',
        },
        onError: [
          {
            guard: { type: 'isGone', ...failure },
            target: 'listing.shorter',
            actions: ['dropEnded', 'clearEnding', { type: 'announceEnd', params: { ended: 0 } }],
            description: 'It had ended before.',
          },
          {
            guard: { type: 'isRefused', ...failure },
            target: 'confirming.refused',
            actions: { type: 'setProblem', ...failure },
            description: 'The server refuses, and says why.',
          },
          {
            target: 'confirming.unreachable',
            actions: { type: 'setProblem', ...failure },
            description: 'No answer, or one that could not be read.',
          },
        ],
      },
    },
  },
});
