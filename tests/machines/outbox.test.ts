import { describe, expect, it } from 'vitest';
import { outboxMachine } from '../../src/machines/quiz/outboxMachine.ts';
import { waitingItem } from './outbox.model.ts';
import { createTestActor } from './scenario.ts';

const cells = waitingItem();
const stars = waitingItem({ id: 92, title: 'Stars' });
const refused = waitingItem({ id: 93, state: 'closed' });
/** The chart after the device has been read. */
async function listed(...items: ReturnType<typeof waitingItem>[]) {
  const outbox = createTestActor(outboxMachine, { chance: 0 });
  await outbox.done('listKept', items);
  return outbox;
}

describe('work that waits on the device', () => {
  it('is sent as soon as it is found, once, and leaves the list when the server has it', async () => {
    const outbox = await listed(cells, stars);
    expect(outbox.snapshot().context.items).toEqual([cells, stars]);
    outbox.send({ type: 'connection.restored' }, { type: 'outbox.changed' });
    expect(outbox.inputs('sendKept')).toHaveLength(1);
    await outbox.done('sendKept', { items: [], isInterrupted: false });
    expect(outbox.snapshot().value).toBe('resting');
    expect(outbox.snapshot().context.items).toEqual([]);
  });

  it('stays when it does not get through, and is sent again after growing pauses', async () => {
    const outbox = await listed(cells);
    for (const pause of [809, 1_236]) {
      await outbox.done('sendKept', { items: [cells], isInterrupted: true });
      expect(outbox.snapshot().hasTag('waiting')).toBe(true);
      expect(outbox.snapshot().hasTag('busy')).toBe(false);
      outbox.pass(pause - 1);
      expect(outbox.waits('sendKept')).toBe(false);
      outbox.pass(1);
      expect(outbox.waits('sendKept')).toBe(true);
    }
    await outbox.done('sendKept', { items: [], isInterrupted: false });
    expect(outbox.snapshot().context).toMatchObject({ items: [], failures: 0 });
  });

  it.each(['connection.restored', 'delivery.retried'] as const)('is sent at once on %s', async (type) => {
    const outbox = await listed(cells);
    await outbox.done('sendKept', { items: [cells], isInterrupted: true });
    outbox.send({ type });
    expect(outbox.inputs('sendKept')).toHaveLength(2);
  });

  it('is kept when the device cannot be read in the middle of sending', async () => {
    const outbox = await listed(cells);
    await outbox.fails('sendKept', 500, 'No storage');
    expect(outbox.snapshot().value).toBe('waiting');
    expect(outbox.snapshot().context).toMatchObject({ items: [cells], failures: 1 });
  });

  it('is left to the tab that has it open, and looked at again in case that tab crashed', async () => {
    const outbox = await listed(waitingItem({ state: 'open' }));
    expect(outbox.inputs('sendKept')).toEqual([]);
    outbox.pass(15_000);
    expect(outbox.inputs('listKept')).toHaveLength(2);
    await outbox.done('listKept', [cells]);
    expect(outbox.inputs('sendKept')).toHaveLength(1);
    await outbox.done('sendKept', { items: [waitingItem({ state: 'open' })], isInterrupted: true });
    expect(outbox.snapshot().value).toBe('resting');
  });

  it('is read once after a burst of changes', async () => {
    const outbox = await listed();
    outbox.send({ type: 'outbox.changed' }, { type: 'outbox.changed' });
    outbox.pass(600);
    outbox.send({ type: 'outbox.changed' });
    outbox.pass(400);
    expect(outbox.inputs('listKept')).toHaveLength(2);
  });

  it('is looked for when the connection is back', async () => {
    const outbox = await listed();
    outbox.send({ type: 'connection.restored' });
    outbox.pass(1_000);
    expect(outbox.inputs('listKept')).toHaveLength(2);
  });

  it('is discarded when the server no longer takes it, and only then', async () => {
    const outbox = await listed(refused);
    outbox.pass(60_000);
    expect(outbox.inputs('listKept'), 'nothing can change by itself').toHaveLength(1);
    outbox.send({ type: 'item.discarded', id: 93 });
    expect(outbox.inputs('discard')).toEqual([{ id: 93 }]);
    await outbox.done('discard', null);
    await outbox.done('listKept', []);
    expect(outbox.snapshot().context.items).toEqual([]);
  });

  it('stays in the list when discarding fails', async () => {
    const outbox = await listed(refused);
    outbox.send({ type: 'item.discarded', id: 93 });
    await outbox.fails('discard', 500, 'No storage');
    await outbox.done('listKept', [refused]);
    expect(outbox.snapshot().context.items).toEqual([refused]);
  });

  it('is none in a browser that cannot store anything', async () => {
    const outbox = createTestActor(outboxMachine, {});
    await outbox.fails('listKept', 500, 'No storage');
    expect(outbox.snapshot().value).toBe('resting');
    expect(outbox.snapshot().context.items).toEqual([]);
  });

  it('is only listed while nobody is signed in', async () => {
    const outbox = createTestActor(outboxMachine, { isListOnly: true });
    await outbox.done('listKept', [cells]);
    expect(outbox.snapshot().context.items).toEqual([cells]);
    outbox.pass(60_000);
    outbox.send({ type: 'connection.restored' });
    await outbox.fails('listKept', 500, 'No storage');
    expect(outbox.snapshot().value).toBe('listed');
    expect(outbox.snapshot().context.items, 'the list before').toEqual([cells]);
    outbox.send({ type: 'outbox.changed' });
    await outbox.done('listKept', []);
    expect(outbox.snapshot().context.items).toEqual([]);
    expect(outbox.inputs('sendKept')).toEqual([]);
  });
});
