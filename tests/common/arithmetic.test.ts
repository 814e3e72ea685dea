import { describe, expect, it } from 'vitest';
import { readArithmetic } from '../../common/authoring/arithmetic.ts';

const values = { m: 3, a: 2, long_name1: 10 };
const read = (text: string) => readArithmetic(text, Object.keys(values));
const result = (text: string) => {
  const found = read(text);
  return 'problem' in found ? found.problem : found.compute(values);
};

describe('a formula', () => {
  it.each([
    ['m * a', 6],
    ['m·a − 1', 5],
    ['m × a ÷ 4', 1.5],
    ['2 + 3 * 4', 14],
    ['(2 + 3) * 4', 20],
    ['8 / 4 / 2', 1],
    ['8 - 4 - 2', 2],
    ['2^3^2', 512],
    ['-2^2', -4],
    ['2^-1', 0.5],
    ['--2', 2],
    ['+2', 2],
    ['sqrt(m^2 + 16)', 5],
    ['2*pi', 2 * Math.PI],
    ['0,5 * long_name1', 5],
    ['.5', 0.5],
    ['1.5e3', 1500],
    [' m ', 3],
    ['1/0', Number.POSITIVE_INFINITY],
    ['sqrt(0-1)', Number.NaN],
  ])('%s', (text, value) => expect(result(text)).toBe(value));
  it.each([
    ['', { code: 'end', at: 1, part: '' }],
    ['m *', { code: 'end', at: 4, part: '' }],
    ['(m', { code: 'end', at: 3, part: '' }],
    ['m)', { code: 'sign', at: 2, part: ')' }],
    ['m * * a', { code: 'sign', at: 5, part: '*' }],
    ['m $ a', { code: 'sign', at: 3, part: '$' }],
    ['2 😀', { code: 'sign', at: 3, part: '😀' }],
    ['2 m', { code: 'sign', at: 3, part: 'm' }],
    ['m * b', { code: 'name', at: 5, part: 'b' }],
    ['constructor', { code: 'name', at: 1, part: 'constructor' }],
    ['sqrt m', { code: 'sign', at: 6, part: 'm' }],
    ['{m}', { code: 'sign', at: 1, part: '{' }],
    ['alert(1)', { code: 'name', at: 1, part: 'alert' }],
    [`${'('.repeat(100)}1`, { code: 'nesting', at: 32, part: '' }],
    ['-'.repeat(500), { code: 'nesting', at: 32, part: '' }],
  ])('%j has a problem with its place', (text, problem) => expect(result(text)).toEqual(problem));
  it('names the variables that it uses', () => expect(read('m + m * long_name1')).toMatchObject({ used: ['m', 'long_name1'] }));
  it('of any length is read at once', () => expect(result(`1${'+1'.repeat(2_000)}`)).toBe(2_001));
});
