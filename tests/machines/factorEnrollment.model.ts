import { passkeyDismissed } from '../../common/passkeyOutcome.ts';
import { factorEnrollmentMachine } from '../../src/machines/secondFactor/factorEnrollmentMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { challengeOver } from './login.model.ts';

const refused = { code: 400, message: 'This code is not right.', refused: true } as const;
const noAnswer = { code: 0, message: '' };
const recovery_codes = ['AAAA-BBBB-CCCC-DDDD-EEEE-FFFF', '0000-1111-2222-3333-4444-5555'];
const offer = { totp: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Orrery:dan?secret=JBSWY3DPEHPK3PXP' }, passkey: {} };

export const factorEnrollmentModel = defineModel({
  machine: factorEnrollmentMachine,
  inputs: { able: { challenge: 'secret', canUsePasskeys: true }, appOnly: { challenge: 'secret', canUsePasskeys: false } },
  events: [
    { type: 'code.submitted', code: '123456' },
    { type: 'code.submitted', code: '' },
    { type: 'form.edited' },
    { type: 'code.chosen' },
    { type: 'passkey.chosen' },
    { type: 'passkey.asked' },
    { type: 'codes.kept' },
    { type: 'enrollment.retried' },
    { type: 'step.left' },
    { type: 'xstate.done.actor.loadOffer', output: offer },
    { type: 'xstate.error.actor.loadOffer', error: challengeOver },
    { type: 'xstate.error.actor.loadOffer', error: noAnswer },
    { type: 'xstate.done.actor.enrollAuthenticator', output: { recovery_codes, session: null } },
    { type: 'xstate.done.actor.enrollAuthenticator', output: { recovery_codes: null, session: null } },
    { type: 'xstate.error.actor.enrollAuthenticator', error: challengeOver },
    { type: 'xstate.error.actor.enrollAuthenticator', error: refused },
    { type: 'xstate.error.actor.enrollAuthenticator', error: noAnswer },
    { type: 'xstate.done.actor.enrollPasskey', output: { recovery_codes, session: null } },
    { type: 'xstate.done.actor.enrollPasskey', output: { recovery_codes: null, session: null } },
    { type: 'xstate.error.actor.enrollPasskey', error: { code: passkeyDismissed, message: '' } },
    { type: 'xstate.error.actor.enrollPasskey', error: challengeOver },
    { type: 'xstate.error.actor.enrollPasskey', error: refused },
    { type: 'xstate.error.actor.enrollPasskey', error: noAnswer },
  ],
  project: ({ problem, enrollment }) => ({ problem: problem?.code, codes: enrollment?.recovery_codes?.length }),
  keeps: {
    'code.submitted': { code: 'code' },
    'xstate.done.actor.loadOffer': { output: 'offer' },
    'xstate.done.actor.enrollAuthenticator': { output: 'enrollment' },
    'xstate.done.actor.enrollPasskey': { output: 'enrollment' },
  },
  tags: {
    unloaded: 'enrollment.retried',
    codes: 'codes.kept',
    code: ['code.submitted', 'enrollAuthenticator'],
    passkey: ['passkey.asked', 'enrollPasskey'],
    dismissed: (snapshot) => snapshot.matches({ passkey: 'dismissed' }),
  },
  takes: {
    'step.left': ['unloaded', 'code', 'passkey'],
  },
  leads: {
    'xstate.done.actor.loadOffer': ['code'],
    'xstate.error.actor.loadOffer': ['over', 'unloaded'],
    'step.left': ['left'],
    'enrollment.retried': ['loading'],
    'xstate.done.actor.enrollAuthenticator': ['showingCodes', 'finished'],
    'xstate.error.actor.enrollAuthenticator': ['over', 'code.refused', 'code.unreachable'],
    'code.chosen': ['code'],
    'codes.kept': ['finished'],
    'xstate.done.actor.enrollPasskey': ['showingCodes', 'finished'],
    'xstate.error.actor.enrollPasskey': ['passkey.dismissed', 'over', 'passkey.refused', 'passkey.unreachable'],
  },
  tells: {
    'step.left': 'step.left',
    'step.ended': (_before, _event, after) => after.matches('over'),
    'enrollment.finished': (_before, _event, after) => after.matches('finished'),
  },
  ownWords: ['passkey.dismissed'],
  oldProblems: ['loading'],
  failures: { enrollPasskey: 'dismissed' },
  invariants: {
    'recovery codes that were made are shown before the end': (snapshot) =>
      !snapshot.matches('showingCodes') || (snapshot.context.enrollment?.recovery_codes?.length ?? 0) > 0,
    'a passkey is offered only where one can be made': (snapshot) => !snapshot.hasTag('passkey') || snapshot.context.canUsePasskeys,
  },
});
