import { assign, setup } from 'xstate';
import type { ChartMeta, Reasons } from '../chart.ts';

export const explainerReasons: Reasons<never> = {};

/** "Why can't I?": which chart, state and guard refuses what a control of the page wants. */
export const explainerMachine = setup({
  types: {
    context: {} as {
      /** Name of the picked control; null before one is picked. */
      control: string | null;
    },
    events: {} as
      | { type: 'pick.started' }
      | { type: 'pick.cancelled' }
      | { type: 'control.picked'; control: string }
      | { type: 'explanation.closed' },
    tags: {} as 'picking' | 'explaining',
    meta: {} as ChartMeta,
  },
  actions: {
    setControl: assign({ control: (_, { control }: { control: string }) => control }),
    clearControl: assign({ control: null }),
  },
}).createMachine({
  id: 'explainer',
  description: 'A developer picks a control of a page and reads why it cannot be used now.',
  meta: { reasons: explainerReasons },
  context: { control: null },
  initial: 'resting',
  states: {
    resting: {
      description: 'Only the button is there.',
      on: { 'pick.started': { target: 'picking', description: 'The developer wants to know why something cannot be done.' } },
    },
    picking: {
      description: 'The next press, by pointer or keyboard, picks a control instead of using it.',
      tags: 'picking',
      meta: { announce: 'developer_why_pick' },
      on: {
        'control.picked': {
          target: 'explaining',
          actions: { type: 'setControl', params: ({ event }) => event },
          description: 'The developer presses a control.',
        },
        'pick.cancelled': { target: 'resting', description: 'The developer presses Escape or Cancel.' },
      },
    },
    explaining: {
      description: 'What refuses is on the screen, as it was when the control was picked.',
      tags: 'explaining',
      meta: { focus: 'explanation' },
      exit: 'clearControl',
      on: {
        'pick.started': { target: 'picking', description: 'The developer wants to pick another control.' },
        'explanation.closed': { target: 'resting', description: 'The developer has read it.' },
      },
    },
  },
});
