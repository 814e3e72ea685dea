import type { LibraryItem, SearchResult, Units } from '../../contract/library.ts';
import { contentLibraryMachine, emptyFilter, type LibraryFilter } from '../../src/machines/library/contentLibraryMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { holds } from '../kit/tags.ts';

const units = {
  categories: [],
  sub_categories: [],
  default_data: { product_id: 1, unit_id: null, sub_unit_id: null, level3_id: null, language_id: 101 },
} satisfies Units;
const item = (item_id: number, resource_id: number | null) =>
  ({ item_id, resource_id, title: `Item ${item_id}` }) as unknown as LibraryItem;
const result = (total: number, items: LibraryItem[]) => ({ total, items, suggestions: [], mine: [] }) as unknown as SearchResult;

export const energy: LibraryFilter = { ...emptyFilter, query: 'energy' };
export const water: LibraryFilter = { ...emptyFilter, query: 'water' };
/** Two hits, one on the first page. */
export const firstPage = result(2, [item(1, null)]);
export const secondPage = result(2, [item(2, 9)]);
export const noHits = result(0, []);

export const contentLibraryModel = defineModel({
  machine: contentLibraryMachine,
  inputs: {
    addressed: { userPuid: 3, filter: energy, kept: null },
    fresh: { userPuid: 3, filter: null, kept: null },
    returned: { userPuid: 3, filter: energy, kept: { units, result: firstPage, selected: 1 } },
  },
  events: [
    { type: 'places.retried' },
    { type: 'filter.changed', filter: water },
    { type: 'results.retried' },
    { type: 'end.reached' },
    { type: 'item.opened', itemId: 1 },
    { type: 'start.saved', start: { ...units.default_data, unit_id: 4 } },
    { type: 'xstate.done.actor.loadPlaces', output: units },
    { type: 'xstate.error.actor.loadPlaces', error: { code: 503, message: 'Busy' } },
    { type: 'xstate.done.actor.search', output: firstPage },
    { type: 'xstate.done.actor.search', output: noHits },
    { type: 'xstate.error.actor.search', error: { code: 503, message: 'Busy' } },
    { type: 'xstate.done.actor.searchMore', output: secondPage },
    { type: 'xstate.error.actor.searchMore', error: { code: 503, message: 'Busy' } },
  ],
  project: ({ units: places, filter, result: found }) => ({
    places: places !== null,
    filter: filter !== null,
    items: found?.items.length,
    total: found?.total,
  }),
  keeps: {
    'filter.changed': { filter: 'filter' },
    'item.opened': { itemId: 'selected' },
    'xstate.done.actor.loadPlaces': { output: 'units' },
    'xstate.done.actor.search': { output: 'result' },
  },
  tags: {
    busy: (snapshot) => holds(['loadPlaces', 'search'], snapshot) || snapshot.matches({ results: 'waiting' }),
    placesReady: 'start.saved',
    extending: 'searchMore',
    placesFailed: 'places.retried',
    waiting: (snapshot) => snapshot.matches({ results: 'waiting' }),
    searching: (snapshot) => snapshot.matches({ results: 'searching' }),
    ready: (snapshot) =>
      snapshot.matches({ results: 'refreshing' }) || snapshot.matches({ results: 'shown' }) || snapshot.matches({ results: 'empty' }),
    cut: (snapshot) => snapshot.matches({ results: { shown: 'cut' } }),
    empty: (snapshot) => snapshot.matches({ results: 'empty' }),
    searchFailed: (snapshot) => snapshot.matches({ results: 'failed' }),
  },
  takes: {
    'results.retried': ['results.shown.cut', 'results.failed'],
  },
  leads: {
    'filter.changed': ['results.searching'],
    'xstate.done.actor.loadPlaces': ['places.ready', 'results.searching'],
    'xstate.done.actor.search': ['results.shown', 'results.empty'],
    'xstate.error.actor.search': ['results.failed', 'results.shown'],
    'places.retried': ['places.loading'],
    'end.reached': ['results.shown.extending'],
    'results.retried': ['results.searching', 'results.shown.extending'],
    'xstate.done.actor.searchMore': ['results.shown.still'],
  },
  ownWords: ['places.failed'],
  oldProblems: ['results.shown.cut', 'results.searching', 'results.shown.extending', 'results.shown.still'],
  failures: { loadPlaces: 'placesFailed', searchMore: 'cut', search: 'ready' },
  invariants: {
    'what is shown was found': (snapshot) => !snapshot.matches({ results: 'shown' }) || (snapshot.context.result?.items.length ?? 0) > 0,
    'no more is shown than there is': ({ context }) => (context.result?.items.length ?? 0) <= (context.result?.total ?? 0),
    'without a filter nothing is searched': (snapshot) => snapshot.context.filter !== null || snapshot.matches({ results: 'waiting' }),
  },
});
