import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { newPage } from './browser.ts';
import { signIn } from './gates.ts';
import { lookAt } from './layout.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
it.each(['desktop', 'phone'] as const)(
  'a lesson that is new, and one that gets another name, ask before a name is there twice; nothing that was typed is lost (%s)',
  async (viewport) => {
    const page = await newPage({ viewport });
    const look = lookAt(page, 'equals', viewport);
    const [taken, other] = [`Moons of Jupiter ${viewport}`, `Moons of Saturn ${viewport}`];
    const name = page.getByRole('textbox', { name: m.builder_name(), exact: true });
    const objective = page.getByRole('textbox', { name: m.builder_objective(), exact: true });
    const instructions = page.getByRole('textbox', { name: m.builder_instructions() });
    const out = page.getByRole('button', { name: /^Remove / });
    const question = page.getByRole('alertdialog', { name: m.builder_taken_lesson({ name: taken }) });
    const isSaved = () =>
      page
        .getByText(/^Saved at/)
        .first()
        .waitFor();
    /** Opens the form of a new lesson of the course from the workspace menu. */
    const begin = async () => {
      await page.goto(`${paths.workspace}?at=all`);
      const tree = page.getByRole('treegrid', { name: m.workspace_folders() });
      const folders = page.getByRole('button', { name: /^Folder: / });
      await tree.or(folders).first().waitFor();
      if (!(await tree.isVisible())) await folders.click();
      await tree.getByRole('row', { name: /^Elementary science/ }).click();
      await page.waitForURL(/at=\d/);
      await press(page, m.workspace_new());
      await page.getByRole('menuitem', { name: m.workspace_new_lesson() }).click();
      await name.waitFor();
    };
    await signIn(page, 'rivera');
    await begin();
    await name.fill(taken);
    await press(page, m.builder_save());
    await isSaved();

    await begin();
    await name.fill(taken);
    await objective.fill('Say what Galileo saw, and why it mattered.');
    await instructions.click();
    await page.keyboard.type('Draw what you see every night.');
    await page.getByRole('button', { name: /^Add / }).first().click();
    await press(page, m.builder_save());
    await question.waitFor();
    await look('lesson');
    await question.getByRole('button', { name: m.builder_taken_change() }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByText(m.builder_name_taken()).first().waitFor();
    const isAllThere = async () => {
      expect(await name.inputValue()).toBe(taken);
      expect(await objective.inputValue()).toBe('Say what Galileo saw, and why it mattered.');
      await page.getByText('Draw what you see every night.').waitFor();
      expect(await out.count()).toBe(1);
    };
    await isAllThere();
    await look('taken');
    // It is on the device, too: the tab is closed by mistake while the question is open.
    await press(page, m.builder_save());
    await question.waitFor();
    page.once('dialog', (asked) => asked.accept());
    await page.reload();
    await name.waitFor();
    await isAllThere();
    await name.fill(other);
    await press(page, m.builder_save());
    await isSaved();
    await page.waitForURL(/addnewlesson\/lesson\/(?!new)/);

    // The same for an existing lesson; both are kept.
    await name.fill(taken);
    await press(page, m.builder_save());
    await question.getByRole('button', { name: m.workspace_equal_keep() }).click();
    await question.waitFor({ state: 'detached' });
    await isSaved();
    await page.goto(`${paths.workspace}?at=all&q=${encodeURIComponent('Moons of')}`);
    await page.getByRole('link', { name: taken, exact: true }).nth(1).waitFor();
    expect(await page.getByRole('link', { name: other, exact: true }).count()).toBe(0);
  },
);

it.each(['desktop', 'phone'] as const)(
  'a link that my library has asks before it is there twice; nothing that was typed is lost (%s)',
  async (viewport) => {
    const page = await newPage({ viewport });
    const look = lookAt(page, 'equals', viewport);
    const url = `https://tides.example/${viewport}`;
    const form = page.getByRole('dialog', { name: m.library_external_add() });
    const question = page.getByRole('alertdialog', { name: m.library_equal_address() });
    const fill = async (title: string) => {
      await press(page, m.library_external_add());
      await form.getByLabel(m.library_external_title()).fill(title);
      await form.getByLabel(m.library_external_url()).fill(url);
      await form.getByRole('button', { name: m.library_external_add_now(), exact: true }).click();
    };
    await signIn(page, 'rivera');
    await page.goto(`${paths.contentHome}?tab=mine`);
    await fill(`Tides ${viewport}`);
    await form.waitFor({ state: 'detached' });
    await fill(`Tide table ${viewport}`);
    await question.waitFor();
    await look('link');
    await question.getByRole('button', { name: m.library_equal_leave() }).click();
    await question.waitFor({ state: 'detached' });
    expect(await form.getByLabel(m.library_external_title()).inputValue()).toBe(`Tide table ${viewport}`);
    expect(await form.getByLabel(m.library_external_url()).inputValue()).toBe(url);
    const add = form.getByRole('button', { name: m.library_external_add_now(), exact: true });
    await expect
      .poll(() => add.evaluate((button) => button === document.activeElement), { message: 'the focus is where it was' })
      .toBe(true);
    await add.click();
    await question.getByRole('button', { name: m.workspace_equal_keep() }).click();
    await form.waitFor({ state: 'detached' });
    for (const title of [`Tides ${viewport}`, `Tide table ${viewport}`]) await page.getByRole('link', { name: title }).waitFor();
    for (const title of [`Tides ${viewport}`, `Tide table ${viewport}`]) {
      await press(page, m.library_remove({ title }));
      await page.getByRole('alertdialog').getByRole('button', { name: m.library_remove_now() }).click();
      await page.getByRole('link', { name: title }).waitFor({ state: 'detached' });
    }
  },
);
