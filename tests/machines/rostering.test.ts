import { describe, expect, it } from 'vitest';
import { rosteringMachine } from '../../src/machines/rostering/rosteringMachine.ts';
import { fileOf, jobOf, options } from './rosterSamples.ts';
import { createTestActor } from './scenario.ts';

const sent = (parts: number) => {
  const actor = createTestActor(rosteringMachine, { listener: null });
  actor.send({ type: 'file.sent', files: [fileOf('a', parts)], options });
  return actor;
};

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
});
