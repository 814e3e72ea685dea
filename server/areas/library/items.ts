import type { ItemBody } from '../../../contract/content.ts';
import { Role } from '../../../contract/kit.ts';
import type { ItemUse, LibraryItem } from '../../../contract/library.ts';
import { type Db, isOfVisibleGroup, iso } from '../../kit/access.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import type { Catalogue, CatalogueItem } from '../../search/catalogue.ts';
import { pictureOf } from '../../search/picture.ts';

/** Maximum number of cached pictures. Evicted ones are looked up again on demand. */
const mostPictures = 1000;

/** Finds pictures of items that are not cached yet, in their bodies and their quizzes' diagrams. */
async function findPictures(db: Db, { pictures }: Catalogue, items: readonly CatalogueItem[]): Promise<void> {
  const missing = items.filter((item) => !pictures.has(item.item_id));
  if (missing.length === 0) return;
  const bodies = await db
    .selectFrom('content_item')
    .select(['item_id', 'quiz_id', 'body'])
    .where(
      'item_id',
      'in',
      missing.map((item) => item.item_id),
    )
    .execute();
  const quizzes = bodies.map((item) => item.quiz_id).filter((quiz_id) => quiz_id !== null);
  const diagrams =
    quizzes.length === 0
      ? []
      : await db
          .selectFrom('question')
          .select(['quiz_id', 'diagram'])
          .where('quiz_id', 'in', quizzes)
          .where('diagram', 'is not', null)
          .where('retired_at', 'is', null)
          .orderBy((eb) => eb.fn.coalesce('place', 'sort_order'))
          .execute();
  const ofQuiz = Map.groupBy(diagrams, (diagram) => diagram.quiz_id);
  for (const { item_id, quiz_id, body } of bodies)
    pictures.set(item_id, pictureOf(JSON.parse(body) as ItemBody, ofQuiz.get(quiz_id ?? 0)?.[0]?.diagram ?? null));
}

/**
 * How the user has used items. Counts lessons that they own or assigned, which stay theirs when a class is transferred. The mean score
 * covers only results they can see now.
 */
async function usesOf(db: Db, user: TokenUser, items: readonly CatalogueItem[]): Promise<Map<number, ItemUse>> {
  const item_ids = items.map((item) => item.item_id);
  const assigned = await db
    .selectFrom('lesson_resource as lr')
    .innerJoin('group_assignment as ga', 'ga.lesson_id', 'lr.lesson_id')
    .innerJoin('assignment as a', 'a.assignment_id', 'ga.assignment_id')
    .select(['lr.item_id', 'lr.lesson_id'])
    .select((eb) => [eb.fn.count<number>('ga.group_assignment_id').distinct().as('times'), eb.fn.max('ga.from_date').as('last')])
    .where('lr.item_id', 'in', item_ids)
    .where('a.assigned_by_puid', '=', user.user_puid)
    .where('ga.unassigned_at', 'is', null)
    .groupBy(['lr.item_id', 'lr.lesson_id'])
    .execute();
  const own = await db
    .selectFrom('lesson_resource as lr')
    .innerJoin('lesson as l', 'l.lesson_id', 'lr.lesson_id')
    .select(['lr.item_id', 'lr.lesson_id'])
    .distinct()
    .where('lr.item_id', 'in', item_ids)
    .where('l.owner_puid', '=', user.user_puid)
    .where('l.deleted_at', 'is', null)
    .execute();
  const quizzes = items.map((item) => item.quiz_id).filter((quiz_id) => quiz_id !== null);
  const scores =
    quizzes.length === 0
      ? []
      : await db
          .selectFrom('attempt as t')
          .innerJoin('group_assignment as ga', 'ga.group_assignment_id', 't.group_assignment_id')
          .innerJoin('assignment as a', 'a.assignment_id', 'ga.assignment_id')
          .select('t.quiz_id')
          .select((eb) => [eb.fn.sum<number>('t.score').as('score'), eb.fn.sum<number>('t.max_score').as('of')])
          .where('t.quiz_id', 'in', quizzes)
          .where('t.state', '<>', 'started')
          .where('t.score', 'is not', null)
          .where('a.assigned_by_puid', '=', user.user_puid)
          .where(isOfVisibleGroup(db, user))
          .groupBy('t.quiz_id')
          .execute();
  const percentOf = new Map(scores.map(({ quiz_id, score, of }) => [quiz_id, Number(of) > 0 ? (100 * Number(score)) / Number(of) : null]));
  const uses = new Map<number, ItemUse>();
  for (const item of items) {
    const given = assigned.filter((row) => row.item_id === item.item_id);
    const lessons = new Set([...given, ...own.filter((row) => row.item_id === item.item_id)].map((row) => row.lesson_id));
    if (lessons.size === 0) continue;
    const last = Math.max(...given.map((row) => Number(row.last)));
    uses.set(item.item_id, {
      lessons: lessons.size,
      times_assigned: given.reduce((sum, row) => sum + Number(row.times), 0),
      last_assigned_at: given.length > 0 ? iso(last) : null,
      mean_percent: item.quiz_id === null ? null : (percentOf.get(item.quiz_id) ?? null),
    });
  }
  return uses;
}

/** Items as the library shows them to the user, in the given order. */
export async function libraryItems(db: Db, catalogue: Catalogue, user: TokenUser, items: readonly CatalogueItem[]): Promise<LibraryItem[]> {
  if (items.length === 0) return [];
  if (catalogue.pictures.size > mostPictures) catalogue.pictures.clear();
  await findPictures(db, catalogue, items);
  const isStaff = user.role !== Role.student;
  const uses = isStaff ? await usesOf(db, user, items) : new Map<number, ItemUse>();
  const kept = isStaff
    ? await db
        .selectFrom('library_resource')
        .select(['item_id', 'resource_id'])
        .where('owner_puid', '=', user.user_puid)
        .where(
          'item_id',
          'in',
          items.map((item) => item.item_id),
        )
        .execute()
    : [];
  const resourceOf = new Map(kept.map((row) => [row.item_id, row.resource_id]));
  return items.map(({ sort_order: _, grades, standards, is_assignable, is_learnosity_enabled, ...item }) => ({
    ...item,
    grades: [...grades],
    standards: [...standards],
    is_assignable: is_assignable === 1,
    is_learnosity_enabled: is_learnosity_enabled === 1,
    picture: catalogue.pictures.get(item.item_id) ?? null,
    used: uses.get(item.item_id) ?? null,
    resource_id: resourceOf.get(item.item_id) ?? null,
  }));
}
