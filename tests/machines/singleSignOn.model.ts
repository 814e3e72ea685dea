import { singleSignOnMachine } from '../../src/machines/sso/singleSignOnMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { sessionOf } from './session.model.ts';

export const singleSignOnModel = defineModel({
  machine: singleSignOnMachine,
  inputs: {
    before: { code: null, hasFailed: false },
    back: { code: 'one-time', hasFailed: false },
    failed: { code: null, hasFailed: true },
  },
  events: [
    { type: 'provider.chosen', provider: 'roster', district_id: null },
    { type: 'provider.chosen', provider: 'classroom', district_id: null },
    { type: 'signOn.retried' },
    { type: 'replacement.confirmed' },
    { type: 'replacement.declined' },
    { type: 'xstate.done.actor.beginSignOn', output: { url: 'https://roster.example/authorize' } },
    { type: 'xstate.error.actor.beginSignOn', error: { code: 503, message: 'The other service does not answer.' } },
    { type: 'xstate.done.actor.exchangeCode', output: { session: sessionOf(7), mustSelectSchool: false, opens: null } },
    { type: 'xstate.error.actor.exchangeCode', error: { code: 400, message: 'Invalid Credentials', refused: true } },
    { type: 'xstate.error.actor.exchangeCode', error: { code: 409, message: 'Maya Chen is signed in on this computer.', refused: true } },
    { type: 'xstate.error.actor.exchangeCode', error: { code: 0, message: '' } },
  ],
  project: ({ choice, replace, problem }) => ({ ...choice, replace, problem: problem?.code }),
  tags: {
    exchanging: 'exchangeCode',
    asking: 'replacement.confirmed',
    choosing: ['provider.chosen', 'beginSignOn'],
    unreachable: (snapshot) => snapshot.matches('unreachable'),
    refused: (snapshot) => snapshot.matches('turnedAway') || snapshot.matches('refused'),
  },
  takes: {
    'signOn.retried': ['unreachable', 'turnedAway', 'refused'],
  },
  leads: {
    'provider.chosen': ['leaving'],
    'xstate.error.actor.beginSignOn': ['choosing.again'],
    'signOn.retried': ['choosing.again', 'exchanging'],
    'replacement.confirmed': ['exchanging'],
  },
  tells: {
    'address.opened': 'xstate.done.actor.beginSignOn',
    'signOn.succeeded': 'xstate.done.actor.exchangeCode',
    'signOn.declined': 'replacement.declined',
  },
  retriesLater: (snapshot) => snapshot.matches({ choosing: 'again' }),
  ownWords: ['refused', 'unreachable', 'choosing.again', 'turnedAway'],
  oldProblems: ['asking'],
  failures: { exchangeCode: 'asking' },
  invariants: {
    'the code is exchanged only where there is one': ({ value, context }) => value !== 'exchanging' || context.code !== null,
    'the question says who is signed in': (snapshot) => !snapshot.hasTag('asking') || Boolean(snapshot.context.problem?.message),
  },
});
