import { expect, it } from 'vitest';
import { type ReportOrder, reportMachine } from '../../src/machines/reports/reportMachine.ts';
import { createTestActor } from './scenario.ts';

const order: ReportOrder = { kind: 'release', quizId: 7, students: [1], day: '' };

it('releases once however often the button is pressed, and has the report loaded again', async () => {
  const chart = createTestActor(reportMachine);
  chart.send({ type: 'order.opened', order }, { type: 'order.confirmed' }, { type: 'order.confirmed' });
  expect(chart.inputs('placeOrder')).toEqual([order]);
  await chart.done('placeOrder', { count: 1 });
  expect(chart.emitted).toEqual([{ type: 'report.changed', kind: 'release', count: 1 }]);
  expect(chart.snapshot().hasTag('open')).toBe(false);
});

it('keeps the day when it was refused', async () => {
  const chart = createTestActor(reportMachine);
  chart.send(
    { type: 'order.opened', order },
    { type: 'order.changed', order: { ...order, day: '2030-02-01' } },
    { type: 'order.confirmed' },
  );
  await chart.fails('placeOrder', 409, 'None of them has a result to release.');
  expect(chart.snapshot().context).toMatchObject({ order: { day: '2030-02-01' }, problem: { code: 409 } });
});

it('keeps names away while the teacher releases', async () => {
  const chart = createTestActor(reportMachine);
  chart.send({ type: 'names.hidden' }, { type: 'order.opened', order }, { type: 'order.confirmed' });
  await chart.done('placeOrder', { count: 1 });
  expect(chart.snapshot().hasTag('anonymous')).toBe(true);
});
