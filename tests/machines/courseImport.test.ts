import { describe, expect, it } from 'vitest';
import { courseImportMachine } from '../../src/machines/contentSetup/courseImportMachine.ts';
import { courseFile, courseIn, courseReport } from './courseImportSamples.ts';
import { createTestActor } from './scenario.ts';

const start = (jobId: number | null = null) => createTestActor(courseImportMachine, { jobId });

describe('an import of the course', () => {
  it('goes from the file through the differences to the end, and is undone', async () => {
    const actor = start();
    actor.send({ type: 'file.chosen', file: courseFile });
    expect(actor.inputs('upload')).toEqual([{ file: courseFile }]);
    await actor.done('upload', courseIn('checking'));
    expect(actor.emitted.at(-1)).toEqual({ type: 'job.known', jobId: 5 });
    actor.pass(1_000);
    await actor.done('find', courseIn('checked'));
    await actor.done('load', courseReport);
    actor.send({ type: 'import.confirmed' });
    expect(actor.inputs('carryOut')).toEqual([{ jobId: 5, command: 'confirm' }]);
    await actor.done('carryOut', courseIn('importing'));
    actor.pass(1_000);
    await actor.fails('find', 0);
    expect(actor.snapshot().hasTag('stale')).toBe(true);
    actor.pass(1_000);
    await actor.done('find', courseIn('done'));
    actor.send({ type: 'undo.asked' }, { type: 'undo.dismissed' }, { type: 'undo.asked' }, { type: 'undo.confirmed' });
    expect(actor.inputs('carryOut').at(-1)).toEqual({ jobId: 5, command: 'undo' });
    await actor.done('carryOut', courseIn('undoing'));
    actor.pass(1_000);
    await actor.done('find', courseIn('undone'));
    actor.send({ type: 'undo.asked' });
    expect(actor.snapshot().value).toBe('over');
  });

  it('keeps the file until it has arrived', async () => {
    const actor = start();
    actor.send({ type: 'file.chosen', file: courseFile });
    await actor.fails('upload', 0);
    expect(actor.snapshot().context).toMatchObject({ file: courseFile, problem: { code: 0 } });
    actor.send({ type: 'import.retried' });
    expect(actor.inputs('upload')).toEqual([{ file: courseFile }, { file: courseFile }]);
  });

  it('says why it was not confirmed, and is checked again', async () => {
    const actor = start(5);
    await actor.done('find', courseIn('checked'));
    await actor.done('load', courseReport);
    actor.send({ type: 'import.confirmed' });
    await actor.fails('carryOut', 409, 'The catalog has changed.');
    await actor.done('find', courseIn('checked'));
    await actor.done('load', courseReport);
    expect(actor.snapshot().context.problem?.message).toBe('The catalog has changed.');
    actor.send({ type: 'import.checked' });
    expect(actor.snapshot().context.problem).toBeNull();
    expect(actor.inputs('carryOut').at(-1)).toEqual({ jobId: 5, command: 'check' });
  });

  it('of somebody else is shown, and not confirmed', async () => {
    const actor = start(5);
    await actor.done('find', courseIn('checked', { is_own: false }));
    await actor.done('load', courseReport);
    actor.send({ type: 'import.confirmed' }, { type: 'import.checked' });
    expect(actor.snapshot().value).toBe('ready');
  });
});
