import { expect, it } from 'vitest';
import { assignNowMachine } from '../../src/machines/assigning/assignNowMachine.ts';
import { twoPicked } from './assignNow.model.ts';
import { createTestActor } from './scenario.ts';

it('makes one lesson of what was picked, however often the button is pressed, and uses the list up once somebody has it', async () => {
  const chart = createTestActor(assignNowMachine, twoPicked);
  chart.send({ type: 'classes.asked' }, { type: 'classes.asked' });
  expect(chart.inputs('makeLesson')).toEqual([twoPicked]);
  await chart.done('makeLesson', 9);
  expect(chart.emitted).toEqual([]);
  chart.send({ type: 'lesson.assigned' });
  expect(chart.emitted).toEqual([{ type: 'playlist.used' }]);
});

it('keeps the list, and makes no second lesson, when the classes were closed without giving it to anybody', async () => {
  const chart = createTestActor(assignNowMachine, twoPicked);
  chart.send({ type: 'classes.asked' });
  await chart.done('makeLesson', 9);
  chart.send({ type: 'classes.closed' });
  expect(chart.emitted).toEqual([]);
  chart.send({ type: 'classes.asked' });
  expect(chart.snapshot().value).toBe('choosing');
  expect(chart.inputs('makeLesson')).toHaveLength(1);
});

it('says why no lesson was made, and tries again', async () => {
  const chart = createTestActor(assignNowMachine, twoPicked);
  chart.send({ type: 'classes.asked' });
  await chart.fails('makeLesson', 503, 'Too much to do');
  expect(chart.snapshot().context.problem).toMatchObject({ code: 503, message: 'Too much to do' });
  chart.send({ type: 'classes.asked' });
  await chart.done('makeLesson', 9);
  expect(chart.snapshot().context).toMatchObject({ lessonId: 9, problem: null });
});
