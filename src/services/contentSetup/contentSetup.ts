import type { Values } from '../../../common/recordValues.ts';
import { Language } from '../../../contract/content.ts';
import {
  type ContentPlace,
  contentSetup,
  type NewItemKind,
  type PlaceKind,
  placeKinds,
  type SetupItem,
} from '../../../contract/contentSetup.ts';
import type { Send } from '../kit/client.ts';
import { loadPages, type RecordSource } from '../kit/records.ts';

interface Stop {
  signal: AbortSignal;
}

/** The choice of no counterpart. */
export const noCounterpart = 'none';
/** The choice of no place above. */
export const topLevel = 'top';

/** A place in an address or a choice: `unit-12`. */
export const placeKey = ({ kind, id }: Pick<ContentPlace, 'kind' | 'id'>) => `${kind}-${id}`;

/** The kind and id in such a key; null if it is none. */
export function readPlaceKey(key: string): { kind: PlaceKind; id: number } | null {
  const [kind = '', id = ''] = key.split('-');
  return (placeKinds as readonly string[]).includes(kind) && /^[1-9]\d{0,15}$/.test(id)
    ? { kind: kind as PlaceKind, id: Number(id) }
    : null;
}

/** A place by its key, with those above it, from the top; empty if there is none. */
export function trailOf(places: readonly ContentPlace[], key: string): ContentPlace[] {
  const trail: ContentPlace[] = [];
  for (let at = places.find((one) => placeKey(one) === key); at; ) {
    const { parent_id } = at;
    trail.unshift(at);
    at = places.find(({ id }) => id === parent_id);
  }
  return trail;
}

/** A place as its form shows it: a choice's value is a text, and the grades are one text. */
export type PlaceRow = Omit<ContentPlace, 'language_id' | 'mapped_id' | 'grades'> & {
  language_id: string;
  mapped_id: string;
  grades: string;
};

const languageOf = (value: unknown) => (Number(value) === Language.spanish ? Language.spanish : Language.english);
const counterpartOf = (value: unknown) => (value === undefined || value === noCounterpart ? null : Number(value));

export const placeRow = ({ language_id, mapped_id, grades, ...place }: ContentPlace): PlaceRow => ({
  ...place,
  ...{ language_id: String(language_id), mapped_id: String(mapped_id ?? noCounterpart), grades: grades.join(', ') },
});

/** The calls of the tree of places. */
export const placeSource = (send: Send) => {
  const save = async (kind: PlaceKind, at: { id?: number; version?: number; parent_id: number }, values: Values, { signal }: Stop) => {
    const { id, version, parent_id } = at;
    const text = (field: string) => String(values[field] ?? '').trim();
    const named = { name: text('name'), ...(version === undefined ? {} : { version }) };
    const of = <Key extends string>(key: Key) => (id === undefined ? {} : { [key]: id }) as Partial<Record<Key, number>>;
    const mapped_id = counterpartOf(values.mapped_id);
    switch (kind) {
      case 'product': {
        const grades = text('grades')
          .split(/[\s,;]+/)
          .filter(Boolean);
        const language_id = languageOf(values.language_id);
        const all = { ...of('product_id'), ...named, text: text('text'), grades, language_id, mapped_id };
        return placeRow(await send(contentSetup.saveProduct, all, { signal }));
      }
      case 'unit': {
        const all = { ...of('unit_id'), ...named, product_id: parent_id, text: text('text'), mapped_id };
        return placeRow(await send(contentSetup.saveUnit, all, { signal }));
      }
      case 'sub_unit':
        return placeRow(await send(contentSetup.saveSubUnit, { ...of('sub_unit_id'), ...named, unit_id: parent_id }, { signal }));
      default:
        return placeRow(await send(contentSetup.saveLevel3, { ...of('level3_id'), ...named, sub_unit_id: parent_id }, { signal }));
    }
  };
  return {
    load: (signal: AbortSignal) => send(contentSetup.setupPlaces, {}, { signal }),
    get: async ({ kind, id }: PlaceRow, stop: Stop) => placeRow(await send(contentSetup.setupPlace, { kind, id }, stop)),
    /** `values.parent`: key of the place in which the new one is, or the top level. */
    add: (values: Values, stop: Stop) => {
      const parent = readPlaceKey(String(values.parent));
      const kind = parent ? placeKinds[placeKinds.indexOf(parent.kind) + 1] : 'product';
      return save(kind ?? 'level3', { parent_id: parent?.id ?? 0 }, values, stop);
    },
    update: ({ kind, id, version, parent_id }: PlaceRow, values: Values, stop: Stop) =>
      save(kind, { id, version, parent_id: parent_id ?? 0 }, values, stop),
    order: ({ kind, id }: Pick<ContentPlace, 'kind' | 'id'>, place: number, stop: Stop) =>
      send(contentSetup.orderContent, { kind, id, place }, stop),
    remove: ({ kind, id }: ContentPlace, stop: Stop) => send(contentSetup.removePlace, { kind, id }, stop),
    restore: ({ kind, id }: ContentPlace, stop: Stop) => send(contentSetup.restorePlace, { kind, id }, stop),
  };
};

/** An item as its form shows it. `isInLevel3`: it was listed with its place of the third level. */
export type SetupItemRow = Omit<SetupItem, 'language_id' | 'mapped_id'> & { language_id: string; mapped_id: string; isInLevel3: boolean };

const itemRow = ({ language_id, mapped_id, ...item }: SetupItem, isInLevel3: boolean): SetupItemRow => ({
  ...item,
  ...{ language_id: String(language_id), mapped_id: String(mapped_id ?? noCounterpart), isInLevel3 },
});

/** The first items of a place, for a choice. */
export const itemsOfPlace = (send: Send, { kind, id }: Pick<ContentPlace, 'kind' | 'id'>, signal: AbortSignal) =>
  send(contentSetup.setupItems, { kind, place_id: id, limit: 200 }, { signal });

/** The items of the place that the query names, with their flags. */
export const setupItemSource = (send: Send): RecordSource<SetupItemRow> => ({
  keyOf: ({ item_id }) => String(item_id),
  load: async ({ place = '', ...query }, count, signal) => {
    const named = readPlaceKey(place);
    if (!named) return { total: 0, rows: [] };
    const load = loadPages<SetupItem>(send, contentSetup.setupItems, { kind: named.kind, place_id: named.id });
    const { total, rows } = await load(query, count, signal);
    return { total, rows: rows.map((row) => itemRow(row, named.kind === 'level3')) };
  },
  get: async ({ item_id, isInLevel3 }, stop) => itemRow(await send(contentSetup.setupItem, { item_id }, stop), isInLevel3),
  add: async (values, stop) => {
    const place = readPlaceKey(String(values.place));
    const { item_id } = await send(
      contentSetup.createItem,
      {
        creation_key: crypto.randomUUID(),
        ...{ place_kind: place?.kind === 'level3' ? 'level3' : 'sub_unit', place_id: place?.id ?? 0 },
        ...{ item_kind: values.item_kind as NewItemKind, title: String(values.title) },
      },
      stop,
    );
    return itemRow(await send(contentSetup.setupItem, { item_id }, stop), false);
  },
  update: async ({ item_id, version, isInLevel3, mapped_id }, values, stop) => {
    const flags = {
      is_assignable: values.is_assignable === true,
      is_learnosity_enabled: values.is_learnosity_enabled === true,
      language_id: languageOf(values.language_id),
      mapped_id: counterpartOf(values.mapped_id ?? mapped_id),
    };
    return itemRow(await send(contentSetup.saveItemFlags, { item_id, version, ...flags }, stop), isInLevel3);
  },
  order: async (row, place, stop) => {
    await send(contentSetup.orderContent, { kind: 'item', id: row.item_id, place, is_in_level3: row.isInLevel3 }, stop);
    return { ...row, place };
  },
  placesOf: ({ place_count }) => place_count,
});
