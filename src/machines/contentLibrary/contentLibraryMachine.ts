import { and, assign, emit, not, setup } from 'xstate';
import type { DefaultFilter, SearchResult, Units } from '../../../contract/library.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

/** What the library is narrowed to; it stands in the address. Empty lists and nulls narrow nothing. */
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

/** What an earlier visit showed for this very filter. */
export interface KeptLibrary {
  units: Units;
  result: SearchResult;
  /** The item that was opened last. */
  selected: number | null;
}

export interface LibraryInput {
  userPuid: number;
  /** Null: the address says nothing, so the person's own start counts. */
  filter: LibraryFilter | null;
  kept: KeptLibrary | null;
}

export interface LibrarySearch {
  userPuid: number;
  filter: LibraryFilter;
  offset: number;
  /** How many; null: a page. */
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

/** The language whose items are those of the mapped product (specification, section 9). */
const mappedLanguage = 102;

/** Where a person begins, as a filter. A start in the mapped language keeps it, and is in the product that the chosen one maps to. */
export function filterOfStart(
  { product_id, unit_id, sub_unit_id, level3_id, language_id }: DefaultFilter,
  categories: Units['categories'],
) {
  const start: LibraryFilter = { ...emptyFilter, productId: product_id, unitId: unit_id, subUnitId: sub_unit_id, level3Id: level3_id };
  if (language_id !== mappedLanguage) return start;
  const languages = [language_id];
  const chosen = categories.find((product) => product.product_id === product_id);
  const mapped = chosen?.language_id === mappedLanguage ? null : (chosen?.mapped_id ?? null);
  // Units and what is below them belong to one product.
  return mapped === null ? { ...start, languages } : { ...emptyFilter, productId: mapped, languages };
}

export const contentLibraryReasons: Reasons<'isKept' | 'hasFilter' | 'hasMore' | 'hasHits'> = {
  isKept: 'Nothing was kept of an earlier visit to this very place.',
  hasFilter: 'The address says nothing: the start of this person must be known first.',
  hasMore: 'Everything that was found is on the screen.',
  hasHits: 'Nothing was found.',
};

/** The content library: its places, its search with facets, and where the person begins (specification, sections 3, 7 and 9). */
export const contentLibraryMachine = setup({
  types: {
    input: {} as LibraryInput,
    context: {} as {
      userPuid: number;
      units: Units | null;
      filter: LibraryFilter | null;
      result: SearchResult | null;
      selected: number | null;
      /** What is in the search field. */
      query: string;
      problem: Problem | null;
      placesProblem: Problem | null;
    },
    events: {} as
      | { type: 'places.retried' }
      | { type: 'filter.changed'; filter: LibraryFilter }
      | { type: 'results.retried' }
      | { type: 'end.reached' }
      | { type: 'item.opened'; itemId: number }
      | { type: 'query.typed'; query: string }
      | { type: 'query.submitted' }
      | { type: 'start.saved' },
    emitted: {} as { type: 'start.known'; start: DefaultFilter } | { type: 'query.settled'; query: string },
    tags: {} as 'busy' | 'failed' | 'ready',
    meta: {} as ChartMeta,
  },
  actors: {
    loadPlaces: actorSlot<Units, { userPuid: number }>('loadPlaces', 'POST /v2/content/get_units'),
    search: actorSlot<SearchResult, LibrarySearch>('search', 'GET /search/'),
    saveStart: actorSlot<DefaultFilter, { userPuid: number; filter: LibraryFilter }>('saveStart', 'POST /v2/content/updateDefaultFilter'),
  },
  actions: {
    setPlaces: assign({ units: (_, { units }: { units: Units }) => units, placesProblem: null }),
    setPlacesProblem: assign({ placesProblem: (_, { error }: { error: unknown }) => toProblem(error) }),
    beginAtStart: assign({ filter: ({ context }) => context.units && filterOfStart(context.units.default_data, context.units.categories) }),
    setStart: assign({
      units: ({ context }, { start }: { start: DefaultFilter }) => context.units && { ...context.units, default_data: start },
    }),
    setFilter: assign({
      filter: (_, { filter }: { filter: LibraryFilter }) => filter,
      query: (_, { filter }: { filter: LibraryFilter }) => filter.query,
    }),
    setResult: assign({ result: (_, { result }: { result: SearchResult }) => result, problem: null }),
    addResult: assign({
      result: ({ context }, { result }: { result: SearchResult }) => ({
        ...result,
        items: [...(context.result?.items ?? []), ...result.items],
      }),
    }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    setSelected: assign({ selected: (_, { itemId }: { itemId: number }) => itemId }),
    setQuery: assign({ query: (_, { query }: { query: string }) => query }),
    tellQuery: emit(({ context }) => ({ type: 'query.settled' as const, query: context.query })),
    /** The view tells the backend, in the background, that an item was opened. */
    noteOpening: (_, _params: { itemId: number }) => {},
  },
  guards: {
    isKept: ({ context }) => context.result !== null,
    hasFilter: ({ context }) => context.filter !== null,
    hasHits: (_, { result }: { result: SearchResult }) => result.total > 0,
    hasMore: ({ context }) => context.result !== null && context.result.items.length < context.result.total,
  },
  delays: { pause: 300 },
}).createMachine({
  id: 'contentLibrary',
  description: 'A teacher looks through the content, finds what to teach with, and keeps it.',
  meta: { reasons: contentLibraryReasons },
  context: ({ input }) => ({
    userPuid: input.userPuid,
    units: input.kept?.units ?? null,
    filter: input.filter,
    result: input.kept?.result ?? null,
    selected: input.kept?.selected ?? null,
    query: input.filter?.query ?? '',
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
      description: 'The teacher opens an item: coming back, it is the one that is shown.',
    },
  },
  states: {
    places: {
      description: 'Products, units and all below.',
      initial: 'loading',
      states: {
        loading: {
          description: 'They are fetched; what an earlier visit left stays meanwhile.',
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
                description: 'The address said nothing: the start of this person counts.',
              },
              {
                target: 'ready',
                actions: { type: 'setPlaces', params: ({ event }) => ({ units: event.output }) },
                description: 'They are there.',
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
          description: 'The places could not be loaded.',
          tags: 'failed',
          meta: { announce: 'common_load_failed', focus: 'problem' },
          on: { 'places.retried': { target: 'loading', description: 'The teacher presses Try again.' } },
        },
        ready: {
          description: 'The places can be chosen.',
          initial: 'unchanged',
          states: {
            unchanged: {
              description: 'The start is what it was.',
              on: { 'start.saved': { guard: 'hasFilter', target: 'saving', description: 'The teacher wants to begin here from now on.' } },
            },
            saving: {
              description: 'The start is kept on the server.',
              tags: 'busy',
              invoke: {
                id: 'saveStart',
                src: 'saveStart',
                input: ({ context }) => ({ userPuid: context.userPuid, filter: context.filter ?? emptyFilter }),
                onDone: {
                  target: 'saved',
                  actions: { type: 'setStart', params: ({ event }) => ({ start: event.output }) },
                  description: 'The library opens here from now on.',
                },
                onError: { target: 'unchanged', description: 'It could not be kept; the message says why.' },
              },
            },
            saved: {
              description: 'This is where the teacher begins.',
              meta: { announce: 'library_start_saved' },
              on: { 'filter.changed': { target: 'unchanged', description: 'The teacher goes somewhere else.' } },
            },
          },
        },
      },
    },
    results: {
      description: 'What the filter gives.',
      initial: 'opening',
      on: {
        'filter.changed': {
          target: '.searching',
          actions: { type: 'setFilter', params: ({ event }) => event },
          description: 'The address says something else: a filter, other words, or Back.',
        },
      },
      states: {
        opening: {
          description: 'An earlier visit may have left something to show at once.',
          always: [
            { guard: and(['hasFilter', 'isKept']), target: 'refreshing' },
            { guard: 'hasFilter', target: 'searching' },
            { target: 'waiting' },
          ],
        },
        waiting: {
          description: 'Where to begin is not known yet.',
          tags: 'busy',
          always: { guard: 'hasFilter', target: 'searching', description: 'The start is known.' },
        },
        searching: {
          description: 'The items are looked for; what was there stays in sight.',
          tags: 'busy',
          invoke: {
            id: 'search',
            src: 'search',
            input: ({ context }) => ({ userPuid: context.userPuid, filter: context.filter ?? emptyFilter, offset: 0, count: null }),
            onDone: [
              {
                guard: { type: 'hasHits', params: ({ event }) => ({ result: event.output }) },
                target: 'shown',
                actions: { type: 'setResult', params: ({ event }) => ({ result: event.output }) },
                description: 'Items were found.',
              },
              {
                target: 'empty',
                actions: { type: 'setResult', params: ({ event }) => ({ result: event.output }) },
                description: 'Nothing fits; the answer says which filter to drop.',
              },
            ],
            onError: {
              target: 'failed',
              actions: { type: 'setProblem', ...failure },
              description: 'There was no usable answer.',
            },
          },
        },
        refreshing: {
          description: 'What an earlier visit showed is on the screen, and is looked for again.',
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
                description: 'The newest is there.',
              },
              {
                target: 'empty',
                actions: { type: 'setResult', params: ({ event }) => ({ result: event.output }) },
                description: 'Nothing fits any more.',
              },
            ],
            onError: { target: 'shown', description: 'The newest could not be had: what was kept stays.' },
          },
        },
        shown: {
          description: 'Items are on the screen, as many as were asked for so far.',
          tags: 'ready',
          initial: 'still',
          states: {
            still: {
              description: 'Nothing is under way.',
              on: {
                'end.reached': { guard: 'hasMore', target: 'extending', description: 'The teacher comes near the end of what is there.' },
              },
            },
            extending: {
              description: 'The next page is fetched.',
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
                  description: 'The next page is there.',
                },
                onError: {
                  target: 'cut',
                  actions: { type: 'setProblem', ...failure },
                  description: 'The next page could not be had.',
                },
              },
            },
            cut: {
              description: 'What follows could not be loaded; what is there stays.',
              on: { 'results.retried': { target: 'extending', description: 'The teacher presses Try again.' } },
            },
          },
        },
        empty: {
          description: 'Nothing fits; the screen says which filter to drop and what that would give.',
          tags: 'ready',
          meta: { announce: 'library_nothing_found' },
        },
        failed: {
          description: 'The search had no usable answer.',
          tags: 'failed',
          meta: { announce: 'common_load_failed', focus: 'problem' },
          on: { 'results.retried': { target: 'searching', description: 'The teacher presses Try again.' } },
        },
      },
    },
    field: {
      description: 'The search field.',
      initial: 'still',
      states: {
        still: {
          description: 'The field says what is searched.',
          on: {
            'query.typed': {
              target: 'typing',
              actions: { type: 'setQuery', params: ({ event }) => event },
              description: 'The teacher types.',
            },
          },
        },
        typing: {
          description: 'More letters may come: the search waits for a pause.',
          after: { pause: { target: 'still', actions: 'tellQuery', description: 'A pause: the words go into the address.' } },
          on: {
            'query.typed': {
              target: 'typing',
              reenter: true,
              actions: { type: 'setQuery', params: ({ event }) => event },
              description: 'The teacher types on.',
            },
            'query.submitted': { target: 'still', actions: 'tellQuery', description: 'Enter: no need to wait.' },
            'filter.changed': { target: 'still', description: 'Another filter, or Back, takes the field along.' },
          },
        },
      },
    },
  },
});
