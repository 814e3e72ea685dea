import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fewestStudents } from '../../common/itemFlags.ts';
import {
  cronbachAlpha,
  fewestForGroups,
  figuresOf,
  optionFigures,
  standardError,
  testFigures,
} from '../../server/reports/itemStatistics.ts';

/**
 * Marks of 22 attempts at 20 slots (the first four all 0 of 1, the next three without marks), from Moodle's test of its question
 * statistics, mod/quiz/report/statistics/tests/fixtures/mdl_question_states.csv. The expected values come from that test
 * (statistics_test.php), calculated independently in a spreadsheet (contrib/tools/quiz_tools/stats.xls). One line per attempt: slots 8 to
 * 20.
 */
const published = `
5.5 .3 .9 1 .3 1 0 0 1 1 0 0 1
1 .9 .9 .3 .3 1 0 0 1 0 1 0 1
2.5 1 .9 .3 1 0 0 1 1 1 1 1 1
4 .3 .9 1 .3 0 0 0 0 1 0 0 1
3 .9 .3 .9 1 0 1 0 0 1 1 1 0
4.5 .9 1 1 .9 0 1 1 1 0 0 0 0
3 .3 .3 .3 .3 1 0 1 1 1 1 1 1
6 .9 .9 1 .3 0 1 1 1 1 0 0 1
.5 .9 1 .9 .3 0 1 1 0 1 1 0 1
5.5 .9 1 .9 .3 1 1 0 0 1 0 0 0
2.5 .9 1 1 .9 0 1 0 0 1 0 0 1
4 .9 .3 .9 1 0 1 1 1 1 1 0 1
4 .9 .3 .3 1 1 1 1 0 0 1 1 0
3 1 1 .3 1 0 1 0 1 1 1 1 0
1 1 .9 .3 .3 1 0 1 0 0 0 0 0
1 .3 .3 .3 .9 0 0 0 1 0 0 0 1
1.5 1 .3 .9 1 1 1 0 1 1 0 0 0
4 .9 1 .9 1 0 1 1 1 0 1 0 0
2 .9 .9 .3 .9 0 1 0 0 0 0 0 0
1 1 .3 .3 .3 0 1 1 0 1 0 0 0
6 .9 1 1 .9 0 0 0 1 0 0 1 1
7 .9 .3 .3 .3 1 0 1 1 1 1 0 0`
  .trim()
  .split('\n')
  .map((row) => [0, 0, 0, 0, 0, 0, 0, ...row.split(' ').map(Number)]);
const maxima = [1, 1, 1, 1, 0, 0, 0, 8, ...Array<number>(12).fill(1)];
const facility = [
  0,
  0,
  0,
  0,
  null,
  null,
  null,
  41.19318182,
  81.36363636,
  71.36363636,
  65.45454545,
  65.90909091,
  36.36363636,
  59.09090909,
].concat([50, 59.09090909, 63.63636364, 45.45454545, 27.27272727, 50]);
/** From slot 8 on. The others have no variance. */
const effectiveWeight = [26.58464457, 3.368456046, 3.253955259, 7.584083694, 3.79658376, 3.183278505, 4.532356904].concat([
  7.78856243, 10.08351572, 8.381139345, 8.727645713, 7.946277111, 4.769500946,
]);
/** In thousandths of a mark, from slot 8 on. */
const sd = [1912.733589, 251.2738111, 322.6312277, 333.4199022, 337.5811591, 492.3659639, 503.2362797, 511.7663157, 503.2362797].concat([
  492.3659639, 509.6471914, 455.8423058, 511.7663157,
]);
const discrimination = [25.88327077, 1.170256965, -4.207816809, 28.16930644, -2.513606859, -12.99017581, -8.900638238].concat([
  8.670004606, 29.63337745, 15.18945843, 16.21079629, 15.52451404, -8.396734802,
]);
const efficiency = [27.23492723, 1.382386552, -4.691171307, 31.12404354, -2.877487579, -17.5074184, -10.27568922, 10.86956522].concat([
  34.58997279, 17.4790556, 20.14359793, 22.06477733, -10,
]);
const close = (actual: number | null, expected: number) => expect(Math.abs((actual ?? Number.NaN) - expected)).toBeLessThan(1e-6);

describe('against published values', () => {
  const { items } = testFigures(published, maxima);
  it('facility', () => {
    for (const [at, expected] of facility.entries()) {
      const figure = items[at]?.facility ?? null;
      if (expected === null) expect(figure).toBeNull();
      else close(figure === null ? null : figure * 100, expected);
    }
  });
  it('standard deviation', () => {
    for (const [at, expected] of sd.entries()) close((items[at + 7]?.sd ?? Number.NaN) * 1000, expected);
  });
  it('effective weight', () => {
    for (const [at, expected] of effectiveWeight.entries()) close((items[at + 7]?.weight ?? Number.NaN) * 100, expected);
    expect(items.slice(0, 7).map((item) => item.weight)).toEqual(Array(7).fill(0));
  });
  it('discrimination', () => {
    for (const [at, expected] of discrimination.entries()) close((items[at + 7]?.discrimination ?? Number.NaN) * 100, expected);
    expect(items.slice(0, 7).map((item) => item.discrimination)).toEqual(Array(7).fill(null));
  });
  it('discriminative efficiency', () => {
    for (const [at, expected] of efficiency.entries()) close((items[at + 7]?.efficiency ?? Number.NaN) * 100, expected);
    expect(items.slice(0, 7).map((item) => item.efficiency)).toEqual(Array(7).fill(null));
  });
  it('α, from the variances of seven items and of their totals', () => {
    // Walkthrough 00 of the same project: qstats00.csv has the variances, stats_from_steps_walkthrough_test.php has α and the deviation.
    const variances = [0.2037333333, 0.26, 0.0177777796, 0.2266666667, 0.0933333333, 0.24, 0.11];
    close((cronbachAlpha(variances, 0.8117265554 ** 2) ?? Number.NaN) * 100, -87.2230935542);
  });
  it('standard error, of the same walkthrough', () => {
    close(standardError(0.8117265554, -0.872230935542), 1.1106813066);
    expect(standardError(1, null)).toBeNull();
  });
  it('standard error of the facility', () => {
    // Slot 8: 1.912733589 / (8 · √22).
    close(items[7]?.error ?? null, 0.0509742298);
  });
});

describe('not enough data', () => {
  it('says so rather than a number that means nothing', () => {
    expect(testFigures([], [1])).toMatchObject({ students: 0, mean: null, median: null, sd: null, alpha: null });
    expect(testFigures([[1, 0]], [1, 1])).toMatchObject({ mean: 1, median: 1, sd: null, alpha: null });
    const few = Array.from({ length: fewestStudents - 1 }, (_, at) => [at % 2, (at + 1) % 2, at % 3]);
    expect(testFigures(few, [1, 1, 2])).toMatchObject({ alpha: null, items: [{ discrimination: null }, {}, {}] });
    const alike = Array.from({ length: 12 }, () => [0.1, 0.7]);
    expect(testFigures(alike, [1, 1])).toMatchObject({ alpha: null, items: [{ discrimination: null, efficiency: null }, {}] });
    expect(
      testFigures(
        published.map((row) => [row[7] as number]),
        [8],
      ).alpha,
    ).toBeNull();
    expect(
      testFigures(
        published.map((row) => [row[7] as number, null]),
        [8, 1],
      ).items[1],
    ).toEqual({
      asked: 0,
      facility: null,
      error: null,
      sd: null,
      discrimination: null,
      efficiency: null,
      weight: null,
    });
  });
  it('has no weight if it falls while the total rises', () => {
    const against = Array.from({ length: 12 }, (_, at) => [at % 4, at % 4, (3 - (at % 4)) / 2]);
    expect(testFigures(against, [3, 3, 3]).items.map(({ weight }) => weight === null)).toEqual([false, false, true]);
  });
  it('is the same of students one by one and counted together', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(0, 1), fc.constantFrom(0, 0.5, 1), fc.option(fc.constantFrom(0, 2))), { maxLength: 40 }),
        (rows) => {
          const students = rows.map((row) => ({
            row,
            total: row.reduce<number>((all, mark) => all + (mark ?? 0), 0),
            isComplete: row[2] !== null,
          }));
          const counted = <T extends object>(all: readonly T[]) =>
            [...Map.groupBy(all, (one) => JSON.stringify(one))].map(([key, same]) => ({ ...(JSON.parse(key) as T), count: same.length }));
          const marks = [0, 1, 2].map((item) =>
            counted(
              students.flatMap(({ row, total, isComplete }) => {
                const mark = row[item] ?? null;
                return mark === null ? [] : [{ mark, total, isComplete }];
              }),
            ),
          );
          const together = figuresOf(counted(students.map(({ total, isComplete }) => ({ total, isComplete }))), marks, [1, 1, 2]);
          const alone = testFigures(rows, [1, 1, 2]);
          const numbers = ({ items: all, ...test }: typeof alone) => [test, ...all].flatMap((one) => Object.entries(one));
          for (const [at, [name, figure]] of numbers(alone).entries()) {
            const [, other] = numbers(together)[at] as [string, number | null];
            if (figure === null) expect([name, other]).toEqual([name, null]);
            else close(other, figure);
          }
        },
      ),
      {
        numRuns: 200,
        // The first item's covariance with the total is exactly zero, and of either sign if added in another order.
        examples: [
          [
            [
              [0, 0.5, null],
              [1, 0, null],
              [0, 0.5, 2],
              [1, 0.5, 2],
              [1, 0, null],
              [1, 0, null],
              [1, 0, null],
            ],
          ],
        ],
      },
    ));
  it('no figure is ever NaN, infinite or out of its range', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 6 }).chain((items) =>
          fc
            .array(fc.array(fc.option(fc.constantFrom(0, 0.3, 0.5, 1)), { minLength: items, maxLength: items }), { maxLength: 25 })
            .map((rows) => ({
              rows,
              items,
            })),
        ),
        ({ rows, items }) => {
          const figures = testFigures(rows, Array(items).fill(1));
          const all = [
            figures.mean,
            figures.median,
            figures.sd,
            figures.alpha,
            figures.error,
            ...figures.items.flatMap((item) => Object.values(item)),
          ];
          for (const figure of all) expect(figure === null || Number.isFinite(figure)).toBe(true);
          for (const { facility, discrimination, efficiency } of figures.items) {
            if (facility !== null) expect(facility >= 0 && facility <= 1).toBe(true);
            for (const one of [discrimination, efficiency]) if (one !== null) expect(one).toBeLessThanOrEqual(1 + 1e-9);
          }
        },
      ),
      { numRuns: 200 },
    ));
});

describe('options', () => {
  const totals = Array.from({ length: 20 }, (_, at) => at);
  it('tell who chose them: the best, the middle, the weakest', () => {
    // 27% of 20 is 5: the weakest five chose 1, the best five 2, and two of the middle ten 1.
    const choices = totals.map((total) => ({ chosen: total < 7 ? [1] : [2], total, count: 1 }));
    expect(optionFigures([1, 2, 3], choices)).toEqual([
      { option: 1, count: 7, upper: 0, middle: 0.2, lower: 1 },
      { option: 2, count: 13, upper: 1, middle: 0.8, lower: 0 },
      { option: 3, count: 0, upper: 0, middle: 0, lower: 0 },
    ]);
  });
  it('count students with the same total in part where a group ends', () => {
    // 27% of 20 is 5: the best four, and a sixth of six students who share the next total. Half of them chose 1.
    const choices = [
      { chosen: [2], total: 9, count: 4 },
      { chosen: [1], total: 8, count: 3 },
      { chosen: [2], total: 8, count: 3 },
      { chosen: [1], total: 1, count: 10 },
    ];
    const [first] = optionFigures([1], choices);
    expect(first).toEqual({ option: 1, count: 13, upper: expect.closeTo(0.1), middle: expect.closeTo(0.75), lower: 1 });
    expect(optionFigures([1], choices.toReversed())).toEqual([first]);
  });
  it('of few students are counted only', () => {
    const few = totals.slice(0, fewestForGroups - 1).map((total) => ({ chosen: [1], total, count: 1 }));
    expect(optionFigures([1], few)).toEqual([{ option: 1, count: few.length, upper: null, middle: null, lower: null }]);
  });
});
