import type { ClassReport } from '../../../contract/classReports.ts';
import { m } from '../../paraglide/messages.js';
import { percent } from '../../ui/numbers.ts';
import { progressWords } from '../reports/words.ts';

export type Work = Omit<ClassReport['students'][number]['work'][number], 'group_assignment_id'>;

/** Where a student stands with an assignment, without the score. */
export function standingWords({ state, is_missing, is_late, is_waiting, percentage_completed }: Work, language: string): string {
  const text = is_missing
    ? m.classReports_missing()
    : is_waiting
      ? m.classReports_waiting()
      : state === 'inProgress'
        ? m.classReports_in_progress({ percent: percent(percentage_completed / 100, language) })
        : progressWords(state);
  return is_late && !is_missing ? m.classReports_and_late({ text }) : text;
}

/** The score of completed work, and where the student stands with anything else. */
export function workWords(work: Work, language: string): string {
  if (work.state !== 'completed' || work.score === null || work.is_waiting) return standingWords(work, language);
  const text = percent(work.score / 100, language);
  return work.is_late ? m.classReports_and_late({ text }) : text;
}
