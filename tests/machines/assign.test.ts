import { describe, expect, it } from 'vitest';
import { type AssignInput, assignMachine } from '../../src/machines/assigning/assignMachine.ts';
import { assignmentDatesMachine } from '../../src/machines/assigning/assignmentDatesMachine.ts';
import { assignModel } from './assign.model.ts';
import { datesInput } from './assignmentDates.model.ts';
import { createTestActor } from './scenario.ts';

const inputs = assignModel.inputs as Record<'workspace' | 'prebuilt', AssignInput>;
const groups = assignModel.events.map((event) => Object(event).output).find(Array.isArray);
const today = { from: '2030-01-07', to: '' };

async function choosing(input: AssignInput = inputs.workspace) {
  const assign = createTestActor(assignMachine, input);
  await assign.done('loadGroups', groups);
  return assign;
}

describe('assigning a lesson', () => {
  it('gives it to the classes that were chosen, from today on and in category 1 unless said otherwise', async () => {
    const assign = await choosing();
    assign.send({ type: 'group.toggled', groupPuid: 1 }, { type: 'assign.submitted' });
    expect(assign.inputs('assignLesson')).toEqual([
      {
        lessonId: 11,
        category: 1,
        targets: [{ groupPuid: 1, userPuids: null, dates: today }],
        timeZone: 'America/Chicago',
        isReadingOpen: false,
      },
    ]);
    await assign.done('assignLesson', null);
    expect(assign.emitted).toEqual([{ type: 'lesson.assigned', classes: 1, students: 0 }, { type: 'workspace.outdated' }]);
  });

  it.each([
    ['of the lesson’s own', '2030-01-11', '2030-01-11'],
    ['of today', '2030-01-07', '2030-01-07'],
    ['that is over: none', '2030-01-06', ''],
    ['of none', null, ''],
  ])('starts with the due date %s', async (_, dueDate, to) => {
    const assign = await choosing({ ...inputs.workspace, dueDate });
    assign.send({ type: 'group.toggled', groupPuid: 1 }, { type: 'assign.submitted' });
    expect(assign.inputs('assignLesson')).toMatchObject([{ targets: [{ dates: { from: '2030-01-07', to } }] }]);
  });

  it('gives it to single students, and to a class with dates of its own', async () => {
    const assign = await choosing();
    const own = { from: '2030-01-08', to: '2030-01-09' };
    assign.send(
      { type: 'student.toggled', groupPuid: 2, userPuid: 201 },
      { type: 'student.toggled', groupPuid: 2, userPuid: 202 },
      { type: 'student.toggled', groupPuid: 2, userPuid: 201 },
      { type: 'group.toggled', groupPuid: 1 },
      { type: 'ownDates.changed', groupPuid: 1, dates: own },
      { type: 'assign.submitted' },
    );
    expect(assign.inputs('assignLesson')).toMatchObject([
      {
        targets: [
          { groupPuid: 1, userPuids: null, dates: own },
          { groupPuid: 2, userPuids: [202], dates: today },
        ],
      },
    ]);
    await assign.done('assignLesson', null);
    expect(assign.emitted[0]).toEqual({ type: 'lesson.assigned', classes: 1, students: 1 });
  });

  it('gives it to every class that was chosen, and tells how many', async () => {
    const assign = createTestActor(assignMachine, inputs.workspace);
    const open = (puid: number) => ({ ...groups?.[0], group_puid: puid, group_assignment_id: null });
    await assign.done('loadGroups', [open(1), open(2), open(3)]);
    expect(assign.snapshot().context.groups.map(({ group_puid }: { group_puid: number }) => group_puid)).toEqual([1, 2, 3]);
    assign.send(
      { type: 'group.toggled', groupPuid: 3 },
      { type: 'group.toggled', groupPuid: 1 },
      { type: 'group.toggled', groupPuid: 2 },
      { type: 'group.toggled', groupPuid: 1 },
      { type: 'group.toggled', groupPuid: 1 },
      { type: 'assign.submitted' },
      { type: 'assign.submitted' },
    );
    const [order] = assign.inputs('assignLesson') as { targets: { groupPuid: number }[] }[];
    expect(order?.targets.map(({ groupPuid }) => groupPuid).sort()).toEqual([1, 2, 3]);
    expect(assign.inputs('assignLesson')).toHaveLength(1);
    await assign.done('assignLesson', null);
    expect(assign.emitted[0]).toEqual({ type: 'lesson.assigned', classes: 3, students: 0 });
  });

  it('means the whole class or some of it, never both', async () => {
    const assign = await choosing();
    assign.send({ type: 'group.toggled', groupPuid: 1 }, { type: 'student.toggled', groupPuid: 1, userPuid: 101 });
    expect(assign.snapshot().context).toMatchObject({ chosen: [], students: { 1: [101] } });
    assign.send({ type: 'group.toggled', groupPuid: 1 });
    expect(assign.snapshot().context).toMatchObject({ chosen: [1], students: {} });
  });

  it('skips the refresh of the workspace for a prebuilt lesson, after assign and after unassign', async () => {
    const assign = await choosing(inputs.prebuilt);
    assign.send({ type: 'lesson.unassigned', groupPuid: 2 });
    await assign.done('loadGroups', groups);
    assign.send({ type: 'group.toggled', groupPuid: 1 }, { type: 'assign.submitted' });
    await assign.done('assignLesson', null);
    expect(assign.emitted).toEqual([{ type: 'lesson.assigned', classes: 1, students: 0 }]);
  });

  it('asks anew who has the lesson after an unassign, and keeps what was chosen', async () => {
    const assign = await choosing();
    assign.send({ type: 'group.toggled', groupPuid: 1 }, { type: 'lesson.unassigned', groupPuid: 2 });
    expect(assign.emitted).toEqual([{ type: 'workspace.outdated' }]);
    await assign.done('loadGroups', groups);
    expect(assign.snapshot().context).toMatchObject({ chosen: [1], unassigned: { times: 1, groupPuid: 2 } });
    expect(assign.snapshot().value).toEqual({ choosing: 'unassigned' });
  });

  it('needs a class or student, and due dates that are not before their starts', async () => {
    const assign = await choosing();
    assign.send({ type: 'assign.submitted' });
    expect(assign.snapshot().value).toEqual({ choosing: 'withoutClass' });
    assign.send(
      { type: 'group.toggled', groupPuid: 1 },
      { type: 'dates.changed', dates: { from: '2030-01-14', to: '2030-01-07' } },
      { type: 'assign.submitted' },
    );
    expect(assign.snapshot().value).toEqual({ choosing: 'datesInverted' });
    expect(assign.inputs('assignLesson')).toEqual([]);
    assign.send({ type: 'dates.changed', dates: { from: '2030-01-07', to: '2030-01-07' } }, { type: 'assign.submitted' });
    expect(assign.waits('assignLesson')).toBe(true);
  });

  it('does not choose a class that has the lesson already', async () => {
    const assign = await choosing();
    assign.send({ type: 'group.toggled', groupPuid: 2 });
    expect(assign.snapshot().context.chosen).toEqual([]);
  });

  it('keeps everything that was chosen when the server refuses', async () => {
    const assign = await choosing();
    assign.send({ type: 'group.toggled', groupPuid: 1 }, { type: 'assign.submitted' });
    await assign.fails('assignLesson', 409, 'The lesson was taken back');
    expect(assign.snapshot().value).toEqual({ choosing: 'refused' });
    expect(assign.snapshot().context).toMatchObject({ chosen: [1], problem: { code: 409, message: 'The lesson was taken back' } });
  });
});

describe('other dates for a class that has the lesson', () => {
  const open = () => createTestActor(assignmentDatesMachine, datesInput);
  it('are sent when Save is pressed, and how many students are told is said', async () => {
    const dates = open();
    dates.send({ type: 'dates.changed', dates: { from: '2030-01-07', to: '' } }, { type: 'dates.submitted' });
    expect(dates.inputs('saveDates')).toEqual([{ groupAssignmentId: 5, isReadingOpen: false, dates: { from: '2030-01-07', to: '' } }]);
    await dates.done('saveDates', { notified: 17 });
    expect(dates.emitted).toEqual([{ type: 'dates.saved', notified: 17 }]);
  });
  it('send nothing while they are as they were', () => {
    const dates = open();
    dates.send({ type: 'dates.submitted' });
    expect(dates.snapshot().value).toBe('kept');
    expect(dates.inputs('saveDates')).toEqual([]);
  });
  it('stay as typed when the server refuses', async () => {
    const dates = open();
    const typed = { from: '2030-01-09', to: '2030-01-20' };
    dates.send({ type: 'dates.changed', dates: typed }, { type: 'dates.submitted' });
    await dates.fails('saveDates', 409, '2 students have begun this lesson.');
    expect(dates.snapshot().context).toMatchObject({ dates: typed, problem: { message: '2 students have begun this lesson.' } });
  });
});
