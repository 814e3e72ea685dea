import { assign, setup } from 'xstate';
import type { ChartMeta, Reasons } from '../chart.ts';

export const visualizerReasons: Reasons<'isNewest'> = {
  isNewest: 'An earlier step was picked.',
};

/** What the statechart visualizer shows: a drawing, an actor (live or in the past), or a simulation. */
export const visualizerMachine = setup({
  types: {
    context: {} as {
      /** Id of the chart on the screen. */
      chart: string;
      /** The watched actor; null if none. */
      actor: string | null;
      /** The selected step; null for the newest. */
      step: number | null;
    },
    input: {} as { chart: string },
    events: {} as
      | { type: 'chart.chosen'; chart: string }
      | { type: 'actor.chosen'; chart: string; actor: string }
      | { type: 'simulation.started' }
      | { type: 'simulation.ended' }
      | { type: 'step.picked'; step: number; isNewest: boolean }
      | { type: 'present.resumed' },
    tags: {} as 'live' | 'past' | 'simulating' | 'watching',
    meta: {} as ChartMeta,
  },
  actions: {
    setChart: assign({ chart: (_, { chart }: { chart: string }) => chart, actor: null, step: null }),
    setActor: assign({
      chart: (_, { chart }: { chart: string; actor: string }) => chart,
      actor: (_, { actor }: { chart: string; actor: string }) => actor,
      step: null,
    }),
    clearActor: assign({ actor: null, step: null }),
    setStep: assign({ step: (_, { step }: { step: number }) => step }),
    clearStep: assign({ step: null }),
  },
  guards: { isNewest: (_, { isNewest }: { isNewest: boolean }) => isNewest },
}).createMachine({
  id: 'visualizer',
  description: 'A developer views a chart: the drawing alone, a running actor or its past, or a simulation.',
  meta: { reasons: visualizerReasons },
  context: ({ input }) => ({ chart: input.chart, actor: null, step: null }),
  initial: 'drawing',
  on: {
    'chart.chosen': {
      target: '.drawing',
      actions: { type: 'setChart', params: ({ event }) => event },
      description: 'Another chart is chosen from the list.',
    },
    'actor.chosen': {
      target: '.watching',
      actions: { type: 'setActor', params: ({ event }) => event },
      description: 'A running actor is chosen.',
    },
  },
  states: {
    drawing: {
      description: 'Only the drawing of the chart is on the screen. Nothing runs.',
      on: {
        'simulation.started': { target: 'simulating', description: 'The developer wants to try out the chart.' },
      },
    },
    watching: {
      description: 'An actor is selected, and its states are highlighted in the chart.',
      tags: 'watching',
      initial: 'live',
      on: {
        'simulation.started': {
          target: 'simulating',
          actions: 'clearActor',
          description: 'The developer wants to try out the chart of this actor in a simulation.',
        },
      },
      states: {
        live: {
          description: 'The current states of the actor are highlighted as they change.',
          tags: 'live',
          on: {
            'step.picked': {
              target: 'past',
              actions: { type: 'setStep', params: ({ event }) => event },
              description: 'A step in the log is picked. The actor keeps running.',
            },
          },
        },
        past: {
          description: 'The states after an earlier step are highlighted. New steps are only logged.',
          tags: 'past',
          meta: { announce: 'developer_in_the_past' },
          on: {
            'step.picked': { actions: { type: 'setStep', params: ({ event }) => event }, description: 'Another step is picked.' },
            'present.resumed': { target: 'live', actions: 'clearStep', description: 'The developer returns to the present.' },
          },
        },
      },
    },
    simulating: {
      description: 'The developer tries out the chart. No calls are made, and time passes only on command.',
      tags: 'simulating',
      initial: 'newest',
      on: {
        'simulation.ended': { target: 'drawing', actions: 'clearStep', description: 'The developer ends the simulation.' },
      },
      states: {
        newest: {
          description: 'The states after the last step are highlighted.',
          tags: 'live',
          on: {
            'step.picked': [
              {
                guard: { type: 'isNewest', params: ({ event }) => event },
                description: 'The last step is picked, which is already highlighted.',
              },
              {
                target: 'past',
                actions: { type: 'setStep', params: ({ event }) => event },
                description: 'An earlier step is picked.',
              },
            ],
          },
        },
        past: {
          description: 'The states after an earlier step are highlighted. Sending an event from here drops the later steps.',
          tags: 'past',
          on: {
            'step.picked': [
              {
                guard: { type: 'isNewest', params: ({ event }) => event },
                target: 'newest',
                actions: 'clearStep',
                description: 'The last step is picked.',
              },
              { actions: { type: 'setStep', params: ({ event }) => event }, description: 'Another earlier step is picked.' },
            ],
            'present.resumed': {
              target: 'newest',
              actions: 'clearStep',
              description: 'The developer returns to the last step or continues from here with a new event.',
            },
          },
        },
      },
    },
  },
});
