// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import FilmPlayer from '../../src/views/player/FilmPlayer.tsx';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen } from './kit/screen.tsx';

installNetwork();
afterEach(() => vi.restoreAllMocks());

const body = {
  kind: 'film' as const,
  url: '/films/shadows.webm',
  media_type: 'video/webm',
  duration: 44,
  captions: [],
  text_alternative_html: '',
};

async function open(position: number) {
  /** Whether the element was attached each time its source was set. */
  const asked: boolean[] = [];
  vi.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(function (this: HTMLMediaElement) {
    asked.push(this.isConnected);
  });
  const { app } = await openScreen({});
  const { container } = render(
    <Around app={app}>
      <FilmPlayer body={body} language="en" position={position} onProgress={() => {}} />
    </Around>,
  );
  const film = container.querySelector('video') as HTMLVideoElement;
  Object.defineProperty(film, 'duration', { value: 44 });
  return { film, asked };
}

it('a film is asked for when the page hears of it, however soon it comes, and goes on at its second', async () => {
  const { film, asked } = await open(21);
  expect(asked).toEqual([true]);
  fireEvent.loadedMetadata(film);
  expect(film.currentTime).toBe(21);
});

it.each([44, 60])('a film of 44 s that was left at %i s begins anew', async (position) => {
  const { film } = await open(position);
  fireEvent.loadedMetadata(film);
  expect(film.currentTime).toBe(0);
});

it('a film that does not come says what to do, until it does', async () => {
  const { film } = await open(0);
  fireEvent.error(film);
  screen.getByRole('alert');
  fireEvent.canPlay(film);
  expect(screen.queryByRole('alert')).toBeNull();
});
