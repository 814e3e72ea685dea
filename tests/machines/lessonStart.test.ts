import { expect, it } from 'vitest';
import { lessonStartMachine } from '../../src/machines/lessonStart/lessonStartMachine.ts';
import { createTestActor } from './scenario.ts';

it('starting or previewing a lesson yields a start id, once however often the button is pressed', async () => {
  const chart = createTestActor(lessonStartMachine, { userPuid: 1, lessonId: 2 });
  chart.send({ type: 'lesson.opened', mode: 'start' }, { type: 'lesson.opened', mode: 'preview' });
  await chart.done('startLesson', 9);
  chart.send({ type: 'lesson.opened', mode: 'preview' });
  await chart.done('startLesson', 10);
  expect(chart.inputs('startLesson')).toEqual([
    { userPuid: 1, lessonId: 2, mode: 'start' },
    { userPuid: 1, lessonId: 2, mode: 'preview' },
  ]);
  expect(chart.emitted).toEqual([
    { type: 'player.opened', startId: 9 },
    { type: 'player.opened', startId: 10 },
  ]);
});

it('opens no player for a lesson that is gone', async () => {
  const chart = createTestActor(lessonStartMachine, { userPuid: 1, lessonId: 2 });
  chart.send({ type: 'lesson.opened', mode: 'start' });
  await chart.fails('startLesson', 404, 'The lesson was not found.');
  expect(chart.emitted).toEqual([]);
  expect(chart.snapshot().context.problem).toMatchObject({ code: 404 });
});
