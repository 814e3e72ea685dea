// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { m } from '../../src/paraglide/messages.js';
import HomePage from '../../src/views/glossary/HomePage.tsx';
import OwnTerms from '../../src/views/glossary/ownTerms.records.tsx';
import { glossaryOwnTerms } from '../../src/views/glossary/ownTerms.screen.ts';
import SubjectPage from '../../src/views/glossary/SubjectPage.tsx';
import { glossarySubject } from '../../src/views/glossary/subject.screen.ts';
import { addressIn } from '../../src/views/glossary/subjects.ts';
import { paths } from '../../src/views/paths.ts';
import { addressOf } from '../../src/views/screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { cellsOf } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const texts = { term: 'Slinky', definition: 'A long soft spring.', fill_in: 'We watch waves in a ____.' };
const own = addressOf(glossaryOwnTerms);

async function open(as: string, address: string, page: React.ReactNode, prepare?: (opened: Screen) => Promise<unknown>) {
  const opened = await openScreen();
  await prepare?.(opened);
  await opened.signIn(as);
  render(
    <AtRoute app={opened.app} address={address} path={address.split('?')[0] as string}>
      {page}
    </AtRoute>,
  );
  return opened;
}
const addOne = async ({ network }: Screen) => {
  const tess = await network.backend.signIn('tess');
  return tess.ok(calls.addOwnTerm, { group_puid: ids.class, ...texts });
};
const table = () => screen.findByRole('table', { name: m.ownTerms_title() });
const form = () => within(screen.getByRole('dialog'));
const type = (label: string, value: string) => fireEvent.change(form().getByRole('textbox', { name: label }), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the terms of a teacher’s classes', () => {
  it('are added in a form that says beside the field what is missing, and that the glossary has the name, too', async () => {
    const opened = await open('tess', own, <OwnTerms />);
    await screen.findByText(m.ownTerms_none());
    await waitFor(() => expect(screen.getByRole('button', { name: m.records_add() }).getAttribute('aria-disabled')).not.toBe('true'));
    press(m.records_add());
    await screen.findByRole('dialog');
    type(m.glossary_term(), 'Atom');
    type(m.ownTerms_definition(), 'The smallest part.');
    type(m.ownTerms_fill_in(), 'It has no blank.');
    fireEvent.click(form().getByRole('button', { name: m.records_save() }));
    await form().findByText(m.reason_noBlank());
    type(m.ownTerms_fill_in(), 'Everything is made of ___.');
    fireEvent.click(form().getByRole('button', { name: m.records_save() }));
    await waitFor(() => expect(opened.notices().at(-1)?.text).toBe(m.ownTerms_added_twice({ term: 'Atom' })));
    await waitFor(() => expect(cellsOf(m.ownTerms_title())[1]?.slice(0, 2)).toEqual(['Atom', 'The smallest part.']));
  });

  it('are deleted at once, and Undo brings them back', async () => {
    await open('tess', `${own}?class=${ids.class}`, <OwnTerms />, addOne);
    await table();
    fireEvent.click(await screen.findByRole('button', { name: m.records_remove_name({ name: 'Slinky' }) }));
    await waitFor(() => shown(m.workspace_deleted({ name: 'Slinky' })));
    press(m.workspace_undo());
    await waitFor(() => expect(cellsOf(m.ownTerms_title())[1]?.[0]).toBe('Slinky'));
  });
});

it('a student sees them marked, as a subject of their own', async () => {
  await open('ana', paths.glossary, <HomePage />, addOne);
  const card = await screen.findByRole('link', { name: m.ownTerms_subject() });
  expect(card.getAttribute('href')).toBe(addressIn(glossarySubject, 'class'));
  expect(screen.queryByRole('link', { name: m.ownTerms_title() })).toBeNull();
});

it('the subject has the terms in the language that they have', async () => {
  await open('ana', addressIn(glossarySubject, 'class'), <SubjectPage />, addOne);
  await screen.findByRole('heading', { name: 'Slinky' });
  shown(m.ownTerms_from_teacher());
  expect(screen.queryByRole('link', { name: m.glossary_facts() })).toBeNull();
  expect(document.querySelectorAll('article [lang]')).toHaveLength(1);
});
