import { screen } from '@testing-library/react';
import { noteUse } from '../../../server/kit/integrationUse.ts';
import { tenant } from '../../../server/kit/tenant.ts';
import { m } from '../../../src/paraglide/messages.js';
import { addressOf } from '../../../src/views/screen.ts';
import Page from '../../../src/views/technicalStatus/technicalStatus.report.tsx';
import { technicalStatus } from '../../../src/views/technicalStatus/technicalStatus.screen.ts';
import type { Stage } from '../../kit/describeView.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { TestServer } from '../../server/testServer.ts';
import { AtRoute } from './atRoute.tsx';
import { addCampus } from './platforms.tsx';
import { openScreen, type Screen } from './screen.tsx';

/** The platform Campus was refused, and the connection Records failed once and has worked since. */
export async function addIntegrations(backend: TestServer): Promise<void> {
  const { db, clock, ports } = backend;
  await addCampus(db);
  await db
    .insertInto('lti_refusal')
    .values({ district_id: ids.district, refusal_id: 1, platform_id: 5, at: clock.now, cause: 'deployment', detail: 'd2' })
    .execute();
  await db
    .insertInto('roster_connection')
    .values({
      ...{ district_id: ids.district, connection_id: 6, version: 1, name: 'Records', base_url: 'https://sis.example', client_id: 'orrery' },
      ...{ token_url: 'https://sis.example/token', roster_version: '1.1', sealed_secret: 'x', scope: '', school_ids: '[]' },
      ...{ nightly_hour: null, arranged_by: ids.dan, next_at: null, synced_at: null, full_at: null },
    })
    .execute();
  const connection = { kind: 'rosterService', ref: 6 } as const;
  await noteUse({ now: () => clock.now - 120_000 }, tenant(ports.db, ids.district), connection, 'apiDown');
  await noteUse({ now: () => clock.now - 60_000 }, tenant(ports.db, ids.district), connection, null);
}

interface Opening extends NonNullable<Parameters<typeof openScreen>[0]> {
  render: Stage<never>['render'];
}

/** Opens the technician's page of a district where something failed. */
export async function openTechnicalPage({ render, ...stage }: Opening): Promise<Screen> {
  const opened = await openScreen(stage);
  await addIntegrations(opened.network.backend);
  await opened.signIn('dan');
  const address = addressOf(technicalStatus);
  render(
    <AtRoute app={opened.app} address={address} path={address}>
      <Page />
    </AtRoute>,
  );
  await screen.findByRole('button', { name: m.technical_download() });
  return opened;
}
