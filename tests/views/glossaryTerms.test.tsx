// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { m } from '../../src/paraglide/messages.js';
import GlossaryTerms from '../../src/views/contentSetup/glossaryTerms.records.tsx';
import { glossaryTerms } from '../../src/views/contentSetup/glossaryTerms.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { termId, terms } from '../server/glossaryTerms.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { cellsOf } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const address = addressOf(glossaryTerms);
async function open(search = '', prepare?: (opened: Screen) => Promise<unknown>) {
  const opened = await openScreen();
  await prepare?.(opened);
  await opened.signIn('max');
  render(
    <AtRoute app={opened.app} address={`${address}${search}`} path={address}>
      <GlossaryTerms />
    </AtRoute>,
  );
  return opened;
}
const as = async ({ network }: Screen) => network.backend.signIn('max');
const names = () =>
  cellsOf(m.catalogTerms_title())
    .slice(1)
    .map(([term]) => term);
const form = () => within(screen.getByRole('dialog'));
const type = (label: string, value: string) => fireEvent.change(form().getByRole('textbox', { name: label }), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the terms of the glossary', () => {
  it('are added in a form that says beside the fields what is wrong', async () => {
    await open();
    await waitFor(() => expect(names()).toHaveLength(terms.length));
    press(m.records_add());
    await screen.findByRole('dialog');
    type(m.glossary_term(), 'tissue');
    type(m.glossary_term_es(), 'tejido');
    type(m.ownTerms_definition(), 'Cells.');
    type(m.glossary_definition_es(), 'Células de un tipo que trabajan juntas.');
    type(m.ownTerms_fill_in(), 'Tissues are ____.');
    type(m.ownTerms_fill_in_es(), 'Las células forman un ____.');
    fireEvent.click(form().getByRole('button', { name: m.records_save() }));
    await form().findByText(m.reason_namesTerm());
    form().getByText(m.reason_tooShort({ least: 20 }));
    type(m.ownTerms_definition(), 'Cells of one kind that work together.');
    type(m.ownTerms_fill_in(), 'Cells of one kind form a ____.');
    fireEvent.click(form().getByRole('button', { name: m.records_save() }));
    await waitFor(() => expect(names()).toContain('tissue'));
  });

  it('are withdrawn at once, and Undo brings them back', async () => {
    await open();
    await waitFor(() => expect(names()).toContain('cell'));
    press(m.catalogTerms_withdraw_name({ name: 'cell' }));
    await waitFor(() => shown(m.catalogTerms_withdrawn({ name: 'cell' })));
    expect(names()).not.toContain('cell');
    press(m.workspace_undo());
    await waitFor(() => expect(names()).toContain('cell'));
  });

  it('are narrowed by subject, and by what they lack', async () => {
    await open('?subject=life&part=noSentence', async (opened) => {
      await (await as(opened)).ok(calls.addCatalogTerm, {
        ...{ subject: 'life', term: 'tissue', term_es: 'tejido', definition: 'Cells of one kind that work together.' },
        definition_es: 'Células de un tipo que trabajan juntas.',
      });
    });
    await waitFor(() => expect(names()).toEqual(['tissue']));
    fireEvent.change(screen.getByRole('combobox', { name: m.catalogTerms_part() }), { target: { value: 'sentence' } });
    await waitFor(() => expect(names()).toEqual(['cell', 'mitosis']));
  });

  it('that are withdrawn have a list of their own', async () => {
    await open('?state=withdrawn', async (opened) => (await as(opened)).ok(calls.withdrawCatalogTerm, { term_id: termId('cell') }));
    await waitFor(() => expect(names()).toEqual(['cell']));
    expect(screen.queryByRole('button', { name: m.catalogTerms_withdraw_name({ name: 'cell' }) })).toBeNull();
  });
});
