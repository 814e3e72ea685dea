// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import Linked from '../../src/views/player/Linked.tsx';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen } from './kit/screen.tsx';

installNetwork();

/** Object URLs currently in use. */
let held: Map<string, Blob>;
beforeEach(() => {
  held = new Map();
  let made = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    const address = `blob:${location.origin}/${++made}`;
    held.set(address, file as Blob);
    return address;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void held.delete(address));
});
afterEach(() => vi.restoreAllMocks());

const body = {
  kind: 'file' as const,
  url: '/api/lms/v2/content/files/shadows.csv',
  file_name: 'shadows.csv',
  media_type: 'text/csv',
  size: 12,
  why_html: '<p>For your graph</p>',
};

/** Opens a file in the player; `saved` is its copy on this device. */
async function open(saved: string | null, shown: Partial<typeof body> = {}) {
  const { app } = await openScreen();
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    asked.push(String(address));
    if (saved === null) throw new TypeError('Failed to fetch');
    return new Response(saved);
  });
  const opened = vi.fn();
  const { unmount, container } = render(
    <Around app={app}>
      <Linked body={{ ...body, ...shown }} language="en" position={0} onProgress={opened} />
    </Around>,
  );
  const connection = (is: 'lost' | 'restored') => act(async () => app.actor.send({ type: `connection.${is}` }));
  return { asked, opened, unmount, connection, picture: () => container.querySelector('img') };
}
const link = () => screen.queryByRole('link', { name: 'Download' }) as HTMLAnchorElement | null;
const notSaved = () => screen.queryByText(/^This file is not saved on this device/);

it('a file is the browser’s to download while there is a connection: nothing of it is read before', async () => {
  const { asked } = await open('12,73.4');
  expect(link()?.getAttribute('href')).toBe(`${location.origin}${body.url}`);
  expect(link()?.download).toBe('shadows.csv');
  expect([asked, held.size]).toEqual([[], 0]);
});

it('a saved file is offered from the device without a connection, by the link that was there, and let go when it is back', async () => {
  const { connection, opened, unmount, asked } = await open('12,73.4');
  const before = link();
  before?.focus();
  await connection('lost');
  const address = link()?.href ?? '';
  expect(await held.get(address)?.text()).toBe('12,73.4');
  expect(asked).toEqual([`${location.origin}${body.url}`]);
  expect([document.activeElement === before, link()?.download, notSaved()]).toEqual([true, 'shadows.csv', null]);
  link()?.addEventListener('click', (event) => event.preventDefault());
  fireEvent.click(link()!);
  expect(opened).toHaveBeenCalledWith(50, 1);

  await connection('restored');
  expect([link()?.getAttribute('href'), held.size]).toEqual([`${location.origin}${body.url}`, 0]);
  await connection('lost');
  expect(held.size).toBe(1);
  unmount();
  expect(held.size).toBe(0);
});

it('a file that is not saved says so without a connection, and has no link until it is back', async () => {
  const { connection } = await open(null);
  await connection('lost');
  expect([link(), notSaved() === null, held.size]).toEqual([null, false, 0]);
  await connection('restored');
  expect([link() === null, notSaved()]).toEqual([false, null]);
});

it('a file of another site is not asked for: nothing of it is ever saved', async () => {
  const { connection, asked } = await open('12,73.4', { url: 'https://elsewhere.example/shadows.csv' });
  await connection('lost');
  expect([asked, link(), notSaved() === null]).toEqual([[], null, false]);
});

it('a picture that is not there without a connection gives way, and is asked for again with one', async () => {
  const { connection, picture } = await open(null, { media_type: 'image/png', file_name: 'shadows.png' });
  await connection('lost');
  expect(picture()).not.toBeNull();
  fireEvent.error(picture()!);
  expect(picture()).toBeNull();
  await connection('restored');
  fireEvent.load(picture()!);
  await connection('lost');
  expect(picture()).not.toBeNull();
});
