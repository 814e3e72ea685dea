import { describe, expect, it } from 'vitest';
import { noRoom, offlineLessonsMachine } from '../../src/machines/player/offlineLessonsMachine.ts';
import { lessonName, savedLesson } from './offlineLessons.model.ts';
import { createTestActor } from './scenario.ts';

async function ready(lessons: unknown[] = []) {
  const chart = createTestActor(offlineLessonsMachine);
  await chart.done('list', lessons);
  return chart;
}

describe('lessons on this device', () => {
  it('are saved one at a time: while one is, no other is begun', async () => {
    const chart = await ready();
    chart.send({ type: 'lesson.chosen', lesson: lessonName }, { type: 'lesson.chosen', lesson: { ...lessonName, lessonId: 1 } });
    expect(chart.inputs('save')).toEqual([lessonName]);
    await chart.done('save', [savedLesson]);
    expect(chart.snapshot().context.lessons).toEqual([savedLesson]);
  });

  it('say when the device is full, keep what there was, and can be saved once there is room', async () => {
    const chart = await ready([savedLesson]);
    const other = { ...lessonName, lessonId: 1 };
    chart.send({ type: 'lesson.chosen', lesson: other });
    await chart.fails('save', noRoom);
    expect(chart.snapshot().hasTag('full')).toBe(true);
    expect(chart.snapshot().context.lessons).toEqual([savedLesson]);
    chart.send({ type: 'lesson.dropped', lesson: lessonName });
    await chart.done('remove', []);
    chart.send({ type: 'lesson.chosen', lesson: other });
    expect(chart.inputs('save')).toEqual([other, other]);
  });

  it('are tried again with the same work: a removal stays a removal', async () => {
    const chart = await ready([savedLesson]);
    chart.send({ type: 'lesson.dropped', lesson: lessonName });
    await chart.fails('remove', 500);
    chart.send({ type: 'lessons.retried' });
    expect(chart.inputs('remove')).toEqual([lessonName, lessonName]);
    expect(chart.inputs('save')).toEqual([]);
  });

  it('can be given up while they are being saved', async () => {
    const chart = await ready();
    chart.send({ type: 'lesson.chosen', lesson: lessonName }, { type: 'saving.cancelled' });
    expect(chart.snapshot().hasTag('busy')).toBe(false);
    await chart.done('save', [savedLesson]);
    expect(chart.snapshot().context.lessons).toEqual([]);
  });

  it('are not offered by a browser that keeps nothing', async () => {
    const chart = createTestActor(offlineLessonsMachine);
    await chart.fails('list', 500);
    expect(chart.snapshot().hasTag('unavailable')).toBe(true);
    chart.send({ type: 'lessons.retried' });
    expect(chart.waits('list')).toBe(true);
  });
});
