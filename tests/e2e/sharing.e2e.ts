import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { expectAccessible } from './accessible.ts';
import { newPage, screenshot, type Theme, themes } from './browser.ts';
import { signIn } from './gates.ts';

const lesson = 'A line of islands';
const [second, fourth] = ['Science 6, Period 2', 'Science 6, Period 4'];

/** Runs axe on an open dialog in several themes, and takes a screenshot. */
async function look(page: Page, name: string, inThemes: readonly Theme[]): Promise<void> {
  for (const theme of inThemes) {
    await page.emulateMedia({
      colorScheme: theme === 'dark' ? 'dark' : 'light',
      contrast: theme === 'contrast' ? 'more' : 'no-preference',
    });
    await expectAccessible(page);
  }
  await screenshot(page, `sharing-${name}`);
}

it('a teacher assigns to a class and to one student, unassigns with numbers, hands out a link and shares with a colleague', async () => {
  const office = await newPage();
  await signIn(office, 'rivera');
  await office.goto('/authenticated/workspace/workspaceHome?tab=content');
  const dialog = office.getByRole('dialog');
  const notice = (text: string | RegExp) => office.getByText(text).first().waitFor();
  const row = office.getByRole('row').filter({ hasText: lesson });
  await row.getByRole('button', { name: m.workspace_assign(), exact: true }).click();
  const ofClass = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
  const unassign = async (name: string) => {
    await ofClass(name).getByRole('button', { name: m.sharing_unassign(), exact: true }).click();
    const question = office.getByRole('alertdialog');
    await question.getByText(/^\d+ not started, \d+ in progress, \d+ submitted$/).waitFor();
    await question.getByRole('button', { name: m.sharing_unassign(), exact: true }).click();
    await question.waitFor({ state: 'detached' });
  };
  await ofClass(second).waitFor();
  for (const name of [second, fourth])
    if ((await ofClass(name).getByRole('button', { name: m.sharing_unassign(), exact: true }).count()) > 0) await unassign(name);

  await dialog.getByRole('checkbox', { name: new RegExp(`^${second}`) }).check();
  await ofClass(fourth).getByRole('button', { name: m.teacher_students_title() }).click();
  const single = ofClass(fourth).getByRole('group').getByRole('checkbox').first();
  await single.check();
  await ofClass(second).getByRole('button', { name: m.sharing_own_dates() }).click();
  await dialog.getByRole('button', { name: m.sharing_see_title() }).click();
  await dialog.getByText(m.sharing_story_nothing()).click();
  await dialog.getByText(m.sharing_see_open()).first().waitFor();
  await look(office, 'assign', themes);
  const order = office.waitForRequest(/assign_assignment_to_multiple_classes/);
  await dialog.getByRole('button', { name: m.teacher_assign(), exact: true }).click();
  const sent = (await order).postDataJSON() as { assignment_no: number; assignment_details: string };
  expect(sent.assignment_no).toBe(1);
  expect(JSON.parse(sent.assignment_details)).toMatchObject([{ category: 1 }, { category: 1, user_puids: [expect.any(Number)] }]);
  await notice(`${m.teacher_assigned({ count: 1 })} · ${m.sharing_assigned_students({ count: 1 })}`);

  await row.getByRole('button', { name: m.workspace_assign(), exact: true }).click();
  await ofClass(second).getByText(m.teacher_has_it()).waitFor();
  await ofClass(fourth).getByText(m.sharing_some_have_it()).waitFor();
  await unassign(second);
  await expect.poll(() => dialog.getByRole('checkbox', { name: new RegExp(`^${second}`) }).isChecked()).toBe(false);
  // The focused button is gone with the assignment. The class's checkbox takes the focus.
  await dialog
    .getByRole('checkbox', { name: new RegExp(`^${second}`) })
    .and(dialog.locator(':focus'))
    .waitFor();
  await office.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  // Only one's own copy can be shared.
  await row.getByRole('button', { name: m.workspace_actions({ name: lesson }) }).click();
  await office.getByRole('menuitem', { name: m.workspace_copy_to_mine() }).click();
  await dialog.waitFor({ state: 'detached' });
  await office.getByRole('tab', { name: m.workspace_tab_assignment() }).click();
  const copy = m.workspace_copy_name({ name: lesson });
  const menu = async (item: string) => {
    await office.getByRole('button', { name: m.workspace_actions({ name: copy }) }).click();
    await office.getByRole('menuitem', { name: item }).click();
    await dialog.waitFor();
  };
  await menu(m.sharing_menu_link());
  await dialog.getByRole('checkbox', { name: m.sharing_link_never() }).check();
  await dialog.getByRole('button', { name: m.sharing_link_make() }).click();
  const address = await dialog.locator('[data-focus=lesson-link]').textContent();
  await look(office, 'link', ['dark']);
  await office.keyboard.press('Escape');

  await menu(m.sharing_menu_share());
  await dialog.getByText(m.common_role_school_administrator()).click();
  await dialog.getByRole('searchbox').fill('okafor');
  await dialog.getByRole('checkbox', { name: /Okafor/ }).check();
  await look(office, 'share', ['contrast']);
  await dialog.getByRole('button', { name: m.sharing_share_with({ count: 1 }) }).click();
  await notice(m.sharing_shared({ count: 1 }));

  const desk = await newPage({ viewport: 'phone' });
  await signIn(desk, 'maya');
  await desk.goto(new URL(address ?? '').pathname);
  await desk.waitForURL(/studentLessonPlayer/);

  const other = await newPage();
  await signIn(other, 'okafor');
  await other.goto('/authenticated/workspace/workspaceHome?tab=shared');
  await other.getByRole('link', { name: copy, exact: true }).waitFor();
});
