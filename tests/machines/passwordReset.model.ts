import words from '../../messages/en/refusals.json' with { type: 'json' };
import { passwordResetMachine } from '../../src/machines/account/passwordResetMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

const noAnswer = { code: 0, message: '' };
const expired = { code: 400, message: 'This link has expired. Ask for a new one.', refused: true };

const weak = { code: 400, message: words.refusal_passwordCommon, refused: true, reason: 'passwordCommon' };

export const passwordResetModel = defineModel({
  machine: passwordResetMachine,
  input: { linkId: 'secret' },
  events: [
    { type: 'form.edited' },
    { type: 'link.retried' },
    { type: 'password.submitted', typed: { password: 'long enough', repeated: 'long enough' } },
    { type: 'password.submitted', typed: { password: 'long enough', repeated: 'long enouhg' } },
    { type: 'password.submitted', typed: { password: 'short', repeated: 'short' } },
    { type: 'xstate.done.actor.validateLink', output: { user_name: 'ana' } },
    { type: 'xstate.error.actor.validateLink', error: expired },
    { type: 'xstate.error.actor.validateLink', error: noAnswer },
    { type: 'xstate.done.actor.resetPassword', output: null },
    { type: 'xstate.error.actor.resetPassword', error: weak },
    { type: 'xstate.error.actor.resetPassword', error: expired },
    { type: 'xstate.error.actor.resetPassword', error: noAnswer },
  ],
  project: ({ userName, password, problem }) => ({ userName, hasPassword: password !== '', problem: problem?.code }),
  failures: { validateLink: 'failed' },
  invariants: {
    'a password is kept only while it is being saved': ({ value, context }) => value === 'saving' || context.password === '',
    'only the owner of a valid link chooses a password': (snapshot) => !snapshot.hasTag('choosing') || snapshot.context.userName === 'ana',
    'a problem is shown only after a failed call': (snapshot) => snapshot.hasTag('failed') || snapshot.context.problem === null,
  },
});
