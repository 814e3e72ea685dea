import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { questionAnswer } from '../../src/views/itemBank/questionAnswer.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { expectAccessible, newPage, screenshot } from './browser.ts';

it.each([
  ['light', 'en', 1366, 768],
  ['dark', 'es', 390, 844],
] as const)('shows a question of the catalog with its answer: %s, %s, %i × %i', async (theme, locale, width, height) => {
  const page = await newPage({ theme, locale: locale === 'es' ? 'es-MX' : 'en-US' });
  await page.setViewportSize({ width, height });
  await page.goto('/');
  await page.locator('input[name=username]').fill('root');
  await page.locator('input[name=password]').fill('science-rocks');
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/authenticated/**');
  await page.goto(addressOf(questionAnswer));
  await page.getByRole('row').nth(3).waitFor();
  await expectAccessible(page);
  await screenshot(page, `item-bank-${width}`);
  await page.getByRole('searchbox').first().fill('stars and galaxies');
  await page.getByRole('link', { name: 'Quiz: stars and galaxies' }).click();
  await page.getByRole('rowheader', { name: 'Label the groups of stars, and the Sun.' }).waitFor();
  await expectAccessible(page);
  await screenshot(page, `item-bank-quiz-${width}`);
  await page.getByRole('link', { name: 'Label the groups of stars, and the Sun.' }).click();
  await page.getByRole('heading', { level: 1, name: m.quiz_question_of({ at: 2, of: 9 }, { locale }) }).waitFor();
  await page.getByText('1: main sequence; 2: Sun; 3: giants; 4: supergiants; 5: white dwarfs').waitFor();
  await page.getByRole('combobox').nth(4).waitFor();
  await expectAccessible(page);
  await screenshot(page, `item-bank-question-${width}`);
  const [content, wide] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content).toBeLessThanOrEqual(wide as number);
  await page.getByRole('link', { name: m.preview_next({}, { locale }) }).click();
  await page.getByRole('heading', { level: 1, name: m.quiz_question_of({ at: 3, of: 9 }, { locale }) }).waitFor();
});
