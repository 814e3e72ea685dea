import { isHandedIn } from '../../../contract/content.ts';
import { compiled } from '../../db/compiled.ts';
import type { Row } from '../../db/schema.ts';
import { assigned, type Db, iso, type LessonResource, lessonResources } from '../../kit/access.ts';
import { recordUse } from '../../kit/dailyUse.ts';
import { notFound, refuse } from '../../kit/handler.ts';
import type { TenantPorts } from '../../kit/ports.ts';
import type { TokenUser } from '../../kit/tokens.ts';

/** A single call adds at most one day, so that a broken clock cannot spoil a teacher's report. */
const longestStay = 24 * 3600;

/** A student's assignment to play now. Throws 404 if it is not theirs and 403 if it is not open yet. */
export async function openAssignment(
  ports: TenantPorts,
  user: TokenUser,
  named: { lesson_id: number; assignment_id?: number; group_assignment_id?: number; lesson_tracking_id?: number },
) {
  let query = assigned(ports.db)
    .innerJoin('lesson as l', 'l.lesson_id', 'ga.lesson_id')
    .innerJoin('district as d', 'd.district_id', 'ga.district_id')
    .leftJoin('lesson_tracking as t', (join) =>
      join.onRef('t.group_assignment_id', '=', 'ga.group_assignment_id').onRef('t.user_puid', '=', 'e.user_puid'),
    )
    .where('e.user_puid', '=', user.user_puid)
    .where('ga.lesson_id', '=', named.lesson_id);
  if (named.assignment_id !== undefined) query = query.where('ga.assignment_id', '=', named.assignment_id);
  if (named.group_assignment_id !== undefined) query = query.where('ga.group_assignment_id', '=', named.group_assignment_id);
  if (named.lesson_tracking_id !== undefined) query = query.where('t.tracking_id', '=', named.lesson_tracking_id);
  const found = await query
    .selectAll('l')
    .select(['ga.assignment_id', 'ga.group_assignment_id', 'ga.from_date', 'ga.to_date', 't.tracking_id', 't.time_spent', 'd.time_zone'])
    .orderBy('ga.from_date')
    .orderBy('ga.group_assignment_id')
    .execute();
  // Started work comes first: a lesson can reach a student through two groups.
  const assignment = found.find((one) => one.tracking_id !== null) ?? found[0];
  if (!assignment) throw notFound('assignment');
  if (assignment.from_date > ports.now()) {
    const opens_at = iso(assignment.from_date);
    const opens = { at: opens_at, time_zone: assignment.time_zone };
    throw refuse('lessonNotOpen', { lesson: assignment.lesson_name, opens }, { opens_at });
  }
  return assignment;
}
export type OpenAssignment = Awaited<ReturnType<typeof openAssignment>>;

/**
 * Records the student's total seconds in a lesson, creating its tracking if needed. Returns the tracking id. The maximum wins, so repeated
 * and late calls change nothing.
 */
export async function trackLessonTime(
  db: Db,
  ports: TenantPorts,
  user: TokenUser,
  assignment: OpenAssignment,
  seconds: number,
): Promise<number> {
  const now = ports.now();
  const freshId = ports.newId();
  const { tracking_id } = await db
    .insertInto('lesson_tracking')
    .values({
      district_id: user.district_id,
      tracking_id: freshId,
      user_puid: user.user_puid,
      lesson_id: assignment.lesson_id,
      assignment_id: assignment.assignment_id,
      group_assignment_id: assignment.group_assignment_id,
      time_spent: Math.min(seconds, (assignment.time_spent ?? 0) + longestStay),
      started_at: now,
      updated_at: now,
      completed_at: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['district_id', 'group_assignment_id', 'user_puid']).doUpdateSet((eb) => ({
        time_spent: eb
          .case()
          .when('lesson_tracking.time_spent', '<', eb.ref('excluded.time_spent'))
          .then(eb.ref('excluded.time_spent'))
          .else(eb.ref('lesson_tracking.time_spent'))
          .end(),
        updated_at: now,
      })),
    )
    .returning('tracking_id')
    .executeTakeFirstOrThrow();
  if (tracking_id === freshId) await recordUse(db, ports, user.user_puid, { lessons: 1 });
  return tracking_id;
}

/** Progress in the resources of a lesson, by lesson_resource_id. */
export async function progressOf(db: Db, tracking_id: number): Promise<Map<number, Row<'resource_tracking'>>> {
  const rows = await db.selectFrom('resource_tracking').selectAll().where('tracking_id', '=', tracking_id).execute();
  return new Map(rows.map((row) => [row.lesson_resource_id, row]));
}

/** Throws 409 if the lesson's order is enforced and an earlier resource is unfinished. */
export async function assertInOrder(
  db: Db,
  lesson: Pick<Row<'lesson'>, 'district_id' | 'lesson_id' | 'enforce_order'>,
  resource: LessonResource,
  tracking_id: number,
): Promise<void> {
  if (lesson.enforce_order !== 1) return;
  const progress = await progressOf(db, tracking_id);
  for (const earlier of await lessonResources(db, [lesson.lesson_id])) {
    if (earlier.lesson_resource_id === resource.lesson_resource_id) return;
    if ((progress.get(earlier.lesson_resource_id)?.percentage_completed ?? 0) < 100)
      throw refuse('lessonInOrder', { title: earlier.title }, { lesson_resource_id: earlier.lesson_resource_id });
  }
}

/** Records total seconds and progress in a resource; both only grow. A quiz is finished only by submission. Returns the tracking id. */
export async function trackResourceProgress(
  db: Db,
  ports: TenantPorts,
  user: TokenUser,
  tracking_id: number,
  resource: Pick<LessonResource, 'lesson_id' | 'lesson_resource_id' | 'resource_type_id' | 'quiz_id'>,
  done: { seconds: number; percentage: number; position?: number | undefined },
): Promise<number> {
  const now = ports.now();
  const quizOpen = resource.quiz_id !== null && isHandedIn(resource.resource_type_id);
  const percentage = quizOpen ? Math.min(done.percentage, 99) : done.percentage;
  const { resource_tracking_id } = await db
    .insertInto('resource_tracking')
    .values({
      district_id: user.district_id,
      resource_tracking_id: ports.newId(),
      tracking_id,
      user_puid: user.user_puid,
      lesson_resource_id: resource.lesson_resource_id,
      resource_type_id: resource.resource_type_id,
      time_spent: Math.min(done.seconds, longestStay),
      percentage_completed: percentage,
      position: done.position ?? 0,
      started_at: now,
      updated_at: now,
      completed_at: percentage >= 100 ? now : null,
    })
    .onConflict((conflict) =>
      conflict.columns(['district_id', 'tracking_id', 'lesson_resource_id']).doUpdateSet((eb) => ({
        time_spent: eb
          .case()
          .when('resource_tracking.time_spent', '<', eb.ref('excluded.time_spent'))
          .then(eb.ref('excluded.time_spent'))
          .else(eb.ref('resource_tracking.time_spent'))
          .end(),
        percentage_completed: eb
          .case()
          .when('resource_tracking.percentage_completed', '<', eb.ref('excluded.percentage_completed'))
          .then(eb.ref('excluded.percentage_completed'))
          .else(eb.ref('resource_tracking.percentage_completed'))
          .end(),
        completed_at: eb.fn.coalesce('resource_tracking.completed_at', 'excluded.completed_at'),
        updated_at: now,
        ...(done.position === undefined ? {} : { position: done.position }),
      })),
    )
    .returning('resource_tracking_id')
    .executeTakeFirstOrThrow();
  await completeLesson(db, ports, user.district_id, tracking_id, resource.lesson_id);
  return resource_tracking_id;
}

const finishTracking = compiled((db, named: { district_id: number; resource_tracking_id: number; now: number }) =>
  db
    .updateTable('resource_tracking')
    .set((eb) => ({ percentage_completed: 100, completed_at: eb.fn.coalesce('completed_at', eb.val(named.now)), updated_at: named.now }))
    .where('resource_tracking_id', '=', named.resource_tracking_id)
    .returning('tracking_id'),
);

/** Completes a submitted resource, whose completion the client cannot report. */
export async function finishResource(
  db: Db,
  ports: TenantPorts,
  district_id: number,
  resource_tracking_id: number,
  lesson_id: number,
): Promise<void> {
  const [resource] = await finishTracking(db, { district_id, resource_tracking_id, now: ports.now() });
  if (resource) await completeLesson(db, ports, district_id, resource.tracking_id, lesson_id);
}

const finishLesson = compiled((db, named: { district_id: number; tracking_id: number; lesson_id: number; now: number }) =>
  db
    .updateTable('lesson_tracking')
    .set({ completed_at: named.now })
    .where('tracking_id', '=', named.tracking_id)
    .where('completed_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('lesson_resource as lr')
            .leftJoin('resource_tracking as rt', (join) =>
              join.onRef('rt.lesson_resource_id', '=', 'lr.lesson_resource_id').on('rt.tracking_id', '=', named.tracking_id),
            )
            .select('lr.lesson_resource_id')
            .where('lr.lesson_id', '=', named.lesson_id)
            .where((or) => or.or([or('rt.percentage_completed', 'is', null), or('rt.percentage_completed', '<', 100)])),
        ),
      ),
    ),
);

/** Completes the lesson once every resource is complete. */
const completeLesson = (db: Db, ports: TenantPorts, district_id: number, tracking_id: number, lesson_id: number) =>
  finishLesson(db, { district_id, tracking_id, lesson_id, now: ports.now() });
