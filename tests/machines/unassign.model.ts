import { unassignMachine } from '../../src/machines/assign/unassignMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const unassignModel = defineModel({
  machine: unassignMachine,
  input: { groupAssignmentId: 5, userPuids: null },
  events: [
    { type: 'unassign.confirmed' },
    { type: 'unassign.cancelled' },
    { type: 'unassign.retried' },
    { type: 'xstate.done.actor.countStudents', output: { students: 2, not_started: 2, in_progress: 0, submitted: 0 } },
    { type: 'xstate.error.actor.countStudents', error: { code: 404, message: 'The assignment was not found.' } },
    { type: 'xstate.done.actor.unassignLesson', output: null },
    { type: 'xstate.error.actor.unassignLesson', error: { code: 503, message: 'Too much to do' } },
  ],
  project: ({ numbers, problem }) => ({ isCounted: numbers !== null, problem: problem?.code }),
  invariants: {
    'nothing is taken before the numbers are known': (snapshot) => !snapshot.matches('unassigning') || snapshot.context.numbers !== null,
  },
});
