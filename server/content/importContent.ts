import type { Kysely } from 'kysely';
import type { ItemBody } from '../../contract/content.ts';
import type { CourseThing } from '../../contract/courseImport.ts';
import { pictureToStore } from '../areas/authoring/cleanedQuiz.ts';
import { storeCatalogPicture } from '../areas/itemBank/catalogPicture.ts';
import { nowhere } from '../areas/workspace/places.ts';
import type { Database, NewRow } from '../db/schema.ts';
import { insertAll, upsertAll } from '../db/upsert.ts';
import type { Db } from '../kit/access.ts';
import { type Tenant, tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { applyChanges, type CourseTable, changesTo, courseTables, type RowChange, storedRows, type Values } from './changes.ts';
import type { ContentSet, CoursePicture, ItemContent, ProductContent, UnitContent } from './contentSet.ts';
import { catalogCode, idsIn } from './courseIds.ts';
import { withEditedItems } from './editedItems.ts';
import { type CourseQuestion, planQuestions, withEdits } from './editedQuizzes.ts';
import { withEditedTerms } from './editedTerms.ts';
import { idOf } from './ids.ts';
import { writeItemWords } from './itemWords.ts';
import { questionRows } from './questionRows.ts';
import { touchCatalogue } from './touchCatalogue.ts';

const quizIdOf = (item: ItemContent) => (item.quiz ? idOf(`${catalogCode(item)}#quiz`) : null);

function rowsOf(products: readonly ProductContent[]) {
  const idFor = idsIn(products);
  const mapped = (translates: string | null) => (translates === null ? null : idFor(translates));
  const units: NewRow<'unit'>[] = [];
  const subUnits: NewRow<'sub_unit'>[] = [];
  const level3: NewRow<'level3'>[] = [];
  const items: NewRow<'content_item'>[] = [];
  const quizzes: NewRow<'quiz'>[] = [];
  const questions: CourseQuestion[] = [];
  const collections: NewRow<'item_collection'>[] = [];
  const blocks: NewRow<'lesson_block'>[] = [];

  const addUnit = (product: ProductContent, unit: UnitContent) => {
    const ids = { product_id: idFor(product.code), unit_id: idFor(unit.code) };
    units.push({
      ...ids,
      code: catalogCode(unit),
      name: unit.name,
      summary: unit.summary,
      mapped_id: mapped(unit.translates),
      sort_order: unit.sort_order,
    });
    for (const [index, sub] of unit.sub_units.entries()) {
      const sub_unit_id = idFor(sub.code);
      const { name, sort_order = index + 1 } = sub;
      subUnits.push({ sub_unit_id, unit_id: ids.unit_id, code: catalogCode(sub), name, sort_order });
      for (const [place, one] of sub.level3.entries())
        level3.push({
          ...{ level3_id: idFor(one.code), sub_unit_id, code: catalogCode(one), name: one.name },
          sort_order: one.sort_order ?? place + 1,
        });
    }
    for (const [index, block] of unit.lesson_blocks.entries())
      blocks.push({
        block_id: idOf(`${catalogCode(unit)}#block#${block.type}#${block.title}`),
        unit_id: ids.unit_id,
        sub_unit_id: block.sub_unit === null ? null : idFor(block.sub_unit),
        block_type: block.type,
        title: block.title,
        minutes: block.minutes,
        html: block.html,
        standards: JSON.stringify(block.standards),
        sort_order: index + 1,
      });
    for (const [index, item] of unit.items.entries()) {
      const item_id = idFor(item.code);
      for (const collection of new Set(item.collections)) collections.push({ item_id, collection });
      const quiz_id = quizIdOf(item);
      items.push({
        item_id,
        ...ids,
        sub_unit_id: idFor(item.sub_unit),
        level3_id: item.level3 === null ? null : idFor(item.level3),
        code: catalogCode(item),
        item_type_id: item.item_type_id,
        title: item.title,
        summary: item.summary,
        body: JSON.stringify(item.body),
        minutes: item.minutes,
        grades: JSON.stringify(item.grades),
        standards: JSON.stringify(item.standards),
        sources: JSON.stringify(item.sources),
        language_id: item.language_id ?? product.language_id,
        mapped_id: mapped(item.translates),
        is_assignable: item.is_assignable ? 1 : 0,
        is_learnosity_enabled: item.is_learnosity_enabled ? 1 : 0,
        lexile: item.lexile,
        spanish_remark: item.spanish_remark,
        quiz_id,
        sort_order: item.sort_order ?? index + 1,
        ...(item.is_offered === false ? { is_offered: 0 } : {}),
      });
      if (item.quiz && quiz_id !== null)
        quizzes.push({ quiz_id, item_id, title: item.title, intro_html: item.quiz.intro_html, delivery: item.quiz.delivery });
    }
    for (const item of unit.items)
      for (const [index, content] of (item.quiz?.questions ?? []).entries()) {
        // Codes are numbered, so new questions go to the end of their quiz.
        const code = `${catalogCode(item)}#question${index + 1}`;
        questions.push({ ...questionRows(code, content), code, content, quiz_id: quizIdOf(item) as number, sort_order: index + 1 });
      }
  };
  for (const product of products) for (const unit of product.units) addUnit(product, unit);
  return { units, subUnits, level3, items, quizzes, questions, collections, blocks };
}

/** A picture of a course as it is stored. @throws refusal for what is no picture, or too large */
export const measured = ({ content }: CoursePicture) => pictureToStore(new File([Buffer.from(content, 'base64')], ''));

/** What an import of the course writes, and what it leaves alone. */
export interface CoursePlan {
  changes: RowChange[];
  /** Items and terms that were edited here and of which the course has another version: their texts, or their questions. */
  kept: { items: Set<number>; quizzes: Set<number>; terms: Set<number> };
  /** All that the course has of each kind. */
  counts: Readonly<Record<CourseThing, number>>;
  pictures: readonly CoursePicture[];
}

/**
 * Compares a course with the catalog. What administrators edited stays. Questions and options no longer in a quiz are deleted, or retired
 * if somebody has begun it, and so are an item's collections and a unit's lesson blocks. `at`: now, in ms.
 */
export async function planImport(content: Db, set: ContentSet, at: number): Promise<CoursePlan> {
  const rows = rowsOf(set.products);
  const written = await withEditedItems(content, rows.items);
  const questions = await planQuestions(content, rows.questions, rows.quizzes, at);
  const { items, quizzes } = await withEdits(content, questions.edited, written.items, rows.quizzes);
  const changes: RowChange[] = [];
  const compare = async (table: CourseTable, wanted: readonly Values[], whole?: { by: string; values: readonly unknown[] }) => {
    const [key] = courseTables[table];
    const kind = table === 'catalog_term' ? 'glossary_term' : table;
    const about = (row: Values) => (row.item_id === undefined ? `${kind} ${row[key]}` : `item ${row.item_id}`);
    const { by, values } = whole ?? { by: key, values: wanted.map((row) => row[key]) };
    changes.push(...changesTo(table, about, await storedRows(content, table, by, values), wanted, whole !== undefined));
  };
  const terms = await withEditedTerms(content, set.glossary);
  const idFor = idsIn(set.products);
  const products = set.products.map(({ code, known_as = code, name, description, language_id, translates, grades, sort_order }) => ({
    ...{ product_id: idFor(code), code: known_as, name, description, language_id, sort_order },
    mapped_id: translates === null ? null : idFor(translates),
    grades: JSON.stringify(grades),
  }));
  await compare('standard', set.standards);
  await compare('glossary_term', terms.written);
  await compare('product', products);
  await compare('unit', rows.units as Values[]);
  await compare('sub_unit', rows.subUnits as Values[]);
  await compare('level3', rows.level3 as Values[]);
  await compare('content_item', items as Values[]);
  await compare('quiz', quizzes as Values[]);
  changes.push(...questions.changes);
  await compare('item_collection', rows.collections, { by: 'item_id', values: items.map(({ item_id }) => item_id) });
  await compare('lesson_block', rows.blocks as Values[], { by: 'unit_id', values: rows.units.map(({ unit_id }) => unit_id) });
  await compare('course_file', set.files);
  await compare('catalog_item', written.drafts);
  await compare('catalog_term', terms.course);
  return {
    changes,
    kept: { items: written.kept, quizzes: questions.kept, terms: terms.kept },
    pictures: set.pictures ?? [],
    counts: {
      ...{ product: products.length, unit: rows.units.length, sub_unit: rows.subUnits.length, level3: rows.level3.length },
      ...{ item: items.length, question: rows.questions.length, block: rows.blocks.length },
      ...{ term: set.glossary.length, standard: set.standards.length, file: set.files.length },
    },
  };
}

/** Words of items that the search and the glossary know follow from what the import wrote. */
export async function writeWords(content: Db, changes: readonly RowChange[]): Promise<void> {
  const hasTerms = changes.some(({ table }) => table === 'glossary_term');
  const changed = changes.flatMap(({ table, after }) => (table === 'content_item' && after ? [after.item_id as number] : []));
  const columns = ['item_id', 'language_id', 'title', 'body'] as const;
  const all = content.selectFrom('content_item').select(columns).where('owner_puid', 'is', null);
  const items = hasTerms
    ? await all.execute()
    : ((await storedRows(content, 'content_item', 'item_id', changed)) as unknown as Awaited<ReturnType<typeof all.execute>>);
  await writeItemWords(
    content,
    items.map(({ item_id, language_id, title, body }) => ({ item_id, language_id, title, body: JSON.parse(body) as ItemBody })),
  );
}

/**
 * Writes what was planned, in the same transaction. An import that is undone leaves its pictures, because drafts may show them and nobody
 * sees them otherwise.
 */
export async function writePlan(content: Db, { changes, pictures }: CoursePlan): Promise<void> {
  for (const picture of pictures) await storeCatalogPicture(content, await measured(picture));
  await applyChanges(content, changes);
  await writeWords(content, changes);
}

/**
 * Write side of the content API: updates the catalog to match the set, in one transaction. Importing the same set again changes nothing.
 * `at`: now, in ms.
 */
export async function importContent(db: Kysely<Database>, set: ContentSet, at = 0): Promise<void> {
  await transact(db, async (trx) => {
    await touchCatalogue(trx);
    // Content is of no district, so the handle of any will do.
    const content = tenant(trx, 0);
    await writePlan(content, await planImport(content, set, at));
  });
}

/** How a district's prebuilt lesson says that it came with the course, which names each lesson once in its unit. */
export const courseSource = (unit_id: number, name: string) => `course ${unit_id} ${name}`;

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
    const idFor = idsIn(products);
    for (const product of products)
      for (const unit of product.units) {
        const items = new Map(product.units.flatMap((one) => one.items).map((item) => [item.code, item]));
        for (const lesson of unit.prebuilt_lessons) {
          const source = courseSource(idFor(unit.code), lesson.name);
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
            ...nowhere,
            product_id: idFor(product.code),
            unit_id: idFor(unit.code),
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
              lesson_resource_id: old.find((one) => one.item_id === idFor(code))?.lesson_resource_id ?? newId(),
              item_id: idFor(code),
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
