import { screen } from '@testing-library/react';
import PersonPrivacyPage from '../../../src/views/privacy/PersonPrivacyPage.tsx';
import { personPrivacy } from '../../../src/views/privacy/personPrivacy.screen.ts';
import { addressOf } from '../../../src/views/screen.ts';
import type { Stage } from '../../kit/describeView.ts';
import { ids } from '../../server/fixtureSchool.ts';
import { AtRoute } from './atRoute.tsx';
import { openScreen, type Screen } from './screen.tsx';

interface Opening extends NonNullable<Parameters<typeof openScreen>[0]> {
  render: Stage<never>['render'];
  prepare?: (opened: Screen) => Promise<unknown>;
}

/** Opens the data of the teacher tess as the district's administrator sees it, and waits for a button. */
export async function openPersonPrivacy(button: string, { render, prepare, ...stage }: Opening): Promise<Screen> {
  const opened = await openScreen(stage);
  await prepare?.(opened);
  await opened.signIn('dan');
  render(
    <AtRoute app={opened.app} address={addressOf(personPrivacy, ids.district, ids.tess)} path={`/authenticated/${personPrivacy.path}`}>
      <PersonPrivacyPage />
    </AtRoute>,
  );
  await screen.findByRole('button', { name: button });
  return opened;
}
