// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import type { GlossaryTerm } from '../../contract/glossary.ts';
import { calls } from '../../contract/index.ts';
import { m } from '../../src/paraglide/messages.js';
import FactsPage from '../../src/views/glossary/FactsPage.tsx';
import { glossaryFacts } from '../../src/views/glossary/facts.screen.ts';
import { glossaryFillIn } from '../../src/views/glossary/fillIn.screen.ts';
import HomePage from '../../src/views/glossary/HomePage.tsx';
import { glossaryHome } from '../../src/views/glossary/home.screen.ts';
import { lettersOf } from '../../src/views/glossary/letters.ts';
import PrintPage, { mirrored } from '../../src/views/glossary/PrintPage.tsx';
import { glossaryPrint } from '../../src/views/glossary/print.screen.ts';
import SubjectPage from '../../src/views/glossary/SubjectPage.tsx';
import { glossarySubject } from '../../src/views/glossary/subject.screen.ts';
import { addressIn } from '../../src/views/glossary/subjects.ts';
import { paths } from '../../src/views/paths.ts';
import { addressOf } from '../../src/views/screen.ts';
import { ids, item_id } from '../server/fixtureSchool.ts';
import { termId } from '../server/glossaryTerms.ts';
import { AtAddress, place } from './kit/atAddress.tsx';
import { savedCsv } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
beforeEach(async () => {
  opened = await openScreen();
});

async function open(address: string, page: ReactNode, as = 'ana'): Promise<void> {
  await opened.signIn(as);
  render(
    <AtAddress app={opened.app} address={address}>
      <Routes>
        <Route path={address.split('?')[0] as string} element={page} />
        <Route path="*" element={null} />
      </Routes>
    </AtAddress>,
  );
}
const headings = (level: number) => screen.getAllByRole('heading', { level }).map(({ textContent }) => textContent);
const search = (text: string) => {
  const field = screen.getByRole('searchbox');
  fireEvent.change(field, { target: { value: text } });
  fireEvent.keyDown(field, { key: 'Enter' });
};

describe('the home of the glossary', () => {
  it('shows the term of the day in both languages, and the subjects with their number of terms', async () => {
    await open(paths.glossary, <HomePage />);
    const physical = await screen.findByRole('link', { name: m.glossary_subject_physical() });
    expect(physical.getAttribute('href')).toBe(addressIn(glossarySubject, 'physical'));
    expect(within(physical.closest('article') as HTMLElement).getByText('6 terms')).toBeTruthy();
    const [day] = document.querySelectorAll('article');
    expect([...(day as Element).querySelectorAll('[lang]')].map((side) => side.getAttribute('lang'))).toEqual(['en', 'es']);
    expect(screen.getByRole('link', { name: m.glossary_fill_in() }).getAttribute('href')).toBe(addressOf(glossaryFillIn));
    expect(paths.glossary).toBe(addressOf(glossaryHome));
  });

  it('searches all subjects, says how many terms fit, and keeps the words in the address', async () => {
    await open(paths.glossary, <HomePage />);
    await screen.findByRole('link', { name: m.glossary_all_terms() });
    search('energía');
    await screen.findByText(m.glossary_found({ count: 2 }));
    expect(place.path).toBe(`${paths.glossary}?find=energ%C3%ADa`);
    expect(headings(2)).toEqual(['energy', 'kinetic energy']);
    search('qqqq');
    await screen.findByText(m.glossary_none({ words: 'qqqq' }));
    search('');
    await screen.findByRole('link', { name: m.glossary_all_terms() });
    expect(place.path).toBe(paths.glossary);
  });
});

describe('a subject', () => {
  it('lists its terms by letter; a letter leads to its place', async () => {
    await open(addressIn(glossarySubject, 'physical'), <SubjectPage />);
    await waitFor(() => expect(headings(1)).toEqual([m.glossary_subject_physical()]));
    await waitFor(() => expect(headings(2)).toEqual(['A', 'D', 'E', 'K', 'M']));
    expect(headings(3)).toEqual(['acceleration', 'atom', 'density', 'energy', 'kinetic energy', 'magnet']);
    fireEvent.click(within(screen.getByRole('navigation', { name: m.glossary_letters() })).getByRole('link', { name: 'K' }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'K' }));
    expect(place.path).toBe(addressIn(glossarySubject, 'physical'));
  });

  it('is all of them without a subject, or with one that does not exist', async () => {
    await open(`${addressOf(glossarySubject)}?subject=magic`, <SubjectPage />);
    await screen.findByText(m.glossary_terms({ count: 8 }));
    expect(headings(1)).toEqual([m.glossary_all_terms()]);
  });

  it('searches within itself', async () => {
    await open(addressIn(glossarySubject, 'life'), <SubjectPage />);
    await screen.findByRole('heading', { name: 'mitosis' });
    search('energy');
    await screen.findByText(m.glossary_none({ words: 'energy' }));
  });

  it.each([
    ['ana', paths.exploreItem(item_id)],
    ['tess', paths.previewItem(item_id)],
  ])('leads %s to what is written about a term', async (name, address) => {
    await opened.network.backend.db
      .insertInto('term_item')
      .values({ term_id: termId('cell'), item_id, mentions: 3 })
      .execute();
    await open(addressIn(glossarySubject, 'life'), <SubjectPage />, name);
    expect((await screen.findByRole('link', { name: 'reading' })).getAttribute('href')).toBe(address);
  });

  it('is saved as a file in both languages', async () => {
    await open(addressIn(glossarySubject, 'life'), <SubjectPage />);
    await screen.findByRole('heading', { name: 'mitosis' });
    expect(await savedCsv(0, m.glossary_save_list())).toEqual([
      [m.glossary_subject(), m.glossary_term_en(), m.glossary_definition_en(), m.glossary_term_es(), m.glossary_definition_es()],
      [m.glossary_subject_life(), 'cell', 'What cell means.', 'célula', 'Qué significa célula.'],
      [m.glossary_subject_life(), 'mitosis', 'What mitosis means.', 'mitosis', 'Qué significa mitosis.'],
    ]);
  });

  it('has letters without accents, but Ñ is one of its own', () => {
    const of = (...terms: string[]) => lettersOf(terms.map((term) => ({ term }))).map(([letter]) => letter);
    expect(of('ácido', 'átomo', 'nube', 'ñandú', 'órbita')).toEqual(['A', 'N', 'Ñ', 'O']);
  });
});

describe('facts', () => {
  const shownFact = () => headings(2).at(-1);

  it('come one after another, by button and by arrow key, in a circle', async () => {
    await open(addressIn(glossaryFacts, 'life'), <FactsPage />);
    await screen.findByText('A fact about cell.');
    fireEvent.click(screen.getByRole('button', { name: m.glossary_fact_next() }));
    expect(await screen.findByText('A fact about mitosis.')).toBeTruthy();
    expect(place.path).toBe(`${addressIn(glossaryFacts, 'life')}&fact=${termId('mitosis')}`);
    fireEvent.keyDown(document.body, { key: 'ArrowRight' });
    expect(shownFact()).toBe('cell');
    fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
    expect(shownFact()).toBe('mitosis');
    fireEvent.keyDown(document.body, { key: 'ArrowLeft', altKey: true });
    fireEvent.keyDown(screen.getByRole('radio', { name: m.glossary_view_one() }), { key: 'ArrowLeft' });
    expect(shownFact()).toBe('mitosis');
  });

  it('are a list, too, and those kept a shorter one', async () => {
    const ana = await opened.network.backend.signIn('ana');
    await ana.ok(calls.setGlossaryFavorite, { user_puid: ids.ana, term_id: termId('atom'), is_favorite: true });
    await open(`${addressOf(glossaryFacts)}?view=list`, <FactsPage />);
    await waitFor(() => expect(headings(2)).toHaveLength(8));
    fireEvent.click(screen.getByRole('radio', { name: m.glossary_favorites() }));
    await waitFor(() => expect(headings(2)).toEqual(['atom']));
    fireEvent.click(screen.getByRole('button', { name: m.glossary_favorite({ term: 'atom' }), pressed: true }));
    await screen.findByText(m.glossary_no_favorites());
  });
});

describe('on paper', () => {
  const print = addressOf(glossaryPrint);
  const cards = (name: string) => within(screen.getByRole('list', { name })).getAllByRole('listitem');

  it('are cards, eight on a page, whose backs meet their fronts', async () => {
    await open(`${print}?subject=physical`, <PrintPage />);
    const front = m.glossary_cards_front({ page: 1 });
    await screen.findByRole('list', { name: front });
    expect(cards(front).map(({ textContent }) => textContent)).toEqual([
      ...['acceleration', 'atom', 'density', 'energy', 'kinetic energy', 'magnet'],
    ]);
    const back = cards(m.glossary_cards_back({ page: 1 })).map((card) => card.querySelector('[lang=es]')?.textContent);
    expect(back).toEqual(['átomo', 'aceleración', 'energía', 'densidad', 'imán', 'energía cinética']);
  });

  it('leave the place of a missing card empty, so that the last one keeps its side', () => {
    const card = (term: string) => ({ term }) as GlossaryTerm;
    expect(mirrored([card('a'), card('b'), card('c')]).map((one) => one?.term)).toEqual(['b', 'a', undefined, 'c']);
  });

  it('are a sheet with its words; the key is for staff', async () => {
    await open(`${print}?subject=life&form=sheet`, <PrintPage />, 'tess');
    await screen.findByRole('list', { name: m.glossary_sheet_words() });
    expect(cards(m.glossary_sheet_words()).map(({ textContent }) => textContent)).toEqual(['cell', 'mitosis']);
    expect(screen.getAllByRole('img', { name: m.glossary_blank() })).toHaveLength(2);
    fireEvent.click(screen.getByRole('radio', { name: m.glossary_key() }));
    await screen.findByText(m.glossary_key_title({ title: m.glossary_subject_life(), sheet: 1 }));
    expect([...document.querySelectorAll('ol strong')].map(({ textContent }) => textContent).sort()).toEqual(['cell', 'mitosis']);
  });

  it('show a student no key, not even by the address', async () => {
    await open(`${print}?subject=life&form=key`, <PrintPage />);
    await screen.findByRole('list', { name: m.glossary_cards_front({ page: 1 }) });
    expect(screen.queryByRole('radio', { name: m.glossary_key() })).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: m.glossary_sheet() }));
    await screen.findByText(m.glossary_sheet_title({ title: m.glossary_subject_life(), sheet: 1 }));
    expect(document.querySelectorAll('ol strong')).toHaveLength(0);
  });
});
