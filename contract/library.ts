import * as v from 'valibot';
import { ItemCard, Language } from './content.ts';
import { call, everyone, flag, id, line, nothing, offset, smallNumber, staff } from './kit.ts';
import { Question } from './quiz.ts';

/**
 * How a teacher has used an item: their own lessons and assignments, and their students' mean result (0 to 100; null if nothing is scored).
 */
export const ItemUse = v.object({
  lessons: v.number(),
  times_assigned: v.number(),
  last_assigned_at: v.nullable(v.string()),
  mean_percent: v.nullable(v.number()),
});
export type ItemUse = v.InferOutput<typeof ItemUse>;

/** A catalog item as shown in library lists: its place, its picture (inline SVG), and how the user relates to it. */
export const LibraryItem = v.object({
  ...ItemCard.entries,
  product_id: v.number(),
  unit_id: v.number(),
  sub_unit_id: v.number(),
  level3_id: v.nullable(v.number()),
  lexile: v.nullable(v.number()),
  spanish_remark: v.nullable(v.string()),
  picture: v.nullable(v.string()),
  /** Null: never used, or the user is a student. */
  used: v.nullable(ItemUse),
  /** Id in my library; null: not in it. */
  resource_id: v.nullable(v.number()),
});
export type LibraryItem = v.InferOutput<typeof LibraryItem>;

/** A teacher's own resource: a link, a file, or both. */
export const ExternalResource = v.object({
  resource_id: v.number(),
  title: v.string(),
  description: v.string(),
  url: v.nullable(v.string()),
  attachment: v.nullable(v.object({ attachment_id: v.number(), file_name: v.string(), media_type: v.string(), size: v.number() })),
  updated_at: v.string(),
});
export type ExternalResource = v.InferOutput<typeof ExternalResource>;

const idOrNull = v.nullable(id);
/** Several numbers in one URL parameter: "10,11". */
const idList = v.pipe(
  v.string(),
  v.maxLength(400),
  v.regex(/^(\d{1,9}(,\d{1,9})*)?$/, 'numbers'),
  v.transform((text) => (text === '' ? [] : text.split(',').map(Number))),
);
const textList = v.pipe(
  v.string(),
  v.maxLength(400),
  v.transform((text) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
);
const from = v.optional(offset, 0);
const limit = v.optional(
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,3}$/, 'wholeNumber'), v.transform(Number))]),
    v.integer(),
    v.minValue(1),
    v.maxValue(200),
  ),
  48,
);

/** A place in the catalog. The deepest given id counts. With language 102, the product is the one it maps to. */
const place = { product_id: id, unit_id: v.optional(id), subunit_id: v.optional(id), level3_id: v.optional(id) };
const named = <Key extends string>(key: Key) =>
  v.object({ [key]: v.number(), name: v.string(), item_count: v.number() } as Record<Key, ReturnType<typeof v.number>> & {
    name: ReturnType<typeof v.string>;
    item_count: ReturnType<typeof v.number>;
  });

/** A user's starting filter in the library. */
export const DefaultFilter = v.object({
  product_id: v.nullable(v.number()),
  unit_id: v.nullable(v.number()),
  sub_unit_id: v.nullable(v.number()),
  level3_id: v.nullable(v.number()),
  language_id: v.number(),
});
export type DefaultFilter = v.InferOutput<typeof DefaultFilter>;

/** `categories`: products, where `mapped_id` is the product in the other language. `sub_categories`: their units with everything below. */
export const Units = v.object({
  categories: v.array(
    v.object({
      product_id: v.number(),
      name: v.string(),
      description: v.string(),
      language_id: v.number(),
      mapped_id: v.nullable(v.number()),
      grades: v.array(v.string()),
      item_count: v.number(),
    }),
  ),
  sub_categories: v.array(
    v.object({
      product_id: v.number(),
      unit_id: v.number(),
      name: v.string(),
      summary: v.string(),
      item_count: v.number(),
      sub_units: v.array(v.object({ ...named('sub_unit_id').entries, level3: v.array(named('level3_id')) })),
    }),
  ),
  default_data: DefaultFilter,
});
export type Units = v.InferOutput<typeof Units>;

/** Search filters, as named in the URL. */
export const searchFilters = ['query', 'place', 'kinds', 'grades', 'languages', 'standards'] as const;

const facet = v.array(v.object({ key: v.string(), count: v.number() }));
/**
 * A page of hits. `facets` count the hits of each value with the other filters unchanged. `standards`: codes recognized in the query;
 * `corrected`: the words searched instead of misspelled ones. `suggestions`, only if there are no hits: the number of hits without each
 * filter (`all`: without any filter but the query).
 */
export const SearchResult = v.object({
  total: v.number(),
  items: v.array(LibraryItem),
  facets: v.object({ kinds: facet, grades: facet, languages: facet, standards: facet }),
  standards: v.array(v.string()),
  corrected: v.nullable(v.string()),
  /** Only titles were searched, because the index is still being built. Absent: no. */
  is_titles_only: v.optional(v.boolean()),
  suggestions: v.array(v.object({ filter: v.picklist([...searchFilters, 'all']), count: v.number() })),
  /** The user's own matching resources, never anybody else's. */
  mine: v.array(ExternalResource),
});
export type SearchResult = v.InferOutput<typeof SearchResult>;

/** A standard with the number of catalog items that serve it. */
export const Standard = v.object({
  code: v.string(),
  framework: v.picklist(['NGSS', 'TEKS']),
  grades: v.string(),
  description: v.string(),
  item_count: v.number(),
});
export type Standard = v.InferOutput<typeof Standard>;

/** Kinds of building blocks for lessons. */
export const blockTypes = ['warm_up', 'hook', 'discussion', 'exit_ticket', 'extension', 'differentiation'] as const;
const blockType = v.picklist(blockTypes);

const externalFields = {
  user_puid: id,
  title: line(200),
  description: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(2000)), ''),
  /** http or https; omitted or null if the resource is a file. */
  url: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(2000), v.url(), v.regex(/^https?:\/\//i, 'webAddress'))), null),
  /** Must be uploaded by the same user. */
  attachment_id: v.optional(idOrNull, null),
  /** What to do with a URL or file that is new to the resource but already used by another of the user's resources. `ask` refuses. */
  same_resource: v.optional(v.picklist(['ask', 'keep']), 'keep'),
};

export const library = {
  units: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/content/get_units',
    summary: 'Get the products with their unit trees and the caller’s starting point',
    access: staff,
    body: v.object({ user_puid: id }),
    data: Units,
    onFailure: 'state',
  }),
  items: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/content/get_items',
    summary: 'List the items of a place in the catalog, in order',
    access: staff,
    body: v.object({ user_puid: id, ...place, language_id: v.optional(smallNumber, Language.english), offset: from, limit }),
    data: v.object({ total: v.number(), items: v.array(LibraryItem) }),
    onFailure: 'state',
  }),
  updateDefaultFilter: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/content/updateDefaultFilter',
    summary: 'Save the caller’s starting point in the library',
    access: staff,
    body: v.object({
      user_puid: id,
      product_id: idOrNull,
      unit_id: v.optional(idOrNull, null),
      sub_unit_id: v.optional(idOrNull, null),
      level3_id: v.optional(idOrNull, null),
      language_id: v.optional(smallNumber, Language.english),
    }),
    data: DefaultFilter,
  }),
  starAndReadingTests: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/content/getStarSmart_and_RcTests',
    summary: 'List the STAR tests and reading comprehension tests',
    access: staff,
    body: v.object({ user_puid: id, language_id: v.optional(smallNumber, Language.english) }),
    data: v.object({ star: v.array(LibraryItem), reading_comprehension: v.array(LibraryItem) }),
    onFailure: 'state',
  }),
  engineeringItems: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/content/get_engineeringDesing_Items',
    summary: 'List the items in which students define, test or improve a design',
    access: staff,
    body: v.object({ user_puid: id, language_id: v.optional(smallNumber, Language.english) }),
    data: v.array(LibraryItem),
    onFailure: 'state',
  }),
  lessonBlockTypes: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/content/get_lesson_block_types',
    summary: 'List the kinds of lesson blocks in a unit or sub-unit',
    access: staff,
    query: v.object({ unit_id: id, product_id: id, subunit_id: v.optional(id) }),
    data: v.array(v.object({ block_type: blockType, count: v.number() })),
    onFailure: 'state',
  }),
  lessonBlocks: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/content/get_lesson_blocks',
    summary: 'List the lesson blocks, the building pieces of a lesson; their HTML is sanitized',
    access: staff,
    body: v.object({ unit_id: id, product_id: id, subunit_id: v.optional(id), block_type: v.optional(blockType) }),
    data: v.array(
      v.object({
        block_id: v.number(),
        block_type: blockType,
        sub_unit_id: v.nullable(v.number()),
        title: v.string(),
        minutes: v.number(),
        html: v.string(),
        standards: v.array(v.string()),
      }),
    ),
    onFailure: 'state',
  }),
  contentItems: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/content/get_content_items',
    summary: 'List the quizzes and assessments of a place; is_learnosity_enabled filters by whether the assessment provider delivers them',
    access: staff,
    query: v.object({ ...place, is_learnosity_enabled: v.optional(flag) }),
    data: v.array(LibraryItem),
    onFailure: 'state',
    origin: 'ours',
  }),
  contentUrlId: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/content/get_content_url_id',
    summary: 'Get the encoded id that opens an item, and record it under "items accessed"',
    access: staff,
    body: v.object({ userPuid: id, item_id: id }),
    data: v.object({ id: v.string(), path: v.string() }),
    onFailure: 'log',
    origin: 'ours',
  }),
  quizSheet: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/content/get_printable_quiz',
    summary: 'Get a printable quiz with its key',
    access: staff,
    body: v.object({ userPuid: id, item_id: id }),
    data: v.object({
      item_id: v.number(),
      title: v.string(),
      intro_html: v.string(),
      minutes: v.number(),
      standards: v.array(v.string()),
      questions: v.array(Question),
      /** Questions with numbers of their own in versions A and B. */
      drawn: v.object({ a: v.array(Question), b: v.array(Question) }),
    }),
    onFailure: 'state',
    origin: 'ours',
  }),

  myLibrary: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/mylibrary/Get_MyLibrary_resources',
    summary: "List the caller's collection: catalog items and external resources",
    access: staff,
    body: v.object({ user_puid: id }),
    data: v.object({ items: v.array(LibraryItem), external: v.array(ExternalResource) }),
    onFailure: 'state',
  }),
  addToMyLibrary: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/mylibrary/add_item',
    summary: 'Add an item to My library; idempotent',
    access: staff,
    body: v.object({
      user_puid: id,
      product_id: id,
      unit_id: id,
      subunit_id: id,
      level3_id: v.optional(idOrNull, null),
      item_id: id,
      item_type_id: smallNumber,
    }),
    data: v.object({ resource_id: v.number() }),
    origin: 'ours',
  }),
  removeFromMyLibrary: call({
    backend: 'lms',
    method: 'DELETE',
    path: '/v2/mylibrary/remove_resource',
    summary: 'Remove an item, or an external resource with its file, from My library',
    access: staff,
    query: v.object({ user_puid: id, resource_id: id }),
    data: nothing,
    origin: 'ours',
  }),
  addExternal: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/mylibrary/add_external_item',
    summary: 'Add an external resource to My library: a link, a file, or both',
    access: staff,
    query: v.object(externalFields),
    data: ExternalResource,
    onFailure: 'state',
    origin: 'ours',
  }),
  updateExternal: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/mylibrary/update_external_item',
    summary: 'Update an external resource',
    access: staff,
    query: v.object({ ...externalFields, resource_id: id }),
    data: ExternalResource,
    onFailure: 'state',
    origin: 'ours',
  }),
  uploadAttachment: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/mylibrary/upload_attachment',
    summary:
      'Upload a file for an external resource. Its type is detected from its bytes. It expires after a day unless a resource uses it',
    access: staff,
    bodyType: 'multipart',
    largest: 10 * 1024 * 1024,
    body: v.object({ user_puid: id, attachment: v.instance(File) }),
    data: v.object({ attachment_id: v.number(), file_name: v.string(), media_type: v.string(), size: v.number() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  attachmentLink: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/mylibrary/get_attachment_link',
    summary: 'Get a download address for a resource’s file, valid for one minute',
    access: staff,
    body: v.object({ user_puid: id, resource_id: id }),
    data: v.object({ path: v.string() }),
    origin: 'ours',
  }),

  citationData: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/Citation/get_citation_data',
    summary: 'Find a grade’s standards by code, in any spelling, or by words, with the items aligned to each',
    access: staff,
    query: v.object({
      grade_id: id,
      standard_name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ''),
      is_teks: flag,
    }),
    data: v.array(
      v.object({
        ...Standard.entries,
        items: v.array(
          v.object({
            item_id: v.number(),
            item_type_id: v.number(),
            title: v.string(),
            language_id: v.number(),
            lexile: v.nullable(v.number()),
            unit_name: v.string(),
          }),
        ),
      }),
    ),
    onFailure: 'state',
  }),
  gradesAndStandards: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/Citation/get_grades_and_standard',
    summary: 'List the framework’s standards with their grades',
    access: staff,
    body: v.object({ is_teks: flag }),
    data: v.object({
      grades: v.array(v.object({ grade_id: v.number(), standard_count: v.number() })),
      standards: v.array(Standard),
    }),
    onFailure: 'state',
  }),
  itemBreakout: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/Citation/get_item_breakout_list',
    summary: 'Get an item’s parts and questions with their standards; `url` is the address that opens it',
    access: staff,
    body: v.object({ url: v.pipe(v.string(), v.maxLength(2000)) }),
    data: v.object({
      item_id: v.number(),
      title: v.string(),
      parts: v.array(
        v.object({
          kind: v.picklist(['section', 'page', 'question']),
          text: v.string(),
          standards: v.array(v.string()),
          points: v.nullable(v.number()),
        }),
      ),
      sources: v.array(v.object({ name: v.string(), note: v.string() })),
    }),
    onFailure: 'state',
  }),
  itemsAccessed: call({
    backend: 'lms',
    method: 'GET',
    path: '/PreviewDashboard/get_preview_items_accessed',
    summary: 'List up to 48 items that the caller has opened, newest first',
    access: staff,
    query: v.object({ user_puid: id }),
    data: v.array(v.object({ item: LibraryItem, accessed_at: v.string(), times: v.number() })),
    onFailure: 'state',
  }),
  search: call({
    backend: 'search',
    method: 'GET',
    path: '/search/',
    summary:
      'Search items by words (tolerating typos), standards in any spelling, place and facets, page by page. Lists are comma-separated',
    access: everyone,
    query: v.object({
      user_puid: id,
      query: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ''),
      product_id: v.optional(id),
      unit_id: v.optional(id),
      subunit_id: v.optional(id),
      level3_id: v.optional(id),
      resource_types_denied: v.optional(idList, ''),
      kinds: v.optional(idList, ''),
      grades: v.optional(textList, ''),
      languages: v.optional(idList, ''),
      standards: v.optional(textList, ''),
      offset: from,
      limit,
    }),
    data: SearchResult,
    onFailure: 'state',
  }),
};
