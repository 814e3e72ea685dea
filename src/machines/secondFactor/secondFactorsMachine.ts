import { assign, setup } from 'xstate';
import type { Factor, SecondFactors } from '../../../contract/secondFactor.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isRefusal, type Problem, toProblem } from '../problem.ts';

/** What somebody wants to change. */
export type FactorDeed = { kind: 'add' } | { kind: 'rename' | 'remove'; factor: Factor } | { kind: 'codes' };
/** What a deed ends with: a challenge to enroll, new recovery codes, or nothing more. */
export interface DeedOutcome {
  challenge?: string;
  codes?: string[];
}

export const secondFactorsReasons: Reasons<'isFilled' | 'hasChallenge' | 'hasCodes' | 'isRefused'> = {
  isFilled: 'The field is empty.',
  hasChallenge: 'Nothing is to be set up.',
  hasCodes: 'There are no new recovery codes.',
  isRefused: 'The server did not refuse: there was no usable answer.',
};

/** One's own authenticator apps, passkeys and recovery codes. */
export const secondFactorsMachine = setup({
  types: {
    context: {} as {
      own: SecondFactors | null;
      deed: FactorDeed | null;
      /** The password, or the new name; held only while it is on its way. */
      typed: string;
      outcome: DeedOutcome | null;
      problem: Problem | null;
    },
    events: {} as
      | { type: 'factors.retried' }
      | { type: 'deed.chosen'; deed: FactorDeed }
      | { type: 'deed.confirmed'; typed: string }
      | { type: 'deed.cancelled' }
      | { type: 'field.edited' }
      | { type: 'codes.kept' }
      | { type: 'enrollment.closed' },
    tags: {} as 'busy' | 'failed' | 'loaded' | 'asking',
    meta: {} as ChartMeta,
  },
  actors: {
    loadFactors: actorSlot<SecondFactors>('loadFactors', 'GET /SecondFactor/get_second_factors'),
    carryOut: actorSlot<DeedOutcome, { deed: FactorDeed | null; typed: string }>(
      'carryOut',
      'POST /SecondFactor/begin_enrollment, rename_second_factor, remove_second_factor or renew_recovery_codes',
    ),
  },
  actions: {
    setOwn: assign({ own: (_, { own }: { own: SecondFactors }) => own, problem: null }),
    setDeed: assign({ deed: (_, { deed }: { deed: FactorDeed }) => deed, problem: null }),
    clearDeed: assign({ deed: null, problem: null }),
    setTyped: assign({ typed: (_, { typed }: { typed: string }) => typed, problem: null }),
    forgetTyped: assign({ typed: '' }),
    setOutcome: assign({ outcome: (_, { outcome }: { outcome: DeedOutcome }) => outcome, deed: null }),
    forgetOutcome: assign({ outcome: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    isFilled: (_, { typed }: { typed: string }) => typed.trim() !== '',
    hasChallenge: (_, { outcome }: { outcome: DeedOutcome }) => outcome.challenge !== undefined,
    hasCodes: (_, { outcome }: { outcome: DeedOutcome }) => outcome.codes !== undefined,
    isRefused: (_, { error }: { error: unknown }) => isRefusal(error),
  },
}).createMachine({
  id: 'secondFactors',
  description:
    'An administrator looks at what they have set up for the second step, adds to it, renames, removes, and renews the recovery codes.',
  meta: { reasons: secondFactorsReasons },
  context: { own: null, deed: null, typed: '', outcome: null, problem: null },
  initial: 'loading',
  states: {
    loading: {
      description: 'What is set up is fetched.',
      tags: 'busy',
      invoke: {
        id: 'loadFactors',
        src: 'loadFactors',
        onDone: {
          target: 'listing',
          actions: { type: 'setOwn', params: ({ event }) => ({ own: event.output }) },
          description: 'It is there.',
        },
        onError: { target: 'unloaded', actions: { type: 'setProblem', ...failure }, description: 'There was no usable answer.' },
      },
    },
    unloaded: {
      description: 'It could not be fetched.',
      tags: 'failed',
      meta: { focus: 'problem' },
      on: { 'factors.retried': { target: 'loading', description: 'The person presses Try again.' } },
    },
    listing: {
      description: 'Everything is listed, each with what can be done.',
      tags: 'loaded',
      on: {
        'deed.chosen': {
          target: 'confirming',
          actions: { type: 'setDeed', params: ({ event }) => event },
          description: 'One of the buttons.',
        },
      },
    },
    confirming: {
      description: 'A window asks for the password, or for the new name.',
      tags: ['loaded', 'asking'],
      initial: 'fresh',
      on: {
        'deed.confirmed': [
          {
            guard: { type: 'isFilled', params: ({ event }) => event },
            target: 'doing',
            actions: { type: 'setTyped', params: ({ event }) => event },
            description: 'Enter, or the button, with the field filled in.',
          },
          { target: '.incomplete', actions: 'clearProblem', description: 'The field is empty.' },
        ],
        'deed.cancelled': { target: 'listing', actions: 'clearDeed', description: 'Leave it as it is.' },
      },
      states: {
        fresh: { description: 'Nothing is wrong so far.' },
        edited: { description: 'What was wrong is being put right.' },
        incomplete: {
          description: 'The field says that it is empty.',
          tags: 'failed',
          meta: { focus: 'deed-field' },
          on: { 'field.edited': { target: 'edited', description: 'The person types again.' } },
        },
        refused: { description: 'The server refuses, and says why.', tags: 'failed', meta: { focus: 'deed-field' } },
        unreachable: {
          description: 'There was no usable answer; the same button tries again.',
          tags: 'failed',
          meta: { focus: 'deed-field' },
        },
      },
    },
    doing: {
      description: 'The server does it; a second press does nothing.',
      tags: ['busy', 'loaded', 'asking'],
      exit: 'forgetTyped',
      invoke: {
        id: 'carryOut',
        src: 'carryOut',
        input: ({ context }) => ({ deed: context.deed, typed: context.typed }),
        onDone: [
          {
            guard: { type: 'hasChallenge', params: ({ event }) => ({ outcome: event.output }) },
            target: 'enrolling',
            actions: { type: 'setOutcome', params: ({ event }) => ({ outcome: event.output }) },
            description: 'The password is right: something new can be set up.',
          },
          {
            guard: { type: 'hasCodes', params: ({ event }) => ({ outcome: event.output }) },
            target: 'showingCodes',
            actions: { type: 'setOutcome', params: ({ event }) => ({ outcome: event.output }) },
            description: 'There are new recovery codes.',
          },
          {
            target: 'loading',
            actions: { type: 'setOutcome', params: ({ event }) => ({ outcome: event.output }) },
            description: 'It is renamed, or removed.',
          },
        ],
        onError: [
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
    enrolling: {
      description: 'The chart `factorEnrollment` sets something up.',
      exit: 'forgetOutcome',
      on: { 'enrollment.closed': { target: 'loading', description: 'It is set up, or it is not.' } },
    },
    showingCodes: {
      description: 'The recovery codes are on the screen, for the only time.',
      meta: { focus: 'enroll-title' },
      exit: 'forgetOutcome',
      on: { 'codes.kept': { target: 'loading', description: 'The person has kept them.' } },
    },
  },
});
