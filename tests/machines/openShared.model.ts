import { openSharedMachine } from '../../src/machines/sharing/openSharedMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const openSharedModel = defineModel({
  machine: openSharedMachine,
  input: { userPuid: 3, linkId: 'A'.repeat(22) },
  events: [
    { type: 'link.retried' },
    {
      type: 'xstate.done.actor.shareFromUrl',
      output: { lesson_id: 11, lesson_name: 'Rocks', shared_by_puid: 4, shared_by: 'Tess Person' },
    },
    { type: 'xstate.error.actor.shareFromUrl', error: { code: 404, message: 'The link was not found.', refused: true } },
    { type: 'xstate.error.actor.shareFromUrl', error: { code: 503, message: 'Too much to do' } },
  ],
  project: ({ lesson, problem }) => ({ isShared: lesson !== null, problem: problem?.code }),
  invariants: {
    'the lesson is named once it is shared': (snapshot) => !snapshot.matches('shared') || snapshot.context.lesson !== null,
  },
});
