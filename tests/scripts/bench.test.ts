import { describe, expect, it } from 'vitest';
import { isMeasured, type Measure, summaryOf } from '../../bench/lib/report.ts';

const fast: Measure = { name: 'first paint', unit: 'ms', ours: 900, floor: 1_000, goal: { atMost: 1 } };
const slow: Measure = { ...fast, name: 'last paint', ours: 1_500 };
const heavy: Measure = { name: 'memory', unit: 'MB', ours: 154.21, goal: { atMost: 150 } };

describe('the end of a bench run', () => {
  it('names what did not reach its goal, with the figures', () => {
    const results = [['pages', [fast, slow]] as const, ['server', [heavy]] as const];
    expect(summaryOf(results).split('\n')).toEqual([
      'Not reached, 2 of 3 goals:',
      '  pages: last paint: 1500 ms beside 1000 ms, 1.5 × (goal ≤ 1 ×)',
      '  server: memory: 154.2 MB (goal ≤ 150 MB)',
    ]);
  });

  it('says so when all were reached', () => {
    expect(summaryOf([['pages', [fast]]])).toBe('All goals were reached: 1 of 1.');
  });
});

describe('a measure', () => {
  it('is a figure, whether it reaches its goal or not', () => {
    expect([fast, slow, heavy].map(isMeasured)).toEqual([true, true, true]);
  });

  it.each([
    ['nothing was timed', { ...heavy, ours: Number.NaN }],
    ['its counterpart was not timed', { ...fast, floor: Number.NaN }],
    ['its counterpart took no time at all', { ...fast, floor: 0 }],
  ])('is none where %s', (_, measure) => {
    expect(isMeasured(measure)).toBe(false);
  });
});
