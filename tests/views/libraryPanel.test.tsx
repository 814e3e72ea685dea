// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { m } from '../../src/paraglide/messages.js';
import LibraryPanel from '../../src/views/workspace/LibraryPanel.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen } from './kit/screen.tsx';

installNetwork();

it.each([true, false])('offers terms to a lesson if the glossary is there: %s', async (show) => {
  const opened = await openScreen();
  await opened.network.backend.db
    .updateTable('school')
    .set({ nav_tabs: JSON.stringify([{ key: 'glossary', show }]) })
    .where('school_id', '=', ids.school)
    .execute();
  await opened.signIn('tess');
  render(
    <Around app={opened.app}>
      <LibraryPanel has={new Set()} count={0} onAdd={() => undefined} />
    </Around>,
  );
  await waitFor(() => expect(opened.network.made(calls.navTabStatus)).not.toEqual([]));
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(m.builder_library_course()) }));
  await screen.findByRole('option', { name: m.authoring_list() });
  await waitFor(() => expect(screen.queryByRole('option', { name: m.termSets_library() }) !== null).toBe(show));
});
