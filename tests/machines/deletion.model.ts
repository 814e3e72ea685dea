import { deletionMachine } from '../../src/machines/workspace/deletionMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const deletionModel = defineModel({
  machine: deletionMachine,
  input: { lessonId: 11, isAssignment: false },
  events: [
    { type: 'deletion.confirmed' },
    { type: 'deletion.cancelled' },
    { type: 'deletion.retried' },
    { type: 'deletion.undone' },
    { type: 'deletion.dismissed' },
    {
      type: 'xstate.done.actor.loadUse',
      output: { groups: 1, students: 2, not_started: 1, in_progress: 1, completed: 0, shared_with: 0, quizzes: [] },
    },
    { type: 'xstate.error.actor.loadUse', error: { code: 404, message: 'The lesson was not found.' } },
    { type: 'xstate.done.actor.deleteItem', output: null },
    { type: 'xstate.error.actor.deleteItem', error: { code: 503, message: 'Too much to do' } },
    { type: 'xstate.done.actor.restoreItem', output: null },
    { type: 'xstate.error.actor.restoreItem', error: { code: 503, message: 'Too much to do' } },
  ],
  project: ({ use, problem }) => ({ isCounted: use !== null, problem: problem?.code }),
  invariants: {
    'nothing is deleted before the numbers are known': (snapshot) => !snapshot.matches('deleting') || snapshot.context.use !== null,
  },
});
