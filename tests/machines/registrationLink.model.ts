import type { Registration } from '../../contract/registration.ts';
import { registrationLinkMachine } from '../../src/machines/registration/registrationLinkMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

const noAnswer = { code: 0, message: '' };
const dead = { code: 400, message: 'This link has expired. Ask for a new one.', refused: true };
const registered: Registration = {
  request_id: 'r1',
  state: 'confirmed',
  email: 'dana@hill.example',
  first_name: 'Dana',
  last_name: 'Reyes',
  school_name: 'Hill School',
};
const details = { user_name: 'dana', grade: '7', password: 'long enough', repeated: 'long enough' };

export const registrationLinkModel = defineModel({
  machine: registrationLinkMachine,
  inputs: { applicant: { linkId: 'confirm' }, administrator: { linkId: 'activate' } },
  events: [
    { type: 'form.edited' },
    { type: 'link.opened' },
    { type: 'details.submitted', details },
    { type: 'details.submitted', details: { ...details, user_name: ' ' } },
    { type: 'details.submitted', details: { ...details, repeated: 'long enouhg' } },
    { type: 'details.submitted', details: { ...details, password: 'short', repeated: 'short' } },
    { type: 'xstate.done.actor.verifyLink', output: { kind: 'confirmed', registration: registered } },
    { type: 'xstate.done.actor.verifyLink', output: { kind: 'activated', registration: { ...registered, state: 'done' } } },
    { type: 'xstate.error.actor.verifyLink', error: dead },
    { type: 'xstate.error.actor.verifyLink', error: noAnswer },
    { type: 'xstate.done.actor.submitDetails', output: { ...registered, state: 'detailed' } },
    { type: 'xstate.error.actor.submitDetails', error: { code: 409, message: 'This user name is taken. Choose another.', refused: true } },
    { type: 'xstate.error.actor.submitDetails', error: noAnswer },
    { type: 'xstate.done.actor.signUp', output: { ...registered, state: 'done' } },
    { type: 'xstate.error.actor.signUp', error: { code: 409, message: 'This user name is taken. Choose another.', refused: true } },
    { type: 'xstate.error.actor.signUp', error: noAnswer },
  ],
  project: ({ linkId, registration, details: typed, problem }) => ({
    linkId,
    state: registration?.state,
    hasDetails: typed.user_name !== '',
    hasPassword: typed.password !== '',
    problem: problem?.code,
  }),
  invariants: {
    'a password is kept only while the account is being made': ({ value, context }) =>
      ['submitting', 'signingUp'].includes(String(value)) || context.details.password === '',
    'details are asked for only after the link was verified': (snapshot) =>
      !snapshot.hasTag('detailing') || snapshot.context.registration !== null,
    'a problem is shown only after a failed call': (snapshot) => snapshot.hasTag('failed') || snapshot.context.problem === null,
  },
});
