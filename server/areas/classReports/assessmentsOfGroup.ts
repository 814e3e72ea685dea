import { assessmentStates, type classReports } from '../../../contract/classReports.ts';
import type { HandlersOf } from '../../kit/handler.ts';
import { classAssessments } from '../../reports/classAssessments.ts';
import { classAssignments, classStudents, visibleClass } from '../../reports/classWork.ts';
import { groupReleases } from '../../reports/release.ts';
import { givenAssessment } from './givenAssessment.ts';

/** The assessments of a class over a period, with the number of students at each step. */
export const assessmentsOfGroup: HandlersOf<typeof classReports>['assessmentsOfGroup'] = async ({ query }, { ports, user }) => {
  const { db } = ports;
  const group = await visibleClass(db, user, query.group_puid);
  const rows = await classAssignments(db, user, query);
  const releasedAt = await groupReleases(
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
      release_at: releasedAt(one.assignment.group_assignment_id, one.quiz_id),
    })),
    students: await classStudents(db, group.group_puid),
  };
};
