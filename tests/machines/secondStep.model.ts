import { passkeyDismissed } from '../../common/passkeyOutcome.ts';
import { secondStepMachine } from '../../src/machines/secondFactor/secondStepMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { challengeOf, challengeOver } from './login.model.ts';
import { sessionOf } from './session.model.ts';

const wrongCode = { code: 400, message: 'This code is not right.', refused: true } as const;
const wrongPasskey = { code: 400, message: 'This passkey was not accepted.', refused: true } as const;
const noAnswer = { code: 0, message: '' };

export const secondStepModel = defineModel({
  machine: secondStepMachine,
  inputs: {
    both: { challenge: challengeOf(['totp', 'passkey', 'recovery']), canUsePasskeys: true },
    app: { challenge: challengeOf(['totp', 'recovery']), canUsePasskeys: true },
  },
  events: [
    { type: 'code.submitted', code: '123456' },
    { type: 'code.submitted', code: ' ' },
    { type: 'form.edited' },
    { type: 'code.chosen' },
    { type: 'passkey.chosen' },
    { type: 'passkey.asked' },
    { type: 'step.left' },
    { type: 'xstate.done.actor.answerWithCode', output: sessionOf(7) },
    { type: 'xstate.error.actor.answerWithCode', error: challengeOver },
    { type: 'xstate.error.actor.answerWithCode', error: wrongCode },
    { type: 'xstate.error.actor.answerWithCode', error: noAnswer },
    { type: 'xstate.done.actor.answerWithPasskey', output: sessionOf(7) },
    { type: 'xstate.error.actor.answerWithPasskey', error: { code: passkeyDismissed, message: '' } },
    { type: 'xstate.error.actor.answerWithPasskey', error: challengeOver },
    { type: 'xstate.error.actor.answerWithPasskey', error: wrongPasskey },
    { type: 'xstate.error.actor.answerWithPasskey', error: noAnswer },
  ],
  project: ({ problem }) => problem?.code,
  keeps: {
    'code.submitted': { code: 'code' },
  },
  tags: {
    code: ['code.submitted', 'answerWithCode'],
    passkey: ['passkey.asked', 'answerWithPasskey'],
    dismissed: (snapshot) => snapshot.matches({ passkey: 'dismissed' }),
  },
  takes: {
    'step.left': (snapshot) => !snapshot.hasTag('busy'),
  },
  leads: {
    'code.chosen': ['code'],
    'step.left': ['left'],
    'passkey.chosen': ['passkey'],
    'xstate.done.actor.answerWithPasskey': ['passed'],
    'xstate.error.actor.answerWithPasskey': ['passkey.dismissed', 'over', 'passkey.refused', 'passkey.unreachable'],
    'xstate.done.actor.answerWithCode': ['passed'],
    'xstate.error.actor.answerWithCode': ['over', 'code.refused', 'code.unreachable'],
  },
  tells: {
    'step.left': 'step.left',
    'step.passed': ['xstate.done.actor.answerWithPasskey', 'xstate.done.actor.answerWithCode'],
    'step.ended': (_before, _event, after) => after.matches('over'),
  },
  ownWords: ['passkey.dismissed'],
  failures: { answerWithPasskey: 'dismissed' },
  invariants: {
    'a passkey is asked for only where there is one': (snapshot) =>
      !snapshot.hasTag('passkey') || snapshot.context.challenge.ways.includes('passkey'),
    'a refusal has a message': (snapshot) =>
      !(snapshot.matches({ code: 'refused' }) || snapshot.matches({ passkey: 'refused' })) || Boolean(snapshot.context.problem?.message),
  },
});
