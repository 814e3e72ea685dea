import { assign, setup } from 'xstate';
import type { RosterJob } from '../../../contract/rostering/job.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import * as following from '../following.ts';
import { setProblem, withProblem } from '../problem.ts';
import type { ImportStepInput } from './importEnd.ts';

const running: readonly RosterJob['state'][] = ['confirmed', 'applying', 'undoing'];
/** Whether the server is writing or undoing an import. */
export const isRunning = (job: RosterJob): boolean => running.includes(job.state);

export const importProgressReasons: Reasons<'isRunning' | 'canStop'> = {
  isRunning: 'Nothing is being written or undone.',
  canStop: 'The server is not applying anything, so there is nothing to stop.',
};

const jobId = ({ context }: { context: ImportStepInput }) => ({ jobId: context.job.job_id });
const found = { params: ({ event }: { event: { output: RosterJob } }) => ({ job: event.output }) };

/** The progress of an import that the server is applying or undoing. Ends with the import, wherever it stopped. */
export const importProgressMachine = setup({
  types: {
    input: {} as ImportStepInput,
    context: {} as ImportStepInput,
    events: {} as { type: 'import.stopped' },
    output: {} as RosterJob,
    tags: {} as 'busy' | 'stale',
    meta: {} as ChartMeta,
  },
  actors: {
    find: actorSlot<RosterJob, { jobId: number }>('find', 'GET get_job'),
    stop: actorSlot<RosterJob, { jobId: number }>('stop', 'POST cancel_import'),
  },
  actions: {
    setJob: assign({ job: (_, { job }: { job: RosterJob }) => job }),
    setProblem,
    clearProblem: assign({ problem: null }),
  },
  guards: {
    isRunning: (_, { job }: { job: RosterJob }) => isRunning(job),
    canStop: ({ context: { job } }) => job.state === 'confirmed' || job.state === 'applying',
  },
  delays: following.delays,
}).createMachine({
  id: 'importProgress',
  description: 'The server applies or undoes an import row by row. The user can leave the page and come back.',
  meta: { reasons: importProgressReasons },
  context: ({ input }) => ({ ...input }),
  output: ({ context }) => context.job,
  initial: 'following',
  states: {
    following: {
      description: 'The progress is polled.',
      initial: 'waiting',
      on: {
        'import.stopped': { guard: 'canStop', target: 'stopping', description: 'The user presses Stop.' },
      },
      states: following.states(jobId, [
        {
          guard: { type: 'isRunning', ...found },
          target: 'waiting',
          actions: { type: 'setJob', ...found },
          description: 'The import is still running.',
        },
        { target: '#importProgress.ended', actions: { type: 'setJob', ...found }, description: 'The import has ended.' },
      ]),
    },
    stopping: {
      description: 'Waiting for the server to accept the stop.',
      tags: 'busy',
      entry: 'clearProblem',
      invoke: {
        id: 'stop',
        src: 'stop',
        input: jobId,
        onDone: {
          target: 'ended',
          actions: { type: 'setJob', ...found },
          description: 'The server has accepted the stop.',
        },
        onError: {
          target: 'following.looking',
          ...withProblem,
          description: 'The server refused or did not answer: keep the message and ask for the current state.',
        },
      },
    },
    ended: { type: 'final', description: 'The server has finished, or was told to stop.' },
  },
});
