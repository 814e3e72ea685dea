import type { Kysely } from 'kysely';
import type { ItemBody } from '../../contract/content.ts';
import type { Database, NewRow } from '../db/schema.ts';
import { insertAll, upsertAll } from '../db/upsert.ts';
import { type Tenant, tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import type { ContentSet, ItemContent, ProductContent, UnitContent } from './contentSet.ts';
import { withEditedItems } from './editedItems.ts';
import { type CourseQuestion, editedQuizzes, withEdits } from './editedQuizzes.ts';
import { idOf } from './ids.ts';
import { writeItemWords } from './itemWords.ts';
import { questionRows } from './questionRows.ts';
import { touchCatalogue } from './touchCatalogue.ts';

const mapped = (translates: string | null) => (translates === null ? null : idOf(translates));
const quizIdOf = (item: ItemContent) => (item.quiz ? idOf(`${item.code}#quiz`) : null);

function rowsOf(products: readonly ProductContent[]) {
  const units: NewRow<'unit'>[] = [];
  const subUnits: NewRow<'sub_unit'>[] = [];
  const level3: NewRow<'level3'>[] = [];
  const items: NewRow<'content_item'>[] = [];
  const quizzes: NewRow<'quiz'>[] = [];
  const questions: CourseQuestion[] = [];
  const collections: NewRow<'item_collection'>[] = [];
  const blocks: NewRow<'lesson_block'>[] = [];

  const addUnit = (product: ProductContent, unit: UnitContent) => {
    const ids = { product_id: idOf(product.code), unit_id: idOf(unit.code) };
    units.push({
      ...ids,
      code: unit.code,
      name: unit.name,
      summary: unit.summary,
      mapped_id: mapped(unit.translates),
      sort_order: unit.sort_order,
    });
    for (const [index, sub] of unit.sub_units.entries()) {
      const sub_unit_id = idOf(sub.code);
      subUnits.push({ sub_unit_id, unit_id: ids.unit_id, code: sub.code, name: sub.name, sort_order: index + 1 });
      for (const [place, one] of sub.level3.entries())
        level3.push({ level3_id: idOf(one.code), sub_unit_id, code: one.code, name: one.name, sort_order: place + 1 });
    }
    for (const [index, block] of unit.lesson_blocks.entries())
      blocks.push({
        block_id: idOf(`${unit.code}#block#${block.type}#${block.title}`),
        unit_id: ids.unit_id,
        sub_unit_id: block.sub_unit === null ? null : idOf(block.sub_unit),
        block_type: block.type,
        title: block.title,
        minutes: block.minutes,
        html: block.html,
        standards: JSON.stringify(block.standards),
        sort_order: index + 1,
      });
    for (const [index, item] of unit.items.entries()) {
      const item_id = idOf(item.code);
      for (const collection of new Set(item.collections)) collections.push({ item_id, collection });
      const quiz_id = quizIdOf(item);
      items.push({
        item_id,
        ...ids,
        sub_unit_id: idOf(item.sub_unit),
        level3_id: item.level3 === null ? null : idOf(item.level3),
        code: item.code,
        item_type_id: item.item_type_id,
        title: item.title,
        summary: item.summary,
        body: JSON.stringify(item.body),
        minutes: item.minutes,
        grades: JSON.stringify(item.grades),
        standards: JSON.stringify(item.standards),
        sources: JSON.stringify(item.sources),
        language_id: product.language_id,
        mapped_id: mapped(item.translates),
        is_assignable: item.is_assignable ? 1 : 0,
        is_learnosity_enabled: item.is_learnosity_enabled ? 1 : 0,
        lexile: item.lexile,
        spanish_remark: item.spanish_remark,
        quiz_id,
        sort_order: index + 1,
      });
      if (item.quiz && quiz_id !== null)
        quizzes.push({ quiz_id, item_id, title: item.title, intro_html: item.quiz.intro_html, delivery: item.quiz.delivery });
    }
    for (const item of unit.items)
      for (const [index, content] of (item.quiz?.questions ?? []).entries()) {
        // Codes are numbered, so new questions go to the end of their quiz.
        const code = `${item.code}#question${index + 1}`;
        questions.push({ ...questionRows(code, content), code, content, quiz_id: quizIdOf(item) as number, sort_order: index + 1 });
      }
  };
  for (const product of products) for (const unit of product.units) addUnit(product, unit);
  return { units, subUnits, level3, items, quizzes, questions, collections, blocks };
}

/**
 * Write side of the content API: updates the catalog to match the set, in one transaction. Existing rows are updated in place. Questions
 * and options no longer in a quiz are deleted, and so are an item's collections and a unit's lesson blocks. What administrators edited
 * stays. Importing the same set again changes nothing.
 */
export async function importContent(db: Kysely<Database>, set: ContentSet): Promise<void> {
  const { units, subUnits, level3, collections, blocks, ...rows } = rowsOf(set.products);
  await transact(db, async (trx) => {
    // Content is of no district, so the handle of any will do.
    const content = tenant(trx, 0);
    const edited = await editedQuizzes(content, rows.questions);
    const { items, quizzes } = await withEdits(content, edited, await withEditedItems(content, rows.items), rows.quizzes);
    const followed = rows.questions.filter(({ quiz_id }) => !edited.has(quiz_id));
    const quiz_ids = quizzes.map(({ quiz_id }) => quiz_id).filter((quiz_id) => !edited.has(quiz_id));
    const questions = followed.map(({ question, quiz_id, sort_order }) => ({ ...question, quiz_id, sort_order }));
    const options = followed.flatMap((question) => question.options);
    await upsertAll(trx, 'standard', ['code'], set.standards);
    await upsertAll(
      trx,
      'glossary_term',
      ['term_id'],
      set.glossary.map((term) => ({ term_id: idOf(`glossary#${term.subject}#${term.term}`), ...term })),
    );
    await upsertAll(
      trx,
      'product',
      ['product_id'],
      set.products.map(({ code, name, description, language_id, translates, grades, sort_order }) => ({
        product_id: idOf(code),
        code,
        name,
        description,
        language_id,
        mapped_id: mapped(translates),
        grades: JSON.stringify(grades),
        sort_order,
      })),
    );
    await upsertAll(trx, 'unit', ['unit_id'], units);
    await upsertAll(trx, 'sub_unit', ['sub_unit_id'], subUnits);
    await upsertAll(trx, 'level3', ['level3_id'], level3);
    await upsertAll(trx, 'content_item', ['item_id'], items);
    const bodies = items.map(({ item_id, language_id, title, body }) => ({
      ...{ item_id, language_id, title, body: JSON.parse(body) as ItemBody },
    }));
    await writeItemWords(content, bodies);
    await upsertAll(trx, 'quiz', ['quiz_id'], quizzes);
    await removeOthers(trx, quiz_ids, new Set(questions.map((q) => q.question_id)), new Set(options.map((option) => option.option_id)));
    await upsertAll(trx, 'question', ['question_id'], questions);
    await upsertAll(trx, 'question_option', ['option_id'], options);
    // Nothing references these two, so they are deleted and inserted again.
    for (const { item_id } of items) await trx.deleteFrom('item_collection').where('item_id', '=', item_id).execute();
    await insertAll(trx, 'item_collection', collections);
    for (const { unit_id } of units) await trx.deleteFrom('lesson_block').where('unit_id', '=', unit_id).execute();
    await insertAll(trx, 'lesson_block', blocks);
    await touchCatalogue(trx);
  });
}

async function removeOthers(
  db: Kysely<Database>,
  quiz_ids: readonly number[],
  questions: Set<number>,
  options: Set<number>,
): Promise<void> {
  if (quiz_ids.length === 0) return;
  const stored = await db
    .selectFrom('question as q')
    .leftJoin('question_option as o', 'o.question_id', 'q.question_id')
    .select(['q.question_id', 'o.option_id'])
    .where('q.quiz_id', 'in', quiz_ids)
    .execute();
  for (const option_id of stored.map((row) => row.option_id).filter((id) => id !== null && !options.has(id)))
    await db.deleteFrom('question_option').where('option_id', '=', option_id).execute();
  for (const question_id of new Set(stored.map((row) => row.question_id).filter((id) => !questions.has(id))))
    await db.deleteFrom('question').where('question_id', '=', question_id).execute();
}

/** How a district's prebuilt lesson says that it came with the course, which names each lesson once in its unit. */
const courseSource = (unit: string, name: string) => `course ${idOf(unit)} ${name}`;

/**
 * Creates a district's prebuilt lessons, one per lesson in the content set. `at` (ms) and `newId` are used for new ones. Importing again
 * changes nothing, and lessons that the district changed or deleted stay as they are.
 */
export async function importPrebuiltLessons(
  db: Tenant,
  products: readonly ProductContent[],
  { at, newId }: { at: number; newId: () => number },
): Promise<void> {
  await transact(db, async (trx) => {
    const sources = new Map((await trx.selectFrom('prebuilt_source').selectAll().execute()).map((one) => [one.source, one]));
    const stored = new Map(
      (await trx.selectFrom('lesson').selectAll().where('owner_puid', 'is', null).execute()).map((one) => [one.lesson_id, one]),
    );
    const storedResources = await trx.selectFrom('lesson_resource').selectAll().execute();
    const lessons: NewRow<'lesson'>[] = [];
    const resources: NewRow<'lesson_resource'>[] = [];
    const fresh: NewRow<'prebuilt_source'>[] = [];
    for (const product of products)
      for (const unit of product.units) {
        const items = new Map(product.units.flatMap((one) => one.items).map((item) => [item.code, item]));
        for (const lesson of unit.prebuilt_lessons) {
          const source = courseSource(unit.code, lesson.name);
          const held = sources.get(source);
          if (held && (held.changed === 1 || held.published !== null)) continue;
          const known = held && stored.get(held.lesson_id);
          const lesson_id = held?.lesson_id ?? newId();
          if (!held) fresh.push({ lesson_id, source, published: null, changed: 0 });
          lessons.push({
            lesson_id,
            owner_puid: null,
            lesson_name: lesson.name,
            lesson_objective: lesson.objective,
            instructions: lesson.instructions,
            total_time: lesson.minutes,
            due_date: null,
            product_id: idOf(product.code),
            unit_id: idOf(unit.code),
            sub_unit_id: null,
            level3_id: null,
            is_custom_unit: null,
            is_custom_sub_unit: null,
            is_custom_level3: null,
            is_assignment: 0,
            enforce_order: lesson.enforce_order ? 1 : 0,
            language_id: product.language_id,
            version: 1,
            created_at: known?.created_at ?? at,
            updated_at: known?.updated_at ?? at,
            deleted_at: null,
          });
          const old = storedResources.filter((one) => one.lesson_id === lesson_id);
          for (const [index, code] of lesson.items.entries()) {
            const item = items.get(code) as ItemContent;
            resources.push({
              lesson_id,
              lesson_resource_id: old.find((one) => one.item_id === idOf(code))?.lesson_resource_id ?? newId(),
              item_id: idOf(code),
              resource_type_id: item.item_type_id,
              time: item.minutes,
              sort_order: index + 1,
              remarks: '',
            });
          }
        }
      }
    await upsertAll(trx, 'lesson', ['district_id', 'lesson_id'], lessons);
    await upsertAll(trx, 'lesson_resource', ['district_id', 'lesson_id', 'lesson_resource_id'], resources);
    await insertAll(trx, 'prebuilt_source', fresh);
  });
}
