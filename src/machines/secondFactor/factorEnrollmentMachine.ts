import { assign, emit, setup } from 'xstate';
import { passkeyDismissed } from '../../../common/passkeyOutcome.ts';
import type { Enrolled, EnrollmentOffer } from '../../../contract/secondFactor.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isRefusal, type Problem, toProblem } from '../problem.ts';
import type { Session } from '../session/sessionMachine.ts';

export interface EnrollmentInput {
  /** Secret of the challenge to enroll. */
  challenge: string;
  /** Whether this browser knows passkeys. */
  canUsePasskeys: boolean;
}
/** What setting up ends with; `session` where a sign-in waited for it. */
export type Enrollment = Pick<Enrolled, 'recovery_codes'> & { session: Session | null };

export const factorEnrollmentReasons: Reasons<'canAddPasskey' | 'isFilled' | 'hasCodes' | 'isDismissed' | 'isOver' | 'isRefused'> = {
  canAddPasskey: 'This browser knows no passkeys, or the product is reached by the number of a machine.',
  isFilled: 'No code is filled in.',
  hasCodes: 'There are recovery codes already.',
  isDismissed: 'The window of the browser was not closed.',
  isOver: 'There is time left to set it up.',
  isRefused: 'The server did not refuse: there was no usable answer.',
};

/** The enrollment that a call has answered. */
const answered = { params: ({ event }: { event: { output: Enrollment } }) => ({ enrollment: event.output }) };

/** What follows when the server has taken an app or a passkey. */
const enrolled = [
  {
    guard: { type: 'hasCodes', ...answered },
    target: 'showingCodes',
    actions: { type: 'setEnrollment', ...answered },
    description: 'It is the first one: recovery codes come with it.',
  },
  { target: 'finished', actions: { type: 'setEnrollment', ...answered }, description: 'There are recovery codes already.' },
] as const;

/** Setting up an authenticator app or a passkey, at sign-in or from the profile. */
export const factorEnrollmentMachine = setup({
  types: {
    input: {} as EnrollmentInput,
    context: {} as EnrollmentInput & {
      offer: EnrollmentOffer | null;
      code: string;
      enrollment: Enrollment | null;
      problem: Problem | null;
    },
    events: {} as
      | { type: 'code.submitted'; code: string }
      | { type: 'code.edited' }
      | { type: 'authenticator.chosen' }
      | { type: 'passkey.chosen' }
      | { type: 'passkey.asked' }
      | { type: 'codes.kept' }
      | { type: 'enrollment.retried' }
      | { type: 'enrollment.left' },
    emitted: {} as
      | { type: 'enrollment.finished'; session: Session | null }
      | { type: 'enrollment.ended'; problem: Problem }
      | { type: 'enrollment.left' },
    tags: {} as 'busy' | 'failed' | 'authenticator' | 'passkey',
    meta: {} as ChartMeta,
  },
  actors: {
    loadOffer: actorSlot<EnrollmentOffer, { challenge: string }>('loadOffer', 'POST /SecondFactor/enrollment_offer'),
    enrollAuthenticator: actorSlot<Enrollment, { challenge: string; code: string }>(
      'enrollAuthenticator',
      'POST /SecondFactor/enroll_authenticator',
    ),
    enrollPasskey: actorSlot<Enrollment, { challenge: string; options: EnrollmentOffer['passkey'] }>(
      'enrollPasskey',
      'asks the browser for a passkey, then POST /SecondFactor/enroll_passkey',
    ),
  },
  actions: {
    setOffer: assign({ offer: (_, { offer }: { offer: EnrollmentOffer }) => offer, problem: null }),
    setCode: assign({ code: (_, { code }: { code: string }) => code, problem: null }),
    setEnrollment: assign({ enrollment: (_, { enrollment }: { enrollment: Enrollment }) => enrollment }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    announceFinish: emit(({ context }) => ({ type: 'enrollment.finished' as const, session: context.enrollment?.session ?? null })),
    announceEnd: emit((_, { error }: { error: unknown }) => ({ type: 'enrollment.ended' as const, problem: toProblem(error) })),
    announceLeave: emit({ type: 'enrollment.left' }),
  },
  guards: {
    canAddPasskey: ({ context }) => context.canUsePasskeys && context.offer?.passkey !== null,
    isFilled: (_, { code }: { code: string }) => code.trim() !== '',
    hasCodes: (_, { enrollment }: { enrollment: Enrollment }) => enrollment.recovery_codes !== null,
    isDismissed: (_, { error }: { error: unknown }) => toProblem(error).code === passkeyDismissed,
    isOver: (_, { error }: { error: unknown }) => toProblem(error).code === 401,
    isRefused: (_, { error }: { error: unknown }) => isRefusal(error),
  },
}).createMachine({
  id: 'factorEnrollment',
  description: 'Somebody sets up an authenticator app or a passkey, and keeps the recovery codes that come with the first one.',
  meta: { reasons: factorEnrollmentReasons },
  context: ({ input }) => ({ ...input, offer: null, code: '', enrollment: null, problem: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The server makes a secret for an app, and the options for a passkey.',
      tags: 'busy',
      invoke: {
        id: 'loadOffer',
        src: 'loadOffer',
        input: ({ context }) => ({ challenge: context.challenge }),
        onDone: {
          target: 'authenticator',
          actions: { type: 'setOffer', params: ({ event }) => ({ offer: event.output }) },
          description: 'They are there.',
        },
        onError: [
          {
            guard: { type: 'isOver', ...failure },
            target: 'over',
            actions: { type: 'announceEnd', ...failure },
            description: 'It took too long.',
          },
          { target: 'unloaded', actions: { type: 'setProblem', ...failure }, description: 'There was no usable answer.' },
        ],
      },
    },
    unloaded: {
      description: 'The server did not answer.',
      tags: 'failed',
      meta: { focus: 'second-problem' },
      on: {
        'enrollment.retried': { target: 'loading', description: 'The person presses Try again.' },
        'enrollment.left': { target: 'left', description: 'Not now.' },
      },
    },
    authenticator: {
      description: 'A picture to scan, the same as text, and a field for the first code.',
      tags: 'authenticator',
      initial: 'fresh',
      on: {
        'code.submitted': [
          {
            guard: { type: 'isFilled', params: ({ event }) => event },
            target: 'checking',
            actions: { type: 'setCode', params: ({ event }) => event },
            description: 'Enter, or the button, with a code.',
          },
          { target: '.incomplete', actions: 'clearProblem', description: 'The code is missing.' },
        ],
        'passkey.chosen': { guard: 'canAddPasskey', target: 'passkey', actions: 'clearProblem', description: 'Set up a passkey instead.' },
        'enrollment.left': { target: 'left', description: 'Not now.' },
      },
      states: {
        fresh: { description: 'Nothing is wrong so far.', meta: { focus: 'enroll-title' } },
        edited: { description: 'What was wrong is being put right; the focus stays where the person types.' },
        incomplete: {
          description: 'The field is empty, and says so.',
          tags: 'failed',
          meta: { announce: 'login_second_missing', focus: 'second-code' },
          on: { 'code.edited': { target: 'edited', description: 'The person types again.' } },
        },
        refused: {
          description: 'The code is not right; the message of the server.',
          tags: 'failed',
          meta: { focus: 'second-problem' },
        },
        unreachable: {
          description: 'There was no usable answer; the same button tries again.',
          tags: 'failed',
          meta: { focus: 'second-problem' },
        },
      },
    },
    passkey: {
      description: "What a passkey is, and a button that opens the browser's window.",
      tags: 'passkey',
      initial: 'fresh',
      on: {
        'passkey.asked': { target: 'creating', actions: 'clearProblem', description: 'The button.' },
        'authenticator.chosen': { target: 'authenticator', actions: 'clearProblem', description: 'Set up an app instead.' },
        'enrollment.left': { target: 'left', description: 'Not now.' },
      },
      states: {
        fresh: { description: 'Nothing is wrong so far.', meta: { focus: 'enroll-title' } },
        dismissed: {
          description: 'The window was closed, or this device holds a passkey for the account already.',
          tags: 'failed',
          meta: { focus: 'second-problem' },
        },
        refused: { description: 'The server does not take the passkey; its message.', tags: 'failed', meta: { focus: 'second-problem' } },
        unreachable: {
          description: 'There was no usable answer; the same button tries again.',
          tags: 'failed',
          meta: { focus: 'second-problem' },
        },
      },
    },
    checking: {
      description: 'The server checks the first code; a second press does nothing.',
      tags: ['busy', 'authenticator'],
      invoke: {
        id: 'enrollAuthenticator',
        src: 'enrollAuthenticator',
        input: ({ context }) => ({ challenge: context.challenge, code: context.code }),
        onDone: enrolled,
        onError: [
          {
            guard: { type: 'isOver', ...failure },
            target: 'over',
            actions: { type: 'announceEnd', ...failure },
            description: 'It took too long, or was tried too often.',
          },
          {
            guard: { type: 'isRefused', ...failure },
            target: 'authenticator.refused',
            actions: { type: 'setProblem', ...failure },
            description: 'The code is not right.',
          },
          {
            target: 'authenticator.unreachable',
            actions: { type: 'setProblem', ...failure },
            description: 'No answer, or one that could not be read.',
          },
        ],
      },
    },
    creating: {
      description: 'The browser makes a passkey, then the server takes it; a second press does nothing.',
      tags: ['busy', 'passkey'],
      invoke: {
        id: 'enrollPasskey',
        src: 'enrollPasskey',
        input: ({ context }) => ({ challenge: context.challenge, options: context.offer?.passkey ?? null }),
        onDone: enrolled,
        onError: [
          { guard: { type: 'isDismissed', ...failure }, target: 'passkey.dismissed', description: 'The window was closed.' },
          {
            guard: { type: 'isOver', ...failure },
            target: 'over',
            actions: { type: 'announceEnd', ...failure },
            description: 'It took too long, or was tried too often.',
          },
          {
            guard: { type: 'isRefused', ...failure },
            target: 'passkey.refused',
            actions: { type: 'setProblem', ...failure },
            description: 'The server does not take it.',
          },
          {
            target: 'passkey.unreachable',
            actions: { type: 'setProblem', ...failure },
            description: 'No answer, or one that could not be read.',
          },
        ],
      },
    },
    showingCodes: {
      description: 'The recovery codes are on the screen, for the only time.',
      meta: { focus: 'enroll-title' },
      on: { 'codes.kept': { target: 'finished', description: 'The person has kept them.' } },
    },
    finished: { type: 'final', entry: 'announceFinish', description: 'The factor is set up; whoever asked for it goes on.' },
    over: { type: 'final', description: 'There is no time left; whoever asked for it says so.' },
    left: { type: 'final', entry: 'announceLeave', description: 'Nothing was set up.' },
  },
});
