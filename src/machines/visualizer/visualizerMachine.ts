import { assign, setup } from 'xstate';
import type { ChartMeta, Reasons } from '../chart.ts';

export const visualizerReasons: Reasons<'isNewest'> = {
  isNewest: 'An earlier step was picked.',
};

/** What the statechart visualizer looks at: a drawing, an actor (live or back in time), or a simulation. */
export const visualizerMachine = setup({
  types: {
    context: {} as {
      /** Id of the chart that is drawn. */
      chart: string;
      /** The actor that is watched; null while none is. */
      actor: string | null;
      /** The step that is looked at; null for the newest. */
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
  description: 'Somebody looks at charts: at the drawing alone, at an actor as it runs or as it was, or at a simulation.',
  meta: { reasons: visualizerReasons },
  context: ({ input }) => ({ chart: input.chart, actor: null, step: null }),
  initial: 'drawing',
  on: {
    'chart.chosen': {
      target: '.drawing',
      actions: { type: 'setChart', params: ({ event }) => event },
      description: 'Another chart of the list is chosen.',
    },
    'actor.chosen': {
      target: '.watching',
      actions: { type: 'setActor', params: ({ event }) => event },
      description: 'An actor that runs is chosen.',
    },
  },
  states: {
    drawing: {
      description: 'The chart alone: nothing of it runs.',
      on: {
        'simulation.started': { target: 'simulating', description: 'The person wants to try the chart out.' },
      },
    },
    watching: {
      description: 'An actor is watched.',
      tags: 'watching',
      initial: 'live',
      on: {
        'simulation.started': {
          target: 'simulating',
          actions: 'clearActor',
          description: 'The chart of the actor is tried out on its own.',
        },
      },
      states: {
        live: {
          description: 'The newest state is lit, as things happen.',
          tags: 'live',
          on: {
            'step.picked': {
              target: 'past',
              actions: { type: 'setStep', params: ({ event }) => event },
              description: 'A step of the log is picked; the actor itself goes on.',
            },
          },
        },
        past: {
          description: 'The state after a past step is lit; what happens meanwhile is only logged.',
          tags: 'past',
          meta: { announce: 'developer_in_the_past' },
          on: {
            'step.picked': { actions: { type: 'setStep', params: ({ event }) => event }, description: 'Another step is picked.' },
            'present.resumed': { target: 'live', actions: 'clearStep', description: 'Back to the present.' },
          },
        },
      },
    },
    simulating: {
      description: 'The chart is tried out: it calls nothing, and time passes when told to.',
      tags: 'simulating',
      initial: 'newest',
      on: {
        'simulation.ended': { target: 'drawing', actions: 'clearStep', description: 'The person has seen enough.' },
      },
      states: {
        newest: {
          description: 'The last step of the simulation is lit.',
          tags: 'live',
          on: {
            'step.picked': [
              { guard: { type: 'isNewest', params: ({ event }) => event }, description: 'The last step is picked: it is lit already.' },
              {
                target: 'past',
                actions: { type: 'setStep', params: ({ event }) => event },
                description: 'An earlier step is picked.',
              },
            ],
          },
        },
        past: {
          description: 'An earlier step is lit; an event that is sent from here drops what came after it.',
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
              description: 'To the last step, or on from here with a new event.',
            },
          },
        },
      },
    },
  },
});
