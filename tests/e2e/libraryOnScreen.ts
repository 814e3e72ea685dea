import type { LibraryItem, SearchResult, Units } from '../../contract/library.ts';

/** An item and a search result, for walks of the library's charts. */
export const itemOf = (item_id: number): LibraryItem => ({
  item_id,
  item_type_id: 1,
  title: `Water ${item_id}`,
  summary: 'Where it goes.',
  minutes: 10,
  grades: ['6'],
  standards: [],
  language_id: 101,
  mapped_id: null,
  is_assignable: true,
  is_learnosity_enabled: false,
  quiz_id: null,
  product_id: 1,
  unit_id: 2,
  sub_unit_id: 3,
  level3_id: null,
  lexile: null,
  spanish_remark: null,
  picture: null,
  used: null,
  resource_id: null,
});
export const resultOf = (total: number, items: LibraryItem[]): SearchResult => ({
  total,
  items,
  facets: { kinds: [], grades: [], languages: [], standards: [] },
  standards: [],
  corrected: null,
  suggestions: [],
  mine: [],
});
/** One course with this many items, where teachers start. */
export const unitsOf = (item_count: number): Units => ({
  categories: [{ product_id: 1, name: 'Course', description: '', language_id: 101, mapped_id: null, grades: ['6'], item_count }],
  sub_categories: [],
  default_data: { product_id: 1, unit_id: null, sub_unit_id: null, level3_id: null, language_id: 101 },
});
