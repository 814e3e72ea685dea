import type { Challenge } from '../../contract/login.ts';
import { loginMachine } from '../../src/machines/login/loginMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { sessionOf } from './session.model.ts';

/** A sign-in whose second step offers these methods. */
export const challengeOf = (ways: Challenge['ways']): Challenge => ({
  challenge: 'secret',
  ways,
  expires_at: '2030-01-15T15:05:00.000Z',
});
export const challengeOver = {
  code: 401,
  message: 'That took too long, or there were too many tries. Sign in again.',
  refused: true,
} as const;

export const loginModel = defineModel({
  machine: loginMachine,
  events: [
    { type: 'form.edited' },
    { type: 'login.submitted', credentials: { username: 'student1', password: 'secret' } },
    { type: 'login.submitted', credentials: { username: ' ', password: 'secret' } },
    { type: 'login.submitted', credentials: { username: 'student1', password: '' } },
    { type: 'login.confirmed', credentials: { username: 'student1', password: 'secret' } },
    { type: 'login.declined' },
    { type: 'xstate.error.actor.authenticate', error: { code: 409, message: 'Maya Chen is signed in on this computer.', refused: true } },
    { type: 'xstate.done.actor.authenticate', output: sessionOf(7) },
    { type: 'xstate.done.actor.authenticate', output: challengeOf(['totp', 'recovery']) },
    { type: 'challenge.passed', session: sessionOf(7) },
    { type: 'challenge.left' },
    { type: 'challenge.ended', problem: challengeOver },
    { type: 'xstate.error.actor.authenticate', error: { code: 401, message: 'User name or password is wrong', refused: true } },
    { type: 'xstate.error.actor.authenticate', error: { code: 429, message: 'Too many failures', refused: true } },
    { type: 'xstate.error.actor.authenticate', error: { code: 0, message: 'Network Error' } },
  ],
  project: ({ problem }) => problem?.code,
  keeps: {
    'xstate.done.actor.authenticate': { output: { as: 'challenge', in: ['challenged'] } },
    'challenge.ended': { problem: 'problem' },
  },
  tags: { challenged: 'challenge.passed', asking: 'login.confirmed' },
  leads: {
    'login.submitted': ['authenticating', 'editing.incomplete'],
    'xstate.error.actor.authenticate': ['asking', 'editing.refused', 'editing.unreachable'],
    'xstate.done.actor.authenticate': ['signedIn', 'challenged'],
    'login.confirmed': ['authenticating'],
    'login.declined': ['editing'],
    'challenge.passed': ['signedIn'],
    'challenge.left': ['editing'],
    'challenge.ended': ['editing.refused'],
  },
  tells: {
    'login.succeeded': (_before, _event, after) => after.matches('signedIn'),
  },
  oldProblems: ['asking'],
  failures: { authenticate: 'asking' },
  invariants: {
    'a challenge is held only while it is open': (snapshot) => snapshot.hasTag('challenged') === (snapshot.context.challenge !== null),
    'the question says who is signed in': (snapshot) => !snapshot.hasTag('asking') || Boolean(snapshot.context.problem?.message),
    'a refusal has a message': (snapshot) => !snapshot.matches({ editing: 'refused' }) || Boolean(snapshot.context.problem?.message),
    'while it is checked, no old problem stands there': (snapshot) => !snapshot.hasTag('busy') || snapshot.context.problem === null,
  },
});
