import { dayIn } from '../../../common/day.ts';
import { startOfDay } from '../../../common/zone.ts';
import { reports } from '../../../contract/reports.ts';
import type { ReassignCandidate, ReassignOrder } from '../../machines/reports/reassignMachine.ts';
import type { ReportOrder } from '../../machines/reports/reportMachine.ts';
import { callActor } from '../kit/callActor.ts';
import type { Send } from '../kit/client.ts';

/** The assignment behind a report order. */
export interface ReportPlace {
  userPuid: number;
  timeZone: string;
  lessonId: number;
  groupPuid: number;
  groupAssignmentId: number;
  /** Item type of each quiz, by quiz id. */
  itemTypes: ReadonlyMap<number, number>;
}

/** The school year of a day (YYYY-MM-DD), which starts in July: "2029-2030". */
export function schoolYearOf(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const first = month >= 7 ? year : year - 1;
  return `${first}-${first + 1}`;
}

/** Call parameters of a quiz, and the instant at which a day begins at the school; the current time if no day is given. */
const namesIn = ({ timeZone, groupAssignmentId, itemTypes }: ReportPlace, now: () => number) => ({
  quizOf: (quizId: number) => ({
    quiz_assessment_id: quizId,
    item_type_id: itemTypes.get(quizId) ?? 0,
    group_assignment_id: groupAssignmentId,
  }),
  instantOf: (day: string) => (day === '' ? new Date(now()) : startOfDay(day, timeZone)).toISOString(),
});

/** Calls of the `report` chart: days begin in the school's time zone. */
export const reportActors = (send: Send, now: () => number, place: () => ReportPlace) => ({
  placeOrder: callActor<{ count: number }, ReportOrder | null>(({ input, signal }) => {
    if (!input) throw new Error('There is no order.');
    const { userPuid, groupPuid, groupAssignmentId } = place();
    const { quizOf, instantOf } = namesIn(place(), now);
    const { kind, quizId, students, day } = input;
    if (quizId === null)
      return send(
        reports.releaseAssignment,
        { released_by_puid: userPuid, group_assignment_id: groupAssignmentId, release_date: instantOf(day) },
        { signal },
      );
    const whose = { ...quizOf(quizId), grouppuid: groupPuid, ...(students.length > 0 ? { user_puids: [...students] } : {}) };
    if (kind === 'recall') return send(reports.recallReport, { recalled_by_puid: userPuid, ...whose }, { signal });
    return send(reports.releaseReport, { released_by_puid: userPuid, ...whose, release_date: instantOf(day) }, { signal });
  }),
});

/** Calls of the `reassign` chart. */
export const reassignActors = (send: Send, now: () => number, place: () => ReportPlace) => ({
  loadCandidates: callActor<ReassignCandidate[], { groupAssignmentId: number }>(async ({ input, signal }) => {
    const students = await send(reports.studentList, { group_assignment_id: input.groupAssignmentId }, { signal });
    return students.flatMap(({ user_puid, results }) =>
      results
        .filter(({ state }) => state !== 'started')
        .map<ReassignCandidate>(({ quiz_id, state }) => ({ userPuid: user_puid, quizId: quiz_id, state })),
    );
  }),
  reassignQuiz: callActor<{ count: number }, ReassignOrder>(({ input: { quizId, students, day }, signal }) => {
    const { userPuid, lessonId, timeZone } = place();
    const { quizOf, instantOf } = namesIn(place(), now);
    return send(
      reports.reassign,
      {
        assigned_by_puid: userPuid,
        reassigned_lessonid: lessonId,
        ...quizOf(quizId),
        schoolyear: schoolYearOf(dayIn(now(), timeZone)),
        reassigned_students: [...students],
        reassign_date: instantOf(day),
      },
      { signal },
    );
  }),
});
