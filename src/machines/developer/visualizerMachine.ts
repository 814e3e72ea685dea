import type { AnyEventObject } from 'xstate';
import { assign, emit, setup } from 'xstate';
import type { ChartMeta, Reasons } from '../chart.ts';

export const visualizerReasons: Reasons<'hasChart' | 'isNewest' | 'isNew'> = {
  hasChart: 'The address names no chart.',
  isNewest: 'An earlier step was picked.',
  isNew: 'The guide was read on this device before.',
};

/** What the statechart visualizer shows: the map, a drawing, an actor (live or in the past), or a simulation. */
export const visualizerMachine = setup({
  types: {
    context: {} as {
      /** Id of the chart on the screen; null for the map of all charts. */
      chart: string | null;
      /** The watched actor; null if none. */
      actor: string | null;
      /** The selected step; null for the newest. */
      step: number | null;
      /** The event that waits for a yes; null if none. */
      order: AnyEventObject | null;
      /** Nobody has read the guide on this device. */
      isNew: boolean;
    },
    input: {} as { chart: string | null; isNew?: boolean },
    events: {} as
      | { type: 'map.opened' }
      | { type: 'chart.chosen'; chart: string }
      | { type: 'actor.chosen'; chart: string; actor: string }
      | { type: 'simulation.started' }
      | { type: 'simulation.ended' }
      | { type: 'step.picked'; step: number; isNewest: boolean }
      | { type: 'present.resumed' }
      | { type: 'canvas.enlarged' }
      | { type: 'canvas.reduced' }
      | { type: 'event.offered'; event: AnyEventObject }
      | { type: 'event.confirmed'; event: AnyEventObject }
      | { type: 'event.withdrawn' }
      | { type: 'guide.opened' }
      | { type: 'guide.continued' }
      | { type: 'guide.dismissed' },
    emitted: {} as { type: 'event.ordered'; event: AnyEventObject } | { type: 'guide.left' },
    tags: {} as 'mapping' | 'live' | 'past' | 'simulating' | 'watching' | 'full' | 'asking' | 'guiding',
    meta: {} as ChartMeta,
  },
  actions: {
    setChart: assign({ chart: (_, { chart }: { chart: string }) => chart, actor: null, step: null }),
    setActor: assign({
      chart: (_, { chart }: { chart: string; actor: string }) => chart,
      actor: (_, { actor }: { chart: string; actor: string }) => actor,
      step: null,
    }),
    clearChart: assign({ chart: null, actor: null, step: null }),
    clearActor: assign({ actor: null, step: null }),
    setStep: assign({ step: (_, { step }: { step: number }) => step }),
    clearStep: assign({ step: null }),
    setOrder: assign({ order: (_, { event }: { event: AnyEventObject }) => event }),
    clearOrder: assign({ order: null }),
    tellOrder: emit((_, { event }: { event: AnyEventObject }) => ({ type: 'event.ordered' as const, event })),
    tellGuideLeft: emit({ type: 'guide.left' }),
  },
  guards: {
    hasChart: ({ context }) => context.chart !== null,
    isNew: ({ context }) => context.isNew,
    isNewest: (_, { isNewest }: { isNewest: boolean }) => isNewest,
  },
}).createMachine({
  id: 'visualizer',
  description: 'A developer views a chart: the drawing alone, a running actor or its past, or a simulation.',
  meta: { reasons: visualizerReasons },
  context: ({ input }) => ({ chart: input.chart, actor: null, step: null, order: null, isNew: input.isNew ?? false }),
  type: 'parallel',
  states: {
    showing: {
      description: 'What is drawn: the map, a chart alone, an actor, or a simulation.',
      initial: 'opening',
      on: {
        'map.opened': {
          target: '.mapping',
          actions: 'clearChart',
          description: 'The developer wants to see all charts and how they relate.',
        },
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
        opening: {
          description: 'The address may name a chart.',
          always: [{ guard: 'hasChart', target: 'drawing' }, { target: 'mapping' }],
        },
        mapping: {
          description: 'All charts and how they relate are on the screen, and none by itself.',
          tags: 'mapping',
        },
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
              initial: 'following',
              states: {
                following: {
                  description: 'No event waits for a yes.',
                  on: {
                    'event.offered': {
                      target: 'asking',
                      actions: { type: 'setOrder', params: ({ event }) => event },
                      description: 'The developer picks an event for the running actor.',
                    },
                  },
                },
                asking: {
                  description: 'A question shows the event with its payload. The running product has not got it.',
                  tags: 'asking',
                  exit: 'clearOrder',
                  on: {
                    'event.confirmed': {
                      target: 'following',
                      actions: { type: 'tellOrder', params: ({ event }) => event },
                      description: 'The developer sends the event, perhaps with another payload.',
                    },
                    'event.withdrawn': { target: 'following', description: 'The developer decides against it.' },
                  },
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
    },
    canvas: {
      description: 'How much room the drawing has.',
      initial: 'framed',
      states: {
        framed: {
          description: 'Lists, details and the log stand around the drawing.',
          on: { 'canvas.enlarged': { target: 'full', description: 'The developer wants to see nothing but the drawing.' } },
        },
        full: {
          description: 'The drawing covers the window.',
          tags: 'full',
          on: { 'canvas.reduced': { target: 'framed', description: 'The developer wants the lists, details and the log back.' } },
        },
      },
    },
    guide: {
      description: 'A guided look at the visualizer in four steps.',
      initial: 'deciding',
      states: {
        deciding: {
          description: 'It shows by itself only the first time on a device.',
          always: [{ guard: 'isNew', target: 'reading' }, { target: 'closed' }],
        },
        closed: {
          description: 'The guide is not on the screen.',
          on: { 'guide.opened': { target: 'reading', description: 'The developer asks for the guided look.' } },
        },
        reading: {
          description: 'One step of the guide is on the screen.',
          tags: 'guiding',
          initial: 'chart',
          exit: 'tellGuideLeft',
          on: { 'guide.dismissed': { target: 'closed', description: 'The developer has seen enough.' } },
          states: {
            chart: {
              description: 'How to read a chart, and how to open and close its states.',
              on: { 'guide.continued': { target: 'actors', description: 'The developer goes on.' } },
            },
            actors: {
              description: 'What runs now, and where it stands.',
              on: { 'guide.continued': { target: 'log', description: 'The developer goes on.' } },
            },
            log: {
              description: 'What has happened, and how to go back to it.',
              on: { 'guide.continued': { target: 'events', description: 'The developer goes on.' } },
            },
            events: {
              description: 'What can happen next, why not, and how to try it out.',
              on: { 'guide.continued': { target: '#visualizer.guide.closed', description: 'The developer has read it all.' } },
            },
          },
        },
      },
    },
  },
});
