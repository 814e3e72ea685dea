import { type AssignableGroup, type AssignInput, assignMachine } from '../../src/machines/assigning/assignMachine.ts';
import { targetsOf } from '../../src/machines/assigning/assignTargets.ts';
import { defineModel } from '../kit/modelKit.ts';

export const assignInput: AssignInput = {
  userPuid: 3,
  lessonId: 11,
  isPrebuilt: false,
  timeZone: 'America/Chicago',
  today: '2030-01-07',
  dueDate: null,
};
const group = (group_puid: number, group_assignment_id: number | null) =>
  ({ group_puid, group_name: `Period ${group_puid}`, group_assignment_id }) as unknown as AssignableGroup;
const inverted = { from: '2030-01-14', to: '2030-01-07' };

export const assignModel = defineModel({
  machine: assignMachine,
  inputs: { workspace: assignInput, prebuilt: { ...assignInput, isPrebuilt: true } },
  events: [
    { type: 'groups.retried' },
    { type: 'group.toggled', groupPuid: 1 },
    { type: 'group.toggled', groupPuid: 2 },
    { type: 'group.selected', groupPuid: 2 },
    { type: 'group.selected', groupPuid: null },
    { type: 'category.chosen', category: 1 },
    { type: 'category.chosen', category: 3 },
    { type: 'student.toggled', groupPuid: 1, userPuid: 101 },
    { type: 'student.toggled', groupPuid: 9, userPuid: 901 },
    { type: 'dates.changed', dates: { from: '2030-01-07', to: '2030-01-14' } },
    { type: 'dates.changed', dates: inverted },
    { type: 'ownDates.changed', groupPuid: 1, dates: inverted },
    { type: 'ownDates.changed', groupPuid: 1, dates: null },
    { type: 'readings.switched', isOpen: true },
    { type: 'lesson.unassigned', groupPuid: 2 },
    { type: 'assign.submitted' },
    { type: 'xstate.done.actor.loadGroups', output: [group(1, null), group(2, 5)] },
    { type: 'xstate.error.actor.loadGroups', error: { code: 404, message: 'No such lesson' } },
    { type: 'xstate.done.actor.assignLesson', output: null },
    { type: 'xstate.error.actor.assignLesson', error: { code: 409, message: 'The lesson was taken back' } },
  ],
  project: ({ chosen, students, selected, category, dates, ownDates, problem, groups }) => ({
    chosen,
    students,
    selected,
    category,
    isInverted: dates.to !== '' && dates.to < dates.from,
    own: ownDates[1] !== undefined,
    problem: problem?.code,
    groups: groups.length,
  }),
  keeps: {
    'xstate.done.actor.loadGroups': { output: 'groups' },
    'group.selected': { groupPuid: 'selected' },
    'category.chosen': { category: 'category' },
    'dates.changed': { dates: 'dates' },
    'readings.switched': { isOpen: 'isReadingOpen' },
  },
  tags: {
    loading: 'loadGroups',
    assigning: 'assignLesson',
    unavailable: 'groups.retried',
    choosing: 'assign.submitted',
    nobody: (snapshot) => snapshot.matches({ choosing: 'withoutClass' }),
    inverted: (snapshot) => snapshot.matches({ choosing: 'datesInverted' }),
    refused: (snapshot) => snapshot.matches({ choosing: 'refused' }),
  },
  takes: {
    'group.toggled': ['choosing', 'choosing.withoutClass'],
    'student.toggled': ['choosing', 'choosing.withoutClass'],
  },
  leads: {
    'dates.changed': ['choosing.ready'],
    'ownDates.changed': ['choosing.ready'],
    'lesson.unassigned': ['loading'],
    'groups.retried': ['loading'],
    'group.toggled': ['choosing.ready'],
    'student.toggled': ['choosing.ready'],
    'xstate.done.actor.assignLesson': ['assigned'],
  },
  tells: {
    'lesson.assigned': 'xstate.done.actor.assignLesson',
    'workspace.outdated': ({ context }, { type }) =>
      !context.input.isPrebuilt && ['lesson.unassigned', 'xstate.done.actor.assignLesson'].includes(type),
  },
  ownWords: ['choosing.withoutClass', 'choosing.datesInverted'],
  oldProblems: ['loading', 'choosing.ready'],
  invariants: {
    'a class that has the lesson is never chosen': ({ context }) =>
      context.chosen.every((puid) => context.groups.find(({ group_puid }) => group_puid === puid)?.group_assignment_id === null),
    'a class is not chosen as a whole and by its students': ({ context }) => context.chosen.every((puid) => !(puid in context.students)),
    'nothing is sent to nobody': (snapshot) => !snapshot.matches('assigning') || targetsOf(snapshot.context).length > 0,
    'nothing is sent with a due date before its start': (snapshot) =>
      !snapshot.matches('assigning') || targetsOf(snapshot.context).every(({ dates: { from, to } }) => to === '' || to >= from),
  },
  stepInvariants: {
    'a refusal keeps every choice': ({ context: before }, event, { context: after }) =>
      event.type !== 'xstate.error.actor.assignLesson' ||
      (['chosen', 'students', 'dates', 'ownDates', 'isReadingOpen'] as const).every((field) => before[field] === after[field]),
    'only Assign sends': (before, event, after) =>
      before.matches('assigning') || !after.matches('assigning') || event.type === 'assign.submitted',
  },
});

/** The same on a screen: a class that can have the lesson, with a student, and one that has it. */
export const assignOnScreen = (at: {
  canHaveIt: number;
  hasIt: number;
  student: number;
  groups: AssignableGroup[];
  dates: { from: string; to: string };
}) =>
  defineModel({
    ...assignModel,
    events: [
      { type: 'groups.retried' },
      { type: 'group.toggled', groupPuid: at.canHaveIt },
      { type: 'group.selected', groupPuid: at.canHaveIt },
      { type: 'category.chosen', category: 1 },
      { type: 'category.chosen', category: 2 },
      { type: 'student.toggled', groupPuid: at.canHaveIt, userPuid: at.student },
      { type: 'dates.changed', dates: at.dates },
      { type: 'dates.changed', dates: { from: at.dates.to, to: at.dates.from } },
      { type: 'ownDates.changed', groupPuid: at.canHaveIt, dates: null },
      { type: 'readings.switched', isOpen: true },
      { type: 'lesson.unassigned', groupPuid: at.hasIt },
      { type: 'assign.submitted' },
      { type: 'xstate.done.actor.loadGroups', output: at.groups },
      { type: 'xstate.error.actor.loadGroups', error: { code: 404, message: 'No such lesson' } },
      { type: 'xstate.done.actor.assignLesson', output: null },
      { type: 'xstate.error.actor.assignLesson', error: { code: 503, message: 'Too much to do' } },
    ],
    project: ({ chosen, students, selected, category, dates, problem, groups: known }) => ({
      chosen,
      students,
      selected,
      category,
      dates,
      problem: problem?.code,
      groups: known.length,
    }),
  });
