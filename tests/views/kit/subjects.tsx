import { render, screen } from '@testing-library/react';
import type { Call } from '../../../contract/kit.ts';
import { m } from '../../../src/paraglide/messages.js';
import { addressOf } from '../../../src/views/screen.ts';
import Subjects from '../../../src/views/subjects/subjects.records.tsx';
import type { Stage } from '../../kit/describeView.ts';
import { AtRoute } from './atRoute.tsx';
import { openScreen, type Screen } from './screen.tsx';
// Loads with its first use. Loaded here, it comes within a moment, also in the first walk.
import '../../../src/views/shell/Removal.tsx';

/** The district administrator's list of subjects, once its rows have loaded. */
export async function openSubjects(
  stage: Pick<Stage<never>, 'clock' | 'inspect' | 'render'> | null,
  held: readonly Call[] = [],
  prepare?: (opened: Screen) => Promise<unknown>,
): Promise<Screen> {
  const opened = await openScreen({ ...(stage ? { clock: stage.clock, inspect: stage.inspect } : {}), held });
  await prepare?.(opened);
  await opened.signIn('dan');
  const address = addressOf(Subjects.declaration);
  const page = (
    <AtRoute app={opened.app} address={address} path={address}>
      <Subjects />
    </AtRoute>
  );
  if (stage) stage.render(page);
  else render(page);
  await screen.findByRole('table', { name: m.admin_subjects_title() });
  return opened;
}
