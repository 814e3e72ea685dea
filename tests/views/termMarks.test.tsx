// @vitest-environment jsdom

import { fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Language } from '../../contract/content.ts';
import { glossary as calls } from '../../contract/glossary.ts';
import type { ItemTerm } from '../../contract/itemTerm.ts';
import type { Question } from '../../contract/quiz.ts';
import { termsOnce } from '../../src/views/glossary/termsOnce.ts';
import Reading from '../../src/views/player/Reading.tsx';
import { QuestionInput } from '../../src/views/quiz/QuestionInput.tsx';
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

describe('in the text of a question', () => {
  const term = (name: string, language_id = Language.english) => ({
    ...{ term_id: termId(name), language_id, term: name, definition: `What ${name} means.` },
    ...{ other_term: `${name} in Spanish`, other_definition: 'Qué significa.' },
  });
  const question = (id: number, terms?: ItemTerm[]): Question => ({
    ...{ id, question_type: 'single_choice', question_text: 'Has a cell energy?', diagram: null, points: 1, unit: null, targets: [] },
    answer_options: [{ id: 11, answer_text: 'A cell has energy.' }],
    ...(terms && { terms }),
  });
  const show = (shown: Question) =>
    render(
      <Around app={opened.app}>
        <QuestionInput question={shown} answer={undefined} onChange={() => undefined} />
      </Around>,
    );

  it('marks the terms that the server names, and none in an option', async () => {
    show(question(1, [term('cell')]));
    expect(screen.getByRole('radio', { name: 'A cell has energy.' })).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'cell' }));
    within(await screen.findByRole('dialog', { name: 'cell' })).getByText('What cell means.');
    expect(marked()).toEqual(['cell']);
  });

  it('marks nothing without permission', () => {
    show(question(1));
    expect(screen.getByText('Has a cell energy?')).toBeTruthy();
    expect(marked()).toEqual([]);
  });

  it('marks a term once where all questions stand on one page', () => {
    const untouched = question(3);
    const once = termsOnce([question(1, [term('cell')]), question(2, [term('cell'), term('energy')]), untouched]);
    expect(once.map(({ terms }) => terms?.map((one) => one.term))).toEqual([['cell'], ['energy'], undefined]);
    expect(once[2]).toBe(untouched);
  });
});
