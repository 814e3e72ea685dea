import { type GroupOrder, groupChangeMachine } from '../../src/machines/groups/groupChangeMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { groupDetail } from './rosterSamples.ts';

export const renaming: GroupOrder = {
  kind: 'update',
  groupPuid: 5,
  draft: { group_name: 'Science 8', subject: 'Science', grade: '8', period: '2' },
  active: true,
};

export const groupChangeModel = defineModel({
  machine: groupChangeMachine,
  events: [
    { type: 'change.submitted', order: renaming },
    { type: 'problem.closed' },
    { type: 'xstate.done.actor.change', output: groupDetail },
    { type: 'xstate.error.actor.change', error: { code: 404, message: 'The class was not found.' } },
  ],
  invariants: {
    'what is saved is known': (snapshot) => !snapshot.hasTag('busy') || snapshot.context.order !== null,
    'a refusal says why': (snapshot) => snapshot.hasTag('failed') === (snapshot.context.problem !== null),
  },
});
