import { assign, emit, setup } from 'xstate';
import type { UserData } from '../../../contract/login.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isFinalRefusal, type Problem, setProblem, withProblem } from '../problem.ts';

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

interface Context {
  token: string | null;
  /** The user whose screens are shown: while an administrator acts as another user, that user. */
  user: UserData | null;
  /** The administrator acting as `user`. */
  administrator: UserData | null;
  refreshIn: number;
  /** Internal path requested before sign-in. */
  returnTo: string | null;
  problem: Problem | null;
}

const nothing: Context = { token: null, user: null, administrator: null, refreshIn: 0, returnTo: null, problem: null };

/** The person whose own session is renewed. */
const whose = ({ context: { user, administrator } }: { context: Context }) => ({ userPuid: (administrator ?? user)?.userPuid ?? 0 });

const isOf = (user: UserData | null, { user: other }: Session) => user?.userPuid === other.userPuid && user.districtID === other.districtID;

/** The session of an event, or of a call's answer, which is null if there is none to restore. */
const given = { params: ({ event }: { event: { session: Session } }) => event.session };
const answered = { params: ({ event }: { event: { output: Session | null } }) => event.output as Session };

// What several transitions share.
const ofSameUser = { type: 'isSameUser', ...given } as const;
const useIt = { type: 'setSession', ...given } as const;
const tellOfIt = { type: 'announceStart', ...given } as const;
const remember = { type: 'rememberRoute', params: ({ event }: { event: { path: string } }) => event } as const;
const ended = { target: '#session.away.signedOut', actions: ['clearSession', 'announceEnd'] } as const;

export const sessionReasons: Reasons<
  'hasSession' | 'isRefused' | 'isSameUser' | 'isAdministrators' | 'isOwn' | 'isActing' | 'isDue' | 'isPastDue'
> = {
  hasSession: 'There is no session to restore.',
  isRefused: 'The server did not refuse the session: it did not answer, or it failed.',
  isSameUser: 'A different user was signed in before.',
  isAdministrators: 'The session does not belong to the administrator who is acting as another user.',
  isOwn: 'An administrator is acting.',
  isActing: 'No administrator is acting.',
  isDue: 'The delay exceeded the longest timer, so time is left.',
  isPastDue: 'The token is not due yet.',
};

/**
 * Who is signed in, for how long, and who acts as whom. The session is restored, renewed, expired, and ended here (specification, sections
 * 3, 4 and 8).
 */
export const sessionMachine = setup({
  types: {
    context: {} as Context,
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
    setSession: assign((_, { token, user, refreshIn }: Session) => ({ token, user, refreshIn, administrator: null, problem: null })),
    startActing: assign(({ context }, { token, user, refreshIn }: Session) => ({ token, user, refreshIn, administrator: context.user })),
    becomeAdministrator: assign({ user: ({ context }) => context.administrator, administrator: null }),
    setRefreshIn: assign({ refreshIn: (_, { refreshIn }: { refreshIn: number }) => refreshIn }),
    countDown: assign({ refreshIn: ({ context }) => context.refreshIn - longestDelay }),
    clearToken: assign({ token: null }),
    clearSession: assign(nothing),
    rememberRoute: assign({ returnTo: (_, { path }: { path: string }) => path }),
    forgetRoute: assign({ returnTo: null }),
    setProblem,
    announceStart: emit((_, session: Session) => ({ type: 'session.started' as const, session })),
    announceOtherUser: emit({ type: 'user.changed' }),
    announceEnd: emit({ type: 'session.ended' }),
  },
  guards: {
    hasSession: (_, session: Session | null) => session !== null,
    isRefused: (_, { error }: { error: unknown }) => isFinalRefusal(error),
    isSameUser: ({ context }, session: Session) => context.administrator === null && isOf(context.user, session),
    isAdministrators: ({ context }, session: Session) => isOf(context.administrator, session),
    isOwn: ({ context }) => context.administrator === null,
    isActing: ({ context }) => context.administrator !== null,
    isDue: ({ context }) => context.refreshIn <= longestDelay,
    isPastDue: (_, { refreshIn }: { refreshIn: number }) => refreshIn <= 0,
  },
  delays: {
    untilRenewal: ({ context }) => Math.min(context.refreshIn, longestDelay),
    untilRetry: 15_000,
  },
}).createMachine({
  id: 'session',
  description: 'The session of one person on this device: the access token sent with each call, and what happens when it ends.',
  meta: { reasons: sessionReasons },
  context: nothing,
  initial: 'away',
  states: {
    away: {
      description: 'As far as is known, nobody is signed in on this device.',
      initial: 'restoring',
      on: {
        'session.opened': {
          target: 'known',
          actions: [useIt, tellOfIt],
          description: 'A sign-in succeeded. After a redirect this can happen before the stored session has been checked.',
        },
        'session.openedElsewhere': { target: 'known', actions: useIt, description: 'Another tab has a session: use it here too.' },
        'session.closedElsewhere': { target: '.signedOut', description: 'Another tab signed out. The server already knows.' },
        'route.requested': { actions: remember, description: 'A page of the signed-in area was requested. Open it after sign-in.' },
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
                guard: { type: 'hasSession', ...answered },
                target: '#session.known',
                actions: { type: 'setSession', ...answered },
                description: 'The stored session is valid.',
              },
              { target: 'signedOut', description: 'Nobody was signed in, or the session has ended.' },
            ],
            onError: { target: 'unreachable', ...withProblem, description: 'The server did not answer: the session may still be valid.' },
          },
        },
        unreachable: {
          description: 'The server did not answer, so it is unknown whether somebody is signed in. This does not count as a sign-out.',
          tags: ['pending', 'unreachable'],
          meta: { announce: 'common_unreachable' },
          after: { untilRetry: { target: 'restoring', description: 'Retries after 15 s.' } },
          on: { 'session.retried': { target: 'restoring', description: 'The user presses Try again, or the connection is back.' } },
        },
        signedOut: { description: 'Nobody is signed in. The public pages are shown.', tags: 'signedOut' },
      },
    },
    known: {
      description: 'One person uses this device, from sign-in until they sign out or somebody else signs in.',
      exit: 'forgetRoute',
      initial: 'signedIn',
      on: {
        'session.opened': [
          { guard: ofSameUser, target: '.signedIn', actions: [useIt, tellOfIt], description: 'The same user signs in again.' },
          {
            target: 'known',
            reenter: true,
            actions: [useIt, tellOfIt, 'announceOtherUser'],
            description: 'Another user signs in here. Nothing of the first user may stay on the screen.',
          },
        ],
        'session.openedElsewhere': [
          { guard: ofSameUser, target: '.signedIn', actions: useIt, description: 'Another tab got a newer token: use it here too.' },
          {
            target: 'known',
            reenter: true,
            actions: [useIt, 'announceOtherUser'],
            description: 'Another user took over this browser in another tab. Nothing of the first user may stay on the screen.',
          },
        ],
        'session.closed': { target: 'signingOut', description: 'The user signs out.' },
        'session.closedElsewhere': { ...ended, description: 'The user signed out in another tab. The server already knows.' },
      },
      states: {
        signedIn: {
          description: 'Somebody is signed in, and every call carries the token.',
          tags: 'signedIn',
          type: 'parallel',
          on: {
            'acting.started': {
              guard: 'isOwn',
              target: '.who.acting',
              actions: [{ type: 'startActing', ...given }, 'announceOtherUser'],
              description: 'An administrator starts acting as another user. Their own session stays on the server and in the browser.',
            },
            'route.requested': { actions: remember, description: 'The user follows a link into the signed-in area.' },
          },
          states: {
            who: {
              description: 'Whose screens are shown.',
              initial: 'own',
              states: {
                own: { description: 'The user works under their own name.' },
                acting: {
                  description: 'An administrator acts as another user with a separate 30-minute token. A bar on every screen says so.',
                  tags: 'acting',
                  meta: { announce: 'common_acting_started' },
                  on: {
                    'session.closed': { description: 'Sign-out does nothing while acting (specification, section 4). Exit does.' },
                    'session.opened': { description: 'Nobody signs in while an administrator acts here.' },
                  },
                },
              },
            },
            renewal: {
              description: 'The life of the token. The user’s own is refreshed; the one for acting is given back.',
              initial: 'counting',
              states: {
                counting: {
                  description: 'The token is valid and not due to be renewed, which happens 80 s before it expires.',
                  after: {
                    untilRenewal: [
                      { guard: 'isDue', target: 'due', description: 'The token expires in 80 s.' },
                      {
                        target: 'counting',
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
                        target: 'due',
                        description: 'The device or the tab was asleep, and the renewal is overdue.',
                      },
                      {
                        target: 'counting',
                        reenter: true,
                        actions: { type: 'setRefreshIn', params: ({ event }) => event },
                        description: 'There is time left: restart the timer.',
                      },
                    ],
                    'session.rejected': [
                      { guard: 'isOwn', target: '#session.known.expired', description: 'The token is no longer valid.' },
                      { target: 'due', description: 'The token for acting is no longer valid.' },
                    ],
                    'session.openedElsewhere': {
                      guard: { type: 'isAdministrators', ...given },
                      description: 'Another tab refreshed the administrator’s own session, which is not in use here.',
                    },
                    'acting.exited': { guard: 'isActing', target: 'due', description: 'The administrator presses Exit in the bar.' },
                  },
                },
                due: {
                  description: 'The token has to be renewed now.',
                  always: [
                    { guard: 'isOwn', target: 'refreshing', description: 'It is the user’s own.' },
                    { target: 'returning', description: 'It is the one for acting: go back to the administrator’s own session.' },
                  ],
                },
                refreshing: {
                  description: 'Getting a new token, in one tab for all tabs. The old one is used meanwhile, and a 401 changes nothing.',
                  tags: 'refreshing',
                  invoke: {
                    id: 'refresh',
                    src: 'refresh',
                    input: whose,
                    onDone: { target: 'counting', actions: { type: 'setSession', ...answered }, description: 'Use the new token.' },
                    onError: [
                      {
                        guard: { type: 'isRefused', ...failure },
                        target: '#session.known.expired',
                        ...withProblem,
                        description: 'The server refused: the session ended, or another user signed in.',
                      },
                      { target: 'waiting', description: 'The server did not answer. This does not count as a sign-out.' },
                    ],
                  },
                },
                returning: {
                  description: 'Telling the server to stop acting and asking for the administrator’s own session.',
                  tags: 'busy',
                  invoke: {
                    id: 'leaveActing',
                    src: 'leaveActing',
                    input: whose,
                    onDone: {
                      target: '#session.known',
                      reenter: true,
                      actions: [{ type: 'setSession', ...answered }, 'announceOtherUser'],
                      description: 'The administrator is back under their own name.',
                    },
                    onError: [
                      {
                        guard: { type: 'isRefused', ...failure },
                        target: '#session.known.expired',
                        actions: ['becomeAdministrator', 'announceOtherUser'],
                        description: 'The administrator’s own session has ended. They have to sign in again.',
                      },
                      { target: 'waiting', description: 'The server did not answer. This does not count as a sign-out.' },
                    ],
                  },
                },
                waiting: {
                  description: 'The renewal did not get through. It is retried soon.',
                  after: { untilRetry: { target: 'due', description: 'Retries after 15 s.' } },
                  on: {
                    'session.retried': { target: 'due', description: 'The connection is back.' },
                    'clock.checked': { guard: 'isOwn', target: 'refreshing', description: 'The user returned to the page.' },
                    'session.rejected': { guard: 'isOwn', target: 'refreshing', description: 'The server answers again, with a 401.' },
                    'acting.exited': { guard: 'isActing', target: 'due', description: 'The administrator presses Exit again.' },
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
          entry: ['clearToken', 'forgetRoute'],
        },
      },
    },
    signingOut: {
      description: 'Ending the session on the server. The device forgets it, whatever the answer and other tabs say.',
      tags: 'busy',
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: { ...ended, description: 'The session has ended on the server and on the device.' },
        onError: { ...ended, description: 'The server could not be told. The session ends on this device anyway.' },
      },
    },
  },
});
