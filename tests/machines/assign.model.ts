import { type AssignableGroup, type AssignInput, assignMachine } from '../../src/machines/assign/assignMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

const input: AssignInput = { userPuid: 3, lessonId: 11, isPrebuilt: false, timeZone: 'America/Chicago', today: '2030-01-07' };
const group = (group_puid: number, group_assignment_id: number | null) =>
  ({ group_puid, group_name: `Period ${group_puid}`, group_assignment_id }) as unknown as AssignableGroup;

export const assignModel = defineModel({
  machine: assignMachine,
  inputs: { workspace: input, prebuilt: { ...input, isPrebuilt: true } },
  events: [
    { type: 'groups.retried' },
    { type: 'group.toggled', groupPuid: 1 },
    { type: 'group.toggled', groupPuid: 2 },
    { type: 'dates.changed', dates: { from: '2030-01-07', to: '2030-01-14' } },
    { type: 'dates.changed', dates: { from: '2030-01-14', to: '2030-01-07' } },
    { type: 'assign.submitted' },
    { type: 'xstate.done.actor.loadGroups', output: [group(1, null), group(2, 5)] },
    { type: 'xstate.error.actor.loadGroups', error: { code: 404, message: 'No such lesson' } },
    { type: 'xstate.done.actor.assignLesson', output: null },
    { type: 'xstate.error.actor.assignLesson', error: { code: 409, message: 'The lesson was taken back' } },
  ],
  project: ({ chosen, dates, problem, groups }) => ({ chosen, dates, problem: problem?.code, groups: groups.length }),
  invariants: {
    'a class that has the lesson is never chosen': ({ context }) =>
      context.chosen.every((puid) => context.groups.find(({ group_puid }) => group_puid === puid)?.group_assignment_id === null),
    'nothing is sent without a class': (snapshot) => !snapshot.matches('assigning') || snapshot.context.chosen.length > 0,
    'nothing is sent with a due date before its start': (snapshot) => {
      const { from, to } = snapshot.context.dates;
      return !snapshot.matches('assigning') || to === '' || to >= from;
    },
  },
});
