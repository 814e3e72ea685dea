// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { userBatch } from '../../contract/userBatch.ts';
import { m } from '../../src/paraglide/messages.js';
import UsersPage from '../../src/views/account/manageUsers.records.tsx';
import { manageUsers } from '../../src/views/account/manageUsers.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute, route } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const { startBatch } = userBatch;
const page = (query = '') => (
  <AtRoute app={opened.app} address={`${addressOf(manageUsers)}${query}`} path={`/authenticated/${manageUsers.path}`}>
    <UsersPage />
  </AtRoute>
);
const openAll = async () => {
  await screen.findByRole('checkbox', { name: /ben Person/ });
  fireEvent.click(screen.getByRole('button', { name: m.people_batch_all() }));
  await screen.findByRole('dialog');
};
const start = () => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: m.people_batch_go() }));
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));

describeCommand({
  name: 'startBatch',
  orders: ['everybody in the list'],
  // The page of the change opens.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [startBatch] });
    await opened.signIn('dan');
    stage.render(page());
    await openAll();
  },
  network: () => opened.network,
  calls: { run: startBatch },
  press: { give: start },
  see: {
    'ready.fresh': () => expect(screen.queryByRole('alert')).toBeNull(),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(startBatch)).toBe(1)),
    'ready.done': () => waitFor(() => expect(route.path).toContain('/userBatch')),
  },
});

it('sends those who were selected, or what narrows the list, and needs a school to move to', async () => {
  opened = await openScreen();
  await opened.signIn('dan');
  render(page('?role=1&state=active'));
  fireEvent.click(await screen.findByRole('checkbox', { name: /ben Person/ }));
  fireEvent.click(screen.getByRole('button', { name: m.people_batch_selected() }));
  await screen.findByRole('dialog');
  choose(m.people_batch_move());
  const school = await screen.findByLabelText(m.people_batch_school());
  start();
  await waitFor(() => expect(school.getAttribute('aria-invalid')).toBe('true'));
  fireEvent.change(school, { target: { value: String(ids.otherSchool) } });
  start();
  await waitFor(() => expect(route.path).toContain('/userBatch'));
  expect(opened.network.made(startBatch).at(-1)).toMatchObject({
    action: 'move',
    school_id: ids.otherSchool,
    selected: [ids.ben],
  });
});

it('takes the filters for everybody in the list', async () => {
  opened = await openScreen();
  await opened.signIn('sue');
  render(page('?role=1&filter=ben'));
  await openAll();
  expect(screen.queryByRole('radio', { name: m.people_batch_move() })).toBeNull();
  choose(m.people_batch_endSessions());
  start();
  await waitFor(() => expect(route.path).toContain('/userBatch'));
  expect(opened.network.made(startBatch).at(-1)).toMatchObject({
    action: 'endSessions',
    selected: null,
    role: 1,
    search: 'ben',
  });
});
