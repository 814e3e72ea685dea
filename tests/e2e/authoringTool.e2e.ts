import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { idOf } from '../../server/content/ids.ts';
import { m } from '../../src/paraglide/messages.js';
import { audit as auditScreen } from '../../src/views/audit/audit.screen.ts';
import { authoringTool } from '../../src/views/contentSetup/authoringTool.screen.ts';
import { contentSetup } from '../../src/views/contentSetup/contentSetup.screen.ts';
import { paths } from '../../src/views/paths.ts';
import { addressOf } from '../../src/views/screen.ts';
import { devices, laptop, phone, screenshot } from './browser.ts';
import { pageOf } from './gates.ts';
import { lookAt } from './layout.ts';
import { giveLesson } from './quizSchool.ts';

const course = 'middle-school-science';

it.each([
  { ...laptop, username: 'maya' },
  { ...phone, username: 'leo' },
])('edits a reading of the catalog, and a student reads it: $viewport, $theme, $locale', async ({ username, ...device }) => {
  const { said, viewport } = device;
  const page = await pageOf('root', device);
  const look = lookAt(page, 'item-editor', viewport);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  /** Goes to the end of a text, whose editor loads then, and writes a paragraph. */
  const append = async (into: Locator, words: string) => {
    await into.focus();
    await expect.poll(() => into.getAttribute('contenteditable')).toBe('true');
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('Enter');
    await page.keyboard.type(words);
    await into.getByText(words).waitFor();
  };
  const slug = 'matter/chemical-reactions/atoms-rearranged';
  const item_id = idOf(`${course}/${slug}`);
  const [title, words] = [`Particles on the move ${viewport}`, `Every particle moves, also in ice (${viewport}).`];
  await page.goto(addressOf(contentSetup));
  await page.getByRole('rowheader').first().waitFor();
  await look('list');
  await page.goto(addressOf(authoringTool, item_id));
  await field(m.itemEditor_title({}, said)).waitFor();
  await page.locator('figure svg').first().waitFor();
  await look('form');

  await field(m.itemEditor_title({}, said)).fill('');
  await append(field(m.itemEditor_text({}, said)), words);
  await button(m.itemEditor_publish({}, said)).click();
  await page.getByText(m.itemEditor_problem_title({}, said)).first().waitFor();
  await look('missing');
  await field(m.itemEditor_title({}, said)).fill(title);
  await button(m.authoring_preview({}, said)).click();
  await page.getByText(words).waitFor();
  await page.locator('article figure svg').first().waitFor();
  await look('preview');
  await button(m.authoring_preview_back({}, said)).click();
  await button(m.itemEditor_publish({}, said)).click();
  await page.getByText(m.itemEditor_published_text({}, said)).waitFor();
  await look('published');
  await page.goto(addressOf(auditScreen));
  await page.getByText(m.audit_item_publish({}, said)).first().waitFor();

  const { lesson_id, assignment_id } = await giveLesson(`Particles ${viewport}`, [[slug, ResourceType.reading]]);
  const student = await pageOf(username, device);
  await student.goto(paths.lesson(lesson_id, assignment_id));
  await student.getByRole('heading', { level: 1, name: title }).waitFor();
  await student.getByText(words).waitFor();
  await student.locator('article figure svg').first().waitFor();
  await screenshot(student, `item-editor-student-${viewport}`);
});

it.each(devices)('writes every kind of item, and withdraws one: $viewport, $theme, $locale', async (device) => {
  const { said, viewport } = device;
  const page = await pageOf('root', device);
  const look = lookAt(page, 'item-editor', viewport);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const items = {
    reader: 'matter/particles-and-states/popcorn-620',
    model: 'matter/particles-and-states/gas-particles',
    data: 'matter/particles-and-states/heating-curve-lab',
    link: 'matter/properties-of-matter/periodic-table-link',
  };
  for (const [name, slug] of Object.entries(items)) {
    await page.goto(addressOf(authoringTool, idOf(`${course}/${slug}`)));
    await page.getByText(m.itemEditor_state_published({}, said), { exact: true }).waitFor();
    await field(m.itemEditor_title({}, said)).waitFor();
    await page.waitForLoadState('networkidle');
    await look(name);
    await button(m.authoring_preview({}, said)).click();
    await page.getByRole('article').first().waitFor();
    await page.waitForLoadState('networkidle');
    await look(`${name}-preview`);
  }

  const title = `Thunder ${viewport}`;
  await page.goto(addressOf(contentSetup));
  await page.getByRole('rowheader').first().waitFor();
  await button(m.itemEditor_add({}, said)).click();
  await page.getByRole('dialog').waitFor();
  await look('new');
  await page.getByRole('dialog').getByRole('textbox').first().fill(title);
  await page.getByRole('dialog').getByRole('combobox').first().selectOption('slides');
  await button(m.records_save({}, said)).click();
  await page.getByText(m.itemEditor_state_draft({}, said), { exact: true }).waitFor();
  await button(m.itemEditor_page_add({}, said)).click();
  await button(m.itemEditor_publish({}, said)).click();
  await page
    .getByText(m.itemEditor_problem_page({ at: 2 }, said))
    .first()
    .waitFor();
  await look('new-missing');
  await field(m.itemEditor_summary({}, said)).fill('Why it rumbles.');
  await page.getByRole('textbox', { name: m.itemEditor_minutes({}, said) }).fill('10');
  for (const number of [1, 2]) {
    const into = field(m.itemEditor_page({ number }, said));
    await into.focus();
    await expect.poll(() => into.getAttribute('contenteditable')).toBe('true');
    await page.keyboard.type(`Page ${number}`);
  }
  await button(m.itemEditor_page_up({ number: 2 }, said)).click();
  await expect.poll(() => field(m.itemEditor_page({ number: 1 }, said)).textContent()).toBe('Page 2');
  await button(m.itemEditor_publish({}, said)).click();
  await page.getByText(m.itemEditor_published_text({}, said)).waitFor();
  await button(m.itemEditor_withdraw({}, said)).click();
  await button(m.itemEditor_offer({}, said)).waitFor();
  await look('withdrawn');
});
