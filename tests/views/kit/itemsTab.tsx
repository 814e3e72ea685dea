import { type ReactNode, useState } from 'react';
import { Router } from 'react-router-dom';
import { library } from '../../../contract/library.ts';
import { idOf } from '../../../server/content/ids.ts';
import { importContent } from '../../../server/content/importContent.ts';
import type { LibraryFilter, LibraryInput } from '../../../src/machines/library/contentLibraryMachine.ts';
import { contentLibrarySlice } from '../../../src/services/kit/slices/contentLibrary.ts';
import { UiProvider } from '../../../src/ui/UiProvider.tsx';
import { type App, AppContext } from '../../../src/views/app.ts';
import { writeFilter } from '../../../src/views/library/address.ts';
import { ItemsTab } from '../../../src/views/library/ItemsTab.tsx';
import { useShelf } from '../../../src/views/library/shelf.ts';
import { type Preferences, PreferencesContext } from '../../../src/views/shell/preferences.ts';
import type { Stage } from '../../kit/describeView.ts';
import { catalogue, ids } from '../../server/fixtureSchool.ts';
import { openScreen, type Screen } from './screen.tsx';

/** One more than a page. */
const itemCount = 49;
export const opened_id = idOf('course/unit/sub/both0');

/** The tab that is open now. */
export const tab = {
  opened: undefined as unknown as Screen,
  /** Addresses the screen tried to open. The walk decides where it really goes. */
  wishes: [] as string[],
  go: (_search: string) => {},
};

/** An address that changes only when the walk says so. */
function Somewhere({ app, search, children }: { app: App; search: string; children: ReactNode }) {
  const [now, setNow] = useState(search);
  const [preferences] = useState<Preferences>({ language: 'en', theme: 'light', setLanguage: () => {}, setTheme: () => {} });
  tab.go = setNow;
  const wish = (to: unknown) => tab.wishes.push(typeof to === 'string' ? to : ((to as { search?: string }).search ?? ''));
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
export async function stock(hasHits: boolean): Promise<void> {
  const set = structuredClone(catalogue);
  const unit = set.products[0]!.units[0]!;
  const [like] = unit.items;
  unit.items = Array.from({ length: itemCount }, (_, index) => ({
    ...like!,
    code: `course/unit/sub/both${index}`,
    title: hasHits ? `Energy of water ${index}` : `Rock ${index}`,
    summary: '',
  }));
  await importContent(tab.opened.network.backend.db, set);
}

export const addressOf = (filter: LibraryFilter) => `?${writeFilter(filter)}`;
/** Opens the items with the server's answers held back. */
export async function openItems(stage: Stage<any>, { filter, kept }: LibraryInput) {
  const opened = await openScreen({ ...stage });
  Object.assign(tab, { opened, wishes: [] });
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
