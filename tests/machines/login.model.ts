import { loginMachine } from '../../src/machines/login/loginMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { sessionOf } from './session.model.ts';

export const loginModel = defineModel({
  machine: loginMachine,
  events: [
    { type: 'login.edited' },
    { type: 'login.submitted', credentials: { username: 'student1', password: 'secret' } },
    { type: 'login.submitted', credentials: { username: ' ', password: 'secret' } },
    { type: 'login.submitted', credentials: { username: 'student1', password: '' } },
    { type: 'login.confirmed', credentials: { username: 'student1', password: 'secret' } },
    { type: 'login.declined' },
    { type: 'xstate.error.actor.authenticate', error: { code: 409, message: 'Maya Chen is signed in on this computer.' } },
    { type: 'xstate.done.actor.authenticate', output: sessionOf(7) },
    { type: 'xstate.error.actor.authenticate', error: { code: 401, message: 'User name or password is wrong' } },
    { type: 'xstate.error.actor.authenticate', error: { code: 429, message: 'Too many failures' } },
    { type: 'xstate.error.actor.authenticate', error: { code: 0, message: 'Network Error' } },
  ],
  project: ({ problem }) => problem?.code,
  invariants: {
    'the question says who is signed in': (snapshot) => !snapshot.hasTag('asking') || Boolean(snapshot.context.problem?.message),
    'a refusal has a message': (snapshot) => !snapshot.matches({ editing: 'refused' }) || Boolean(snapshot.context.problem?.message),
    'while it is checked, no old problem stands there': (snapshot) => !snapshot.hasTag('busy') || snapshot.context.problem === null,
  },
});
