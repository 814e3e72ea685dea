import { part } from './chart.ts';

// What charts share that follow a job of the server until it ends. A chart imports it as `following`.

/** How often to poll the server, in ms. Passed to `setup`. */
export const delays = { pollPause: 1_000 };

/**
 * States of the state `following`, which poll with the chart's actor `find`.
 * @param input of `find`, from the context
 * @param onDone where each answer leads: to `waiting` while the job goes on
 */
export const states = <const Input, const OnDone>(input: Input, onDone: OnDone) =>
  part({
    waiting: {
      description: 'Shows the latest progress.',
      after: { pollPause: { target: 'looking', description: 'Time for the next poll.' } },
    },
    looking: {
      description: 'Asking the server for the progress.',
      invoke: { id: 'find', src: 'find', input, onDone, onError: { target: 'unseen', description: 'There was no answer.' } },
    },
    unseen: {
      description: 'The progress is unknown for now, and the screen says so. The server keeps working.',
      tags: 'stale',
      after: { pollPause: { target: 'looking', description: 'Time for the next poll.' } },
    },
  });
