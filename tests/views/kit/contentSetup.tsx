import { fireEvent, render, screen, within } from '@testing-library/react';
import type { Call } from '../../../contract/kit.ts';
import { idOf } from '../../../server/content/ids.ts';
import { m } from '../../../src/paraglide/messages.js';
import ContentSetup from '../../../src/views/contentSetup/contentSetup.records.tsx';
import { addressOf } from '../../../src/views/screen.ts';
import type { Stage } from '../../kit/describeView.ts';
import { AtRoute } from './atRoute.tsx';
import { openScreen, type Screen } from './screen.tsx';
// Loads with its first use. Loaded here, it comes within a moment, also in the first walk.
import '../../../src/views/shell/Removal.tsx';

export const product_id = idOf('course');

interface Opening {
  stage?: Pick<Stage<never>, 'clock' | 'inspect' | 'render'>;
  held?: readonly Call[];
  /** Default: the screen without a value. */
  address?: string;
  path?: string;
  /** Names of units to add to the course. */
  units?: readonly string[];
  prepare?: (opened: Screen) => Promise<unknown>;
}

/** The catalog as the provider's administrator sees it, once its tree and the items of the first product have loaded. */
export async function openContentSetup({ stage, held = [], address: given, path, units = [], prepare }: Opening = {}): Promise<Screen> {
  const opened = await openScreen({ ...(stage ? { clock: stage.clock, inspect: stage.inspect } : {}), held });
  const { db } = opened.network.backend;
  for (const [index, name] of units.entries())
    await db
      .insertInto('unit')
      .values({ unit_id: 71 + index, product_id, code: name, name, summary: '', mapped_id: null, sort_order: 71 + index })
      .execute();
  await prepare?.(opened);
  await opened.signIn('max');
  const address = given ?? addressOf(ContentSetup.declaration);
  const page = (
    <AtRoute app={opened.app} address={address} path={path ?? address}>
      <ContentSetup />
    </AtRoute>
  );
  if (stage) stage.render(page);
  else render(page);
  await screen.findByRole('treegrid');
  await screen.findByRole('rowheader', { name: 'reading' });
  return opened;
}

/** Lines of the tree: level and name. */
export const outline = () =>
  within(screen.getByRole('treegrid', { hidden: true }))
    .getAllByRole('row', { hidden: true })
    .map((row) => `${row.getAttribute('aria-level')} ${row.getAttribute('aria-label')}`);
export const line = (name: string) => within(screen.getByRole('treegrid')).getByRole('row', { name });
/** Opens the menu of a line. */
export const openMenu = (name: string) => fireEvent.click(within(line(name)).getByRole('button', { name: m.ui_tree_actions({ name }) }));
/** Chooses from the menu of a line. */
export async function act(name: string, action: string): Promise<void> {
  openMenu(name);
  fireEvent.click(await screen.findByRole('menuitem', { name: action }));
}
/** Whether an action of a line is disabled. */
export async function isDisabled(name: string, action: string): Promise<boolean> {
  openMenu(name);
  const item = await screen.findByRole('menuitem', { name: new RegExp(`^${action}`) });
  const is = item.getAttribute('aria-disabled') === 'true';
  fireEvent.keyDown(item, { key: 'Escape' });
  return is;
}
