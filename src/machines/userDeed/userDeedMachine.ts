import { assign, emit, setup } from 'xstate';
import type { ManagedUser } from '../../../contract/account.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isRefusal, type Problem, toProblem } from '../problem.ts';

/** What an administrator does for somebody: reset the two-step sign-in of who has lost their phone, or end all sessions of who has lost a device. */
export interface UserDeed {
  kind: 'resetFactors' | 'endSessions';
  user: ManagedUser;
}
/** `ended`: how many sessions, where that was the deed. */
export interface UserDeedOutcome {
  ended?: number;
}

export const userDeedReasons: Reasons<'isAllowed' | 'isRefused'> = {
  isAllowed: 'It is only for people of a lower role, and two-step sign-in is reset only where it is set up.',
  isRefused: 'The server did not refuse: there was no usable answer.',
};

/** An administrator resets the two-step sign-in of a user, or ends all their sessions, after a question. */
export const userDeedMachine = setup({
  types: {
    context: {} as { deed: UserDeed | null; problem: Problem | null },
    events: {} as { type: 'deed.chosen'; deed: UserDeed } | { type: 'deed.confirmed' } | { type: 'deed.cancelled' },
    emitted: {} as { type: 'deed.finished'; deed: UserDeed; outcome: UserDeedOutcome },
    tags: {} as 'busy' | 'failed' | 'asking',
    meta: {} as ChartMeta,
  },
  actors: {
    carryOut: actorSlot<UserDeedOutcome, UserDeed | null>(
      'carryOut',
      'POST /SecondFactor/reset_second_factors or /UserSetup/end_user_sessions',
    ),
  },
  actions: {
    setDeed: assign({ deed: (_, { deed }: { deed: UserDeed }) => deed, problem: null }),
    clearDeed: assign({ deed: null, problem: null }),
    clearProblem: assign({ problem: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    announceFinish: emit(({ context }, { outcome }: { outcome: UserDeedOutcome }) => ({
      type: 'deed.finished' as const,
      deed: context.deed as UserDeed,
      outcome,
    })),
  },
  guards: {
    // Whose place an administrator may take, they may also sign out.
    isAllowed: (_, { deed: { kind, user } }: { deed: UserDeed }) =>
      kind === 'resetFactors' ? user.can_reset_second_factor : user.can_login_as,
    isRefused: (_, { error }: { error: unknown }) => isRefusal(error),
  },
}).createMachine({
  id: 'userDeed',
  description:
    'An administrator helps somebody of a lower role: resets their two-step sign-in, after which the password alone signs them in, or ends all their sessions.',
  meta: { reasons: userDeedReasons },
  context: { deed: null, problem: null },
  initial: 'choosing',
  states: {
    choosing: {
      description: 'The list of users is open.',
      on: {
        'deed.chosen': {
          guard: { type: 'isAllowed', params: ({ event }) => event },
          target: 'confirming',
          actions: { type: 'setDeed', params: ({ event }) => event },
          description: '"Reset two-step sign-in" or "End all sessions" in the row of a user.',
        },
      },
    },
    confirming: {
      description: 'The administrator reads what it means, and that it is written down.',
      tags: 'asking',
      initial: 'fresh',
      on: {
        'deed.confirmed': { target: 'doing', actions: 'clearProblem', description: 'Do it.' },
        'deed.cancelled': { target: 'choosing', actions: 'clearDeed', description: 'Leave it as it is.' },
      },
      states: {
        fresh: { description: 'Nothing has happened yet.' },
        refused: { description: 'The server refuses, and says why.', tags: 'failed' },
        unreachable: { description: 'There was no usable answer; the same button tries again.', tags: 'failed' },
      },
    },
    doing: {
      description: 'The server does it and ends the sessions; a second press does nothing.',
      tags: 'busy',
      invoke: {
        id: 'carryOut',
        src: 'carryOut',
        input: ({ context }) => context.deed,
        onDone: {
          target: 'choosing',
          actions: [{ type: 'announceFinish', params: ({ event }) => ({ outcome: event.output }) }, 'clearDeed'],
          description: 'It is done, and in the audit table.',
        },
        onError: [
          {
            guard: { type: 'isRefused', ...failure },
            target: 'confirming.refused',
            actions: { type: 'setProblem', ...failure },
            description: 'The user is not one whom this administrator may help.',
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
