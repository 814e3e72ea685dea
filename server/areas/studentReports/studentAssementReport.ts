import { percentOf } from '../../../common/assessmentResult.ts';
import { fewestStudents } from '../../../common/itemFlags.ts';
import type { StudentAssementReport, studentReports } from '../../../contract/studentReports.ts';
import { type Db, isoOrNull } from '../../kit/access.ts';
import type { HandlersOf } from '../../kit/handler.ts';
import { classAssessments } from '../../reports/classAssessments.ts';
import { classAssignments, meanPercent, studentOfClass, visibleClass } from '../../reports/classWork.ts';
import { givenAssessment } from '../classReports/givenAssessment.ts';

type Assessment = StudentAssementReport['assessments'][number];
interface Given {
  group_assignment_id: number;
  quiz_id: number;
}

const keyOf = ({ group_assignment_id, quiz_id }: Given) => `${group_assignment_id} ${quiz_id}`;

/** A student's attempts in these assignments: the ones that count, and those before them. */
async function attemptsOf(db: Db, user_puid: number, ids: readonly number[]) {
  if (ids.length === 0) return () => ({ result_id: null, time_spent: null, earlier: [] });
  const current = await db
    .selectFrom('attempt')
    .select(['group_assignment_id', 'quiz_id', 'result_id', 'time_spent'])
    .where('user_puid', '=', user_puid)
    .where('group_assignment_id', 'in', ids)
    .execute();
  const replaced = await db
    .selectFrom('earlier_attempt')
    .select(['group_assignment_id', 'quiz_id', 'result_id', 'state', 'submitted_at', 'score', 'max_score', 'responses'])
    .where('user_puid', '=', user_puid)
    .where('group_assignment_id', 'in', ids)
    .orderBy('attempt_no')
    .execute();
  const now = new Map(current.map((one) => [keyOf(one), one]));
  const before = Map.groupBy(replaced, keyOf);
  return (given: Given): Pick<Assessment, 'result_id' | 'time_spent' | 'earlier'> => ({
    result_id: now.get(keyOf(given))?.result_id ?? null,
    time_spent: now.get(keyOf(given))?.time_spent ?? null,
    earlier: (before.get(keyOf(given)) ?? []).map(({ result_id, state, submitted_at, score, max_score, responses }) => ({
      ...{ result_id, state, max_score, submitted_at: isoOrNull(submitted_at) },
      score: (JSON.parse(responses) as { points: number | null }[]).some(({ points }) => points === null) ? null : score,
    })),
  });
}

/** One student's assessments over a period, beside the means of the class. */
export const studentAssementReport: HandlersOf<typeof studentReports>['studentAssementReport'] = async ({ query }, { ports, user }) => {
  const { db } = ports;
  const group = await visibleClass(db, user, query.group_puid);
  const student = await studentOfClass(db, group.group_puid, query.student_puid);
  const rows = await classAssignments(db, user, query);
  const { choices, assessments } = await classAssessments(db, rows, ports.now(), { group_assignment_id: query.group_assignment_id });
  const attempts = await attemptsOf(
    db,
    student.user_puid,
    assessments.map(({ assignment }) => assignment.group_assignment_id),
  );
  return {
    ...group,
    choices,
    student,
    assessments: assessments.flatMap((one): Assessment[] => {
      const own = one.results.find(({ user_puid }) => user_puid === student.user_puid);
      if (!own) return [];
      const { user_puid: _, ...result } = own;
      const scores = one.results.map(percentOf).filter((score) => score !== null);
      return [
        {
          ...givenAssessment(one),
          is_learnosity_enabled: one.is_learnosity_enabled === 1,
          ...result,
          ...attempts({ group_assignment_id: one.assignment.group_assignment_id, quiz_id: one.quiz_id }),
          class_score: scores.length < fewestStudents ? null : meanPercent(scores),
        },
      ];
    }),
  };
};
