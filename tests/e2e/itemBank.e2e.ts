import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { m } from '../../src/paraglide/messages.js';
import { audit as auditScreen } from '../../src/views/audit/audit.screen.ts';
import { questionAnswer } from '../../src/views/itemBank/questionAnswer.screen.ts';
import { paths } from '../../src/views/paths.ts';
import { addressOf } from '../../src/views/screen.ts';
import { expectAccessible } from './accessible.ts';
import { devices, laptop, phone, screenshot } from './browser.ts';
import { pageOf } from './gates.ts';
import { lookAt } from './layout.ts';
import { giveLesson } from './quizSchool.ts';

it.each(devices)('shows a question of the catalog with its answer: $viewport, $theme, $locale', async (device) => {
  const { said, viewport } = device;
  const page = await pageOf('root', device);
  await page.goto(addressOf(questionAnswer));
  await page.getByRole('row').nth(3).waitFor();
  await expectAccessible(page);
  await screenshot(page, `item-bank-${viewport}`);
  await page.getByRole('searchbox').first().fill('stars and galaxies');
  await page.getByRole('link', { name: 'Quiz: stars and galaxies' }).click();
  await page.getByRole('rowheader', { name: 'Label the groups of stars, and the Sun.' }).waitFor();
  await expectAccessible(page);
  await screenshot(page, `item-bank-quiz-${viewport}`);
  await page.getByRole('link', { name: 'Label the groups of stars, and the Sun.' }).click();
  await page.getByRole('heading', { level: 1, name: m.quiz_question_of({ at: 2, of: 9 }, said) }).waitFor();
  await page.getByText('1: main sequence; 2: Sun; 3: giants; 4: supergiants; 5: white dwarfs').waitFor();
  await page.getByRole('combobox').nth(4).waitFor();
  await expectAccessible(page);
  await screenshot(page, `item-bank-question-${viewport}`);
  const [content, wide] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content).toBeLessThanOrEqual(wide as number);
  await page.getByRole('link', { name: m.preview_next({}, said) }).click();
  await page.getByRole('heading', { level: 1, name: m.quiz_question_of({ at: 3, of: 9 }, said) }).waitFor();
});

it.each([
  { ...laptop, username: 'maya' },
  { ...phone, username: 'leo' },
])(
  'edits a question of the catalog, and a student gets it in a new attempt: $viewport, $theme, $locale',
  async ({ username, ...device }) => {
    const { said, viewport } = device;
    const page = await pageOf('root', device);
    const look = lookAt(page, 'item-bank', viewport);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto(addressOf(questionAnswer));
    await page.getByRole('searchbox').first().fill('inside the Earth and its plates');
    await page.getByRole('link', { name: 'Quiz: inside the Earth and its plates' }).click();
    await page.getByRole('link', { name: m.itemBank_edit({}, said) }).click();
    await page.getByText(m.itemBank_state_published({}, said)).waitFor();
    await page.getByRole('heading', { name: m.authoring_question({ number: 10 }, said), exact: true }).waitFor();
    await look('form');
    await button(m.authoring_files({}, said)).click();
    await page.getByRole('menuitem', { name: m.itemBank_take_course({}, said) }).waitFor();
    await look('files');
    await page.keyboard.press('Escape');

    // A drawing of the course has its labels in the form.
    await button(m.authoring_open({ number: 1 }, said)).click();
    await page.getByText(m.itemBank_drawing({}, said)).waitFor();
    await page.getByRole('textbox', { name: m.authoring_spot_text({ number: 1 }, said) }).waitFor();
    await look('drawing');

    const [text, explanation] = [`What can the mantle do? (${viewport})`, `It flows, and it is hot. (${viewport})`];
    await button(m.authoring_open({ number: 2 }, said)).click();
    const field = page.getByRole('textbox', { name: m.authoring_text({}, said) });
    /** Goes into a text, whose editor loads then, and writes it anew. */
    const write = async (into: Locator, words: string) => {
      await into.focus();
      await expect.poll(() => into.getAttribute('contenteditable')).toBe('true');
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('Delete');
      await page.keyboard.type(words);
      await expect.poll(async () => ((await into.textContent()) ?? '').trim()).toBe(words);
    };
    await write(field, text);
    await page.getByRole('radio', { name: m.authoring_right({ number: viewport === laptop.viewport ? 1 : 2 }, said) }).check();
    await page.getByText(m.authoring_more({}, said)).click();
    const why = page.getByRole('textbox', { name: m.authoring_explanation({}, said) });
    await write(why, explanation);
    await write(field, '');
    await button(m.itemBank_publish({}, said)).click();
    await page
      .getByText(m.authoring_incomplete({ count: 1 }, said))
      .first()
      .waitFor();
    await look('missing');
    await write(field, text);
    await button(m.authoring_preview({}, said)).click();
    await page.getByRole('heading', { name: m.quiz_question_of({ at: 1, of: 10 }, said) }).waitFor();
    await look('preview');
    await button(m.authoring_preview_back({}, said)).click();
    await button(m.itemBank_publish({}, said)).click();
    await page.getByText(m.itemBank_published_text({}, said)).waitFor();
    await look('published');
    await page.getByRole('link', { name: m.itemBank_to_questions({}, said) }).click();
    await page.getByRole('link', { name: text }).click();
    await page.getByText(explanation).waitFor();
    await page.goto(addressOf(auditScreen));
    await page.getByText(m.audit_question_update({}, said)).first().waitFor();

    const quiz = 'earth-systems-and-climate/moving-plates/plates-quiz';
    const { lesson_id, assignment_id } = await giveLesson(`Plates ${viewport}`, [[quiz, ResourceType.quiz]]);
    const student = await pageOf(username, device);
    await student.goto(paths.lesson(lesson_id, assignment_id));
    await student.getByRole('button', { name: m.quiz_start({}, said) }).click();
    await student.getByRole('heading', { name: m.quiz_question_of({ at: 1, of: 10 }, said) }).waitFor();
    await student.getByRole('button', { name: m.quiz_next({}, said) }).click();
    await student.getByText(text).first().waitFor();
    await expectAccessible(student);
    await screenshot(student, `item-bank-student-${viewport}`);
  },
);
