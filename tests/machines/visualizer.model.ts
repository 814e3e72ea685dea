import { visualizerMachine } from '../../src/machines/developer/visualizerMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const visualizerModel = defineModel({
  machine: visualizerMachine,
  input: { chart: 'login' },
  events: [
    { type: 'chart.chosen', chart: 'quiz' },
    { type: 'actor.chosen', chart: 'session', actor: 'x:1' },
    { type: 'simulation.started' },
    { type: 'simulation.ended' },
    { type: 'step.picked', step: 1, isNewest: false },
    { type: 'step.picked', step: 2, isNewest: true },
    { type: 'present.resumed' },
  ],
  project: (context) => context,
  invariants: {
    'an actor is watched exactly while there is one': (snapshot) => snapshot.hasTag('watching') === (snapshot.context.actor !== null),
    'only the past has a step': (snapshot) => snapshot.hasTag('past') === (snapshot.context.step !== null),
  },
});
