import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { contentSetup } from '../../src/views/contentSetup/contentSetup.screen.ts';
import { questionAnswer } from '../../src/views/itemBank/questionAnswer.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { laptop, phone } from './browser.ts';
import { pageOf } from './gates.ts';
import { lookAt } from './layout.ts';

it.each([
  { ...laptop, quiz: 'energy and its transfer' },
  { ...phone, quiz: 'cells and membranes' },
])('says what is not published, how hard a reading is, and withdraws a quiz: $viewport, $theme, $locale', async ({ quiz, ...device }) => {
  const { said, viewport } = device;
  const page = await pageOf('root', device);
  const look = lookAt(page, 'catalog-drafts', viewport);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const search = page.getByRole('searchbox').first();
  /** The next answer that a draft is saved. */
  const saving = (path: string) => page.waitForResponse((response) => response.url().includes(path) && response.ok());

  // The quiz: its language and its intro, and whether the library offers it.
  await page.goto(addressOf(questionAnswer));
  await search.fill(quiz);
  await page.getByRole('link', { name: `Quiz: ${quiz}` }).click();
  await page.getByRole('link', { name: m.itemBank_edit({}, said) }).click();
  await page.getByRole('textbox', { name: m.itemBank_intro({}, said) }).waitFor();
  await look('quiz');
  await button(m.itemEditor_withdraw({}, said)).click();
  await page.getByText(m.itemEditor_state_withdrawn({}, said), { exact: true }).waitFor();
  await look('withdrawn');
  await button(m.itemEditor_offer({}, said)).click();
  await button(m.itemEditor_withdraw({}, said)).waitFor();
  // A draft, by keyboard.
  await page.getByRole('textbox', { name: m.authoring_title({}, said) }).focus();
  await page.keyboard.press('End');
  const saved = saving('/save_bank_draft');
  await page.keyboard.type(` (${viewport})`);
  await saved;
  await page.getByText(m.itemBank_state_changed({}, said)).waitFor();

  // The list names it among the drafts.
  await page.goto(addressOf(contentSetup));
  await page.getByRole('treegrid').waitFor();
  await page.getByRole('combobox', { name: m.itemEditor_state({}, said) }).selectOption('drafts');
  await page
    .getByRole('rowheader')
    .filter({ hasText: `Quiz: ${quiz}` })
    .waitFor();
  const others = page.getByRole('rowheader').filter({ hasNotText: m.itemEditor_state_changed({}, said) });
  await expect.poll(() => others.count()).toBe(0);
  await look('list');

  // A reading says how hard it is, and warns beside grades that are too low.
  await page.getByRole('combobox', { name: m.itemEditor_state({}, said) }).selectOption('all');
  await search.fill('Particles in motion');
  await page.getByRole('button', { name: m.itemEditor_edit_name({ title: 'Particles in motion' }, said) }).click();
  const grades = page.getByRole('textbox', { name: m.itemEditor_grades({}, said) });
  await grades.waitFor();
  await page.getByText(/Flesch–Kincaid/).waitFor();
  await look('level');
  const changed = saving('/save_item');
  await grades.fill('2');
  await page.getByText(m.itemEditor_level_hard_text({}, said)).waitFor();
  await look('hard');
  await changed;
  const undone = saving('/save_item');
  await button(m.authoring_undo({}, said)).click();
  await undone;
});
