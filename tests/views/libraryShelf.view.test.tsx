// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { type LibraryItem, library } from '../../contract/library.ts';
import type { libraryShelfMachine } from '../../src/machines/library/libraryShelfMachine.ts';
import { ItemGrid } from '../../src/views/library/ItemGrid.tsx';
import { MyLibrary } from '../../src/views/library/MyLibrary.tsx';
import { useShelf } from '../../src/views/library/shelf.ts';
import { describeView } from '../kit/describeView.ts';
import { libraryShelfModel } from '../machines/libraryShelf.model.ts';
import { ids, item_id } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let item: LibraryItem;

function Lists() {
  const shelf = useShelf();
  return (
    <>
      <ItemGrid items={[item]} shelf={shelf} label="Found" />
      <MyLibrary shelf={shelf} />
    </>
  );
}

const bookmark = () => document.querySelector<HTMLButtonElement>('ul[aria-label="Found"] button[aria-pressed][aria-label]')!;
const rows = () => opened.network.backend.db.selectFrom('library_resource').select(['item_id', 'title']).orderBy('title').execute();

describeView<typeof libraryShelfMachine>(
  {
    ...libraryShelfModel,
    input: { userPuid: ids.tess },
    // The backend chooses the row ids.
    project: ({ rows: changed, itemId }) => ({
      rows: Object.values(changed).map((row) => row !== null),
      itemId: itemId !== null,
    }),
    invariants: {},
  },
  {
    mount: async (stage) => {
      opened = await openScreen({ ...stage });
      const tess = await opened.network.backend.signIn('tess');
      await tess.ok(library.addExternal, { user_puid: ids.tess, title: 'Tides', url: 'https://tides.example/' });
      item = (await tess.ok(library.search, { user_puid: ids.tess, query: 'reading' })).items.find((one) => one.item_id === item_id)!;
      await opened.signIn('tess');
      opened.network.hold(library.addToMyLibrary);
      opened.network.hold(library.removeFromMyLibrary);
      stage.render(
        <Around app={opened.app}>
          <Lists />
        </Around>,
      );
      await screen.findByText('Tides', { selector: 'a' });
    },
    can: (event, { context }) => {
      const isKept = typeof context.rows[1] === 'number' || typeof context.rows[item_id] === 'number';
      if (event.type === 'item.kept') return !isKept;
      if (event.type === 'resource.dropped') return isKept;
      return true;
    },
    drive: {
      'item.kept': () => fireEvent.click(bookmark()),
      'resource.dropped': () => fireEvent.click(bookmark()),
      'xstate.done.actor.keepItem': () => opened.network.release(library.addToMyLibrary),
      'xstate.error.actor.keepItem': ({ error }) => opened.network.fail(library.addToMyLibrary, error),
      'xstate.done.actor.dropResource': () => opened.network.release(library.removeFromMyLibrary),
      'xstate.error.actor.dropResource': ({ error }) => opened.network.fail(library.removeFromMyLibrary, error),
    },
    see: {
      still: async ({ context }) => {
        const isKept = Object.values(context.rows).some((row) => row !== null);
        expect(bookmark().getAttribute('aria-pressed')).toBe(String(isKept));
        expect((await rows()).some((row) => row.item_id === item_id)).toBe(isKept);
      },
      keeping: () => expect(bookmark().getAttribute('aria-disabled')).toBe('true'),
      dropping: () => {},
    },
  },
);
