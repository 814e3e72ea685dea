import { type content as contentCalls, type ItemBody, ResourceType } from '../../contract/content.ts';
import type { DataOf } from '../../contract/kit.ts';
import type { Row } from '../db/schema.ts';
import { assertVisibleItem, type Db, lessonResources } from '../kit/access.ts';
import { assertSelf, type HandlersOf, notFound } from '../kit/handler.ts';
import { assertContentOpen } from './closing.ts';
import { bodyWithPictures } from './contentSetup/bodyPictures.ts';
import { termSetBody } from './termSets/body.ts';

/** Readers of an item's family, easiest first. Empty for anything but a leveled reader. */
async function levelsOf(db: Db, item: Row<'content_item'>): Promise<DataOf<typeof contentCalls.getContent>['levels']> {
  if (item.item_type_id !== ResourceType.leveledReader) return [];
  const familyOf = ({ body }: { body: string }) => (JSON.parse(body) as { family?: string }).family;
  const readers = await db
    .selectFrom('content_item')
    .select(['item_id', 'title', 'lexile', 'spanish_remark', 'body'])
    .where('sub_unit_id', '=', item.sub_unit_id)
    .where('item_type_id', '=', ResourceType.leveledReader)
    .where('language_id', '=', item.language_id)
    .where((eb) => eb.or([eb('is_offered', '=', 1), eb('item_id', '=', item.item_id)]))
    .orderBy('sort_order')
    .execute();
  return readers
    .filter((reader) => reader.item_id === item.item_id || (familyOf(reader) !== undefined && familyOf(reader) === familyOf(item)))
    .map(({ body: _, ...level }) => level);
}

export const content: HandlersOf<typeof contentCalls> = {
  getContent: async ({ body }, { ports, user }) => {
    assertSelf(user, body.userPuid);
    if (body.districtId !== user.district_id) throw notFound('district');
    const item = await ports.db.selectFrom('content_item').selectAll().where('item_id', '=', body.id).executeTakeFirst();
    if (!item) throw notFound('item');
    if (item.owner_puid !== null || item.is_offered !== 1) await assertVisibleItem(ports.db, user, item.item_id);
    await assertContentOpen(ports, user, item.item_id);
    return {
      item_details: {
        item_id: item.item_id,
        item_type_id: item.item_type_id,
        title: item.title,
        summary: item.summary,
        minutes: item.minutes,
        grades: JSON.parse(item.grades) as string[],
        standards: JSON.parse(item.standards) as string[],
        language_id: item.language_id,
        mapped_id: item.mapped_id,
        is_assignable: item.is_assignable === 1,
        is_learnosity_enabled: item.is_learnosity_enabled === 1,
        quiz_id: item.quiz_id,
        body:
          item.item_type_id === ResourceType.termSet
            ? await termSetBody(ports.db, user, item)
            : await bodyWithPictures(ports.db, JSON.parse(item.body) as ItemBody),
      },
      levels: await levelsOf(ports.db, item),
    };
  },

  prebuiltLessons: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    const lessons = await ports.db
      .selectFrom('lesson as l')
      .innerJoin('unit as u', 'u.unit_id', 'l.unit_id')
      .innerJoin('product as p', 'p.product_id', 'u.product_id')
      .select(['l.lesson_id', 'l.lesson_name', 'l.lesson_objective', 'l.total_time', 'u.name as unit_name', 'p.name as product_name'])
      .where('l.owner_puid', 'is', null)
      .where('l.deleted_at', 'is', null)
      .where('l.language_id', '=', body.language_id)
      // A lesson that an administrator has just begun.
      .where((eb) => eb.exists(eb.selectFrom('lesson_resource as r').select('r.item_id').whereRef('r.lesson_id', '=', 'l.lesson_id')))
      .orderBy('p.sort_order')
      .orderBy('p.product_id')
      .orderBy('u.sort_order')
      .orderBy('l.lesson_id')
      .execute();
    const resources = Map.groupBy(
      await lessonResources(
        ports.db,
        lessons.map((lesson) => lesson.lesson_id),
      ),
      (resource) => resource.lesson_id,
    );
    return lessons.map((lesson) => ({
      ...lesson,
      resources: (resources.get(lesson.lesson_id) ?? []).map(({ item_id, resource_type_id, title }) => ({
        item_id,
        resource_type_id,
        title,
      })),
    }));
  },
};
