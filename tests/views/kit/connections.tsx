import { fireEvent, render, screen } from '@testing-library/react';
import type { Call } from '../../../contract/kit.ts';
import { oneRosterApi } from '../../../contract/oneRosterApi.ts';
import { m } from '../../../src/paraglide/messages.js';
import Connections from '../../../src/views/rostering/connections.records.tsx';
import { addressOf } from '../../../src/views/screen.ts';
import type { Stage } from '../../kit/describeView.ts';
import { ids } from '../../server/fixtureSchool.ts';
import { AtRoute } from './atRoute.tsx';
import { openScreen, type Screen } from './screen.tsx';

interface Opening extends Partial<Pick<Stage<never>, 'clock' | 'inspect' | 'render'>> {
  held?: readonly Call[];
  /** Whether there is a connection yet. */
  isEmpty?: boolean;
}

export const connectionName = 'Student information';

/** Adds a connection to the district. */
export async function addConnection({ network: { backend } }: Screen): Promise<{ connection_id: number }> {
  const dan = await backend.signIn('dan');
  return dan.ok(oneRosterApi.addRosterConnection, {
    ...{ user_puid: ids.dan, name: connectionName, roster_version: '1.2', client_id: 'orrery', client_secret: 'kept' },
    ...{ base_url: 'https://sis.example.org', token_url: 'https://sis.example.org/token', scope: '', school_ids: [], nightly_hour: 2 },
  });
}

/** The connections of the district, once they have loaded. */
export async function openConnections({ isEmpty = false, render: show = render, ...stage }: Opening = {}): Promise<Screen> {
  const opened = await openScreen(stage);
  if (!isEmpty) await addConnection(opened);
  await opened.signIn('dan');
  const address = addressOf(Connections.declaration);
  show(
    <AtRoute app={opened.app} address={address} path={address}>
      <Connections />
    </AtRoute>,
  );
  await (isEmpty ? screen.findByText(m.connections_none()) : screen.findByRole('table', { name: m.connections_title() }));
  return opened;
}

export const dismissNotice = () => fireEvent.click(screen.getByRole('button', { name: m.ui_dismiss() }));
