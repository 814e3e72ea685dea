import { createHash } from 'node:crypto';
import type { DataOf } from '../../../contract/kit.ts';
import type { PrebuiltCopy, prebuilt } from '../../../contract/prebuilt.ts';
import type { Row } from '../../db/schema.ts';
import { insertAll } from '../../db/upsert.ts';
import { allDistricts } from '../../kit/allDistricts.ts';
import { writeAudit } from '../../kit/audit.ts';
import { notFound, refuse, type UserContext } from '../../kit/handler.ts';
import type { Ports, TenantPorts } from '../../kit/ports.ts';
import { type Tenant, tenant } from '../../kit/tenant.ts';
import { transact } from '../../kit/transact.ts';

type Lesson = Row<'lesson'>;
type Resource = Row<'lesson_resource'>;

/** What is copied into districts: a lesson with its resources in order. */
export interface Original {
  lesson: Lesson;
  resources: readonly Resource[];
  /** What its copies are known by: the course's lesson, or the one of the district in which it was written. */
  source: string;
  /** Hash of what a copy would say. */
  content: string;
}

const writtenIn = (district_id: number) => `lesson ${district_id} `;

/** What a copy takes over, without ids and times of the district. */
const copied = ({ district_id: _, lesson_id: __, version: ___, created_at: ____, updated_at: _____, ...fields }: Lesson) => fields;
const copiedResource = ({ district_id: _, lesson_id: __, lesson_resource_id: ___, ...fields }: Resource) => fields;

async function originalOf(db: Tenant, lesson: Lesson): Promise<Original> {
  const [resources, known] = await Promise.all([
    db.selectFrom('lesson_resource').selectAll().where('lesson_id', '=', lesson.lesson_id).orderBy('sort_order').execute(),
    db.selectFrom('prebuilt_source').select('source').where('lesson_id', '=', lesson.lesson_id).executeTakeFirst(),
  ]);
  return {
    lesson,
    resources,
    source: known?.source ?? `${writtenIn(lesson.district_id)}${lesson.lesson_id}`,
    content: createHash('sha256')
      .update(JSON.stringify([copied(lesson), resources.map(copiedResource)]))
      .digest('base64url'),
  };
}

/** The prebuilt lessons of the course that a district has, as they are there. */
export async function courseLessons(db: Tenant): Promise<Original[]> {
  const lessons = await db
    .selectFrom('lesson as l')
    .innerJoin('prebuilt_source as s', 's.lesson_id', 'l.lesson_id')
    .selectAll('l')
    .where('s.source', 'like', 'course %')
    .where('l.deleted_at', 'is', null)
    .orderBy('l.lesson_id')
    .execute();
  return Promise.all(lessons.map((lesson) => originalOf(db, lesson)));
}

type Copied = { lesson_id: number } | 'changed' | 'current';

/** Claims the copy of a lesson for this content, so that two publications at once make one copy. */
async function claim(trx: Tenant, { source, content }: Original, newId: () => number): Promise<Copied> {
  const { numUpdatedRows } = await trx
    .updateTable('prebuilt_source')
    .set({ published: content })
    .where('source', '=', source)
    .where('changed', '=', 0)
    .where((eb) => eb.or([eb('published', 'is', null), eb('published', '<>', content)]))
    .executeTakeFirst();
  const held = await trx.selectFrom('prebuilt_source').selectAll().where('source', '=', source).executeTakeFirst();
  if (held) {
    if (held.changed === 1) return 'changed';
    return Number(numUpdatedRows) === 0 ? 'current' : { lesson_id: held.lesson_id };
  }
  const lesson_id = newId();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('prebuilt_source')
    .values({ lesson_id, source, published: content, changed: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) === 0 ? 'current' : { lesson_id };
}

/**
 * Copies a lesson into the district of the handle, or brings its copy up to date. Resources of an item that the copy has keep their ids, so
 * that students' progress stays. Returns the copy's id, or why there is nothing to do.
 */
export async function copyInto(trx: Tenant, original: Original, { now, newId }: Pick<Ports, 'now' | 'newId'>): Promise<Copied> {
  const claimed = await claim(trx, original, newId);
  if (typeof claimed === 'string') return claimed;
  const { lesson_id } = claimed;
  const fields = { ...copied(original.lesson), updated_at: now() };
  const { numUpdatedRows } = await trx
    .updateTable('lesson')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('lesson_id', '=', lesson_id)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0)
    await trx
      .insertInto('lesson')
      .values({ ...fields, lesson_id, version: 1, created_at: fields.updated_at })
      .execute();
  const before = Map.groupBy(
    await trx.selectFrom('lesson_resource').selectAll().where('lesson_id', '=', lesson_id).orderBy('sort_order').execute(),
    ({ item_id }) => item_id,
  );
  const resources = original.resources.map((resource) => ({
    ...copiedResource(resource),
    lesson_id,
    lesson_resource_id: before.get(resource.item_id)?.shift()?.lesson_resource_id ?? newId(),
  }));
  await trx.deleteFrom('lesson_resource').where('lesson_id', '=', lesson_id).execute();
  await insertAll(trx, 'lesson_resource', resources);
  return claimed;
}

/** The other districts, by name, with what each has of a lesson. */
export async function copiesOf({ db }: TenantPorts, lesson: Lesson): Promise<PrebuiltCopy[]> {
  const { source, content } = await originalOf(db, lesson);
  const found = await allDistricts(db)
    .selectFrom('district as d')
    .leftJoin('prebuilt_source as s', (join) => join.onRef('s.district_id', '=', 'd.district_id').on('s.source', '=', source))
    .select(['d.district_id', 'd.name', 's.published', 's.changed'])
    .where('d.removed_at', 'is', null)
    .where('d.district_id', '<>', lesson.district_id)
    .orderBy('d.name')
    .orderBy('d.district_id')
    .execute();
  const stateOf = ({ district_id, published, changed }: (typeof found)[number]): PrebuiltCopy['state'] => {
    if (changed === 1 || source.startsWith(writtenIn(district_id))) return 'changed';
    if (changed === null) return 'none';
    return published === content ? 'current' : 'older';
  };
  return found.map((row) => ({ district_id: row.district_id, name: row.name, state: stateOf(row) }));
}

/** Copies a lesson into districts, each in a transaction of its own. Refuses before the first if it cannot be copied into all. */
export async function publish(
  { ports, user }: UserContext,
  lesson: Lesson,
  district_ids: readonly number[],
): Promise<DataOf<typeof prebuilt.publishPrebuilt>> {
  const original = await originalOf(ports.db, lesson);
  if (original.resources.length === 0) throw refuse('prebuiltEmpty');
  const items = original.resources.map(({ item_id }) => item_id);
  const own = await ports.db
    .selectFrom('content_item')
    .select('title')
    .where('item_id', 'in', items)
    .where('owner_puid', 'is not', null)
    .orderBy('title')
    .limit(1)
    .executeTakeFirst();
  if (own) throw refuse('prebuiltHasOwn', { title: own.title });
  const wanted = [...new Set(district_ids)];
  const known = await allDistricts(ports.db)
    .selectFrom('district')
    .select('district_id')
    .where('district_id', 'in', wanted)
    .where('district_id', '<>', lesson.district_id)
    .where('removed_at', 'is', null)
    .execute();
  if (known.length < wanted.length) throw notFound('district');
  const ends: Copied[] = [];
  for (const district_id of wanted)
    ends.push(
      await transact(tenant(allDistricts(ports.db), district_id), async (trx) => {
        const end = original.source.startsWith(writtenIn(district_id)) ? 'changed' : await copyInto(trx, original, ports);
        if (typeof end !== 'string')
          await writeAudit(ports, trx, {
            actor_puid: user.user_puid,
            actor_district_id: user.district_id,
            action: 'prebuilt.publish',
            subject: `lesson ${end.lesson_id}`,
            detail: { after: { name: lesson.lesson_name } },
          });
        return end;
      }),
    );
  return {
    published: ends.filter((end) => typeof end !== 'string').length,
    changed: ends.filter((end) => end === 'changed').length,
  };
}
