// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Language } from '../../contract/content.ts';
import { glossary as calls } from '../../contract/glossary.ts';
import { calls as every } from '../../contract/index.ts';
import type { ItemTerm } from '../../contract/itemTerm.ts';
import type { Question } from '../../contract/quiz.ts';
import type { ShelvedLesson } from '../../src/services/player/lessonShelf.ts';
import { termsOnce } from '../../src/views/glossary/termsOnce.ts';
import DataLab from '../../src/views/player/DataLab.tsx';
import Interactive from '../../src/views/player/Interactive.tsx';
import Reading from '../../src/views/player/Reading.tsx';
import { QuestionInput } from '../../src/views/quiz/QuestionInput.tsx';
import { ids, item_id } from '../server/fixtureSchool.ts';
import { termId } from '../server/glossaryTerms.ts';
import { memoryShelf } from '../services/memoryShelf.ts';
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

it('marks a saved lesson that is read before the session is known', async () => {
  const { app } = await openScreen();
  const { shelf } = memoryShelf();
  const energy: ItemTerm = {
    ...{ term_id: 1, language_id: Language.english, term: 'energy', definition: 'What can do work.' },
    ...{ other_term: 'energía', other_definition: 'Lo que puede hacer trabajo.' },
  };
  const lesson = { v: 1, owner: `1.${ids.ana}`, lesson: { lesson_resources: [] }, saved: {}, contents: [], quizzes: [], pictures: [] };
  const terms = [{ item_id, language_id: Language.english, terms: [energy] }];
  await shelf.set('older', lesson as unknown as ShelvedLesson);
  await shelf.set('newer', { ...lesson, terms } as unknown as ShelvedLesson);
  render(
    <Around app={{ ...app, shelf: async () => shelf }}>
      <Reading body={{ kind: 'html', html }} language="en" itemId={item_id} />
    </Around>,
  );
  await waitFor(() => expect(marked()).toEqual(['energy']));
});

it('marks the task of a data lab and the steps of a model', async () => {
  const inText = () => [...document.querySelectorAll('p button[aria-haspopup]')].map(({ textContent }) => textContent);
  const place = { language: 'en', position: 0, onProgress: () => {}, itemId: item_id } as const;
  const plot = { x: 'day', y: 'height', type: 'line' } as const;
  const columns = ['day', 'height'].map((name) => ({ name, label: name, unit: '' }));
  const lab = render(
    <Around app={opened.app}>
      <DataLab body={{ kind: 'data', csv: 'day,height\n1,2\n2,3\n', columns, plot, task_html: html }} {...place} />
    </Around>,
  );
  await screen.findByRole('button', { name: 'Kinetic energy' });
  expect(inText()).toEqual(['Kinetic energy', 'energy', 'cells']);
  lab.unmount();
  const texts = { instructions_html: html, text_alternative_html: '<p>Energy.</p>' };
  render(
    <Around app={opened.app}>
      <Interactive body={{ kind: 'interactive', simulation: 'none', parameters: {}, ...texts }} {...place} />
    </Around>,
  );
  await waitFor(() => expect(inText()).toEqual(['Kinetic energy', 'energy', 'cells']));
});

it('opens the definition in both languages', async () => {
  read(item_id);
  fireEvent.click(await screen.findByRole('button', { name: 'cells' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'cell' }));
  expect(dialog.getByText('What cell means.').closest('[lang]')?.getAttribute('lang')).toBe('en');
  expect(dialog.getByText('Qué significa célula.').closest('[lang]')?.getAttribute('lang')).toBe('es');
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
});

it('marks a term of the class, whose definition needs no other language', async () => {
  const body = JSON.stringify({ kind: 'html', html });
  await opened.network.backend.db.updateTable('content_item').set({ body }).where('item_id', '=', item_id).execute();
  const tess = await opened.network.backend.signIn('tess');
  const own = { term: 'magnet', definition: 'It holds our poster.', fill_in: 'A ___ holds the poster.' };
  await tess.ok(every.addOwnTerm, { group_puid: ids.class, ...own });
  read(item_id);
  fireEvent.click(await screen.findByRole('button', { name: 'Magnets' }));
  const dialog = await screen.findByRole('dialog', { name: 'magnet' });
  within(dialog).getByText(own.definition);
  expect(dialog.querySelectorAll('[lang]')).toHaveLength(1);
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
