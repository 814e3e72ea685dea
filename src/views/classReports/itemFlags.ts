import type { ItemStatistics } from '../../../contract/reports.ts';
import { m } from '../../paraglide/messages.js';

/**
 * Bounds of what is worth a look: share of the points, and discrimination (Ebel & Frisbie, Essentials of Educational Measurement, 5th ed.,
 * 1991, ch. 13); below `negative`, the key may be wrong. With fewer students, figures are chance (decision 020).
 */
export const flagBounds = { hard: 0.35, easy: 0.95, weak: 0.2, negative: -0.1, skipped: 0.2, students: 5 };

type Flagged = Pick<ItemStatistics, 'asked' | 'answered' | 'facility' | 'discrimination' | 'options'>;

/** The wrong option that most students chose, if one was chosen at all. */
export const mostWrong = ({ options }: Pick<Flagged, 'options'>): Flagged['options'][number] | undefined =>
  options.filter(({ is_answer, count }) => !is_answer && count > 0).toSorted((a, b) => b.count - a.count)[0];

/** What is odd about a question, in words, worst first; null with too few students to tell. */
export function flagsOf(item: Flagged): string[] | null {
  const { asked, answered, facility, discrimination, options } = item;
  if (asked < flagBounds.students || facility === null) return null;
  const wrong = mostWrong(item);
  const right = Math.max(0, ...options.filter(({ is_answer }) => is_answer).map(({ count }) => count));
  return [
    ...(discrimination !== null && discrimination < flagBounds.negative ? [m.classReports_flag_negative()] : []),
    ...(wrong && wrong.count > right ? [m.classReports_flag_wrong({ option: wrong.answer_text })] : []),
    ...(facility < flagBounds.hard ? [m.classReports_flag_hard()] : []),
    ...(asked - answered >= asked * flagBounds.skipped ? [m.classReports_flag_skipped({ count: asked - answered })] : []),
    ...(discrimination !== null && discrimination >= flagBounds.negative && discrimination < flagBounds.weak
      ? [m.classReports_flag_weak()]
      : []),
    ...(facility > flagBounds.easy ? [m.classReports_flag_easy()] : []),
  ];
}
