import { assign, emit, setup } from 'xstate';
import { passkeyDismissed } from '../../../common/passkeyOutcome.ts';
import type { Challenge } from '../../../contract/login.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isRefusal, type Problem, toProblem } from '../problem.ts';
import type { Session } from '../session/sessionMachine.ts';

export interface SecondStepInput {
  challenge: Challenge;
  /** Whether this browser knows passkeys. */
  canUsePasskeys: boolean;
}

export const secondStepReasons: Reasons<'hasPasskey' | 'isFilled' | 'isDismissed' | 'isOver' | 'isRefused'> = {
  hasPasskey: 'No passkey is set up, or this browser knows none.',
  isFilled: 'No code is filled in.',
  isDismissed: 'The window of the browser was not closed.',
  isOver: 'This attempt to sign in can go on.',
  isRefused: 'The server did not refuse: there was no usable answer.',
};

/** The second step of an administrator's sign-in: a passkey, a code of an authenticator app, or a recovery code. */
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
  description: 'After the right password, an administrator shows something that only they have.',
  meta: { reasons: secondStepReasons },
  context: ({ input }) => ({ ...input, code: '', problem: null }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'What is set up decides what is asked for first.',
      always: [
        { guard: 'hasPasskey', target: 'passkey', description: 'A passkey is the quickest, and cannot be given to a false site.' },
        { target: 'typing', description: 'There is none that this browser can use.' },
      ],
    },
    typing: {
      description: 'One field takes a code of the app, or a recovery code.',
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
        'passkey.chosen': { guard: 'hasPasskey', target: 'passkey', actions: 'clearProblem', description: 'Use a passkey instead.' },
        'step.left': { target: 'left', description: 'Back to the user name and the password.' },
      },
      states: {
        fresh: { description: 'Nothing is wrong so far.', meta: { focus: 'second-code' } },
        edited: { description: 'What was wrong is being put right; the focus stays where the person types.' },
        incomplete: {
          description: 'The field is empty, and says so.',
          tags: 'failed',
          meta: { announce: 'login_second_missing', focus: 'second-code' },
          on: { 'code.edited': { target: 'edited', description: 'The person types again.' } },
        },
        refused: {
          description: "The code is wrong, old or used, or there were too many tries; the server's message stands above the field.",
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
      description: "A button opens the browser's window for passkeys: browsers want a press first.",
      tags: 'passkey',
      initial: 'ready',
      on: {
        'passkey.asked': { target: 'asking', actions: 'clearProblem', description: 'The button.' },
        'code.chosen': { target: 'typing', actions: 'clearProblem', description: 'Use a code instead.' },
        'step.left': { target: 'left', description: 'Back to the user name and the password.' },
      },
      states: {
        ready: { description: 'Nothing is wrong so far.', meta: { focus: 'passkey' } },
        dismissed: {
          description: 'The window was closed, or found no passkey that fits.',
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
      description: 'The server checks the code; a second press does nothing.',
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
            description: 'This attempt to sign in is over.',
          },
          {
            guard: { type: 'isRefused', ...failure },
            target: 'typing.refused',
            actions: { type: 'setProblem', ...failure },
            description: 'The code is not right.',
          },
          {
            target: 'typing.unreachable',
            actions: { type: 'setProblem', ...failure },
            description: 'No answer, or one that could not be read.',
          },
        ],
      },
    },
    asking: {
      description: 'The browser asks for the passkey, then the server checks it; a second press does nothing.',
      tags: ['busy', 'passkey'],
      invoke: {
        id: 'answerWithPasskey',
        src: 'answerWithPasskey',
        input: ({ context }) => ({ challenge: context.challenge.challenge }),
        onDone: {
          target: 'passed',
          actions: { type: 'announcePass', params: ({ event }) => ({ session: event.output }) },
          description: 'The passkey is right.',
        },
        onError: [
          {
            guard: { type: 'isDismissed', ...failure },
            target: 'passkey.dismissed',
            description: 'The window was closed.',
          },
          {
            guard: { type: 'isOver', ...failure },
            target: 'over',
            actions: { type: 'announceEnd', ...failure },
            description: 'This attempt to sign in is over.',
          },
          {
            guard: { type: 'isRefused', ...failure },
            target: 'passkey.refused',
            actions: { type: 'setProblem', ...failure },
            description: 'The passkey is not right.',
          },
          {
            target: 'passkey.unreachable',
            actions: { type: 'setProblem', ...failure },
            description: 'No answer, or one that could not be read.',
          },
        ],
      },
    },
    passed: { type: 'final', description: 'The login chart takes over with the session.' },
    over: { type: 'final', description: 'The login chart says why, and begins anew.' },
    left: { type: 'final', entry: 'announceLeave', description: 'The login chart shows its form again.' },
  },
});
