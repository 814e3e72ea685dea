import { expressionBuilder, sql } from 'kysely';
import { Role } from '../../contract/kit.ts';
import { compiled } from '../db/compiled.ts';
import type { Database } from '../db/schema.ts';
import { notFound } from './handler.ts';
import type { Tenant } from './tenant.ts';
import type { TokenUser } from './tokens.ts';

/** A database or an open transaction. */
export type Db = Tenant;

type Person = Pick<TokenUser, 'district_id' | 'user_puid' | 'role'>;

/**
 * Classes and groups in a staff member's scope, including archived ones. Teachers see those they teach, school administrators their
 * school's, district administrators all.
 */
export function groupsInScope(db: Db, user: Person) {
  const groups = db.selectFrom('class_group');
  if (user.role >= Role.districtAdministrator) return groups;
  if (user.role === Role.schoolAdministrator)
    return groups.where('class_group.school_id', '=', (eb) =>
      eb
        .selectFrom('app_user')
        .select((select) => select.ref('app_user.school_id').$notNull().as('school_id'))
        .where('app_user.user_puid', '=', user.user_puid),
    );
  return groups.where((eb) =>
    eb.exists(
      eb
        .selectFrom('enrollment')
        .select('enrollment.user_puid')
        .whereRef('enrollment.group_puid', '=', 'class_group.group_puid')
        .where('enrollment.user_puid', '=', user.user_puid)
        .where('enrollment.role', '=', 'teacher')
        .where('enrollment.active', '=', 1),
    ),
  );
}

/** Active classes and groups in a staff member's scope. */
export const visibleGroups = (db: Db, user: Person) => groupsInScope(db, user).where('class_group.active', '=', 1);

/** Whether the class or group of the assignment `ga` is visible to the staff member. */
export const isOfVisibleGroup = (db: Db, user: TokenUser) =>
  expressionBuilder<Database, never>().exists(
    visibleGroups(db, user).select('class_group.group_puid').where('class_group.group_puid', '=', sql.ref<number>('ga.group_puid')),
  );

/** Lessons that a staff member may use: their own, prebuilt ones, and those that colleagues shared with them. */
export const usableLessons = (db: Db, user: Pick<TokenUser, 'user_puid'>) =>
  db
    .selectFrom('lesson')
    .where('lesson.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('lesson.owner_puid', 'is', null),
        eb('lesson.owner_puid', '=', user.user_puid),
        eb.exists(
          eb
            .selectFrom('lesson_share as s')
            .select('s.user_puid')
            .whereRef('s.lesson_id', '=', 'lesson.lesson_id')
            .where('s.user_puid', '=', user.user_puid),
        ),
      ]),
    );

/** A lesson that a staff member may use. Throws 404 for any other. */
export async function usableLesson(db: Db, user: TokenUser, lesson_id: number) {
  const lesson = await usableLessons(db, user).selectAll('lesson').where('lesson.lesson_id', '=', lesson_id).executeTakeFirst();
  if (!lesson) throw notFound('lesson');
  return lesson;
}

/** Quizzes that the user wrote or that a colleague shared with them, not deleted. */
export const authoredQuizzes = (db: Db, user: TokenUser) =>
  db
    .selectFrom('authored_quiz as z')
    .where('z.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('z.owner_puid', '=', user.user_puid),
        eb.exists(
          eb
            .selectFrom('item_share as s')
            .select('s.user_puid')
            .whereRef('s.item_id', '=', 'z.item_id')
            .where('s.user_puid', '=', user.user_puid),
        ),
      ]),
    );

/**
 * Throws 404 for an item that does not exist or that the user may not see. Everyone sees what the catalog offers. An item that a user wrote
 * is seen by its author, by colleagues with whom it is shared, and with a lesson that has it; one that the catalog no longer offers is seen
 * with a lesson that has it.
 */
export async function assertVisibleItem(db: Db, user: TokenUser, item_id: number): Promise<void> {
  const item = await db.selectFrom('content_item').select(['owner_puid', 'is_offered']).where('item_id', '=', item_id).executeTakeFirst();
  if (!item) throw notFound('item');
  if (item.owner_puid === null && item.is_offered === 1) return;
  const isStudent = user.role === Role.student;
  const lessons = isStudent
    ? assigned(db).where('e.user_puid', '=', user.user_puid).select('ga.lesson_id')
    : usableLessons(db, user).select('lesson.lesson_id');
  const inLesson = db.selectFrom('lesson_resource as lr').select('lr.item_id').where('lr.item_id', '=', item_id);
  const ownSets = db.selectFrom('term_set').where('owner_puid', '=', user.user_puid);
  const found =
    (await authoredQuizzes(db, user).select('z.item_id').where('z.item_id', '=', item_id).executeTakeFirst()) ??
    (await ownSets.select('item_id').where('item_id', '=', item_id).executeTakeFirst()) ??
    (await inLesson.where('lr.lesson_id', 'in', lessons).limit(1).executeTakeFirst());
  if (!found) throw notFound('item');
}

/** Joins assignments to the students who have them. `ga` is an assignment to the group `g`; `e` is a student's enrollment. */
export const assigned = (db: Db) =>
  db
    .selectFrom('group_assignment as ga')
    .innerJoin('enrollment as e', (join) =>
      join.onRef('e.group_puid', '=', 'ga.group_puid').on('e.role', '=', 'student').on('e.active', '=', 1),
    )
    .innerJoin('class_group as g', (join) => join.onRef('g.group_puid', '=', 'ga.group_puid').on('g.active', '=', 1))
    .where('ga.unassigned_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('ga.is_individual', '=', 0),
        eb.exists(
          eb
            .selectFrom('assignee')
            .select('assignee.user_puid')
            .whereRef('assignee.group_assignment_id', '=', 'ga.group_assignment_id')
            .whereRef('assignee.user_puid', '=', 'e.user_puid'),
        ),
      ]),
    );

const resourcesOf = compiled((db, { lesson_ids }: { lesson_ids: readonly number[] }) =>
  db
    .selectFrom('lesson_resource as lr')
    .innerJoin('content_item as i', 'i.item_id', 'lr.item_id')
    .select([
      'lr.lesson_id',
      'lr.lesson_resource_id',
      'lr.item_id',
      'lr.resource_type_id',
      'lr.time',
      'lr.sort_order',
      'lr.remarks',
      'i.title',
      'i.summary',
      'i.quiz_id',
      'i.is_learnosity_enabled',
      'i.language_id',
    ])
    .where('lr.lesson_id', 'in', lesson_ids)
    .orderBy('lr.sort_order')
    .orderBy('lr.lesson_resource_id'),
);

/** Resources of the lessons in playing order, with their catalog data. */
export const lessonResources = async (db: Db, lesson_ids: readonly number[]) =>
  lesson_ids.length === 0 ? [] : resourcesOf(db, { lesson_ids });
export type LessonResource = Awaited<ReturnType<typeof lessonResources>>[number];

/** Formats an instant as ISO 8601 in UTC, the wire format. */
export const iso = (instant: number): string => new Date(instant).toISOString();
export const isoOrNull = (instant: number | null): string | null => (instant === null ? null : iso(instant));
