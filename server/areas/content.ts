import type { content as contentCalls, ItemBody } from '../../contract/content.ts';
import { assertSelf, type HandlersOf, notFound } from '../kit/handler.ts';
import { lessonResources } from './access.ts';

export const content: HandlersOf<typeof contentCalls> = {
  getContent: async ({ body }, { ports, user }) => {
    assertSelf(user, body.userPuid);
    if (body.districtId !== user.district_id) throw notFound('The district');
    const item = await ports.db.selectFrom('content_item').selectAll().where('item_id', '=', body.id).executeTakeFirst();
    if (!item) throw notFound('The item');
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
        body: JSON.parse(item.body) as ItemBody,
      },
    };
  },

  prebuiltLessons: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    const lessons = await ports.db
      .selectFrom('lesson as l')
      .innerJoin('unit as u', 'u.unit_id', 'l.unit_id')
      .innerJoin('product as p', 'p.product_id', 'u.product_id')
      .select(['l.lesson_id', 'l.lesson_name', 'l.lesson_objective', 'l.total_time', 'u.name as unit_name', 'p.name as product_name'])
      .where('l.district_id', '=', user.district_id)
      .where('l.owner_puid', 'is', null)
      .where('l.deleted_at', 'is', null)
      .where('l.language_id', '=', body.language_id)
      .orderBy('p.sort_order')
      .orderBy('p.product_id')
      .orderBy('u.sort_order')
      .orderBy('l.lesson_id')
      .execute();
    const resources = Map.groupBy(
      await lessonResources(
        ports.db,
        user.district_id,
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
