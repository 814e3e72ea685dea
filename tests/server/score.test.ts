import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAnswered as isAnsweredOnDevice } from '../../common/attempt.ts';
import { type AnswerKey, isAnswered, normaliseText, readQuantity, score, scoreShare } from '../../server/areas/quiz/score.ts';

const chosen = (answer_id: number | null) => ({ answer_id, answer_text: '' });
const written = (value: unknown) => ({ answer_id: null, answer_text: typeof value === 'string' ? value : JSON.stringify(value) });

describe('an answer counts', () => {
  it.each([
    ['a chosen option', chosen(5), true],
    ['option 0', chosen(0), true],
    ['no option', chosen(null), false],
    ['an option below 0', chosen(-1), true],
    ['words', written('steam'), true],
    ['blanks', written('   '), false],
    ['an empty list', written([]), false],
    ['an empty object', written({}), false],
    ['an empty list with blanks around it', written(' [] '), false],
    ['a list with an option', written([3]), true],
    ['an object with a placed option', written({ t1: 3 }), true],
  ])('%s → %s, on the server and on the device', (_, answer, counts) => {
    expect(isAnswered(answer)).toBe(counts);
    expect(isAnsweredOnDevice({ answerId: answer.answer_id, answerText: answer.answer_text })).toBe(counts);
  });
});

describe('one right option', () => {
  const key: AnswerKey = { kind: 'one', option: 7 };
  it('scores all or nothing', () => {
    expect(score(key, 2, chosen(7))).toEqual({ points: 2, is_correct: true });
    expect(score(key, 2, chosen(8))).toEqual({ points: 0, is_correct: false });
    expect(score(key, 2, chosen(null))).toEqual({ points: 0, is_correct: false });
  });
  it('does not take the option from the text', () => expect(score(key, 2, written('7')).points).toBe(0));
});

describe('several right options', () => {
  const key: AnswerKey = { kind: 'many', options: [1, 2, 3] };
  it.each([
    [[1, 2, 3], 3],
    [[1, 2], 2],
    [[1, 2, 9], 1],
    [[1, 8, 9], 0],
    [[1, 2, 3, 8, 9], 1],
    [[9], 0],
    [[1, 1, 1], 1],
    [[], 0],
  ])('%j of 3 points → %d: right less wrong, not below 0', (options, points) =>
    expect(score(key, 3, written(options)).points).toBe(points),
  );
});

describe('short text', () => {
  const key: AnswerKey = { kind: 'text', accepted: ['energía cinética', 'Kinetic energy'] };
  it.each(['kinetic energy', '  KINETIC   Energy ', 'Energia Cinetica', 'energi\u0301a cine\u0301tica'])('%s is right', (text) =>
    expect(score(key, 1, written(text)).is_correct).toBe(true),
  );
  it.each(['kinetic', 'kineticenergy', '', 'energy kinetic'])('“%s” is wrong', (text) =>
    expect(score(key, 1, written(text)).is_correct).toBe(false),
  );
  it('normalising is idempotent', () =>
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => normaliseText(normaliseText(text)) === normaliseText(text))));
});

describe('numbers', () => {
  it.each([
    ['150', 150, ''],
    ['150 kPa', 150, 'kPa'],
    ['150kPa', 150, 'kPa'],
    ['-18 °C', -18, '°C'],
    ['−18', -18, ''],
    ['+3', 3, ''],
    ['.5', 0.5, ''],
    ['1,000', 1000, ''],
    ['12,345.5 m', 12345.5, 'm'],
    ['2,5', 2.5, ''],
    ['3 x 10^8 m/s', 3e8, 'm/s'],
    ['3×10⁸ m/s', 3e8, 'm/s'],
    ['1.5e-3', 0.0015, ''],
    ['3/4', 0.75, ''],
    ['1 m/s', 1, 'm/s'],
    ['9.8 m/s²', 9.8, 'm/s2'],
  ])('%s reads as %d', (text, value, unit) => {
    const read = readQuantity(text);
    expect(read?.value).toBeCloseTo(value, 10);
    expect(read?.unit).toBe(unit);
  });
  it.each(['', 'abc', 'kPa 150', '--5', '1,2,3', '1/0', '1e999', '∞'])('“%s” is no number', (text) =>
    expect(readQuantity(text)).toBeUndefined(),
  );

  const key: AnswerKey = { kind: 'numeric', value: 150, tolerance: 1, unit: 'kPa', units: [{ unit: 'Pa', factor: 0.001 }] };
  it.each([
    ['150', 1],
    ['149', 1],
    ['151 kPa', 1],
    ['148.9', 0],
    ['151.1', 0],
    ['150000 Pa', 1],
    ['150,000 pa', 1],
    ['150 Pa', 0],
    ['150 m', 0],
    ['150 KPA', 1],
    ['one hundred fifty', 0],
  ])('%s → %d', (text, points) => expect(score(key, 1, written(text)).points).toBe(points));
  const newtons: AnswerKey = { kind: 'numeric', value: 0.5, tolerance: 0, unit: 'N', units: [], takesAnyUnit: true };
  const speed: AnswerKey = { kind: 'numeric', value: 36, tolerance: 0.1, unit: 'km/h', units: [], takesAnyUnit: true };
  const bare: AnswerKey = { kind: 'numeric', value: 100, tolerance: 0, unit: '', units: [], takesAnyUnit: true };
  it.each<[string, AnswerKey, string, number]>([
    ['a smaller unit', newtons, '500 mN', 1],
    ['a unit in words', newtons, '500 milinewtons', 1],
    ['a unit made of others', newtons, '0.5 kg m/s^2', 1],
    ['the key’s number in another unit', newtons, '0.5 mN', 0],
    ['another quantity', newtons, '0.5 J', 0],
    ['a speed', speed, '10 m/s', 1],
    ['a time for a speed', speed, '36 h', 0],
    ['another scale with another zero', { ...bare, unit: '°C' }, '373.15 K', 0],
    ['no unit in the key, a unit in the answer', bare, '100 °C', 1],
    ['no unit in the key, an ampere', bare, '100 A', 1],
    ['no unit in the key, counted things', bare, '100 protons', 1],
    ['no unit in the key, a number word', { ...bare, value: 5e6 }, '5 million years', 1],
    ['no unit in the key, another number', bare, '90 °C', 0],
    ['two numbers', bare, '100 or 200', 0],
    ['a range', bare, '100-200', 0],
    ['a number at least', bare, '100 or more', 0],
    ['a number at least, in Spanish', bare, '100 o más', 0],
    ['a course’s key, which lists its units', { ...newtons, takesAnyUnit: false }, '500 mN', 0],
    ['a course’s key without a unit', { ...bare, takesAnyUnit: false }, '100 °C', 0],
  ])('reads %s', (_, of, text, points) => expect(score(of, 1, written(text)).points).toBe(points));
  it('keeps units apart that differ by case only', () => {
    const power: AnswerKey = { kind: 'numeric', value: 5, tolerance: 0, unit: 'mW', units: [{ unit: 'MW', factor: 1e9 }] };
    expect(score(power, 1, written('5 mW')).points).toBe(1);
    expect(score(power, 1, written('5 MW')).points).toBe(0);
    expect(score(power, 1, written('5 mw')).points).toBe(0);
  });
  it('does not lose an answer at the edge to binary fractions', () =>
    expect(score({ kind: 'numeric', value: 0.3, tolerance: 0.1, unit: '', units: [] }, 1, written('0.2')).points).toBe(1));
});

describe('order and places', () => {
  const order: AnswerKey = { kind: 'order', options: [1, 2, 3, 4] };
  it.each([
    [[1, 2, 3, 4], 4],
    [[1, 2, 4, 3], 2],
    [[4, 1, 2, 3], 0],
    [[1], 1],
    [[1, 1, 1, 1], 1],
    [[], 0],
  ])('%j → %d of 4', (list, points) => expect(score(order, 4, written(list)).points).toBe(points));
  const places: AnswerKey = { kind: 'places', places: { a: 1, b: 2, c: 3 } };
  it.each([
    [{ a: 1, b: 2, c: 3 }, 3, true],
    [{ a: 1, b: 3, c: 2 }, 1, false],
    [{ a: 1 }, 1, false],
    [{ d: 1 }, 0, false],
  ])('%j → %d of 3', (placed, points, is_correct) => expect(score(places, 3, written(placed))).toEqual({ points, is_correct }));
  it('rounds a share to two decimals, and a full one to all points', () => {
    expect(score(places, 1, written({ a: 1, b: 2 })).points).toBe(0.67);
    expect(score(places, 1, written({ a: 1, b: 2, c: 3 })).points).toBe(1);
  });
});

const keys: AnswerKey[] = [
  { kind: 'one', option: 1 },
  { kind: 'many', options: [1, 2] },
  { kind: 'text', accepted: ['x'] },
  { kind: 'numeric', value: 1, tolerance: 0, unit: 'm', units: [] },
  { kind: 'order', options: [1, 2, 3] },
  { kind: 'places', places: { a: 1 } },
];
describe('whatever is sent', () => {
  it('never throws, and earns between nothing and everything', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...keys),
        fc.option(fc.integer()),
        fc.oneof(fc.string(), fc.json(), fc.constantFrom('null', '{"__proto__":1}', '[[1]]', '1e400', '{"a":[1]}')),
        (key, answer_id, answer_text) => {
          const share = scoreShare(key, { answer_id, answer_text });
          return share >= 0 && share <= 1;
        },
      ),
      { numRuns: 1000 },
    ));
});
