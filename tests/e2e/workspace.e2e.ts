import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { expectAccessible } from './accessible.ts';
import { drag, newPage, screenshot, viewports } from './browser.ts';
import { pageOf, signIn } from './gates.ts';

/** Messages in the language of the page. */

/** Waits until a new lesson has an address, which comes right after the message that it is saved. */
const hasAddress = (page: Page) => page.waitForURL(/addnewlesson\/lesson\/(?!new)/);

it('a teacher makes a folder, builds a lesson of two resources, moves it, copies it, deletes the copy and takes that back', async () => {
  const page = await pageOf('rivera');
  const look = async (name: string) => {
    await expectAccessible(page);
    await screenshot(page, `workspace-${name}`);
  };
  const folder = 'Week 3 🪨 <b>rocks</b>';
  const lesson = 'Rocks & soil';
  await page.waitForURL(/contentHome/);
  await page.getByRole('article').first().waitFor();

  await page.getByRole('link', { name: m.workspace_title() }).first().click();
  const tree = page.getByRole('treegrid', { name: m.workspace_folders() });
  await tree.getByRole('row', { name: /^Middle school science/ }).click();
  await page.getByRole('button', { name: m.workspace_new_folder(), exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(folder);
  await page.getByRole('button', { name: m.workspace_create() }).click();
  await tree.getByRole('row', { name: folder }).waitFor();

  await page.getByRole('button', { name: m.workspace_new(), exact: true }).click();
  await page.getByRole('menuitem', { name: m.workspace_new_lesson() }).click();
  await page.getByRole('textbox', { name: m.builder_name(), exact: true }).fill(lesson);
  const instructions = page.getByRole('textbox', { name: m.builder_instructions() });
  await instructions.click();
  await page.keyboard.type('Read, then answer. Write every step down.');
  const add = page.getByRole('button', { name: /^Add / });
  await add.nth(0).click();
  await add.nth(2).click();
  const resources = () =>
    page.getByRole('button', { name: /^Remove / }).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  const [first] = await resources();
  await page
    .getByRole('button', { name: /^Move .* down$/ })
    .first()
    .click();
  expect((await resources())[1]).toBe(first);
  await look('builder');
  const sent = page.waitForRequest(/create_lesson/);
  await page.getByRole('button', { name: m.builder_save(), exact: true }).click();
  const form = (await sent).postData() ?? '';
  for (const [name, value] of [
    ['lesson_name', lesson],
    ['lesson_objective', 'null'],
    ['total_time', 'null'],
    ['due_date', 'null'],
    ['unit_id', 'null'],
    ['is_assignment', 'no'],
    ['enforce_order', 'false'],
    ['instructions', '<p>Read, then answer. Write every step down.</p>'],
  ])
    expect(form, name).toContain(`name="${name}"\r\n\r\n${value}\r\n`);
  await page
    .getByText(/^Saved at/)
    .first()
    .waitFor();
  await hasAddress(page);
  await page.reload();
  await page.getByText('Write every step down.').waitFor();

  await page.getByRole('link', { name: m.workspace_title() }).first().click();
  const list = page.getByRole('region', { name: m.workspace_list() });
  const act = async (of: string, item: string) => {
    await page.getByRole('button', { name: m.workspace_actions({ name: of }), exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await list.getByRole('link', { name: lesson, exact: true }).waitFor();
  await look('list');
  // By dragging to the folder. The dialog does the same by keyboard, and moves it back.
  const item = list.getByRole('listitem').filter({ has: page.getByRole('link', { name: lesson, exact: true }) });
  await drag(item.locator('[draggable=true]'), tree.getByRole('row', { name: folder }));
  await list.getByRole('link', { name: lesson, exact: true }).waitFor({ state: 'detached' });
  await tree.getByRole('row', { name: folder }).click();
  await list.getByRole('link', { name: lesson, exact: true }).waitFor();

  await act(lesson, m.workspace_duplicate());
  const copy = m.workspace_copy_name({ name: lesson });
  await list.getByRole('link', { name: copy, exact: true }).waitFor();
  await act(lesson, m.workspace_duplicate());
  await page.getByText('Unable to Duplicate. Live lesson already exists').waitFor();
  await look('duplicate');
  await page.getByRole('dialog').getByRole('textbox').fill('Third');
  await page.getByRole('dialog').getByRole('button', { name: m.workspace_duplicate() }).click();
  await list.getByRole('link', { name: 'Third', exact: true }).waitFor();

  await act(copy, m.workspace_delete());
  await page.getByText(m.workspace_delete_unassigned()).waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: m.workspace_delete() }).click();
  await list.getByRole('link', { name: copy, exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: m.workspace_undo() }).click();
  await list.getByRole('link', { name: copy, exact: true }).waitFor();
  await page.goBack();
  // Back leads to the previous folder, which is open again.
  await tree.getByRole('row', { name: /^Middle school science/, selected: true }).waitFor();
});

it('two tabs that edit one lesson: the second to save is shown both versions, and nothing is lost', async () => {
  const first = await newPage();
  await signIn(first, 'rivera');
  const field = (page: Page) => page.getByRole('textbox', { name: m.builder_name(), exact: true });
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const saved = (page: Page) =>
    page
      .getByText(/^Saved at/)
      .first()
      .waitFor();
  const holds = (page: Page, name: string) => expect.poll(() => field(page).inputValue()).toBe(name);
  const save = async (page: Page, name: string) => {
    await field(page).fill(name);
    const answered = page.waitForResponse((response) =>
      [calls.createLesson.path, calls.updateLesson.path].some((path) => response.url().includes(path)),
    );
    await press(page, m.builder_save());
    await answered;
  };
  await first.goto(paths.lessonForm('lesson'));
  await save(first, 'Tides');
  await saved(first);
  await hasAddress(first);
  const address = first.url();
  const second = await first.context().newPage();
  await second.goto(address);
  await holds(second, 'Tides');

  // Both tabs start with the same version.
  await save(first, 'Tides and the Moon');
  await saved(first);
  await second.getByRole('textbox', { name: m.builder_objective() }).fill('Say why there are two tides a day.');
  await save(second, 'Tides of the sea <b>& rivers</b>');
  const dialog = second.getByRole('alertdialog', { name: m.builder_conflict() });
  await dialog.waitFor();
  const versions = await dialog.locator('section').allTextContents();
  expect(versions[0]).toContain('Tides of the sea <b>& rivers</b>');
  expect(versions[0]).toContain('two tides a day');
  expect(versions[1]).toContain('Tides and the Moon');
  await expectAccessible(second);
  await screenshot(second, 'workspace-conflict');
  await second.emulateMedia({ colorScheme: 'dark' });
  await screenshot(second, 'workspace-conflict-dark');
  await second.setViewportSize(viewports.phone);
  await screenshot(second, 'workspace-conflict-phone-dark');
  await second.emulateMedia({ colorScheme: 'light' });
  await screenshot(second, 'workspace-conflict-phone');
  await second.setViewportSize(viewports.desktop);

  // Both versions stay: one's own becomes a copy, and the form shows the server's.
  await press(second, m.builder_conflict_keep_both());
  await holds(second, 'Tides and the Moon');
  const copy = m.builder_conflict_copy({ name: 'Tides of the sea <b>& rivers</b>' });
  await second
    .getByText(m.builder_conflict_copied({ name: copy }))
    .first()
    .waitFor();
  // Again, and this time one's own version replaces the other.
  await save(first, 'Tides, the Moon and the Sun');
  await saved(first);
  await save(second, 'Spring tides');
  const written = second.waitForResponse((response) => response.url().includes(calls.updateLesson.path) && response.ok());
  await dialog.getByRole('button', { name: m.builder_conflict_keep_mine() }).click();
  await dialog.waitFor({ state: 'detached' });
  await written;
  await first.reload();
  await holds(first, 'Spring tides');
  await first.goto('/authenticated/workspace/workspaceHome?at=all');
  // A long list draws only the rows in view.
  await first.getByRole('searchbox').last().fill('Tides of the sea');
  await first.getByRole('link', { name: copy, exact: true }).waitFor();
});
