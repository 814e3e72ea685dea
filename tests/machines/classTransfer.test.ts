import { describe, expect, it } from 'vitest';
import { classTransferMachine } from '../../src/machines/groups/classTransferMachine.ts';
import { handOver, transferred } from './classTransfer.model.ts';
import { createTestActor } from './scenario.ts';

describe('classes that go from teacher to teacher', () => {
  it('move once they are confirmed, and come back', async () => {
    const actor = createTestActor(classTransferMachine);
    actor.send({ type: 'transfer.asked', order: handOver });
    expect(actor.inputs('transfer')).toEqual([]);
    actor.send({ type: 'transfer.confirmed' }, { type: 'transfer.confirmed' });
    expect(actor.inputs('transfer')).toEqual([handOver]);
    await actor.done('transfer', transferred);
    expect(actor.snapshot().hasTag('moved')).toBe(true);
    actor.send({ type: 'undo.asked', transfer: transferred });
    expect(actor.inputs('undo')).toEqual([{ transfer: transferred }]);
    await actor.done('undo', { ...transferred, is_undone: true });
    expect(actor.snapshot().hasTag('undone')).toBe(true);
    expect(actor.emitted).toEqual([{ type: 'classes.moved' }, { type: 'classes.returned' }]);
  });

  it('stay where they are when the dialog is closed, or the server refuses', async () => {
    const actor = createTestActor(classTransferMachine);
    actor.send({ type: 'transfer.asked', order: handOver }, { type: 'transfer.dismissed' });
    expect(actor.inputs('transfer')).toEqual([]);
    actor.send({ type: 'transfer.asked', order: handOver }, { type: 'transfer.confirmed' });
    await actor.fails('transfer', 409, 'A class has changed hands meanwhile.');
    expect(actor.snapshot().value).toBe('asking');
    expect(actor.snapshot().context.problem).toMatchObject({ code: 409, message: 'A class has changed hands meanwhile.' });
    actor.send({ type: 'transfer.dismissed' });
    expect(actor.snapshot().context.problem).toBeNull();
    expect(actor.emitted).toEqual([]);
  });

  it('are not said to be back when undoing was refused', async () => {
    const actor = createTestActor(classTransferMachine);
    actor.send({ type: 'undo.asked', transfer: transferred });
    await actor.fails('undo', 409, 'A class has changed hands again since.');
    expect(actor.snapshot().hasTag('failed')).toBe(true);
    expect(actor.snapshot().hasTag('undone')).toBe(false);
    expect(actor.emitted).toEqual([]);
  });
});
