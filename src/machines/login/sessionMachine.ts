import { assign, emit, setup } from 'xstate';
import type { UserData } from '../../../contract/login.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isFinalRefusal, type Problem, toProblem, withProblem } from '../problem.ts';

/** A signed-in session as returned by the services. */
export interface Session {
  /** Access token. */
  token: string;
  user: UserData;
  /** Milliseconds until the token should be refreshed: 80 s before it expires by the server's clock, but at least 5 s. */
  refreshIn: number;
}

/** The longest delay a timer can hold (2³¹ − 1 ms). A longer one fires at once. */
const longestDelay = 2 ** 31 - 1;

export const sessionReasons: Reasons<'hasSession' | 'isRefused' | 'isSameUser' | 'isAdministrators' | 'isDue' | 'isPastDue'> = {
  hasSession: 'There is no session to restore.',
  isRefused: 'The server did not refuse the session: it did not answer, or it failed.',
  isSameUser: 'A different user was signed in before.',
  isAdministrators: 'The session does not belong to the administrator who is acting as another user.',
  isDue: 'The delay exceeded the longest timer, so time is left.',
  isPastDue: 'The token does not need a refresh yet.',
};

/**
 * Who is signed in, for how long, and who acts as whom. The session is restored, refreshed, expired, and ended here (specification,
 * sections 3, 4 and 8).
 */
export const sessionMachine = setup({
  types: {
    context: {} as {
      token: string | null;
      /** The user whose screens are shown: while an administrator acts as another user, that user. */
      user: UserData | null;
      /** The administrator acting as `user`. */
      administrator: UserData | null;
      refreshIn: number;
      /** Internal path requested before sign-in. */
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
  description: 'The session of one person on this device: the access token sent with each call, and what happens when it ends.',
  meta: { reasons: sessionReasons },
  context: { token: null, user: null, administrator: null, refreshIn: 0, returnTo: null, problem: null },
  initial: 'away',
  states: {
    away: {
      description: 'As far as is known, nobody is signed in on this device.',
      initial: 'restoring',
      on: {
        'session.opened': {
          target: 'signedIn',
          actions: [
            { type: 'setSession', params: ({ event }) => event.session },
            { type: 'announceStart', params: ({ event }) => event.session },
          ],
          description: 'A sign-in succeeded. After a redirect this can happen before the stored session has been checked.',
        },
        'session.openedElsewhere': {
          target: 'signedIn',
          actions: { type: 'setSession', params: ({ event }) => event.session },
          description: 'Somebody signed in or reached the server in another tab: use that session here too.',
        },
        'session.closedElsewhere': { target: '.signedOut', description: 'Another tab signed out. The server already knows.' },
        'route.requested': {
          actions: { type: 'rememberRoute', params: ({ event }) => event },
          description: 'A page of the signed-in area was requested. Remember it for after sign-in.',
        },
      },
      states: {
        restoring: {
          description: 'The app has just started. Checking whether the refresh cookie or the stored token holds a session.',
          tags: 'pending',
          invoke: {
            id: 'restore',
            src: 'restore',
            onDone: [
              {
                guard: { type: 'hasSession', params: ({ event }) => ({ session: event.output }) },
                target: '#session.signedIn',
                actions: { type: 'setSession', params: ({ event }) => event.output as Session },
                description: 'The stored session is valid.',
              },
              { target: 'signedOut', description: 'Nobody was signed in, or the session has ended.' },
            ],
            onError: {
              target: 'unreachable',
              ...withProblem,
              description: 'The server did not answer, so the session may still be valid.',
            },
          },
        },
        unreachable: {
          description: 'The server did not answer, so it is unknown whether somebody is signed in. This does not count as a sign-out.',
          tags: ['pending', 'unreachable'],
          meta: { announce: 'common_unreachable' },
          after: { untilRetry: { target: 'restoring', description: 'Retries after 15 s.' } },
          on: {
            'session.retried': { target: 'restoring', description: 'The user presses Try again, or the connection is back.' },
          },
        },
        signedOut: {
          description: 'Nobody is signed in. The public pages are shown.',
          tags: 'signedOut',
          on: { 'session.rejected': { description: 'A late 401 from a call of the ended session; ignored.' } },
        },
      },
    },
    signedIn: {
      description: 'Somebody is signed in, and every call carries the token.',
      tags: 'signedIn',
      exit: 'forgetRoute',
      initial: 'self',
      on: {
        'session.closedElsewhere': {
          target: 'away.signedOut',
          actions: ['clearSession', 'announceEnd'],
          description: 'The user signed out in another tab. The server already knows.',
        },
        'route.requested': {
          actions: { type: 'rememberRoute', params: ({ event }) => event },
          description: 'A page is opened. Remember it in case the session expires.',
        },
      },
      states: {
        self: {
          description: 'The user works under their own name.',
          initial: 'fresh',
          on: {
            'session.closed': { target: '#session.signingOut', description: 'The user signs out.' },
            'acting.started': {
              target: 'acting',
              actions: [{ type: 'startActing', params: ({ event }) => event.session }, 'announceOtherUser'],
              description: 'An administrator starts acting as another user. Their own session stays on the server and in the browser.',
            },
            'session.opened': [
              {
                guard: { type: 'isSameUser', params: ({ event }) => event },
                target: '.fresh',
                actions: [
                  { type: 'setSession', params: ({ event }) => event.session },
                  { type: 'announceStart', params: ({ event }) => event.session },
                ],
                description: 'The same user signed in again.',
              },
              {
                target: '#session.signedIn',
                actions: [
                  { type: 'setSession', params: ({ event }) => event.session },
                  { type: 'announceStart', params: ({ event }) => event.session },
                  'announceOtherUser',
                ],
                description: 'Another user signed in here after confirming the takeover. Nothing of the first user may stay on the screen.',
              },
            ],
            'session.openedElsewhere': [
              {
                guard: { type: 'isSameUser', params: ({ event }) => event },
                target: '.fresh',
                actions: { type: 'setSession', params: ({ event }) => event.session },
                description: 'Another tab got a newer token for the same user: use it here too.',
              },
              {
                target: '#session.signedIn',
                actions: [{ type: 'setSession', params: ({ event }) => event.session }, 'announceOtherUser'],
                description: 'Another user took over this browser in another tab. Nothing of the first user may stay on the screen.',
              },
            ],
          },
          states: {
            fresh: {
              description: 'The token is valid and not due for a refresh, which happens 80 s before it expires.',
              after: {
                untilRefresh: [
                  { guard: 'isDue', target: 'refreshing', description: 'The token expires in 80 s.' },
                  {
                    target: 'fresh',
                    reenter: true,
                    actions: 'countDown',
                    description: 'The longest possible timer ran out with time left: start another one.',
                  },
                ],
              },
              on: {
                'clock.checked': [
                  {
                    guard: { type: 'isPastDue', params: ({ event }) => event },
                    target: 'refreshing',
                    description: 'The device or the tab was asleep, and the refresh is overdue.',
                  },
                  {
                    target: 'fresh',
                    reenter: true,
                    actions: { type: 'setRefreshIn', params: ({ event }) => event },
                    description: 'There is time left: restart the timer.',
                  },
                ],
                'session.rejected': {
                  target: '#session.expired',
                  description: 'A call got a 401, so the token is no longer valid.',
                },
              },
            },
            refreshing: {
              description: 'Getting a new token, in one tab for all tabs. The old one is used meanwhile.',
              invoke: {
                id: 'refresh',
                src: 'refresh',
                input: ({ context }) => ({ userPuid: context.user?.userPuid ?? 0 }),
                onDone: {
                  target: 'fresh',
                  actions: { type: 'setSession', params: ({ event }) => event.output },
                  description: 'The new token replaces the old one.',
                },
                onError: [
                  {
                    guard: { type: 'isRefused', ...failure },
                    target: '#session.expired',
                    ...withProblem,
                    description: 'The server refused: the session ended, or another user signed in.',
                  },
                  { target: 'waiting', description: 'The server did not answer. This does not count as a sign-out.' },
                ],
              },
              on: {
                'session.rejected': { description: 'The old token is no longer valid. The refresh in progress decides what happens.' },
                'clock.checked': { description: 'The user returned to the page while a new token is on its way.' },
              },
            },
            waiting: {
              description: 'The refresh did not get through. It is retried soon.',
              after: { untilRetry: { target: 'refreshing', description: 'Retries after 15 s.' } },
              on: {
                'session.retried': { target: 'refreshing', description: 'The connection is back.' },
                'clock.checked': { target: 'refreshing', description: 'The user returned to the page.' },
                'session.rejected': {
                  target: 'refreshing',
                  description: 'The server answers again and rejects the old token: refresh now.',
                },
              },
            },
          },
        },
        acting: {
          description: 'An administrator acts as another user with a separate 30-minute token. A bar on every screen says so.',
          tags: 'acting',
          meta: { announce: 'common_acting_started' },
          after: {
            untilRefresh: [
              { guard: 'isDue', target: 'returning', description: 'The 30 minutes are almost over.' },
              {
                target: 'acting',
                reenter: true,
                actions: 'countDown',
                description: 'The longest possible timer ran out with time left: start another one.',
              },
            ],
          },
          on: {
            'acting.exited': { target: 'returning', description: 'The administrator presses Exit in the bar.' },
            'session.rejected': { target: 'returning', description: 'The acting token is no longer valid.' },
            'session.closed': { description: 'Sign-out does nothing while acting (specification, section 4). Exit is the way out.' },
            'session.openedElsewhere': [
              {
                guard: { type: 'isAdministrators', params: ({ event }) => event },
                description: 'Another tab refreshed the administrator’s own session, which is not in use here.',
              },
              {
                target: '#session.signedIn',
                actions: [{ type: 'setSession', params: ({ event }) => event.session }, 'announceOtherUser'],
                description: 'Another user took over this browser in another tab.',
              },
            ],
            'clock.checked': [
              {
                guard: { type: 'isPastDue', params: ({ event }) => event },
                target: 'returning',
                description: 'The device was asleep past the end of the 30 minutes.',
              },
              {
                target: 'acting',
                reenter: true,
                actions: { type: 'setRefreshIn', params: ({ event }) => event },
                description: 'There is time left: restart the timer.',
              },
            ],
          },
        },
        returning: {
          description: 'Ending the acting session on the server and going back to the administrator’s own session.',
          tags: 'acting',
          initial: 'asking',
          on: {
            'session.rejected': { description: 'A late 401 from a call made while acting; ignored.' },
            'session.closed': { description: 'Sign-out does nothing while acting (specification, section 4).' },
            'session.openedElsewhere': {
              target: '#session.signedIn',
              actions: [{ type: 'setSession', params: ({ event }) => event.session }, 'announceOtherUser'],
              description: 'Another tab has the newest session of this browser: use it here too.',
            },
          },
          states: {
            asking: {
              description: 'Telling the server to stop acting and asking for the administrator’s own session.',
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
                    description: 'The administrator’s own session has ended. They have to sign in again.',
                  },
                  { target: 'waiting', description: 'The server did not answer. This does not count as a sign-out.' },
                ],
              },
            },
            waiting: {
              description: 'The server did not answer. The request is retried soon.',
              after: { untilRetry: { target: 'asking', description: 'Retries after 15 s.' } },
              on: {
                'session.retried': { target: 'asking', description: 'The connection is back.' },
                'acting.exited': { target: 'asking', description: 'The administrator presses Exit again.' },
              },
            },
          },
        },
      },
    },
    expired: {
      description: 'The session has expired. The screen stays as it is, under a popup that asks the user to sign in again.',
      tags: 'expired',
      meta: { announce: 'common_session_expired' },
      entry: 'clearToken',
      on: {
        'session.rejected': { description: 'More calls fail with 401. The popup is already open.' },
        'session.opened': [
          {
            guard: { type: 'isSameUser', params: ({ event }) => event },
            target: 'signedIn',
            actions: [
              { type: 'setSession', params: ({ event }) => event.session },
              { type: 'announceStart', params: ({ event }) => event.session },
            ],
            description: 'The same user signs in again and continues where they were.',
          },
          {
            target: 'signedIn',
            actions: [
              { type: 'setSession', params: ({ event }) => event.session },
              { type: 'announceStart', params: ({ event }) => event.session },
              'announceOtherUser',
            ],
            description: 'A different user signs in. Nothing of the first user may stay on the screen.',
          },
        ],
        'session.openedElsewhere': [
          {
            guard: { type: 'isSameUser', params: ({ event }) => event },
            target: 'signedIn',
            actions: { type: 'setSession', params: ({ event }) => event.session },
            description: 'The same user signed in again in another tab.',
          },
          {
            target: 'signedIn',
            actions: [{ type: 'setSession', params: ({ event }) => event.session }, 'announceOtherUser'],
            description: 'A different user signed in in another tab. Nothing of the first user may stay on the screen.',
          },
        ],
        'session.closed': { target: 'signingOut', description: 'The user signs out instead of signing in again.' },
        'session.closedElsewhere': {
          target: 'away.signedOut',
          actions: ['clearSession', 'announceEnd'],
          description: 'The user left in another tab.',
        },
      },
    },
    signingOut: {
      description: 'Ending the session on the server. The device forgets it whatever the answer is.',
      tags: 'busy',
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: {
          target: 'away.signedOut',
          actions: ['clearSession', 'announceEnd'],
          description: 'The session has ended on the server and on the device.',
        },
        onError: {
          target: 'away.signedOut',
          actions: ['clearSession', 'announceEnd'],
          description: 'The server could not be told. The session ends on this device anyway.',
        },
      },
      on: {
        'session.rejected': { description: 'A late 401 from a call of the ending session; ignored.' },
        'session.closedElsewhere': { description: 'Another tab is signing out at the same time.' },
        'session.openedElsewhere': { description: 'Another tab refreshed the token just before. The session ends anyway.' },
      },
    },
  },
});
