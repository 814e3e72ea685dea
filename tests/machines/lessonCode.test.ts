import { expect, it } from 'vitest';
import { lessonCodeMachine } from '../../src/machines/lessonCode/lessonCodeMachine.ts';
import { createTestActor } from './scenario.ts';

const made = { code: 'A1B2C3D4', expiresAt: '2030-01-15T06:00:00.000Z', createdAt: '2030-01-02T06:00:00.000Z', createdBy: null, guests: 0 };

it('makes one code however often the button is pressed, and another one on demand', async () => {
  const chart = createTestActor(lessonCodeMachine);
  await chart.done('loadCodes', []);
  chart.send({ type: 'day.changed', until: '2030-01-14' }, { type: 'code.requested' }, { type: 'code.requested' });
  expect(chart.inputs('generateCode')).toEqual([{ until: '2030-01-14' }]);
  await chart.done('generateCode', made);
  expect(chart.snapshot().context.made?.code).toBe('A1B2C3D4');
  chart.send({ type: 'code.wantedAnew' });
  expect(chart.snapshot().context.made).toBeNull();
});

it('says why none was made, and keeps the day', async () => {
  const chart = createTestActor(lessonCodeMachine);
  await chart.done('loadCodes', []);
  chart.send({ type: 'day.changed', until: '2020-01-01' }, { type: 'code.requested' });
  await chart.fails('generateCode', 400, 'The end date must be in the future.');
  expect(chart.snapshot().value).toEqual({ asking: 'failed' });
  expect(chart.snapshot().context).toMatchObject({ until: '2020-01-01', problem: { message: 'The end date must be in the future.' } });
});

it('takes a revoked code off the list, asks about its guests, and leaves the others', async () => {
  const chart = createTestActor(lessonCodeMachine);
  const other = { ...made, code: 'ZZZZ9999' };
  await chart.done('loadCodes', [made, other]);
  const codes = () => chart.snapshot().context.codes.map(({ code }) => code);
  chart.send({ type: 'revocation.asked', code: made }, { type: 'revocation.cancelled' });
  expect(chart.snapshot().context.doomed).toBeNull();
  expect(codes()).toEqual(['A1B2C3D4', 'ZZZZ9999']);
  chart.send({ type: 'revocation.asked', code: made }, { type: 'guests.changed', endGuests: true }, { type: 'revocation.confirmed' });
  await chart.fails('revokeCode', 503, 'Too much to do');
  expect(chart.snapshot().context).toMatchObject({ doomed: made, problem: { code: 503 } });
  chart.send({ type: 'guests.changed', endGuests: false }, { type: 'revocation.confirmed' });
  expect(chart.snapshot().context.problem).toBeNull();
  expect(chart.inputs('revokeCode')).toEqual([
    { code: 'A1B2C3D4', endGuests: true },
    { code: 'A1B2C3D4', endGuests: false },
  ]);
  await chart.done('revokeCode', null);
  expect(codes()).toEqual(['ZZZZ9999']);
  expect(chart.snapshot().hasTag('listing')).toBe(true);
  chart.send({ type: 'revocation.asked', code: other }, { type: 'revocation.confirmed' });
  await chart.done('revokeCode', null);
  expect(codes()).toEqual([]);
  expect(chart.snapshot().value).toEqual({ asking: 'fresh' });
});

it('shows a code to the class again, and puts a new one first in the list', async () => {
  const chart = createTestActor(lessonCodeMachine);
  const other = { ...made, code: 'ZZZZ9999' };
  await chart.done('loadCodes', [made]);
  chart.send({ type: 'code.chosen', code: made });
  expect(chart.snapshot().context.made).toEqual(made);
  chart.send({ type: 'code.wantedAnew' }, { type: 'code.requested' });
  await chart.done('generateCode', other);
  expect(chart.snapshot().context.made).toEqual(other);
  chart.send({ type: 'codes.wanted' });
  expect(chart.snapshot().context.codes).toEqual([other, made]);
});

it('leads from each of its parts to the others, and asks again what could not be loaded', async () => {
  const chart = createTestActor(lessonCodeMachine);
  await chart.fails('loadCodes', 503);
  chart.send({ type: 'codes.retried' });
  expect(chart.snapshot().value).toBe('loading');
  await chart.done('loadCodes', [made]);
  const steps = [
    [{ type: 'code.wantedAnew' }, { asking: 'fresh' }],
    [{ type: 'codes.wanted' }, 'listing'],
    [{ type: 'code.chosen', code: made }, { showing: 'made' }],
    [{ type: 'codes.wanted' }, 'listing'],
    [{ type: 'code.chosen', code: made }, { showing: 'made' }],
    [{ type: 'code.wantedAnew' }, { asking: 'fresh' }],
  ] as const;
  for (const [event, value] of steps) {
    chart.send(event);
    expect(chart.snapshot().value, event.type).toEqual(value);
  }
});
