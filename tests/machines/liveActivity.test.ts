import { expect, it } from 'vitest';
import { liveActivityMachine } from '../../src/machines/reports/liveActivityMachine.ts';
import { createTestActor } from './scenario.ts';

const activity = { at: '2030-01-15T15:00:00.000Z', students: [] };

it('is live as long as it hears something, and tries again when it does not', () => {
  const chart = createTestActor(liveActivityMachine);
  chart.send({ type: 'activity.came', activity });
  chart.pass(20_000);
  chart.send({ type: 'stream.alive' });
  chart.pass(20_000);
  expect(chart.snapshot().hasTag('live')).toBe(true);
  chart.pass(5_000);
  expect(chart.snapshot().value).toBe('retrying');
  chart.pass(3_000);
  expect(chart.snapshot().value).toEqual({ watching: 'connecting' });
  expect(chart.snapshot().context.activity).toEqual(activity);
});

it('is live anew with each piece of news', () => {
  const chart = createTestActor(liveActivityMachine);
  for (let second = 0; second < 60; second += 20) {
    chart.send({ type: 'activity.came', activity });
    chart.pass(20_000);
  }
  expect(chart.snapshot().hasTag('live')).toBe(true);
});

it('asks nothing while nobody looks', () => {
  const chart = createTestActor(liveActivityMachine);
  chart.send({ type: 'activity.came', activity }, { type: 'page.hidden' });
  chart.pass(600_000);
  expect(chart.snapshot().value).toBe('paused');
  expect(chart.inputs('watchActivity')).toHaveLength(1);
  chart.send({ type: 'page.shown' });
  expect(chart.inputs('watchActivity')).toHaveLength(2);
});
