import { assign, emit, setup } from 'xstate';
import type { Enrolled, EnrollmentOffer } from '../../../contract/secondFactor.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import type { Session } from '../login/sessionMachine.ts';
import { failed, failure, toProblem, withProblem } from '../problem.ts';
import * as factor from './factorParts.ts';

export interface EnrollmentInput extends Pick<factor.Context, 'canUsePasskeys'> {
  /** Secret of the enrollment challenge. */
  challenge: string;
}
/** Outcome of an enrollment; `session` is set if a sign-in was waiting for it. */
export type Enrollment = Pick<Enrolled, 'recovery_codes'> & { session: Session | null };

export const factorEnrollmentReasons: Reasons<'canUsePasskey' | 'isFilled' | 'hasCodes' | 'isDismissed' | 'isOver' | 'isRefused'> = {
  canUsePasskey: 'This browser does not support passkeys, or the site is opened by an IP address.',
  hasCodes: 'The account already has recovery codes.',
  isOver: 'There is still time to finish the setup.',
  ...factor.reasons,
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
    context: {} as factor.Context & EnrollmentInput & { offer: EnrollmentOffer | null; enrollment: Enrollment | null },
    events: {} as factor.Event | { type: 'codes.kept' } | { type: 'enrollment.retried' },
    emitted: {} as factor.Emitted | { type: 'enrollment.finished'; session: Session | null },
    tags: {} as factor.Tag | 'unloaded' | 'codes',
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
    ...factor.actions,
    setEnrollment: assign({ enrollment: (_, { enrollment }: { enrollment: Enrollment }) => enrollment }),
    announceFinish: emit(({ context }) => ({ type: 'enrollment.finished' as const, session: context.enrollment?.session ?? null })),
  },
  guards: {
    ...factor.guards,
    canUsePasskey: ({ context }) => context.canUsePasskeys && context.offer?.passkey !== null,
    hasCodes: (_, { enrollment }: { enrollment: Enrollment }) => enrollment.recovery_codes !== null,
    isOver: (_, { error }: { error: unknown }) => toProblem(error).code === 401,
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
          target: 'code',
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
          { target: 'unloaded', ...withProblem, description: 'The server gave no usable answer.' },
        ],
      },
    },
    unloaded: {
      description: 'The server did not answer. The screen offers Try again.',
      ...failed({ focus: 'second-problem' }, 'unloaded'),
      on: {
        'enrollment.retried': { target: 'loading', description: 'The user presses Try again.' },
        'step.left': { target: 'left', description: 'The user does not want to set it up now.' },
      },
    },
    ...factor.states({ code: 'enroll-title', passkey: 'enroll-title' }),
    checkingCode: {
      description: 'Waiting for the server to check the first code. Another press has no effect.',
      tags: ['busy', 'code'],
      invoke: {
        id: 'enrollAuthenticator',
        src: 'enrollAuthenticator',
        input: ({ context }) => ({ challenge: context.challenge, code: context.code }),
        onDone: enrolled,
        onError: factor.codeFailed(),
      },
    },
    checkingPasskey: {
      description: 'The browser creates a passkey, then the server checks it. Another press has no effect.',
      tags: ['busy', 'passkey'],
      invoke: {
        id: 'enrollPasskey',
        src: 'enrollPasskey',
        input: ({ context }) => ({ challenge: context.challenge, options: context.offer?.passkey ?? null }),
        onDone: enrolled,
        onError: factor.passkeyFailed,
      },
    },
    showingCodes: {
      description: 'The recovery codes are on the screen. They are shown only this once.',
      tags: 'codes',
      meta: { focus: 'enroll-title' },
      on: { 'codes.kept': { target: 'finished', description: 'The user has saved the codes.' } },
    },
    finished: { type: 'final', entry: 'announceFinish', description: 'The setup is complete. The screen that started it continues.' },
  },
});
