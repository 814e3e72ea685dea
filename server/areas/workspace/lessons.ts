import { Language } from '../../../contract/content.ts';
import type { BodyOf } from '../../../contract/kit.ts';
import { type LessonDetail, nullText, type workspace, type YesOrNo } from '../../../contract/workspace.ts';
import { cleanRichText } from '../../content/richText.ts';
import type { NewRow, Row } from '../../db/schema.ts';
import { insertAll } from '../../db/upsert.ts';
import { assertVisibleItem, type Db, iso, lessonResources, usableLesson } from '../../kit/access.ts';
import { fieldReason } from '../../kit/fieldReasons.ts';
import { assertSelf, type HandlersOf, notFound, refuse, type UserContext } from '../../kit/handler.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { transact } from '../../kit/transact.ts';
import { foldersOf, nearestPlace } from './folders.ts';
import { nowhere, ownLessons, type Place, placeColumns, readPlaceToFill, takeTurn } from './places.ts';

type LessonCalls = Pick<
  typeof workspace,
  'createLesson' | 'updateLesson' | 'getLesson' | 'deleteLesson' | 'restoreLesson' | 'duplicateLesson'
>;

const yesNo = (value: number): YesOrNo => (value === 1 ? 'yes' : 'no');
const yesNoOrNull = (value: number | null): YesOrNo | null => (value === null ? null : yesNo(value));

/** The user's own lesson, not deleted. Throws 404 for any other. */
export async function ownLesson(db: Db, user: TokenUser, lesson_id: number): Promise<Row<'lesson'>> {
  const lesson = await ownLessons(db, user).selectAll('l').where('l.lesson_id', '=', lesson_id).executeTakeFirst();
  if (!lesson) throw notFound('lesson');
  return lesson;
}

type CreateBody = BodyOf<typeof workspace.createLesson>;
type UpdateBody = BodyOf<typeof workspace.updateLesson>;
export type Fields = ReturnType<typeof fieldsOf>;

/** Forms send CRLF line ends, whatever was typed. */
const linesOf = (text: string) => text.replace(/\r\n?/g, '\n');
const textOf = (text: string) => (text === nullText ? '' : linesOf(text));
const nameOf = (text: string) => (text === nullText ? 'Untitled lesson' : linesOf(text));
const timeOf = (minutes: number | null) => (minutes === 0 ? null : minutes);

/** Columns set by a form. */
export const fieldsOf = (body: Omit<CreateBody, 'lesson_resources'>) => ({
  lesson_name: nameOf(body.lesson_name),
  lesson_objective: textOf(body.lesson_objective).trim(),
  instructions: cleanRichText(textOf(body.instructions)),
  total_time: timeOf(body.total_time),
  due_date: body.due_date,
  is_assignment: body.is_assignment === 'yes' ? 1 : 0,
  enforce_order: body.enforce_order ? 1 : 0,
});

type Caller = Pick<UserContext, 'ports' | 'user'>;
type GivenResource = UpdateBody['lesson_resources'][number];

/** Resource rows of a lesson in the requested order. Refuses items that the user does not see or that have another type. */
async function resourceRows(
  db: Db,
  { ports, user }: Caller,
  { district_id, lesson_id }: { district_id: number; lesson_id: number },
  given: readonly GivenResource[],
): Promise<NewRow<'lesson_resource'>[]> {
  if (given.length === 0) return [];
  const rows = await db
    .selectFrom('content_item')
    .select(['item_id', 'item_type_id', 'owner_puid', 'is_offered'])
    .where('item_id', 'in', [...new Set(given.map((one) => one.item_id))])
    .execute();
  for (const { item_id, owner_puid, is_offered } of rows)
    if (owner_puid !== null || is_offered !== 1) await assertVisibleItem(db, user, item_id);
  const kinds = new Map(rows.map((item) => [item.item_id, item.item_type_id]));
  return given
    .toSorted((a, b) => a.sort_order - b.sort_order)
    .map(({ item_id, resource_type_id, time, remarks, id }, index) => {
      const kind = kinds.get(item_id);
      if (kind === undefined) throw notFound('resource');
      if (kind !== resource_type_id)
        throw refuse(
          'resourceKindChanged',
          {},
          {
            fields: [fieldReason('lesson_resources', 'otherKind', { item: String(item_id), kind: String(kind) })],
          },
        );
      return {
        district_id,
        lesson_id,
        lesson_resource_id: id ?? ports.newId(),
        item_id,
        resource_type_id,
        time: timeOf(time),
        sort_order: index + 1,
        remarks,
      };
    });
}

/** A lesson with everything its form shows. */
export async function detailOf(db: Db, lesson: Row<'lesson'>): Promise<LessonDetail> {
  return {
    lesson_id: lesson.lesson_id,
    lesson_name: lesson.lesson_name,
    lesson_objective: lesson.lesson_objective,
    instructions: lesson.instructions,
    total_time: lesson.total_time,
    due_date: lesson.due_date,
    product_id: lesson.product_id,
    unit_id: lesson.unit_id,
    subunit_id: lesson.sub_unit_id,
    level3_id: lesson.level3_id,
    is_custom_unit_folder: yesNoOrNull(lesson.is_custom_unit),
    is_custom_subunit_folder: yesNoOrNull(lesson.is_custom_sub_unit),
    is_custom_level3_folder: yesNoOrNull(lesson.is_custom_level3),
    is_assignment: yesNo(lesson.is_assignment),
    enforce_order: lesson.enforce_order === 1,
    version: lesson.version,
    updated_at: iso(lesson.updated_at),
    lesson_resources: (await lessonResources(db, [lesson.lesson_id])).map((one) => ({
      id: one.lesson_resource_id,
      item_id: one.item_id,
      resource_type_id: one.resource_type_id,
      time: one.time,
      sort_order: one.sort_order,
      remarks: one.remarks,
      title: one.title,
    })),
  };
}

type Lessons = ReturnType<typeof ownLessons>;

/** Whether another of these lessons, or assignments, has the name at the same place. */
async function hasNamesake(
  among: Lessons,
  { lesson_id, lesson_name, is_assignment }: Pick<Row<'lesson'>, 'lesson_name' | 'is_assignment'> & { lesson_id?: number },
  place: Pick<Place, 'product_id' | 'unit_id' | 'sub_unit_id' | 'level3_id'>,
): Promise<boolean> {
  let taken = among.select('l.lesson_id').where('l.lesson_name', '=', lesson_name).where('l.is_assignment', '=', is_assignment);
  if (lesson_id !== undefined) taken = taken.where('l.lesson_id', '<>', lesson_id);
  for (const column of ['product_id', 'unit_id', 'sub_unit_id', 'level3_id'] as const)
    taken = place[column] === null ? taken.where(`l.${column}`, 'is', null) : taken.where(`l.${column}`, '=', place[column]);
  return (await taken.limit(1).executeTakeFirst()) !== undefined;
}

/** Refuses a name that another of these lessons, or assignments, has at the same place. */
export async function assertNameFree(...[among, lesson, place]: Parameters<typeof hasNamesake>): Promise<void> {
  if (await hasNamesake(among, lesson, place)) throw refuse('lessonNameTaken', { name: lesson.lesson_name });
}

/** Adds a lesson at a place. `owner_puid` null: a prebuilt one. */
export async function addLesson(
  trx: Db,
  caller: Caller,
  { owner_puid, place, fields, given }: { owner_puid: number | null; place: Place; fields: Fields; given: readonly GivenResource[] },
): Promise<{ lesson_id: number; version: number }> {
  const { ports, user } = caller;
  const product =
    place.product_id === null
      ? undefined
      : await trx.selectFrom('product').select('language_id').where('product_id', '=', place.product_id).executeTakeFirst();
  const now = ports.now();
  const key = { district_id: user.district_id, lesson_id: ports.newId() };
  await trx
    .insertInto('lesson')
    .values({
      ...key,
      owner_puid,
      ...fields,
      ...place,
      language_id: product?.language_id ?? Language.english,
      version: 1,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    })
    .execute();
  await insertAll(trx, 'lesson_resource', await resourceRows(trx, caller, key, given));
  return { lesson_id: key.lesson_id, version: 1 };
}

/** Writes a form over the version that it is based on. Refuses if there is a newer one. */
export async function changeLesson(
  trx: Db,
  caller: Caller,
  lesson: Row<'lesson'>,
  { fields, given, base }: { fields: Fields; given: readonly GivenResource[]; base: number },
): Promise<{ lesson_id: number; version: number }> {
  const { lesson_id } = lesson;
  const { numUpdatedRows } = await trx
    .updateTable('lesson')
    .where('lesson_id', '=', lesson_id)
    .where('version', '=', base)
    .set({ ...fields, version: base + 1, updated_at: caller.ports.now() })
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) {
    // Whoever was faster may have been so after the lesson was read.
    const newest = await trx.selectFrom('lesson').selectAll().where('lesson_id', '=', lesson_id).executeTakeFirstOrThrow();
    throw refuse('lessonChanged', {}, await detailOf(trx, newest));
  }
  const before = new Set((await lessonResources(trx, [lesson_id])).map((one) => one.lesson_resource_id));
  const kept = given.map((one) => one.id).filter((id) => id !== undefined);
  if (kept.some((id) => !before.has(id)) || new Set(kept).size < kept.length) throw notFound('resource');
  const rows = await resourceRows(trx, caller, lesson, given);
  await trx.deleteFrom('lesson_resource').where('lesson_id', '=', lesson_id).execute();
  await insertAll(trx, 'lesson_resource', rows);
  return { lesson_id, version: base + 1 };
}

/** Deletes a lesson. Students no longer see it. */
export async function endLesson(trx: Db, { lesson_id }: Pick<Row<'lesson'>, 'lesson_id'>, now: number): Promise<void> {
  await trx.updateTable('lesson').set({ deleted_at: now }).where('lesson_id', '=', lesson_id).where('deleted_at', 'is', null).execute();
  // Restoring the lesson restores exactly these assignments.
  await trx
    .updateTable('group_assignment')
    .set({ unassigned_at: now })
    .where('lesson_id', '=', lesson_id)
    .where('unassigned_at', 'is', null)
    .execute();
}

/** Restores a deleted lesson at a place, with the assignments that ended with it. */
export async function bringBackLesson(
  trx: Db,
  { lesson_id, deleted_at }: Pick<Row<'lesson'>, 'lesson_id' | 'deleted_at'>,
  place: Partial<Place>,
): Promise<void> {
  await trx
    .updateTable('lesson')
    .set({ deleted_at: null, ...place })
    .where('lesson_id', '=', lesson_id)
    .execute();
  await trx
    .updateTable('group_assignment')
    .set({ unassigned_at: null })
    .where('lesson_id', '=', lesson_id)
    .where('unassigned_at', '=', deleted_at)
    .execute();
}

export const lessons: HandlersOf<LessonCalls> = {
  createLesson: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    return transact(ports.db, async (trx) => {
      if (body.same_name === 'ask') await takeTurn(trx, user);
      const place = await readPlaceToFill(trx, user, body);
      const fields = fieldsOf(body);
      if (body.same_name === 'ask') await assertNameFree(ownLessons(trx, user), fields, place);
      return addLesson(trx, { ports, user }, { owner_puid: user.user_puid, place, fields, given: body.lesson_resources });
    });
  },

  updateLesson: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    return transact(ports.db, async (trx) => {
      if (body.same_name === 'ask') await takeTurn(trx, user);
      const lesson = await ownLesson(trx, user, body.lesson_id);
      const { lesson_id } = lesson;
      if (body.move_lesson === 'yes') {
        const place = await readPlaceToFill(trx, user, body);
        if (body.same_name === 'ask') await assertNameFree(ownLessons(trx, user), lesson, place);
        await trx.updateTable('lesson').where('lesson_id', '=', lesson_id).set(place).execute();
        return { lesson_id, version: lesson.version };
      }
      if (body.lesson_name === nullText) throw refuse('lessonNameMissing', {}, { fields: [fieldReason('lesson_name', 'missing')] });
      const fields = fieldsOf(body);
      const isAsWas = fields.lesson_name === lesson.lesson_name && fields.is_assignment === lesson.is_assignment;
      const after = await changeLesson(trx, { ports, user }, lesson, {
        fields,
        given: body.lesson_resources,
        base: body.version ?? lesson.version,
      });
      if (body.same_name === 'ask' && !isAsWas) await assertNameFree(ownLessons(trx, user), { lesson_id, ...fields }, lesson);
      return after;
    });
  },

  getLesson: async ({ query }, { ports, user }) => {
    const lesson = await ownLesson(ports.db, user, query.lesson_id);
    if ((lesson.is_assignment === 1) !== query.isAssignment) throw notFound('lesson');
    return detailOf(ports.db, lesson);
  },

  deleteLesson: async ({ query }, { ports, user }) =>
    transact(ports.db, async (trx) => {
      const lesson = await ownLesson(trx, user, query.lesson_id);
      if (yesNo(lesson.is_assignment) !== query.is_assignment) throw notFound('lesson');
      await endLesson(trx, lesson, ports.now());
      return null;
    }),

  restoreLesson: async ({ query }, { ports, user }) =>
    transact(ports.db, async (trx) => {
      await takeTurn(trx, user);
      const lesson = await trx
        .selectFrom('lesson')
        .selectAll()
        .where('owner_puid', '=', user.user_puid)
        .where('lesson_id', '=', query.lesson_id)
        .where('is_assignment', '=', query.is_assignment === 'yes' ? 1 : 0)
        .executeTakeFirst();
      if (!lesson) throw notFound('lesson');
      if (lesson.deleted_at === null) return null;
      await bringBackLesson(trx, lesson, nearestPlace(lesson, await foldersOf(trx, user)));
      return null;
    }),

  duplicateLesson: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    return transact(ports.db, async (trx) => {
      await takeTurn(trx, user);
      const source = await usableLesson(trx, user, query.lesson_id);
      if (query.type !== (source.is_assignment === 1 ? 'assignment' : 'lesson')) throw notFound('lesson');
      const lesson_name = query.lesson_name ?? source.lesson_name;
      // The copy cannot go into someone else's folders, so it goes to the product itself.
      const place: Place =
        source.owner_puid === user.user_puid
          ? (Object.fromEntries(placeColumns.map((column) => [column, source[column]])) as Place)
          : { ...nowhere, product_id: source.product_id };
      if (await hasNamesake(ownLessons(trx, user), { lesson_name, is_assignment: source.is_assignment }, place))
        throw refuse(query.type === 'lesson' ? 'lessonExists' : 'assignmentExists');
      const now = ports.now();
      const lesson_id = ports.newId();
      await trx
        .insertInto('lesson')
        .values({
          ...source,
          ...place,
          lesson_id,
          lesson_name,
          owner_puid: user.user_puid,
          version: 1,
          created_at: now,
          updated_at: now,
          deleted_at: null,
        })
        .execute();
      const resources = await trx.selectFrom('lesson_resource').selectAll().where('lesson_id', '=', source.lesson_id).execute();
      await insertAll(
        trx,
        'lesson_resource',
        resources.map((one) => ({ ...one, lesson_id, lesson_resource_id: ports.newId() })),
      );
      return { lesson_id, lesson_name };
    });
  },
};
