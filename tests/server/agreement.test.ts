import { describe, expect, it } from 'vitest';
import { agreementOf, offerOf } from '../../server/reports/agreement.ts';

const pairs = (a: readonly number[], b: readonly number[]) => a.map((one, at) => [one, b[at]!] as const);
/** Pairs of a table of counts: row and column are the scores. */
const ofTable = (table: readonly (readonly number[])[]) =>
  table.flatMap((row, a) => row.flatMap((count, b) => Array.from({ length: count }, () => [a, b] as const)));

describe('quadratic weighted kappa', () => {
  it.each([
    // The values of the tests of Hamner's Metrics, with which the essays of the ASAP prize were judged.
    ['the same', pairs([1, 2, 3], [1, 2, 3]), 1],
    ['one of three', pairs([1, 2, 1], [1, 2, 2]), 0.4],
    ['two of seven', pairs([1, 2, 3, 1, 2, 2, 3], [1, 2, 3, 1, 2, 3, 2]), 0.75],
    ['the other way round', pairs([1, 2, 3], [3, 2, 1]), -1],
    // Independent raters.
    [
      'nothing in common',
      ofTable([
        [4, 4],
        [4, 4],
      ]),
      0,
    ],
  ])('%s', (_, all, kappa) => expect(agreementOf(all).kappa).toBeCloseTo(kappa, 10));

  it('is Cohen’s kappa if there are two scores (Cohen 1960: 20, 5, 10 and 15 of 50 → 0.4)', () => {
    const { kappa, exact, answers } = agreementOf(
      ofTable([
        [20, 5],
        [10, 15],
      ]),
    );
    expect(kappa).toBeCloseTo(0.4, 10);
    expect([exact, answers]).toEqual([0.7, 50]);
  });

  it('is unknown without answers, and if there is one score only', () => {
    expect(agreementOf([])).toEqual({ answers: 0, exact: null, kappa: null });
    expect(agreementOf(pairs([1, 1], [1, 1]))).toEqual({ answers: 2, exact: 1, kappa: null });
  });
});

describe('a suggestion', () => {
  it.each([
    [
      { answers: 19, exact: 0, kappa: 0 },
      { is_offered: true, is_checked: false },
    ],
    [
      { answers: 20, exact: 0.5, kappa: 0.59 },
      { is_offered: false, is_checked: true },
    ],
    [
      { answers: 20, exact: 0.5, kappa: 0.6 },
      { is_offered: true, is_checked: true },
    ],
    [
      { answers: 20, exact: 1, kappa: null },
      { is_offered: true, is_checked: true },
    ],
    [
      { answers: 0, exact: null, kappa: null },
      { is_offered: true, is_checked: false },
    ],
  ])('%j → %j', (agreement, offer) => expect(offerOf(agreement)).toEqual(offer));
});
