import { describe, expect, it } from 'vitest';
import type { ScoringSettings } from '../../contract/scoring.ts';
import { explainer } from '../../server/areas/quiz/explain.ts';
import { type AnswerKey, figuresOf, type NumericKey } from '../../server/areas/quiz/score.ts';
import { courseScoring, keyIn, scorerIn, withoutDropped } from '../../server/areas/quiz/settings.ts';

const options = [1, 2, 3].map((option_id) => ({
  ...{ option_id, question_id: 9, answer_text: `option ${option_id}`, is_answer: 0, misconception: null, sort_order: option_id },
}));
const ask = (key: AnswerKey, points = 2) => ({ question_id: 9, points, key, options });
const force: NumericKey = { kind: 'numeric', value: 0.5, tolerance: 0.01, unit: 'N', units: [{ unit: 'mN', factor: 0.001 }] };
const open: AnswerKey = {
  kind: 'open',
  example: '',
  ideas: [
    { name: 'tilt', points: 1, ways: ['tilt*'] },
    { name: 'steep', points: 1, ways: ['steep*'] },
    { name: 'long', points: 1, ways: ['long*'] },
  ],
};
const given = (answer: number | string) =>
  typeof answer === 'number' ? { answer_id: answer, answer_text: '' } : { answer_id: null, answer_text: answer };

describe('why an answer has its points', () => {
  it.each<[AnswerKey, ScoringSettings, number | string, number | null, unknown[]]>([
    [{ kind: 'one', option: 1 }, {}, 1, 2, ['optionRight', { wanted: 'option 1' }]],
    [{ kind: 'one', option: 1 }, {}, 2, 0, ['optionWrong', { wanted: 'option 1' }]],
    [{ kind: 'one', option: 1 }, { also_right: [2] }, 2, 2, ['optionRight', { wanted: 'option 1' }]],
    [{ kind: 'one', option: 1 }, { key: { kind: 'one', option: 3 } }, 1, 0, ['optionWrong', { wanted: 'option 3' }]],
    // A key of another kind is left out.
    [{ kind: 'one', option: 1 }, { key: { kind: 'many', options: [2] } }, 1, 2, ['optionRight', { wanted: 'option 1' }]],
    [{ kind: 'many', options: [1, 2] }, {}, '[1,3]', 0, ['optionsChosen', { right: 1, wrong: 1, of: 2 }]],
    [{ kind: 'many', options: [1, 2] }, { also_right: [3] }, '[1,3]', 1, ['optionsChosen', { right: 1, wrong: 0, of: 2 }]],
    [{ kind: 'text', accepted: ['steam'] }, {}, 'Steam', 2, ['textRight', { wanted: 'steam' }]],
    [{ kind: 'text', accepted: ['steam'] }, {}, 'ice', 0, ['textWrong', { wanted: 'steam' }]],
    [{ kind: 'text', accepted: ['steam'] }, { also_right: ['Ice'] }, 'ice', 2, ['textRight', { wanted: 'steam' }]],
    [force, {}, '0.5 N', 2, ['numberRight', { wanted: 0.5, unit: 'N' }]],
    [force, {}, '500 mN', 2, ['numberConverted', { given: '500 mN', value: 0.5, unit: 'N' }, 'numberRight', { wanted: 0.5, unit: 'N' }]],
    [force, {}, '0.6', 0, ['outsideTolerance', { given: 0.6, wanted: 0.5, tolerance: 0.01, unit: 'N' }]],
    [force, {}, '0.5 J', 0, ['unitWrong', { given: 'J', wanted: 'N' }]],
    [force, {}, 'half', 0, ['numberUnreadable', {}]],
    [force, { also_right: ['600 mN'] }, '0.6', 2, ['numberRight', { wanted: 0.5, unit: 'N' }]],
    [force, { key: { kind: 'numeric', value: 0.6, tolerance: 0.2 } }, '0.5', 2, ['numberRight', { wanted: 0.6, unit: 'N' }]],
    [
      { ...force, figures: { digits: 2, cost: 0.5 } },
      {},
      '0.500 N',
      1,
      ['numberRight', { wanted: 0.5, unit: 'N' }, 'figures', { given: 3, wanted: 2 }],
    ],
    [{ ...force, figures: { digits: 2, cost: 0.5 } }, {}, '0.50 N', 2, ['numberRight', { wanted: 0.5, unit: 'N' }]],
    [{ kind: 'order', options: [1, 2] }, {}, '[1,3]', 1, ['inPlace', { right: 1, of: 2 }]],
    [{ kind: 'places', places: { a: 1, b: 2 } }, {}, '{"a":1,"b":1}', 1, ['inPlace', { right: 1, of: 2 }]],
    [open, {}, 'tilted', null, ['waiting', {}]],
    [open, {}, ' ', 0, ['unanswered', {}]],
    [open, { outcome: 'full' }, '', 2, ['full', {}]],
    [open, { outcome: 'dropped' }, 'tilted', null, ['dropped', {}]],
  ])('%j %j “%s” → %s', (key, settings, answer, points, reasons) => {
    const scoring = { ...courseScoring, settings };
    const question = ask(key);
    const mark = scorerIn(question, scoring)(given(answer));
    expect(mark.points).toBe(points);
    const told = explainer(question, scoring)({ ...given(answer), ...mark, is_dropped: Number(mark.is_dropped) });
    expect(told.flatMap(({ code, values }) => [code, values])).toEqual(reasons);
  });

  it('names the ideas that a rule found', () => {
    const scoring = { ...courseScoring, is_rule: true };
    const answer = given('It is tilted, but not steep.');
    const mark = scorerIn(ask(open), scoring)(answer);
    expect(mark).toEqual({ points: 1, is_correct: false, scored_by: 'rule', is_dropped: false });
    expect(explainer(ask(open), scoring)({ ...answer, ...mark, is_dropped: 0 })).toEqual([
      { code: 'ideaFound', values: { name: 'tilt', points: 1 } },
      { code: 'ideaNegated', values: { name: 'steep', points: 1 } },
      { code: 'ideaMissing', values: { name: 'long', points: 1 } },
    ]);
  });

  it('is a person’s word, whatever the key says, and nothing if the course has changed since', () => {
    const why = explainer(ask({ kind: 'one', option: 1 }), courseScoring);
    expect(why({ ...given(1), points: 1, scored_by: 'person', is_dropped: 0 })).toEqual([{ code: 'person', values: {} }]);
    expect(why({ ...given(1), points: 0, scored_by: 'key', is_dropped: 0 })).toEqual([]);
    expect(why(null)).toEqual([{ code: 'unanswered', values: {} }]);
  });
});

describe('significant figures', () => {
  it.each([
    ['0.5', 1, 1],
    ['0.50 N', 2, 2],
    ['1500', 2, 4],
    ['1500.', 4, 4],
    ['0.0035', 2, 2],
    ['3.00 x 10^8 m/s', 3, 3],
    ['1,500', 2, 4],
    ['−2,50', 3, 3],
    ['0', 1, 1],
  ])('%s has %d to %d', (text, least, most) => expect(figuresOf(text)).toEqual({ least, most }));
  it.each(['3/4', 'half', ''])('“%s” has none', (text) => expect(figuresOf(text)).toBeUndefined());
});

describe('settings of a class', () => {
  it('leave the key as it is without any', () => {
    for (const key of [open, force]) expect(keyIn({ key }, {})).toEqual(key);
  });
  it('give full points without an answer, too', () =>
    expect(scorerIn(ask(force), { ...courseScoring, settings: { outcome: 'full' } })(null)).toMatchObject({
      points: 2,
      scored_by: 'rule',
    }));
  it('drop questions from a layout, and bring them back', () => {
    const layout = { questions: [3, 1, 2], options: { 3: [1] } };
    const less = withoutDropped(layout, new Set([1]));
    expect(less).toEqual({ questions: [3, 2], options: { 3: [1] }, shown: [3, 1, 2] });
    expect(withoutDropped(less, new Set([3]))).toEqual({ questions: [1, 2], options: { 3: [1] }, shown: [3, 1, 2] });
    expect(JSON.stringify(withoutDropped(less, new Set()))).toBe(JSON.stringify(layout));
  });
});
