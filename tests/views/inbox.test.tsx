// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inbox as calls } from '../../contract/inbox.ts';
import { m } from '../../src/paraglide/messages.js';
import Inbox from '../../src/views/inbox/inbox.records.tsx';
import { addressOf } from '../../src/views/screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute, route } from './kit/atRoute.tsx';
import { cellsOf } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen } from './kit/screen.tsx';

installNetwork();

async function open(asked = '') {
  const opened = await openScreen();
  await opened.network.backend.db
    .insertInto('user_feedback')
    .values(
      ['The clock is slow.', 'More moons.'].map((feedback_text, at) => ({
        district_id: 1,
        feedback_id: at + 1,
        user_puid: ids.tess,
        kind: 'feedback' as const,
        category: 'problem' as const,
        rating: null,
        feedback_text,
        file_name: null,
        media_type: null,
        content: null,
        created_at: at,
      })),
    )
    .execute();
  await opened.signIn('dan');
  const address = addressOf(Inbox.declaration);
  render(
    <AtRoute app={opened.app} address={address + asked} path={address}>
      <Inbox />
    </AtRoute>,
  );
  await screen.findByRole('table', { name: m.admin_inbox_title() });
  return opened;
}
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));
const textsOf = () => cellsOf(m.admin_inbox_title()).map(([, text]) => text);

it('opens with what waits, and keeps the other list in the address', async () => {
  const { network } = await open();
  await waitFor(() => expect(textsOf()).toEqual([m.admin_inbox_message(), 'The clock is slow.', 'More moons.']));
  choose(m.admin_inbox_answered());
  // What waits is not shown as answered meanwhile.
  expect(screen.queryByText('More moons.')).toBeNull();
  await screen.findByText(m.admin_inbox_none_answered());
  expect(route.path).toContain('list=answered');
  expect(network.made(calls.userMessages).map(({ state }) => state)).toEqual(['open', 'answered']);
  choose(m.admin_inbox_open());
  await screen.findByText('More moons.');
  expect(route.path).not.toContain('list=');
});

it('is searched and sorted by the server', async () => {
  const { network } = await open('?list=nonsense&sort=-text&filter=the');
  await waitFor(() => expect(textsOf().slice(1)).toEqual(['The clock is slow.']));
  expect(network.made(calls.userMessages).at(-1)).toMatchObject({ state: 'open', sort: '-text', search: 'the' });
});
