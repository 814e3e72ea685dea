// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inbox } from '../../contract/inbox.ts';
import { providerHelp } from '../../contract/providerHelp.ts';
import { m } from '../../src/paraglide/messages.js';
import Requests from '../../src/views/inbox/askProvider.records.tsx';
import { addressOf, type ScreenAddress } from '../../src/views/screen.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { cellsOf } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const address = addressOf(Requests.declaration as ScreenAddress);
const page = () => (
  <AtRoute app={opened.app} address={address} path={address}>
    <Requests />
  </AtRoute>
);
const open = async () => {
  fireEvent.click(await screen.findByRole('button', { name: m.admin_ask_new() }));
  await screen.findByLabelText(m.admin_ask_text());
};
const words = 'Please add our new school.';
const write = () => fireEvent.change(screen.getByLabelText(m.admin_ask_text()), { target: { value: words } });
const ask = () => fireEvent.click(screen.getByRole('button', { name: m.admin_ask_send() }));

describeCommand({
  name: 'askProvider',
  orders: ['a new school'],
  // The form closes, and the list has the new one.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [providerHelp.askProvider] });
    await opened.signIn('sue');
    stage.render(page());
    await open();
    write();
  },
  network: () => opened.network,
  calls: { run: providerHelp.askProvider },
  press: { give: ask },
  see: {
    'ready.fresh': () => expect(screen.getByDisplayValue(words)).toBeTruthy(),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(providerHelp.askProvider)).toBe(1)),
    'ready.done': () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull()),
  },
});

it('says that the words are missing, and shows the request until it is answered, and then the answer', async () => {
  opened = await openScreen();
  const { userPuid } = await opened.network.backend.signIn('max').then(({ user }) => user);
  await opened.signIn('sue');
  const view = render(page());
  await open();
  ask();
  await waitFor(() => expect(screen.getByLabelText(m.admin_ask_text()).getAttribute('aria-invalid')).toBe('true'));
  write();
  ask();
  const rows = () => cellsOf(m.admin_ask_title()).slice(1);
  await waitFor(() => expect(rows().map((row) => row.slice(0, 4))).toEqual([[words, m.admin_ask_open(), '', 'sue Person']]));
  const max = await opened.network.backend.signIn('max');
  const { rows: messages } = await max.ok(inbox.userMessages, { user_puid: userPuid, state: 'open' });
  const message_id = messages.find(({ text }) => text === words)?.message_id ?? 0;
  await max.ok(inbox.answerUserMessage, { user_puid: userPuid, message_id, district_id: 1, answer_text: 'It is there.' });
  view.unmount();
  render(page());
  await waitFor(() => expect(rows().map((row) => row.slice(0, 3))).toEqual([[words, m.admin_ask_answered(), 'It is there.']]));
  fireEvent.click(screen.getByRole('button', { name: m.admin_ask_read({ text: words }) }));
  expect((await screen.findByRole('dialog')).textContent).toContain('max Person');
});
