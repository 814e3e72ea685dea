import { describe, expect, it } from 'vitest';
import type { ReleasedResult } from '../../contract/studentWork.ts';
import { formatBytes } from '../../src/views/player/bytes.ts';
import { matches } from '../../src/views/student/library.ts';
import { byLesson, percentOf } from '../../src/views/student/results.ts';

type OfQuiz = Extract<ReleasedResult, { kind: 'quiz' }>;
const result = (further: Partial<OfQuiz>): OfQuiz => ({
  kind: 'quiz',
  result_id: 1,
  lesson_id: 1,
  assignment_id: 1,
  lesson_name: 'Cells',
  group_name: 'Science 6',
  title: 'Quiz',
  submitted_at: '2030-01-15T15:00:00Z',
  score: 3,
  max_score: 4,
  ...further,
});

describe('results', () => {
  it('are in per cent, also of a quiz without points', () => {
    expect([result({}), result({ score: 2, max_score: 3 }), result({ score: 0, max_score: 0 })].map(percentOf)).toEqual([75, 67, 0]);
  });
  it('of a lesson count by their points; each lesson of the same name for itself', () => {
    const results = [result({}), result({ score: 0, max_score: 6 }), result({ lesson_id: 2, score: 4 })];
    expect(byLesson(results)).toEqual({ labels: ['Cells', 'Cells'], values: [30, 100] });
  });
});

it('the library is searched by words, without regard to case and accents', () => {
  const item = { title: 'El ciclo del agua', summary: 'Evaporación y lluvia' };
  expect(['', '  ', 'agua', 'EVAPORACION agua', 'ciclo llu'].map((search) => matches(item, search))).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(matches(item, 'agua nieve')).toBe(false);
});

it('sizes are written in the largest unit that keeps them above one', () => {
  expect([0, 999, 1000, 340_400, 1_250_000, 2_000_000_000].map((size) => formatBytes(size, 'en'))).toEqual([
    '0 byte',
    '999 byte',
    '1 kB',
    '340 kB',
    '1.3 MB',
    '2 GB',
  ]);
});
