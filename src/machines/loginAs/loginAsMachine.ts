import { assign, emit, setup } from 'xstate';
import type { ManagedUser } from '../../../contract/account.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isRefusal, type Problem, toProblem } from '../problem.ts';
import type { Session } from '../session/sessionMachine.ts';

export const loginAsReasons: Reasons<'mayBeActedAs' | 'isRefused'> = {
  mayBeActedAs: 'Only active users of a lower role in your own school or district can be acted as.',
  isRefused: 'The server did not refuse: there was no usable answer.',
};

/** An administrator begins to act as another user (specification, sections 4, 6 and 8); the session chart takes over from there. */
export const loginAsMachine = setup({
  types: {
    context: {} as { user: ManagedUser | null; problem: Problem | null },
    events: {} as { type: 'user.chosen'; user: ManagedUser } | { type: 'acting.confirmed' } | { type: 'acting.cancelled' },
    emitted: {} as { type: 'loginAs.succeeded'; session: Session },
    tags: {} as 'busy' | 'failed' | 'asking',
    meta: {} as ChartMeta,
  },
  actors: { loginAsUser: actorSlot<Session, ManagedUser | null>('loginAsUser', 'POST /Login/Login_as_user') },
  actions: {
    setUser: assign({ user: (_, { user }: { user: ManagedUser }) => user, problem: null }),
    clearUser: assign({ user: null, problem: null }),
    clearProblem: assign({ problem: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    announceSuccess: emit((_, { session }: { session: Session }) => ({ type: 'loginAs.succeeded' as const, session })),
  },
  guards: {
    mayBeActedAs: (_, { user }: { user: ManagedUser }) => user.can_login_as,
    isRefused: (_, { error }: { error: unknown }) => isRefusal(error),
  },
}).createMachine({
  id: 'loginAs',
  description: 'An administrator chooses a user to act as, and is told what that means before it begins.',
  meta: { reasons: loginAsReasons },
  context: { user: null, problem: null },
  initial: 'choosing',
  states: {
    choosing: {
      description: 'The list of users is open.',
      on: {
        'user.chosen': {
          guard: { type: 'mayBeActedAs', params: ({ event }) => event },
          target: 'confirming',
          actions: { type: 'setUser', params: ({ event }) => event },
          description: '"Sign in as" in the row of a user.',
        },
      },
    },
    confirming: {
      description: 'The administrator reads whom they will act as, for how long, and that it is written down.',
      tags: 'asking',
      initial: 'fresh',
      on: {
        'acting.confirmed': { target: 'starting', actions: 'clearProblem', description: 'Begin.' },
        'acting.cancelled': { target: 'choosing', actions: 'clearUser', description: 'Back to the list.' },
      },
      states: {
        fresh: { description: 'Nothing has happened yet.' },
        refused: { description: 'The server refuses: "Invalid Credentials".', tags: 'failed' },
        unreachable: { description: 'There was no usable answer; the same button tries again.', tags: 'failed' },
      },
    },
    starting: {
      description: 'The server makes a token for the other user; a second press does nothing.',
      tags: 'busy',
      invoke: {
        id: 'loginAsUser',
        src: 'loginAsUser',
        input: ({ context }) => context.user,
        onDone: {
          target: 'acting',
          actions: { type: 'announceSuccess', params: ({ event }) => ({ session: event.output }) },
          description: 'The acting has begun, and is in the audit table.',
        },
        onError: [
          {
            guard: { type: 'isRefused', ...failure },
            target: 'confirming.refused',
            actions: { type: 'setProblem', ...failure },
            description: 'The user is not one whom this administrator may act as.',
          },
          {
            target: 'confirming.unreachable',
            actions: { type: 'setProblem', ...failure },
            description: 'No answer, or one that could not be read.',
          },
        ],
      },
    },
    acting: { type: 'final', description: 'The session chart takes over, with the bar that says who acts as whom.' },
  },
});
