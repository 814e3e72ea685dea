import type { ReleasedResult } from '../../../contract/studentWork.ts';

/** Score in whole percent. */
export const percentOf = ({ score, max_score }: Pick<ReleasedResult, 'score' | 'max_score'>): number =>
  max_score > 0 ? Math.round((100 * score) / max_score) : 0;

/** Points earned over points possible in percent, by lesson, in the order of each lesson's first result. */
export function byLesson(results: readonly ReleasedResult[]): { labels: string[]; values: number[] } {
  const lessons = [...Map.groupBy(results, ({ lesson_id, assignment_id }) => `${lesson_id} ${assignment_id}`).values()];
  const sum = (of: readonly ReleasedResult[], key: 'score' | 'max_score') => of.reduce((total, one) => total + one[key], 0);
  return {
    labels: lessons.map(([first]) => first?.lesson_name ?? ''),
    values: lessons.map((of) => percentOf({ score: sum(of, 'score'), max_score: sum(of, 'max_score') })),
  };
}
