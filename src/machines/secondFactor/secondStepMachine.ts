import { assign, emit, setup } from 'xstate';
import { passkeyDismissed } from '../../../common/passkeyOutcome.ts';
import type { Challenge } from '../../../contract/login.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import type { Session } from '../login/sessionMachine.ts';
import { failure, isRefusal, type Problem, toProblem } from '../problem.ts';

export interface SecondStepInput {
  challenge: Challenge;
  /** Whether this browser supports passkeys. */
  canUsePasskeys: boolean;
}

export const secondStepReasons: Reasons<'hasPasskey' | 'isFilled' | 'isDismissed' | 'isOver' | 'isRefused'> = {
  hasPasskey: 'No passkey is set up, or this browser does not support passkeys.',
  isFilled: 'The code is missing.',
  isDismissed: 'The passkey window was not closed.',
  isOver: 'This sign-in attempt can continue.',
  isRefused: 'The server did not refuse; it gave no usable answer.',
};

/** The second step of an administrator's sign-in: a passkey, a code from an authenticator app, or a recovery code. */
export const secondStepMachine = setup({
  types: {
    input: {} as SecondStepInput,
    context: {} as SecondStepInput & { code: string; problem: Problem | null },
    events: {} as
      | { type: 'code.submitted'; code: string }
      | { type: 'code.edited' }
      | { type: 'code.chosen' }
      | { type: 'passkey.chosen' }
      | { type: 'passkey.asked' }
      | { type: 'step.left' },
    emitted: {} as { type: 'step.passed'; session: Session } | { type: 'step.ended'; problem: Problem } | { type: 'step.left' },
    tags: {} as 'busy' | 'failed' | 'passkey',
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
    setCode: assign({ code: (_, { code }: { code: string }) => code, problem: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    announcePass: emit((_, { session }: { session: Session }) => ({ type: 'step.passed' as const, session })),
    announceEnd: emit((_, { error }: { error: unknown }) => ({ type: 'step.ended' as const, problem: toProblem(error) })),
    announceLeave: emit({ type: 'step.left' }),
  },
  guards: {
    hasPasskey: ({ context }) => context.canUsePasskeys && context.challenge.ways.includes('passkey'),
    isFilled: (_, { code }: { code: string }) => code.trim() !== '',
    isDismissed: (_, { error }: { error: unknown }) => toProblem(error).code === passkeyDismissed,
    isOver: (_, { error }: { error: unknown }) => [401, 409].includes(toProblem(error).code),
    isRefused: (_, { error }: { error: unknown }) => isRefusal(error),
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
        { guard: 'hasPasskey', target: 'passkey', description: 'A passkey is the fastest way and cannot be phished.' },
        { target: 'typing', description: 'There is no passkey that this browser can use.' },
      ],
    },
    typing: {
      description: 'One field accepts a code from the app or a recovery code.',
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
        'passkey.chosen': { guard: 'hasPasskey', target: 'passkey', actions: 'clearProblem', description: 'The user prefers a passkey.' },
        'step.left': { target: 'left', description: 'The user goes back to the user name and password.' },
      },
      states: {
        fresh: { description: 'No error is shown.', meta: { focus: 'second-code' } },
        edited: { description: 'The user is correcting an error. The focus stays in the field being edited.' },
        incomplete: {
          description: 'The code is missing. The field says so.',
          tags: 'failed',
          meta: { announce: 'login_second_missing', focus: 'second-code' },
          on: { 'code.edited': { target: 'edited', description: 'The user edits the code, which clears the error.' } },
        },
        refused: {
          description: 'The code is wrong, expired, or used, or there were too many tries. The server’s message appears above the field.',
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
      description: 'A button opens the browser’s passkey window. Browsers require the user to press it first.',
      tags: 'passkey',
      initial: 'ready',
      on: {
        'passkey.asked': { target: 'asking', actions: 'clearProblem', description: 'The user presses the button.' },
        'code.chosen': { target: 'typing', actions: 'clearProblem', description: 'The user prefers a code.' },
        'step.left': { target: 'left', description: 'The user goes back to the user name and password.' },
      },
      states: {
        ready: { description: 'No error is shown.', meta: { focus: 'passkey' } },
        dismissed: {
          description: 'The window was closed, or it found no matching passkey.',
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
      description: 'Waiting for the server to check the code. Another press has no effect.',
      tags: 'busy',
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
        onError: [
          {
            guard: { type: 'isOver', ...failure },
            target: 'over',
            actions: { type: 'announceEnd', ...failure },
            description: 'This sign-in attempt has ended.',
          },
          {
            guard: { type: 'isRefused', ...failure },
            target: 'typing.refused',
            actions: { type: 'setProblem', ...failure },
            description: 'The code is wrong.',
          },
          {
            target: 'typing.unreachable',
            actions: { type: 'setProblem', ...failure },
            description: 'There was no answer, or it could not be read.',
          },
        ],
      },
    },
    asking: {
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
        onError: [
          {
            guard: { type: 'isDismissed', ...failure },
            target: 'passkey.dismissed',
            description: 'The user closed the passkey window.',
          },
          {
            guard: { type: 'isOver', ...failure },
            target: 'over',
            actions: { type: 'announceEnd', ...failure },
            description: 'This sign-in attempt has ended.',
          },
          {
            guard: { type: 'isRefused', ...failure },
            target: 'passkey.refused',
            actions: { type: 'setProblem', ...failure },
            description: 'The passkey is not valid.',
          },
          {
            target: 'passkey.unreachable',
            actions: { type: 'setProblem', ...failure },
            description: 'There was no answer, or it could not be read.',
          },
        ],
      },
    },
    passed: { type: 'final', description: 'The second step succeeded. The login chart takes over with the session.' },
    over: { type: 'final', description: 'This sign-in attempt has ended. The login chart says why and starts over.' },
    left: { type: 'final', entry: 'announceLeave', description: 'The user went back. The login chart shows its form again.' },
  },
});
