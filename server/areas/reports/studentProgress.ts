import type { reports as reportCalls } from '../../../contract/reports.ts';
import { type Db, iso, isoOrNull, visibleGroups } from '../../kit/access.ts';
import { otherDistrict } from '../../kit/administered.ts';
import { type HandlersOf, notFound } from '../../kit/handler.ts';
import { classAssignments, scoreOf, sumOf, worksOf } from '../../reports/classWork.ts';
import { countedGames, gamesOf } from '../../reports/countedGames.ts';

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
  const rows = await classAssignments(db, user, query);
  const works = await worksOf(db, rows, ports.now());
  const codes = await standardsOf(db, rows);
  const found = rows.flatMap((row) => {
    const one = works.get(row.group_assignment_id)?.find(({ user_puid }) => user_puid === person.user_puid);
    return one ? [{ row, one }] : [];
  });
  const all = found.map(({ one }) => one);
  const games = gamesOf(await countedGames(db, query), person.user_puid);
  return {
    group_puid,
    group_name,
    ...(await otherDistrict(db, user)),
    student: person,
    assigned: found.length,
    completed: all.filter(({ state }) => state === 'completed').length,
    time_spent: sumOf(all, ({ time_spent }) => time_spent),
    score: scoreOf([...all, ...games]),
    assignments: found.map(({ row, one }) => ({
      group_assignment_id: row.group_assignment_id,
      lesson_name: row.lesson_name,
      from_date: iso(row.from_date),
      to_date: isoOrNull(row.to_date),
      state: one.state,
      percentage_completed: one.percentage_completed,
      time_spent: one.time_spent,
      score: scoreOf([one]),
      standards: codes.get(row.lesson_id) ?? [],
    })),
    games: games.map((one) => ({ ...one, score: scoreOf([one]) })),
  };
};
