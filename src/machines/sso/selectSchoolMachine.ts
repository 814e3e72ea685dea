import { assign, emit, setup } from 'xstate';
import type { SchoolAccount } from '../../../contract/sso.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import type * as form from '../form.ts';
import type { Session } from '../login/sessionMachine.ts';
import { failed, setProblem, withProblem } from '../problem.ts';

/** The account currently in use. */
export interface OwnAccount {
  userPuid: number;
  districtID: number;
}

export const selectSchoolReasons: Reasons<'hasAccounts' | 'isOpenAlready'> = {
  hasAccounts: 'The user did not sign in by single sign-on, so no other accounts are known.',
  isOpenAlready: 'The chosen account is not the one in use.',
};

/** School selection after single sign-on, for users with accounts in several schools (specification, section 2). */
export const selectSchoolMachine = setup({
  types: {
    input: {} as { own: OwnAccount },
    context: {} as form.Context & { own: OwnAccount; accounts: SchoolAccount[]; chosen: SchoolAccount | null },
    events: {} as { type: 'school.chosen'; account: SchoolAccount } | { type: 'schools.retried' },
    emitted: {} as { type: 'school.kept' } | { type: 'school.opened'; session: Session },
    tags: {} as 'busy' | 'failed' | 'loading' | 'unloaded' | 'alone' | 'opening',
    meta: {} as ChartMeta,
  },
  actors: {
    loadAccounts: actorSlot<SchoolAccount[]>('loadAccounts', 'GET /ssoLogin/get_schools'),
    openAccount: actorSlot<Session, SchoolAccount | null>('openAccount', 'POST /ssoLogin/select_school'),
  },
  actions: {
    setAccounts: assign({ accounts: (_, { accounts }: { accounts: SchoolAccount[] }) => accounts, problem: null }),
    setChosen: assign({ chosen: (_, { account }: { account: SchoolAccount }) => account, problem: null }),
    setProblem,
    announceKept: emit({ type: 'school.kept' }),
    announceOpened: emit((_, { session }: { session: Session }) => ({ type: 'school.opened' as const, session })),
  },
  guards: {
    hasAccounts: (_, { accounts }: { accounts: SchoolAccount[] }) => accounts.length > 0,
    isOpenAlready: ({ context: { own } }, { account }: { account: SchoolAccount }) =>
      account.user_puid === own.userPuid && account.district_id === own.districtID,
  },
}).createMachine({
  id: 'selectSchool',
  description: 'A user with accounts in several schools chooses which one to use.',
  meta: { reasons: selectSchoolReasons },
  context: ({ input }) => ({ own: input.own, accounts: [], chosen: null, problem: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Loading the accounts of the user.',
      tags: ['busy', 'loading'],
      invoke: {
        id: 'loadAccounts',
        src: 'loadAccounts',
        onDone: [
          {
            guard: { type: 'hasAccounts', params: ({ event }) => ({ accounts: event.output }) },
            target: 'choosing',
            actions: { type: 'setAccounts', params: ({ event }) => ({ accounts: event.output }) },
            description: 'The user has other accounts to choose from.',
          },
          { target: 'alone', description: 'No other account is known.' },
        ],
        onError: { target: 'unloaded', ...withProblem, description: 'The server gave no usable answer.' },
      },
    },
    unloaded: {
      description: 'The accounts could not be loaded. The current one can still be used.',
      tags: ['failed', 'unloaded'],
      on: { 'schools.retried': { target: 'loading', description: 'The user presses Try again.' } },
    },
    alone: { type: 'final', tags: 'alone', description: 'The user has only this account. The page says so and links to the home page.' },
    choosing: {
      description: 'The page shows one card per school.',
      initial: 'fresh',
      on: {
        'school.chosen': [
          {
            guard: { type: 'isOpenAlready', params: ({ event }) => event },
            target: 'kept',
            actions: 'announceKept',
            description: 'The user picks the account already in use, so the server is not asked.',
          },
          {
            target: 'opening',
            actions: { type: 'setChosen', params: ({ event }) => event },
            description: 'The user picks another school.',
          },
        ],
      },
      states: {
        fresh: { description: 'No choice has failed so far.' },
        again: {
          description: 'The school could not be opened. The page says why, and every school can be chosen again.',
          ...failed({ announce: 'login_school_failed' }),
        },
      },
    },
    opening: {
      description: 'Waiting for the server to end this session and open one for the chosen account. Another press has no effect.',
      tags: ['busy', 'opening'],
      invoke: {
        id: 'openAccount',
        src: 'openAccount',
        input: ({ context }) => context.chosen,
        onDone: {
          target: 'opened',
          actions: { type: 'announceOpened', params: ({ event }) => ({ session: event.output }) },
          description: 'The session of the chosen account is open.',
        },
        onError: {
          target: 'choosing.again',
          ...withProblem,
          description: 'The account no longer exists, or there was no usable answer. The current session is unchanged.',
        },
      },
    },
    kept: { type: 'final', description: 'The user continues with the current account on the home page.' },
    opened: { type: 'final', description: 'The session chart takes over with the chosen account.' },
  },
});
