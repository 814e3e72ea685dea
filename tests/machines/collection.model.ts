import { collectionMachine } from '../../src/machines/collection/collectionMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const collectionModel = defineModel({
  machine: collectionMachine,
  inputs: { 'nothing kept': { kept: undefined }, 'something kept': { kept: ['first'] } },
  events: [
    { type: 'collection.retried' },
    { type: 'collection.outdated' },
    { type: 'xstate.done.actor.load', output: ['first', 'second'] },
    { type: 'xstate.error.actor.load', error: { code: 503, message: 'Service unavailable' } },
  ],
  project: ({ data, problem }) => ({ loaded: data !== undefined, problem: problem?.code }),
  keeps: {
    'xstate.done.actor.load': { output: 'data' },
  },
  tags: {
    ready: (snapshot) => snapshot.matches('ready') || snapshot.matches('refreshing') || snapshot.matches('stale'),
    stale: (snapshot) => snapshot.matches('stale'),
  },
  takes: {
    'collection.retried': ['failed', 'stale'],
    'collection.outdated': (snapshot) => !snapshot.matches('loading'),
  },
  leads: {
    'xstate.done.actor.load': ['ready'],
    'collection.outdated': ['refreshing', 'loading'],
    'collection.retried': ['loading', 'refreshing'],
  },
  oldProblems: ['stale', 'loading', 'refreshing'],
  failures: { load: 'stale' },
  invariants: {
    'what is ready is there': (snapshot) => !snapshot.hasTag('ready') || snapshot.context.data !== undefined,
    'a failure says why': (snapshot) => !(snapshot.hasTag('failed') || snapshot.hasTag('stale')) || snapshot.context.problem !== null,
  },
});
