import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { peopleHome } from '../../src/views/people/peopleHome.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { newPage, searchList } from './browser.ts';
import { signIn } from './gates.ts';
import { lookAt } from './layout.ts';

it.each(['desktop', 'phone'] as const)(
  'two administrators add, change and delete a subject at once, and lose nothing: %s',
  async (viewport) => {
    const page = await newPage({ viewport });
    const [name, mine, theirs] = ['Robotics', 'Robots', 'Machines'].map((one) => `${one} ${viewport}`) as [string, string, string];
    const look = lookAt(page, 'records', viewport);
    await signIn(page, 'lindqvist');
    // By a link, so that Back stays in the page, where the form can ask.
    await page.goto(addressOf(peopleHome));
    await page.getByRole('link', { name: m.admin_subjects_title() }).click();
    const row = (of: string) => page.getByRole('rowheader', { name: of, exact: true });
    await row('Science').waitFor();
    await look('list');
    const field = page.getByRole('textbox', { name: m.admin_subjects_name() });
    const save = page.getByRole('button', { name: m.records_save(), exact: true });
    await page.getByRole('button', { name: m.records_add(), exact: true }).click();
    await field.fill('SCIENCE');
    await page.keyboard.press('Enter');
    await page.getByText('“SCIENCE” is taken. Choose another.').waitFor();
    await look('form');
    await field.fill(name);
    await save.click();
    await row(name).waitFor();

    await page.getByRole('button', { name: m.records_edit_name({ name }), exact: true }).click();
    await field.fill(mine);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: m.records_edit_name({ name }), exact: true }).click();
    await other.getByRole('textbox', { name: m.admin_subjects_name() }).fill(theirs);
    await other.keyboard.press('Enter');
    await other.getByRole('rowheader', { name: theirs, exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('alertdialog').getByRole('button', { name: m.records_stay() }).click();
    await expect.poll(() => field.inputValue()).toBe(mine);
    await save.click();
    await page.getByRole('cell', { name: theirs, exact: true }).waitFor();
    await look('conflict');
    await page.getByRole('button', { name: m.builder_conflict_keep_mine() }).click();
    await row(mine).waitFor();

    await page.getByRole('button', { name: m.records_remove_name({ name: 'Science' }), exact: true }).click();
    await page.getByText(m.admin_subjects_uses({ count: 8 })).waitFor();
    await look('question');
    await page.getByRole('alertdialog').getByRole('button', { name: m.workspace_delete(), exact: true }).click();
    await row('Science').waitFor({ state: 'detached' });
    await look('removed');
    await page.getByRole('button', { name: m.workspace_undo(), exact: true }).click();
    await row('Science').waitFor();

    const sorting = page.getByRole('columnheader', { name: m.admin_subjects_name() }).getByRole('button');
    expect(await sorting.isVisible()).toBe(true);
    await searchList(page, 'none has this name');
    await page.getByText(m.ui_table_filtered_away()).waitFor();
    // A phone has no room for headings without anything to sort.
    expect(await sorting.isVisible()).toBe(viewport === 'desktop');
    await look('none');
  },
);
