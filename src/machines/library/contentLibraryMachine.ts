import { and, assign, not, setup } from 'xstate';
import type { DefaultFilter, SearchResult, Units } from '../../../contract/library.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failed, failure, type Problem, setProblem, toProblem, withProblem } from '../problem.ts';

/** The library's filter, which is stored in the address. Empty lists and nulls do not filter. */
export interface LibraryFilter {
  query: string;
  productId: number | null;
  unitId: number | null;
  subUnitId: number | null;
  level3Id: number | null;
  /** Resource type ids. */
  kinds: number[];
  grades: string[];
  languages: number[];
  standards: string[];
}

/** Results cached from an earlier visit with the same filter. */
export interface KeptLibrary {
  units: Units;
  result: SearchResult;
  /** The item opened last. */
  selected: number | null;
}

export interface LibraryInput {
  userPuid: number;
  /** Null: the address has no filter, so the user's saved starting point applies. */
  filter: LibraryFilter | null;
  kept: KeptLibrary | null;
}

export interface LibrarySearch {
  userPuid: number;
  filter: LibraryFilter;
  offset: number;
  /** Number of items; null: one page. */
  count: number | null;
}

export const emptyFilter: LibraryFilter = {
  query: '',
  productId: null,
  unitId: null,
  subUnitId: null,
  level3Id: null,
  kinds: [],
  grades: [],
  languages: [],
  standards: [],
};

/** Language whose items belong to the mapped product (specification, section 9). */
const mappedLanguage = 102;

/** The user's starting point as a filter. In the mapped language it keeps the language and uses the product's mapped product. */
export function filterOfStart(
  { product_id, unit_id, sub_unit_id, level3_id, language_id }: DefaultFilter,
  categories: Units['categories'],
) {
  const start: LibraryFilter = { ...emptyFilter, productId: product_id, unitId: unit_id, subUnitId: sub_unit_id, level3Id: level3_id };
  if (language_id !== mappedLanguage) return start;
  const languages = [language_id];
  const chosen = categories.find((product) => product.product_id === product_id);
  const mapped = chosen?.language_id === mappedLanguage ? null : (chosen?.mapped_id ?? null);
  // Units and the levels below them belong to one product.
  return mapped === null ? { ...start, languages } : { ...emptyFilter, productId: mapped, languages };
}

export const contentLibraryReasons: Reasons<'isKept' | 'hasFilter' | 'hasMore' | 'hasHits'> = {
  isKept: 'No results are cached from an earlier visit with this filter.',
  hasFilter: "The address has no filter, and the user's starting point has not loaded yet.",
  hasMore: 'All items found are already on the screen.',
  hasHits: 'The search found nothing.',
};

/** The content library: categories, faceted search and the user's starting point (specification, sections 3, 7 and 9). */
export const contentLibraryMachine = setup({
  types: {
    input: {} as LibraryInput,
    context: {} as {
      userPuid: number;
      units: Units | null;
      filter: LibraryFilter | null;
      result: SearchResult | null;
      selected: number | null;
      problem: Problem | null;
      placesProblem: Problem | null;
    },
    events: {} as
      | { type: 'places.retried' }
      | { type: 'filter.changed'; filter: LibraryFilter }
      | { type: 'results.retried' }
      | { type: 'end.reached' }
      | { type: 'item.opened'; itemId: number }
      | { type: 'start.saved'; start: DefaultFilter },
    tags: {} as
      | 'busy'
      | 'failed'
      | 'ready'
      | 'placesReady'
      | 'placesFailed'
      | 'waiting'
      | 'searching'
      | 'searchFailed'
      | 'extending'
      | 'cut'
      | 'empty',
    meta: {} as ChartMeta,
  },
  actors: {
    loadPlaces: actorSlot<Units, { userPuid: number }>('loadPlaces', 'POST /v2/content/get_units'),
    search: actorSlot<SearchResult, LibrarySearch>('search', 'GET /search/'),
  },
  actions: {
    setPlaces: assign({ units: (_, { units }: { units: Units }) => units, placesProblem: null }),
    setPlacesProblem: assign({ placesProblem: (_, { error }: { error: unknown }) => toProblem(error) }),
    beginAtStart: assign({ filter: ({ context }) => context.units && filterOfStart(context.units.default_data, context.units.categories) }),
    setStart: assign({
      units: ({ context }, { start }: { start: DefaultFilter }) => context.units && { ...context.units, default_data: start },
    }),
    setFilter: assign({ filter: (_, { filter }: { filter: LibraryFilter }) => filter }),
    setResult: assign({ result: (_, { result }: { result: SearchResult }) => result, problem: null }),
    addResult: assign({
      result: ({ context }, { result }: { result: SearchResult }) => ({
        ...result,
        items: [...(context.result?.items ?? []), ...result.items],
      }),
    }),
    setProblem,
    setSelected: assign({ selected: (_, { itemId }: { itemId: number }) => itemId }),
    /** The view reports the opening to the backend in the background. */
    noteOpening: (_, _params: { itemId: number }) => {},
  },
  guards: {
    isKept: ({ context }) => context.result !== null && context.result.items.length > 0,
    hasFilter: ({ context }) => context.filter !== null,
    hasHits: (_, { result }: { result: SearchResult }) => result.total > 0,
    hasMore: ({ context }) => context.result !== null && context.result.items.length < context.result.total,
  },
}).createMachine({
  id: 'contentLibrary',
  description: 'A teacher browses and searches the content library. Results and categories work independently.',
  meta: { reasons: contentLibraryReasons },
  context: ({ input }) => ({
    userPuid: input.userPuid,
    units: input.kept?.units ?? null,
    filter: input.filter,
    result: input.kept?.result ?? null,
    selected: input.kept?.selected ?? null,
    problem: null,
    placesProblem: null,
  }),
  type: 'parallel',
  on: {
    'item.opened': {
      actions: [
        { type: 'setSelected', params: ({ event }) => event },
        { type: 'noteOpening', params: ({ event }) => event },
      ],
      description: 'The teacher opens an item. It is selected again when the teacher comes back.',
    },
  },
  states: {
    places: {
      description: "Products, units and the levels below them, and the user's saved starting point.",
      initial: 'loading',
      states: {
        loading: {
          description: 'Loading the categories. Cached ones stay on the screen.',
          tags: 'busy',
          invoke: {
            id: 'loadPlaces',
            src: 'loadPlaces',
            input: ({ context }) => ({ userPuid: context.userPuid }),
            onDone: [
              {
                guard: not('hasFilter'),
                target: 'ready',
                actions: [{ type: 'setPlaces', params: ({ event }) => ({ units: event.output }) }, 'beginAtStart'],
                description: "The address has no filter: begin at the user's starting point.",
              },
              {
                target: 'ready',
                actions: { type: 'setPlaces', params: ({ event }) => ({ units: event.output }) },
                description: 'The categories have loaded.',
              },
            ],
            onError: {
              target: 'failed',
              actions: { type: 'setPlacesProblem', ...failure },
              description: 'There was no usable answer.',
            },
          },
        },
        failed: {
          description: 'The categories could not be loaded. The screen shows the reason and offers Try again.',
          ...failed({ announce: 'common_load_failed', focus: 'problem' }, 'placesFailed'),
          on: { 'places.retried': { target: 'loading', description: 'The teacher presses Try again.' } },
        },
        ready: {
          description: 'The categories have loaded and can be chosen.',
          tags: 'placesReady',
          on: {
            'start.saved': {
              actions: { type: 'setStart', params: ({ event }) => event },
              description: 'The teacher has saved a starting point: from now on the library opens there.',
            },
          },
        },
      },
    },
    results: {
      description: 'The items that match the filter.',
      initial: 'opening',
      on: {
        'filter.changed': {
          target: '.searching',
          actions: { type: 'setFilter', params: ({ event }) => event },
          description: 'The address has changed: a new filter, a new search or the Back button.',
        },
      },
      states: {
        opening: {
          description: 'Checks whether the filter is known and whether cached results can be shown.',
          always: [
            { guard: and(['hasFilter', 'isKept']), target: 'refreshing' },
            { guard: 'hasFilter', target: 'searching' },
            { target: 'waiting' },
          ],
        },
        waiting: {
          description: "Waiting for the user's starting point before the first search.",
          tags: ['busy', 'waiting'],
          always: { guard: 'hasFilter', target: 'searching', description: 'The filter is known: start the search.' },
        },
        searching: {
          description: 'Waiting for the search. Earlier results stay on the screen.',
          tags: ['busy', 'searching'],
          invoke: {
            id: 'search',
            src: 'search',
            input: ({ context }) => ({ userPuid: context.userPuid, filter: context.filter ?? emptyFilter, offset: 0, count: null }),
            onDone: [
              {
                guard: { type: 'hasHits', params: ({ event }) => ({ result: event.output }) },
                target: 'shown',
                actions: { type: 'setResult', params: ({ event }) => ({ result: event.output }) },
                description: 'The search found items.',
              },
              {
                target: 'empty',
                actions: { type: 'setResult', params: ({ event }) => ({ result: event.output }) },
                description: 'Nothing matches. The answer says which filter to remove.',
              },
            ],
            onError: { target: 'failed', ...withProblem, description: 'There was no usable answer.' },
          },
        },
        refreshing: {
          description: 'Cached results are on the screen while the search runs again.',
          tags: ['ready', 'busy'],
          invoke: {
            id: 'search',
            src: 'search',
            input: ({ context }) => ({
              userPuid: context.userPuid,
              filter: context.filter ?? emptyFilter,
              offset: 0,
              count: context.result?.items.length ?? null,
            }),
            onDone: [
              {
                guard: { type: 'hasHits', params: ({ event }) => ({ result: event.output }) },
                target: 'shown',
                actions: { type: 'setResult', params: ({ event }) => ({ result: event.output }) },
                description: 'The new results have loaded.',
              },
              {
                target: 'empty',
                actions: { type: 'setResult', params: ({ event }) => ({ result: event.output }) },
                description: 'Nothing matches any longer.',
              },
            ],
            onError: { target: 'shown', description: 'The search failed: keep the cached results.' },
          },
        },
        shown: {
          description: 'The items loaded so far are on the screen.',
          tags: 'ready',
          initial: 'still',
          states: {
            still: {
              description: 'Waiting for the teacher to scroll to the end.',
              on: {
                'end.reached': { guard: 'hasMore', target: 'extending', description: 'The teacher scrolls near the end of the list.' },
              },
            },
            extending: {
              description: 'Loading the next page. The items above stay on the screen.',
              tags: 'extending',
              invoke: {
                id: 'searchMore',
                src: 'search',
                input: ({ context }) => ({
                  userPuid: context.userPuid,
                  filter: context.filter ?? emptyFilter,
                  offset: context.result?.items.length ?? 0,
                  count: null,
                }),
                onDone: {
                  target: 'still',
                  actions: { type: 'addResult', params: ({ event }) => ({ result: event.output }) },
                  description: 'The next page has loaded.',
                },
                onError: { target: 'cut', ...withProblem, description: 'The next page could not be loaded.' },
              },
            },
            cut: {
              description: 'The next page could not be loaded. The items so far stay on the screen, and the teacher can try again.',
              tags: 'cut',
              on: { 'results.retried': { target: 'extending', description: 'The teacher presses Try again.' } },
            },
          },
        },
        empty: {
          description: 'Nothing matches. The screen suggests which filter to remove and how many items that would give.',
          tags: ['ready', 'empty'],
          meta: { announce: 'library_nothing_found' },
        },
        failed: {
          description: 'The search had no usable answer. The screen shows the reason and offers Try again.',
          ...failed({ announce: 'common_load_failed', focus: 'problem' }, 'searchFailed'),
          on: { 'results.retried': { target: 'searching', description: 'The teacher presses Try again.' } },
        },
      },
    },
  },
});
