import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { Call } from '../../../contract/kit.ts';
import { m } from '../../../src/paraglide/messages.js';
import Schools from '../../../src/views/schools/schools.records.tsx';
import { addressOf } from '../../../src/views/screen.ts';
import type { Stage } from '../../kit/describeView.ts';
import { AtRoute } from './atRoute.tsx';
import { openScreen, type Screen } from './screen.tsx';
import { chooseFor } from './students.tsx';

interface Opening extends Partial<Pick<Stage<never>, 'clock' | 'inspect' | 'render'>> {
  held?: readonly Call[];
  as?: string;
  /** Which schools: a query of the address. */
  asked?: string;
  prepare?: (opened: Screen) => Promise<unknown>;
}

/** The list of schools, once its rows have loaded. */
export async function openSchools({ as = 'dan', asked = '', prepare, render: show = render, ...stage }: Opening = {}): Promise<Screen> {
  const opened = await openScreen(stage);
  await prepare?.(opened);
  await opened.signIn(as);
  const address = addressOf(Schools.declaration);
  show(
    <AtRoute app={opened.app} address={address + asked} path={address}>
      <Schools />
    </AtRoute>,
  );
  await screen.findByRole('table', { name: m.schools_title() });
  return opened;
}

/** Chooses an action of a school's menu. */
export const chooseForSchool = async (name: string, item: string): Promise<void> => {
  await chooseFor(name, item);
  await waitFor(() => {
    if (screen.queryByRole('menu')) throw new Error('The menu is still open.');
  });
};

/** Waits until the list has a school, or has it no longer, also behind a dialog. */
export const listsSchool = (name: string, is: boolean): Promise<void> =>
  waitFor(() => {
    if ((screen.queryByRole('rowheader', { name, hidden: true }) !== null) !== is) throw new Error(`${name} is ${is ? 'not ' : ''}listed.`);
  });

/** The district's button for a school. */
export const pressSchool = (label: string) => fireEvent.click(screen.getByRole('button', { name: new RegExp(`(^|\\s)${label}$`) }));
