import type { AssessmentStatus, GroupAssementReport } from '../../../contract/classReports.ts';
import { m } from '../../paraglide/messages.js';
import { formatDay, formatMoment } from '../../ui/dateFormats.ts';
import type { Say } from '../reports/declaration.ts';
import { figureWords, releaseWords, toldApart } from '../reports/words.ts';
import { addressOf } from '../screen.ts';

type Result = Omit<GroupAssementReport['students'][number]['results'][number], 'group_assignment_id' | 'quiz_id'>;
type Assessment = AssessmentStatus['given'][number];

/** The step that a student's assessment is at. */
export const stateWords = (state: Result['state'], day = ''): string =>
  state === 'notStarted' ? m.teacher_not_started() : releaseWords(state, day);

/** The step, with the day of its release. */
const stateOf = ({ state, released_at }: Pick<Result, 'state' | 'released_at'>, { language, timeZone }: Say): string =>
  stateWords(state, released_at ? formatMoment(released_at, language, timeZone) : '');

/** The same, and whether the work waits for points or is late. */
export function standingOf(result: Pick<Result, 'state' | 'released_at' | 'is_waiting' | 'is_past_due'>, say: Say): string {
  const text = result.is_waiting ? m.classReports_waiting() : stateOf(result, say);
  return result.is_past_due ? m.classReports_result_late({ text }) : text;
}

/** The score of submitted work, and the step of anything else; late work says so. */
export function resultWords(result: Result, say: Say): string {
  const { score, max_score, is_past_due } = result;
  if (score === null) return standingOf(result, say);
  const text = m.reports_of({ value: figureWords(score, say.language), max: max_score ?? 0 });
  return is_past_due ? m.classReports_result_late({ text }) : text;
}

/** Unique titles of assessments or readings, in order: with the day of the assignment if one was given several times. */
export const assessmentTitles = (all: readonly Pick<Assessment, 'title' | 'from_date'>[], { language, timeZone }: Say): string[] =>
  toldApart(
    all.map(({ title, from_date }) =>
      all.filter((one) => one.title === title).length > 1
        ? m.classReports_choice({ lesson: title, day: formatDay(from_date, language, timeZone) })
        : title,
    ),
  );

/** The address of a report on one assessment of a class, as it was given in one assignment. */
export const assessmentAddress = (
  screen: { path: string },
  group_puid: number,
  { quiz_id, group_assignment_id }: Pick<Assessment, 'quiz_id' | 'group_assignment_id'>,
): string => `${addressOf(screen, group_puid, quiz_id)}?assignment=${group_assignment_id}`;

/** An assessment as it was given in one assignment. */
export const keyOfAssessment = ({ group_assignment_id, quiz_id }: Pick<Assessment, 'quiz_id' | 'group_assignment_id'>): string =>
  `${group_assignment_id}-${quiz_id}`;
