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

it('removes the ticks once they have been used, and keeps them when the teacher cancels', async () => {
  const chart = createTestActor(reportMachine);
  const chosen = () => chart.snapshot().context.chosen;
  chart.send({ type: 'students.chosen', students: [1] }, { type: 'order.opened', order }, { type: 'order.cancelled' });
  expect(chosen()).toEqual([1]);
  chart.send({ type: 'order.opened', order }, { type: 'order.confirmed' });
  await chart.done('placeOrder', { count: 1 });
  expect(chosen()).toEqual([]);
  const reassignment = { quizId: 7, students: [1] };
  chart.send({ type: 'students.chosen', students: [1] }, { type: 'reassignment.opened', reassignment }, { type: 'dialog.closed' });
  expect(chosen()).toEqual([1]);
  chart.send({ type: 'reassignment.opened', reassignment }, { type: 'quiz.reassigned' });
  expect(chosen()).toEqual([]);
});

it('keeps the live view open while the teacher releases', async () => {
  const chart = createTestActor(reportMachine);
  chart.send({ type: 'live.opened' }, { type: 'order.opened', order }, { type: 'order.confirmed' });
  await chart.done('placeOrder', { count: 1 });
  expect(chart.snapshot().hasTag('live')).toBe(true);
});

it('closes the dialog of a reassignment with its reassignment, whether anything was reassigned or not', () => {
  const chart = createTestActor(reportMachine);
  for (const end of ['dialog.closed', 'quiz.reassigned'] as const) {
    chart.send({ type: 'reassignment.opened', reassignment: { quizId: 7, students: [1] } });
    expect(chart.snapshot().context.reassignment).toEqual({ quizId: 7, students: [1] });
    chart.send({ type: end });
    expect(chart.snapshot().hasTag('reassigning')).toBe(false);
    expect(chart.snapshot().context.reassignment).toBeNull();
  }
});

it('opens one task at a time, and forgets it when its dialog is closed', () => {
  const chart = createTestActor(reportMachine);
  const task = { kind: 'audience', lessonId: 11 } as never;
  chart.send({ type: 'task.opened', task });
  expect(chart.snapshot().context.task).toBe(task);
  chart.send({ type: 'dates.opened' });
  expect(chart.snapshot().hasTag('dating')).toBe(false);
  chart.send({ type: 'dialog.closed' }, { type: 'dates.opened' });
  expect(chart.snapshot().context.task).toBeNull();
  expect(chart.snapshot().hasTag('dating')).toBe(true);
});
