// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { library } from '../../contract/library.ts';
import { m } from '../../src/paraglide/messages.js';
import { MyLibrary } from '../../src/views/library/MyLibrary.tsx';
import { useShelf } from '../../src/views/library/shelf.ts';
import { ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { isClosed, press, question, seePlain } from './kit/question.ts';
import { Around, openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const isThere = async () => (await opened.network.backend.db.selectFrom('library_resource').select('title').execute()).length > 0;

const Mine = () => <MyLibrary shelf={useShelf()} />;

describeCommand({
  name: 'resourceRemoval',
  orders: ['Tides'],
  question: 'plain',
  // The resource is no longer in the list.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [library.removeFromMyLibrary] });
    const tess = await opened.network.backend.signIn('tess');
    await tess.ok(library.addExternal, { user_puid: ids.tess, title: 'Tides', url: 'https://tides.example/' });
    await opened.signIn('tess');
    stage.render(
      <Around app={opened.app}>
        <Mine />
      </Around>,
    );
    await screen.findByText('Tides', { selector: 'a' });
  },
  network: () => opened.network,
  calls: { run: library.removeFromMyLibrary },
  press: {
    give: (title) => fireEvent.click(screen.getByRole('button', { name: m.library_remove({ title: String(title) }) })),
    confirm: () => fireEvent.click(question().getByRole('button', { name: m.library_remove_now() })),
    dismissQuestion: press(m.ui_cancel()),
  },
  see: {
    ...seePlain({ network: () => opened.network, call: library.removeFromMyLibrary, isThere }),
    'ready.done': async () => {
      await isClosed();
      expect(await isThere()).toBe(false);
      await waitFor(() => expect(screen.queryByText('Tides', { selector: 'a' })).toBeNull());
    },
    'asking.confirming': async () => {
      question().getByText(m.library_remove_title({ title: 'Tides' }));
      question().getByText(m.library_remove_text());
      expect(await isThere()).toBe(true);
    },
  },
});
