import { duplicateMachine } from '../../src/machines/workspace/duplicateMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const duplicateModel = defineModel({
  machine: duplicateMachine,
  input: { userPuid: 3, lessonId: 11, type: 'lesson', name: 'Rocks (copy)' },
  events: [
    { type: 'name.changed', name: 'Rocks again' },
    { type: 'name.changed', name: ' ' },
    { type: 'duplicate.submitted' },
    { type: 'xstate.done.actor.duplicateLesson', output: null },
    { type: 'xstate.error.actor.duplicateLesson', error: { code: 409, message: 'Unable to Duplicate. Live lesson already exists' } },
  ],
  project: ({ name, problem }) => ({ name, problem: problem?.message }),
  invariants: {
    'nothing is sent without a name': (snapshot) => !snapshot.matches('duplicating') || snapshot.context.name.trim() !== '',
  },
});
