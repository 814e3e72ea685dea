import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LessonPlayerInput, lessonPlayerMachine } from '../../src/machines/player/lessonPlayerMachine.ts';
import type { KeptLesson } from '../../src/machines/player/lessonProgress.ts';
import type { LessonTracking, ResourceTracking } from '../../src/machines/player/lessonTracking.ts';
import { lessonOf, lessonPlayerModel, lessonWithQuiz } from './lessonPlayer.model.ts';
import { createTestActor } from './scenario.ts';

const { play, preview } = lessonPlayerModel.inputs as Record<'play' | 'preview', LessonPlayerInput>;

/** A player with a lesson of three resources, the first of them `done`. */
async function playing(done: number[] = [0, 0, 0], input = play) {
  const player = createTestActor(lessonPlayerMachine, input);
  await player.done('loadLesson', lessonOf(...done));
  const lessons = () => player.inputs('trackLesson') as LessonTracking[];
  const resources = () => player.inputs('trackResource') as ResourceTracking[];
  /** Completes one report: first the lesson, then the resource with the id from the response. */
  const track = async (lessonTrackingId = 501, resourceTrackingId = 601, at = 1_000) => {
    await player.done('trackLesson', lessonTrackingId);
    await player.done('trackResource', { trackingId: resourceTrackingId, at });
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
    await player.done('trackResource', { trackingId: 601, at: 1_000 });
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

  it('notes when the server last got a report, and keeps that while later ones fail', async () => {
    const player = await playing();
    expect(player.snapshot().context.savedAt).toBeNull();
    await player.track(501, 601, 5_000);
    expect(player.snapshot().context.savedAt).toBe(5_000);
    player.pass(30_000);
    await player.done('trackLesson', 501);
    await player.fails('trackResource', 503);
    expect(player.snapshot().context.savedAt).toBe(5_000);
    player.pass(15_000);
    await player.track(501, 601, 50_000);
    expect(player.snapshot().context.savedAt).toBe(50_000);
  });

  it('watches the connection only while a report waits for it', async () => {
    const player = await playing();
    const watching = () => player.snapshot().children.watchConnection !== undefined;
    expect(watching()).toBe(false);
    await player.fails('trackLesson', 0);
    expect(watching()).toBe(true);
    player.send({ type: 'connection.restored' });
    expect(watching()).toBe(false);
    await player.fails('trackLesson', 404);
    expect([player.snapshot().hasTag('refused'), watching()]).toEqual([true, false]);
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

  it('keeps a report that did not get through, tries again within a second, and play goes on meanwhile', async () => {
    const player = await playing();
    await player.fails('trackLesson', 0, 'Network Error');
    expect(player.snapshot().hasTag('unsaved')).toBe(true);
    player.send(finished);
    expect(player.place()).toBe('resource');
    player.pass(1_000);
    await player.track();
    await player.track();
    expect(player.lessons().map(({ mode }) => mode)).toEqual(['start', 'start', 'update']);
    expect(player.resources().map(({ percentage }) => percentage)).toEqual([0, 100]);
    expect(player.snapshot().context.reports).toEqual([]);
    expect(player.snapshot().hasTag('unsaved')).toBe(false);
  });

  it('tries again after ever longer pauses, up to 15 s', async () => {
    const player = await playing();
    const pauses: number[] = [];
    for (let time = 0; pauses.length < 8; time += 100) {
      if (player.waits('trackLesson')) {
        await player.fails('trackLesson', 503);
        pauses.push(time);
        time = 0;
      }
      player.pass(100);
    }
    expect(pauses.every((pause) => pause <= 15_100)).toBe(true);
    expect(pauses.at(-1)).toBeGreaterThan(7_400);
    expect(pauses[1]).toBeLessThan(1_100);
  });

  it('sends a refused report again only with the next one, and says why it was refused', async () => {
    const player = await playing();
    await player.fails('trackLesson', 404, 'This lesson is no longer assigned.');
    player.pass(600_000);
    player.send({ type: 'resource.progressed', percentage: 50, position: 2 });
    expect(player.lessons()).toHaveLength(1);
    expect(player.snapshot().context.problem).toMatchObject({ code: 404, message: 'This lesson is no longer assigned.' });
    expect(player.snapshot().hasTag('refused')).toBe(true);
    player.send(finished);
    await player.track();
    await player.track();
    expect(player.lessons().map(({ mode }) => mode)).toEqual(['start', 'start', 'update']);
    expect(player.snapshot().hasTag('unsaved')).toBe(false);
  });

  it('goes out at once when the connection is back', async () => {
    const player = await playing();
    await player.fails('trackLesson', 0, 'Network Error');
    player.send({ type: 'connection.restored' });
    expect(player.lessons()).toHaveLength(2);
  });

  it('sends the lesson tracking again when only the resource’s was lost: one lost answer costs no report', async () => {
    const player = await playing();
    await player.done('trackLesson', 501);
    await player.fails('trackResource', 503);
    player.send({ type: 'delivery.retried' });
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

describe('looking away', () => {
  it('tells the seconds so far at once: it may be the end', async () => {
    const player = await playing();
    await player.track();
    player.pass(7_000);
    player.send({ type: 'attention.lost' });
    expect(player.lessons().map(({ mode, timeSpent }) => [mode, timeSpent])).toEqual([
      ['start', 0],
      ['update', 7],
    ]);
  });
});

describe('what this device kept', () => {
  const kept = (seconds: number, resources: KeptLesson['resources'], resourceId = 2): KeptLesson => ({ seconds, resourceId, resources });

  it('is gone on from where the server knows less: resource, page, seconds', async () => {
    const player = await playing([100, 0, 0], {
      ...play,
      kept: kept(90, { 3: { seconds: 40, percentage: 50, position: 4 } }, 3),
    });
    // In order, the third cannot be opened while the second is unfinished.
    expect(player.snapshot().context).toMatchObject({ index: 1, seconds: 90 });
    expect(player.snapshot().context.progress[2]).toEqual({ seconds: 40, percentage: 50, position: 4 });
  });

  it('is told of where it was finished and never told', async () => {
    const player = await playing([0, 0], { ...play, kept: kept(60, { 1: { seconds: 60, percentage: 100, position: 0 } }) });
    await player.track();
    expect(player.resources()).toMatchObject([{ resource: { id: 1 }, percentage: 100, timeSpent: 60 }]);
    expect(player.snapshot().context.index).toBe(1);
  });

  it('gives way to another device that was further', async () => {
    const player = createTestActor(lessonPlayerMachine, { ...play, kept: kept(5, { 1: { seconds: 5, percentage: 90, position: 9 } }) });
    const lesson = lessonOf(10, 0);
    const [first, second] = lesson.lesson_resources;
    await player.done('loadLesson', {
      ...lesson,
      time_spent: 50,
      lesson_resources: [{ ...first!, time_spent: 50, position: 3 }, second!],
    });
    expect(player.snapshot().context).toMatchObject({ seconds: 50, index: 0 });
    expect(player.snapshot().context.progress[0]).toEqual({ seconds: 50, percentage: 10, position: 3 });
  });
});

describe('the resource that was open last', () => {
  it('is opened again, also where an earlier one is not finished', async () => {
    const player = createTestActor(lessonPlayerMachine, play);
    await player.done('loadLesson', { ...lessonOf(0, 0, 30), enforce_order: false, last_resource_id: 3 });
    expect(player.snapshot().context.index).toBe(2);
  });

  it('is not, once it is finished', async () => {
    const player = createTestActor(lessonPlayerMachine, play);
    await player.done('loadLesson', { ...lessonOf(0, 0, 100), enforce_order: false, last_resource_id: 3 });
    expect(player.snapshot().context.index).toBe(0);
  });
});

describe('a resource that is asked for', () => {
  const asked = { ...play, resourceId: 2 };
  it('is opened, also where another one was open last, or it is finished', async () => {
    for (const percentage of [0, 100]) {
      const player = createTestActor(lessonPlayerMachine, asked);
      await player.done('loadLesson', { ...lessonOf(0, percentage, 0), enforce_order: false, last_resource_id: 3 });
      expect(player.snapshot().context.index).toBe(1);
    }
  });

  it('is not, where the lesson is done in order and its turn has not come, or it is not of this lesson', async () => {
    const inOrder = createTestActor(lessonPlayerMachine, asked);
    await inOrder.done('loadLesson', { ...lessonOf(0, 0, 0), enforce_order: true });
    expect(inOrder.snapshot().context.index).toBe(0);
    const foreign = createTestActor(lessonPlayerMachine, { ...play, resourceId: 99 });
    await foreign.done('loadLesson', { ...lessonOf(0, 0, 30), enforce_order: false, last_resource_id: 3 });
    expect(foreign.snapshot().context.index).toBe(2);
  });
});

it('tells how far a resource is that is left half done, then the start of the next', async () => {
  const player = createTestActor(lessonPlayerMachine, play);
  await player.done('loadLesson', { ...lessonOf(0, 0), enforce_order: false });
  await player.done('trackLesson', 501);
  await player.done('trackResource', { trackingId: 601, at: 1_000 });
  // A film's progress is fractional, but reported in whole percent.
  player.send({ type: 'resource.progressed', percentage: 48.7, position: 21 }, { type: 'resource.opened', index: 1 });
  for (let told = 0; told < 2; told++) {
    await player.done('trackLesson', 501);
    await player.done('trackResource', { trackingId: 602, at: 2_000 });
  }
  expect(player.inputs('trackResource').slice(1)).toMatchObject([
    { resource: { id: 1 }, percentage: 48, position: 21 },
    { resource: { id: 2 }, percentage: 0, previousResourceId: 1 },
  ]);
});

describe('a quiz that is left', () => {
  it('is asked about, and finished where it was handed in elsewhere', async () => {
    const player = createTestActor(lessonPlayerMachine, play);
    await player.done('loadLesson', lessonWithQuiz());
    expect(player.snapshot().context.index).toBe(1);
    player.send({ type: 'resource.opened', index: 0 });
    expect(player.inputs('checkCompletion')).toMatchObject([{ userPuid: 7, lessonId: 11, groupAssignmentId: 31, resource: { id: 2 } }]);
    // Going back in the meantime does not change which resource is meant.
    player.send({ type: 'resource.opened', index: 1 }, { type: 'resource.opened', index: 0 });
    await player.done('checkCompletion', true);
    expect(player.snapshot().context.progress.map(({ percentage }) => percentage)).toEqual([100, 100]);
  });

  it('is not asked about in a preview', async () => {
    const player = createTestActor(lessonPlayerMachine, preview);
    await player.done('loadLesson', lessonWithQuiz());
    player.send({ type: 'resource.opened', index: 0 });
    expect(player.inputs('checkCompletion')).toEqual([]);
  });
});

describe('whatever happens', () => {
  it('tracked time is at most the time that has passed, and completion never goes back', async () => {
    const step = fc.oneof(
      fc.record({ pass: fc.integer({ min: 100, max: 20_000 }) }),
      fc.constantFrom(
        { type: 'attention.lost' as const },
        { type: 'attention.regained' as const },
        { type: 'resource.finished' as const, hasMoreToShow: true },
        { type: 'delivery.retried' as const },
      ),
      fc.record({ type: fc.constant('resource.opened' as const), index: fc.nat(2) }),
      fc.record({ type: fc.constant('resource.progressed' as const), percentage: fc.nat(120), position: fc.nat(9) }),
      fc.constantFrom({ done: true }, { done: false }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const player = await playing();
        let passed = 0;
        let before = player.snapshot().context.progress;
        for (const one of steps) {
          if ('pass' in one) {
            player.pass(one.pass);
            passed += one.pass;
          } else if ('done' in one) {
            for (const id of ['trackLesson', 'trackResource'])
              if (player.waits(id))
                await (one.done ? player.done(id, id === 'trackLesson' ? 501 : { trackingId: 601, at: passed }) : player.fails(id, 503));
          } else player.send(one);
          const { progress, seconds } = player.snapshot().context;
          expect(seconds * 1000).toBeLessThanOrEqual(passed);
          expect(progress.reduce((sum, { seconds: own }) => sum + own, 0)).toBe(seconds);
          for (const [at, { percentage }] of progress.entries()) expect(percentage).toBeGreaterThanOrEqual(before[at]!.percentage);
          before = progress;
        }
        const told = player.lessons().map(({ timeSpent }) => timeSpent);
        expect(told).toEqual(told.toSorted((a, b) => a - b));
        // Strictly in sequence: a resource is reported only after its lesson.
        expect(player.resources().length).toBeLessThanOrEqual(player.lessons().length);
      }),
      { numRuns: 60 },
    );
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
    expect(player.snapshot().context.problem).toEqual({ code: 404, message: 'No such lesson', refused: true });
    player.send({ type: 'lesson.retried' });
    expect(player.inputs('loadLesson')).toHaveLength(2);
  });

  it('says so when there is nothing in it', async () => {
    const player = createTestActor(lessonPlayerMachine, play);
    await player.done('loadLesson', lessonOf());
    expect(player.snapshot().value).toBe('empty');
  });
});
