// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import type { MediaInput, MediaNews, MediaOrder } from '../../src/machines/player/playbackMachine.ts';
import { film, frames } from '../../src/services/player/playback.ts';

const input: MediaInput = { duration: 10, time: 4 };

/** A medium that is ordered about, and what it reports. */
function medium(media: typeof frames) {
  const news: MediaNews[] = [];
  const machine = setup({ types: { events: {} as MediaNews }, actors: { media } }).createMachine({
    invoke: { src: 'media', id: 'media', input },
    on: { '*': { actions: ({ event }) => void news.push(event) } },
  });
  const actor = createActor(machine).start();
  const ask = (order: MediaOrder) => actor.getSnapshot().children.media?.send(order);
  return { ask, news, stop: () => actor.stop() };
}

let waiting: FrameRequestCallback | undefined;
beforeEach(() => {
  waiting = undefined;
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    waiting = callback;
    return 1;
  });
  vi.stubGlobal('cancelAnimationFrame', () => {
    waiting = undefined;
  });
});
/** Draws the next frame at `ms`. */
const frameAt = (ms: number) => {
  const callback = waiting;
  waiting = undefined;
  callback?.(ms);
};

it('an animation advances with the frames, at its speed, and ends at its end', () => {
  const { ask, news } = medium(frames);
  expect(waiting, 'nothing moves before Play').toBeUndefined();
  ask({ type: 'play.asked', from: 4 });
  frameAt(1_000);
  frameAt(1_500);
  ask({ type: 'speed.asked', speed: 2 });
  frameAt(2_000);
  ask({ type: 'position.asked', time: 9 });
  frameAt(2_100);
  frameAt(3_000);
  expect(news).toEqual([
    { type: 'media.advanced', time: 4.5 },
    { type: 'media.advanced', time: 5.5 },
    { type: 'media.advanced', time: 9.2 },
    { type: 'media.advanced', time: 10 },
    { type: 'media.ended' },
  ]);
  expect(waiting).toBeUndefined();
});

it.each<[string, (medium_: ReturnType<typeof medium>) => void]>([
  ['when it is stopped', ({ ask }) => ask({ type: 'pause.asked' })],
  ['when the student goes to the end', ({ ask }) => ask({ type: 'position.asked', time: 10 })],
  ['when its screen is left', ({ stop }) => stop()],
])('an animation draws no more frames %s', (_what, happen) => {
  const playing = medium(frames);
  playing.ask({ type: 'play.asked', from: 0 });
  frameAt(1_000);
  expect(waiting).toBeDefined();
  happen(playing);
  expect(waiting).toBeUndefined();
});

it('an animation that is stopped and played again does not count the time between', () => {
  const { ask, news } = medium(frames);
  ask({ type: 'play.asked', from: 0 });
  frameAt(1_000);
  ask({ type: 'pause.asked' });
  ask({ type: 'play.asked', from: 0 });
  frameAt(9_000);
  frameAt(9_250);
  expect(news).toEqual([{ type: 'media.advanced', time: 0.25 }]);
});

it('a film is loaded, goes on at its second, and reports what happens to it until its screen is left', () => {
  const video = document.createElement('video');
  Object.defineProperty(video, 'duration', { value: 12, configurable: true });
  const { ask, news, stop } = medium(film(() => video, '/films/shadows.webm'));
  expect(video.src).toContain('/films/shadows.webm');
  const happens = (...types: string[]) => {
    for (const type of types) video.dispatchEvent(new Event(type));
  };
  happens('loadedmetadata');
  expect(video.currentTime).toBe(4);
  ask({ type: 'speed.asked', speed: 1.5 });
  expect([video.playbackRate, video.defaultPlaybackRate], 'and after it is loaded again').toEqual([1.5, 1.5]);
  news.length = 0;
  happens('canplay', 'play', 'playing', 'waiting', 'timeupdate', 'ratechange', 'pause', 'ended', 'error');
  const expected = [
    { type: 'media.loaded', duration: 12 },
    { type: 'media.started' },
    { type: 'media.started' },
    { type: 'media.waited' },
    { type: 'media.advanced', time: 4 },
    { type: 'media.rated', speed: 1.5 },
    { type: 'media.paused' },
    { type: 'media.ended' },
    { type: 'media.failed' },
  ];
  expect(news).toEqual(expected);
  stop();
  happens('play', 'ended');
  expect(news).toEqual(expected);
});

it('a film that is shorter than the content says starts at its start, and one of unknown length says so', () => {
  const video = document.createElement('video');
  Object.defineProperty(video, 'duration', { value: 3, configurable: true });
  const { news } = medium(film(() => video, '/films/shadows.webm'));
  video.dispatchEvent(new Event('loadedmetadata'));
  expect(video.currentTime).toBe(0);
  Object.defineProperty(video, 'duration', { value: Number.POSITIVE_INFINITY });
  video.dispatchEvent(new Event('canplay'));
  expect(news).toEqual([
    { type: 'media.loaded', duration: 3 },
    { type: 'media.loaded', duration: null },
  ]);
});
