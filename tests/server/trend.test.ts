import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fewestDays, fewestResults } from '../../common/trendLimits.ts';
import { leastSquares, quantile, tQuantile, trendOf } from '../../server/reports/trend.ts';
import { days } from './testServer.ts';

/** NIST, Statistical Reference Datasets, Norris (linear regression), y and x: https://www.itl.nist.gov/div898/strd/lls/data/Norris.shtml */
const norris = `
0.1 0.2, 338.8 337.4, 118.1 118.2, 888.0 884.6, 9.2 10.1, 228.1 226.5, 668.5 666.3, 998.5 996.3, 449.1 448.6, 778.9 777.0, 559.2 558.2,
0.3 0.4, 0.1 0.6, 778.1 775.5, 668.8 666.9, 339.3 338.0, 448.9 447.5, 10.8 11.6, 557.7 556.0, 228.3 228.1, 998.0 995.8, 888.8 887.6,
119.6 120.2, 0.3 0.3, 0.6 0.3, 557.6 556.8, 339.3 339.1, 888.0 887.2, 998.5 999.0, 778.9 779.0, 10.2 11.1, 117.6 118.3, 228.9 229.2,
668.4 669.1, 449.2 448.9, 0.2 0.5`
  .split(',')
  .map((pair) => pair.trim().split(' ').map(Number))
  .map(([y = 0, x = 0]) => [x, y] as const);

describe('a least-squares line', () => {
  it('equals the certified values of the Norris data', () => {
    const line = leastSquares(norris);
    expect(line?.points).toBe(36);
    expect(line?.slope).toBeCloseTo(1.00211681802045, 10);
    expect(line?.intercept).toBeCloseTo(-0.262323073774029, 10);
    expect(line?.error).toBeCloseTo(0.000429796848199937, 10);
    expect(line?.sd).toBeCloseTo(0.884796396144373, 10);
  });

  it.each([
    ['nothing measured', []],
    ['two points', [[0, 1] as const, [1, 2] as const]],
    ['points at one place', [[1, 1] as const, [1, 2] as const, [1, 3] as const]],
  ])('is not drawn through %s', (_, points) => expect(leastSquares(points)).toBeNull());
});

// Quantiles of Student's t: NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, to more digits as R's qt() gives them.
it.each([
  [1, 0.95, 12.7062047362],
  [2, 0.95, 4.3026527297],
  [3, 0.95, 3.1824463053],
  [4, 0.95, 2.7764451052],
  [5, 0.95, 2.5705818356],
  [10, 0.95, 2.228138852],
  [30, 0.95, 2.0422724563],
  [5, 0.99, 4.0321429836],
  [30, 0.99, 2.7499956536],
])('with %i degrees of freedom, %f of Student’s t lie within %f', (df, share, expected) =>
  expect(tQuantile(df, share)).toBeCloseTo(expected, 6),
);

it.each([
  // Microsoft's documentation of QUARTILE.INC and PERCENTILE.INC.
  [[1, 2, 4, 7, 8, 9, 10, 12], 0.25, 3.5],
  [[1, 3, 2, 4], 0.3, 1.9],
  [[7], 0.75, 7],
])('of %j, the share %f lies below %f', (values, share, expected) => expect(quantile(values, share)).toBeCloseTo(expected, 10));

const start = Date.UTC(2029, 8, 3);
const weekly = (...values: number[]) => values.map((value, week) => ({ at: start + days(7 * week), value }));

describe('a trend', () => {
  it('is in percent points per week, with an interval that narrows with more results', () => {
    // By hand: the squared residuals sum up to 4.8, so s² = 4.8 / 3; Sxx = 10; t(3) = 3.182446; 2 ± 3.182446 · √(1.6 / 10).
    const found = trendOf(weekly(41, 41, 45, 45, 49));
    expect(found?.trend).toEqual({ results: 5, per_week: 2, lower: 0.7, upper: 3.3 });
    expect(found?.lineAt(start + days(14))).toEqual({ value: 44, lower: 42, upper: 46 });
    const more = trendOf(weekly(41, 41, 45, 45, 49, 49, 53, 53, 57));
    expect((more?.trend.upper ?? 0) - (more?.trend.lower ?? 0)).toBeLessThan(1);
  });

  it('is sure of a line without scatter, also of the same value every time', () => {
    expect(trendOf(weekly(80, 80, 80, 80, 80))?.trend).toEqual({ results: 5, per_week: 0, lower: 0, upper: 0 });
    expect(trendOf(weekly(50, 51, 52, 53, 54))?.trend).toEqual({ results: 5, per_week: 1, lower: 1, upper: 1 });
  });

  it('needs enough results over enough days', () => {
    expect(trendOf(weekly(...Array<number>(fewestResults - 1).fill(50)))).toBeNull();
    const spaced = (length: number) =>
      Array.from({ length: fewestResults }, (_, at) => ({ at: start + (days(length) * at) / (fewestResults - 1), value: at }));
    expect(trendOf(spaced(fewestDays))).not.toBeNull();
    expect(trendOf(spaced(fewestDays - 1))).toBeNull();
  });

  it('does not depend on the order of the results, nor on the year, and turns with them', () => {
    const results = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: fewestResults, maxLength: 12 });
    fc.assert(
      fc.property(results, (values) => {
        const trend = trendOf(weekly(...values))?.trend;
        expect(trendOf(weekly(...values).toReversed())?.trend.per_week).toBeCloseTo(trend?.per_week ?? Number.NaN, 0);
        const later = weekly(...values).map(({ at, value }) => ({ at: at + days(3650), value }));
        expect(trendOf(later)?.trend).toEqual(trend);
        const turned = trendOf(weekly(...values.map((value) => 100 - value)))?.trend;
        expect(turned?.per_week).toBeCloseTo(-(trend?.per_week ?? Number.NaN), 0);
        expect(trend?.lower).toBeLessThanOrEqual(trend?.per_week ?? Number.NaN);
      }),
    );
  });
});
