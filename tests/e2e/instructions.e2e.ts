import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { builtFile } from '../../scripts/sizes.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { clipboards } from '../views/kit/clipboards.ts';
import { expectAccessible } from './accessible.ts';
import { newPage, screenshot } from './browser.ts';
import { signIn } from './gates.ts';
import { giveLesson } from './quizSchool.ts';

const [words, lists] = clipboards as [(typeof clipboards)[number], (typeof clipboards)[number]];

/** Puts HTML on the clipboard the way another program does, and pastes it with the keyboard. */
async function paste(page: Page, html: string, text = ''): Promise<void> {
  await page.evaluate(
    ([asHtml, asText]) =>
      document.addEventListener(
        'copy',
        (event) => {
          event.preventDefault();
          event.stopImmediatePropagation();
          if (asHtml) event.clipboardData?.setData('text/html', asHtml);
          event.clipboardData?.setData('text/plain', asText ?? '');
        },
        { once: true, capture: true },
      ),
    [html, text],
  );
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
}

/** What the editor shows, in the form in which it would be saved. */
const shown = (field: Locator) =>
  field.evaluate((element) => {
    const copy = element.cloneNode(true) as Element;
    for (const own of copy.querySelectorAll('.ProseMirror-trailingBreak, .ProseMirror-separator')) own.remove();
    return copy.innerHTML;
  });

it('a teacher pastes instructions from Docs and as lines, undoes step by step, saves, and has them again', async () => {
  const page = await newPage();
  await signIn(page, 'rivera');
  // A slow machine pauses between two letters, which would create an extra undo step, as for a user.
  await page.clock.setFixedTime(Date.now());
  await page.goto(paths.lessonForm('lesson'));
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Pasted instructions');
  const field = page.getByRole('textbox', { name: 'Instructions' });
  const holds = (html: string) => expect.poll(() => shown(field)).toBe(html);
  await field.click();
  await page.locator('.ProseMirror').waitFor();
  await paste(page, lists.html, 'not this');
  await holds(lists.kept);
  await page.keyboard.press('Control+z');
  await holds('<p></p>');
  await page.keyboard.press('Control+y');
  await holds(lists.kept);

  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Heat water.');
  const typed = (text: string) => `${lists.kept}<p>${text}</p>`;
  await holds(typed('Heat water.'));
  await paste(page, words.html, 'not this');
  const rest = words.kept.replace('<p>', '');
  await expect.poll(() => shown(field)).toContain(`Heat water.${rest}`);
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await undo.click();
  await holds(typed('Heat water.'));
  await undo.click();
  await holds(typed('Heat '));
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  await holds(typed('Heat water.'));

  await field.click();
  // For a moment after a click, the editor puts its own selection back, so a key pressed too soon may move nothing.
  const list = page.getByRole('button', { name: m.builder_format_bullets(), exact: true });
  const leaveList = async () => {
    await page.keyboard.press('Control+End');
    return list.getAttribute('aria-pressed');
  };
  await expect.poll(() => list.getAttribute('aria-pressed')).toBe('true');
  await expect.poll(leaveList).toBe('false');
  await paste(page, '', ' First.\nSecond.\n\nThird.');
  const whole = `${lists.kept}<p>Heat water. First.</p><p>Second.</p><p>Third.</p>`;
  await holds(whole);
  await page.keyboard.press('Shift+Home');
  await page.getByRole('button', { name: 'Superscript' }).click();
  const raised = whole.replace('<p>Third.</p>', '<p><sup>Third.</sup></p>');
  await holds(raised);
  await page.keyboard.press('Control+z');
  await holds(whole);
  await page.keyboard.press('Control+Shift+z');
  await holds(raised);
  await expectAccessible(page);
  await screenshot(page, 'instructions-pasted');

  const sent = page.waitForRequest(/create_lesson/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await sent).postData()).toContain(raised);
  await page.waitForURL(/addnewlesson\/lesson\/(?!new)/);
  await page.reload();
  await page.getByText('Third.').waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await field.focus();
  await page.locator('.ProseMirror').waitFor();
  await holds(raised);
  // Nothing differs from the saved version.
  await page.getByRole('button', { name: 'Save', exact: true, disabled: true }).waitFor();
});

it('what a teacher types before the editor has loaded is kept, and the focus stays where they went meanwhile', async () => {
  const page = await newPage();
  await signIn(page, 'rivera');
  const loading = Promise.withResolvers<void>();
  await page.route(`**${builtFile('src/views/workspace/RichText.tsx')}`, async (route) => {
    await loading.promise;
    await route.continue();
  });
  await page.goto(paths.lessonForm('lesson'));
  await page.getByRole('textbox', { name: m.builder_instructions() }).click();
  await page.keyboard.type('Draw what ');
  await page.keyboard.type('you see.');
  const objective = page.getByRole('textbox', { name: m.builder_objective(), exact: true });
  await objective.click();
  await page.keyboard.type('Moons');
  loading.resolve();
  await page.locator('.ProseMirror').getByText('Draw what you see.', { exact: true }).waitFor();
  await page.keyboard.type(' move.');
  expect(await objective.inputValue()).toBe('Moons move.');
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
});

it.each(['desktop', 'phone'] as const)('a lesson opens at its instructions, however long they are: %s', async (viewport) => {
  const instructions = `<h3>Before you start</h3>${'<p>Read each page twice, and write down what is new to you.</p>'.repeat(30)}`;
  const title = `Long instructions, ${viewport}`;
  const { assignment_id, lesson_id } = await giveLesson(
    title,
    [['matter/particles-and-states/particles-in-motion', ResourceType.reading]],
    { instructions },
  );
  const page = await newPage({ viewport });
  await signIn(page, 'leo');
  await page.goto(paths.lesson(lesson_id, assignment_id));
  await page.getByRole('button', { name: m.player_read_aloud() }).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-focus'));
  await expect.poll(focused).toBe('resource-title');
  expect(await page.evaluate(() => document.activeElement?.nodeName)).toBe('DETAILS');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  const top = await page.getByText(m.quiz_before_you_start()).evaluate((element) => element.getBoundingClientRect().top);
  expect(top).toBeGreaterThan(0);
  expect(top).toBeLessThan(600);
});
