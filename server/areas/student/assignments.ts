import { isOfPastYear, isOver, isUpcoming } from '../../../common/assignmentTimes.ts';
import type { StudentAssignment } from '../../../contract/student.ts';
import { compiled } from '../../db/compiled.ts';
import { assigned, type Db, iso, isoOrNull, type LessonResource, lessonResources } from '../../kit/access.ts';
import type { TenantPorts } from '../../kit/ports.ts';
import type { TokenUser } from '../../kit/tokens.ts';

/** A student's assignments, without their contents. */
const rowsOf = compiled((db, named: { district_id: number; user_puid: number; lesson_id?: number | undefined }) => {
  let query = assigned(db)
    .innerJoin('lesson as l', 'l.lesson_id', 'ga.lesson_id')
    .innerJoin('assignment as a', 'a.assignment_id', 'ga.assignment_id')
    .innerJoin('app_user as teacher', 'teacher.user_puid', 'a.assigned_by_puid')
    .leftJoin('lesson_tracking as t', (join) =>
      join.onRef('t.group_assignment_id', '=', 'ga.group_assignment_id').onRef('t.user_puid', '=', 'e.user_puid'),
    )
    .where('e.user_puid', '=', named.user_puid);
  if (named.lesson_id !== undefined) query = query.where('ga.lesson_id', '=', named.lesson_id);
  return query
    .select([
      'ga.assignment_id',
      'ga.group_assignment_id',
      'ga.lesson_id',
      'ga.from_date',
      'ga.to_date',
      'l.lesson_name',
      'l.lesson_objective',
      'l.total_time',
      'l.enforce_order',
      'g.name as group_name',
      'teacher.first_name',
      'teacher.last_name',
      't.tracking_id',
      't.time_spent',
      't.completed_at',
    ])
    .orderBy('ga.to_date')
    .orderBy('ga.from_date')
    .orderBy('ga.group_assignment_id');
});
type AssignmentRow = Awaited<ReturnType<typeof rowsOf>>[number];

/** An assignment and the student's status in it. */
export type Standing = AssignmentRow & Pick<StudentAssignment, 'state' | 'is_overdue' | 'is_past_year'>;

/** All assignments of a student with their status: enough for counting and filtering. */
export async function standings({ db, now }: TenantPorts, user: TokenUser): Promise<Standing[]> {
  const at = now();
  const { district_id, user_puid, lesson } = user;
  return (await rowsOf(db, { district_id, user_puid, lesson_id: lesson?.lesson_id })).map((row) => ({
    ...row,
    state:
      row.completed_at !== null
        ? 'completed'
        : row.tracking_id !== null
          ? 'inProgress'
          : isUpcoming({ from: row.from_date }, at)
            ? 'upcoming'
            : 'notStarted',
    is_overdue: row.completed_at === null && isOver({ to: row.to_date }, at) && !isOfPastYear({ to: row.to_date }, at),
    is_past_year: row.completed_at === null && isOfPastYear({ to: row.to_date }, at),
  }));
}

const trackedOf = compiled((db, named: { district_id: number; tracking_ids: readonly number[] }) =>
  db
    .selectFrom('resource_tracking')
    .select(['tracking_id', 'lesson_resource_id', 'percentage_completed'])
    .where('tracking_id', 'in', named.tracking_ids),
);

const releasedOf = compiled((db, named: { district_id: number; user_puid: number }) =>
  db
    .selectFrom('attempt')
    .select(['group_assignment_id', 'score', 'max_score'])
    .where('user_puid', '=', named.user_puid)
    .where('state', '=', 'released'),
);

/** Unread comments on released answers by assignment, and a quiz that has some. What left the lesson cannot be opened. */
const unreadOf = compiled((db, named: { district_id: number; user_puid: number }) =>
  db
    .selectFrom('attempt as a')
    .innerJoin('response_comment as c', 'c.result_id', 'a.result_id')
    .innerJoin('quiz as q', 'q.quiz_id', 'a.quiz_id')
    .innerJoin('lesson_resource as lr', (join) => join.onRef('lr.lesson_id', '=', 'a.lesson_id').onRef('lr.item_id', '=', 'q.item_id'))
    .select((eb) => [
      'a.group_assignment_id',
      eb.fn.min('lr.lesson_resource_id').as('lesson_resource_id'),
      eb.fn.count<number>('c.comment_id').distinct().as('count'),
    ])
    .where('a.user_puid', '=', named.user_puid)
    .where('a.state', '=', 'released')
    .where('c.is_for_student', '=', 1)
    .where('c.feedback_text', '<>', '')
    .where('c.read_at', 'is', null)
    .groupBy('a.group_assignment_id'),
);

/** Percent completed per resource: tracking id → resource → percent. */
export async function percentages(
  db: Db,
  user: TokenUser,
  rows: readonly Pick<Standing, 'tracking_id'>[],
): Promise<Map<number, Map<number, number>>> {
  const tracking_ids = rows.map(({ tracking_id }) => tracking_id).filter((id) => id !== null);
  const found = new Map<number, Map<number, number>>(tracking_ids.map((id) => [id, new Map()]));
  if (tracking_ids.length === 0) return found;
  const done = await trackedOf(db, { district_id: user.district_id, tracking_ids });
  for (const row of done) found.get(row.tracking_id)?.set(row.lesson_resource_id, row.percentage_completed);
  return found;
}

/** Assignments with their resources, progress, and the score if released. */
export async function withContents(db: Db, user: TokenUser, rows: readonly Standing[]): Promise<StudentAssignment[]> {
  if (rows.length === 0) return [];
  const resources = Map.groupBy(
    await lessonResources(db, [...new Set(rows.map((row) => row.lesson_id))]),
    (resource) => resource.lesson_id,
  );
  const progress = await percentages(db, user, rows);
  const released = Map.groupBy(
    await releasedOf(db, { district_id: user.district_id, user_puid: user.user_puid }),
    (row) => row.group_assignment_id,
  );
  const unread = new Map(
    (await unreadOf(db, { district_id: user.district_id, user_puid: user.user_puid })).map((row) => [row.group_assignment_id, row]),
  );
  return rows.map(({ first_name, last_name, tracking_id, time_spent, enforce_order: _, ...row }) => {
    const parts: LessonResource[] = resources.get(row.lesson_id) ?? [];
    const done = progress.get(tracking_id ?? 0);
    const percentOf = (part: LessonResource) => done?.get(part.lesson_resource_id) ?? 0;
    const next = parts.find((part) => percentOf(part) < 100);
    const total = parts.reduce((sum, part) => sum + percentOf(part), 0);
    const results = released.get(row.group_assignment_id);
    const comments = unread.get(row.group_assignment_id);
    return {
      ...row,
      teacher_name: `${first_name} ${last_name}`,
      from_date: iso(row.from_date),
      to_date: isoOrNull(row.to_date),
      completed_at: isoOrNull(row.completed_at),
      time_spent: time_spent ?? 0,
      resource_count: parts.length,
      resources_completed: parts.filter((part) => percentOf(part) >= 100).length,
      percentage_completed: parts.length === 0 ? 0 : Math.floor(total / parts.length),
      next_resource: next
        ? { lesson_resource_id: next.lesson_resource_id, title: next.title, resource_type_id: next.resource_type_id }
        : null,
      score: results ? Math.round(results.reduce((sum, result) => sum + (result.score ?? 0), 0) * 100) / 100 : null,
      max_score: results ? results.reduce((sum, result) => sum + result.max_score, 0) : null,
      ...(comments ? { new_comments: { count: Number(comments.count), lesson_resource_id: Number(comments.lesson_resource_id) } } : {}),
    };
  });
}
