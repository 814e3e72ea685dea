import { describe, expect, it } from 'vitest';
import {
  countOf,
  filledIn,
  numberAt,
  placeholdersIn,
  readTolerance,
  readVariable,
  someDraws,
  type Variable,
} from '../../common/authoring/drawing.ts';
import { emptyVariable } from '../../common/authoring/emptyQuiz.ts';
import { questionProblems } from '../../common/authoring/quizProblems.ts';
import type { AuthoredQuestion } from '../../contract/authoring.ts';
import { authored } from '../server/ownQuiz.ts';

const variable = (name: string, fields: Partial<AuthoredQuestion['variables'][number]> = {}) => ({
  ...emptyVariable(`key-${name}`),
  name,
  ...fields,
});
const range = (min: string, max: string, step: string) => variable('m', { min, max, step });
const list = (text: string) => variable('m', { is_list: true, list: text });
const numbersOf = (read: Variable | undefined) => read && Array.from({ length: countOf(read) }, (_, at) => numberAt(read, at));

describe('a variable', () => {
  it.each([
    [range('1', '4', '1'), ['1', '2', '3', '4']],
    [range('0', '0.3', '0.1'), ['0.0', '0.1', '0.2', '0.3']],
    [range('-1', '1', ''), ['-1', '0', '1']],
    [range('1,5', '2', '0,25'), ['1.50', '1.75', '2.00']],
    [range('2', '2', '5'), ['2']],
    [list('2; 2,5 7'), ['2', '2.5', '7']],
    [range('2', '1', '1'), undefined],
    [range('1', '2', '0'), undefined],
    [range('1', '2', '-1'), undefined],
    [range('', '2', '1'), undefined],
    [range('0', '1', '0.00001'), undefined],
    [list(''), undefined],
    [list('2; x'), undefined],
  ])('%j', (typed, numbers) => expect(numbersOf(readVariable(typed))).toEqual(numbers));
  it('stands in braces in a text', () => {
    const html = '<p>{m} kg and {n} <math alttext="{m}/2"><mn>{m}</mn></math></p>';
    expect([...placeholdersIn(html)]).toEqual(['m', 'n']);
    expect(filledIn(html, { m: '-5' })).toBe('<p>−5 kg and {n} <math alttext="−5/2"><mn>−5</mn></math></p>');
    expect(filledIn('{constructor}', { m: '1' })).toBe('{constructor}');
  });
  it('has all of its corners among some draws', () => {
    const draws = someDraws([readVariable(range('1', '5000', '1')), readVariable(variable('a'))] as Variable[]);
    expect(draws).toContainEqual({ m: '5000', a: '1' });
    expect(draws.length).toBeLessThan(300);
    expect(someDraws([readVariable(range('1', '3', '1'))] as Variable[])).toEqual([{ m: '1' }, { m: '2' }, { m: '3' }]);
  });
});

describe('a tolerance', () => {
  it.each([
    ['', { amount: 0, isPercent: false }],
    ['0,5', { amount: 0.5, isPercent: false }],
    ['2 %', { amount: 2, isPercent: true }],
    ['-1', undefined],
    ['%', undefined],
    ['x%', undefined],
  ])('%j', (text, read) => expect(readTolerance(text)).toEqual(read));
});

describe('a question with variables', () => {
  const codes = (fields: Partial<AuthoredQuestion>) =>
    questionProblems(
      authored('a', 'numeric', { text: '<p>{m} and {a}</p>', variables: [variable('m'), variable('a')], value: 'm*a', ...fields }),
    ).map(({ field, code, values }) => [field, code, values?.at ?? values?.part]);
  it.each<[string, Partial<AuthoredQuestion>, unknown[]]>([
    ['is complete', {}, []],
    ['has a name that is none', { variables: [variable('m'), variable('a'), variable('1')] }, [['variables', 'variableName', '1']]],
    [
      'has a name that means something else',
      { variables: [variable('m'), variable('a'), variable('pi')] },
      [['variables', 'variableName', 'pi']],
    ],
    ['has a name twice', { variables: [variable('m'), variable('a'), variable('m')] }, [['variables', 'sameVariable', 'm']]],
    ['has a range without numbers', { variables: [variable('m'), variable('a', { min: '11' })] }, [['variables', 'variableNumbers', 'a']]],
    ['does not show a number', { text: '<p>{m}</p>' }, [['variables', 'variableUnused', 'a']]],
    ['shows a name that is none of its own', { explanation: '<p>{k}</p>' }, [['variables', 'variableUnknown', 'k']]],
    ['has no formula', { value: ' ' }, [['value', 'formulaEmpty', undefined]]],
    ['has a formula with a wrong sign', { value: 'm ** a' }, [['value', 'formulaSign', 4]]],
    ['has a formula with another name', { value: 'm * v' }, [['value', 'formulaName', 5]]],
    ['has a formula without an end', { value: 'm * ' }, [['value', 'formulaEnd', 5]]],
    [
      'has a formula without an answer for some numbers',
      { value: '1/(m-a)', tolerance: '1%' },
      [['value', 'formulaNumbers', 'm = 1, a = 1']],
    ],
    ['needs a tolerance', { value: 'm / a' }, [['tolerance', 'toleranceNeeded', undefined]]],
    ['has one', { value: 'm / a', tolerance: '2 %' }, []],
    ['has one that is none', { tolerance: 'some' }, [['tolerance', 'tolerance', undefined]]],
  ])('%s', (_, fields, found) => expect(codes(fields)).toEqual(found));
});
