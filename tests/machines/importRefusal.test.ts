import { expect, it } from 'vitest';
import { importRefusalMachine } from '../../src/machines/rostering/importRefusalMachine.ts';
import { finding, jobOf } from './rosterSamples.ts';
import { createTestActor } from './scenario.ts';

it('hands over the columns that the user mapped, and the fixes that they picked', async () => {
  const refusal = async () => {
    const actor = createTestActor(importRefusalMachine, { job: jobOf('refused') });
    await actor.done('loadFindings', [finding]);
    return actor;
  };
  const mapped = await refusal();
  mapped.send({ type: 'mapping.changed', mapping: { user_name: 'number' } });
  expect(mapped.snapshot().output).toMatchObject({ kind: 'changed', options: { mapping: { user_name: 'number' } } });
  const mended = await refusal();
  mended.send({ type: 'mends.chosen', mends: finding.mends });
  expect(mended.snapshot().output).toMatchObject({ kind: 'changed', options: { mends: finding.mends } });
});
