import { expect, it } from 'vitest';
import type { StudentReport } from '../../contract/studentReports.ts';
import { familyLimits, standingOf, strengths } from '../../src/views/studentReports/familyRules.ts';

const standard = (code: string, points: number, questions = 5) => ({ code, summary: null, questions, points, max_points: 100 });
const codes = (some: StudentReport['standards']) => some.map(({ code }) => code);

it('sorts standards by their share of the points: the best first, the weakest first, and the rest in between', () => {
  const { well, growing, practice } = strengths([
    ...[standard('A', 59), standard('B', 60), standard('C', 79), standard('D', 80)],
    ...[standard('E', 100), standard('F', 0), standard('G', 79.5)],
  ]);
  expect([codes(well), codes(growing), codes(practice)]).toEqual([
    ['E', 'D', 'G'],
    ['C', 'B'],
    ['F', 'A'],
  ]);
});

it('says nothing of a standard with too few questions, or without points to get', () => {
  const few = familyLimits.fewest - 1;
  expect(strengths([standard('A', 100, few), standard('B', 0, few)])).toEqual({ well: [], growing: [], practice: [] });
  const { practice } = strengths([{ ...standard('C', 0), max_points: 0 }]);
  expect(codes(practice)).toEqual(['C']);
});

const assignment: StudentReport['assignments'][number] = {
  ...{ group_assignment_id: 1, lesson_name: 'In order', from_date: '', to_date: null },
  ...{ state: 'completed', is_late: false, is_missing: false },
};
it.each([
  ['onTime', {}],
  ['late', { is_late: true }],
  ['open', { state: 'notStarted' }],
  ['open', { state: 'inProgress', is_late: true }],
  ['missing', { state: 'inProgress', is_missing: true }],
  ['missing', { state: 'inProgress', is_missing: true, is_late: true }],
] as const)('counts as %s: %j', (expected, more) => expect(standingOf({ ...assignment, ...more })).toBe(expected));
