import { type RawBuilder, sql } from 'kysely';
import { type ContentPlace, type PlaceKind, placeKinds } from '../../../contract/contentSetup.ts';
import type { Thing } from '../../../contract/refusals.ts';
import type { Row } from '../../db/schema.ts';
import type { Db } from '../../kit/access.ts';
import { notFound } from '../../kit/handler.ts';

/** One table's types stand for all. */
type Any = 'sub_unit';

interface Level {
  key: string;
  /** Key of the level above. */
  parent: string | null;
  /** Its column for a few more words. */
  text: string | null;
  thing: Thing;
}

/** How each level of the catalog is stored. */
export const levels: Readonly<Record<PlaceKind, Level>> = {
  product: { key: 'product_id', parent: null, text: 'description', thing: 'product' },
  unit: { key: 'unit_id', parent: 'product_id', text: 'summary', thing: 'unit' },
  sub_unit: { key: 'sub_unit_id', parent: 'unit_id', text: null, thing: 'folder' },
  level3: { key: 'level3_id', parent: 'sub_unit_id', text: null, thing: 'folder' },
};

/** The level below; undefined below the third. */
export const below = (kind: PlaceKind): PlaceKind | undefined => placeKinds[placeKinds.indexOf(kind) + 1];
/** The level above; undefined above products. */
export const above = (kind: PlaceKind): PlaceKind | undefined => placeKinds[placeKinds.indexOf(kind) - 1];
export const tableOf = (kind: PlaceKind) => kind as Any;
export const keyColumn = (kind: PlaceKind) => levels[kind].key as keyof Row<Any>;

/** A place as it is stored, by the columns of its table. */
export type StoredPlace = Readonly<Record<string, unknown>> & { name: string; sort_order: number; version: number };

/** The stored places of a level, in order, or those of one parent. */
export async function storedPlaces(db: Db, kind: PlaceKind, parent_id?: number | null): Promise<StoredPlace[]> {
  const { key, parent } = levels[kind];
  let places = db.selectFrom(tableOf(kind)).selectAll();
  if (parent !== null && parent_id !== undefined) places = places.where(parent as keyof Row<Any>, '=', parent_id as never);
  const rows = await places
    .orderBy('sort_order')
    .orderBy(key as keyof Row<Any>)
    .execute();
  return rows as unknown as StoredPlace[];
}

/** @throws 404 */
export async function storedPlace(db: Db, kind: PlaceKind, id: number): Promise<StoredPlace> {
  const place = await db
    .selectFrom(tableOf(kind))
    .selectAll()
    .where(keyColumn(kind), '=', id as never)
    .executeTakeFirst();
  if (!place) throw notFound(levels[kind].thing);
  return place as unknown as StoredPlace;
}

/** Whether an item is in a place or below it. `of`: alias of the items. */
export const isIn = (kind: PlaceKind, id: number, of = 'i'): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${of}.${levels[kind].key}`)} = ${id}`;

const idIn = (row: StoredPlace, column: string | null) => (column === null ? null : (row[column] as number));
/** Id of the place above. */
export const parentOf = (kind: PlaceKind, row: StoredPlace) => idIn(row, levels[kind].parent);

/** Items in each place, by its id: ids are unique over all levels. */
async function itemCounts(db: Db, kind: PlaceKind): Promise<Map<number, number>> {
  const key = keyColumn(kind) as 'sub_unit_id';
  const counted = await db
    .selectFrom('content_item')
    .select(key)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_puid', 'is', null)
    .where(key, 'is not', null)
    .groupBy(key)
    .execute();
  return new Map(counted.map((row) => [row[key], Number(row.count)]));
}

/** The places of all levels, as their administrators see them. */
export async function allPlaces(db: Db): Promise<ContentPlace[]> {
  const language = new Map<number, number>();
  const places: ContentPlace[] = [];
  for (const kind of placeKinds) {
    const counts = await itemCounts(db, kind);
    const last = new Map<number | null, number>();
    for (const row of await storedPlaces(db, kind)) {
      const id = idIn(row, levels[kind].key) as number;
      const parent_id = parentOf(kind, row);
      const place = (last.get(parent_id) ?? 0) + 1;
      last.set(parent_id, place);
      const language_id = parent_id === null ? (row.language_id as number) : (language.get(parent_id) ?? 0);
      language.set(id, language_id);
      places.push({
        ...{ kind, id, parent_id, version: row.version, place, name: row.name, language_id },
        text: levels[kind].text === null ? '' : String(row[levels[kind].text ?? '']),
        mapped_id: (row.mapped_id as number | null | undefined) ?? null,
        grades: kind === 'product' ? (JSON.parse(String(row.grades)) as string[]) : [],
        item_count: counts.get(id) ?? 0,
      });
    }
  }
  return places;
}

/** @throws 404 */
export async function placeAt(db: Db, kind: PlaceKind, id: number): Promise<ContentPlace> {
  const place = (await allPlaces(db)).find((one) => one.kind === kind && one.id === id);
  if (!place) throw notFound(levels[kind].thing);
  return place;
}

/** A list with one of its elements put at a place, 1 for the first; past the end is the end. */
export function placed<T>(list: readonly T[], one: T, place: number): T[] {
  const others = list.filter((other) => other !== one);
  return [...others.slice(0, place - 1), one, ...others.slice(place - 1)];
}
