import type { Row } from '../db/schema.ts';
import type { Tenant } from '../kit/tenant.ts';

/** A prebuilt lesson that came with the course, as the district has it. */
export interface StoredLesson {
  unit_id: number;
  name: string;
  objective: string;
  instructions: string;
  minutes: number;
  enforce_order: boolean;
  item_ids: number[];
}

/** All that an export of the course reads, as it is stored. */
export interface CatalogRows {
  products: Row<'product'>[];
  units: Row<'unit'>[];
  subUnits: Row<'sub_unit'>[];
  level3: Row<'level3'>[];
  items: Row<'content_item'>[];
  /** Items that nobody has published yet. */
  unpublished: number[];
  quizzes: Row<'quiz'>[];
  /** Of the newest version of each quiz, in their order. */
  questions: Row<'question'>[];
  options: Row<'question_option'>[];
  collections: Row<'item_collection'>[];
  blocks: Row<'lesson_block'>[];
  standards: Row<'standard'>[];
  terms: Row<'glossary_term'>[];
  files: Row<'course_file'>[];
  pictures: Row<'catalog_picture'>[];
  lessons: StoredLesson[];
}

async function lessonsOf(db: Tenant): Promise<StoredLesson[]> {
  const sources = await db
    .selectFrom('prebuilt_source as s')
    .innerJoin('lesson as l', 'l.lesson_id', 's.lesson_id')
    .select(['s.source', 'l.lesson_id', 'l.unit_id', 'l.lesson_objective', 'l.instructions', 'l.total_time', 'l.enforce_order'])
    .where('s.source', 'like', 'course %')
    .where('s.published', 'is', null)
    .where('l.owner_puid', 'is', null)
    .where('l.deleted_at', 'is', null)
    .orderBy('s.lesson_id')
    .execute();
  const resources = Map.groupBy(
    await db.selectFrom('lesson_resource').select(['lesson_id', 'item_id']).orderBy('sort_order').execute(),
    ({ lesson_id }) => lesson_id,
  );
  return sources.flatMap(({ source, lesson_id, unit_id, lesson_objective, instructions, total_time, enforce_order }) => {
    const name = /^course \d+ (.+)$/s.exec(source)?.[1];
    const item_ids = (resources.get(lesson_id) ?? []).flatMap(({ item_id }) => item_id ?? []);
    if (name === undefined || unit_id === null) return [];
    return [
      {
        ...{ unit_id, name, objective: lesson_objective, instructions, minutes: total_time ?? 0 },
        ...{ enforce_order: enforce_order === 1, item_ids },
      },
    ];
  });
}

/** Reads the catalog, and the course's prebuilt lessons as the caller's district has them. */
export async function catalogRows(db: Tenant): Promise<CatalogRows> {
  const catalogItems = db.selectFrom('content_item').select('item_id').where('owner_puid', 'is', null);
  const quizzes = db.selectFrom('quiz').selectAll().where('item_id', 'in', catalogItems);
  const quizIds = db.selectFrom('quiz').select('quiz_id').where('item_id', 'in', catalogItems);
  const questions = await db
    .selectFrom('question')
    .selectAll()
    .where('quiz_id', 'in', quizIds)
    .where('retired_at', 'is', null)
    .orderBy('sort_order')
    .execute();
  const place = ({ place: at, sort_order }: Row<'question'>) => at ?? sort_order;
  const unpublished = await db.selectFrom('catalog_item').select('item_id').where('published_version', '=', 0).execute();
  return {
    products: await db.selectFrom('product').selectAll().orderBy('sort_order').orderBy('product_id').execute(),
    units: await db.selectFrom('unit').selectAll().orderBy('sort_order').orderBy('unit_id').execute(),
    subUnits: await db.selectFrom('sub_unit').selectAll().orderBy('sort_order').orderBy('sub_unit_id').execute(),
    level3: await db.selectFrom('level3').selectAll().orderBy('sort_order').orderBy('level3_id').execute(),
    items: await db
      .selectFrom('content_item')
      .selectAll()
      .where('owner_puid', 'is', null)
      .orderBy('sort_order')
      .orderBy('item_id')
      .execute(),
    unpublished: unpublished.map(({ item_id }) => item_id),
    quizzes: await quizzes.execute(),
    questions: questions.toSorted((a, b) => place(a) - place(b)),
    options: await db
      .selectFrom('question_option')
      .selectAll()
      .where(
        'question_id',
        'in',
        db.selectFrom('question').select('question_id').where('quiz_id', 'in', quizIds).where('retired_at', 'is', null),
      )
      .orderBy('sort_order')
      .execute(),
    collections: await db.selectFrom('item_collection').selectAll().orderBy('item_id').orderBy('collection').execute(),
    blocks: await db.selectFrom('lesson_block').selectAll().orderBy('sort_order').orderBy('block_id').execute(),
    standards: await db.selectFrom('standard').selectAll().orderBy('code').execute(),
    terms: await db.selectFrom('glossary_term').selectAll().orderBy('subject').orderBy('term').execute(),
    files: await db.selectFrom('course_file').selectAll().orderBy('path').execute(),
    pictures: await db.selectFrom('catalog_picture').selectAll().execute(),
    lessons: await lessonsOf(db),
  };
}
