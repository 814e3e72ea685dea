import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { m } from '../../../src/paraglide/messages.js';
import UserPage from '../../../src/views/people/UserPage.tsx';
import { user } from '../../../src/views/people/user.screen.ts';
import { addressOf } from '../../../src/views/screen.ts';
import type { Stage } from '../../kit/describeView.ts';
import { ids } from '../../server/fixtureSchool.ts';
import { AtRoute } from './atRoute.tsx';
import { openScreen, type Screen } from './screen.tsx';

interface Opening extends NonNullable<Parameters<typeof openScreen>[0]> {
  /** Whose page; default: the teacher tess. */
  whom?: number;
  /** Who looks; default: the district's administrator. */
  as?: string;
  /** What the address opens. */
  opens?: ComponentProps<typeof UserPage>['opens'];
  prepare?: (opened: Screen) => Promise<unknown>;
  render?: Stage<never>['render'];
}

/** Opens the page of a user. */
export async function openUserPage({
  whom = ids.tess,
  as = 'dan',
  opens,
  prepare,
  render: show = render,
  ...stage
}: Opening = {}): Promise<Screen> {
  const opened = await openScreen(stage);
  await prepare?.(opened);
  await opened.signIn(as);
  show(
    <AtRoute app={opened.app} address={addressOf(user, ids.district, whom)} path={`/authenticated/${user.path}`}>
      <UserPage opens={opens} />
    </AtRoute>,
  );
  await screen.findByRole('heading', { name: m.people_classes(), hidden: true });
  return opened;
}

/** Chooses an item of the page's menu. */
export async function chooseOnPage(label: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: /^Actions / }));
  const menu = await screen.findByRole('menu');
  const item = [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')].find(({ textContent }) => textContent?.startsWith(label));
  fireEvent.click(item as HTMLElement);
  await waitFor(() => {
    if (screen.queryByRole('menu')) throw new Error('The menu is still open.');
  });
}
