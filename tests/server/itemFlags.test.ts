import { describe, expect, it } from 'vitest';
import { flagsOf } from '../../common/itemFlags.ts';

const option = (is_answer: boolean, count: number, upper: number | null = null, lower: number | null = null) => ({
  ...{ is_answer, count, upper, lower },
});
const item = { asked: 40, facility: 0.6, discrimination: 0.4, options: [] };
/** Of an item that everybody answered. */
const flagged = (more: Partial<Parameters<typeof flagsOf>[0]>) => {
  const all = { ...item, ...more };
  return flagsOf({ ...all, answered: more.answered ?? all.asked });
};
const flags = (more: Partial<Parameters<typeof flagsOf>[0]>) => flagged(more).map(({ flag, option: at }) => [flag, at]);

describe('what an item suggests to check', () => {
  it('is nothing where it works', () => {
    expect(flags({})).toEqual([]);
    expect(flags({ options: [option(true, 24, 0.9, 0.3), option(false, 8, 0, 0.4), option(false, 8, 0.1, 0.3)] })).toEqual([]);
  });
  it('is the key if most of the best chose a wrong option', () => {
    const options = [option(true, 10, 0.3, 0.5), option(false, 28, 0.6, 0.3), option(false, 2, 0.1, 0.2)];
    expect(flagged({ options })[0]).toEqual({ flag: 'key', option: 1, share: 0.7 });
    // Exactly half are not most.
    expect(flags({ options: [option(true, 10, 0.5, 0.5), option(false, 28, 0.5, 0.3)] })).toEqual([['distractor', 1]]);
  });
  it('is not the key where several options are right', () => {
    expect(flags({ options: [option(true, 20, 0.9, 0.3), option(true, 20, 0.9, 0.3), option(false, 10, 0.6, 0.7)] })).toEqual([]);
  });
  it('is a wrong option that draws the best, unless few of them', () => {
    expect(flags({ options: [option(true, 24, 0.8, 0.4), option(false, 8, 0.2, 0.1)] })).toEqual([['distractor', 1]]);
    expect(flags({ options: [option(true, 24, 0.8, 0.4), option(false, 8, 0.19, 0.1)] })).toEqual([]);
  });
  it('is a wrong option that many chose', () => {
    expect(flags({ options: [option(true, 24, 0.8, 0.4), option(false, 12, 0.1, 0.6)] })).toEqual([['misconception', 1]]);
    expect(flags({ options: [option(true, 24, 0.8, 0.4), option(false, 11, 0.1, 0.6)] })).toEqual([]);
    // Without groups, too.
    expect(flags({ asked: 6, options: [option(true, 3), option(false, 3)] })).toEqual([['misconception', 1]]);
  });
  it('is an option that hardly anybody chose, if enough were asked', () => {
    expect(flags({ options: [option(true, 39, 1, 0.9), option(false, 1, 0, 0.1)] })).toEqual([['unused', 1]]);
    expect(flags({ asked: 19, options: [option(true, 19, 1, 1), option(false, 0, 0, 0)] })).toEqual([]);
  });
  it.each([
    ['hard', { facility: 0.24 }],
    ['easy', { facility: 0.96 }],
    ['weak', { discrimination: 0.19 }],
    ['weak', { discrimination: 0 }],
    ['weak', { discrimination: -0.16 }],
    ['negative', { discrimination: -0.17 }],
  ])('is that it is %s: %o', (flag, more) => expect(flags(more)).toEqual([[flag, null]]));
  it('is no discrimination that chance explains among few students', () => {
    expect(flags({ asked: 19, discrimination: 0.1 })).toEqual([]);
    expect(flags({ asked: 5, discrimination: -0.49 })).toEqual([]);
    expect(flags({ asked: 5, discrimination: -0.51 })).toEqual([['negative', null]]);
  });
  it('is that a fifth did not answer it', () => {
    expect(flagged({ answered: 32 })).toEqual([{ flag: 'skipped', option: null, share: 0.2 }]);
    expect(flags({ answered: 33 })).toEqual([]);
    expect(flags({ facility: 0.1, answered: 10 })).toEqual([
      ['hard', null],
      ['skipped', null],
    ]);
  });
  it('is not at the limits', () => {
    for (const more of [{ facility: 0.25 }, { facility: 0.95 }, { discrimination: 0.2 }, { discrimination: null }])
      expect(flags(more)).toEqual([]);
  });
  it('comes most urgent first', () => {
    expect(flags({ facility: 0.1, discrimination: -0.3, options: [option(true, 4, 0.1, 0.2), option(false, 36, 0.9, 0.8)] })).toEqual([
      ['key', 1],
      ['negative', null],
      ['hard', null],
    ]);
  });
  it('is nothing below five students', () => {
    expect(flags({ asked: 4, facility: 0.1 })).toEqual([]);
    expect(flags({ asked: 5, facility: 0.1 })).toEqual([['hard', null]]);
    expect(flags({ facility: null })).toEqual([]);
  });
});
