import type { ImportEnd } from '../../src/machines/rostering/importEnd.ts';
import { importWizardMachine } from '../../src/machines/rostering/importWizardMachine.ts';
import { defineModel, type Model } from '../kit/modelKit.ts';
import { inPart } from './importDecision.model.ts';
import { fileOf, jobOf, options } from './rosterSamples.ts';

const unanswered = { code: 0, message: '' };
const problem = { code: 409, message: 'This import has moved on. Look at it again.' };
export const partlyUploaded = jobOf('uploaded', { files: [{ name: 'students.csv', size: 900_000, parts: 2, received: 1 }] });

const files = [fileOf('user_name;first_name')];
const ends = (id: string, outputs: readonly ImportEnd[]) =>
  outputs.map((output) => ({ type: `xstate.done.actor.${id}` as `xstate.done.actor.${string}`, output }));

export const importWizardModel = defineModel({
  machine: importWizardMachine,
  inputs: {
    fresh: { userPuid: 9, jobId: null, mode: 'add' as const },
    found: { userPuid: 9, jobId: 8, mode: 'add' as const },
  },
  events: [
    { type: 'file.uploaded', job: jobOf('uploaded') },
    { type: 'import.retried' },
    { type: 'import.restarted' },
    ...[
      jobOf('validated'),
      inPart,
      jobOf('refused'),
      jobOf('checking'),
      jobOf('uploaded'),
      partlyUploaded,
      jobOf('applying'),
      jobOf('partial'),
      jobOf('rolledBack'),
    ].map((output) => ({ type: 'xstate.done.actor.find' as const, output })),
    { type: 'xstate.error.actor.find', error: unanswered },
    { type: 'xstate.done.actor.fileReading', output: { files, options } },
    { type: 'xstate.done.actor.rosterFile', output: jobOf('validated') },
    { type: 'xstate.done.actor.rosterFile', output: jobOf('refused') },
    { type: 'xstate.done.actor.rosterFile', output: null },
    ...ends('importRefusal', [
      { kind: 'changed', options: { ...options, leave_out: true } },
      { kind: 'chosen', files, options },
      { kind: 'restarted' },
      { kind: 'lost', problem: unanswered },
    ]),
    ...ends('importDecision', [
      { kind: 'moved', job: jobOf('confirmed') },
      { kind: 'moved', job: jobOf('cancelled') },
      { kind: 'refused', problem },
      { kind: 'changed', options: { ...options, mode: 'replace' } },
      { kind: 'lost', problem: unanswered },
    ]),
    { type: 'xstate.done.actor.importProgress', output: jobOf('partial') },
    ...ends('importOutcome', [
      { kind: 'moved', job: jobOf('undoing') },
      { kind: 'moved', job: jobOf('applying') },
      { kind: 'refused', problem },
      { kind: 'restarted' },
    ]),
  ],
  project: ({ job, jobId, files: chosen, problem: why }) => ({
    state: job?.state,
    isWhole: job?.files.every(({ parts, received }) => parts === received),
    isInPart: job?.options.leave_out,
    isKnown: jobId !== null,
    isChosen: chosen.length > 0,
    code: why?.code,
  }),
  keeps: {
    'xstate.done.actor.fileReading': { 'output.files': 'files' },
    'file.uploaded': { job: 'job', 'job.job_id': 'jobId' },
    'xstate.done.actor.rosterFile': { output: 'job', 'output.job_id': 'jobId', 'output.options': 'options' },
    'xstate.done.actor.importDecision': { 'output.job': 'job', 'output.problem': 'problem', 'output.options': 'options' },
    'xstate.done.actor.importRefusal': { 'output.options': 'options', 'output.files': 'files', 'output.problem': 'problem' },
    'xstate.done.actor.importProgress': { output: 'job' },
    'xstate.done.actor.importOutcome': { 'output.job': 'job', 'output.problem': 'problem' },
    'xstate.done.actor.find': { output: { as: 'job', in: (snapshot) => !snapshot.matches('preparing') }, 'output.options': 'options' },
  },
  tags: {
    compare: ['rosterFile', 'importDecision'],
    known: ['importDecision', 'importProgress', 'importOutcome'],
    import: ['importProgress', 'importOutcome'],
    failed: 'import.retried',
  },
  leads: {
    'xstate.done.actor.fileReading': ['sending'],
    'xstate.done.actor.rosterFile': ['deciding', 'refused', 'preparing'],
    'xstate.done.actor.importDecision': ['following', 'over', 'finding', 'sending', 'lost'],
    'xstate.done.actor.importRefusal': ['sending', 'preparing', 'lost'],
    'xstate.done.actor.importProgress': ['over'],
    'xstate.done.actor.importOutcome': ['following', 'finding', 'preparing'],
    'xstate.done.actor.find': ['deciding', 'refused', 'sending', 'preparing', 'following', 'over'],
    'xstate.error.actor.find': ['lost'],
    'import.retried': ['finding'],
    'import.restarted': ['preparing'],
  },
  tells: {
    'job.known': (_before, { type }, after) => type === 'file.uploaded' || (!/init$|find$/.test(type) && after.matches('preparing')),
  },
  oldProblems: ['finding', 'deciding', 'refused', 'over', 'sending', 'following'],
  invariants: {
    'nothing with errors goes to be applied': ({ value, context }) => value !== 'deciding' || context.job?.state === 'validated',
    'what is followed is under way': ({ value, context }) =>
      value !== 'following' || ['confirmed', 'applying', 'undoing'].includes(context.job?.state ?? ''),
    'a step of an import has the import': (snapshot) => !snapshot.hasTag('known') || snapshot.context.job !== null,
    'what is sent is a file or an import': ({ value, context: { files: chosen, job } }) =>
      value !== 'sending' || chosen.length > 0 || job !== null,
    'what failed says why': (snapshot) => !snapshot.hasTag('failed') || snapshot.context.problem !== null,
  },
  stepInvariants: {
    'no failure forgets the import': ({ context: before }, event, { context: after }) =>
      before.jobId === after.jobId || !(event.type.startsWith('xstate.error') || ['lost', 'refused'].includes(event.output?.kind)),
    'nothing is applied that was not decided': (before, event, after) =>
      before.value === 'following' ||
      after.value !== 'following' ||
      /^xstate\.done\.actor\.(find|importDecision|importOutcome)$/.test(event.type),
  },
});

/** Events of the chart that a screen can cause. */
export const canOnScreen: NonNullable<Model<typeof importWizardMachine>['can']> = (event, { context: { job, files: chosen }, value }) => {
  // Files that the server already has are not sent again.
  if (event.type === 'file.uploaded') return value === 'sending' && chosen.length > 0 && job === null;
  if (event.type === 'xstate.done.actor.importOutcome') {
    const { output } = event as { output: ImportEnd };
    if (output.kind === 'moved') return job?.can_undo === true && (output.job.state === 'undoing' || job.state === 'partial');
    if (output.kind === 'refused') return job?.can_undo === true;
  }
  return true;
};
