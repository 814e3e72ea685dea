import type { GroupAssementReport } from '../contract/classReports.ts';

type Result = GroupAssementReport['students'][number]['results'][number];

/** Percent of the points; null without a score. */
export const percentOf = ({ score, max_score }: Pick<Result, 'score' | 'max_score'>): number | null =>
  score === null || !max_score ? null : (100 * score) / max_score;

/** Handed in, whatever has become of it. */
export const isSubmitted = ({ state }: Pick<Result, 'state'>): boolean => state !== 'notStarted' && state !== 'started';
