import { describe, expect, it } from 'vitest';
import { classTransferMachine } from '../../src/machines/groups/classTransferMachine.ts';
import { handOver, transferred } from './classTransfer.model.ts';
import { createTestActor } from './scenario.ts';

const chosen = [
  { type: 'taker.chosen', to: handOver.to },
  { type: 'classes.chosen', classes: handOver.classes },
] as const;
const asked = { type: 'transfer.asked', from: handOver.from } as const;

describe('classes that go from teacher to teacher', () => {
  it('move once they are confirmed, and come back', async () => {
    const actor = createTestActor(classTransferMachine);
    actor.send(...chosen, asked);
    expect(actor.inputs('transfer')).toEqual([]);
    actor.send({ type: 'transfer.confirmed' }, { type: 'transfer.confirmed' });
    expect(actor.inputs('transfer')).toEqual([handOver]);
    await actor.done('transfer', transferred);
    expect(actor.snapshot().hasTag('moved')).toBe(true);
    expect(actor.snapshot().context.chosen).toEqual([]);
    actor.send({ type: 'undo.asked', transfer: transferred });
    expect(actor.inputs('undo')).toEqual([{ transfer: transferred }]);
    await actor.done('undo', { ...transferred, is_undone: true });
    expect(actor.snapshot().hasTag('undone')).toBe(true);
    expect(actor.emitted).toEqual([{ type: 'classes.moved' }, { type: 'classes.returned' }]);
  });

  it('stay where they are when the dialog is closed, or the server refuses', async () => {
    const actor = createTestActor(classTransferMachine);
    actor.send(...chosen, asked, { type: 'transfer.dismissed' });
    expect(actor.inputs('transfer')).toEqual([]);
    actor.send(asked, { type: 'transfer.confirmed' });
    await actor.fails('transfer', 409, 'A class has changed hands meanwhile.');
    expect(actor.snapshot().value).toBe('asking');
    expect(actor.snapshot().context.problem).toMatchObject({ code: 409, message: 'A class has changed hands meanwhile.' });
    // A field that the server named still says why, until the choice changes.
    actor.send({ type: 'transfer.dismissed' });
    expect(actor.snapshot().context).toMatchObject({ problem: null, refusal: { code: 409 } });
    actor.send(...chosen);
    expect(actor.snapshot().context.refusal).toBeNull();
    expect(actor.emitted).toEqual([]);
  });

  it.each([
    ['no teacher gives them', [...chosen], null],
    ['nobody takes them', [chosen[1]], handOver.from],
    ['none is chosen', [chosen[0]], handOver.from],
    ['the list changed to another teacher', [...chosen, { type: 'giver.changed' } as const], handOver.from],
    ['the giver would take them', [...chosen], handOver.to],
  ])('are not asked about while %s', (_, events, from) => {
    const actor = createTestActor(classTransferMachine);
    actor.send(...events, { type: 'transfer.asked', from });
    expect(actor.snapshot().hasTag('asking')).toBe(false);
  });

  it('are chosen anew after the list changes to another teacher', () => {
    const actor = createTestActor(classTransferMachine);
    actor.send(...chosen, { type: 'giver.changed' });
    expect(actor.snapshot().context).toMatchObject({ chosen: [], to: handOver.to });
    actor.send(chosen[1], asked);
    expect(actor.snapshot().hasTag('asking')).toBe(true);
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
