import { describe, expect, it } from 'vitest';
import { type LessonTracking, lessonPlayerMachine, type ResourceTracking } from '../../src/machines/lessonPlayer/lessonPlayerMachine.ts';
import { lessonOf, lessonPlayerModel } from './lessonPlayer.model.ts';
import { createTestActor } from './scenario.ts';

const { play, preview } = lessonPlayerModel.inputs!;

/** A player with a lesson of three resources, of which the first ones are done. */
async function playing(done: number[] = [0, 0, 0], input = play) {
  const player = createTestActor(lessonPlayerMachine, input);
  await player.done('loadLesson', lessonOf(...done));
  const lessons = () => player.inputs('trackLesson') as LessonTracking[];
  const resources = () => player.inputs('trackResource') as ResourceTracking[];
  /** Lets one report through: the lesson first, then the resource with the id that it gave. */
  const track = async (lessonTrackingId = 501, resourceTrackingId = 601) => {
    await player.done('trackLesson', lessonTrackingId);
    await player.done('trackResource', resourceTrackingId);
  };
  const place = () => Object(player.snapshot().value).playing.place;
  return { ...player, lessons, resources, track, place };
}

const finished = { type: 'resource.finished' as const, hasMoreToShow: false };

describe('tracking', () => {
  it('tells of the lesson, then of the resource under the tracking id that the lesson got', async () => {
    const player = await playing();
    expect(player.lessons()).toEqual([
      { userPuid: 7, lessonId: 11, assignmentId: 21, groupAssignmentId: 31, timeSpent: 0, trackingId: 0, mode: 'start' },
    ]);
    expect(player.resources()).toEqual([]);
    await player.done('trackLesson', 501);
    expect(player.resources()).toMatchObject([
      { lessonTrackingId: 501, trackingId: 0, percentage: 0, previousResourceId: 0, resource: { id: 1 } },
    ]);
    await player.done('trackResource', 601);
    expect(player.snapshot().context).toMatchObject({ lessonTrackingId: 501, resourceTrackingId: 601, reports: [] });
  });

  it('sets the resource tracking id back to 0 when the lesson tracking is updated', async () => {
    const player = await playing();
    await player.track();
    player.pass(30_000);
    expect(player.snapshot().context.resourceTrackingId).toBe(601);
    await player.done('trackLesson', 502);
    expect(player.snapshot().context).toMatchObject({ lessonTrackingId: 502, resourceTrackingId: 0 });
    expect(player.resources().at(-1)?.trackingId).toBe(0);
  });

  it('names the resource that was open before when another one is opened', async () => {
    const player = await playing([100, 0, 0]);
    await player.track();
    player.send({ type: 'resource.opened', index: 0 });
    await player.track();
    expect(player.resources().map(({ resource, previousResourceId }) => [resource.id, previousResourceId])).toEqual([
      [2, 0],
      [1, 2],
    ]);
  });

  it('tells the seconds so far every 30 s', async () => {
    const player = await playing();
    player.pass(500);
    await player.track();
    player.pass(30_000);
    expect(player.lessons().map(({ mode, timeSpent }) => [mode, timeSpent])).toEqual([
      ['start', 0],
      ['update', 30],
    ]);
  });

  it('keeps a report that did not get through, tries again after 10 s, and play goes on meanwhile', async () => {
    const player = await playing();
    await player.fails('trackLesson', 0, 'Network Error');
    expect(player.snapshot().hasTag('unsaved')).toBe(true);
    player.send(finished);
    expect(player.place()).toBe('resource');
    player.pass(10_000);
    await player.track();
    await player.track();
    expect(player.lessons().map(({ mode }) => mode)).toEqual(['start', 'start', 'update']);
    expect(player.resources().map(({ percentage }) => percentage)).toEqual([0, 100]);
    expect(player.snapshot().context.reports).toEqual([]);
    expect(player.snapshot().hasTag('unsaved')).toBe(false);
  });

  it('sends the lesson tracking again when only the resource’s was lost: one lost answer costs no report', async () => {
    const player = await playing();
    await player.done('trackLesson', 501);
    await player.fails('trackResource', 503);
    player.send({ type: 'tracking.retried' });
    await player.track(501, 601);
    expect(player.lessons().map(({ trackingId }) => trackingId)).toEqual([0, 501]);
    expect(player.snapshot().context).toMatchObject({ resourceTrackingId: 601, reports: [] });
  });

  it('tells nothing of a preview', async () => {
    const player = await playing([0, 0], preview);
    player.send(finished);
    player.pass(120_000);
    expect([player.lessons(), player.resources()]).toEqual([[], []]);
  });

  it('reports the lesson as complete with its last resource, and shows the summary', async () => {
    const player = await playing([100, 100, 0]);
    await player.track();
    player.send(finished);
    expect(player.place()).toBe('summary');
    expect(player.lessons().map(({ mode }) => mode)).toEqual(['start', 'complete']);
  });

  it('opens a finished lesson without a report', async () => {
    const player = await playing([100, 100]);
    expect(player.lessons()).toEqual([]);
    expect(player.place()).toBe('resource');
  });
});

describe('the order', () => {
  it('is kept where the teacher asks for it: what comes later opens when all before is done', async () => {
    const player = await playing();
    player.send({ type: 'resource.opened', index: 1 });
    expect(player.snapshot().context.index).toBe(0);
    player.send(finished, { type: 'resource.opened', index: 1 });
    expect(player.snapshot().context.index).toBe(1);
    player.send({ type: 'resource.opened', index: 2 });
    expect(player.snapshot().context.index).toBe(1);
  });

  it('is free where the teacher does not ask for it', async () => {
    const player = createTestActor(lessonPlayerMachine, play);
    await player.done('loadLesson', { ...lessonOf(0, 0, 0), enforce_order: false });
    player.send({ type: 'resource.opened', index: 2 });
    expect(player.snapshot().context.index).toBe(2);
  });

  it('is that of sort_order, and play begins at the first resource that is not done', async () => {
    const lesson = lessonOf(0, 0, 100);
    const player = createTestActor(lessonPlayerMachine, play);
    await player.done('loadLesson', {
      ...lesson,
      lesson_resources: lesson.lesson_resources.toReversed().map((one, at) => ({ ...one, sort_order: at + 1 })),
    });
    expect(player.snapshot().context.lesson?.lesson_resources.map(({ id }) => id)).toEqual([3, 2, 1]);
    expect(player.snapshot().context.index).toBe(1);
  });
});

describe('time and progress', () => {
  it('count only while the student is there', async () => {
    const player = await playing();
    player.pass(5_000);
    player.send({ type: 'attention.lost' });
    player.pass(60_000);
    player.send({ type: 'attention.regained' });
    player.pass(3_000);
    expect(player.snapshot().context.seconds).toBe(8);
    expect(player.snapshot().context.progress[0]?.seconds).toBe(8);
  });

  it('never go back', async () => {
    const player = await playing();
    player.send({ type: 'resource.progressed', percentage: 60, position: 6 }, { type: 'resource.progressed', percentage: 20, position: 2 });
    expect(player.snapshot().context.progress[0]).toMatchObject({ percentage: 60, position: 2 });
    player.send({ type: 'resource.progressed', percentage: 250, position: 9 });
    expect(player.snapshot().context.progress[0]?.percentage).toBe(100);
  });
});

describe('a lesson that cannot be opened', () => {
  it('says why and is tried again', async () => {
    const player = createTestActor(lessonPlayerMachine, play);
    await player.fails('loadLesson', 404, 'No such lesson');
    expect(player.snapshot().context.problem).toEqual({ code: 404, message: 'No such lesson' });
    player.send({ type: 'lesson.retried' });
    expect(player.inputs('loadLesson')).toHaveLength(2);
  });

  it('says so when there is nothing in it', async () => {
    const player = createTestActor(lessonPlayerMachine, play);
    await player.done('loadLesson', lessonOf());
    expect(player.snapshot().value).toBe('empty');
  });
});
