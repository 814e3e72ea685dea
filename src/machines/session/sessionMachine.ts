import { assign, emit, setup } from 'xstate';
import type { UserData } from '../../../contract/login.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isFinalRefusal, type Problem, toProblem } from '../problem.ts';

/** A signed-in session as the services hand it over. */
export interface Session {
  /** Access token. */
  token: string;
  user: UserData;
  /** Milliseconds from now until the token should be refreshed: 80 s before its expiry by the server's clock, at least 5 s. */
  refreshIn: number;
}

/** The longest delay that timers keep (2³¹ − 1 ms): a longer one fires at once. */
const longestDelay = 2 ** 31 - 1;

export const sessionReasons: Reasons<'hasSession' | 'isRefused' | 'isSameUser' | 'isAdministrators' | 'isDue' | 'isPastDue'> = {
  hasSession: 'There is no session to go on with.',
  isRefused: 'The server did not refuse the session: there was no answer, or it was out of order.',
  isSameUser: 'Somebody else was signed in before.',
  isAdministrators: 'The session is not that of the administrator who acts as another user.',
  isDue: 'The delay was longer than timers can be: there is time left.',
  isPastDue: 'The token need not be refreshed yet.',
};

/** Who is signed in, for how long, and who acts for whom: restored, refreshed, expired and ended (specification, sections 3, 4 and 8). */
export const sessionMachine = setup({
  types: {
    context: {} as {
      token: string | null;
      /** Whose screens these are; the one acted for while an administrator acts as another user. */
      user: UserData | null;
      /** The administrator who acts as `user`. */
      administrator: UserData | null;
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
      | { type: 'session.openedElsewhere'; session: Session }
      | { type: 'session.closedElsewhere' }
      | { type: 'clock.checked'; refreshIn: number }
      | { type: 'acting.started'; session: Session }
      | { type: 'acting.exited' }
      | { type: 'route.requested'; path: string },
    emitted: {} as { type: 'session.started'; session: Session } | { type: 'user.changed' } | { type: 'session.ended' },
    tags: {} as 'pending' | 'unreachable' | 'signedIn' | 'signedOut' | 'expired' | 'busy' | 'refreshing' | 'acting',
    meta: {} as ChartMeta,
  },
  actors: {
    restore: actorSlot<Session | null>('restore', 'POST /Login/Extend, or GET /Login/getUserinfo where the token is stored'),
    refresh: actorSlot<Session, { userPuid: number }>('refresh', 'POST /Login/Extend'),
    leaveActing: actorSlot<Session, { userPuid: number }>('leaveActing', 'POST /Login/Stop_login_as_user, then POST /Login/Extend'),
    signOut: actorSlot<null>('signOut', 'POST /Login/Logout'),
  },
  actions: {
    setSession: assign({
      token: (_, session: Session) => session.token,
      user: (_, session: Session) => session.user,
      refreshIn: (_, session: Session) => session.refreshIn,
      administrator: null,
      problem: null,
    }),
    startActing: assign({
      administrator: ({ context }) => context.user,
      token: (_, session: Session) => session.token,
      user: (_, session: Session) => session.user,
      refreshIn: (_, session: Session) => session.refreshIn,
    }),
    becomeAdministrator: assign({ user: ({ context }) => context.administrator, administrator: null }),
    setRefreshIn: assign({ refreshIn: (_, { refreshIn }: { refreshIn: number }) => refreshIn }),
    countDown: assign({ refreshIn: ({ context }) => context.refreshIn - longestDelay }),
    clearToken: assign({ token: null }),
    clearSession: assign({ token: null, user: null, administrator: null, refreshIn: 0, returnTo: null, problem: null }),
    rememberRoute: assign({ returnTo: (_, { path }: { path: string }) => path }),
    forgetRoute: assign({ returnTo: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    announceStart: emit((_, session: Session) => ({ type: 'session.started' as const, session })),
    announceOtherUser: emit({ type: 'user.changed' }),
    announceEnd: emit({ type: 'session.ended' }),
  },
  guards: {
    hasSession: (_, { session }: { session: Session | null }) => session !== null,
    isRefused: (_, { error }: { error: unknown }) => isFinalRefusal(error),
    isSameUser: ({ context }, { session }: { session: Session }) =>
      context.user?.userPuid === session.user.userPuid && context.user.districtID === session.user.districtID,
    isAdministrators: ({ context }, { session }: { session: Session }) =>
      context.administrator?.userPuid === session.user.userPuid && context.administrator.districtID === session.user.districtID,
    isDue: ({ context }) => context.refreshIn <= longestDelay,
    isPastDue: (_, { refreshIn }: { refreshIn: number }) => refreshIn <= 0,
  },
  delays: {
    untilRefresh: ({ context }) => Math.min(context.refreshIn, longestDelay),
    untilRetry: 15_000,
  },
}).createMachine({
  id: 'session',
  description: 'One person on this device: the token that calls carry, and what happens when it ends.',
  meta: { reasons: sessionReasons },
  context: { token: null, user: null, administrator: null, refreshIn: 0, returnTo: null, problem: null },
  initial: 'away',
  states: {
    away: {
      description: 'Nobody is signed in here, as far as is known.',
      initial: 'restoring',
      on: {
        'session.opened': {
          target: 'signedIn',
          actions: [
            { type: 'setSession', params: ({ event }) => event.session },
            { type: 'announceStart', params: ({ event }) => event.session },
          ],
          description: 'A sign-in succeeded; one that came back from elsewhere may be earlier than the look at the old session.',
        },
        'session.openedElsewhere': {
          target: 'signedIn',
          actions: { type: 'setSession', params: ({ event }) => event.session },
          description: 'Somebody signed in, or got through, in another tab: this one goes along.',
        },
        'session.closedElsewhere': { target: '.signedOut', description: 'Another tab has signed out: the server knows already.' },
        'route.requested': {
          actions: { type: 'rememberRoute', params: ({ event }) => event },
          description: 'A page of the signed-in area was asked for; it is opened after sign-in.',
        },
      },
      states: {
        restoring: {
          description: 'At start: the refresh cookie, or the stored token, may hold a session of this browser.',
          tags: 'pending',
          invoke: {
            id: 'restore',
            src: 'restore',
            onDone: [
              {
                guard: { type: 'hasSession', params: ({ event }) => ({ session: event.output }) },
                target: '#session.signedIn',
                actions: { type: 'setSession', params: ({ event }) => event.output as Session },
                description: 'It was good: go on as before.',
              },
              { target: 'signedOut', description: 'Nobody was signed in here, or the session has ended.' },
            ],
            onError: {
              target: 'unreachable',
              actions: { type: 'setProblem', ...failure },
              description: 'There was no answer: nobody knows yet.',
            },
          },
        },
        unreachable: {
          description: 'The server did not answer, so nobody knows whether somebody is signed in. This is not a sign-out.',
          tags: ['pending', 'unreachable'],
          meta: { announce: 'common_unreachable' },
          after: { untilRetry: { target: 'restoring', description: 'Look again after a while.' } },
          on: {
            'session.retried': { target: 'restoring', description: 'The person, or the connection that came back, asks to try again.' },
          },
        },
        signedOut: {
          description: 'Nobody is signed in: the public area.',
          tags: 'signedOut',
          on: { 'session.rejected': { description: 'A late answer to a call of the session that has ended.' } },
        },
      },
    },
    signedIn: {
      description: 'Somebody is signed in and every call carries the token.',
      tags: 'signedIn',
      exit: 'forgetRoute',
      initial: 'self',
      on: {
        'session.closedElsewhere': {
          target: 'away.signedOut',
          actions: ['clearSession', 'announceEnd'],
          description: 'The person has signed out in another tab: the server knows already.',
        },
        'route.requested': {
          actions: { type: 'rememberRoute', params: ({ event }) => event },
          description: 'A page is being opened.',
        },
      },
      states: {
        self: {
          description: 'The person works under their own name.',
          initial: 'fresh',
          on: {
            'session.closed': { target: '#session.signingOut', description: 'The person signs out.' },
            'acting.started': {
              target: 'acting',
              actions: [{ type: 'startActing', params: ({ event }) => event.session }, 'announceOtherUser'],
              description: 'An administrator begins to act as another user; the own session stays with the server and the browser.',
            },
            'session.opened': [
              {
                guard: { type: 'isSameUser', params: ({ event }) => event },
                target: '.fresh',
                actions: [
                  { type: 'setSession', params: ({ event }) => event.session },
                  { type: 'announceStart', params: ({ event }) => event.session },
                ],
                description: 'The same person has signed in once more.',
              },
              {
                target: '#session.signedIn',
                actions: [
                  { type: 'setSession', params: ({ event }) => event.session },
                  { type: 'announceStart', params: ({ event }) => event.session },
                  'announceOtherUser',
                ],
                description:
                  'Another user has signed in here, which the server allows only after the question: nothing of the first stays.',
              },
            ],
            'session.openedElsewhere': [
              {
                guard: { type: 'isSameUser', params: ({ event }) => event },
                target: '.fresh',
                actions: { type: 'setSession', params: ({ event }) => event.session },
                description: 'Another tab has a newer token: it is taken over.',
              },
              {
                target: '#session.signedIn',
                actions: [{ type: 'setSession', params: ({ event }) => event.session }, 'announceOtherUser'],
                description: "Another user has taken over this browser in another tab: nothing of the first one's stays.",
              },
            ],
          },
          states: {
            fresh: {
              description: 'The token is good until 80 s before its expiry.',
              after: {
                untilRefresh: [
                  { guard: 'isDue', target: 'refreshing', description: '80 s before the expiry.' },
                  { target: 'fresh', reenter: true, actions: 'countDown', description: 'The longest delay there is has passed.' },
                ],
              },
              on: {
                'clock.checked': [
                  {
                    guard: { type: 'isPastDue', params: ({ event }) => event },
                    target: 'refreshing',
                    description: 'The device has slept, or the tab was asleep: it is time already.',
                  },
                  {
                    target: 'fresh',
                    reenter: true,
                    actions: { type: 'setRefreshIn', params: ({ event }) => event },
                    description: 'There is time left; the timer is set anew.',
                  },
                ],
                'session.rejected': {
                  target: '#session.expired',
                  description: 'A call was answered 401: the token is no good any more.',
                },
              },
            },
            refreshing: {
              description: 'A new token is fetched, by one tab for all; work goes on with the old one.',
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
                    guard: { type: 'isRefused', ...failure },
                    target: '#session.expired',
                    actions: { type: 'setProblem', ...failure },
                    description: 'The server refuses: the session has ended, or another user signed in.',
                  },
                  { target: 'waiting', description: 'There was no answer: not a sign-out.' },
                ],
              },
              on: {
                'session.rejected': { description: 'The old token is no good any more; the answer under way decides.' },
                'clock.checked': { description: 'Somebody came back to the page: the new token is on its way.' },
              },
            },
            waiting: {
              description: 'The refresh did not get through; it is tried again soon.',
              after: { untilRetry: { target: 'refreshing', description: 'Look again after a while.' } },
              on: {
                'session.retried': { target: 'refreshing', description: 'The connection came back.' },
                'clock.checked': { target: 'refreshing', description: 'Somebody came back to the page.' },
                'session.rejected': {
                  target: 'refreshing',
                  description: 'The server answers again, and the old token is no good any more.',
                },
              },
            },
          },
        },
        acting: {
          description:
            "An administrator acts as another user, with a token of that user's own for 30 minutes. A bar says so on every screen.",
          tags: 'acting',
          meta: { announce: 'common_acting_started' },
          after: {
            untilRefresh: [
              { guard: 'isDue', target: 'returning', description: 'The half hour is nearly over.' },
              { target: 'acting', reenter: true, actions: 'countDown', description: 'The longest delay there is has passed.' },
            ],
          },
          on: {
            'acting.exited': { target: 'returning', description: 'Exit, in the bar.' },
            'session.rejected': { target: 'returning', description: 'The token for acting is no good any more.' },
            'session.closed': { description: 'Sign-out does nothing while acting (specification, section 4); Exit is the way out.' },
            'session.openedElsewhere': [
              {
                guard: { type: 'isAdministrators', params: ({ event }) => event },
                description: "Another tab has refreshed the administrator's own session, which is not in use here.",
              },
              {
                target: '#session.signedIn',
                actions: [{ type: 'setSession', params: ({ event }) => event.session }, 'announceOtherUser'],
                description: 'Somebody else has taken over this browser in another tab.',
              },
            ],
            'clock.checked': [
              {
                guard: { type: 'isPastDue', params: ({ event }) => event },
                target: 'returning',
                description: 'The device has slept past the end of the half hour.',
              },
              {
                target: 'acting',
                reenter: true,
                actions: { type: 'setRefreshIn', params: ({ event }) => event },
                description: 'There is time left; the timer is set anew.',
              },
            ],
          },
        },
        returning: {
          description: "The acting ends on the server, and the administrator's own session is taken up again.",
          tags: 'acting',
          initial: 'asking',
          on: {
            'session.rejected': { description: 'A late answer to a call of the one acted for.' },
            'session.closed': { description: 'Sign-out does nothing while acting (specification, section 4).' },
            'session.openedElsewhere': {
              target: '#session.signedIn',
              actions: [{ type: 'setSession', params: ({ event }) => event.session }, 'announceOtherUser'],
              description: 'Another tab has the newest session of this browser: it is taken over.',
            },
          },
          states: {
            asking: {
              description: 'The server is told, and asked for the own session.',
              tags: 'busy',
              invoke: {
                id: 'leaveActing',
                src: 'leaveActing',
                input: ({ context }) => ({ userPuid: context.administrator?.userPuid ?? 0 }),
                onDone: {
                  target: '#session.signedIn',
                  actions: [{ type: 'setSession', params: ({ event }) => event.output }, 'announceOtherUser'],
                  description: 'The administrator is back under their own name.',
                },
                onError: [
                  {
                    guard: { type: 'isRefused', ...failure },
                    target: '#session.expired',
                    actions: ['becomeAdministrator', 'announceOtherUser'],
                    description: "The administrator's own session has ended meanwhile: sign in again.",
                  },
                  { target: 'waiting', description: 'There was no answer: not a sign-out.' },
                ],
              },
            },
            waiting: {
              description: 'The server did not answer; it is asked again soon.',
              after: { untilRetry: { target: 'asking', description: 'Look again after a while.' } },
              on: {
                'session.retried': { target: 'asking', description: 'The connection came back.' },
                'acting.exited': { target: 'asking', description: 'Exit is pressed once more.' },
              },
            },
          },
        },
      },
    },
    expired: {
      description: 'The session has ended by itself. The screen stays where it is under the one session-expired popup.',
      tags: 'expired',
      meta: { announce: 'common_session_expired' },
      entry: 'clearToken',
      on: {
        'session.rejected': { description: 'More calls fail with 401: the popup is there already.' },
        'session.opened': [
          {
            guard: { type: 'isSameUser', params: ({ event }) => event },
            target: 'signedIn',
            actions: [
              { type: 'setSession', params: ({ event }) => event.session },
              { type: 'announceStart', params: ({ event }) => event.session },
            ],
            description: 'The same person signs in again and goes on where they were.',
          },
          {
            target: 'signedIn',
            actions: [
              { type: 'setSession', params: ({ event }) => event.session },
              { type: 'announceStart', params: ({ event }) => event.session },
              'announceOtherUser',
            ],
            description: "Somebody else signs in: nothing of the first one's stays on the screen.",
          },
        ],
        'session.openedElsewhere': [
          {
            guard: { type: 'isSameUser', params: ({ event }) => event },
            target: 'signedIn',
            actions: { type: 'setSession', params: ({ event }) => event.session },
            description: 'The same person has signed in again in another tab.',
          },
          {
            target: 'signedIn',
            actions: [{ type: 'setSession', params: ({ event }) => event.session }, 'announceOtherUser'],
            description: "Somebody else has signed in in another tab: nothing of the first one's stays on the screen.",
          },
        ],
        'session.closed': { target: 'signingOut', description: 'The person leaves instead of signing in again.' },
        'session.closedElsewhere': {
          target: 'away.signedOut',
          actions: ['clearSession', 'announceEnd'],
          description: 'The person has left in another tab.',
        },
      },
    },
    signingOut: {
      description: 'The server ends the session; the device forgets it whatever the answer is.',
      tags: 'busy',
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: { target: 'away.signedOut', actions: ['clearSession', 'announceEnd'], description: 'The session has ended on both sides.' },
        onError: {
          target: 'away.signedOut',
          actions: ['clearSession', 'announceEnd'],
          description: 'The server could not be told; here it has ended.',
        },
      },
      on: {
        'session.rejected': { description: 'A late answer to a call of the session that is ending.' },
        'session.closedElsewhere': { description: 'Another tab signs out at the same moment.' },
        'session.openedElsewhere': { description: 'Another tab refreshed just before: the session ends all the same.' },
      },
    },
  },
});
