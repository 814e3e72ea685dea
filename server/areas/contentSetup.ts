import { sql } from 'kysely';
import type { contentSetup as calls, PlaceKind, SetupItem, setupItemSorts } from '../../contract/contentSetup.ts';
import { touchCatalogue } from '../content/touchCatalogue.ts';
import { type Db, iso } from '../kit/access.ts';
import { writeAudit } from '../kit/audit.ts';
import { fieldReason } from '../kit/fieldReasons.ts';
import { type HandlersOf, notFound, refuse, type UserContext } from '../kit/handler.ts';
import { hasWords, orderOf, pageOf } from '../kit/pages.ts';
import { transact } from '../kit/transact.ts';
import { itemEditing } from './contentSetup/itemEditing.ts';
import {
  above,
  allPlaces,
  isIn,
  keyColumn,
  levels,
  parentOf,
  placeAt,
  placed,
  type StoredPlace,
  storedPlace,
  storedPlaces,
  tableOf,
} from './contentSetup/places.ts';
import { isUsed } from './contentSetup/placeUse.ts';
import { draftersOf } from './itemBank/drafters.ts';
import { draftInLanguage } from './itemBank/editing.ts';

type Act = 'add' | 'update' | 'remove' | 'restore' | 'order';
const note = ({ ports, user }: UserContext, trx: Db, kind: PlaceKind | 'item', act: Act, id: number, detail: object) =>
  writeAudit(ports, trx, {
    actor_puid: user.user_puid,
    action: kind === 'item' ? (act === 'order' ? 'item.order' : 'item.update') : `place.${act}`,
    subject: `${kind} ${id}`,
    detail: detail as Record<string, unknown>,
  });

interface PlaceValues {
  name: string;
  text?: string;
  grades?: readonly string[];
  language_id?: number;
  mapped_id?: number | null;
}

/** What the audit shows of a place. */
const inWords = (kind: PlaceKind, row: StoredPlace) => ({
  name: row.name,
  ...(levels[kind].text === null ? {} : { description: row[levels[kind].text ?? ''] }),
  ...(kind === 'product' ? { grades: (JSON.parse(String(row.grades)) as string[]).join(', ') } : {}),
});

/** @throws refusal if a place of the same parent has the name */
async function assertFreeName(trx: Db, kind: PlaceKind, parent_id: number | null, id: number, name: string): Promise<void> {
  const others = await storedPlaces(trx, kind, parent_id);
  const key = name.toLowerCase();
  if (others.some((one) => one[levels[kind].key] !== id && one.name.toLowerCase() === key))
    throw refuse('valueTaken', { value: name }, { fields: [fieldReason('name', 'taken')] });
}

const languageOf = async (db: Db, product_id: number) => (await storedPlace(db, 'product', product_id)).language_id;

/** @throws 404 unless it is a product or unit of the other language */
async function assertCounterpart(trx: Db, kind: 'product' | 'unit', mapped_id: number, language_id: unknown): Promise<void> {
  const other = await storedPlace(trx, kind, mapped_id);
  const language = kind === 'product' ? other.language_id : await languageOf(trx, other.product_id as number);
  if (language === language_id) throw notFound(levels[kind].thing);
}

/** Adds a place to the end of its parent, or changes one. The catalog of every district follows. */
async function savePlace(
  context: UserContext,
  kind: PlaceKind,
  { id, parent_id, version }: { id: number | undefined; parent_id: number | null; version: number },
  { name, text, grades, language_id, mapped_id }: PlaceValues,
) {
  const { ports } = context;
  const { parent, key, text: textColumn } = levels[kind];
  return transact(ports.db, async (trx) => {
    await touchCatalogue(trx);
    const before = id === undefined ? null : await storedPlace(trx, kind, id);
    const over = above(kind);
    if (over && parent_id !== null) await storedPlace(trx, over, parent_id);
    if (before && parentOf(kind, before) !== parent_id) throw notFound(levels[kind].thing);
    await assertFreeName(trx, kind, parent_id, id ?? 0, name);
    if ((kind === 'product' || kind === 'unit') && mapped_id != null)
      await assertCounterpart(trx, kind, mapped_id, kind === 'product' ? language_id : await languageOf(trx, parent_id ?? 0));
    if (kind === 'product' && before && before.language_id !== language_id) {
      const used = await trx
        .selectFrom('content_item')
        .select('item_id')
        .where('product_id', '=', id ?? 0)
        .limit(1)
        .executeTakeFirst();
      if (used) throw refuse('recordInUse');
    }
    const values = {
      name,
      ...(textColumn === null ? {} : { [textColumn]: text }),
      ...(kind === 'product' ? { grades: JSON.stringify(grades), language_id } : {}),
      ...(mapped_id === undefined ? {} : { mapped_id }),
    };
    if (before && id !== undefined) {
      const { numUpdatedRows } = await trx
        .updateTable(tableOf(kind))
        .set({ ...values, version: version + 1 } as never)
        .where(keyColumn(kind), '=', id as never)
        .where('version', '=', version as never)
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 0) throw refuse('recordChanged');
      const after = await storedPlace(trx, kind, id);
      await note(context, trx, kind, 'update', id, { before: inWords(kind, before), after: inWords(kind, after) });
      return placeAt(trx, kind, id);
    }
    const added = ports.newId();
    const others = await storedPlaces(trx, kind, parent_id);
    await trx
      .insertInto(tableOf(kind))
      .values({
        ...values,
        ...{ [key]: added, code: `setup/${added}`, sort_order: Math.max(0, ...others.map(({ sort_order }) => sort_order)) + 1 },
        ...(parent === null ? {} : { [parent]: parent_id }),
      } as never)
      .execute();
    await note(context, trx, kind, 'add', added, { after: inWords(kind, await storedPlace(trx, kind, added)) });
    return placeAt(trx, kind, added);
  });
}

const sorts: Record<(typeof setupItemSorts)[number], ReturnType<typeof sql>[]> = {
  place: [sql`u.sort_order`, sql`u.unit_id`, sql`s.sort_order`, sql`s.sub_unit_id`, sql`i.sort_order`],
  title: [sql`lower(i.title)`],
  sub_unit_name: [sql`lower(s.name)`],
  item_type_id: [sql`i.item_type_id`],
  language_id: [sql`i.language_id`],
};

/** Which of the items have questions whose draft waits. The item is `i`. */
const questionDrafts = (db: Db) =>
  db
    .selectFrom('catalog_quiz as z')
    .innerJoin('quiz as q', 'q.quiz_id', 'z.quiz_id')
    .select('q.item_id')
    .whereRef('z.version', '<>', 'z.published_version');

/** Items of the catalog with their flags. `isInLevel3`: places are counted in their place of the third level. */
const setupItemsOf = (db: Db, isInLevel3: boolean) =>
  db
    .selectFrom('content_item as i')
    .innerJoin('unit as u', 'u.unit_id', 'i.unit_id')
    .innerJoin('sub_unit as s', 's.sub_unit_id', 'i.sub_unit_id')
    .leftJoin('content_item as o', 'o.item_id', 'i.mapped_id')
    .where('i.owner_puid', 'is', null)
    .select([
      'i.item_id',
      'i.version',
      'i.title',
      'i.item_type_id',
      's.name as sub_unit_name',
      'i.is_assignable',
      'i.is_learnosity_enabled',
    ])
    .leftJoin('catalog_item as d', 'd.item_id', 'i.item_id')
    .select(['i.language_id', 'i.mapped_id', 'o.title as mapped_title', 'i.is_offered', 'd.published_version'])
    .select('d.version as draft_version')
    .select((eb) => {
      const siblings = eb
        .selectFrom('content_item as b')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('b.product_id', '=', 'i.product_id')
        .whereRef('b.unit_id', '=', 'i.unit_id')
        .whereRef('b.sub_unit_id', '=', 'i.sub_unit_id')
        .where('b.owner_puid', 'is', null)
        .$if(isInLevel3, (inner) => inner.whereRef('b.level3_id', '=', 'i.level3_id'));
      const isBefore = sql<boolean>`(b.sort_order < i.sort_order or (b.sort_order = i.sort_order and b.item_id <= i.item_id))`;
      return [siblings.where(isBefore).as('place'), siblings.as('place_count')];
    });

type SetupRow = Awaited<ReturnType<ReturnType<typeof setupItemsOf>['execute']>>[number];
/** Items as their list shows them, with those who write at their drafts. */
async function itemsAs(db: Db, rows: readonly SetupRow[]): Promise<SetupItem[]> {
  const ids = rows.map(({ item_id }) => item_id);
  const questions = new Set(
    ids.length === 0 ? [] : (await questionDrafts(db).where('q.item_id', 'in', ids).execute()).map(({ item_id }) => item_id),
  );
  const drafters = await draftersOf(db, ids);
  return rows.map(({ is_offered, published_version, draft_version, ...item }) => {
    const { by = [], since } = drafters.get(item.item_id) ?? {};
    const isDraft = draft_version !== published_version || questions.has(item.item_id);
    return {
      ...item,
      place: Number(item.place),
      place_count: Number(item.place_count),
      is_assignable: item.is_assignable === 1,
      is_learnosity_enabled: item.is_learnosity_enabled === 1,
      state: is_offered === 1 ? 'published' : published_version === 0 ? 'draft' : 'withdrawn',
      draft: isDraft ? { by, since: since === undefined ? null : iso(since) } : null,
    };
  });
}

/** @throws 404, also for what a user wrote */
async function setupItemAt(db: Db, item_id: number): Promise<SetupItem> {
  const row = await setupItemsOf(db, false).where('i.item_id', '=', item_id).executeTakeFirst();
  if (!row) throw notFound('item');
  const [item] = await itemsAs(db, [row]);
  return item as SetupItem;
}

/** Writes the new order of places, 1 for the first. */
async function orderPlaces(context: UserContext, trx: Db, kind: PlaceKind, id: number, place: number): Promise<void> {
  const { key } = levels[kind];
  const moved = await storedPlace(trx, kind, id);
  const before = await storedPlaces(trx, kind, parentOf(kind, moved));
  const one = before.find((row) => row[key] === id) as StoredPlace;
  for (const [index, row] of placed(before, one, place).entries())
    if (row.sort_order !== index + 1)
      await trx
        .updateTable(tableOf(kind))
        .set({ sort_order: index + 1 })
        .where(keyColumn(kind), '=', row[key] as never)
        .execute();
  await note(context, trx, kind, 'order', id, {
    before: { name: moved.name, place: before.indexOf(one) + 1 },
    after: { name: moved.name, place },
  });
}

/** Writes the new order of a unit's items. Only those of the same sub-unit, or place of the third level, change places with each other. */
async function orderItems(context: UserContext, trx: Db, item_id: number, place: number, isInLevel3: boolean): Promise<void> {
  const moved = await trx
    .selectFrom('content_item')
    .selectAll()
    .where('item_id', '=', item_id)
    .where('owner_puid', 'is', null)
    .executeTakeFirst();
  if (!moved || (isInLevel3 && moved.level3_id === null)) throw notFound('item');
  const items = await trx
    .selectFrom('content_item as i')
    .innerJoin('sub_unit as s', 's.sub_unit_id', 'i.sub_unit_id')
    .select(['i.item_id', 'i.sub_unit_id', 'i.level3_id', 'i.sort_order'])
    .where('i.unit_id', '=', moved.unit_id)
    .where('i.owner_puid', 'is', null)
    .orderBy('s.sort_order')
    .orderBy('s.sub_unit_id')
    .orderBy('i.sort_order')
    .orderBy('i.item_id')
    .execute();
  const isSibling = (one: (typeof items)[number]) =>
    one.sub_unit_id === moved.sub_unit_id && (!isInLevel3 || one.level3_id === moved.level3_id);
  const siblings = items.filter(isSibling);
  const one = siblings.find((row) => row.item_id === item_id) as (typeof items)[number];
  const next = placed(siblings, one, place).values();
  for (const [index, row] of items.map((item) => (isSibling(item) ? (next.next().value as typeof item) : item)).entries())
    if (row.sort_order !== index + 1)
      await trx
        .updateTable('content_item')
        .set({ sort_order: index + 1 })
        .where('item_id', '=', row.item_id)
        .execute();
  await note(context, trx, 'item', 'order', item_id, {
    before: { name: moved.title, place: siblings.indexOf(one) + 1 },
    after: { name: moved.title, place },
  });
}

export const contentSetup: HandlersOf<typeof calls> = {
  ...itemEditing,
  setupPlaces: (_, { ports }) => allPlaces(ports.db),
  setupPlace: ({ query }, { ports }) => placeAt(ports.db, query.kind, query.id),

  saveProduct: ({ body: { product_id: id, version, ...values } }, context) =>
    savePlace(context, 'product', { id, parent_id: null, version }, values),
  saveUnit: ({ body: { unit_id: id, product_id: parent_id, version, ...values } }, context) =>
    savePlace(context, 'unit', { id, parent_id, version }, values),
  saveSubUnit: ({ body: { sub_unit_id: id, unit_id: parent_id, version, ...values } }, context) =>
    savePlace(context, 'sub_unit', { id, parent_id, version }, values),
  saveLevel3: ({ body: { level3_id: id, sub_unit_id: parent_id, version, ...values } }, context) =>
    savePlace(context, 'level3', { id, parent_id, version }, values),

  removePlace: ({ body: { kind, id } }, context) =>
    transact(context.ports.db, async (trx) => {
      await touchCatalogue(trx);
      const place = await storedPlace(trx, kind, id);
      if (await isUsed(trx, kind, id)) throw refuse('recordInUse');
      await trx
        .insertInto('removed_place')
        .values({ place_id: id, kind, stored: JSON.stringify(place), removed_at: context.ports.now() })
        .execute();
      await trx
        .deleteFrom(tableOf(kind))
        .where(keyColumn(kind), '=', id as never)
        .execute();
      await note(context, trx, kind, 'remove', id, { before: inWords(kind, place) });
      return null;
    }),

  restorePlace: ({ body: { kind, id } }, context) =>
    transact(context.ports.db, async (trx) => {
      await touchCatalogue(trx);
      const removed = trx.selectFrom('removed_place').select('stored').where('place_id', '=', id).where('kind', '=', kind);
      const found = await removed.executeTakeFirst();
      if (!found) throw notFound('undo');
      const place = JSON.parse(found.stored) as StoredPlace;
      const parent_id = parentOf(kind, place);
      // Its parent may have been deleted, and its name given to another one.
      const over = above(kind);
      if (over && parent_id !== null) await storedPlace(trx, over, parent_id);
      await assertFreeName(trx, kind, parent_id, id, place.name);
      await trx
        .insertInto(tableOf(kind))
        .values(place as never)
        .execute();
      await trx.deleteFrom('removed_place').where('place_id', '=', id).execute();
      await note(context, trx, kind, 'restore', id, { after: inWords(kind, place) });
      return placeAt(trx, kind, id);
    }),

  setupItems: async ({ query: { kind, place_id, only, search, sort = 'place', ...page } }, { ports }) => {
    await storedPlace(ports.db, kind, place_id);
    const items = setupItemsOf(ports.db, kind === 'level3')
      .where(isIn(kind, place_id))
      .where(hasWords(search, ['i.title', 's.name']))
      .$if(only === 'drafts', (some) =>
        some.where((eb) => eb.or([eb('d.version', '<>', eb.ref('d.published_version')), eb('i.item_id', 'in', questionDrafts(ports.db))])),
      )
      .$if(only === 'withdrawn', (some) =>
        some
          .where('i.is_offered', '=', 0)
          .where((eb) => eb.or([eb('d.published_version', 'is', null), eb('d.published_version', '<>', 0)])),
      );
    const { total, rows } = await pageOf(items, orderOf(sort, sorts), 'i.item_id', page);
    return { total, rows: await itemsAs(ports.db, rows) };
  },

  setupItem: ({ query }, { ports }) => setupItemAt(ports.db, query.item_id),

  saveItemFlags: ({ body: { item_id, version, is_assignable, is_learnosity_enabled, language_id, mapped_id } }, context) =>
    transact(context.ports.db, async (trx) => {
      await touchCatalogue(trx);
      const before = await setupItemAt(trx, item_id);
      if (mapped_id !== null) {
        const other = await setupItemAt(trx, mapped_id);
        if (other.language_id === language_id) throw notFound('item');
      }
      const { numUpdatedRows } = await trx
        .updateTable('content_item')
        .set({
          ...{ is_assignable: is_assignable ? 1 : 0, is_learnosity_enabled: is_learnosity_enabled ? 1 : 0 },
          ...{ language_id, mapped_id, version: version + 1 },
        })
        .where('item_id', '=', item_id)
        .where('version', '=', version)
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 0) throw refuse('recordChanged');
      if (before.language_id !== language_id) await draftInLanguage(trx, item_id, language_id);
      const after = await setupItemAt(trx, item_id);
      const words = ({ title, mapped_title, ...item }: SetupItem) => ({
        ...{ name: title, is_assignable: item.is_assignable, is_learnosity_enabled: item.is_learnosity_enabled },
        ...{ content_language: item.language_id, mapped_title },
      });
      await note(context, trx, 'item', 'update', item_id, { before: words(before), after: words(after) });
      return after;
    }),

  orderContent: ({ body: { kind, id, place, is_in_level3 } }, context) =>
    transact(context.ports.db, async (trx) => {
      await touchCatalogue(trx);
      await (kind === 'item' ? orderItems(context, trx, id, place, is_in_level3) : orderPlaces(context, trx, kind, id, place));
      return null;
    }),
};
