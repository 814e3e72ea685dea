import { emit, setup } from 'xstate';
import type { Challenge } from '../../../contract/login.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import type { Session } from '../login/sessionMachine.ts';
import { toProblem } from '../problem.ts';
import * as factor from './factorParts.ts';

export interface SecondStepInput extends Pick<factor.Context, 'canUsePasskeys'> {
  challenge: Challenge;
}

export const secondStepReasons: Reasons<'canUsePasskey' | 'isFilled' | 'isDismissed' | 'isOver' | 'isRefused'> = {
  canUsePasskey: 'No passkey is set up, or this browser does not support passkeys.',
  isOver: 'This sign-in attempt can continue.',
  ...factor.reasons,
};

/** The second step of an administrator's sign-in: a passkey, a code from an authenticator app, or a recovery code. */
export const secondStepMachine = setup({
  types: {
    input: {} as SecondStepInput,
    context: {} as factor.Context & SecondStepInput,
    events: {} as factor.Event,
    emitted: {} as factor.Emitted | { type: 'step.passed'; session: Session },
    tags: {} as factor.Tag,
    meta: {} as ChartMeta,
  },
  actors: {
    answerWithCode: actorSlot<Session, { challenge: string; code: string }>('answerWithCode', 'POST /SecondFactor/answer_with_code'),
    answerWithPasskey: actorSlot<Session, { challenge: string }>(
      'answerWithPasskey',
      'POST /SecondFactor/passkey_request, asks the browser, then POST /SecondFactor/answer_with_passkey',
    ),
  },
  actions: {
    ...factor.actions,
    announcePass: emit((_, { session }: { session: Session }) => ({ type: 'step.passed' as const, session })),
  },
  guards: {
    ...factor.guards,
    canUsePasskey: ({ context }) => context.canUsePasskeys && context.challenge.ways.includes('passkey'),
    isOver: (_, { error }: { error: unknown }) => [401, 409].includes(toProblem(error).code),
  },
}).createMachine({
  id: 'secondStep',
  description: 'After the right password, an administrator proves their identity with a passkey, a code from an app, or a recovery code.',
  meta: { reasons: secondStepReasons },
  context: ({ input }) => ({ ...input, code: '', problem: null }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Choosing what to ask for first, depending on what is set up.',
      always: [
        { guard: 'canUsePasskey', target: 'passkey', description: 'A passkey is the fastest way and cannot be phished.' },
        { target: 'code', description: 'There is no passkey that this browser can use.' },
      ],
    },
    ...factor.states({ code: 'second-code', passkey: 'passkey' }),
    checkingCode: {
      description: 'Waiting for the server to check the code. Another press has no effect.',
      tags: ['busy', 'code'],
      meta: { announce: 'login_checking' },
      invoke: {
        id: 'answerWithCode',
        src: 'answerWithCode',
        input: ({ context }) => ({ challenge: context.challenge.challenge, code: context.code }),
        onDone: {
          target: 'passed',
          actions: { type: 'announcePass', params: ({ event }) => ({ session: event.output }) },
          description: 'The code is right.',
        },
        onError: factor.codeFailed(),
      },
    },
    checkingPasskey: {
      description: 'The browser asks for the passkey, then the server checks it. Another press has no effect.',
      tags: ['busy', 'passkey'],
      invoke: {
        id: 'answerWithPasskey',
        src: 'answerWithPasskey',
        input: ({ context }) => ({ challenge: context.challenge.challenge }),
        onDone: {
          target: 'passed',
          actions: { type: 'announcePass', params: ({ event }) => ({ session: event.output }) },
          description: 'The passkey is valid.',
        },
        onError: factor.passkeyFailed,
      },
    },
    passed: { type: 'final', description: 'The second step succeeded. The login chart takes over with the session.' },
  },
});
