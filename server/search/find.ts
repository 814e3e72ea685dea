import { type SearchResult, searchFilters } from '../../contract/library.ts';
import { type Catalogue, type CatalogueItem, inLanguage } from './catalogue.ts';
import { wordsOf } from './words.ts';

/** A search request. Empty lists do not filter. */
export interface Wanted {
  query: string;
  product_id?: number | undefined;
  unit_id?: number | undefined;
  subunit_id?: number | undefined;
  level3_id?: number | undefined;
  /** Kinds that are never shown. */
  resource_types_denied: readonly number[];
  kinds: readonly number[];
  grades: readonly string[];
  languages: readonly number[];
  standards: readonly string[];
  /** Only items that can be assigned to students. */
  isAssignableOnly?: boolean;
}

type Filter = (typeof searchFilters)[number];
type Facets = SearchResult['facets'];

/** Search result. `numbers` are positions in `catalogue.items`, best first. */
export interface Found extends Pick<SearchResult, 'facets' | 'standards' | 'corrected' | 'suggestions'> {
  numbers: number[];
  /** The index is still being built, so only titles were searched. */
  isTitlesOnly: boolean;
}

type Search = NonNullable<Catalogue['search']>;

const mostStandards = 60;
const weights = { title: 6, kind: 4, summary: 2, place: 1.5, terms: 1 };
/** A word with this many hits needs no prefix search. */
const frequent = 2000;

/** Number of typos allowed in a word. */
const tolerance = (word: string) => (word.length < 4 || /\d/.test(word) ? 0 : word.length < 5 ? 1 : word.length < 9 ? 2 : 3);

/** The most likely catalog word for a typed one. Returns the word itself if it is one, or the beginning of one. */
function meant({ words }: Search, word: string, isLast: boolean): string {
  if (words.has(word)) return word;
  if (isLast && word.length > 1 && words.search(word, { prefix: true }).length > 0) return word;
  const [best] = words
    .search(word, { fuzzy: () => tolerance(word), prefix: false })
    // Prefers frequent words and those with the same first letter.
    .map((hit) => ({
      word: String(hit.id),
      score: hit.score * (1 + Math.log1p(Number(hit.count)) / 10) * (String(hit.id)[0] === word[0] ? 1.4 : 1),
    }))
    .toSorted((a, b) => b.score - a.score);
  return best?.word ?? word;
}

/** Items with all words in their titles, used until the index exists. Matches inside words; no typo correction. */
function inTitles({ items }: Catalogue, typed: readonly string[]): number[] {
  const numbers: number[] = [];
  for (const [number, { title }] of items.entries()) {
    const isAscii = !/[^\u0020-\u007e]/.test(title);
    const plain = (isAscii ? title : title.normalize('NFD').replace(/\p{M}/gu, '')).toLowerCase();
    if (typed.every((word) => plain.includes(word))) numbers.push(number);
  }
  return numbers;
}

function withWords(catalogue: Catalogue, text: string): { numbers: number[]; corrected: string | null } {
  const typed = wordsOf(text);
  if (typed.length === 0) return { numbers: [], corrected: null };
  const { search } = catalogue;
  if (!search) return { numbers: inTitles(catalogue, typed), corrected: null };
  const words = typed.map((word, index) => meant(search, word, index === typed.length - 1));
  const look = (combineWith: 'AND' | 'OR') =>
    search.index
      .search({
        queries: words,
        combineWith,
        prefix: (word: string) => word.length > 2 && Number(search.words.getStoredFields(word)?.count ?? 0) < frequent,
        boost: weights,
        weights: { fuzzy: 0.4, prefix: 0.5 },
      })
      .map((hit) => hit.id as number);
  const all = look('AND');
  const numbers = all.length > 0 || words.length === 1 ? all : look('OR');
  const isCorrected = numbers.length > 0 && words.some((word, index) => word !== typed[index]);
  return { numbers, corrected: isCorrected ? words.join(' ') : null };
}

/**
 * Items that serve these standards, most relevant first. The first standard an item names within its framework is its main one; the others
 * are secondary. Ties keep catalog order.
 */
function withStandards({ items, byStandard }: Catalogue, codes: readonly string[]): number[] {
  const wanted = new Set(codes);
  const isTeks = (code: string) => code.startsWith('TEKS');
  const placeOf = (standards: readonly string[]): number => {
    let [ofTeks, ofOthers] = [0, 0];
    for (const code of standards) {
      const place = isTeks(code) ? ofTeks++ : ofOthers++;
      if (wanted.has(code)) return place;
    }
    return 0;
  };
  const serves = new Uint8Array(items.length);
  for (const code of codes) for (const number of byStandard.get(code) ?? []) serves[number] = 1;
  // Many items share the same list.
  const known = new Map<readonly string[], number>();
  const byPlace: number[][] = [];
  for (let number = serves.indexOf(1); number !== -1; number = serves.indexOf(1, number + 1)) {
    const { standards } = items[number] as CatalogueItem;
    let place = known.get(standards);
    if (place === undefined) {
      place = placeOf(standards);
      known.set(standards, place);
    }
    const alike = byPlace[place] ?? [];
    alike.push(number);
    byPlace[place] = alike;
  }
  return byPlace.flat();
}

/** Items that match the words and standards of a query, best first. Undefined for an empty query, which matches all. */
function candidatesOf(catalogue: Catalogue, query: string) {
  const { codes, words } = catalogue.reader.read(query);
  if (query.trim() === '') return { numbers: undefined, standards: [], corrected: null, needsWords: false };
  const ofCodes = codes.length > 0 ? withStandards(catalogue, codes) : undefined;
  if (ofCodes && words === '') return { numbers: ofCodes, standards: codes, corrected: null, needsWords: false };
  const { numbers, corrected } = withWords(catalogue, words);
  const serving = new Set(ofCodes);
  return { numbers: ofCodes ? numbers.filter((number) => serving.has(number)) : numbers, standards: codes, corrected, needsWords: true };
}

const intersects = <T>(wanted: ReadonlySet<T>, has: readonly T[]) => wanted.size === 0 || has.some((one) => wanted.has(one));

/** Counts items per facet value. */
class Counter {
  readonly #counts = new Map<string, number>();
  add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }
  /** Highest count first. Selected values are included even with a count of zero. */
  list(chosen: readonly (string | number)[], most = Number.POSITIVE_INFINITY): { key: string; count: number }[] {
    for (const key of chosen.map(String)) if (!this.#counts.has(key)) this.#counts.set(key, 0);
    return [...this.#counts]
      .map(([key, count]) => ({ key, count }))
      .toSorted((a, b) => b.count - a.count || a.key.localeCompare(b.key, 'en', { numeric: true }))
      .filter(({ key }, index) => index < most || chosen.map(String).includes(key));
  }
}

/** Searches, filters and counts in one pass over the candidates. */
export function find(catalogue: Catalogue, wanted: Wanted): Found {
  const { items, reader } = catalogue;
  const candidates = candidatesOf(catalogue, wanted.query);
  const kinds = new Set(wanted.kinds);
  const denied = new Set(wanted.resource_types_denied);
  const grades = new Set(wanted.grades);
  const languages = new Set(wanted.languages);
  const standards = new Set(wanted.standards.flatMap((one) => reader.read(one).codes));
  const [only] = wanted.languages.length === 1 ? wanted.languages : [];
  const place = { ...wanted, ...(only === undefined ? {} : inLanguage(catalogue, wanted, only)) };

  const isAllowed = (item: CatalogueItem) => !denied.has(item.item_type_id) && (!wanted.isAssignableOnly || item.is_assignable === 1);
  const isThere = (item: CatalogueItem) =>
    (place.level3_id === undefined || item.level3_id === place.level3_id) &&
    (place.subunit_id === undefined || item.sub_unit_id === place.subunit_id) &&
    (place.unit_id === undefined || item.unit_id === place.unit_id) &&
    (place.product_id === undefined || item.product_id === place.product_id);
  // A filter of only unknown standards matches nothing instead of everything.
  const hasNoStandard = wanted.standards.length > 0 && standards.size === 0;
  /** The only filter that rejects an item: undefined if none does, null if several do. */
  const keptOutBy = (item: CatalogueItem): Filter | undefined | null => {
    let by: Filter | undefined;
    let count = 0;
    // Avoids allocating a list, because this runs for every candidate.
    const fails = (filter: Filter) => {
      by = filter;
      count++;
    };
    if (!isThere(item)) fails('place');
    if (kinds.size > 0 && !kinds.has(item.item_type_id)) fails('kinds');
    if (!intersects(grades, item.grades)) fails('grades');
    if (languages.size > 0 && !languages.has(item.language_id)) fails('languages');
    if (hasNoStandard || !intersects(standards, item.standards)) fails('standards');
    return count > 1 ? null : by;
  };

  const numbers: number[] = [];
  const counters = { kinds: new Counter(), grades: new Counter(), languages: new Counter(), standards: new Counter() };
  const without = new Map<Filter | 'all', number>();
  const count = (filter: Filter | 'all') => without.set(filter, (without.get(filter) ?? 0) + 1);
  const look = (number: number) => {
    const item = items[number] as CatalogueItem;
    if (!isAllowed(item)) return;
    count('all');
    const by = keptOutBy(item);
    if (by === null) return;
    if (by === undefined) numbers.push(number);
    else count(by);
    const counts = (facet: keyof Facets) => by === undefined || by === facet;
    if (counts('kinds')) counters.kinds.add(String(item.item_type_id));
    if (counts('grades')) for (const grade of item.grades) counters.grades.add(grade);
    if (counts('languages')) counters.languages.add(String(item.language_id));
    if (counts('standards')) for (const code of item.standards) counters.standards.add(code);
  };
  if (candidates.numbers) for (const number of candidates.numbers) look(number);
  else for (let number = 0; number < items.length; number++) look(number);

  if (numbers.length === 0 && candidates.numbers)
    for (const item of items) if (isAllowed(item) && keptOutBy(item) === undefined) count('query');
  const suggestions =
    numbers.length > 0
      ? []
      : ([...searchFilters, 'all'] as const).flatMap((filter) => {
          const found = without.get(filter) ?? 0;
          return found > 0 ? [{ filter, count: found }] : [];
        });
  return {
    numbers,
    isTitlesOnly: catalogue.search === null && candidates.needsWords,
    standards: candidates.standards,
    corrected: candidates.corrected,
    suggestions,
    facets: {
      kinds: counters.kinds.list(wanted.kinds),
      grades: counters.grades.list(wanted.grades),
      languages: counters.languages.list(wanted.languages),
      standards: counters.standards.list([...standards], mostStandards),
    },
  };
}
