import * as v from 'valibot';
import { AuthoredItem, ItemSource, itemLimits, largestItem, SavedItem } from './authoredItem.ts';
import { ItemBody, Language } from './content.ts';
import { call, id, line, lineOrNothing, nothing, providers, smallId } from './kit.ts';
import { pageOf, pageQuery } from './paging.ts';

/** Levels of the catalog, from the top. */
export const placeKinds = ['product', 'unit', 'sub_unit', 'level3'] as const;
export type PlaceKind = (typeof placeKinds)[number];

/** Limits of what administrators type. */
export const placeLimits = { name: 200, text: 500, grades: 20 } as const;

const languages = v.picklist([Language.english, Language.spanish]);

/** A product, unit, sub-unit or place of the third level, as its administrators see it. */
export const ContentPlace = v.object({
  kind: v.picklist(placeKinds),
  id: v.number(),
  /** The place above; null for a product. */
  parent_id: v.nullable(v.number()),
  version: v.number(),
  /** 1 for the first one of its parent. */
  place: v.number(),
  name: v.string(),
  /** Description of a product, summary of a unit; empty for others. */
  text: v.string(),
  language_id: v.number(),
  /** The same product or unit in the other language. */
  mapped_id: v.nullable(v.number()),
  /** Of a product. */
  grades: v.array(v.string()),
  /** Items in it and below. */
  item_count: v.number(),
});
export type ContentPlace = v.InferOutput<typeof ContentPlace>;

export const itemStates = ['draft', 'published', 'withdrawn'] as const;

/** Kinds of items that administrators write: a template for the body. */
export const newItemKinds = ['reading', 'leveled_reader', 'slides', 'data_lab', 'interactive', 'video', 'investigation', 'link'] as const;
export type NewItemKind = (typeof newItemKinds)[number];

/** An item of the catalog with what its administrators set. */
export const SetupItem = v.object({
  item_id: v.number(),
  version: v.number(),
  /** 1 for the first one of its sub-unit, or of the chosen place of the third level. */
  place: v.number(),
  title: v.string(),
  item_type_id: v.number(),
  /** How many items its place counts among. */
  place_count: v.number(),
  sub_unit_name: v.string(),
  is_assignable: v.boolean(),
  is_learnosity_enabled: v.boolean(),
  language_id: v.number(),
  mapped_id: v.nullable(v.number()),
  mapped_title: v.nullable(v.string()),
  /** `draft`: never published; `withdrawn`: the library no longer offers it, and lessons that have it keep it. */
  state: v.picklist(itemStates),
  /**
   * The item or its questions were changed, and the change is not published. `by`: names of those who made it, `since`: when the first one
   * began; null if nobody noted it. Null: no draft waits.
   */
  draft: v.nullable(v.object({ by: v.array(v.string()), since: v.nullable(v.string()) })),
});
export type SetupItem = v.InferOutput<typeof SetupItem>;

/** What a list of items can be narrowed to. */
export const itemFilters = ['drafts', 'withdrawn'] as const;
export const setupItemSorts = ['place', 'title', 'sub_unit_name', 'item_type_id', 'language_id'] as const;

const named = { name: line(placeLimits.name) };
const idOrNull = v.nullable(id);
/** Without an id, a new one at the end. `version`: the one that was changed. */
const changed = <Key extends string>(key: Key) =>
  ({ [key]: v.optional(id), version: v.optional(smallId, 1) }) as Record<Key, v.OptionalSchema<typeof id, undefined>> & {
    version: v.OptionalSchema<typeof smallId, 1>;
  };
const grade = v.pipe(lineOrNothing(10), v.minLength(1));
const namedItem = { item_id: id };
const place = { kind: v.picklist(placeKinds), id };
const ours = { backend: 'lms', access: providers, onFailure: 'state', origin: 'ours' } as const;
const read = { ...ours, method: 'GET' } as const;
const change = { ...ours, method: 'POST', refusedWhileActing: true } as const;

export const contentSetup = {
  setupPlaces: call({
    ...read,
    path: '/v2/content/get_places',
    summary: 'List the products, units, sub-units and places of the third level, in order, each after its parent’s kind',
    data: v.array(ContentPlace),
  }),
  setupPlace: call({
    ...read,
    path: '/v2/content/get_place',
    summary: 'Get a product, unit, sub-unit or place of the third level',
    query: v.object(place),
    data: ContentPlace,
  }),
  saveProduct: call({
    ...change,
    path: '/v2/content/save_product',
    summary: 'Add or change a product; its language stays while it has items',
    body: v.object({
      ...changed('product_id'),
      ...named,
      text: lineOrNothing(placeLimits.text),
      grades: v.pipe(v.array(grade), v.maxLength(placeLimits.grades)),
      language_id: languages,
      mapped_id: idOrNull,
    }),
    data: ContentPlace,
  }),
  saveUnit: call({
    ...change,
    path: '/v2/content/save_unit',
    summary: 'Add a unit to a product, or change one',
    body: v.object({ ...changed('unit_id'), product_id: id, ...named, text: lineOrNothing(placeLimits.text), mapped_id: idOrNull }),
    data: ContentPlace,
  }),
  saveSubUnit: call({
    ...change,
    path: '/v2/content/save_sub_unit',
    summary: 'Add a sub-unit to a unit, or change one',
    body: v.object({ ...changed('sub_unit_id'), unit_id: id, ...named }),
    data: ContentPlace,
  }),
  saveLevel3: call({
    ...change,
    path: '/v2/content/save_level3',
    summary: 'Add a place of the third level to a sub-unit, or change one',
    body: v.object({ ...changed('level3_id'), sub_unit_id: id, ...named }),
    data: ContentPlace,
  }),
  removePlace: call({
    ...change,
    path: '/v2/content/remove_place',
    summary: 'Delete a place in which nothing is: no items, no places, no lessons',
    body: v.object(place),
    data: nothing,
  }),
  restorePlace: call({
    ...change,
    path: '/v2/content/restore_place',
    summary: 'Put back a place that was deleted, where it was',
    body: v.object(place),
    data: ContentPlace,
  }),
  setupItems: call({
    ...read,
    path: '/v2/content/get_place_items',
    summary: 'List the items of a place and below with their flags, page by page, at first in the order of the catalog',
    query: v.object({
      ...{ kind: v.picklist(placeKinds), place_id: id, only: v.optional(v.picklist(itemFilters)) },
      ...pageQuery(setupItemSorts),
    }),
    data: pageOf(SetupItem),
  }),
  setupItem: call({
    ...read,
    path: '/v2/content/get_item_flags',
    summary: 'Get the flags of an item',
    query: v.object({ item_id: id }),
    data: SetupItem,
  }),
  saveItemFlags: call({
    ...change,
    path: '/v2/content/save_item_flags',
    summary: 'Change the flags of an item; refused if someone else has changed it in the meantime',
    body: v.object({
      item_id: id,
      version: smallId,
      is_assignable: v.boolean(),
      is_learnosity_enabled: v.boolean(),
      language_id: languages,
      mapped_id: idOrNull,
    }),
    data: SetupItem,
  }),
  orderContent: call({
    ...change,
    path: '/v2/content/order_content',
    summary: 'Put a place among those of its parent, or an item among those of its sub-unit or its place of the third level',
    body: v.object({ kind: v.picklist([...placeKinds, 'item']), id, place: smallId, is_in_level3: v.optional(v.boolean(), false) }),
    data: nothing,
  }),
  itemSource: call({
    ...read,
    path: '/v2/content/get_item_source',
    summary: 'Get the draft of an item for editing; without one, the item as students get it. Quizzes are edited by `get_bank_draft`',
    query: v.object(namedItem),
    data: ItemSource,
  }),
  createItem: call({
    ...change,
    path: '/v2/content/create_item',
    summary: 'Add an item to a sub-unit or a place of the third level, as a draft; the same `creation_key` again returns the first one',
    body: v.object({
      creation_key: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/, 'word')),
      place_kind: v.picklist(['sub_unit', 'level3']),
      place_id: id,
      item_kind: v.picklist(newItemKinds),
      title: line(itemLimits.title),
    }),
    data: SavedItem,
  }),
  saveItem: call({
    ...change,
    path: '/v2/content/save_item',
    summary: 'Save the draft of an item; refused if it was saved somewhere else since `version`, unless that save was the same',
    largest: largestItem,
    body: v.object({ ...namedItem, version: smallId, item: AuthoredItem }),
    data: SavedItem,
  }),
  publishItem: call({
    ...change,
    path: '/v2/content/publish_item',
    summary: 'Give the draft of an item to students of all districts, and offer it in the library',
    body: v.object({ ...namedItem, version: smallId }),
    data: SavedItem,
  }),
  withdrawItem: call({
    ...change,
    path: '/v2/content/withdraw_item',
    summary: 'No longer offer an item or a quiz in the library; lessons that have it keep it',
    body: v.object(namedItem),
    data: nothing,
  }),
  offerItem: call({
    ...change,
    path: '/v2/content/offer_item',
    summary: 'Offer an item or a quiz in the library again that was withdrawn',
    body: v.object(namedItem),
    data: nothing,
  }),
  previewItem: call({
    ...read,
    path: '/v2/content/preview_item',
    summary: 'Get the draft of an item as the player gets it',
    query: v.object(namedItem),
    data: v.object({ title: v.string(), language_id: v.number(), body: ItemBody }),
  }),
  uploadMedia: call({
    ...change,
    path: '/v2/content/upload_media',
    summary: 'Upload a PNG, JPEG or WebP picture for the texts of an item; the same picture again has the same name',
    bodyType: 'multipart',
    body: v.object({ ...namedItem, picture: v.instance(File) }),
    data: v.object({ picture_id: v.string() }),
  }),
};
