import { assign, emit, setup } from 'xstate';
import type { SchoolAccount } from '../../../contract/sso.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';
import type { Session } from '../session/sessionMachine.ts';

/** The account that is open. */
export interface OwnAccount {
  userPuid: number;
  districtID: number;
}

export const selectSchoolReasons: Reasons<'hasAccounts' | 'isOpenAlready'> = {
  hasAccounts: 'The person did not come by single sign-on, so no other account of theirs is known.',
  isOpenAlready: 'The account is another one than that which is open.',
};

/** School choice after single sign-on, for people with accounts in several schools (specification, section 2). */
export const selectSchoolMachine = setup({
  types: {
    input: {} as { own: OwnAccount },
    context: {} as { own: OwnAccount; accounts: SchoolAccount[]; chosen: SchoolAccount | null; problem: Problem | null },
    events: {} as { type: 'school.chosen'; account: SchoolAccount } | { type: 'schools.retried' },
    emitted: {} as { type: 'school.kept' } | { type: 'school.opened'; session: Session },
    tags: {} as 'busy' | 'failed',
    meta: {} as ChartMeta,
  },
  actors: {
    loadAccounts: actorSlot<SchoolAccount[]>('loadAccounts', 'GET /ssoLogin/get_schools'),
    openAccount: actorSlot<Session, SchoolAccount | null>('openAccount', 'POST /ssoLogin/select_school'),
  },
  actions: {
    setAccounts: assign({ accounts: (_, { accounts }: { accounts: SchoolAccount[] }) => accounts, problem: null }),
    setChosen: assign({ chosen: (_, { account }: { account: SchoolAccount }) => account, problem: null }),
    setProblem: assign({ chosen: null, problem: (_, { error }: { error: unknown }) => toProblem(error) }),
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
  description: 'Somebody with accounts in several schools chooses the one to go on with.',
  meta: { reasons: selectSchoolReasons },
  context: ({ input }) => ({ own: input.own, accounts: [], chosen: null, problem: null }),
  initial: 'loading',
  states: {
    loading: {
      description: "The person's accounts are fetched.",
      tags: 'busy',
      invoke: {
        id: 'loadAccounts',
        src: 'loadAccounts',
        onDone: [
          {
            guard: { type: 'hasAccounts', params: ({ event }) => ({ accounts: event.output }) },
            target: 'choosing',
            actions: { type: 'setAccounts', params: ({ event }) => ({ accounts: event.output }) },
            description: 'They are there.',
          },
          { target: 'alone', description: 'No other account is known.' },
        ],
        onError: {
          target: 'unloaded',
          actions: { type: 'setProblem', ...failure },
          description: 'There was no usable answer.',
        },
      },
    },
    unloaded: {
      description: 'The accounts could not be fetched; the one that is open can be used all the same.',
      tags: 'failed',
      on: { 'schools.retried': { target: 'loading', description: 'The person presses Try again.' } },
    },
    alone: { type: 'final', description: 'The page was opened by somebody with this one account: it says so and leads home.' },
    choosing: {
      description: 'One card for each school.',
      initial: 'fresh',
      on: {
        'school.chosen': [
          {
            guard: { type: 'isOpenAlready', params: ({ event }) => event },
            target: 'kept',
            actions: 'announceKept',
            description: 'The account that is open already: nothing needs to be asked.',
          },
          {
            target: 'opening',
            actions: { type: 'setChosen', params: ({ event }) => event },
            description: 'The account of another school.',
          },
        ],
      },
      states: {
        fresh: { description: 'Nothing has been chosen yet.' },
        again: {
          description: 'The school could not be opened: the page says why, and every school can be chosen again.',
          tags: 'failed',
          meta: { announce: 'login_school_failed' },
        },
      },
    },
    opening: {
      description: 'The server ends this session and opens one of the chosen account; a second press does nothing.',
      tags: 'busy',
      invoke: {
        id: 'openAccount',
        src: 'openAccount',
        input: ({ context }) => context.chosen,
        onDone: {
          target: 'opened',
          actions: { type: 'announceOpened', params: ({ event }) => ({ session: event.output }) },
          description: 'The session of the chosen account.',
        },
        onError: {
          target: 'choosing.again',
          actions: { type: 'setProblem', ...failure },
          description: 'The account is gone meanwhile, or there was no usable answer; the first session is as it was.',
        },
      },
    },
    kept: { type: 'final', description: 'Home, with the account that was open.' },
    opened: { type: 'final', description: 'The session chart takes over with the other account.' },
  },
});
