// @vitest-environment jsdom

import { act, fireEvent, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeEach, expect, vi } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { playbackMachine } from '../../src/machines/player/playbackMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import AnimationPlayer from '../../src/views/player/AnimationPlayer.tsx';
import FilmPlayer from '../../src/views/player/FilmPlayer.tsx';
import { describeView } from '../kit/describeView.ts';
import { inputs, playbackModel } from '../machines/playback.model.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen } from './kit/screen.tsx';

installNetwork();

let frames: FrameRequestCallback[];
let container: HTMLElement;
const onProgress = vi.fn<(percentage: number, position: number) => void>();
beforeEach(() => {
  frames = [];
  onProgress.mockClear();
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
  vi.stubGlobal('cancelAnimationFrame', () => {
    frames = [];
  });
  vi.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(() => {});
});

const captions = [
  { at: 0, text: 'The pot is cold.' },
  { at: 5, text: 'The water boils.' },
];
const film = () => container.querySelector('video') as HTMLVideoElement;
const happens = (type: string) => fireEvent(film(), new Event(type));
const slider = () => screen.getByRole<HTMLInputElement>('slider');
const speedSelect = () => screen.getByRole<HTMLSelectElement>('combobox', { name: m.player_speed() });
/** Draws frames until `seconds` have passed. */
const draw = (seconds: number) =>
  act(() => {
    for (const at of [1_000, 1_000 + (seconds * 1_000) / Number(speedSelect().value)]) {
      const waiting = frames;
      frames = [];
      for (const callback of waiting) callback(at);
    }
  });

describeView<typeof playbackMachine>(playbackModel, {
  mount: async (stage) => {
    const { kind, duration, position } = stage.input as (typeof inputs)[keyof typeof inputs];
    const { app } = await openScreen(stage);
    const common = { language: 'en' as const, position, onProgress };
    ({ container } = stage.render(
      <Around app={app}>
        <Suspense>
          {kind === 'film' ? (
            <FilmPlayer
              {...common}
              body={{
                kind: 'film',
                url: '/films/boiling.webm',
                media_type: 'video/webm',
                duration,
                captions: [],
                text_alternative_html: '',
              }}
            />
          ) : (
            <AnimationPlayer {...common} body={{ kind: 'video', animation: 'heating-ice', duration, captions }} />
          )}
        </Suspense>
      </Around>,
    ));
    await screen.findByRole('combobox');
    if (kind === 'film') Object.defineProperty(film(), 'duration', { value: duration });
  },
  // The film has controls of its own, which report what they do; an animation has ours, and nothing to load.
  can: (event, { context, value }) => {
    if (event.type === 'speed.chosen') return true;
    if (context.kind === 'film') return !/^(playback|position)\./.test(event.type);
    if (event.type === 'playback.toggled') return true;
    if (event.type === 'position.sought') return event.time !== Math.floor(context.time);
    if (event.type === 'media.advanced') return value === 'playing' && context.time < event.time && event.time < context.duration;
    return event.type === 'media.ended' && value === 'playing' && context.time < context.duration;
  },
  drive: {
    'playback.toggled': () => fireEvent.click(screen.getByRole('button', { name: /^(Play|Pause)$/ })),
    'position.sought': ({ time }) => fireEvent.change(slider(), { target: { value: String(time) } }),
    'speed.chosen': ({ speed }) => fireEvent.change(speedSelect(), { target: { value: String(speed) } }),
    'media.rated': ({ speed }) => {
      film().playbackRate = speed;
      happens('ratechange');
    },
    'media.loaded': () => happens('canplay'),
    'media.started': () => happens('play'),
    'media.paused': () => happens('pause'),
    'media.waited': () => happens('waiting'),
    'media.failed': () => happens('error'),
    'media.advanced': ({ time }) => {
      if (!film()) return draw(time - Number(slider().value));
      film().currentTime = time;
      return happens('timeupdate');
    },
    'media.ended': () => (film() ? happens('ended') : draw(inputs.animation.duration)),
  },
  see: Object.fromEntries(
    ['paused', 'playing', 'buffering', 'ended', 'failed'].map((state) => [
      state,
      ({ context: { kind, time, duration, speed } }: SnapshotFrom<typeof playbackMachine>) => {
        const second = Math.floor(time);
        expect(onProgress.mock.lastCall).toEqual([(100 * second) / duration, second]);
        expect(Number(speedSelect().value)).toBe(speed);
        expect(screen.queryByRole('alert') !== null).toBe(state === 'failed');
        if (kind === 'film') {
          expect(container.querySelector('[aria-busy=true]') !== null).toBe(state === 'buffering');
          if (speed === 2) expect(film().playbackRate).toBe(2);
          return;
        }
        screen.getByRole('button', { name: state === 'playing' ? m.player_pause() : m.player_play() });
        expect(Number(slider().value)).toBe(second);
        expect(slider().getAttribute('aria-valuetext')).toBe(`0:${String(second).padStart(2, '0')} of 0:20`);
        expect(container.querySelector('[aria-live=polite]')?.textContent).toBe(captions[second < 5 ? 0 : 1]?.text);
        expect(frames.length > 0, 'frames are asked for').toBe(state === 'playing');
      },
    ]),
  ),
});
