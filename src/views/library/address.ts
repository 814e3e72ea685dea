import { emptyFilter, type LibraryFilter } from '../../machines/library/contentLibraryMachine.ts';

/** The parts of the library, in tab order. */
export const libraryTabs = ['items', 'lessons', 'tests', 'engineering', 'blocks', 'mine', 'recent'] as const;
export type LibraryTab = (typeof libraryTabs)[number];

const numbers = (text: string | null) =>
  (text ?? '')
    .split(',')
    .filter((one) => /^\d{1,16}$/.test(one))
    .map(Number);
const id = (text: string | null) => numbers(text)[0] ?? null;
const texts = (text: string | null) => (text ?? '').split(',').filter((one) => one !== '');

/** The filter's parameters in the address. */
const keys = ['q', 'product', 'unit', 'sub', 'level3', 'kinds', 'grades', 'languages', 'standards'];

/** The library filter in the address; null if there is none. `product=all` is everything. */
export function readFilter(params: URLSearchParams): LibraryFilter | null {
  if (!keys.some((key) => params.has(key))) return null;
  return {
    query: (params.get('q') ?? '').slice(0, 200),
    productId: id(params.get('product')),
    unitId: id(params.get('unit')),
    subUnitId: id(params.get('sub')),
    level3Id: id(params.get('level3')),
    kinds: numbers(params.get('kinds')),
    grades: texts(params.get('grades')),
    languages: numbers(params.get('languages')),
    standards: texts(params.get('standards')),
  };
}

/** The address parameters of a filter. Equal filters give equal addresses. */
export function writeFilter(filter: LibraryFilter): URLSearchParams {
  const params = new URLSearchParams();
  const set = (key: string, value: string | number | null) => {
    if (value !== null && value !== '') params.set(key, String(value));
  };
  set('q', filter.query);
  set('product', filter.productId ?? 'all');
  set('unit', filter.unitId);
  set('sub', filter.subUnitId);
  set('level3', filter.level3Id);
  set('kinds', filter.kinds.join(','));
  set('grades', filter.grades.join(','));
  set('languages', filter.languages.join(','));
  set('standards', filter.standards.join(','));
  return params;
}

export const readTab = (params: URLSearchParams): LibraryTab => libraryTabs.find((tab) => tab === params.get('tab')) ?? 'items';

/** The filter without one part, as suggested by an empty result. */
export function without(filter: LibraryFilter, part: string): LibraryFilter {
  switch (part) {
    case 'query':
      return { ...filter, query: '' };
    case 'place':
      return { ...filter, productId: null, unitId: null, subUnitId: null, level3Id: null };
    case 'kinds':
    case 'grades':
    case 'languages':
    case 'standards':
      return { ...filter, [part]: [] };
    default:
      return { ...emptyFilter, query: filter.query };
  }
}
