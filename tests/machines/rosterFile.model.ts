import { partsOf, rosterFileMachine } from '../../src/machines/rostering/rosterFileMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { fileOf, jobOf, options } from './rosterSamples.ts';

const unanswered = { code: 0, message: '' };
/** A refusal of the file itself, in words beside its name. */
export const refusedFile = {
  code: 400,
  message: 'An import takes at most 40 files.',
  refused: true as const,
  reason: 'tooManyRosterFiles' as const,
  fields: { file_name: { en: 'At most 40 files.', es: 'Como máximo 40 archivos.' } },
};

export const rosterFileModel = defineModel({
  machine: rosterFileMachine,
  inputs: {
    sent: { files: [fileOf('a', 2)], job: null, options, listener: null },
    unverified: { files: [], job: jobOf('uploaded'), options, listener: null },
    checking: { files: [], job: jobOf('checking'), options: null, listener: null },
  },
  events: [
    { type: 'file.retried' },
    { type: 'file.abandoned' },
    { type: 'xstate.done.actor.uploadPart', output: jobOf('uploaded') },
    { type: 'xstate.error.actor.uploadPart', error: unanswered },
    { type: 'xstate.error.actor.uploadPart', error: refusedFile },
    { type: 'xstate.done.actor.verify', output: jobOf('checking') },
    { type: 'xstate.error.actor.verify', error: { code: 409, message: 'Not whole yet' } },
    { type: 'xstate.done.actor.look', output: jobOf('checking') },
    { type: 'xstate.done.actor.look', output: jobOf('validated') },
    { type: 'xstate.error.actor.look', error: unanswered },
  ],
  project: ({ sent, files, options: asked, uploadStatus, verifyStatus, problem }) => ({
    left: partsOf(files) - sent,
    isAsked: asked !== null,
    uploadStatus,
    verifyStatus,
    code: problem?.code,
  }),
  delays: { pollPause: 1_000 },
  keeps: {
    'xstate.done.actor.look': { output: { as: 'verifyResult', in: ['verified'] } },
    'xstate.done.actor.uploadPart': { output: 'job' },
    'xstate.done.actor.verify': { output: 'job' },
  },
  tags: { busy: ['uploadPart', 'verify', 'look', 'pollPause'], uploading: 'uploadPart', failed: 'file.retried' },
  leads: {
    'xstate.done.actor.uploadPart': ['uploading', 'verifying'],
    'xstate.error.actor.uploadPart': ['failed'],
    'file.retried': ['uploading', 'verifying', 'looking'],
    'xstate.done.actor.verify': ['checking'],
    'xstate.error.actor.verify': ['failed'],
    pollPause: ['looking'],
    'xstate.done.actor.look': ['checking', 'verified'],
    'xstate.error.actor.look': ['failed'],
  },
  oldProblems: ['uploading', 'verifying', 'looking', 'checking'],
  invariants: {
    'upload and verify status are never true at once': ({ context }) => !(context.uploadStatus && context.verifyStatus),
    'a verified file has no upload result': ({ context }) => !context.verifyStatus || context.uploadResult === null,
    'a result belongs to its status': ({ context }) =>
      context.uploadStatus === (context.uploadResult !== null) && context.verifyStatus === (context.verifyResult !== null),
    'only a verified file ends with an import': ({ output, context }) => (output ?? null) === context.verifyResult,
    'no more parts are sent than there are': ({ context }) => context.sent <= partsOf(context.files),
    'what failed says why': (snapshot) => !snapshot.hasTag('failed') || snapshot.context.problem !== null,
  },
});
