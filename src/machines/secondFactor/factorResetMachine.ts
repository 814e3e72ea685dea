import { assign, emit, setup } from 'xstate';
import type { ManagedUser } from '../../../contract/account.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isRefusal, type Problem, toProblem } from '../problem.ts';

export const factorResetReasons: Reasons<'mayBeReset' | 'isRefused'> = {
  mayBeReset: 'Two-step sign-in is reset only for administrators of a lower role who have set it up.',
  isRefused: 'The server did not refuse: there was no usable answer.',
};

/** An administrator resets the two-step sign-in of another who has lost their phone. */
export const factorResetMachine = setup({
  types: {
    context: {} as { user: ManagedUser | null; problem: Problem | null },
    events: {} as { type: 'user.chosen'; user: ManagedUser } | { type: 'reset.confirmed' } | { type: 'reset.cancelled' },
    emitted: {} as { type: 'reset.finished'; user: ManagedUser },
    tags: {} as 'busy' | 'failed' | 'asking',
    meta: {} as ChartMeta,
  },
  actors: { resetFactors: actorSlot<null, ManagedUser | null>('resetFactors', 'POST /SecondFactor/reset_second_factors') },
  actions: {
    setUser: assign({ user: (_, { user }: { user: ManagedUser }) => user, problem: null }),
    clearUser: assign({ user: null, problem: null }),
    clearProblem: assign({ problem: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    announceFinish: emit(({ context }) => ({ type: 'reset.finished' as const, user: context.user as ManagedUser })),
  },
  guards: {
    mayBeReset: (_, { user }: { user: ManagedUser }) => user.can_reset_second_factor,
    isRefused: (_, { error }: { error: unknown }) => isRefusal(error),
  },
}).createMachine({
  id: 'factorReset',
  description:
    'An administrator resets the two-step sign-in of an administrator of a lower role, who then signs in with the password alone.',
  meta: { reasons: factorResetReasons },
  context: { user: null, problem: null },
  initial: 'choosing',
  states: {
    choosing: {
      description: 'The list of users is open.',
      on: {
        'user.chosen': {
          guard: { type: 'mayBeReset', params: ({ event }) => event },
          target: 'confirming',
          actions: { type: 'setUser', params: ({ event }) => event },
          description: '"Reset two-step sign-in" in the row of a user.',
        },
      },
    },
    confirming: {
      description: 'The administrator reads what it means, and that it is written down.',
      tags: 'asking',
      initial: 'fresh',
      on: {
        'reset.confirmed': { target: 'resetting', actions: 'clearProblem', description: 'Reset it.' },
        'reset.cancelled': { target: 'choosing', actions: 'clearUser', description: 'Leave it as it is.' },
      },
      states: {
        fresh: { description: 'Nothing has happened yet.' },
        refused: { description: 'The server refuses, and says why.', tags: 'failed' },
        unreachable: { description: 'There was no usable answer; the same button tries again.', tags: 'failed' },
      },
    },
    resetting: {
      description: 'The server removes what is set up and ends the sessions; a second press does nothing.',
      tags: 'busy',
      invoke: {
        id: 'resetFactors',
        src: 'resetFactors',
        input: ({ context }) => context.user,
        onDone: { target: 'choosing', actions: ['announceFinish', 'clearUser'], description: 'It is reset, and in the audit table.' },
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
