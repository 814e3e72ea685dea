import { describe, expect, it } from 'vitest';
import { batch, labelsMachine } from '../../src/machines/groups/labelsMachine.ts';
import { labelOf } from './labels.model.ts';
import { createTestActor } from './scenario.ts';

const people = Array.from({ length: batch + 5 }, (_, index) => index + 1);
const first = people.slice(0, batch);
const rest = people.slice(batch);
const answer = (students: readonly number[]) => ({ sign_in_address: 'https://learn.example', labels: students.map(labelOf) });

describe('labels with login codes', () => {
  it('are made as many as one call may make, until everybody has one', async () => {
    const actor = createTestActor(labelsMachine);
    actor.send({ type: 'labels.asked', order: { students: people, renew: true } });
    await actor.done('makeLabels', answer(first));
    expect(actor.snapshot().hasTag('busy')).toBe(true);
    await actor.done('makeLabels', answer(rest));
    expect(actor.inputs('makeLabels')).toEqual([
      { students: first, renew: true },
      { students: rest, renew: true },
    ]);
    expect(actor.snapshot().hasTag('made')).toBe(true);
    expect(actor.snapshot().context.labels.map((label) => label.user_puid)).toEqual(people);
    expect(actor.snapshot().context.address).toBe('https://learn.example');
  });

  it('keep the codes that were made when a batch fails, and go on with those that are missing alone', async () => {
    const actor = createTestActor(labelsMachine);
    actor.send({ type: 'labels.asked', order: { students: people, renew: true } });
    await actor.done('makeLabels', answer(first));
    await actor.fails('makeLabels', 503, 'Too much to do');
    expect(actor.snapshot().hasTag('failed')).toBe(true);
    expect(actor.snapshot().context.labels).toHaveLength(batch);
    actor.send({ type: 'labels.retried' });
    // A code is shown once. Renewing the first batch again would invalidate its printed labels.
    expect(actor.inputs('makeLabels').at(-1)).toEqual({ students: rest, renew: true });
    await actor.done('makeLabels', answer(rest));
    expect(actor.snapshot().context.labels.map((label) => label.user_puid)).toEqual(people);
  });

  it('say why a batch failed, until others are asked for', async () => {
    const actor = createTestActor(labelsMachine);
    actor.send({ type: 'labels.asked', order: { students: [1], renew: false } });
    await actor.fails('makeLabels', 503, 'Too much to do');
    expect(actor.snapshot().context.problem).toMatchObject({ code: 503, message: 'Too much to do' });
    actor.send({ type: 'labels.retried' });
    await actor.done('makeLabels', answer([1]));
    actor.send({ type: 'labels.asked', order: { students: [2], renew: false } });
    expect(actor.snapshot().context.problem).toBeNull();
  });

  it('begin anew when others are asked for', async () => {
    const actor = createTestActor(labelsMachine);
    actor.send({ type: 'labels.asked', order: { students: [1, 2], renew: false } });
    await actor.done('makeLabels', answer([1, 2]));
    actor.send({ type: 'labels.asked', order: { students: [3], renew: false } });
    expect(actor.snapshot().context.labels).toEqual([]);
    await actor.done('makeLabels', answer([3]));
    expect(actor.snapshot().context.labels.map((label) => label.user_puid)).toEqual([3]);
  });
});
