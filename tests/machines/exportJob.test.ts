import { describe, expect, it } from 'vitest';
import { exportJobMachine } from '../../src/machines/exports/exportJobMachine.ts';
import { exportOf } from './exportSamples.ts';
import { createTestActor } from './scenario.ts';

const start = () => createTestActor(exportJobMachine, { jobId: 5 });

describe('an export on its page', () => {
  it('is asked about every second until it is ready, and then downloaded', async () => {
    const actor = start();
    expect(actor.inputs('find')).toEqual([{ jobId: 5 }]);
    await actor.done('find', exportOf('queued'));
    actor.pass(999);
    expect(actor.waits('find')).toBe(false);
    actor.pass(1);
    await actor.done('find', exportOf('running'));
    actor.send({ type: 'file.asked' });
    expect(actor.waits('fetchLink')).toBe(false);
    actor.pass(1_000);
    await actor.done('find', exportOf('ready'));
    actor.pass(10_000);
    expect(actor.waits('find')).toBe(false);
    actor.send({ type: 'file.asked' });
    await actor.done('fetchLink', '/file');
    expect(actor.emitted).toEqual([{ type: 'file.ready', path: '/file' }]);
    expect(actor.snapshot().value).toBe('ended');
  });

  it('goes on while nothing is heard of it', async () => {
    const actor = start();
    await actor.done('find', exportOf('running'));
    for (let at = 0; at < 3; at++) {
      actor.pass(1_000);
      await actor.fails('find', 0);
      expect(actor.snapshot().hasTag('stale')).toBe(true);
    }
    actor.pass(1_000);
    await actor.done('find', exportOf('ready'));
    expect(actor.snapshot().value).toBe('ended');
  });

  it('is cancelled; and if it was ready first, the page says so and shows the file', async () => {
    const actor = start();
    await actor.done('find', exportOf('running'));
    actor.send({ type: 'export.cancelled' });
    await actor.done('cancel', exportOf('cancelled'));
    expect(actor.snapshot().context.job?.state).toBe('cancelled');
    actor.send({ type: 'file.asked' });
    expect(actor.waits('fetchLink')).toBe(false);

    const late = start();
    await late.done('find', exportOf('running'));
    late.send({ type: 'export.cancelled' });
    await late.fails('cancel', 409, 'It has moved on.');
    await late.done('find', exportOf('ready'));
    expect(late.snapshot().context).toMatchObject({ job: { state: 'ready' }, problem: { message: 'It has moved on.' } });
    late.send({ type: 'file.asked' });
    expect(late.snapshot().context.problem).toBeNull();
  });

  it('cannot be shown if it was deleted, until it is there again', async () => {
    const actor = start();
    await actor.fails('find', 404, 'The export was not found.');
    expect(actor.snapshot().hasTag('failed')).toBe(true);
    actor.send({ type: 'export.retried' });
    expect(actor.snapshot().context.problem).toBeNull();
    await actor.done('find', exportOf('expired'));
    expect(actor.snapshot().value).toBe('ended');
  });
});
