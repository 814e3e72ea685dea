import { describe, expect, it } from 'vitest';
import { rosteringMachine } from '../../src/machines/rostering/rosteringMachine.ts';
import { student } from './rosterSamples.ts';
import { createTestActor } from './scenario.ts';

const [ada, marie] = [student(1, 'Ada'), student(2, 'Marie')];

async function listed() {
  const actor = createTestActor(rosteringMachine, { userPuid: 9 });
  await actor.done('loadStudents', { students: [ada, marie], total: 2 });
  return actor;
}

describe('students', () => {
  it('are a list keyed by user_puid', async () => {
    const { context } = (await listed()).snapshot();
    expect(context.students).toEqual({ 1: ada, 2: marie });
  });

  it('are removed from the list by user_puid when they are deleted, and come back by undo', async () => {
    const actor = await listed();
    actor.send({ type: 'student.deleted', student: ada });
    expect(actor.snapshot().context.students).toHaveProperty('1');
    await actor.done('deleteStudent', { undo_id: 70 });
    expect(actor.inputs('deleteStudent')).toEqual([{ studentPuid: 1 }]);
    expect(actor.snapshot().context.students).toEqual({ 2: marie });
    actor.send({ type: 'deletion.undone' });
    expect(actor.inputs('restoreStudent')).toEqual([{ undoId: 70 }]);
    await actor.done('restoreStudent', [ada]);
    expect(actor.snapshot().context.students).toEqual({ 1: ada, 2: marie });
    expect(actor.snapshot().context.total).toBe(2);
  });

  it('can be brought back for ten seconds, and no longer', async () => {
    const actor = await listed();
    actor.send({ type: 'student.deleted', student: ada });
    await actor.done('deleteStudent', { undo_id: 70 });
    actor.pass(9_999);
    expect(actor.snapshot().can({ type: 'deletion.undone' })).toBe(true);
    actor.pass(1);
    expect(actor.snapshot().can({ type: 'deletion.undone' })).toBe(false);
  });

  it('stay in the list when deleting fails', async () => {
    const actor = await listed();
    actor.send({ type: 'student.deleted', student: ada });
    await actor.fails('deleteStudent', 503, 'Too much to do');
    expect(actor.snapshot().context.students).toEqual({ 1: ada, 2: marie });
    expect(actor.snapshot().context.removalProblem).toEqual({ code: 503, message: 'Too much to do' });
  });

  it('get a login code that is known only while it is shown', async () => {
    const actor = await listed();
    actor.send({ type: 'password.resetAsked', student: ada }, { type: 'password.resetConfirmed' });
    await actor.done('resetPassword', { student: ada, password: 'abcd2345' });
    expect(actor.snapshot().context.secret).toEqual({ student: ada, password: 'abcd2345' });
    actor.send({ type: 'dialog.closed' });
    expect(JSON.stringify(actor.snapshot().context)).not.toContain('abcd2345');
  });
});
