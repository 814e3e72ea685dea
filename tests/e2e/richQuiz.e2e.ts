import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { newPage } from './browser.ts';
import { signIn } from './gates.ts';
import { lookAt } from './layout.ts';

/** A drawing as a file: the browser makes it from the page's own canvas. */
const drawing = async (page: Page) => {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1600, 900];
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.fillStyle = 'teal';
    context.fillRect(200, 100, 900, 600);
    return canvas.toDataURL('image/png');
  });
  return { name: 'cell.png', mimeType: 'image/png', buffer: Buffer.from(url.split(',')[1] ?? '', 'base64') };
};

it.each(['desktop', 'phone'] as const)(
  'a teacher writes questions with a picture, a formula, a table, points to label and numbers for each student, and prints them (%s)',
  async (viewport) => {
    const page = await newPage({ viewport });
    const look = lookAt(page, 'richQuiz', viewport);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    const dialog = page.getByRole('dialog');
    const insert = async () => {
      await dialog.getByRole('button', { name: m.authoring_insert() }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    const ask = async (number: number, words: string) => {
      await page.getByRole('heading', { name: m.authoring_question({ number }), exact: true }).waitFor();
      const text = page.locator('.ProseMirror').first();
      await text.waitFor();
      await expect.poll(() => text.evaluate((element) => element.contains(document.activeElement))).toBe(true);
      await page.keyboard.type(words);
    };

    await signIn(page, 'rivera');
    await page.goto(paths.quizForm());
    await field(m.authoring_title()).fill(`Cells and forces ${viewport}`);
    await field(m.authoring_text()).focus();
    await ask(1, 'Is it so? ');
    await button(m.authoring_formula()).click();
    await dialog.getByLabel(m.authoring_formula_text()).fill('v = sqrt(2 g h)');
    await look('formula');
    await insert();
    await button(m.authoring_picture()).click();
    await dialog.locator('input[type=file]').setInputFiles(await drawing(page));
    await dialog.locator('img').waitFor();
    await dialog.getByLabel(m.authoring_alternative(), { exact: true }).fill('A cell');
    await look('picture');
    await insert();
    await page.keyboard.press('ArrowRight');
    await button(m.authoring_table()).click();
    // The editor takes the focus back a moment later.
    const isInCell = () =>
      document.activeElement?.classList.contains('ProseMirror') === true &&
      Boolean(document.getSelection()?.anchorNode?.parentElement?.closest('th'));
    await expect.poll(() => page.evaluate(isInCell)).toBe(true);
    await page.keyboard.type('Time');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Height');
    await expect.poll(() => page.locator('.ProseMirror th').allTextContents()).toEqual(['Time', 'Height']);
    await page
      .getByRole('combobox', { name: m.authoring_type() })
      .or(page.getByRole('button', { name: m.authoring_type() }))
      .first()
      .click();
    await page.getByRole('option', { name: m.authoring_type_truth() }).click();
    await page.getByRole('radio', { name: m.authoring_true() }).check({ force: true });
    await look('text');

    await button(m.authoring_type_diagram()).click();
    await ask(2, 'Label the cell.');
    await button(m.authoring_diagram_choose()).click();
    await dialog.locator('input[type=file]').setInputFiles(await drawing(page));
    await dialog.locator('img').waitFor();
    await dialog.getByLabel(m.authoring_alternative(), { exact: true }).fill('A cell with two parts');
    await insert();
    // By keyboard: the first point begins in the middle, and arrows move it.
    for (const number of [1, 2]) {
      await button(m.authoring_spot_add()).focus();
      await page.keyboard.press('Enter');
      await field(m.authoring_spot_text({ number })).fill(number === 1 ? 'wall' : 'core');
    }
    await button(m.authoring_spot({ number: 1, across: 50, down: 50 })).focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('ArrowUp');
    await button(m.authoring_spot({ number: 1, across: 45, down: 49 })).waitFor();
    await look('diagram');

    await button(m.authoring_type_number()).click();
    await ask(3, 'A ball of {m} kg speeds up by {a} m/s². Which force acts?');
    for (const name of ['m', 'a']) {
      await button(m.authoring_variable_add()).click();
      await field(m.authoring_variable_name()).last().fill(name);
    }
    await field(m.authoring_formula_answer()).fill('m * ');
    await button(m.authoring_preview()).click();
    await page.getByText(m.authoring_problem_formula_end()).first().waitFor();
    await look('incomplete');
    await field(m.authoring_formula_answer()).fill('m * a');
    await field(m.authoring_unit()).fill('N');
    await button(m.authoring_publish()).click();
    await page.getByText(m.authoring_published_text()).waitFor();
    await look('ready');

    await button(m.authoring_preview()).click();
    await page.getByRole('img', { name: 'A cell' }).waitFor();
    expect(await page.locator('math msqrt').count()).toBe(1);
    await look('preview-text');
    await button(m.preview_next()).click();
    const picture = page.locator('.d-picture');
    await picture.waitFor();
    const box = async (name: string) => picture.locator(name).boundingBox();
    const [under, over] = [await box('img'), await box('svg')];
    expect(Math.abs((under?.width ?? 0) - (over?.width ?? 9)) + Math.abs((under?.height ?? 0) - (over?.height ?? 9))).toBeLessThan(2);
    await page.getByRole('combobox', { name: '1' }).selectOption('wall');
    await look('preview-diagram');
    await button(m.preview_next()).click();
    const asked = await page.getByText(/^A ball of \d+ kg/).textContent();
    const [, mass = '', gain = ''] = /of (\d+) kg .* (\d+) m/.exec(asked ?? '') ?? [];
    await page.getByRole('textbox').fill(String(Number(mass) * Number(gain)));
    await button(m.check_button()).click();
    await page.getByText(m.check_right()).first().waitFor();
    await button(m.authoring_preview_back()).click();
    const value = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await page.getByRole('link', { name: m.authoring_to_list() }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await look('list');

    const papers: (string | null)[] = [];
    for (const version of ['a', 'b']) {
      await page.goto(`/authenticated/content/printQuiz/${value}?version=${version}&key=with`);
      papers.push(await page.getByText(/^A ball of \d+ kg/).textContent());
      await page.getByText(/^Answer: \d+ N$/).waitFor();
      await look(`paper-${version}`);
    }
    expect(papers[0]).not.toBe(papers[1]);
  },
);
