// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { oneRosterApi } from '../../contract/oneRosterApi.ts';
import { m } from '../../src/paraglide/messages.js';
import { route } from './kit/atRoute.tsx';
import { dismissNotice, connectionName as name, openConnections } from './kit/connections.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { type Screen, shown } from './kit/screen.tsx';
import { chooseFor } from './kit/students.tsx';

installNetwork();

let opened: Screen;

describeCommand({
  name: 'connectionImport',
  orders: [{ isFull: false }, { isFull: true }],
  isDismissible: true,
  mount: async (stage) => {
    opened = await openConnections({ ...stage, held: [oneRosterApi.importFromApi] });
  },
  network: () => opened.network,
  calls: { run: oneRosterApi.importFromApi },
  press: {
    give: (order) => chooseFor(name, (order as { isFull: boolean }).isFull ? m.connections_import_full() : m.connections_import()),
    dismiss: dismissNotice,
  },
  // Then the page of the import is shown.
  can: (_, snapshot) => !snapshot.hasTag('done'),
  see: {
    'ready.fresh': () => expect(screen.queryByText(m.connections_failed({ name }))).toBeNull(),
    saving: () => expect(route.path).not.toContain('job='),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(/The server did not answer/),
    'ready.done': () => expect.poll(() => route.path).toMatch(/oneRosterImport\?job=\d+$/),
  },
});
