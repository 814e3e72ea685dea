import { assign, emit, setup } from 'xstate';
import type { UserData } from '../../../contract/login.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { type Problem, toProblem } from '../problem.ts';

/** A signed-in session as the services hand it over. */
export interface Session {
  /** Access token; kept in memory only. */
  token: string;
  user: UserData;
  /** Milliseconds from now until the token should be refreshed: 80 s before its expiry by the server's clock, at least 5 s. */
  refreshIn: number;
}

/** The longest delay that timers keep (2³¹ − 1 ms). */
const longestDelay = 2 ** 31 - 1;

export const sessionReasons: Reasons<'hasSession' | 'isRefused' | 'isSameUser'> = {
  hasSession: 'There is no session to go on with.',
  isRefused: 'The server did not refuse the session: there was no answer, or it was out of order.',
  isSameUser: 'Somebody else was signed in before.',
};

/** Who is signed in, and for how long: restored, refreshed, expired and ended (specification, sections 3, 4 and 8). */
export const sessionMachine = setup({
  types: {
    context: {} as {
      token: string | null;
      user: UserData | null;
      refreshIn: number;
      /** Internal path that was asked for before sign-in. */
      returnTo: string | null;
      problem: Problem | null;
    },
    events: {} as
      | { type: 'session.opened'; session: Session }
      | { type: 'session.rejected' }
      | { type: 'session.closed' }
      | { type: 'session.retried' }
      | { type: 'route.requested'; path: string },
    emitted: {} as { type: 'user.changed' } | { type: 'session.ended' },
    tags: {} as 'pending' | 'signedIn' | 'signedOut' | 'expired' | 'busy',
    meta: {} as ChartMeta,
  },
  actors: {
    restore: actorSlot<Session | null>('restore', 'POST /Login/Extend'),
    refresh: actorSlot<Session, { userPuid: number }>('refresh', 'POST /Login/Extend'),
    signOut: actorSlot<null>('signOut', 'POST /Login/Logout'),
  },
  actions: {
    setSession: assign({
      token: (_, session: Session) => session.token,
      user: (_, session: Session) => session.user,
      refreshIn: (_, session: Session) => session.refreshIn,
      problem: null,
    }),
    clearToken: assign({ token: null }),
    clearSession: assign({ token: null, user: null, refreshIn: 0, returnTo: null, problem: null }),
    rememberRoute: assign({ returnTo: (_, { path }: { path: string }) => path }),
    forgetRoute: assign({ returnTo: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    announceOtherUser: emit({ type: 'user.changed' }),
    announceEnd: emit({ type: 'session.ended' }),
  },
  guards: {
    hasSession: (_, { session }: { session: Session | null }) => session !== null,
    isRefused: (_, { error }: { error: unknown }) => [401, 403, 409].includes(toProblem(error).code),
    isSameUser: ({ context }, { session }: { session: Session }) =>
      context.user?.userPuid === session.user.userPuid && context.user.districtID === session.user.districtID,
  },
  delays: {
    untilRefresh: ({ context }) => Math.min(context.refreshIn, longestDelay),
    untilRetry: 15_000,
  },
}).createMachine({
  id: 'session',
  description: 'One person on this device: the token that calls carry, and what happens when it ends.',
  meta: { reasons: sessionReasons },
  context: { token: null, user: null, refreshIn: 0, returnTo: null, problem: null },
  initial: 'restoring',
  states: {
    restoring: {
      description: 'At start: the refresh cookie may hold a session of this browser.',
      tags: 'pending',
      invoke: {
        id: 'restore',
        src: 'restore',
        onDone: [
          {
            guard: { type: 'hasSession', params: ({ event }) => ({ session: event.output }) },
            target: 'signedIn',
            actions: { type: 'setSession', params: ({ event }) => event.output as Session },
            description: 'The cookie was good: go on as before.',
          },
          { target: 'signedOut', description: 'Nobody was signed in here, or the session has ended.' },
        ],
        onError: {
          target: 'unreachable',
          actions: { type: 'setProblem', params: ({ event }) => ({ error: event.error }) },
          description: 'There was no answer: nobody knows yet.',
        },
      },
      on: {
        'route.requested': {
          actions: { type: 'rememberRoute', params: ({ event }) => event },
          description: 'A page of the signed-in area was asked for; it is opened after sign-in.',
        },
      },
    },
    unreachable: {
      description: 'The server did not answer, so the session could not be restored. This is not a sign-out.',
      tags: 'signedOut',
      meta: { announce: 'common_unreachable' },
      after: { untilRetry: { target: 'restoring', description: 'Look again after a while.' } },
      on: {
        'session.retried': { target: 'restoring', description: 'The person, or the connection that came back, asks to try again.' },
        'session.opened': {
          target: 'signedIn',
          actions: { type: 'setSession', params: ({ event }) => event.session },
          description: 'A sign-in succeeded meanwhile.',
        },
        'route.requested': {
          actions: { type: 'rememberRoute', params: ({ event }) => event },
          description: 'A page of the signed-in area was asked for; it is opened after sign-in.',
        },
      },
    },
    signedOut: {
      description: 'Nobody is signed in: the public area.',
      tags: 'signedOut',
      on: {
        'session.opened': {
          target: 'signedIn',
          actions: { type: 'setSession', params: ({ event }) => event.session },
          description: 'A sign-in succeeded.',
        },
        'route.requested': {
          actions: { type: 'rememberRoute', params: ({ event }) => event },
          description: 'A page of the signed-in area was asked for; it is opened after sign-in.',
        },
        'session.rejected': { description: 'A late answer to a call of the session that has ended.' },
      },
    },
    signedIn: {
      description: 'Somebody is signed in and every call carries the token.',
      tags: 'signedIn',
      exit: 'forgetRoute',
      initial: 'fresh',
      on: {
        'session.rejected': { target: 'expired', description: 'A call was answered 401: the token is no good any more.' },
        'session.closed': { target: 'signingOut', description: 'The person signs out, here or in another tab.' },
        'route.requested': {
          actions: { type: 'rememberRoute', params: ({ event }) => event },
          description: 'A page is being opened.',
        },
      },
      states: {
        fresh: {
          description: 'The token is good until 80 s before its expiry.',
          after: { untilRefresh: { target: 'refreshing', description: '80 s before the expiry.' } },
        },
        refreshing: {
          description: 'A new token is fetched with the refresh cookie; work goes on with the old one.',
          invoke: {
            id: 'refresh',
            src: 'refresh',
            input: ({ context }) => ({ userPuid: context.user?.userPuid ?? 0 }),
            onDone: {
              target: 'fresh',
              actions: { type: 'setSession', params: ({ event }) => event.output },
              description: 'The new token takes the place of the old one.',
            },
            onError: [
              {
                guard: { type: 'isRefused', params: ({ event }) => ({ error: event.error }) },
                target: '#session.expired',
                description: 'The server refuses: the session has ended, or another user signed in.',
              },
              { target: 'waiting', description: 'There was no answer: not a sign-out.' },
            ],
          },
        },
        waiting: {
          description: 'The refresh did not get through; it is tried again soon.',
          after: { untilRetry: { target: 'refreshing', description: 'Look again after a while.' } },
          on: { 'session.retried': { target: 'refreshing', description: 'The connection came back.' } },
        },
      },
    },
    expired: {
      description: 'The session has ended by itself. The screen stays where it is under the one session-expired popup.',
      tags: 'expired',
      meta: { announce: 'common_session_expired', focus: 'session-expired' },
      entry: 'clearToken',
      on: {
        'session.rejected': { description: 'More calls fail with 401: the popup is there already.' },
        'session.opened': [
          {
            guard: { type: 'isSameUser', params: ({ event }) => event },
            target: 'signedIn',
            actions: { type: 'setSession', params: ({ event }) => event.session },
            description: 'The same person signs in again and goes on where they were.',
          },
          {
            target: 'signedIn',
            actions: [{ type: 'setSession', params: ({ event }) => event.session }, 'announceOtherUser'],
            description: "Somebody else signs in: nothing of the first one's stays on the screen.",
          },
        ],
        'session.closed': { target: 'signingOut', description: 'The person leaves instead of signing in again.' },
      },
    },
    signingOut: {
      description: 'The server ends the session; the device forgets it whatever the answer is.',
      tags: 'busy',
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: { target: 'signedOut', actions: ['clearSession', 'announceEnd'], description: 'The session has ended on both sides.' },
        onError: {
          target: 'signedOut',
          actions: ['clearSession', 'announceEnd'],
          description: 'The server could not be told; here it has ended.',
        },
      },
      on: {
        'session.rejected': { description: 'A late answer to a call of the session that is ending.' },
      },
    },
  },
});
