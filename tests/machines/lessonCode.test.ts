import { expect, it } from 'vitest';
import { lessonCodeMachine } from '../../src/machines/lessonCode/lessonCodeMachine.ts';
import { createTestActor } from './scenario.ts';

const made = { code: 'A1B2C3D4', expiresAt: '2030-01-15T06:00:00.000Z', createdAt: '2030-01-02T06:00:00.000Z', createdBy: null, guests: 0 };

it('makes one code however often the button is pressed, and another one on demand', async () => {
  const chart = createTestActor(lessonCodeMachine);
  await chart.done('loadCodes', []);
  chart.send({ type: 'code.requested', until: '2030-01-14' }, { type: 'code.requested', until: '' });
  expect(chart.inputs('generateCode')).toEqual([{ until: '2030-01-14' }]);
  await chart.done('generateCode', made);
  expect(chart.snapshot().context.made?.code).toBe('A1B2C3D4');
  chart.send({ type: 'code.wantedAnew' });
  expect(chart.snapshot().context.made).toBeNull();
});

it('says why none was made, and keeps the day', async () => {
  const chart = createTestActor(lessonCodeMachine);
  await chart.done('loadCodes', []);
  chart.send({ type: 'code.requested', until: '2020-01-01' });
  await chart.fails('generateCode', 400, 'The end date must be in the future.');
  expect(chart.snapshot().value).toEqual({ asking: 'failed' });
  expect(chart.snapshot().context).toMatchObject({ until: '2020-01-01', problem: { message: 'The end date must be in the future.' } });
});
