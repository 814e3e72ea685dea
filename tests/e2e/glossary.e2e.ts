import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import terms from '../../server/sample/glossary.json' with { type: 'json' };
import { m } from '../../src/paraglide/messages.js';
import { viewReport } from '../../src/views/classReports/viewReport.screen.ts';
import { glossaryClass } from '../../src/views/glossary/class.screen.ts';
import { glossaryFacts } from '../../src/views/glossary/facts.screen.ts';
import { glossaryFillIn } from '../../src/views/glossary/fillIn.screen.ts';
import { glossaryPrint } from '../../src/views/glossary/print.screen.ts';
import { glossarySubject } from '../../src/views/glossary/subject.screen.ts';
import { addressIn } from '../../src/views/glossary/subjects.ts';
import { paths } from '../../src/views/paths.ts';
import { addressOf } from '../../src/views/screen.ts';
import { expectAccessible } from './accessible.ts';
import { newPage } from './browser.ts';
import { signIn } from './gates.ts';
import { noConnection } from './withoutConnection.ts';

const withoutBlank = (sentence: string) => sentence.replace('____', '').replace(/\s+/g, ' ').trim();
const english = new Map(terms.map(({ fill_in, term }) => [withoutBlank(fill_in), term]));
const spanish = new Map(terms.map(({ fill_in_es, term_es }) => [withoutBlank(fill_in_es), term_es]));

/** The term of the sentence on the screen. */
async function termOn(page: Page, known: ReadonlyMap<string, string>): Promise<string> {
  const text = withoutBlank((await page.locator('main [class*=sentence]').textContent()) ?? '');
  const term = known.get(text);
  if (!term) throw new Error(`No term fits “${text}”.`);
  return term;
}
const next = (page: Page) => page.locator('[data-focus=next]');
const isFocused = async (page: Page, name: string) =>
  expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.focus)).toBe(name);

it('a student plays a round on a phone in Spanish with the keyboard alone; a missed word comes back', async () => {
  const page = await newPage({ viewport: 'phone', theme: 'dark', locale: 'es-MX' });
  await signIn(page, 'maya');
  await page.goto(addressIn(glossaryFillIn, 'engineering'));
  const start = page.getByRole('button', { name: m.glossary_round_start({}, { locale: 'es' }) });
  await start.focus();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await isFocused(page, 'answer');
  await expectAccessible(page);
  const missed = await termOn(page, spanish);
  await page.keyboard.type('no sé');
  await page.keyboard.press('Enter');
  await isFocused(page, 'next');
  await page.getByText(m.glossary_wrong_term({ term: missed }, { locale: 'es' })).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  for (let sentence = 0; sentence < 10; sentence++) {
    await isFocused(page, 'answer');
    await page.keyboard.type((await termOn(page, spanish)).toUpperCase());
    await page.keyboard.press('Enter');
    await isFocused(page, 'next');
    await page.keyboard.press('Enter');
  }
  await isFocused(page, 'round-over');
  await page.getByText(m.glossary_score({ right: 9, total: 10 }, { locale: 'es' })).waitFor();
  expect(await page.locator('main li h3').allTextContents()).toEqual([missed]);
  await expectAccessible(page);
});

it('answers are chosen, too; without a connection the page says so, and the same press goes on', async () => {
  const page = await newPage({ expected: noConnection });
  await page.setViewportSize({ width: 1366, height: 768 });
  await signIn(page, 'leo');
  await page.goto(`${addressIn(glossaryFillIn, 'space')}&answer=choose`);
  await page.getByRole('button', { name: m.glossary_round_start() }).click();
  await isFocused(page, 'answer');
  const choice = page.getByRole('group').getByRole('button', { name: await termOn(page, english), exact: true });
  await expectAccessible(page);
  await page.context().setOffline(true);
  await choice.press('Enter');
  await page.getByText(m.glossary_check_failed()).waitFor();
  await page.context().setOffline(false);
  await choice.press('Enter');
  await next(page).waitFor();
  await page.getByRole('main').getByText(m.glossary_right()).waitFor();
});

it('a word is found misspelled in the other language, kept as a favorite, and printed', async () => {
  const page = await newPage();
  await page.setViewportSize({ width: 1366, height: 768 });
  await signIn(page, 'maya');
  await page.goto(paths.glossary);
  await page.getByRole('searchbox').fill('zelula');
  await page.getByRole('heading', { name: 'cell', exact: true }).waitFor();
  await expectAccessible(page);
  await page.goto(addressIn(glossarySubject, 'life'));
  await page.getByRole('navigation', { name: m.glossary_letters() }).getByRole('link', { name: 'P', exact: true }).press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('letter-P');
  await page.goto(addressIn(glossaryFacts, 'life'));
  const fact = page.locator('main section h2');
  const first = await fact.textContent();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => fact.textContent()).not.toBe(first);
  const second = (await fact.textContent()) ?? '';
  await page.getByRole('button', { name: m.glossary_favorite({ term: second }) }).click();
  await page.getByRole('button', { name: m.glossary_favorite({ term: second }), pressed: true }).waitFor();
  await page.goto(`${addressIn(glossaryFacts, 'life')}&view=favorites`);
  await page.getByRole('heading', { level: 2, name: second, exact: true }).waitFor();
  await page.goto(addressIn(glossaryPrint, 'life'));
  await page.getByRole('list', { name: m.glossary_cards_back({ page: 1 }) }).waitFor();
  await page.emulateMedia({ media: 'print' });
  const leaf = await page.locator('main ul').evaluateAll((lists) => lists.slice(0, 2).map((list) => list.getBoundingClientRect().height));
  expect(leaf[0]).toBe(leaf[1]);
});

it('a teacher sees which words a class knows, from the questions about the class', async () => {
  const page = await newPage();
  await signIn(page, 'rivera');
  await page.goto(paths.groups);
  const href = await page.locator('main a[href*="/ViewGroups/"]', { hasText: 'Science 6, Period 2' }).first().getAttribute('href');
  const value = href?.split('/').at(-1) ?? '';
  await page.goto(`${addressOf(viewReport)}${value}#terms`);
  await page.getByRole('link', { name: m.glossary_to_class() }).click();
  await page.waitForURL(`**${addressOf(glossaryClass)}${value}*`);
  await page.getByRole('table', { name: new RegExp(m.glossary_class_by_term()) }).waitFor();
  await expectAccessible(page);
});
