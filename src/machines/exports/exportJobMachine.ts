import { assign, emit, setup } from 'xstate';
import type { ExportJob } from '../../../contract/exportJob.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import * as following from '../following.ts';
import { failed, type Problem, setProblem, withProblem } from '../problem.ts';

const isUnderWay = ({ state }: ExportJob): boolean => state === 'queued' || state === 'running';

export const exportJobReasons: Reasons<'isUnderWay' | 'hasFile'> = {
  isUnderWay: 'The export is not running any more.',
  hasFile: 'The export has no file to download.',
};

interface Context {
  jobId: number;
  job: ExportJob | null;
  problem: Problem | null;
}
const jobId = ({ context }: { context: Context }) => ({ jobId: context.jobId });
const known = { type: 'setJob' as const, params: ({ event }: { event: { output: ExportJob } }) => ({ job: event.output }) };
const underWay = { type: 'isUnderWay' as const, params: ({ event }: { event: { output: ExportJob } }) => ({ job: event.output }) };

/** One export: its progress on the server while it runs, and its file once it is ready. The page can be left at any time. */
export const exportJobMachine = setup({
  types: {
    input: {} as { jobId: number },
    context: {} as Context,
    events: {} as { type: 'export.retried' } | { type: 'export.cancelled' } | { type: 'file.asked' },
    emitted: {} as { type: 'file.ready'; path: string },
    tags: {} as 'busy' | 'failed' | 'stale' | 'cancelling' | 'over' | 'fetching',
    meta: {} as ChartMeta,
  },
  actors: {
    find: actorSlot<ExportJob, { jobId: number }>('find', 'GET /ETLReport/get_exports'),
    cancel: actorSlot<ExportJob, { jobId: number }>('cancel', 'POST /ETLReport/cancel_export'),
    fetchLink: actorSlot<string, { jobId: number }>('fetchLink', 'POST /ETLReport/get_export_link'),
  },
  actions: {
    setJob: assign({ job: (_, { job }: { job: ExportJob }) => job }),
    setProblem,
    clearProblem: assign({ problem: null }),
    announceFile: emit((_, { path }: { path: string }) => ({ type: 'file.ready' as const, path })),
  },
  guards: {
    isUnderWay: (_, { job }: { job: ExportJob }) => isUnderWay(job),
    hasFile: ({ context }) => context.job?.state === 'ready',
  },
  delays: following.delays,
}).createMachine({
  id: 'exportJob',
  description: 'An export of tables. The server writes it, whether or not the page is open; then its file can be downloaded for some days.',
  meta: { reasons: exportJobReasons },
  context: ({ input }) => ({ jobId: input.jobId, job: null, problem: null }),
  initial: 'opening',
  states: {
    opening: {
      description: 'Asking the server for the export. The screen shows a skeleton.',
      tags: 'busy',
      invoke: {
        id: 'find',
        src: 'find',
        input: jobId,
        onDone: [
          { guard: underWay, target: 'following', actions: known, description: 'The export waits or runs.' },
          { target: 'ended', actions: known, description: 'The export is ready, has failed, was cancelled, or has expired.' },
        ],
        onError: { target: 'failed', ...withProblem, description: 'The server refused or did not answer.' },
      },
    },
    failed: {
      description: 'The export could not be shown. The screen gives the reason and offers Try again.',
      ...failed({ announce: 'common_load_failed', focus: 'problem' }),
      on: { 'export.retried': { target: 'opening', actions: 'clearProblem', description: 'The user presses Try again.' } },
    },
    following: {
      description: 'The progress is polled.',
      initial: 'waiting',
      on: { 'export.cancelled': { target: 'cancelling', description: 'The user presses Cancel export.' } },
      states: following.states(jobId, [
        { guard: underWay, target: 'waiting', actions: known, description: 'The export is still running.' },
        { target: '#exportJob.ended', actions: known, description: 'The export has ended.' },
      ]),
    },
    cancelling: {
      description: 'Waiting for the server to stop the export.',
      tags: 'cancelling',
      entry: 'clearProblem',
      invoke: {
        id: 'cancel',
        src: 'cancel',
        input: jobId,
        onDone: { target: 'ended', actions: known, description: 'The export is cancelled, and what it had written is deleted.' },
        onError: {
          target: 'following.looking',
          ...withProblem,
          description: 'The server refused or did not answer: keep the message and ask for the current state.',
        },
      },
    },
    ended: {
      description: 'The export is over. If it is ready, its file can be downloaded until it expires.',
      tags: 'over',
      meta: { announce: 'exports_over', focus: 'export' },
      on: {
        'file.asked': {
          guard: 'hasFile',
          target: 'fetching',
          description: 'The user presses Download.',
        },
      },
    },
    fetching: {
      description: 'Asking for an address of the file, which is good for a minute.',
      tags: ['over', 'fetching'],
      entry: 'clearProblem',
      invoke: {
        id: 'fetchLink',
        src: 'fetchLink',
        input: jobId,
        onDone: {
          target: 'ended',
          actions: { type: 'announceFile', params: ({ event }) => ({ path: event.output }) },
          description: 'The browser saves the file.',
        },
        onError: { target: 'ended', ...withProblem, description: 'The server refused or did not answer. The screen says why.' },
      },
    },
  },
});
