import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import {
  type MediaInput,
  type MediaNews,
  type MediaOrder,
  type PlaybackInput,
  playbackMachine,
} from '../../src/machines/player/playbackMachine.ts';
import { inputs } from './playback.model.ts';

/** A playback with a medium that writes down what it is asked. */
function playing(input: PlaybackInput = inputs.animation) {
  const asked: (MediaOrder | MediaInput)[] = [];
  const media = fromCallback<MediaOrder, MediaInput, MediaNews>(({ input: given, receive }) => {
    asked.push(given);
    receive((order) => asked.push(order));
  });
  const actor = createActor(playbackMachine.provide({ actors: { media } }), { input }).start();
  return { asked, send: actor.send, state: () => actor.getSnapshot() };
}

it.each([
  [0, 0],
  [7, 7],
  [19, 19],
  [20, 0],
  [31, 0],
])('what was left at %i s of 20 goes on at %i s', (position, time) => {
  const { asked, state } = playing({ ...inputs.film, position });
  expect(asked).toEqual([{ duration: 20, time }]);
  expect(state().context.time).toBe(time);
  expect(state().value).toBe('paused');
});

describe('the medium', () => {
  it('plays from the second on the screen, stops, and goes where the student goes', () => {
    const { asked, send, state } = playing({ ...inputs.animation, position: 3 });
    send({ type: 'playback.toggled' });
    send({ type: 'media.advanced', time: 4.5 });
    send({ type: 'position.sought', time: 9 });
    expect(state().value, 'it plays on there').toBe('playing');
    send({ type: 'playback.toggled' });
    send({ type: 'position.sought', time: 2 });
    send({ type: 'playback.toggled' });
    expect(asked.slice(1)).toEqual([
      { type: 'play.asked', from: 3 },
      { type: 'position.asked', time: 9 },
      { type: 'pause.asked' },
      { type: 'position.asked', time: 2 },
      { type: 'play.asked', from: 2 },
    ]);
  });

  it('starts anew when it is played after its end, and does not when the student goes back first', () => {
    const { asked, send, state } = playing();
    send({ type: 'playback.toggled' });
    send({ type: 'media.advanced', time: 19.9 });
    send({ type: 'media.ended' });
    expect(state().context.time).toBe(20);
    send({ type: 'playback.toggled' });
    expect([asked.length, asked.at(-1)]).toEqual([3, { type: 'play.asked', from: 0 }]);
    send({ type: 'position.sought', time: 20 });
    expect([state().value, asked.at(-1)]).toEqual(['ended', { type: 'position.asked', time: 20 }]);
    send({ type: 'position.sought', time: 11 });
    expect([state().value, asked.at(-1)]).toEqual(['paused', { type: 'position.asked', time: 11 }]);
    send({ type: 'playback.toggled' });
    expect(asked.at(-1)).toEqual({ type: 'play.asked', from: 11 });
  });

  it('takes the speed that the student chose, and is not asked for one that it reports', () => {
    const { asked, send, state } = playing();
    send({ type: 'speed.chosen', speed: 1.5 });
    expect(asked.at(-1)).toEqual({ type: 'speed.asked', speed: 1.5 });
    send({ type: 'media.rated', speed: 3 });
    expect([asked.length, state().context.speed]).toEqual([2, 3]);
  });
});

describe('a film', () => {
  it('knows better than the content how long it is', () => {
    const { send, state } = playing(inputs.film);
    send({ type: 'media.loaded', duration: null });
    expect(state().context.duration).toBe(20);
    send({ type: 'media.loaded', duration: 23.4 });
    expect(state().context.duration).toBe(23.4);
  });

  it('that is played after a failure ends at its own end', () => {
    const { send, state } = playing(inputs.film);
    send({ type: 'media.failed' });
    expect(state().hasTag('failed')).toBe(true);
    send({ type: 'media.loaded', duration: 30 });
    expect([state().value, state().context.duration]).toEqual(['paused', 30]);
    send({ type: 'media.started' });
    send({ type: 'media.ended' });
    expect(state().context.time).toBe(30);
  });

  it('stops, and then ends: browsers report both', () => {
    const { send, state } = playing(inputs.film);
    send({ type: 'media.started' });
    send({ type: 'media.advanced', time: 20 });
    send({ type: 'media.paused' });
    expect(state().value).toBe('paused');
    send({ type: 'media.ended' });
    send({ type: 'media.advanced', time: 20 });
    expect(state().value).toBe('ended');
    send({ type: 'media.advanced', time: 8 });
    expect([state().value, state().context.time]).toEqual(['paused', 8]);
  });
});

describe('what is reported or pressed', () => {
  const ways = {
    paused: [],
    playing: [{ type: 'media.started' }],
    buffering: [{ type: 'media.started' }, { type: 'media.waited' }],
    ended: [{ type: 'media.ended' }],
    failed: [{ type: 'media.failed' }],
  } as const;
  it.each([
    ['paused', { type: 'playback.toggled' }, 'playing'],
    ['paused', { type: 'media.started' }, 'playing'],
    ['paused', { type: 'media.advanced', time: 6 }, 'paused'],
    ['paused', { type: 'media.ended' }, 'ended'],
    ['paused', { type: 'media.failed' }, 'failed'],
    ['playing', { type: 'playback.toggled' }, 'paused'],
    ['playing', { type: 'media.started' }, 'playing'],
    ['playing', { type: 'media.paused' }, 'paused'],
    ['playing', { type: 'media.waited' }, 'buffering'],
    ['playing', { type: 'media.advanced', time: 6 }, 'playing'],
    ['playing', { type: 'media.ended' }, 'ended'],
    ['playing', { type: 'media.failed' }, 'failed'],
    ['buffering', { type: 'media.started' }, 'playing'],
    ['buffering', { type: 'media.paused' }, 'paused'],
    ['buffering', { type: 'media.failed' }, 'failed'],
    ['ended', { type: 'playback.toggled' }, 'playing'],
    ['ended', { type: 'media.started' }, 'playing'],
    ['ended', { type: 'media.advanced', time: 6 }, 'paused'],
    ['ended', { type: 'media.advanced', time: 20 }, 'ended'],
    ['failed', { type: 'media.loaded', duration: 20 }, 'paused'],
  ] as const)('while %s: %j is expected, and it is %s then', (before, event, after) => {
    const { send, state } = playing();
    for (const way of ways[before]) send(way);
    expect(state().value).toBe(before);
    expect(playbackMachine.getTransitionData(state(), event)).not.toEqual([]);
    send(event);
    expect(state().value).toBe(after);
    if ('time' in event) expect(state().context.time).toBe(event.time);
  });
});
