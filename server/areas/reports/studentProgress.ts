import type { StudentResult } from '../../../contract/assignments.ts';
import type { reports as reportCalls } from '../../../contract/reports.ts';
import { type Db, iso, isoOrNull, visibleGroups } from '../../kit/access.ts';
import { type HandlersOf, notFound } from '../../kit/handler.ts';
import { assignmentsInPeriod, resultsOf } from '../assignments.ts';

/** Standards covered by lessons, by lesson. */
async function standardsOf(db: Db, lessons: readonly { lesson_id: number }[]) {
  const items = await db
    .selectFrom('lesson_resource as lr')
    .innerJoin('content_item as i', 'i.item_id', 'lr.item_id')
    .select(['lr.lesson_id', 'i.standards'])
    .where('lr.lesson_id', 'in', [0, ...lessons.map(({ lesson_id }) => lesson_id)])
    .execute();
  const of = Map.groupBy(items, ({ lesson_id }) => lesson_id);
  return new Map([...of].map(([id, some]) => [id, [...new Set(some.flatMap((item) => JSON.parse(item.standards) as string[]))].sort()]));
}

/** Points of submitted quizzes in whole percent; null if no points are possible. */
function percentOf(results: StudentResult['results']): number | null {
  const most = results.reduce((sum, { max_score }) => sum + (max_score ?? 0), 0);
  return most === 0 ? null : Math.round((100 * results.reduce((sum, { score }) => sum + (score ?? 0), 0)) / most);
}

/** One student's progress over a period. */
export const studentProgress: HandlersOf<typeof reportCalls>['studentProgress'] = async ({ query }, { ports, user }) => {
  const { db } = ports;
  const { group_puid } = query;
  const student = await visibleGroups(db, user)
    .innerJoin('enrollment as e', 'e.group_puid', 'class_group.group_puid')
    .innerJoin('app_user as u', 'u.user_puid', 'e.user_puid')
    .select(['class_group.name as group_name', 'u.user_puid', 'u.first_name', 'u.last_name'])
    .where('class_group.group_puid', '=', group_puid)
    .where('u.user_puid', '=', query.student_puid)
    .where('e.role', '=', 'student')
    .where('e.active', '=', 1)
    .where('u.active', '=', 1)
    .executeTakeFirst();
  if (!student) throw notFound('student');
  const { group_name, ...person } = student;
  const rows = await (await assignmentsInPeriod(db, user, query)).where('ga.group_puid', '=', group_puid).execute();
  const results = await resultsOf(db, rows);
  const codes = await standardsOf(db, rows);
  const found = rows.flatMap((row) => {
    const one = results.get(row.group_assignment_id)?.find(({ user_puid }) => user_puid === person.user_puid);
    return one ? [{ row, one }] : [];
  });
  const all = found.map(({ one }) => one);
  return {
    group_puid,
    group_name,
    student: person,
    assigned: found.length,
    completed: all.filter(({ state }) => state === 'completed').length,
    time_spent: all.reduce((sum, { time_spent }) => sum + time_spent, 0),
    score: percentOf(all.flatMap(({ results }) => results)),
    assignments: found.map(({ row, one: { state, percentage_completed, time_spent, results } }) => ({
      group_assignment_id: row.group_assignment_id,
      lesson_name: row.lesson_name,
      from_date: iso(row.from_date),
      to_date: isoOrNull(row.to_date),
      state,
      percentage_completed,
      time_spent,
      score: percentOf(results),
      standards: codes.get(row.lesson_id) ?? [],
    })),
  };
};
