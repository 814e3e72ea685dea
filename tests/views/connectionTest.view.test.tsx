// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { oneRosterApi } from '../../contract/oneRosterApi.ts';
import { m } from '../../src/paraglide/messages.js';
import { one } from '../roster/files.ts';
import { restOf, rosterService } from '../roster/rosterService.ts';
import { dismissNotice, connectionName as name, openConnections } from './kit/connections.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { cellsOf } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import { found, type Screen, shown } from './kit/screen.tsx';
import { chooseFor } from './kit/students.tsx';

installNetwork();

let opened: Screen;

describeCommand({
  name: 'connectionTest',
  orders: [{ name }],
  isDismissible: true,
  mount: async (stage) => {
    opened = await openConnections({ ...stage, held: [oneRosterApi.testRosterConnection] });
  },
  network: () => opened.network,
  calls: { run: oneRosterApi.testRosterConnection },
  press: { give: () => chooseFor(name, m.connections_test()), dismiss: dismissNotice },
  see: {
    'ready.fresh': () => expect(screen.queryByText(m.connections_test_failed({ name }))).toBeNull(),
    saving: () => expect(screen.queryByRole('alert')).toBeNull(),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(/The server did not answer/),
    // In the tests, no service answers.
    'ready.done': () => shown(m.connections_test_failed({ name })),
  },
});

it('shows each connection with its night, and the schools that a test finds', async () => {
  opened = await openConnections({ held: [oneRosterApi.testRosterConnection] });
  const { backend } = opened.network;
  const [, row = []] = cellsOf(m.connections_title());
  expect(row.join(' | ')).toContain('2:00 AM');
  const { app } = rosterService({ version: '1.1', set: restOf(one, '1.1'), client_secret: 'kept' });
  Object.assign(backend.ports.outside, {
    send: async (url: URL, { method, headers, body }: { method: string; headers: HeadersInit; body?: string }) =>
      app.fetch(new Request(url, { method, headers, ...(body === undefined ? {} : { body }) })),
  });
  const test = async () => {
    await chooseFor(name, m.connections_test());
    await opened.network.release(oneRosterApi.testRosterConnection);
  };
  // The connection is of the other version, whose scope this service does not know.
  await test();
  await found(m.connections_test_failed({ name }));
  await backend.db.updateTable('roster_connection').set({ roster_version: '1.1' }).execute();
  await test();
  await found(m.connections_tested({ name }));
  await found(m.connections_tested_text({ schools: 'Hill, the school (s)' }));
});

it('adds the first connection, and never shows its secret again', async () => {
  opened = await openConnections({ isEmpty: true });
  const press = (label: string) => fireEvent.click(screen.getByRole('button', { name: label }));
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } });
  press(m.records_add());
  await screen.findByRole('dialog');
  type(m.connections_name(), 'Mine');
  type(m.connections_base(), 'https://sis.example.org');
  type(m.connections_token(), 'https://sis.example.org/token');
  type(m.connections_client(), 'orrery');
  press(m.records_save());
  await found(m.records_missing());
  type(m.connections_secret(), 'seeded in the form');
  expect(screen.getByLabelText<HTMLInputElement>(new RegExp(`^${m.connections_secret()}`)).type).toBe('password');
  press(m.records_save());
  await screen.findByRole('rowheader', { name: 'Mine' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: m.records_actions_of({ name: 'Mine' }) }));
  fireEvent.click(await screen.findByRole('menuitem', { name: m.records_edit() }));
  await screen.findByRole('dialog');
  expect(screen.getByLabelText<HTMLInputElement>(new RegExp(`^${m.connections_secret()}`)).value).toBe('');
  type(m.connections_name(), 'Renamed');
  press(m.records_save());
  await screen.findByRole('rowheader', { name: 'Renamed' });
  expect(document.body.textContent).not.toContain('seeded in the form');
});
