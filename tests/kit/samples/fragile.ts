import { createMachine } from 'xstate';

/** A chart whose only step fails. */
export const fragile = createMachine({
  id: 'fragile',
  initial: 'whole',
  states: {
    whole: {
      on: {
        'stone.thrown': {
          actions: () => {
            throw new Error('crack');
          },
        },
      },
    },
  },
});
