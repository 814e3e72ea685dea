import * as v from 'valibot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createPersistence, type Slice, slice as sliceOf } from '../../src/services/kit/persistence.ts';
import { assignmentSlice } from '../../src/services/kit/slices/assignment.ts';
import { autogradeSlice } from '../../src/services/kit/slices/autograde.ts';
import { quizDraftsSlice } from '../../src/services/kit/slices/quizDrafts.ts';
import { sessionSlice } from '../../src/services/kit/slices/session.ts';
import { studentDashboardSlice } from '../../src/services/kit/slices/studentDashboard.ts';

const slices = { session: sessionSlice, studentDashboard: studentDashboardSlice, assignment: assignmentSlice };

/** localStorage as in browsers: values must be text, and may not fit. */
class MemoryStorage implements Storage {
  readonly #items = new Map<string, string>();
  /** Throws like a browser whose storage is full or disabled. */
  broken: 'no' | 'full' | 'off' = 'no';
  #check(isWriting: boolean) {
    if (this.broken === 'off' || (this.broken === 'full' && isWriting)) throw new DOMException('no', 'QuotaExceededError');
  }
  get length() {
    this.#check(false);
    return this.#items.size;
  }
  key(index: number) {
    return [...this.#items.keys()][index] ?? null;
  }
  getItem(key: string) {
    this.#check(false);
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    this.#check(true);
    this.#items.set(key, value);
  }
  removeItem(key: string) {
    this.#check(false);
    this.#items.delete(key);
  }
  clear() {
    this.#items.clear();
  }
  get all() {
    return Object.fromEntries(this.#items);
  }
}

let storage: MemoryStorage;
let timers: { ms: number; act: () => void; isStopped: boolean }[];
let onFailure: ReturnType<typeof vi.fn<() => void>>;
let persistence: ReturnType<typeof createPersistence>;
const now = Date.UTC(2030, 0, 15);

const start = () =>
  createPersistence({
    storage: () => storage,
    now: () => now,
    later: (ms, act) => {
      const timer = { ms, act, isStopped: false };
      timers.push(timer);
      return () => {
        timer.isStopped = true;
      };
    },
    onFailure,
  });
/** Ends the quiet period of all pending writes. */
const pass = () => {
  for (const timer of timers.splice(0)) if (!timer.isStopped) timer.act();
};

beforeEach(() => {
  storage = new MemoryStorage();
  timers = [];
  onFailure = vi.fn<() => void>();
  persistence = start();
  persistence.open('1.7');
});

const tabs = [{ key: 'content', show: true }];
const sliceKey = 'orrery.slice.1.7.session';
const quarantineKey = 'orrery.quarantine.1.7.session';

describe('what is kept between visits', () => {
  it('is written after 500 ms of quiet for the session, 600 ms for the student dashboard and the assignments', () => {
    for (const slice of Object.values(slices) as Slice[]) persistence.write(slice, null);
    expect(timers.map(({ ms }) => ms)).toEqual([500, 600, 600]);
    expect(storage.all).toEqual({});
  });

  it('is written once for many changes', () => {
    const write = vi.spyOn(storage, 'setItem');
    for (let change = 0; change < 50; change++) persistence.write(slices.session, [{ key: `tab ${change}`, show: true }]);
    pass();
    expect(write).toHaveBeenCalledTimes(1);
    expect(start().read(slices.session)).toBeUndefined();
    expect(persistence.read(slices.session)).toEqual([{ key: 'tab 49', show: true }]);
  });

  it('stands in a versioned envelope under its owner’s own key', () => {
    persistence.write(slices.session, tabs);
    pass();
    expect(Object.keys(storage.all)).toEqual([sliceKey]);
    expect(JSON.parse(storage.all[sliceKey]!)).toEqual({ v: 1, savedAt: now, user: '1.7', data: tabs });
  });

  it('is written at once when the page is left', () => {
    persistence.write(slices.session, tabs);
    persistence.flush();
    expect(persistence.read(slices.session)).toEqual(tabs);
    const write = vi.spyOn(storage, 'setItem');
    pass();
    expect(write).not.toHaveBeenCalled();
  });

  it('is read as it was changed last, though it waits to be written', () => {
    persistence.write(slices.session, tabs);
    expect(persistence.read(slices.session)).toEqual(tabs);
    persistence.update(slices.session, () => []);
    expect(persistence.read(slices.session)).toEqual([]);
    expect(storage.all).toEqual({});
    pass();
    expect(persistence.read(slices.session)).toEqual([]);
  });

  it('is changed in part where it stands by then: what another tab has written meanwhile stays', () => {
    const own = { key: 'workspace', show: true };
    persistence.update(slices.session, (before = []) => [...before, own]);
    const another = start();
    another.open('1.7');
    another.write(slices.session, tabs);
    another.flush();
    pass();
    expect(persistence.read(slices.session)).toEqual([...tabs, own]);
  });

  it('is wiped when another user signs in, with what is in quarantine; other things in storage stay', () => {
    storage.setItem('orrery.theme', 'dark');
    storage.setItem(sliceKey, 'rubbish');
    storage.setItem('orrery.slice.1.77.session', JSON.stringify({ v: 1, savedAt: now, user: '1.77', data: tabs }));
    persistence.read(slices.session);
    persistence.write(slices.session, tabs);
    pass();
    persistence.write(slices.session, []);
    persistence.open('1.8');
    pass();
    expect(storage.all).toEqual({ 'orrery.theme': 'dark' });
    expect(persistence.read(slices.session)).toBeUndefined();
  });

  it('does not come back after sign-out, though something waited to be written', () => {
    persistence.write(slices.session, tabs);
    persistence.close();
    storage.clear();
    pass();
    persistence.flush();
    persistence.write(slices.session, tabs);
    pass();
    expect(storage.all).toEqual({});
    expect(persistence.read(slices.session)).toBeUndefined();
  });

  it('is not believed when it stands under the wrong owner', () => {
    storage.setItem(sliceKey, JSON.stringify({ v: 1, savedAt: now, user: '1.8', data: tabs }));
    expect(persistence.read(slices.session)).toBeUndefined();
  });
});

describe('storage that fails', () => {
  it.each(['full', 'off'] as const)('%s: nothing is thrown, everything works without it, and it is said once', (broken) => {
    storage.broken = broken;
    persistence = start();
    expect(() => {
      persistence.open('1.7');
      for (let change = 0; change < 3; change++) {
        persistence.write(slices.session, tabs);
        pass();
        persistence.read(slices.session);
      }
      persistence.write(slices.session, tabs);
      persistence.flush();
      persistence.close();
    }).not.toThrow();
    expect(onFailure).toHaveBeenCalledTimes(1);
  });
  it('that cannot even be reached (its getter throws) is no different', () => {
    persistence = createPersistence({
      storage: () => {
        throw new DOMException('no', 'SecurityError');
      },
      now: () => now,
      later: () => () => {},
      onFailure,
    });
    persistence.open('1.7');
    expect(persistence.read(slices.session)).toBeUndefined();
    expect(onFailure).toHaveBeenCalledTimes(1);
  });
});

/** 30 kinds of corrupt text; each is a text, or a function of the valid one. */
const corruptions: [name: string, corrupt: (good: string) => string][] = [
  ['empty text', () => ''],
  ['a blank', () => ' '],
  ['no JSON', () => 'rubbish'],
  ['HTML', () => '<!doctype html>'],
  ['cut in the middle', (good) => good.slice(0, good.length / 2)],
  ['cut by one', (good) => good.slice(0, -1)],
  ['one too many', (good) => `${good}}`],
  ['twice', (good) => good + good],
  ['null', () => 'null'],
  ['a truth value', () => 'true'],
  ['a number', () => '42'],
  ['a text', () => '"text"'],
  ['a list', () => '[]'],
  ['an empty object', () => '{}'],
  ['no version', (good) => good.replace('"v":1', '"w":1')],
  ['an older version', (good) => good.replace('"v":1', '"v":0')],
  ['a newer version', (good) => good.replace('"v":1', '"v":2')],
  ['a version as text', (good) => good.replace('"v":1', '"v":"1"')],
  ['no time', (good) => good.replace('savedAt', 'saved')],
  ['a time as text', (good) => good.replace(/"savedAt":\d+/, '"savedAt":"now"')],
  ['no owner', (good) => good.replace('"user":"1.7"', '"user":null')],
  ['another owner', (good) => good.replace('"user":"1.7"', '"user":"1.8"')],
  ['no data', (good) => good.replace('"data"', '"date"')],
  ['null as data', (good) => JSON.stringify({ ...JSON.parse(good), data: null })],
  ['text as data', (good) => JSON.stringify({ ...JSON.parse(good), data: 'text' })],
  ['a number as data', (good) => JSON.stringify({ ...JSON.parse(good), data: 7 })],
  ['another shape as data', (good) => JSON.stringify({ ...JSON.parse(good), data: { surprise: [1, 2] } })],
  ['a list of nulls as data', (good) => JSON.stringify({ ...JSON.parse(good), data: [null, null] })],
  ['a prototype as data', (good) => good.replace(/"data":.*$/, '"data":{"__proto__":{"polluted":true}}}')],
  ['binary rubbish', () => '\u0000\uffff\ud800'],
];

/** Small valid data for each slice. */
const good: Record<keyof typeof slices, unknown> = {
  session: tabs,
  studentDashboard: { assignments: [], counts: { notStarted: 0, inProgress: 0, completed: 0, overdue: 0 } },
  assignment: { groups: [], list: [] },
};

describe.each(Object.keys(slices) as (keyof typeof slices)[])('corrupt data of the slice %s', (name) => {
  const slice: Slice = slices[name];
  const key = `orrery.slice.1.7.${name}`;
  const quarantine = `orrery.quarantine.1.7.${name}`;
  const goodText = () => JSON.stringify({ v: slice.version, savedAt: now, user: '1.7', data: good[name] });

  it('are 30 cases, and the good one is read', () => {
    expect(corruptions).toHaveLength(30);
    storage.setItem(key, goodText());
    expect(persistence.read(slice)).toEqual(v.parse(slice.schema, good[name]));
    expect(storage.getItem(quarantine)).toBeNull();
  });

  it.each(corruptions)('%s: not used, put aside, replaced by the next good write', (_, corrupt) => {
    const text = corrupt(goodText());
    expect(text).not.toBe(goodText());
    storage.setItem(key, text);
    expect(persistence.read(slice)).toBeUndefined();
    expect(storage.getItem(key)).toBeNull();
    expect(storage.getItem(quarantine)).toBe(text);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    persistence.write(slice, good[name]);
    pass();
    expect(persistence.read(slice)).toBeDefined();
    expect(onFailure).not.toHaveBeenCalled();
  });
});

describe('data of another version', () => {
  const place = v.object({ lesson: v.number(), seconds: v.number() });
  /** Version 1 counted minutes, version 2 had no name for the lesson. */
  const newest = sliceOf('session', 3, place, 500, {
    1: (data) => ({ id: v.parse(v.object({ id: v.number() }), data).id, seconds: 60 * (data as { minutes: number }).minutes }),
    2: (data) => ({ lesson: (data as { id: number }).id, seconds: (data as { seconds: number }).seconds }),
  });
  const store = (version: number, data: unknown) =>
    storage.setItem(sliceKey, JSON.stringify({ v: version, savedAt: now, user: '1.7', data }));

  it.each([
    [1, { id: 4, minutes: 2 }],
    [2, { id: 4, seconds: 120 }],
    [3, { lesson: 4, seconds: 120 }],
  ])('%i is upgraded step by step, and stored as the newest with the next change', (version, data) => {
    store(version, data);
    expect(persistence.read(newest)).toEqual({ lesson: 4, seconds: 120 });
    persistence.update(newest, (before) => ({ lesson: before?.lesson ?? 0, seconds: (before?.seconds ?? 0) + 1 }));
    pass();
    expect(JSON.parse(storage.all[sliceKey]!)).toMatchObject({ v: 3, data: { lesson: 4, seconds: 121 } });
    expect(storage.getItem(quarantineKey)).toBeNull();
  });

  const resource = { itemId: 3, itemTypeId: 4, groupPuid: null };
  it.each<[what: string, slice: Slice, earlier: unknown, now: unknown]>([
    [
      'what a teacher wrote while grading stays, and the place of the question goes',
      autogradeSlice,
      { resource, index: 2, isNavigatorOpen: true, drafts: { '6/5': 'Good' } },
      { resource, questionId: null, isNavigatorOpen: true, drafts: { '6/5': 'Good' } },
    ],
    ['no draft of a quiz', quizDraftsSlice, {}, {}],
  ])('1 is upgraded: %s', (_what, slice, earlier, upgraded) => {
    storage.setItem(`orrery.slice.1.7.${slice.name}`, JSON.stringify({ v: 1, savedAt: now, user: '1.7', data: earlier }));
    expect(persistence.read(slice)).toEqual(upgraded);
  });

  it.each([
    ['an upgrade does not expect', 1, { minutes: 2 }],
    ['an upgrade makes nothing useful of', 2, { seconds: 120 }],
    ['there is no upgrade for', 0, { lesson: 4, seconds: 120 }],
    ['a later version wrote', 4, { lesson: 4, seconds: 120 }],
  ])('that %s is put aside, and the next write is stored', (_what, version, data) => {
    store(version, data);
    expect(persistence.read(newest)).toBeUndefined();
    expect(JSON.parse(storage.all[quarantineKey]!)).toMatchObject({ v: version, data });
    persistence.write(newest, { lesson: 5, seconds: 1 });
    pass();
    expect(persistence.read(newest)).toEqual({ lesson: 5, seconds: 1 });
    expect(onFailure).not.toHaveBeenCalled();
  });
});

describe('quarantine', () => {
  it('keeps the text under the owner’s own key', () => {
    storage.setItem(sliceKey, 'rubbish');
    persistence.read(slices.session);
    expect(storage.all).toEqual({ [quarantineKey]: 'rubbish' });
  });
});
