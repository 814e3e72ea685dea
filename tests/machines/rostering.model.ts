import { partsOf, rosteringMachine } from '../../src/machines/rostering/rosteringMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { fileOf, jobOf, options } from './rosterSamples.ts';

export const rosteringModel = defineModel({
  machine: rosteringMachine,
  input: { listener: null },
  events: [
    { type: 'file.sent', files: [fileOf('a', 2)], options },
    { type: 'verification.asked', job: jobOf('validated'), options },
    { type: 'verification.found', job: jobOf('checking') },
    { type: 'file.retried' },
    { type: 'xstate.done.actor.uploadPart', output: jobOf('uploaded') },
    { type: 'xstate.error.actor.uploadPart', error: { code: 0, message: '' } },
    { type: 'xstate.done.actor.verify', output: jobOf('checking') },
    { type: 'xstate.error.actor.verify', error: { code: 409, message: 'Not whole yet' } },
    { type: 'xstate.done.actor.look', output: jobOf('checking') },
    { type: 'xstate.done.actor.look', output: jobOf('validated') },
    { type: 'xstate.error.actor.look', error: { code: 0, message: '' } },
  ],
  project: ({ sent, files, options: asked, uploadStatus, verifyStatus }) => ({
    left: partsOf(files) - sent,
    isSent: asked !== null,
    uploadStatus,
    verifyStatus,
  }),
  invariants: {
    'upload and verify status are never true at once': ({ context }) => !(context.uploadStatus && context.verifyStatus),
    'a verified file has no upload result': ({ context }) => !context.verifyStatus || context.uploadResult === null,
    'a result belongs to its status': ({ context }) =>
      context.uploadStatus === (context.uploadResult !== null) && context.verifyStatus === (context.verifyResult !== null),
    'no more parts are sent than there are': ({ context }) => context.sent <= partsOf(context.files),
  },
});
