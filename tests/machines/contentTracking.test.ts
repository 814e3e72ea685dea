import { expect, it } from 'vitest';
import { contentTrackingMachine } from '../../src/machines/contentTracking/contentTrackingMachine.ts';
import { contentTrackingModel } from './contentTracking.model.ts';
import { createTestActor } from './scenario.ts';

const open = () => createTestActor(contentTrackingMachine, contentTrackingModel.input);

it('starts when content is looked at, and ends with the seconds of attention under the id that the start gave', async () => {
  const tracker = open();
  tracker.pass(2_000);
  await tracker.done('startTracking', 901);
  tracker.pass(3_000);
  tracker.send({ type: 'attention.lost' });
  tracker.pass(60_000);
  tracker.send({ type: 'attention.regained' });
  tracker.pass(2_000);
  tracker.send({ type: 'content.left' });
  expect(tracker.inputs('endTracking')).toEqual([{ userPuid: 7, contentTrackId: 901, timeSpent: 7 }]);
});

it('tells nothing of content that is only passed by', () => {
  const tracker = open();
  tracker.pass(1_200);
  tracker.send({ type: 'content.left' });
  tracker.pass(60_000);
  expect([tracker.inputs('startTracking'), tracker.snapshot().status]).toEqual([[], 'done']);
});

it('tries the start again, and loses no second by it', async () => {
  const tracker = open();
  tracker.pass(2_000);
  await tracker.fails('startTracking', 503);
  tracker.pass(1_000);
  await tracker.done('startTracking', 901);
  tracker.send({ type: 'content.left' });
  expect(tracker.inputs('endTracking')).toEqual([{ userPuid: 7, contentTrackId: 901, timeSpent: 3 }]);
});

it('tells nothing more of content that the server refuses to track', async () => {
  const tracker = open();
  tracker.pass(2_000);
  await tracker.fails('startTracking', 404);
  tracker.pass(600_000);
  tracker.send({ type: 'content.left' });
  expect([tracker.inputs('startTracking').length, tracker.inputs('endTracking'), tracker.snapshot().status]).toEqual([1, [], 'done']);
});

it('ends what was left before the id was known, once it is, with the seconds until then', async () => {
  const tracker = open();
  tracker.pass(2_000);
  tracker.send({ type: 'content.left' });
  tracker.pass(5_000);
  await tracker.done('startTracking', 901);
  expect(tracker.inputs('endTracking')).toEqual([{ userPuid: 7, contentTrackId: 901, timeSpent: 2 }]);
});
