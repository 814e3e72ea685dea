import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type ExternalResource, library } from '../../contract/library.ts';
import type { contentLibraryMachine, LibraryInput } from '../../src/machines/library/contentLibraryMachine.ts';
import type { libraryShelfMachine } from '../../src/machines/library/libraryShelfMachine.ts';
import type { searchFieldMachine } from '../../src/machines/library/searchFieldMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { contentLibrarySlice } from '../../src/services/kit/slices/contentLibrary.ts';
import { ownerOf } from '../../src/services/login/storedSession.ts';
import { writeFilter } from '../../src/views/library/address.ts';
import { paths } from '../../src/views/paths.ts';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { having } from '../kit/words.ts';
import { contentLibraryModel, energy, water } from '../machines/contentLibrary.model.ts';
import { libraryShelfModel } from '../machines/libraryShelf.model.ts';
import { searchFieldModel } from '../machines/searchField.model.ts';
import { newPage } from './browser.ts';
import { Gates, goWithin, signIn } from './gates.ts';
import { itemOf, resultOf, unitsOf } from './libraryOnScreen.ts';
import { passStretched, stretch } from './stretch.ts';

let gates: Gates;
let owner: string;

/** A full page of cards, so that the end of the list is out of view, plus one for the next page. */
const pageLength = 48;
const items = Array.from({ length: pageLength + 1 }, (_, index) => itemOf(index + 1));
const firstPage = resultOf(items.length, items.slice(0, pageLength));
const secondPage = resultOf(items.length, items.slice(pageLength));
const units = unitsOf(items.length);
const tides: ExternalResource = {
  resource_id: 6,
  title: 'Tides',
  description: '',
  url: 'https://tides.example/',
  attachment: null,
  updated_at: '2030-01-15T15:00:00.000Z',
};

const addressOf = (filter: typeof energy | null) => `${paths.contentHome}${filter ? `?${writeFilter(filter)}` : ''}`;
const retry =
  (place: 'aside' | 'main') =>
  (_event: unknown, { page }: { page: Page }) =>
    (place === 'aside' ? page.locator('aside') : page.locator('aside + div')).getByRole('button', { name: m.common_try_again() }).click();
const field = (page: Page) => page.getByRole('searchbox', { name: m.library_search() });
const cards = (page: Page) => page.getByRole('article');
/** While saving, its name starts with the status. */
const start = (page: Page) => page.getByRole('button', { name: having(m.library_save_start(), m.library_start_saved()) });
/** An item's preview has opened. */
const hasLeft = (page: Page) => !page.url().includes('/contentHome');
const onScreen =
  (check: (snapshot: any, page: Page) => unknown) =>
  (snapshot: unknown, { page }: { page: Page }) =>
    hasLeft(page) ? undefined : check(snapshot, page);

/** Length of the pause after typing, ms. */
const pause = 300;

const open = async () => {
  const page = await newPage({ isKept: true, expected: [/status of [45]\d\d/, /ERR_FAILED/] });
  gates = new Gates(page);
  return page;
};
async function arrive(page: Page): Promise<void> {
  await gates.open();
  if (page.url() !== 'about:blank') return;
  await stretch(page, pause);
  // Data from an earlier visit, stored once the previous page is surely gone.
  await page.addInitScript((name) => {
    const left = sessionStorage.getItem('left');
    if (left === null || location.pathname === '/config.json') return;
    sessionStorage.removeItem('left');
    const { user, data } = JSON.parse(left);
    const key = `orrery.slice.${user}.${name}`;
    if (data) localStorage.setItem(key, left);
    else localStorage.removeItem(key);
  }, contentLibrarySlice.name);
  // Finds nothing before the walk starts, since results would be cached for the next visit.
  await gates.hold(library.search);
  await signIn(page, 'rivera');
  const remembered = () => page.evaluate(() => JSON.parse(localStorage.getItem('orrery.session') as string));
  await expect.poll(async () => (await remembered()).districtID).toBeGreaterThan(0);
  owner = ownerOf(await remembered());
}

// Paths use different addresses, so that no path finds what another one left on the device.
const input = { userPuid: 3 };
describeBrowser<typeof contentLibraryMachine>(
  {
    ...contentLibraryModel,
    inputs: {
      addressed: { ...input, filter: { ...energy, kinds: [1] }, kept: null },
      fresh: { ...input, filter: null, kept: null },
      returned: { ...input, filter: energy, kept: { units, result: firstPage, selected: 1 } },
    },
    events: contentLibraryModel.events.map((event) => {
      const { type, output } = event as { type: string; output?: { total?: number } };
      if (type === 'xstate.done.actor.search') return { ...event, output: output?.total ? firstPage : resultOf(0, []) };
      if (type === 'xstate.done.actor.searchMore') return { ...event, output: secondPage };
      if (type === 'xstate.done.actor.loadPlaces') return { ...event, output: units };
      return event;
    }),
    project: ({ units: places, filter, result }) => ({
      places: places !== null,
      filter: filter?.query,
      hasItems: (result?.items.length ?? 0) > 0,
      hasMore: (result?.items.length ?? 0) < (result?.total ?? 0),
    }),
  },
  {
    open,
    isKept: true,
    mount: async ({ page, input: given }) => {
      await arrive(page);
      const { filter, kept } = given as LibraryInput;
      const data = kept && { ...kept, address: writeFilter(energy).toString() };
      // The previous page may save late, and be mistaken for an earlier visit.
      await page.evaluate(() => {
        Storage.prototype.setItem = () => {};
      });
      await page.goto('/config.json');
      await page.evaluate(
        (text) => sessionStorage.setItem('left', text),
        JSON.stringify({ v: contentLibrarySlice.version, savedAt: 0, user: owner, data }),
      );
      await gates.hold(library.units, library.search, library.updateDefaultFilter);
      await page.goto(addressOf(filter));
    },
    can: (event, snapshot) => {
      const { context } = snapshot;
      if (event.type === 'item.opened') return (context.result?.items.length ?? 0) > 0 && !snapshot.matches({ results: 'failed' });
      // The same address again is no change.
      if (event.type === 'filter.changed') return context.filter?.query !== water.query;
      return true;
    },
    drive: {
      'places.retried': retry('aside'),
      'filter.changed': ({ filter }, { page }) => goWithin(page, addressOf(filter)),
      'results.retried': retry('main'),
      'end.reached': (_event, { page }) => page.getByRole('button', { name: /^Show more \(48 of/ }).scrollIntoViewIfNeeded(),
      'item.opened': async (_event, { page }) => {
        await page.getByRole('link', { name: 'Water 1', exact: true }).click();
        await page.waitForURL((url) => !url.pathname.endsWith('/contentHome'));
      },
      'start.saved': async ({ start: saved }, { page }) => {
        await start(page).click();
        expect(await start(page).getAttribute('aria-disabled')).toBe('true');
        await gates.fail(library.updateDefaultFilter, { code: 503, message: 'Busy' });
        // The screen has no place for this failure. A popup shows it with its status.
        const popup = page.getByRole('alertdialog');
        await popup.getByText('Status 503').waitFor();
        await popup.getByRole('button', { name: 'Close' }).last().click();
        await start(page).click();
        await gates.answer(library.updateDefaultFilter, saved);
        await expect.poll(() => start(page).textContent()).toContain(m.library_start_saved());
      },
      'xstate.done.actor.loadPlaces': ({ output }) => gates.answer(library.units, output),
      'xstate.error.actor.loadPlaces': ({ error }) => gates.fail(library.units, error),
      'xstate.done.actor.search': ({ output }) => gates.answer(library.search, output),
      'xstate.error.actor.search': ({ error }) => gates.fail(library.search, error),
      'xstate.done.actor.searchMore': ({ output }) => gates.answer(library.search, output),
      'xstate.error.actor.searchMore': ({ error }) => gates.fail(library.search, error),
    },
    see: {
      'places.loading': onScreen(async (_snapshot, page) =>
        expect(await page.locator('aside').getByText(m.library_places_failed()).count()).toBe(0),
      ),
      'places.failed': onScreen((_snapshot, page) => page.locator('aside').getByText(m.library_places_failed()).waitFor()),
      'places.ready': onScreen((_snapshot, page) => start(page).waitFor()),
      'results.waiting': onScreen(async (_snapshot, page) => expect(await cards(page).count()).toBe(0)),
      'results.searching': onScreen((_snapshot, page) =>
        page.locator('main').getByText(m.library_nothing_found()).waitFor({ state: 'detached' }),
      ),
      'results.refreshing': onScreen(async (_snapshot, page) => expect(await cards(page).count()).toBeGreaterThan(0)),
      'results.shown': onScreen(async ({ context }, page) => {
        await page.getByText(`${context.result?.total} resources`).first().waitFor();
        await expect.poll(() => cards(page).count()).toBe(context.result?.items.length);
      }),
      'results.shown.still': onScreen((_snapshot, page) => page.getByText(m.library_more_failed()).waitFor({ state: 'detached' })),
      'results.shown.extending': onScreen((_snapshot, page) =>
        expect.poll(() => page.getByRole('button', { name: having(m.builder_library_more()) }).getAttribute('aria-disabled')).toBe('true'),
      ),
      'results.shown.cut': onScreen((_snapshot, page) => page.getByText(m.library_more_failed()).first().waitFor()),
      'results.empty': onScreen((_snapshot, page) => page.locator('main').getByText(m.library_nothing_found()).first().waitFor()),
      'results.failed': onScreen(async (_snapshot, page) => {
        await page.getByText(m.common_load_failed()).first().waitFor();
        expect(await cards(page).count()).toBe(0);
      }),
    },
  },
);

describeBrowser<typeof searchFieldMachine>(
  { ...searchFieldModel, project: () => undefined },
  {
    open,
    isKept: true,
    mount: async ({ page }) => {
      await arrive(page);
      await gates.always(library.units, units);
      await gates.always(library.search, firstPage);
      await page.goto(addressOf(energy));
      await cards(page).first().waitFor();
    },
    // The same address again is no change.
    can: (event, { context }) => event.type !== 'query.replaced' || context.query !== water.query,
    drive: {
      'query.typed': async ({ query }, { page }) => field(page).fill((await field(page).inputValue()) === query ? `${query}e` : query),
      'query.submitted': (_event, { page }) => field(page).press('Enter'),
      'query.replaced': (_event, { page }) => goWithin(page, addressOf(water)),
      'xstate.after.pause.searchField.typing': (_event, { page }) => passStretched(page, pause),
    },
    see: {
      still: async ({ context }, { page }) => {
        const shown = await field(page).inputValue();
        expect(shown).toContain(context.query);
        await expect.poll(() => page.url()).toContain(`q=${shown}&`);
      },
      // Typed a second time, the text gets longer.
      typing: async (_snapshot, { page }) => expect(await field(page).inputValue()).toMatch(/^wate?$/),
    },
  },
);

const toTab = async (page: Page, name: string) => {
  const question = page.getByRole('alertdialog');
  if ((await question.count()) > 0) await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('tab', { name }).click();
};
const bookmark = (page: Page) =>
  page
    .getByRole('button', { name: /“Water 1”/ })
    .and(page.locator('[aria-pressed]'))
    .first();

describeBrowser<typeof libraryShelfMachine>(libraryShelfModel, {
  open,
  isKept: true,
  mount: async ({ page }) => {
    await arrive(page);
    await gates.always(library.units, units);
    await gates.always(library.search, resultOf(1, items.slice(0, 1)));
    await gates.always(library.myLibrary, { items: [], external: [tides] });
    await gates.hold(library.addToMyLibrary, library.removeFromMyLibrary);
    await page.goto(addressOf(energy));
    await bookmark(page).waitFor();
  },
  can: (event, { context }) => {
    const isKept = typeof context.rows[1] === 'number';
    if (event.type === 'item.kept') return !isKept;
    if (event.type === 'resource.dropped') return isKept;
    return true;
  },
  drive: {
    'item.kept': async (_event, { page }) => {
      await toTab(page, 'Resources');
      await bookmark(page).click();
    },
    'resource.dropped': async (_event, { page }) => {
      await toTab(page, 'Resources');
      await bookmark(page).click();
    },
    'xstate.done.actor.keepItem': ({ output }) => gates.answer(library.addToMyLibrary, output),
    'xstate.error.actor.keepItem': ({ error }) => gates.fail(library.addToMyLibrary, error),
    'xstate.done.actor.dropResource': () => gates.answer(library.removeFromMyLibrary, null),
    'xstate.error.actor.dropResource': ({ error }) => gates.fail(library.removeFromMyLibrary, error),
  },
  see: {
    still: async ({ context }, { page }) => {
      if ((await bookmark(page).count()) === 0) return;
      const isKept = Object.values(context.rows).some((row) => row !== null);
      await expect.poll(() => bookmark(page).getAttribute('aria-pressed')).toBe(String(isKept));
    },
    keeping: async (_snapshot, { page }) => expect(await bookmark(page).getAttribute('aria-disabled')).toBe('true'),
    dropping: () => {},
  },
});
