import { render, screen } from '@testing-library/react';
import type { Call } from '../../../contract/kit.ts';
import { m } from '../../../src/paraglide/messages.js';
import Districts from '../../../src/views/districts/districts.records.tsx';
import { addressOf } from '../../../src/views/screen.ts';
import type { Stage } from '../../kit/describeView.ts';
import { AtRoute } from './atRoute.tsx';
import { openScreen, type Screen } from './screen.tsx';

interface Opening extends Partial<Pick<Stage<never>, 'clock' | 'inspect' | 'render'>> {
  held?: readonly Call[];
  prepare?: (opened: Screen) => Promise<unknown>;
}

/** The list of districts, once its rows have loaded. */
export async function openDistricts(as: string, { prepare, render: show = render, ...stage }: Opening = {}): Promise<Screen> {
  const opened = await openScreen(stage);
  await prepare?.(opened);
  await opened.signIn(as);
  const address = addressOf(Districts.declaration);
  show(
    <AtRoute app={opened.app} address={address} path={address}>
      <Districts />
    </AtRoute>,
  );
  await screen.findByRole('table', { name: m.districts_title() });
  return opened;
}
