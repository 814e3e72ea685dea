import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { expectAccessible, newPage, screenshot } from './browser.ts';

/** A message in the language of the page. */
const en = <Inputs extends object>(message: (inputs: Inputs, options: { locale: 'en' }) => string, inputs: Inputs = {} as Inputs) =>
  message(inputs, { locale: 'en' });

it('a teacher makes a folder, builds a lesson of two resources, moves it, copies it, deletes the copy and takes that back', async () => {
  const page = await newPage();
  const look = async (name: string) => {
    await expectAccessible(page);
    await screenshot(page, `workspace-${name}`);
  };
  const folder = 'Week 3 🪨 <b>rocks</b>';
  const lesson = 'Rocks & soil';
  await page.goto('/');
  await page.locator('input[name=username]').fill('rivera');
  await page.locator('input[name=password]').fill('science-rocks');
  await page.locator('button[type=submit]').click();
  await page.waitForURL(/contentHome/);
  await page.getByRole('article').first().waitFor();

  await page
    .getByRole('link', { name: en(m.workspace_title) })
    .first()
    .click();
  const tree = page.getByRole('treegrid', { name: en(m.workspace_folders) });
  await tree.getByRole('row', { name: /^Middle school science/ }).click();
  await page.getByRole('button', { name: en(m.workspace_new_folder), exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(folder);
  await page.getByRole('button', { name: en(m.workspace_create) }).click();
  await tree.getByRole('row', { name: folder }).waitFor();

  await page.getByRole('button', { name: en(m.workspace_new), exact: true }).click();
  await page.getByRole('menuitem', { name: en(m.workspace_new_lesson) }).click();
  await page.getByRole('textbox', { name: en(m.builder_name), exact: true }).fill(lesson);
  const instructions = page.getByRole('textbox', { name: en(m.builder_instructions) });
  await instructions.click();
  await page.keyboard.type('Read, then answer. Write every step down.');
  const add = page.getByRole('button', { name: /^Add / });
  await add.nth(0).click();
  await add.nth(2).click();
  const resources = () =>
    page.getByRole('button', { name: /^Take .* out$/ }).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  const [first] = await resources();
  await page
    .getByRole('button', { name: /^Move .* down$/ })
    .first()
    .click();
  expect((await resources())[1]).toBe(first);
  await look('builder');
  const sent = page.waitForRequest(/create_lesson/);
  await page.getByRole('button', { name: en(m.builder_save), exact: true }).click();
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
  await page.reload();
  await page.getByText('Write every step down.').waitFor();

  await page
    .getByRole('link', { name: en(m.workspace_title) })
    .first()
    .click();
  const list = page.getByRole('region', { name: en(m.workspace_list) });
  const act = async (of: string, item: string) => {
    await page.getByRole('button', { name: en(m.workspace_actions, { name: of }), exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await list.getByRole('link', { name: lesson, exact: true }).waitFor();
  await look('list');
  // By dragging to the folder; the dialog is the way by keyboard, and puts it back.
  await list
    .getByRole('listitem')
    .first()
    .locator('[draggable=true]')
    .dragTo(tree.getByRole('row', { name: folder }));
  await list.getByRole('link', { name: lesson, exact: true }).waitFor({ state: 'detached' });
  await tree.getByRole('row', { name: folder }).click();
  await list.getByRole('link', { name: lesson, exact: true }).waitFor();

  await act(lesson, en(m.workspace_duplicate));
  const copy = en(m.workspace_copy_name, { name: lesson });
  await list.getByRole('link', { name: copy, exact: true }).waitFor();
  await act(lesson, en(m.workspace_duplicate));
  await page.getByText('Unable to Duplicate. Live lesson already exists').waitFor();
  await look('duplicate');
  await page.getByRole('dialog').getByRole('textbox').fill('Third');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en(m.workspace_duplicate) })
    .click();
  await list.getByRole('link', { name: 'Third', exact: true }).waitFor();

  await act(copy, en(m.workspace_delete));
  await page.getByText(en(m.workspace_delete_unassigned)).waitFor();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: en(m.workspace_delete) })
    .click();
  await list.getByRole('link', { name: copy, exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: en(m.workspace_undo) }).click();
  await list.getByRole('link', { name: copy, exact: true }).waitFor();
  await page.goBack();
  // Back leads to the folder before, which is open again.
  await tree.getByRole('row', { name: /^Middle school science/, selected: true }).waitFor();
});
