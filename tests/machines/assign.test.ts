import { describe, expect, it } from 'vitest';
import { type AssignInput, assignMachine } from '../../src/machines/assign/assignMachine.ts';
import { assignModel } from './assign.model.ts';
import { createTestActor } from './scenario.ts';

const inputs = assignModel.inputs as Record<'workspace' | 'prebuilt', AssignInput>;
const groups = assignModel.events.map((event) => Object(event).output).find(Array.isArray);

async function choosing(input: AssignInput = inputs.workspace) {
  const assign = createTestActor(assignMachine, input);
  await assign.done('loadGroups', groups);
  return assign;
}

describe('assigning a lesson', () => {
  it('gives it to the classes that were chosen, from today on unless said otherwise', async () => {
    const assign = await choosing();
    assign.send({ type: 'group.toggled', groupPuid: 1 }, { type: 'assign.submitted' });
    expect(assign.inputs('assignLesson')).toEqual([
      { lessonId: 11, groupPuids: [1], dates: { from: '2030-01-07', to: '' }, timeZone: 'America/Chicago' },
    ]);
    await assign.done('assignLesson', null);
    expect(assign.emitted).toEqual([{ type: 'lesson.assigned', count: 1 }, { type: 'workspace.outdated' }]);
  });

  it('skips the refresh of the workspace for a prebuilt lesson', async () => {
    const assign = await choosing(inputs.prebuilt);
    assign.send({ type: 'group.toggled', groupPuid: 1 }, { type: 'assign.submitted' });
    await assign.done('assignLesson', null);
    expect(assign.emitted).toEqual([{ type: 'lesson.assigned', count: 1 }]);
  });

  it('needs a class, and a due date that is not before the start', async () => {
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
