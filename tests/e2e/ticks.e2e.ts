import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { ask } from './ask.ts';
import { newPage } from './browser.ts';
import { signIn } from './gates.ts';
import { lookAt } from './layout.ts';

/** Names of the checked rows, sorted. */
const ticked = (page: Page) =>
  page.locator('tbody input[type=checkbox]:checked').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')).sort());
const boxes = (page: Page) => page.locator('tbody input[type=checkbox]');

it.each(['desktop', 'phone'] as const)(
  'ticks of labels and of students to add are there after Back and after a reload (%s)',
  async (viewport) => {
    const { token, userData } = await ask(calls.login, { username: 'rivera', password: 'science-rocks' });
    const groups = await ask(calls.myGroups, { user_puid: userData.userPuid }, token);
    const [group, other] = ['Science 6, Period 4', 'Science 6, Period 2'].map((name) => groups.find((one) => one.group_name === name));
    if (!group || !other) throw new Error('The sample school has not these classes.');
    const page = await newPage({ viewport });
    const look = lookAt(page, 'ticks', viewport);
    const isReached = async (names: readonly (string | null)[]) => expect.poll(() => ticked(page)).toEqual(names);
    /** Leaves by a link on the page, and comes back. */
    const goAndComeBack = async (crumb: string) => {
      const here = new URL(page.url()).pathname;
      await page.getByRole('navigation', { name: m.ui_breadcrumbs() }).getByRole('link', { name: crumb }).first().click();
      await page.waitForURL((url) => url.pathname !== here);
      await page.getByRole('heading', { level: 1, name: crumb }).waitFor();
      await page.goBack();
      await page.waitForURL((url) => url.pathname === here);
      await boxes(page).first().waitFor();
    };
    await signIn(page, 'rivera');

    // Labels: all are checked at first, and two get unchecked.
    await page.goto(paths.printLabels(group.group_puid));
    await expect.poll(() => boxes(page).count()).toBe(group.student_count);
    const all = await ticked(page);
    expect(all).toHaveLength(group.student_count);
    const last = boxes(page).last();
    await last.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => window.scrollY);
    await last.uncheck();
    await expect.poll(() => page.evaluate(() => history.state.usr?.ticks?.length)).toBe(all.length - 1);
    expect(await page.evaluate(() => window.scrollY), 'a tick leaves the page where it is').toBe(scrolled);
    await boxes(page).first().uncheck();
    await expect.poll(() => ticked(page).then((names) => names.length)).toBe(all.length - 2);
    const some = await ticked(page);
    await page.getByRole('searchbox').fill('a');
    await page.getByRole('searchbox').fill('');
    await isReached(some);
    await look('labels');
    await page.reload();
    await isReached(some);
    await goAndComeBack(m.rostering_students());
    await isReached(some);
    await page.getByRole('combobox').selectOption({ value: String(other.group_puid) });
    // Another class starts fresh.
    await expect.poll(() => ticked(page).then((names) => names.filter((name) => !all.includes(name)).length)).toBe(other.student_count);

    // Students to add: none is checked at first. Checks one of all, and one found by search.
    await page.goto(paths.addGroupStudents(group.group_puid));
    await boxes(page).first().waitFor();
    expect(await ticked(page)).toEqual([]);
    await boxes(page).first().check();
    const sought = ((await boxes(page).nth(1).getAttribute('aria-label')) ?? '').split(' ').at(-1) as string;
    const search = page.getByRole('searchbox', { name: m.groups_search(), exact: true });
    await search.fill(sought);
    await search.press('Enter');
    await page.waitForURL(/[?&]q=/);
    const found = boxes(page).and(page.getByRole('checkbox', { name: new RegExp(`${sought}$`) }));
    await found.first().check();
    await page.getByRole('button', { name: m.groups_add_count({ count: 2 }) }).waitFor();
    await look('add');
    await page.reload();
    await page.getByRole('button', { name: m.groups_add_count({ count: 2 }) }).waitFor();
    await goAndComeBack(group.group_name);
    await page.getByRole('button', { name: m.groups_add_count({ count: 2 }) }).waitFor();
    await search.fill('');
    await search.press('Enter');
    await expect.poll(() => ticked(page).then((names) => names.length)).toBe(2);
    // A link opens the page without them.
    await page.getByRole('navigation', { name: m.ui_breadcrumbs() }).getByRole('link', { name: group.group_name }).click();
    await page.getByRole('link', { name: m.groups_add_students(), exact: true }).click();
    await boxes(page).first().waitFor();
    expect(await ticked(page)).toEqual([]);
  },
);
