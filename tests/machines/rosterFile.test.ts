import { describe, expect, it } from 'vitest';
import { rosterFileMachine } from '../../src/machines/rostering/rosterFileMachine.ts';
import { fileOf, jobOf, options } from './rosterSamples.ts';
import { createTestActor } from './scenario.ts';

const sent = (parts: number) => createTestActor(rosterFileMachine, { files: [fileOf('a', parts)], job: null, options, listener: null });

describe('a file', () => {
  it('is uploaded: upload status true', async () => {
    const actor = sent(1);
    expect(actor.snapshot().context.uploadStatus).toBe(false);
    await actor.done('uploadPart', jobOf('uploaded'));
    expect(actor.snapshot().context).toMatchObject({ uploadStatus: true, uploadResult: jobOf('uploaded'), verifyStatus: false });
  });

  it('is validated: verify status true, upload status and result cleared', async () => {
    const actor = sent(1);
    await actor.done('uploadPart', jobOf('uploaded'));
    await actor.done('verify', jobOf('checking'));
    actor.pass(1_000);
    await actor.done('look', jobOf('validated'));
    expect(actor.snapshot().context).toMatchObject({
      verifyStatus: true,
      verifyResult: jobOf('validated'),
      uploadStatus: false,
      uploadResult: null,
    });
  });

  it('travels in parts, and goes on with the part that was lost', async () => {
    const actor = sent(3);
    await actor.done('uploadPart', jobOf('uploaded'));
    await actor.fails('uploadPart', 0);
    actor.send({ type: 'file.retried' });
    await actor.done('uploadPart', jobOf('uploaded'));
    await actor.done('uploadPart', jobOf('uploaded'));
    expect(actor.inputs('uploadPart').map((input) => Object(input).part)).toEqual([1, 2, 2, 3]);
    expect(actor.inputs('uploadPart').map((input) => Object(input).jobId)).toEqual([null, 8, 8, 8]);
    expect(actor.inputs('verify')).toEqual([{ jobId: 8, options }]);
  });

  it('ends with the verified import', async () => {
    const actor = sent(1);
    await actor.done('uploadPart', jobOf('uploaded'));
    await actor.done('verify', jobOf('checking'));
    actor.pass(1_000);
    await actor.done('look', jobOf('validated'));
    expect(actor.snapshot().output).toEqual(jobOf('validated'));
  });

  it('is only waited for when the server checks it already', async () => {
    const actor = createTestActor(rosterFileMachine, { files: [], job: jobOf('checking'), options: null, listener: null });
    await actor.done('look', jobOf('checking'));
    actor.pass(1_000);
    await actor.fails('look', 0);
    actor.send({ type: 'file.retried' });
    await actor.done('look', jobOf('refused'));
    expect(actor.snapshot().output).toEqual(jobOf('refused'));
    expect(actor.inputs('verify')).toEqual([]);
  });

  it('that is given up ends with no import', async () => {
    const actor = sent(1);
    await actor.fails('uploadPart', 413, 'Too large');
    actor.send({ type: 'file.abandoned' });
    expect(actor.snapshot().status).toBe('done');
    expect(actor.snapshot().output).toBeNull();
  });
});
