// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { openingPlace, reloadStale } from '../../src/services/kit/stalePage.ts';

let did: string[];
let time: number;
let isOnline: boolean;
const kept = new Map<string, string>();
beforeEach(() => {
  [did, time, isOnline] = [[], Date.UTC(2030, 0, 15), true];
  kept.clear();
  // An earlier file may have ended on the way to a screen.
  openingPlace(null);
});
const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
const ports = {
  storage: () => storage,
  now: () => time,
  isOnline: () => isOnline,
  reload: (path: string | null) => void did.push(path === null ? 'reload' : `open ${path}`),
};
const fail = (further: Partial<typeof ports> = {}) => {
  const event = new Event('vite:preloadError', { cancelable: true });
  const reloads = reloadStale(event, () => void did.push('flush'), { ...ports, ...further });
  expect(event.defaultPrevented).toBe(reloads);
  return reloads;
};

it('a page whose parts are gone writes down what waits, then loads anew', () => {
  expect(fail()).toBe(true);
  expect(did).toEqual(['flush', 'reload']);
});

it('it goes where the person wanted to go', () => {
  openingPlace('/authenticated/studentDashboard/report');
  fail();
  openingPlace(null);
  time += 60_000;
  fail();
  expect(did).toEqual(['flush', 'open /authenticated/studentDashboard/report', 'flush', 'reload']);
});

it('it does so once a minute at most, however often parts are missing', () => {
  fail();
  time += 59_999;
  expect(fail()).toBe(false);
  expect(did).toEqual(['flush', 'reload']);
  time += 1;
  expect(fail()).toBe(true);
});

it('without a connection it stays: loading anew would lose what is on the screen', () => {
  isOnline = false;
  expect(fail()).toBe(false);
  expect(did).toEqual([]);
});

it('where nothing can be kept it stays, since nobody could say how often it was tried', () => {
  const off = () => {
    throw new DOMException('Storage is off', 'SecurityError');
  };
  expect(fail({ storage: off })).toBe(false);
  expect(did).toEqual([]);
});

it('a part that came and failed by itself is no reason to load anew', () => {
  const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: new TypeError('x is undefined') });
  expect(reloadStale(event, () => void did.push('flush'), ports)).toBe(false);
  const gone = Object.assign(new Event('vite:preloadError', { cancelable: true }), {
    payload: new TypeError('Failed to fetch dynamically imported module: /assets/a.js'),
  });
  expect(reloadStale(gone, () => void did.push('flush'), ports)).toBe(true);
});
