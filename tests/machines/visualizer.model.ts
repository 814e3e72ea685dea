import { visualizerMachine } from '../../src/machines/developer/visualizerMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const visualizerModel = defineModel({
  machine: visualizerMachine,
  inputs: { known: { chart: 'login' }, new: { chart: 'login', isNew: true }, map: { chart: null } },
  events: [
    { type: 'map.opened' },
    { type: 'chart.chosen', chart: 'quiz' },
    { type: 'actor.chosen', chart: 'session', actor: 'x:1' },
    { type: 'simulation.started' },
    { type: 'simulation.ended' },
    { type: 'step.picked', step: 1, isNewest: false },
    { type: 'step.picked', step: 2, isNewest: true },
    { type: 'present.resumed' },
    { type: 'canvas.enlarged' },
    { type: 'canvas.reduced' },
    { type: 'event.offered', event: { type: 'route.requested', path: '/' } },
    { type: 'event.confirmed', event: { type: 'route.requested', path: '/' } },
    { type: 'event.withdrawn' },
    { type: 'guide.opened' },
    { type: 'guide.continued' },
    { type: 'guide.dismissed' },
  ],
  project: ({ order, ...context }) => ({ ...context, isAsked: order !== null }),
  keeps: {
    'step.picked': { step: { as: 'step', in: ['showing.watching.past', 'showing.simulating.past'] } },
    'chart.chosen': { chart: 'chart' },
    'actor.chosen': { chart: 'chart', actor: 'actor' },
    'event.offered': { event: 'order' },
  },
  tags: {
    mapping: ({ context }) => context.chart === null,
    asking: 'event.confirmed',
    past: 'present.resumed',
    simulating: 'simulation.ended',
    full: 'canvas.reduced',
    guiding: 'guide.continued',
    watching: (snapshot) => snapshot.matches({ showing: 'watching' }),
    live: (snapshot) => snapshot.matches({ showing: { watching: 'live' } }) || snapshot.matches({ showing: { simulating: 'newest' } }),
  },
  takes: {
    'simulation.started': ['showing.drawing', 'showing.watching'],
    'step.picked': ['showing.watching.live', 'showing.watching.past', 'showing.simulating.newest', 'showing.simulating.past'],
  },
  tells: {
    'event.ordered': 'event.confirmed',
    'guide.left': (before, _event, after) => before.hasTag('guiding') && !after.hasTag('guiding'),
  },
  invariants: {
    'the map is shown exactly while no chart is': (snapshot) => snapshot.hasTag('mapping') === (snapshot.context.chart === null),
    'an actor is watched exactly while there is one': (snapshot) => snapshot.hasTag('watching') === (snapshot.context.actor !== null),
    'only the past has a step': (snapshot) => snapshot.hasTag('past') === (snapshot.context.step !== null),
    'an event waits exactly while it is asked about': (snapshot) => snapshot.hasTag('asking') === (snapshot.context.order !== null),
  },
});
