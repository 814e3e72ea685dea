import { describe, expect, it } from 'vitest';
import { type GroupOrder, groupChangeMachine } from '../../src/machines/groups/groupChangeMachine.ts';
import { renaming } from './groupChange.model.ts';
import { groupDetail } from './rosterSamples.ts';
import { createTestActor } from './scenario.ts';

const filling: GroupOrder = { kind: 'fill', groupPuid: 5, students: [1, 2] };

describe('changes of a class or group', () => {
  it('are kept one after another, and each is told with what it was', async () => {
    const actor = createTestActor(groupChangeMachine);
    actor.send({ type: 'change.submitted', order: renaming });
    expect(actor.snapshot().hasTag('busy')).toBe(true);
    await actor.done('change', groupDetail);
    actor.send({ type: 'change.submitted', order: filling });
    await actor.done('change', { ...groupDetail, student_count: 2 });
    expect(actor.inputs('change')).toEqual([{ order: renaming }, { order: filling }]);
    expect(actor.emitted).toEqual([
      { type: 'group.changed', order: renaming, group: groupDetail },
      { type: 'group.changed', order: filling, group: { ...groupDetail, student_count: 2 } },
    ]);
    expect(actor.snapshot().value).toBe('ready');
  });

  it('are not begun twice by a second press', () => {
    const actor = createTestActor(groupChangeMachine);
    actor.send({ type: 'change.submitted', order: renaming }, { type: 'change.submitted', order: filling });
    expect(actor.inputs('change')).toEqual([{ order: renaming }]);
  });

  it('say why they were refused, tell nobody, and can be corrected and tried again', async () => {
    const actor = createTestActor(groupChangeMachine);
    actor.send({ type: 'change.submitted', order: renaming });
    await actor.fails('change', 404, 'The class was not found.');
    expect(actor.snapshot().hasTag('failed')).toBe(true);
    expect(actor.snapshot().context.problem).toMatchObject({ code: 404, message: 'The class was not found.' });
    expect(actor.emitted).toEqual([]);
    actor.send({ type: 'change.submitted', order: filling });
    expect(actor.snapshot().context.problem).toBeNull();
    await actor.done('change', groupDetail);
    expect(actor.emitted).toEqual([{ type: 'group.changed', order: filling, group: groupDetail }]);
  });

  it('leave no message behind that was closed', async () => {
    const actor = createTestActor(groupChangeMachine);
    actor.send({ type: 'change.submitted', order: renaming });
    await actor.fails('change', 0);
    actor.send({ type: 'problem.closed' });
    expect(actor.snapshot().value).toBe('ready');
    expect(actor.snapshot().context.problem).toBeNull();
  });
});
