import words from '../../messages/en/refusals.json' with { type: 'json' };
import { passwordResetMachine } from '../../src/machines/account/passwordResetMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

const noAnswer = { code: 0, message: '' };
const expired = { code: 400, message: 'This link has expired. Ask for a new one.', refused: true };

const weak = { code: 400, message: words.refusal_passwordCommon, refused: true, reason: 'passwordCommon' };

export const passwordResetModel = defineModel({
  machine: passwordResetMachine,
  inputs: { request: { linkId: null }, link: { linkId: 'secret' } },
  events: [
    { type: 'email.submitted', email: 'ana@hill.example' },
    { type: 'email.submitted', email: 'ana' },
    { type: 'link.requestedAgain' },
    { type: 'xstate.done.actor.requestLink', output: null },
    { type: 'xstate.error.actor.requestLink', error: { code: 429, message: 'Too many failed attempts.', refused: true } },
    { type: 'xstate.error.actor.requestLink', error: noAnswer },
    { type: 'xstate.done.actor.requestLinkAgain', output: null },
    { type: 'xstate.error.actor.requestLinkAgain', error: noAnswer },
    { type: 'link.followed', linkId: 'secret' },
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
  project: ({ linkId, email, userName, password, problem }) => ({
    ...(linkId === null ? { hasEmail: email !== '' } : { userName, hasPassword: password !== '' }),
    problem: problem?.code,
  }),
  keeps: {
    'password.submitted': { 'typed.password': 'password' },
    'email.submitted': { email: 'email' },
    'link.followed': { linkId: 'linkId' },
    'xstate.done.actor.validateLink': { 'output.user_name': 'userName' },
  },
  tags: {
    dead: (snapshot) => snapshot.matches('dead'),
    sent: ['link.followed', 'requestLinkAgain'],
    again: (snapshot) => snapshot.matches({ sent: 'again' }),
    choosing: ['password.submitted', 'resetPassword'],
    tooShort: (snapshot) => snapshot.matches({ choosing: 'tooShort' }),
    different: (snapshot) => snapshot.matches({ choosing: 'different' }),
  },
  leads: {
    'form.edited': ['editing.typing', 'choosing.typing'],
    'link.followed': ['validating'],
    'xstate.error.actor.validateLink': ['dead', 'unvalidated'],
    'link.retried': ['validating'],
    'xstate.error.actor.resetPassword': ['choosing.refused', 'dead', 'choosing.unreachable'],
  },
  tells: {
    'password.changed': 'xstate.done.actor.resetPassword',
    'link.refused': (_before, _event, after) => after.matches('dead'),
  },
  ownWords: ['unvalidated'],
  failures: { validateLink: 'failed' },
  invariants: {
    'a link is sent only to an address': (snapshot) => !snapshot.hasTag('sent') || snapshot.context.email === 'ana@hill.example',
    'only who has a link chooses a password': (snapshot) => !snapshot.hasTag('choosing') || snapshot.context.linkId === 'secret',
    'a password is kept only while it is being saved': ({ value, context }) => value === 'saving' || context.password === '',
    'only the owner of a valid link chooses a password': (snapshot) => !snapshot.hasTag('choosing') || snapshot.context.userName === 'ana',
    'a problem is shown only after a failed call': (snapshot) => snapshot.hasTag('failed') || snapshot.context.problem === null,
  },
});
