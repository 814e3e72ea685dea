import { ResourceType } from '../../contract/content.ts';
import { Role } from '../../contract/kit.ts';
import type { DefaultFilter, library as libraryCalls, Units } from '../../contract/library.ts';
import type { Row } from '../db/schema.ts';
import { assertVisibleItem, type Db, iso } from '../kit/access.ts';
import { assertSelf, type HandlersOf, notFound } from '../kit/handler.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { type Catalogue, type CatalogueItem, catalogueOf, inLanguage } from '../search/catalogue.ts';
import { find } from '../search/find.ts';
import { citation } from './library/citation.ts';
import { libraryItems } from './library/items.ts';
import { externalResources, matching, myLibrary } from './library/myLibrary.ts';
import { drawnForPaper, hasNumbers, withNumbers } from './quiz/drawing.ts';
import { withPictures } from './quiz/pictures.ts';
import { forPaper, newestQuestions, type StoredQuestion, withKey } from './quiz/questions.ts';
import { isUnitOf } from './workspace/places.ts';

/** Resource types that consist of questions. */
const quizKinds: readonly number[] = [
  ResourceType.quiz,
  ResourceType.assessment,
  ResourceType.printableQuiz,
  ResourceType.providerAssessment,
];
/** How many recently opened items are shown. */
const mostAccessed = 48;

/** `base64url("id")`, the form of ids in the SPA's URLs. */
const encodedId = (item_id: number) => Buffer.from(String(item_id)).toString('base64url');

interface Place {
  product_id: number;
  unit_id?: number | undefined;
  subunit_id?: number | undefined;
  level3_id?: number | undefined;
}

/** Items of a place, in order. Throws 404 if the place does not exist. */
function itemsAt(catalogue: Catalogue, place: Place, language_id: number): CatalogueItem[] {
  const { product_id, unit_id } = inLanguage(catalogue, place, language_id);
  if (!catalogue.products.some((product) => product.product_id === product_id)) throw notFound('product');
  return catalogue.items.filter(
    (item) =>
      item.product_id === product_id &&
      (unit_id === undefined || item.unit_id === unit_id) &&
      (place.subunit_id === undefined || item.sub_unit_id === place.subunit_id) &&
      (place.level3_id === undefined || item.level3_id === place.level3_id),
  );
}

function itemOf(catalogue: Catalogue, item_id: number): CatalogueItem {
  const item = catalogue.items[catalogue.numberOf.get(item_id) ?? -1];
  if (!item) throw notFound('item');
  return item;
}

/** Items of a collection in one language. */
async function collected(db: Db, catalogue: Catalogue, collection: Row<'item_collection'>['collection'], language_id: number) {
  const rows = await db.selectFrom('item_collection').select('item_id').where('collection', '=', collection).execute();
  return rows
    .flatMap(({ item_id }) => catalogue.numberOf.get(item_id) ?? [])
    .toSorted((a, b) => a - b)
    .map((number) => catalogue.items[number] as CatalogueItem)
    .filter((item) => item.language_id === language_id);
}

/** The user's saved starting filter, as far as it still exists. Defaults to the first product. */
async function defaultFilter(db: Db, { products, units, subUnits, level3 }: Catalogue, user: TokenUser): Promise<DefaultFilter> {
  const kept = await db
    .selectFrom('library_filter')
    .select(['product_id', 'unit_id', 'sub_unit_id', 'level3_id', 'language_id'])
    .where('user_puid', '=', user.user_puid)
    .executeTakeFirst();
  const first = products[0];
  if (!kept)
    return {
      product_id: first?.product_id ?? null,
      unit_id: null,
      sub_unit_id: null,
      level3_id: null,
      language_id: first?.language_id ?? 101,
    };
  const product_id = products.some((one) => one.product_id === kept.product_id) ? kept.product_id : null;
  const unit_id =
    product_id !== null && units.some((one) => one.unit_id === kept.unit_id && one.product_id === product_id) ? kept.unit_id : null;
  const sub_unit_id =
    unit_id !== null && subUnits.some((one) => one.sub_unit_id === kept.sub_unit_id && one.unit_id === unit_id) ? kept.sub_unit_id : null;
  const level3_id =
    sub_unit_id !== null && level3.some((one) => one.level3_id === kept.level3_id && one.sub_unit_id === sub_unit_id)
      ? kept.level3_id
      : null;
  return { product_id, unit_id, sub_unit_id, level3_id, language_id: kept.language_id };
}

function unitsOf({ products, units, subUnits, level3, items }: Catalogue): Omit<Units, 'default_data'> {
  const counts = new Map<number, number>();
  // Ids are 53-bit hashes, so one map holds all levels.
  for (const item of items)
    for (const id of [item.product_id, item.unit_id, item.sub_unit_id, item.level3_id])
      if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  const count = (id: number) => counts.get(id) ?? 0;
  const subsOf = Map.groupBy(subUnits, (sub) => sub.unit_id);
  const level3Of = Map.groupBy(level3, (one) => one.sub_unit_id);
  return {
    categories: products.map(({ product_id, name, description, language_id, mapped_id, grades }) => ({
      product_id,
      name,
      description,
      language_id,
      mapped_id: mapped_id ?? products.find((one) => one.mapped_id === product_id)?.product_id ?? null,
      grades: JSON.parse(grades) as string[],
      item_count: count(product_id),
    })),
    sub_categories: units.map(({ product_id, unit_id, name, summary }) => ({
      product_id,
      unit_id,
      name,
      summary,
      item_count: count(unit_id),
      sub_units: (subsOf.get(unit_id) ?? []).map((sub) => ({
        sub_unit_id: sub.sub_unit_id,
        name: sub.name,
        item_count: count(sub.sub_unit_id),
        level3: (level3Of.get(sub.sub_unit_id) ?? []).map((one) => ({
          level3_id: one.level3_id,
          name: one.name,
          item_count: count(one.level3_id),
        })),
      })),
    })),
  };
}

export const library: HandlersOf<typeof libraryCalls> = {
  ...myLibrary,
  ...citation,

  units: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    const catalogue = await catalogueOf(ports.db);
    return { ...unitsOf(catalogue), default_data: await defaultFilter(ports.db, catalogue, user) };
  },

  items: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    const catalogue = await catalogueOf(ports.db);
    const all = itemsAt(catalogue, body, body.language_id);
    return { total: all.length, items: await libraryItems(ports.db, catalogue, user, all.slice(body.offset, body.offset + body.limit)) };
  },

  updateDefaultFilter: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    const { user_puid: _, ...filter } = body;
    await ports.db
      .insertInto('library_filter')
      .values({ district_id: user.district_id, user_puid: user.user_puid, ...filter })
      .onConflict((conflict) => conflict.columns(['district_id', 'user_puid']).doUpdateSet(filter))
      .execute();
    return defaultFilter(ports.db, await catalogueOf(ports.db), user);
  },

  starAndReadingTests: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    const { db } = ports;
    const catalogue = await catalogueOf(db);
    const cards = async (collection: 'star' | 'reading_comprehension') =>
      libraryItems(db, catalogue, user, await collected(db, catalogue, collection, body.language_id));
    return { star: await cards('star'), reading_comprehension: await cards('reading_comprehension') };
  },

  engineeringItems: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    const catalogue = await catalogueOf(ports.db);
    return libraryItems(ports.db, catalogue, user, await collected(ports.db, catalogue, 'engineering_design', body.language_id));
  },

  lessonBlockTypes: async ({ query }, { ports }) => {
    const blocks = await blocksOf(ports.db, query);
    return [...Map.groupBy(blocks, (block) => block.block_type)].map(([block_type, of]) => ({ block_type, count: of.length }));
  },

  lessonBlocks: async ({ body }, { ports }) => {
    const blocks = await blocksOf(ports.db, body);
    return blocks
      .filter((block) => body.block_type === undefined || block.block_type === body.block_type)
      .map(({ block_id, block_type, sub_unit_id, title, minutes, html, standards }) => ({
        block_id,
        block_type,
        sub_unit_id,
        title,
        minutes,
        html,
        standards: JSON.parse(standards) as string[],
      }));
  },

  contentItems: async ({ query }, { ports, user }) => {
    const catalogue = await catalogueOf(ports.db);
    const { is_learnosity_enabled } = query;
    const items = itemsAt(catalogue, query, 0).filter(
      (item) =>
        quizKinds.includes(item.item_type_id) &&
        (is_learnosity_enabled === undefined || (item.is_learnosity_enabled === 1) === is_learnosity_enabled),
    );
    return libraryItems(ports.db, catalogue, user, items);
  },

  contentUrlId: async ({ body }, { ports, user }) => {
    assertSelf(user, body.userPuid);
    const { item_id } = itemOf(await catalogueOf(ports.db), body.item_id);
    const opened_at = ports.now();
    await ports.db
      .insertInto('item_opening')
      .values({ district_id: user.district_id, user_puid: user.user_puid, item_id, times: 1, opened_at })
      .onConflict((conflict) =>
        conflict
          .columns(['district_id', 'user_puid', 'item_id'])
          .doUpdateSet((eb) => ({ times: eb('item_opening.times', '+', 1), opened_at })),
      )
      .execute();
    const id = encodedId(item_id);
    return { id, path: `/authenticated/content/previewResource/${id}` };
  },

  quizSheet: async ({ body }, { ports, user }) => {
    assertSelf(user, body.userPuid);
    const quiz = await ports.db
      .selectFrom('quiz')
      .innerJoin('content_item as i', 'i.item_id', 'quiz.item_id')
      .select(['i.item_id', 'i.minutes', 'i.standards', 'i.owner_puid', 'i.is_offered'])
      .select(['quiz.quiz_id', 'quiz.title', 'quiz.intro_html'])
      .where('quiz.item_id', '=', body.item_id)
      .executeTakeFirst();
    if (!quiz) throw notFound('quiz');
    const { quiz_id, standards, owner_puid, is_offered, ...shown } = quiz;
    if (owner_puid !== null || is_offered !== 1) await assertVisibleItem(ports.db, user, quiz.item_id);
    const stored = await withPictures(ports.db, await newestQuestions(ports.db, [quiz_id]));
    const withVariables = stored.filter(({ key }) => hasNumbers(key));
    const drawn = drawnForPaper(withVariables);
    /** Questions with the numbers of a version, the same at every print. */
    const inVersion = (version: keyof typeof drawn, some: readonly StoredQuestion[]) =>
      some.map((question) => withKey(forPaper(withNumbers(question, drawn[version][question.question_id]))));
    return {
      ...shown,
      standards: JSON.parse(standards) as string[],
      questions: inVersion('one', stored),
      drawn: { a: inVersion('a', withVariables), b: inVersion('b', withVariables) },
    };
  },

  itemsAccessed: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const catalogue = await catalogueOf(ports.db);
    const openings = await ports.db
      .selectFrom('item_opening')
      .select(['item_id', 'times', 'opened_at'])
      .where('user_puid', '=', user.user_puid)
      .orderBy('opened_at', 'desc')
      .orderBy('item_id')
      .limit(mostAccessed)
      .execute();
    const known = openings.flatMap((opening) => {
      const item = catalogue.items[catalogue.numberOf.get(opening.item_id) ?? -1];
      return item ? [{ opening, item }] : [];
    });
    const cards = await libraryItems(
      ports.db,
      catalogue,
      user,
      known.map(({ item }) => item),
    );
    return known.map(({ opening }, index) => ({
      item: cards[index] as (typeof cards)[number],
      accessed_at: iso(opening.opened_at),
      times: opening.times,
    }));
  },

  search: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const catalogue = await catalogueOf(ports.db);
    const isStudent = user.role === Role.student;
    const found = find(catalogue, {
      ...query,
      // Students get their tests by assignment, never from the library.
      resource_types_denied: isStudent ? [...query.resource_types_denied, ...quizKinds] : query.resource_types_denied,
      isAssignableOnly: isStudent,
    });
    const page = found.numbers.slice(query.offset, query.offset + query.limit).map((number) => catalogue.items[number] as CatalogueItem);
    return {
      total: found.numbers.length,
      items: await libraryItems(ports.db, catalogue, user, page),
      facets: found.facets,
      standards: found.standards,
      corrected: found.corrected,
      is_titles_only: found.isTitlesOnly,
      suggestions: found.suggestions,
      mine: isStudent || query.query === '' || query.offset > 0 ? [] : matching(await externalResources(ports.db, user), query.query),
    };
  },
};

/** Lesson blocks that match a unit or one of its sub-units. Throws 404 if the place does not exist. */
async function blocksOf(db: Db, place: { product_id: number; unit_id: number; subunit_id?: number | undefined }) {
  if (!(await isUnitOf(db, place))) throw notFound('unit');
  const blocks = await db
    .selectFrom('lesson_block')
    .selectAll()
    .where('unit_id', '=', place.unit_id)
    .orderBy('sort_order')
    .orderBy('block_id')
    .execute();
  return blocks.filter((block) => place.subunit_id === undefined || block.sub_unit_id === null || block.sub_unit_id === place.subunit_id);
}
