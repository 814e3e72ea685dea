import { it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { glossaryTerms } from '../../src/views/contentSetup/glossaryTerms.screen.ts';
import { paths } from '../../src/views/paths.ts';
import { addressOf } from '../../src/views/screen.ts';
import { devices } from './browser.ts';
import { pageOf } from './gates.ts';
import { lookAt } from './layout.ts';

it.each(devices)('a term is written, read by a student, withdrawn, and back: $viewport, $theme, $locale', async (device) => {
  const { said, viewport } = device;
  const page = await pageOf('root', device);
  const look = lookAt(page, 'glossary-terms', viewport);
  const [term, term_es] = [`Walkway ${viewport}`, `Pasarela ${viewport}`];
  await page.goto(addressOf(glossaryTerms));
  await page.getByRole('rowheader').first().waitFor();
  await look('list');

  await page.getByRole('button', { name: m.records_add({}, said), exact: true }).click();
  const form = page.getByRole('dialog');
  const write = (label: string, text: string) => form.getByRole('textbox', { name: label, exact: true }).fill(text);
  await write(m.glossary_term({}, said), term);
  await write(m.glossary_term_es({}, said), term_es);
  await write(m.ownTerms_definition({}, said), 'A path that people walk on.');
  await write(m.glossary_definition_es({}, said), 'Corto.');
  await form.getByRole('button', { name: m.records_save({}, said) }).click();
  await form.getByText(m.reason_tooShort({ least: 20 }, said)).waitFor();
  await look('form');
  await write(m.glossary_definition_es({}, said), 'Un camino por el que se pasa.');
  await form.getByRole('button', { name: m.records_save({}, said) }).click();
  await form.waitFor({ state: 'detached' });

  const student = await pageOf('maya', device);
  await student.goto(`${paths.glossary}`);
  const name = said.locale === 'es' ? term_es : term;
  await student.getByRole('searchbox').first().fill(name);
  await student.getByText(name, { exact: true }).first().waitFor();

  await page.getByRole('searchbox').first().fill(term_es);
  await page.getByRole('button', { name: m.catalogTerms_withdraw_name({ name: term }, said) }).click();
  await page.getByText(m.catalogTerms_withdrawn({ name: term }, said), { exact: true }).waitFor();
  await look('withdrawn');
  await page.goto(`${addressOf(glossaryTerms)}?state=withdrawn`);
  await page.getByRole('button', { name: m.catalogTerms_offer_name({ term }, said) }).waitFor();
  await look('bring-back');
  await page.getByRole('button', { name: m.catalogTerms_offer_name({ term }, said) }).press('Enter');
  await page.getByText(m.catalogTerms_none_withdrawn({}, said)).waitFor();
});
