import { isSubmitted, percentOf } from '../../../common/assessmentResult.ts';
import type { classReports } from '../../../contract/classReports.ts';
import type { HandlersOf } from '../../kit/handler.ts';
import { classAssessments } from '../../reports/classAssessments.ts';
import { classAssignments, classStudents, meanPercent, visibleClass } from '../../reports/classWork.ts';
import { givenAssessment } from './givenAssessment.ts';

/** The results of a class in its assessments over a period, by assessment and by student. */
export const groupAssementReport: HandlersOf<typeof classReports>['groupAssementReport'] = async ({ query }, { ports, user }) => {
  const { db } = ports;
  const group = await visibleClass(db, user, query.group_puid);
  const rows = await classAssignments(db, user, query);
  const { choices, assessments } = await classAssessments(db, rows, ports.now(), { group_assignment_id: query.group_assignment_id });
  const byStudent = Map.groupBy(
    assessments.flatMap(({ assignment, quiz_id, results }) =>
      results.map((result) => ({ group_assignment_id: assignment.group_assignment_id, quiz_id, result })),
    ),
    ({ result }) => result.user_puid,
  );
  return {
    ...group,
    choices,
    assessments: assessments.map((one) => {
      const percents = one.results.flatMap((result) => percentOf(result) ?? []).map(Math.round);
      return {
        ...givenAssessment(one),
        students: one.results.length,
        submitted: one.results.filter(isSubmitted).length,
        waiting: one.results.filter(({ is_waiting }) => is_waiting).length,
        score: meanPercent(one.results.map(percentOf)),
        lowest: percents.length === 0 ? null : Math.min(...percents),
        highest: percents.length === 0 ? null : Math.max(...percents),
      };
    }),
    students: (await classStudents(db, group.group_puid)).map((student) => {
      const own = byStudent.get(student.user_puid) ?? [];
      return {
        ...student,
        given: own.length,
        submitted: own.filter(({ result }) => isSubmitted(result)).length,
        score: meanPercent(own.map(({ result }) => percentOf(result))),
        results: own.map(({ group_assignment_id, quiz_id, result: { user_puid: _, ...result } }) => ({
          group_assignment_id,
          quiz_id,
          ...result,
        })),
      };
    }),
  };
};
