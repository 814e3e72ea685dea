import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { idOf } from '../../server/content/ids.ts';
import { agreementOf, offerOf } from '../../server/reports/agreement.ts';
import { ids, quiz_id, schoolServer } from './fixtureSchool.ts';
import { makeOddClass } from './oddClass.ts';

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

  it.each([
    [6, 0, 4, 10],
    [5, 3, 1, 15],
  ])('is at the limit, not a rounding below it, where it is 3/5 (%i, %i, %i, %i)', (a, b, c, d) => {
    const agreement = agreementOf(
      ofTable([
        [a, b],
        [c, d],
      ]),
    );
    expect(agreement.kappa).toBe(0.6);
    expect(offerOf(agreement).is_offered).toBe(true);
  });

  it('is unknown without answers, and if there is one score only', () => {
    expect(agreementOf([])).toEqual({ answers: 0, exact: null, kappa: null });
    expect(agreementOf(pairs([1, 1], [1, 1]))).toEqual({ answers: 2, exact: 1, kappa: null });
  });
});

/** Quadratic weighted kappa by its definition, from a table of counts (Cohen 1968): what agreementOf never builds. */
function kappaOf(table: readonly (readonly number[])[]): number | null {
  const rows = table.map((row) => row.reduce((sum, count) => sum + count, 0));
  const columns = table.map((_, column) => table.reduce((sum, row) => sum + (row[column] ?? 0), 0));
  const all = rows.reduce((sum, count) => sum + count, 0);
  let observed = 0;
  let byChance = 0;
  for (const [a, row] of table.entries())
    for (const [b, count] of row.entries()) {
      observed += (a - b) ** 2 * count;
      byChance += ((a - b) ** 2 * (rows[a] as number) * (columns[b] as number)) / all;
    }
  return byChance === 0 ? null : 1 - observed / byChance;
}

/** A teacher who gives the points that the answer deserves, but for every `slip`-th answer, which gets one point less or more. */
const teacher = (deserved: readonly number[], slip: number, by: 1 | -1) =>
  deserved.map((points, at) => ((at + 1) % slip === 0 ? Math.min(2, Math.max(0, points + by)) : points));

describe('simulated teachers', () => {
  const deserved = Array.from({ length: 60 }, (_, at) => at % 3);

  it('agree as their table says', () => {
    const table = fc.array(fc.array(fc.nat(12), { minLength: 4, maxLength: 4 }), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(table, (counts) => {
        const { kappa, answers, exact } = agreementOf(ofTable(counts));
        const expected = kappaOf(counts);
        if (expected === null || answers === 0) expect(kappa).toBeNull();
        else expect(kappa).toBeCloseTo(expected, 8);
        const same = counts.reduce((sum, row, at) => sum + (row[at] ?? 0), 0);
        expect(exact).toBe(answers === 0 ? null : same / answers);
      }),
      { numRuns: 300 },
    );
  });

  it('who are exact agree fully, and the more one slips, the less they agree', () => {
    const kappas = [1_000, 20, 10, 5, 2].map((slip) => agreementOf(pairs(deserved, teacher(deserved, slip, 1))).kappa as number);
    expect(kappas[0]).toBe(1);
    expect(kappas).toEqual(kappas.toSorted((a, b) => b - a));
    expect(new Set(kappas).size).toBe(kappas.length);
  });

  it('who are in opposite disagree fully, and strict against lenient agrees less than exactness suggests', () => {
    expect(
      agreementOf(
        pairs(
          deserved,
          deserved.map((points) => 2 - points),
        ),
      ).kappa,
    ).toBeCloseTo(-1, 10);
    const strict = teacher(deserved, 2, -1);
    const lenient = teacher(deserved, 2, 1);
    const { kappa, exact } = agreementOf(pairs(strict, lenient));
    expect(exact).toBe(0.5);
    // Half of the answers that deserve one point are two apart, those at the ends are one apart.
    expect(kappa).toBeCloseTo(
      kappaOf([
        [10, 10, 10],
        [0, 10, 10],
        [0, 0, 10],
      ]) as number,
      8,
    );
  });

  it('who give everyone the same say nothing, and one of them agrees by chance only', () => {
    const all = Array<number>(30).fill(2);
    expect(offerOf(agreementOf(pairs(all, all)))).toEqual({ is_offered: true, is_checked: true });
    expect(agreementOf(pairs(all, deserved.slice(0, 30))).kappa).toBe(0);
    expect(offerOf(agreementOf(pairs(all, Array<number>(30).fill(1))))).toEqual({ is_offered: false, is_checked: true });
  });
});

describe('suggestions for a class', () => {
  const asked = { item_id: idOf('course/unit/sub/quiz'), itemtype_id: ResourceType.quiz, question_index: 3, user_puid: ids.tess };
  /** A class whose teacher has given these points to answers that name steam and to ones that do not, and has one answer to go. */
  async function scoredClass(steam: readonly number[], ice: readonly number[]) {
    const [server, tess] = await schoolServer('tess');
    const given = [...steam.map((points) => ({ text: 'steam', points })), ...ice.map((points) => ({ text: 'ice', points }))];
    await makeOddClass(
      server,
      given.map(({ points }) => [1, 2, 1, points]),
    );
    const rows = await server.db
      .selectFrom('question')
      .select('question_id')
      .where('quiz_id', '=', quiz_id)
      .orderBy('sort_order')
      .execute();
    const question_id = rows[3]!.question_id;
    const key = { kind: 'open', example: '', ideas: [{ name: 'Steam', points: 1, ways: ['steam'] }] };
    await server.db
      .updateTable('question')
      .set({ answer_key: JSON.stringify(key) })
      .where('question_id', '=', question_id)
      .execute();
    const answers = await server.db
      .selectFrom('response as r')
      .innerJoin('attempt as a', 'a.result_id', 'r.result_id')
      .select(['r.result_id', 'a.user_puid'])
      .where('r.question_id', '=', question_id)
      .orderBy('a.user_puid')
      .execute();
    for (const { result_id, user_puid } of answers) {
      const one = given[user_puid - 1020];
      await server.db
        .updateTable('response')
        .set(one ? { answer_text: one.text, points: one.points, scored_by: 'person' } : { answer_text: 'steam', points: null })
        .where('result_id', '=', result_id)
        .where('question_id', '=', question_id)
        .execute();
    }
    const { agreement } = await tess.ok(calls.scoring, asked);
    const listed = await tess.ok(calls.questionResponses, { ...asked, district_id: ids.district });
    return { agreement, offered: listed.filter(({ points }) => points === null).map(({ suggestion }) => suggestion) };
  }
  const times = (count: number, points: number) => Array<number>(count).fill(points);

  it.each([
    ['at the limit', [...times(8, 1), ...times(2, 0)], [...times(2, 1), ...times(8, 0)], 0.6, true, true],
    ['just below it', [...times(8, 1), ...times(2, 0)], [...times(3, 1), ...times(7, 0)], 0.5, false, true],
    ['with too few answers to know', [...times(8, 1), ...times(2, 0)], [...times(3, 1), ...times(6, 0)], 0.469, true, false],
    ['against the teacher', times(10, 0), times(10, 1), -1, false, true],
  ])('are offered or not: %s', async (_, steam, ice, kappa, is_offered, is_checked) => {
    const { agreement, offered } = await scoredClass(steam, ice);
    expect(agreement).toMatchObject({ is_offered, is_checked, answers: steam.length + ice.length });
    expect(agreement.kappa).toBeCloseTo(kappa, 3);
    expect(offered.length).toBeGreaterThan(0);
    for (const one of offered) {
      if (is_offered) expect(one).toMatchObject({ points: 1, is_checked });
      else expect(one).toBeNull();
    }
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
