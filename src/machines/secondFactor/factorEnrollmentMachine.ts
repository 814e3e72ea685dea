import { assign, emit, setup } from 'xstate';
import { passkeyDismissed } from '../../../common/passkeyOutcome.ts';
import type { Enrolled, EnrollmentOffer } from '../../../contract/secondFactor.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import type { Session } from '../login/sessionMachine.ts';
import { failure, isRefusal, type Problem, toProblem } from '../problem.ts';

export interface EnrollmentInput {
  /** Secret of the enrollment challenge. */
  challenge: string;
  /** Whether this browser supports passkeys. */
  canUsePasskeys: boolean;
}
/** Outcome of an enrollment; `session` is set if a sign-in was waiting for it. */
export type Enrollment = Pick<Enrolled, 'recovery_codes'> & { session: Session | null };

export const factorEnrollmentReasons: Reasons<'canAddPasskey' | 'isFilled' | 'hasCodes' | 'isDismissed' | 'isOver' | 'isRefused'> = {
  canAddPasskey: 'This browser does not support passkeys, or the site is opened by an IP address.',
  isFilled: 'The code is missing.',
  hasCodes: 'The account already has recovery codes.',
  isDismissed: 'The passkey window was not closed.',
  isOver: 'There is still time to finish the setup.',
  isRefused: 'The server did not refuse; it gave no usable answer.',
};

/** The enrollment returned by a call. */
const answered = { params: ({ event }: { event: { output: Enrollment } }) => ({ enrollment: event.output }) };

/** Transitions after the server accepted an app or a passkey. */
const enrolled = [
  {
    guard: { type: 'hasCodes', ...answered },
    target: 'showingCodes',
    actions: { type: 'setEnrollment', ...answered },
    description: 'This is the first factor, so recovery codes come with it.',
  },
  { target: 'finished', actions: { type: 'setEnrollment', ...answered }, description: 'The account already has recovery codes.' },
] as const;

/** Setup of an authenticator app or a passkey, at sign-in or from the profile. */
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
  description: 'A user sets up an authenticator app or a passkey and saves the recovery codes that come with the first one.',
  meta: { reasons: factorEnrollmentReasons },
  context: ({ input }) => ({ ...input, offer: null, code: '', enrollment: null, problem: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Waiting for the server to create a secret for an app and the options for a passkey.',
      tags: 'busy',
      invoke: {
        id: 'loadOffer',
        src: 'loadOffer',
        input: ({ context }) => ({ challenge: context.challenge }),
        onDone: {
          target: 'authenticator',
          actions: { type: 'setOffer', params: ({ event }) => ({ offer: event.output }) },
          description: 'The secret and the options arrived.',
        },
        onError: [
          {
            guard: { type: 'isOver', ...failure },
            target: 'over',
            actions: { type: 'announceEnd', ...failure },
            description: 'The setup took too long.',
          },
          { target: 'unloaded', actions: { type: 'setProblem', ...failure }, description: 'The server gave no usable answer.' },
        ],
      },
    },
    unloaded: {
      description: 'The server did not answer. The screen offers Try again.',
      tags: 'failed',
      meta: { focus: 'second-problem' },
      on: {
        'enrollment.retried': { target: 'loading', description: 'The user presses Try again.' },
        'enrollment.left': { target: 'left', description: 'The user does not want to set it up now.' },
      },
    },
    authenticator: {
      description: 'A QR code to scan, the same secret as text, and a field for the first code.',
      tags: 'authenticator',
      initial: 'fresh',
      on: {
        'code.submitted': [
          {
            guard: { type: 'isFilled', params: ({ event }) => event },
            target: 'checking',
            actions: { type: 'setCode', params: ({ event }) => event },
            description: 'Enter or the button, with a code.',
          },
          { target: '.incomplete', actions: 'clearProblem', description: 'Enter or the button, without a code.' },
        ],
        'passkey.chosen': {
          guard: 'canAddPasskey',
          target: 'passkey',
          actions: 'clearProblem',
          description: 'The user prefers to set up a passkey.',
        },
        'enrollment.left': { target: 'left', description: 'The user does not want to set it up now.' },
      },
      states: {
        fresh: { description: 'No error is shown.', meta: { focus: 'enroll-title' } },
        edited: { description: 'The user is correcting an error. The focus stays in the field being edited.' },
        incomplete: {
          description: 'The code is missing. The field says so.',
          tags: 'failed',
          meta: { announce: 'login_second_missing', focus: 'second-code' },
          on: { 'code.edited': { target: 'edited', description: 'The user edits the code, which clears the error.' } },
        },
        refused: {
          description: 'The code is wrong. The server’s message is shown.',
          tags: 'failed',
          meta: { focus: 'second-problem' },
        },
        unreachable: {
          description: 'There was no usable answer. The same button tries again.',
          tags: 'failed',
          meta: { focus: 'second-problem' },
        },
      },
    },
    passkey: {
      description: 'An explanation of passkeys and a button that opens the browser’s passkey window.',
      tags: 'passkey',
      initial: 'fresh',
      on: {
        'passkey.asked': { target: 'creating', actions: 'clearProblem', description: 'The user presses the button.' },
        'authenticator.chosen': { target: 'authenticator', actions: 'clearProblem', description: 'The user prefers to set up an app.' },
        'enrollment.left': { target: 'left', description: 'The user does not want to set it up now.' },
      },
      states: {
        fresh: { description: 'No error is shown.', meta: { focus: 'enroll-title' } },
        dismissed: {
          description: 'The window was closed, or this device already holds a passkey for the account.',
          tags: 'failed',
          meta: { focus: 'second-problem' },
        },
        refused: {
          description: 'The server refused the passkey. Its message is shown.',
          tags: 'failed',
          meta: { focus: 'second-problem' },
        },
        unreachable: {
          description: 'There was no usable answer. The same button tries again.',
          tags: 'failed',
          meta: { focus: 'second-problem' },
        },
      },
    },
    checking: {
      description: 'Waiting for the server to check the first code. Another press has no effect.',
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
            description: 'The setup took too long or failed too often.',
          },
          {
            guard: { type: 'isRefused', ...failure },
            target: 'authenticator.refused',
            actions: { type: 'setProblem', ...failure },
            description: 'The code is wrong.',
          },
          {
            target: 'authenticator.unreachable',
            actions: { type: 'setProblem', ...failure },
            description: 'There was no answer, or it could not be read.',
          },
        ],
      },
    },
    creating: {
      description: 'The browser creates a passkey, then the server checks it. Another press has no effect.',
      tags: ['busy', 'passkey'],
      invoke: {
        id: 'enrollPasskey',
        src: 'enrollPasskey',
        input: ({ context }) => ({ challenge: context.challenge, options: context.offer?.passkey ?? null }),
        onDone: enrolled,
        onError: [
          { guard: { type: 'isDismissed', ...failure }, target: 'passkey.dismissed', description: 'The user closed the passkey window.' },
          {
            guard: { type: 'isOver', ...failure },
            target: 'over',
            actions: { type: 'announceEnd', ...failure },
            description: 'The setup took too long or failed too often.',
          },
          {
            guard: { type: 'isRefused', ...failure },
            target: 'passkey.refused',
            actions: { type: 'setProblem', ...failure },
            description: 'The server refused the passkey.',
          },
          {
            target: 'passkey.unreachable',
            actions: { type: 'setProblem', ...failure },
            description: 'There was no answer, or it could not be read.',
          },
        ],
      },
    },
    showingCodes: {
      description: 'The recovery codes are on the screen. They are shown only this once.',
      meta: { focus: 'enroll-title' },
      on: { 'codes.kept': { target: 'finished', description: 'The user has saved the codes.' } },
    },
    finished: { type: 'final', entry: 'announceFinish', description: 'The setup is complete. The screen that started it continues.' },
    over: { type: 'final', description: 'The time is up. The screen that started the setup says so.' },
    left: { type: 'final', entry: 'announceLeave', description: 'The user left without setting anything up.' },
  },
});
