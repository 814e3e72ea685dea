import { assessmentStates, type classReports } from '../../../contract/classReports.ts';
import { type Db, isoOrNull } from '../../kit/access.ts';
import type { HandlersOf } from '../../kit/handler.ts';
import { classAssessments } from '../../reports/classAssessments.ts';
import { classAssignments, classStudents, visibleClass } from '../../reports/classWork.ts';
import { givenAssessment } from './givenAssessment.ts';

/** When results of whole groups are released, by assignment and quiz. */
async function releasesOf(db: Db, ids: readonly number[]) {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('report_release')
          .select(['group_assignment_id', 'quiz_id', 'release_at'])
          .where('group_assignment_id', 'in', ids)
          .where('user_puid', '=', 0)
          .execute();
  return new Map(rows.map((row) => [`${row.group_assignment_id} ${row.quiz_id}`, row.release_at]));
}

/** The assessments of a class over a period, with the number of students at each step. */
export const assessmentsOfGroup: HandlersOf<typeof classReports>['assessmentsOfGroup'] = async ({ query }, { ports, user }) => {
  const { db } = ports;
  const group = await visibleClass(db, user, query.group_puid);
  const rows = await classAssignments(db, user, query);
  const releases = await releasesOf(
    db,
    rows.map(({ group_assignment_id }) => group_assignment_id),
  );
  const { choices, assessments } = await classAssessments(db, rows, ports.now(), { group_assignment_id: query.group_assignment_id });
  return {
    ...group,
    choices,
    assessments: assessments.map((one) => ({
      ...givenAssessment(one),
      students: one.results.length,
      states: Object.fromEntries(
        assessmentStates.map((state) => [state, one.results.filter((result) => result.state === state).length]),
      ) as Record<(typeof assessmentStates)[number], number>,
      waiting: one.results.filter(({ is_waiting }) => is_waiting).length,
      steps: one.results.map(({ user_puid, state }) => ({ user_puid, state })),
      release_at: isoOrNull(releases.get(`${one.assignment.group_assignment_id} ${one.quiz_id}`) ?? null),
    })),
    students: await classStudents(db, group.group_puid),
  };
};
