// @vitest-environment jsdom

import { act, fireEvent, screen, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { Router } from 'react-router-dom';
import { expect, vi } from 'vitest';
import { library, type SearchResult } from '../../contract/library.ts';
import { idOf } from '../../server/content/ids.ts';
import { importContent } from '../../server/content/importContent.ts';
import type { contentLibraryMachine, LibraryInput } from '../../src/machines/library/contentLibraryMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { contentLibrarySlice } from '../../src/services/kit/slices/contentLibrary.ts';
import { UiProvider } from '../../src/ui/UiProvider.tsx';
import { type App, AppContext } from '../../src/views/app.ts';
import { writeFilter } from '../../src/views/library/address.ts';
import { ItemsTab } from '../../src/views/library/ItemsTab.tsx';
import { useShelf } from '../../src/views/library/shelf.ts';
import { type Preferences, PreferencesContext } from '../../src/views/shell/preferences.ts';
import { describeView, type Stage } from '../kit/describeView.ts';
import { having } from '../kit/words.ts';
import { contentLibraryModel, energy, water } from '../machines/contentLibrary.model.ts';
import { searchFieldModel } from '../machines/searchField.model.ts';
import { catalogue, ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();
// A page has 48 cards, and jsdom is slow to draw them.
vi.setConfig({ testTimeout: 30_000 });

/** One more than a page. */
const itemCount = 49;
const opened_id = idOf('course/unit/sub/both0');

let opened: Screen;
/** Addresses the screen tried to open. The walk decides where it really goes. */
let wishes: string[];
let goTo: (search: string) => void;

/** An address that changes only when the walk says so. */
function Somewhere({ app, search, children }: { app: App; search: string; children: ReactNode }) {
  const [now, setNow] = useState(search);
  const [preferences] = useState<Preferences>({ language: 'en', theme: 'light', setLanguage: () => {}, setTheme: () => {} });
  goTo = setNow;
  const wish = (to: unknown) => wishes.push(typeof to === 'string' ? to : ((to as { search?: string }).search ?? ''));
  return (
    <AppContext value={app}>
      <PreferencesContext value={preferences}>
        <Router
          location={{ pathname: '/authenticated/content/contentHome', search: now, hash: '', state: null, key: now }}
          navigator={{ createHref: String, go: () => {}, push: wish, replace: wish }}
        >
          <UiProvider language="en" navigate={wish}>
            {children}
          </UiProvider>
        </Router>
      </PreferencesContext>
    </AppContext>
  );
}

function Tab() {
  const shelf = useShelf();
  return <ItemsTab shelf={shelf} />;
}

/** Fills the catalog with items that every search of the walk finds, or with none. */
async function stock(hasHits: boolean): Promise<void> {
  const set = structuredClone(catalogue);
  const unit = set.products[0]!.units[0]!;
  const [like] = unit.items;
  unit.items = Array.from({ length: itemCount }, (_, index) => ({
    ...like!,
    code: `course/unit/sub/both${index}`,
    title: hasHits ? `Energy of water ${index}` : `Rock ${index}`,
    summary: '',
  }));
  await importContent(opened.network.backend.db, set);
}

const addressOf = (filter: typeof energy) => `?${writeFilter(filter)}`;
const input: Omit<LibraryInput, 'kept' | 'filter'> = { userPuid: ids.tess };
const retry = (place: HTMLElement) => fireEvent.click(within(place).getByRole('button', { name: m.common_try_again() }));
const places = () => screen.getByRole('complementary', { name: 'Filters' });
const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: m.library_search() });
/** The same text again would be no change. */
const typeQuery = (query: string) => fireEvent.change(field(), { target: { value: field().value === query ? `${query}e` : query } });
const start = () => screen.getByRole('button', { name: having(m.library_save_start(), m.library_start_saved()) });
const cards = () => screen.queryAllByRole('article');
const outside = () => {
  const [notice] = screen.getAllByRole('button', { name: m.common_try_again() }).filter((button) => !places().contains(button));
  return notice!;
};

/** Opens the items with the server's answers held back. */
async function mount(stage: Stage<any>, { filter, kept }: LibraryInput) {
  wishes = [];
  opened = await openScreen({ ...stage });
  await stock(true);
  await opened.signIn('tess');
  if (kept && filter) {
    const user_puid = ids.tess;
    const [units, result] = [
      await opened.app.send(library.units, { user_puid }),
      await opened.app.send(library.search, { user_puid, query: filter.query, limit: 48 }),
    ];
    opened.app.persistence()?.write(contentLibrarySlice, { address: writeFilter(filter).toString(), units, result, selected: opened_id });
    opened.app.persistence()?.flush();
  }
  for (const call of [library.units, library.search, library.updateDefaultFilter]) opened.network.hold(call);
  stage.render(
    <Somewhere app={opened.app} search={filter ? addressOf(filter) : ''}>
      <Tab />
    </Somewhere>,
  );
}

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
    mount: (stage) => mount(stage, stage.input as LibraryInput),
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
      'filter.changed': ({ filter }) => act(() => goTo(addressOf(filter))),
      'results.retried': () => fireEvent.click(outside()),
      'end.reached': () => fireEvent.click(screen.getByRole('button', { name: /^Show more \(48 of/ })),
      'item.opened': () => fireEvent.click(screen.getByRole('link', { name: 'Energy of water 0' })),
      'start.saved': async () => {
        fireEvent.click(screen.getByRole('button', { name: m.library_save_start() }));
        await opened.network.release(library.updateDefaultFilter);
      },
      'xstate.done.actor.loadPlaces': () => opened.network.release(library.units),
      'xstate.error.actor.loadPlaces': ({ error }) => opened.network.fail(library.units, error),
      'xstate.done.actor.search': ({ output }: { output: SearchResult }) =>
        opened.network.release(library.search, () => stock(output.total > 0)),
      'xstate.error.actor.search': ({ error }) => opened.network.fail(library.search, error),
      'xstate.done.actor.searchMore': () => opened.network.release(library.search),
      'xstate.error.actor.searchMore': ({ error }) => opened.network.fail(library.search, error),
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
    mount: (stage) => mount(stage, { ...input, filter: energy, kept: null }),
    drive: {
      'query.typed': ({ query }) => typeQuery(query),
      'query.submitted': () => fireEvent.keyDown(field(), { key: 'Enter' }),
      'query.replaced': () => act(() => goTo(addressOf(water))),
    },
    can: (event, { context }) => event.type !== 'query.replaced' || context.query !== water.query,
    see: {
      still: ({ context }) => {
        expect(field().value).toBe(context.query);
        // A search that began in the field is put into the address.
        if (/^wate?$/.test(context.query)) expect(wishes.at(-1)).toContain(`q=${context.query}&`);
      },
      typing: ({ context }) => expect(field().value).toBe(context.query),
    },
  },
);

let elsewhere: number;
describeCommand({
  name: 'libraryStart',
  orders: [energy],
  network: () => opened.network,
  calls: { run: library.updateDefaultFilter },
  mount: async (stage) => {
    elsewhere = 0;
    await mount(stage, { ...input, filter: energy, kept: null });
    await opened.network.release(library.units);
  },
  isDismissible: true,
  press: {
    give: () => fireEvent.click(start()),
    dismiss: () => act(() => goTo(addressOf(elsewhere++ % 2 === 0 ? water : energy))),
  },
  see: {
    'ready.fresh': () => expect(start().textContent).toContain(m.library_save_start()),
    saving: () => expect(start().getAttribute('aria-disabled')).toBe('true'),
    // The screen has no place for this failure. The app shows it with its status.
    'ready.refused': () => expect(start().textContent).toContain(m.library_save_start()),
    'ready.unreachable': () => expect(start().textContent).toContain(m.library_save_start()),
    'ready.done': () => expect(start().textContent).toContain(m.library_start_saved()),
  },
});
