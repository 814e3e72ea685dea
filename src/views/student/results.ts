import type { ReleasedResult } from '../../../contract/studentWork.ts';
import { m } from '../../paraglide/messages.js';

/** Score in whole percent. */
export const percentOf = ({ score, max_score }: Pick<ReleasedResult, 'score' | 'max_score'>): number =>
  max_score > 0 ? Math.round((100 * score) / max_score) : 0;

/** Where a result comes from: its lesson, or a game. */
export const sourceOf = (result: ReleasedResult): string => (result.kind === 'game' ? m.student_game() : result.lesson_name);

/** Points earned over points possible in percent, by lesson and in games, in the order of their first results. */
export function byLesson(results: readonly ReleasedResult[]): { labels: string[]; values: number[] } {
  const lessons = [...Map.groupBy(results, (one) => (one.kind === 'game' ? 'game' : `${one.lesson_id} ${one.assignment_id}`)).values()];
  const sum = (of: readonly ReleasedResult[], key: 'score' | 'max_score') => of.reduce((total, one) => total + one[key], 0);
  return {
    labels: lessons.map(([first]) => (first ? sourceOf(first) : '')),
    values: lessons.map((of) => percentOf({ score: sum(of, 'score'), max_score: sum(of, 'max_score') })),
  };
}
