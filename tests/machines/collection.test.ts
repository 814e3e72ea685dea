import { describe, expect, it } from 'vitest';
import { collectionMachine } from '../../src/machines/collection/collectionMachine.ts';
import { createTestActor } from './scenario.ts';

describe('a screen that reads', () => {
  it('keeps what it shows while it is loaded again, and when that fails', async () => {
    const screen = createTestActor(collectionMachine, { kept: undefined });
    await screen.done('load', ['first']);
    screen.send({ type: 'collection.outdated' });
    expect(screen.snapshot().hasTag('ready')).toBe(true);
    await screen.fails('load', 0, 'Network Error');
    expect(screen.snapshot().value).toBe('stale');
    expect(screen.snapshot().context.data).toEqual(['first']);
    screen.send({ type: 'collection.retried' });
    await screen.done('load', ['first', 'second']);
    expect(screen.snapshot().context).toEqual({ data: ['first', 'second'], problem: null });
  });

  it('shows at once what an earlier visit has left, and fetches the newest', async () => {
    const screen = createTestActor(collectionMachine, { kept: ['kept'] });
    expect(screen.snapshot().hasTag('ready')).toBe(true);
    expect(screen.snapshot().context.data).toEqual(['kept']);
    await screen.done('load', ['newest']);
    expect(screen.snapshot().context.data).toEqual(['newest']);
  });

  it('takes the newest answer only: one that is asked for again is not waited for', async () => {
    const screen = createTestActor(collectionMachine, { kept: undefined });
    await screen.done('load', ['first']);
    screen.send({ type: 'collection.outdated' }, { type: 'collection.outdated' });
    expect(screen.inputs('load')).toHaveLength(3);
    await screen.done('load', ['newest']);
    expect(screen.snapshot().context.data).toEqual(['newest']);
  });

  it('says why there is nothing, and tries again when asked', async () => {
    const screen = createTestActor(collectionMachine, { kept: undefined });
    await screen.fails('load', 503, 'Service unavailable');
    expect(screen.snapshot().value).toBe('failed');
    expect(screen.snapshot().context.problem).toEqual({ code: 503, message: 'Service unavailable' });
    screen.send({ type: 'collection.retried' });
    expect(screen.waits('load')).toBe(true);
  });
});
