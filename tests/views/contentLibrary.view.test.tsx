// @vitest-environment jsdom

import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { library, type SearchResult } from '../../contract/library.ts';
import type { contentLibraryMachine, LibraryInput } from '../../src/machines/library/contentLibraryMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeView } from '../kit/describeView.ts';
import { having } from '../kit/words.ts';
import { contentLibraryModel, energy, water } from '../machines/contentLibrary.model.ts';
import { searchFieldModel } from '../machines/searchField.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { addressOf, opened_id, openItems, stock, tab } from './kit/itemsTab.tsx';
import { installNetwork } from './kit/network.ts';
import { shown } from './kit/screen.tsx';

installNetwork();
// A page has 48 cards, and jsdom is slow to draw them.
vi.setConfig({ testTimeout: 30_000 });

const input: Omit<LibraryInput, 'kept' | 'filter'> = { userPuid: ids.tess };
const retry = (place: HTMLElement) => fireEvent.click(within(place).getByRole('button', { name: m.common_try_again() }));
const places = () => screen.getByRole('complementary', { name: 'Filters' });
const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: m.library_search() });
/** The same text again would be no change. */
const typeQuery = (query: string) => fireEvent.change(field(), { target: { value: field().value === query ? `${query}e` : query } });
const cards = () => screen.queryAllByRole('article');
const outside = () => {
  const [notice] = screen.getAllByRole('button', { name: m.common_try_again() }).filter((button) => !places().contains(button));
  return notice!;
};

describeView<typeof contentLibraryMachine>(
  {
    ...contentLibraryModel,
    // The backend has different item counts than the model. Only whether there are more matters.
    project: ({ units, filter, result }) => ({
      places: units !== null,
      filter: filter !== null,
      hasItems: (result?.items.length ?? 0) > 0,
      hasMore: (result?.items.length ?? 0) < (result?.total ?? 0),
    }),
    inputs: {
      addressed: { ...input, filter: energy, kept: null },
      fresh: { ...input, filter: null, kept: null },
      returned: { ...input, filter: energy, kept: (contentLibraryModel.inputs as unknown as { returned: LibraryInput }).returned.kept },
    },
    events: contentLibraryModel.events.map((event) => (event.type === 'item.opened' ? { ...event, itemId: opened_id } : event)),
  },
  {
    modes: ['plain'],
    mount: (stage) => openItems(stage, stage.input as LibraryInput),
    can: (event, snapshot) => {
      const { result } = snapshot.context;
      const hasCards = (result?.items.length ?? 0) > 0 && !snapshot.matches({ results: 'failed' });
      if (event.type === 'item.opened') return hasCards;
      // The same address again is no change.
      if (event.type === 'filter.changed') return snapshot.context.filter?.query !== water.query;
      return true;
    },
    drive: {
      'places.retried': () => retry(places()),
      'filter.changed': ({ filter }) => act(() => tab.go(addressOf(filter))),
      'results.retried': () => fireEvent.click(outside()),
      'end.reached': () => fireEvent.click(screen.getByRole('button', { name: /^Show more \(48 of/ })),
      'item.opened': () => fireEvent.click(screen.getByRole('link', { name: 'Energy of water 0' })),
      'start.saved': async () => {
        fireEvent.click(screen.getByRole('button', { name: m.library_save_start() }));
        await tab.opened.network.release(library.updateDefaultFilter);
      },
      'xstate.done.actor.loadPlaces': () => tab.opened.network.release(library.units),
      'xstate.error.actor.loadPlaces': ({ error }) => tab.opened.network.fail(library.units, error),
      'xstate.done.actor.search': ({ output }: { output: SearchResult }) =>
        tab.opened.network.release(library.search, () => stock(output.total > 0)),
      'xstate.error.actor.search': ({ error }) => tab.opened.network.fail(library.search, error),
      'xstate.done.actor.searchMore': () => tab.opened.network.release(library.search),
      'xstate.error.actor.searchMore': ({ error }) => tab.opened.network.fail(library.search, error),
    },
    see: {
      'places.loading': () => expect(within(places()).queryByText(m.library_places_failed())).toBeNull(),
      'places.failed': () => expect(within(places()).getByText(m.library_places_failed())).toBeTruthy(),
      'places.ready': () =>
        expect(screen.getByRole('button', { name: having(m.library_save_start(), m.library_start_saved()) })).toBeTruthy(),
      'results.waiting': () => expect(cards()).toEqual([]),
      'results.searching': () =>
        expect(screen.queryByText(m.library_nothing_found(), { ignore: '[aria-live] *, script, style' })).toBeNull(),
      'results.refreshing': () => expect(cards().length).toBeGreaterThan(0),
      'results.shown': ({ context }) => {
        shown(`${context.result?.total} resources`);
        expect(cards()).toHaveLength(context.result?.items.length ?? 0);
      },
      'results.shown.still': () => expect(screen.queryByText(m.library_more_failed())).toBeNull(),
      'results.shown.extending': () =>
        expect(screen.getByRole('button', { name: having(m.builder_library_more()) }).getAttribute('aria-disabled')).toBe('true'),
      'results.shown.cut': () => expect(shown(m.library_more_failed())).toBeTruthy(),
      'results.empty': () => expect(shown(m.library_nothing_found())).toBeTruthy(),
      'results.failed': () => {
        expect(shown(m.common_load_failed())).toBeTruthy();
        expect(cards()).toEqual([]);
      },
    },
  },
);

describeView<typeof searchFieldModel.machine>(
  { ...searchFieldModel, project: () => undefined },
  {
    modes: ['plain'],
    mount: (stage) => openItems(stage, { ...input, filter: energy, kept: null }),
    drive: {
      'query.typed': ({ query }) => typeQuery(query),
      'query.submitted': () => fireEvent.keyDown(field(), { key: 'Enter' }),
      'query.replaced': () => act(() => tab.go(addressOf(water))),
    },
    can: (event, { context }) => event.type !== 'query.replaced' || context.query !== water.query,
    see: {
      still: ({ context }) => {
        expect(field().value).toBe(context.query);
        // A search that began in the field is put into the address.
        if (/^wate?$/.test(context.query)) expect(tab.wishes.at(-1)).toContain(`q=${context.query}&`);
      },
      typing: ({ context }) => expect(field().value).toBe(context.query),
    },
  },
);
