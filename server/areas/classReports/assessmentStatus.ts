import type { classReports } from '../../../contract/classReports.ts';
import { type Db, isoOrNull } from '../../kit/access.ts';
import { type HandlersOf, notFound } from '../../kit/handler.ts';
import { classAssessments } from '../../reports/classAssessments.ts';
import { classStudents, visibleClass } from '../../reports/classWork.ts';
import { visibleAssignments } from '../assignments.ts';
import { givenAssessment } from './givenAssessment.ts';

/** When each student started, and how often, keyed by assignment and student. */
async function attemptsOf(db: Db, quiz_id: number, ids: readonly number[]) {
  const current = await db
    .selectFrom('attempt')
    .select(['group_assignment_id', 'user_puid', 'started_at', 'time_spent'])
    .where('quiz_id', '=', quiz_id)
    .where('group_assignment_id', 'in', ids)
    .execute();
  const earlier = await db
    .selectFrom('earlier_attempt')
    .select(['group_assignment_id', 'user_puid'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('quiz_id', '=', quiz_id)
    .where('group_assignment_id', 'in', ids)
    .groupBy(['group_assignment_id', 'user_puid'])
    .execute();
  const key = (one: { group_assignment_id: number; user_puid: number }) => `${one.group_assignment_id} ${one.user_puid}`;
  const before = new Map(earlier.map((one) => [key(one), Number(one.count)]));
  const now = new Map(current.map((one) => [key(one), one]));
  return (group_assignment_id: number, user_puid: number) => {
    const pair = key({ group_assignment_id, user_puid });
    const attempt = now.get(pair);
    return {
      started_at: isoOrNull(attempt?.started_at ?? null),
      time_spent: attempt?.time_spent ?? null,
      attempts: (before.get(pair) ?? 0) + (attempt ? 1 : 0),
    };
  };
}

/** Where every student of a class stands with one assessment. */
export const assessmentStatus: HandlersOf<typeof classReports>['assessmentStatus'] = async ({ query }, { ports, user }) => {
  const { db } = ports;
  const { group_puid, quiz_id } = query;
  const group = await visibleClass(db, user, group_puid);
  const rows = await visibleAssignments(db, user)
    .where('ga.group_puid', '=', group_puid)
    .orderBy('ga.from_date', 'desc')
    .orderBy('ga.group_assignment_id')
    .execute();
  const { group_assignment_id } = query;
  const { choices, assessments } = await classAssessments(db, rows, ports.now(), { quiz_id, group_assignment_id });
  const [first] = assessments;
  if (!first) throw notFound('assessment');
  const attempts = await attemptsOf(
    db,
    quiz_id,
    assessments.map(({ assignment }) => assignment.group_assignment_id),
  );
  const students = await classStudents(db, group_puid);
  return {
    ...group,
    choices,
    quiz_id,
    title: first.title,
    max_score: first.max_score,
    given: assessments.map(givenAssessment),
    students: students.flatMap((student) =>
      assessments.flatMap(({ assignment: { group_assignment_id }, results }) => {
        const result = results.find(({ user_puid }) => user_puid === student.user_puid);
        return result ? [{ ...student, group_assignment_id, ...result, ...attempts(group_assignment_id, student.user_puid) }] : [];
      }),
    ),
  };
};
