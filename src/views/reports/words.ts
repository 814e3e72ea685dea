import type { StudentResult } from '../../../contract/assignments.ts';
import type { AttemptState } from '../../../contract/quizResult.ts';
import { m } from '../../paraglide/messages.js';
import { formatNumber } from '../../ui/numbers.ts';

/** Returns a student's name or pseudonym. */
export type NameOf = (student: { user_puid: number; first_name: string; last_name: string }) => string;

/** Rows with a figure, the lowest first. */
export const lowestFirst = <Row>(rows: readonly Row[], of: (row: Row) => number | null): Row[] =>
  rows.filter((row) => of(row) !== null).toSorted((a, b) => Number(of(a)) - Number(of(b)));

export const fullName: NameOf = ({ first_name, last_name }) => `${last_name}, ${first_name}`;

/** Pseudonyms for the students of a class. The same class always gets the same ones, and their order does not follow the alphabet. */
export function otherNames(students: readonly { user_puid: number }[]): NameOf {
  const animals = m.reports_animals().split(', ');
  const order = new Map(
    students
      .map(({ user_puid }) => user_puid)
      .toSorted((a, b) => a - b)
      .map((user_puid, at) => [user_puid, at]),
  );
  return ({ user_puid }) => {
    const at = order.get(user_puid) ?? 0;
    const round = Math.floor(at / animals.length);
    return `${animals[at % animals.length]}${round > 0 ? ` ${round + 1}` : ''}`;
  };
}

/** A student's progress in the lesson. */
export const progressWords = (state: StudentResult['state']): string =>
  state === 'completed' ? m.teacher_completed() : state === 'inProgress' ? m.teacher_in_progress() : m.teacher_not_started();

/** Release state of a result. `day`: when it is released. */
export function releaseWords(state: AttemptState, day: string): string {
  switch (state) {
    case 'started':
      return m.reports_state_started();
    case 'submitted':
      return m.reports_state_submitted();
    case 'graded':
      return m.reports_state_graded();
    case 'scheduled':
      return m.reports_state_scheduled({ day });
    case 'released':
      return m.reports_state_released();
    case 'recalled':
      return m.reports_state_recalled();
  }
}

/** A number with at most `decimals` decimals in the user's locale; missing numbers are shown in words. */
export const figureWords = (figure: number | null, language: string, decimals = 2): string =>
  figure === null ? m.reports_not_enough() : formatNumber(figure, language, { maximumFractionDigits: decimals });

/** Numbers repeated labels from the second on, because places on an axis and columns of a file need unique names. */
export function toldApart(labels: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return labels.map((label) => {
    const times = (seen.get(label) ?? 0) + 1;
    seen.set(label, times);
    return times === 1 ? label : `${label} (${times})`;
  });
}
