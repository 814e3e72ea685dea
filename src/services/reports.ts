import { dayIn, startOfDay } from '../../common/zone.ts';
import { reports } from '../../contract/reports.ts';
import type { ReportOrder } from '../machines/report/reportMachine.ts';
import { callActor } from './callActor.ts';
import type { Send } from './client.ts';

/** What an order of a report is about. */
export interface ReportPlace {
  userPuid: number;
  timeZone: string;
  lessonId: number;
  groupPuid: number;
  groupAssignmentId: number;
  /** Kind of each quiz, by quiz id. */
  itemTypes: ReadonlyMap<number, number>;
}

/** The school year of a day (YYYY-MM-DD): it changes in July. "2029-2030" */
export function schoolYearOf(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const first = month >= 7 ? year : year - 1;
  return `${first}-${first + 1}`;
}

/** Calls of the `report` chart: days begin in the school's zone. */
export const reportActors = (send: Send, now: () => number, place: () => ReportPlace) => ({
  placeOrder: callActor<{ count: number }, ReportOrder | null>(({ input, signal }) => {
    if (!input) throw new Error('There is no order.');
    const { userPuid, timeZone, lessonId, groupPuid, groupAssignmentId, itemTypes } = place();
    const { kind, quizId, students, day } = input;
    const quiz = { quiz_assessment_id: quizId, item_type_id: itemTypes.get(quizId) ?? 0, group_assignment_id: groupAssignmentId };
    const date = (day === '' ? new Date(now()) : startOfDay(day, timeZone)).toISOString();
    const whom = { grouppuid: groupPuid, ...(students.length > 0 ? { user_puids: [...students] } : {}) };
    if (kind === 'release')
      return send(reports.releaseReport, { released_by_puid: userPuid, ...quiz, ...whom, release_date: date }, { signal });
    if (kind === 'recall') return send(reports.recallReport, { recalled_by_puid: userPuid, ...quiz, ...whom }, { signal });
    return send(
      reports.reassign,
      {
        assigned_by_puid: userPuid,
        reassigned_lessonid: lessonId,
        ...quiz,
        schoolyear: schoolYearOf(dayIn(now(), timeZone)),
        reassigned_students: [...students],
        reassign_date: date,
      },
      { signal },
    );
  }),
});
