import { screen } from '@testing-library/react';
import Platforms from '../../../src/views/lti/ltiConsumer.records.tsx';
import { addressOf, type ScreenAddress } from '../../../src/views/screen.ts';
import type { Stage } from '../../kit/describeView.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { TestServer } from '../../server/testServer.ts';
import { AtRoute } from './atRoute.tsx';
import { openScreen, type Screen } from './screen.tsx';

/** How a screen is opened. */
export interface Opening extends NonNullable<Parameters<typeof openScreen>[0]> {
  render: Stage<never>['render'];
}

/** Adds the platform Campus, number 5, to the district. */
export const addCampus = (db: TestServer['db']) =>
  db
    .insertInto('lti_platform')
    .values({
      ...{ district_id: ids.district, platform_id: 5, name: 'Campus', issuer: 'https://campus.example', client_id: 'tool' },
      ...{
        deployment_ids: '[]',
        authorization_endpoint: 'https://campus.example/auth',
        token_endpoint: '',
        jwks_uri: 'http://127.0.0.1:9',
      },
      ...{ subject_is_sourced_id: 0, active: 1, launches: 3, launched_at: null, version: 1, created_at: 1, removed_at: null },
    })
    .execute();

/** Opens the learning platforms of a district that has one. */
export async function openPlatforms({ render, ...stage }: Opening): Promise<Screen> {
  const opened = await openScreen(stage);
  await addCampus(opened.network.backend.db);
  await opened.signIn('dan');
  const address = addressOf(Platforms.declaration as ScreenAddress);
  render(
    <AtRoute app={opened.app} address={address} path={address}>
      <Platforms />
    </AtRoute>,
  );
  await screen.findByText('Campus');
  return opened;
}
