import type { AuditAction } from '../../contract/audit.ts';
import type { PrebuiltLesson, prebuilt as prebuiltCalls } from '../../contract/prebuilt.ts';
import { nullText } from '../../contract/workspace.ts';
import type { Row } from '../db/schema.ts';
import { type Db, iso } from '../kit/access.ts';
import { writeAudit } from '../kit/audit.ts';
import { fieldReason } from '../kit/fieldReasons.ts';
import { assertSelf, type HandlersOf, notFound, refuse, type UserContext } from '../kit/handler.ts';
import type { Tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { copiesOf, publish } from './prebuilt/publishing.ts';
import { addLesson, assertNameFree, bringBackLesson, changeLesson, detailOf, endLesson, fieldsOf } from './workspace/lessons.ts';
import { useOf } from './workspace/lessonUse.ts';
import { nowhere, type Place } from './workspace/places.ts';

/** The district's prebuilt lessons, not deleted. */
const prebuiltLessons = (db: Db) => db.selectFrom('lesson as l').where('l.owner_puid', 'is', null).where('l.deleted_at', 'is', null);

/** A prebuilt lesson; 404 for any other. */
async function prebuiltLesson(db: Db, lesson_id: number): Promise<Row<'lesson'>> {
  const lesson = await prebuiltLessons(db).selectAll('l').where('l.lesson_id', '=', lesson_id).executeTakeFirst();
  if (!lesson) throw notFound('lesson');
  return lesson;
}

/** Prebuilt lessons as the list shows them, by product, unit and name. */
async function rows(db: Db, lesson_id?: number): Promise<PrebuiltLesson[]> {
  let lessons = prebuiltLessons(db)
    .innerJoin('unit as u', 'u.unit_id', 'l.unit_id')
    .innerJoin('product as p', 'p.product_id', 'u.product_id')
    .leftJoin('prebuilt_source as s', (join) => join.onRef('s.lesson_id', '=', 'l.lesson_id'))
    .select(['l.lesson_id', 'l.version', 'l.lesson_name', 'l.unit_id', 'l.language_id', 'l.total_time', 'l.updated_at'])
    .select(['u.unit_id', 'u.name as unit_name', 'p.name as product_name', 's.source', 's.published', 's.changed'])
    .select((eb) => [
      eb
        .selectFrom('lesson_resource as r')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('r.lesson_id', '=', 'l.lesson_id')
        .as('resource_count'),
      eb
        .selectFrom('group_assignment as ga')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('ga.lesson_id', '=', 'l.lesson_id')
        .where('ga.unassigned_at', 'is', null)
        .as('groups'),
    ]);
  if (lesson_id !== undefined) lessons = lessons.where('l.lesson_id', '=', lesson_id);
  const found = await lessons
    .orderBy('p.sort_order')
    .orderBy('p.product_id')
    .orderBy('u.sort_order')
    .orderBy('l.lesson_name')
    .orderBy('l.lesson_id')
    .execute();
  return found.map(({ source, published, changed, resource_count, groups, updated_at, ...row }) => ({
    ...row,
    resource_count: Number(resource_count),
    groups: Number(groups),
    origin: source === null ? 'own' : published === null ? 'course' : 'published',
    is_changed: changed === 1,
    updated_at: iso(updated_at),
  }));
}

async function rowOf(db: Db, lesson_id: number): Promise<PrebuiltLesson> {
  const [row] = await rows(db, lesson_id);
  if (!row) throw notFound('lesson');
  return row;
}

/** From now on neither the course nor the provider overwrites the lesson. */
const keepOwn = (trx: Tenant, lesson_id: number) =>
  trx.updateTable('prebuilt_source').set({ changed: 1 }).where('lesson_id', '=', lesson_id).execute();

const note = ({ ports, user }: UserContext, trx: Tenant, action: AuditAction, lesson_id: number, detail: Record<string, unknown>) =>
  writeAudit(ports, trx, { actor_puid: user.user_puid, action, subject: `lesson ${lesson_id}`, detail });

/** What the audit shows of a lesson. */
async function inWords(trx: Tenant, lesson_id: number) {
  const { lesson_name, lesson_objective, total_time, enforce_order, lesson_resources } = await detailOf(
    trx,
    await prebuiltLesson(trx, lesson_id),
  );
  const { unit_name } = await rowOf(trx, lesson_id);
  const resources = lesson_resources.map(({ title }) => title).join(', ');
  return { name: lesson_name, unit: unit_name, objective: lesson_objective, minutes: total_time, in_order: enforce_order, resources };
}

/** A unit of the catalog as a place. */
async function unitPlace(db: Db, unit_id: number): Promise<Place> {
  const unit = await db.selectFrom('unit').select(['unit_id', 'product_id']).where('unit_id', '=', unit_id).executeTakeFirst();
  if (!unit) throw notFound('unit');
  return { ...nowhere, ...unit, is_custom_unit: 0 };
}

export const prebuilt: HandlersOf<typeof prebuiltCalls> = {
  prebuiltList: ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    return rows(ports.db);
  },

  prebuiltRow: ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    return rowOf(ports.db, query.lesson_id);
  },

  prebuiltLesson: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    return detailOf(ports.db, await prebuiltLesson(ports.db, query.lesson_id));
  },

  prebuiltUse: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    return useOf(ports.db, await prebuiltLesson(ports.db, query.lesson_id));
  },

  savePrebuilt: async ({ body }, context) => {
    const { ports, user } = context;
    assertSelf(user, body.user_puid);
    if (body.lesson_name === nullText) throw refuse('lessonNameMissing', {}, { fields: [fieldReason('lesson_name', 'missing')] });
    // Dates are set when a teacher assigns the lesson.
    const fields = { ...fieldsOf(body), is_assignment: 0, due_date: null };
    return transact(ports.db, async (trx) => {
      if (body.lesson_id === undefined) {
        if (body.unit_id === null) throw refuse('prebuiltUnitMissing', {}, { fields: [fieldReason('unit_id', 'missing')] });
        const place = await unitPlace(trx, body.unit_id);
        if (body.same_name === 'ask') await assertNameFree(prebuiltLessons(trx), fields, place);
        const added = await addLesson(trx, context, { owner_puid: null, place, fields, given: body.lesson_resources });
        await note(context, trx, 'prebuilt.add', added.lesson_id, { after: await inWords(trx, added.lesson_id) });
        return added;
      }
      const lesson = await prebuiltLesson(trx, body.lesson_id);
      const { lesson_id } = lesson;
      const before = await inWords(trx, lesson_id);
      const after = await changeLesson(trx, context, lesson, {
        fields,
        given: body.lesson_resources,
        base: body.version ?? lesson.version,
      });
      if (body.same_name === 'ask' && fields.lesson_name !== lesson.lesson_name)
        await assertNameFree(prebuiltLessons(trx), { lesson_id, ...fields }, lesson);
      await keepOwn(trx, lesson_id);
      await note(context, trx, 'prebuilt.update', lesson_id, { before, after: await inWords(trx, lesson_id) });
      return after;
    });
  },

  placePrebuilt: async ({ body: { user_puid, lesson_id, version, lesson_name, unit_id } }, context) => {
    const { ports, user } = context;
    assertSelf(user, user_puid);
    await transact(ports.db, async (trx) => {
      await prebuiltLesson(trx, lesson_id);
      const before = await inWords(trx, lesson_id);
      const place = await unitPlace(trx, unit_id);
      const { language_id } = await trx
        .selectFrom('product')
        .select('language_id')
        .where('product_id', '=', place.product_id)
        .executeTakeFirstOrThrow();
      const { numUpdatedRows } = await trx
        .updateTable('lesson')
        .set({ ...place, lesson_name, language_id, version: version + 1, updated_at: ports.now() })
        .where('lesson_id', '=', lesson_id)
        .where('version', '=', version)
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 0) throw refuse('recordChanged');
      await keepOwn(trx, lesson_id);
      await note(context, trx, 'prebuilt.update', lesson_id, { before, after: await inWords(trx, lesson_id) });
    });
    return rowOf(ports.db, lesson_id);
  },

  deletePrebuilt: async ({ body: { user_puid, lesson_id } }, context) => {
    const { ports, user } = context;
    assertSelf(user, user_puid);
    await transact(ports.db, async (trx) => {
      const lesson = await prebuiltLesson(trx, lesson_id);
      await endLesson(trx, lesson, ports.now());
      await keepOwn(trx, lesson_id);
      await note(context, trx, 'prebuilt.remove', lesson_id, { before: { name: lesson.lesson_name } });
    });
    return null;
  },

  restorePrebuilt: async ({ body: { user_puid, lesson_id } }, context) => {
    const { ports, user } = context;
    assertSelf(user, user_puid);
    await transact(ports.db, async (trx) => {
      const lesson = await trx
        .selectFrom('lesson')
        .selectAll()
        .where('lesson_id', '=', lesson_id)
        .where('owner_puid', 'is', null)
        .executeTakeFirst();
      if (!lesson) throw notFound('lesson');
      if (lesson.deleted_at === null) return;
      await bringBackLesson(trx, lesson, {});
      await note(context, trx, 'prebuilt.restore', lesson_id, { after: { name: lesson.lesson_name } });
    });
    return null;
  },

  prebuiltCopies: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    return copiesOf(ports, await prebuiltLesson(ports.db, query.lesson_id));
  },

  publishPrebuilt: async ({ body: { user_puid, lesson_id, district_ids } }, context) => {
    const { ports, user } = context;
    assertSelf(user, user_puid);
    return publish(context, await prebuiltLesson(ports.db, lesson_id), district_ids);
  },
};
