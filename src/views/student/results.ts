import type { ReleasedResult } from '../../../contract/studentWork.ts';

/** Score in whole percent. */
export const percentOf = ({ score, max_score }: Pick<ReleasedResult, 'score' | 'max_score'>): number =>
  max_score > 0 ? Math.round((100 * score) / max_score) : 0;

interface Points {
  labels: string[];
  /** In percent. */
  values: number[];
}

/** Results in chronological order. Labels are days; repeated days are numbered from the second on. */
export function overTime(results: readonly ReleasedResult[], dayOf: (result: ReleasedResult) => string): Points {
  const seen = new Map<string, number>();
  const labels = results.map((result) => {
    const day = dayOf(result);
    const times = (seen.get(day) ?? 0) + 1;
    seen.set(day, times);
    return times === 1 ? day : `${day} (${times})`;
  });
  return { labels, values: results.map(percentOf) };
}

/** Points earned over points possible, by lesson, in the order of each lesson's first result. */
export function byLesson(results: readonly ReleasedResult[]): Points {
  const lessons = Map.groupBy(results, ({ lesson_id, assignment_id }) => `${lesson_id} ${assignment_id}`);
  const sum = (of: readonly ReleasedResult[], key: 'score' | 'max_score') => of.reduce((total, one) => total + one[key], 0);
  const names = new Map<string, number>();
  const points = [...lessons.values()].map((of) => {
    const name = of[0]?.lesson_name ?? '';
    const times = (names.get(name) ?? 0) + 1;
    names.set(name, times);
    return {
      label: times === 1 ? name : `${name} (${times})`,
      value: percentOf({ score: sum(of, 'score'), max_score: sum(of, 'max_score') }),
    };
  });
  return { labels: points.map(({ label }) => label), values: points.map(({ value }) => value) };
}
