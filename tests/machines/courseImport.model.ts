import type { CourseImport } from '../../contract/courseImport.ts';
import { changesIn, courseImportMachine } from '../../src/machines/contentSetup/courseImportMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { courseFile, courseIn, courseReport } from './courseImportSamples.ts';

const silence = { code: 0, message: '' };
const refusal = { code: 409, message: 'Another version.' };
/** What each command starts. */
const started = { check: 'checking', confirm: 'importing', undo: 'undoing' } as const;
const runs = ['checking', 'importing', 'undoing'];

export const courseImportModel = defineModel({
  machine: courseImportMachine,
  inputs: { new: { jobId: null }, opened: { jobId: 5 } },
  events: [
    { type: 'file.chosen', file: courseFile },
    { type: 'import.opened', jobId: 5 },
    { type: 'import.confirmed' },
    { type: 'import.checked' },
    { type: 'undo.asked' },
    { type: 'undo.confirmed' },
    { type: 'undo.dismissed' },
    { type: 'import.retried' },
    { type: 'import.restarted' },
    { type: 'xstate.done.actor.upload', output: courseIn('checking') },
    { type: 'xstate.error.actor.upload', error: silence },
    { type: 'xstate.done.actor.find', output: courseIn('checking') },
    { type: 'xstate.done.actor.find', output: courseIn('refused') },
    { type: 'xstate.done.actor.find', output: courseIn('checked') },
    { type: 'xstate.done.actor.find', output: courseIn('checked', { counts: [] }) },
    { type: 'xstate.done.actor.find', output: courseIn('checked', { is_own: false, received: 0 }) },
    { type: 'xstate.done.actor.find', output: courseIn('done') },
    { type: 'xstate.done.actor.find', output: courseIn('uploaded', { received: 0 }) },
    { type: 'xstate.done.actor.find', output: courseIn('failed') },
    { type: 'xstate.error.actor.find', error: silence },
    { type: 'xstate.done.actor.load', output: courseReport },
    { type: 'xstate.error.actor.load', error: silence },
    { type: 'xstate.done.actor.carryOut', output: courseIn('checking') },
    { type: 'xstate.done.actor.carryOut', output: courseIn('importing') },
    { type: 'xstate.done.actor.carryOut', output: courseIn('undoing') },
    { type: 'xstate.error.actor.carryOut', error: refusal },
  ],
  /** The server starts what it was asked for. */
  can: (event, { context: { command } }) =>
    event.type !== 'xstate.done.actor.carryOut' || (event.output as CourseImport).state === started[command],
  project: ({ jobId, job, report, command, problem }) => ({
    ...{
      hasJob: jobId !== null,
      state: job?.state,
      own: job?.is_own,
      received: job?.received,
      isNew: job?.state === 'checked' && changesIn(job) > 0,
      hasReport: report !== null,
      command,
      code: problem?.code,
    },
  }),
  delays: { pollPause: 1_000 },
  keeps: {
    'xstate.done.actor.find': { output: { as: 'job', in: (snapshot) => !snapshot.hasTag('choosing') } },
    'file.chosen': { file: 'file' },
    'import.opened': { jobId: 'jobId' },
    'xstate.done.actor.upload': { output: 'job', 'output.job_id': 'jobId' },
    'xstate.done.actor.load': { output: 'report' },
    'xstate.done.actor.carryOut': { output: 'job' },
  },
  tags: {
    busy: ({ value }) => value === 'finding' || value === 'loading',
    choosing: (snapshot) => snapshot.value === 'choosing' || snapshot.value === 'unsent',
    sending: 'upload',
    ready: (snapshot) => snapshot.value === 'ready',
    commanding: 'carryOut',
    running: (snapshot) => typeof snapshot.value === 'object',
    stale: (snapshot) => snapshot.matches({ following: 'unseen' }),
    over: (snapshot) => snapshot.value === 'over' || snapshot.value === 'asking',
    asking: (snapshot) => snapshot.value === 'asking',
  },
  takes: {
    'file.chosen': (snapshot) => snapshot.hasTag('choosing'),
    'import.opened': (snapshot) => snapshot.hasTag('choosing'),
    'import.retried': ['unsent', 'lost'],
    'import.restarted': ['lost', 'ready', 'over'],
    'import.checked': ['ready', 'over'],
    pollPause: ['following.waiting', 'following.unseen'],
  },
  leads: {
    'file.chosen': ['sending'],
    'import.opened': ['finding'],
    'xstate.done.actor.upload': ['following'],
    'xstate.done.actor.find': ['following', 'loading', 'over', 'choosing', 'following.waiting'],
    'xstate.error.actor.find': ['lost', 'following.unseen'],
    pollPause: ['following.looking'],
    'import.retried': ['sending', 'finding'],
    'xstate.error.actor.load': ['lost'],
    'import.restarted': ['choosing'],
    'import.checked': ['commanding'],
    'import.confirmed': ['commanding'],
    'undo.confirmed': ['commanding'],
    'undo.dismissed': ['over'],
    'xstate.done.actor.carryOut': ['following'],
    'xstate.error.actor.carryOut': ['finding'],
  },
  tells: {
    'job.known': (before, { type }, { context }) =>
      ['file.chosen', 'import.opened'].includes(type) || before.context.jobId !== context.jobId,
  },
  oldProblems: ['unsent', 'ready', 'asking', 'following.looking', 'following.unseen', 'over', 'loading', 'following.waiting', 'finding'],
  failures: {
    find: ({ value }) => value === 'lost' || typeof value === 'object',
    upload: ({ context }) => context.problem !== null,
    carryOut: ({ context }) => context.problem !== null,
  },
  invariants: {
    'what is chosen next begins with nothing of the last import': (snapshot) =>
      !snapshot.matches('choosing') ||
      (['file', 'jobId', 'job', 'report', 'problem'] as const).every((field) => snapshot.context[field] === null),
    'a file is held only until the server has it': ({ context }) => context.file === null || context.jobId === null,
    'what is followed is under way': ({ value, context }) => typeof value !== 'object' || runs.includes(context.job?.state ?? ''),
    'a file whose check never started, or stopped, can be checked': (snapshot) => {
      const { job } = snapshot.context;
      const isCheckable = snapshot.value === 'over' && job?.is_own === true && job.received === job.parts;
      return !isCheckable || snapshot.can({ type: 'import.checked' });
    },
    'nothing is decided without the report': ({ value, context }) => value !== 'ready' || context.report !== null,
    'only what can be undone is asked about': ({ value, context }) => value !== 'asking' || context.job?.undo_until != null,
    'a file is sent only if there is one': ({ value, context }) => value !== 'sending' || context.file !== null,
  },
});
