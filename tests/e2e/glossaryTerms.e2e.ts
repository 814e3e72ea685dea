import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { glossaryTerms } from '../../src/views/contentSetup/glossaryTerms.screen.ts';
import { paths } from '../../src/views/paths.ts';
import { addressOf } from '../../src/views/screen.ts';
import { expectAccessible } from './accessible.ts';
import { newPage, screenshot } from './browser.ts';
import { pageOf, signIn } from './gates.ts';
import { excess, unseen } from './layout.ts';

it.each([
  ['light', 'en', 1366, 768],
  ['dark', 'es', 390, 844],
] as const)('a term is written, read by a student, withdrawn, and back: %s, %s, %i × %i', async (theme, locale, width, height) => {
  const said = { locale };
  const options = { theme, locale: locale === 'es' ? 'es-MX' : 'en-US' } as const;
  const page = await newPage(options);
  await page.setViewportSize({ width, height });
  const look = async (name: string) => {
    expect((await excess(page))[0], `${name} fits its width`).toBeLessThanOrEqual(unseen);
    await expectAccessible(page);
    await screenshot(page, `glossary-terms-${name}-${width}`);
  };
  const [term, term_es] = [`Walkway ${width}`, `Pasarela ${width}`];
  await signIn(page, 'root');
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

  const student = await pageOf('maya', options);
  await student.goto(`${paths.glossary}`);
  const name = locale === 'es' ? term_es : term;
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
