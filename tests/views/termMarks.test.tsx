// @vitest-environment jsdom

import { fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { glossary as calls } from '../../contract/glossary.ts';
import Reading from '../../src/views/player/Reading.tsx';
import { item_id } from '../server/fixtureSchool.ts';
import { termId } from '../server/glossaryTerms.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
beforeEach(async () => {
  opened = await openScreen();
  await opened.signIn('ana');
  await opened.network.backend.db
    .insertInto('term_item')
    .values(['energy', 'kinetic energy', 'cell'].map((term) => ({ term_id: termId(term), item_id, mentions: 1 })))
    .execute();
});

const html =
  '<h2>Energy</h2><p>See <a href="/x">energy</a>: <em>Kinetic energy</em> is energy, and kinetic energy again is energy.</p><p>Magnets and cells.</p>';
const read = (itemId?: number) =>
  render(
    <Around app={opened.app}>
      <Reading body={{ kind: 'html', html }} language="en" {...(itemId ? { itemId } : {})} />
    </Around>,
  );
const marked = () => [...document.querySelectorAll('button[aria-haspopup]')].map(({ textContent }) => textContent);

it('marks each term of a reading where it first stands, the longest one, and neither headings nor links', async () => {
  const { container } = read(item_id);
  const before = 'See energy: Kinetic energy is energy, and kinetic energy again is energy.';
  await screen.findByRole('button', { name: 'Kinetic energy' });
  expect(marked()).toEqual(['Kinetic energy', 'energy', 'cells']);
  expect(container.querySelector('p')?.textContent).toBe(before);
});

it('opens the definition in both languages', async () => {
  read(item_id);
  fireEvent.click(await screen.findByRole('button', { name: 'cells' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'cell' }));
  expect(dialog.getByText('What cell means.').closest('[lang]')?.getAttribute('lang')).toBe('en');
  expect(dialog.getByText('Qué significa célula.').closest('[lang]')?.getAttribute('lang')).toBe('es');
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
});

it('asks nothing for a text that is no item of the library', async () => {
  read();
  await screen.findByRole('heading', { name: 'Energy' });
  expect(marked()).toEqual([]);
  expect(opened.network.made(calls.glossaryItemTerms)).toEqual([]);
});
