import { exportJobMachine } from '../../src/machines/exports/exportJobMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { exportOf } from './exportSamples.ts';

const silence = { code: 0, message: '' };
const isUnderWay = (state: string | undefined) => state === 'queued' || state === 'running';

export const exportJobModel = defineModel({
  machine: exportJobMachine,
  input: { jobId: 5 },
  events: [
    { type: 'export.retried' },
    { type: 'export.cancelled' },
    { type: 'file.asked' },
    { type: 'xstate.done.actor.find', output: exportOf('running') },
    { type: 'xstate.done.actor.find', output: exportOf('ready') },
    { type: 'xstate.done.actor.find', output: exportOf('failed') },
    { type: 'xstate.error.actor.find', error: silence },
    { type: 'xstate.done.actor.cancel', output: exportOf('cancelled') },
    { type: 'xstate.error.actor.cancel', error: { code: 409, message: 'The export is no longer in the state that this page shows.' } },
    { type: 'xstate.done.actor.fetchLink', output: '/api/lms/ETLReport/export_file/ticket' },
    { type: 'xstate.error.actor.fetchLink', error: { code: 409, message: 'The file of this export is not available.' } },
  ],
  project: ({ job, problem }) => ({ state: job?.state, code: problem?.code }),
  delays: { pollPause: 1_000 },
  keeps: {
    'xstate.done.actor.find': { output: 'job' },
    'xstate.done.actor.cancel': { output: 'job' },
  },
  tags: {
    busy: (snapshot) => snapshot.value === 'opening',
    stale: (snapshot) => snapshot.matches({ following: 'unseen' }),
    cancelling: 'cancel',
    over: ({ context: { job } }) => job !== null && !isUnderWay(job.state),
    fetching: 'fetchLink',
  },
  takes: {
    pollPause: ['following.waiting', 'following.unseen'],
  },
  leads: {
    'xstate.done.actor.find': ['following', 'ended', 'following.waiting'],
    pollPause: ['following.looking'],
    'export.retried': ['opening'],
    'xstate.done.actor.cancel': ['ended'],
    'xstate.error.actor.cancel': ['following.looking'],
    'xstate.done.actor.fetchLink': ['ended'],
    'xstate.error.actor.fetchLink': ['ended'],
  },
  tells: {
    'file.ready': 'xstate.done.actor.fetchLink',
  },
  oldProblems: ['following.looking', 'following.unseen', 'ended', 'following.waiting'],
  failures: { find: 'stale', cancel: ({ context }) => context.problem !== null, fetchLink: ({ context }) => context.problem !== null },
  invariants: {
    'what is followed or cancelled is under way': ({ value, context }) =>
      !(typeof value === 'object' || value === 'cancelling') || isUnderWay(context.job?.state),
    'what has ended is not under way': ({ value, context }) => value !== 'ended' || !isUnderWay(context.job?.state),
    'only the file of a ready export is fetched': ({ value, context }) => value !== 'fetching' || context.job?.state === 'ready',
  },
});
