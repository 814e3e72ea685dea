// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { openingPlace, reloadStale } from '../../src/services/kit/stalePage.ts';

let did: string[];
let time: number;
let isOnline: boolean;
let isThere: boolean;
const kept = new Map<string, string>();
beforeEach(() => {
  [did, time, isOnline, isThere] = [[], Date.UTC(2030, 0, 15), true, true];
  kept.clear();
  // An earlier file may have ended on the way to a screen.
  openingPlace(null);
});
const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
const ports = {
  storage: () => storage,
  now: () => time,
  isOnline: () => isOnline,
  isThere: async () => isThere,
  reload: (path: string | null) => void did.push(path === null ? 'reload' : `open ${path}`),
};
const fail = (further: Partial<typeof ports> = {}) =>
  reloadStale(new Event('vite:preloadError'), () => void did.push('flush'), { ...ports, ...further });

it('a page whose parts are gone writes down what waits, then loads anew', async () => {
  expect(await fail()).toBe(true);
  expect(did).toEqual(['flush', 'reload']);
});

it('it goes where the person wanted to go', async () => {
  openingPlace('/authenticated/studentDashboard/report');
  await fail();
  openingPlace(null);
  time += 60_000;
  await fail();
  expect(did).toEqual(['flush', 'open /authenticated/studentDashboard/report', 'flush', 'reload']);
});

it('it does so once a minute at most, however often parts are missing', async () => {
  await fail();
  time += 59_999;
  expect(await fail()).toBe(false);
  expect(did).toEqual(['flush', 'reload']);
  time += 1;
  expect(await fail()).toBe(true);
});

it('without a connection it stays: loading anew would lose what is on the screen', async () => {
  isOnline = false;
  expect(await fail()).toBe(false);
  expect(did).toEqual([]);
});

it('without a server it stays: the browser would show its own error', async () => {
  isThere = false;
  expect(await fail()).toBe(false);
  expect(did).toEqual([]);
  isThere = true;
  expect(await fail(), 'the attempt did not count').toBe(true);
});

it('where nothing can be kept it stays, since nobody could say how often it was tried', async () => {
  const off = () => {
    throw new DOMException('Storage is off', 'SecurityError');
  };
  expect(await fail({ storage: off })).toBe(false);
  expect(did).toEqual([]);
});

it('a part that came and failed by itself is no reason to load anew', async () => {
  const event = Object.assign(new Event('vite:preloadError'), { payload: new TypeError('x is undefined') });
  expect(await reloadStale(event, () => void did.push('flush'), ports)).toBe(false);
  const gone = Object.assign(new Event('vite:preloadError'), {
    payload: new TypeError('Failed to fetch dynamically imported module: /assets/a.js'),
  });
  expect(await reloadStale(gone, () => void did.push('flush'), ports)).toBe(true);
});
