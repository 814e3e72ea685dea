import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { Call } from '../../../contract/kit.ts';
import { m } from '../../../src/paraglide/messages.js';
import PrebuiltLessons from '../../../src/views/prebuilt/prebuiltAssignResource.records.tsx';
import { addressOf } from '../../../src/views/screen.ts';
import type { Stage } from '../../kit/describeView.ts';
import { AtRoute } from './atRoute.tsx';
import { openScreen, type Screen } from './screen.tsx';

interface Opening extends Partial<Pick<Stage<never>, 'clock' | 'inspect' | 'render'>> {
  held?: readonly Call[];
  as?: string;
  prepare?: (opened: Screen) => Promise<unknown>;
}

/** The list of prebuilt lessons, once its rows and the units for its form have loaded. */
export async function openPrebuilt({ as = 'max', prepare, render: show = render, ...stage }: Opening = {}): Promise<Screen> {
  const opened = await openScreen(stage);
  await prepare?.(opened);
  await opened.signIn(as);
  const address = addressOf(PrebuiltLessons.declaration);
  show(
    <AtRoute app={opened.app} address={address} path={address}>
      <PrebuiltLessons />
    </AtRoute>,
  );
  await screen.findByRole('table', { name: m.prebuilt_title() });
  await waitFor(() => expect(screen.getByRole('button', { name: m.prebuilt_add() }).getAttribute('aria-disabled')).not.toBe('true'));
  return opened;
}

/** Opens the menu of a row. */
export const openActions = async (name: string) =>
  fireEvent.click((await screen.findAllByRole('button', { name: m.records_actions_of({ name }) }))[0] as HTMLElement);
