import MiniSearch from 'minisearch';
import { Language, ResourceType } from '../../contract/content.ts';
import type { Row } from '../db/schema.ts';
import { type Districts, databaseOf, type Shared, shared } from '../kit/tenant.ts';
import { type StandardReader, standardReader } from './standards.ts';
import { wordsOf } from './words.ts';

const itemColumns = [
  'item_id',
  'product_id',
  'unit_id',
  'sub_unit_id',
  'level3_id',
  'item_type_id',
  'title',
  'summary',
  'minutes',
  'grades',
  'standards',
  'language_id',
  'mapped_id',
  'is_assignable',
  'is_learnosity_enabled',
  'quiz_id',
  'lexile',
  'spanish_remark',
  'sort_order',
] as const satisfies (keyof Row<'content_item'>)[];

/** An item without its body. Items with equal lists share them. */
export type CatalogueItem = Omit<Pick<Row<'content_item'>, (typeof itemColumns)[number]>, 'grades' | 'standards'> & {
  grades: readonly string[];
  standards: readonly string[];
};

/**
 * All content except bodies, in catalog order, with a word index. The same for every district. An item's number is its position in `items`.
 */
export interface Catalogue {
  version: number;
  products: Row<'product'>[];
  units: Row<'unit'>[];
  subUnits: Row<'sub_unit'>[];
  level3: Row<'level3'>[];
  standards: Row<'standard'>[];
  items: readonly CatalogueItem[];
  numberOf: ReadonlyMap<number, number>;
  byStandard: ReadonlyMap<string, readonly number[]>;
  reader: StandardReader;
  /** Index of all items' words; null while a large one is being built. Until then only titles are searched. */
  search: {
    index: MiniSearch;
    /** Every word of the index, for spelling correction. */
    words: MiniSearch;
  } | null;
  /** Resolves when `search` is available. */
  ready: Promise<void>;
  /** Cached pictures by item. */
  pictures: Map<number, string | null>;
}

/** Search words for each kind of item. */
const kindWords: Readonly<Record<number, string>> = {
  [ResourceType.reading]: 'reading article lectura',
  [ResourceType.video]: 'video animation animación',
  [ResourceType.interactive]: 'interactive simulation model simulación interactivo',
  [ResourceType.dataLab]: 'data lab graph laboratorio datos gráfica',
  [ResourceType.investigation]: 'investigation hands-on experiment investigación experimento',
  [ResourceType.link]: 'link website enlace',
  [ResourceType.file]: 'file archivo',
  [ResourceType.quiz]: 'quiz cuestionario',
  [ResourceType.assessment]: 'assessment test evaluación',
  [ResourceType.printableQuiz]: 'printable quiz imprimible cuestionario',
  [ResourceType.providerAssessment]: 'assessment test evaluación',
  [ResourceType.leveledReader]: 'leveled reader lexile lectura nivelada',
};

/** Rows read before yielding to other requests. */
const chunk = 2000;
/** Items indexed before yielding to other requests: a few hundredths of a second. */
const indexedAtOnce = 100;
/** Up to this many items, the first search waits for the index, which takes less than a second. */
const mostToWaitFor = 4000;
const breathe = () => new Promise<void>((resume) => setImmediate(resume));

async function readItems(db: Shared): Promise<CatalogueItem[]> {
  const lists = new Map<string, readonly string[]>();
  const listOf = (json: string) => {
    const known = lists.get(json) ?? (JSON.parse(json) as string[]);
    lists.set(json, known);
    return known;
  };
  const items: CatalogueItem[] = [];
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('content_item')
      .select(itemColumns)
      .where('item_id', '>', after)
      .where('owner_puid', 'is', null)
      .where('is_offered', '=', 1)
      .orderBy('item_id')
      .limit(chunk)
      .execute();
    for (const { grades, standards, ...row } of rows) items.push({ ...row, grades: listOf(grades), standards: listOf(standards) });
    const last = rows.at(-1);
    if (!last || rows.length < chunk) return items;
    after = last.item_id;
    await breathe();
  }
}

/** Key words of the bodies, by item. */
async function readTerms(db: Shared): Promise<Map<number, string>> {
  const terms = new Map<number, string>();
  for (let after = 0; ; ) {
    const rows = await db.selectFrom('item_terms').selectAll().where('item_id', '>', after).orderBy('item_id').limit(chunk).execute();
    for (const row of rows) terms.set(row.item_id, row.terms);
    const last = rows.at(-1);
    if (!last || rows.length < chunk) return terms;
    after = last.item_id;
    await breathe();
  }
}

async function build(db: Shared, version: number): Promise<Catalogue> {
  const products = await db.selectFrom('product').selectAll().orderBy('sort_order').orderBy('product_id').execute();
  const units = await db.selectFrom('unit').selectAll().orderBy('sort_order').orderBy('unit_id').execute();
  const subUnits = await db.selectFrom('sub_unit').selectAll().orderBy('sort_order').orderBy('sub_unit_id').execute();
  const level3 = await db.selectFrom('level3').selectAll().orderBy('sort_order').orderBy('level3_id').execute();
  const standards = await db.selectFrom('standard').selectAll().orderBy('code').execute();

  const placeOf = <Row>(rows: readonly Row[], id: (row: Row) => number) => new Map(rows.map((row, index) => [id(row), index]));
  const productPlace = placeOf(products, (row) => row.product_id);
  const unitPlace = placeOf(units, (row) => row.unit_id);
  const subPlace = placeOf(subUnits, (row) => row.sub_unit_id);
  const unitName = new Map(units.map((row) => [row.unit_id, row.name]));
  const subName = new Map(subUnits.map((row) => [row.sub_unit_id, row.name]));
  const items = (await readItems(db)).sort(
    (a, b) =>
      (productPlace.get(a.product_id) ?? 0) - (productPlace.get(b.product_id) ?? 0) ||
      (unitPlace.get(a.unit_id) ?? 0) - (unitPlace.get(b.unit_id) ?? 0) ||
      (subPlace.get(a.sub_unit_id) ?? 0) - (subPlace.get(b.sub_unit_id) ?? 0) ||
      a.sort_order - b.sort_order ||
      a.item_id - b.item_id,
  );

  const byStandard = new Map<string, number[]>();
  for (const [number, { standards: codes }] of items.entries())
    for (const code of codes) {
      const has = byStandard.get(code);
      if (has) has.push(number);
      else byStandard.set(code, [number]);
    }

  const catalogue: Catalogue = {
    version,
    products,
    units,
    subUnits,
    level3,
    standards,
    items,
    numberOf: new Map(items.map((item, number) => [item.item_id, number])),
    byStandard,
    reader: standardReader(standards.map((standard) => standard.code)),
    search: null,
    ready: Promise.resolve(),
    pictures: new Map(),
  };
  const placeName = ({ unit_id, sub_unit_id }: CatalogueItem) => `${unitName.get(unit_id) ?? ''} ${subName.get(sub_unit_id) ?? ''}`;
  catalogue.ready = indexOf(db, items, placeName).then((search) => {
    catalogue.search = search;
  });
  return catalogue;
}

/** Indexes the words of all items, a few at a time. */
async function indexOf(
  db: Shared,
  items: readonly CatalogueItem[],
  placeName: (item: CatalogueItem) => string,
): Promise<NonNullable<Catalogue['search']>> {
  const frequencies = new Map<string, number>();
  const index = new MiniSearch({
    fields: ['title', 'kind', 'summary', 'place', 'terms'],
    tokenize: wordsOf,
    // The index asks for each word of each field once, so this also counts the words.
    processTerm: (word) => {
      frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
      return word;
    },
    searchOptions: { processTerm: (word) => word },
  });
  const terms = await readTerms(db);
  for (const [number, item] of items.entries()) {
    index.add({
      id: number,
      title: item.title,
      kind: kindWords[item.item_type_id] ?? '',
      summary: item.summary,
      place: placeName(item),
      terms: terms.get(item.item_id) ?? '',
    });
    if (number % indexedAtOnce === indexedAtOnce - 1) await breathe();
  }
  const words = new MiniSearch({ fields: ['id'], tokenize: (word) => [word], processTerm: (word) => word, storeFields: ['count'] });
  words.addAll([...frequencies].filter(([word]) => word.length > 2).map(([id, count]) => ({ id, count })));
  return { index, words };
}

const made = new WeakMap<object, { version: number; catalogue: Promise<Catalogue> }>();

/**
 * The current catalog. Built at the first query and again after each content import. A large catalog's index follows asynchronously, and
 * `search` is null until then.
 */
export async function catalogueOf(districts: Districts): Promise<Catalogue> {
  const db = shared(districts);
  const key = databaseOf(districts);
  const version = (await db.selectFrom('catalogue').select('version').executeTakeFirst())?.version ?? 0;
  const known = made.get(key);
  if (known?.version === version) return known.catalogue;
  const forget = () => {
    if (made.get(key)?.catalogue === catalogue) made.delete(key);
  };
  const catalogue = build(db, version).then(async (one) => {
    // If indexing fails, the next query starts over.
    one.ready.catch(forget);
    if (one.items.length <= mostToWaitFor) await one.ready;
    return one;
  });
  made.set(key, { version, catalogue });
  catalogue.catch(forget);
  return catalogue;
}

/** The corresponding product or unit in a language: for 102 the one it is mapped to (specification, section 9). */
export function inLanguage(
  { products, units }: Catalogue,
  place: { product_id?: number | undefined; unit_id?: number | undefined },
  language_id: number,
): { product_id?: number | undefined; unit_id?: number | undefined } {
  if (language_id !== Language.spanish) return place;
  const product = products.find((one) => one.language_id === language_id && one.mapped_id === place.product_id);
  if (!product) return place;
  const unit = units.find((one) => one.product_id === product.product_id && one.mapped_id === place.unit_id);
  return { product_id: product.product_id, unit_id: place.unit_id === undefined ? undefined : (unit?.unit_id ?? 0) };
}
