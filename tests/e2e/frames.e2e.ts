import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { m } from '../../src/paraglide/messages.js';
import { assignmentProgress } from '../../src/views/assignmentReports/assignmentProgress.screen.ts';
import { paths } from '../../src/views/paths.ts';
import { addressOf } from '../../src/views/screen.ts';
import { screens } from '../kit/screens.ts';
import { ask } from './ask.ts';
import { newPage, searchList } from './browser.ts';
import { Gates, goWithin, pageOf, signIn } from './gates.ts';
import { giveLesson } from './quizSchool.ts';

const windows = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
];

/** The controls under the current toast. */
const coveredControls = (page: Page) =>
  page.evaluate(() => {
    const toast = document.querySelector('[class*=toast][data-tone]') as HTMLElement;
    const { left, right, top, bottom } = toast.getBoundingClientRect();
    return [...document.querySelectorAll('a[href], button, input, select, textarea, summary, label')]
      .filter((control) => {
        const box = control.getBoundingClientRect();
        const [width, height] = [
          Math.min(right, box.right) - Math.max(left, box.left),
          Math.min(bottom, box.bottom) - Math.max(top, box.top),
        ];
        if (toast.contains(control) || width <= 0 || height <= 0) return false;
        // Controls under the top bar cannot be pressed anyway.
        const under = document.elementsFromPoint(Math.max(left, box.left) + width / 2, Math.max(top, box.top) + height / 2);
        const next = under.find((element) => !element.closest('[class*=toast]'));
        return next !== undefined && control.contains(next);
      })
      .map((control) => control.outerHTML.slice(0, 120));
  });

/** The controls that are wholly hidden when they have the focus (WCAG 2.2, 2.4.11), and by what: a bar, or the edge of the window. */
const hiddenInFocus = (page: Page) =>
  page.evaluate(async () => {
    // The page learns the new heights of its bars in the next frame.
    for (let frame = 0; frame < 2; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
    const isTabStop = (element: HTMLElement) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true });
    const all = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')].filter(isTabStop);
    // A long list repeats itself.
    const controls = [...all.slice(0, 40), ...all.slice(40).slice(-40)];
    const hiding = (control: HTMLElement): string[] => {
      control.focus();
      if (document.activeElement !== control) return [];
      // The label of a checkbox shows where the focus is, too.
      const shapes = [control, ...((control as HTMLInputElement).labels ?? [])];
      const isSeen = shapes.some((shape) => {
        const { left, top, width, height } = shape.getBoundingClientRect();
        const parts = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [left + x * width, top + y * height] as const));
        return parts.some(([x, y]) => shape.contains(document.elementFromPoint(x, y)));
      });
      if (isSeen) return [];
      const { left, top, width, height } = control.getBoundingClientRect();
      const over = document.elementFromPoint(left + width / 2, top + height / 2);
      const cover = over ? `under ${over.outerHTML.slice(0, 120)}` : 'outside the window';
      return [`${control.outerHTML.slice(0, 120)} at ${Math.round(top)}, ${cover}`];
    };
    const found = [...controls, ...controls.toReversed()].flatMap(hiding);
    window.scrollTo({ top: 0, behavior: 'instant' });
    return found;
  });

/** Each look scrolls the page. A long list comes to rest before the next one. */
const coversNoFocus = (page: Page, message: string) =>
  expect.poll(async () => (await hiddenInFocus(page)).join('\n'), { message, interval: 500 }).toBe('');

it('a table of 150 rows covers no control that has the focus, however high its heading is', async () => {
  const page = await pageOf('maya');
  const gates = new Gates(page);
  await gates.hold(calls.studentResources);
  const resource = {
    lesson_id: 1,
    assignment_id: 2,
    group_assignment_id: 3,
    lesson_name: 'Particles in motion',
    group_name: 'Period 2',
    item_id: 4,
    title: 'Gas in a box',
    summary: '',
    resource_type_id: ResourceType.reading,
    time: 5,
    percentage_completed: 0,
    printable_quiz_id: null,
  };
  const rows = Array.from({ length: 150 }, (_, index) => ({ ...resource, lesson_resource_id: index + 1 }));
  await goWithin(page, paths.studentResources);
  await gates.answer(calls.studentResources, rows);
  await page.getByRole('rowheader').first().waitFor();
  for (const size of windows) {
    await page.setViewportSize(size);
    await coversNoFocus(page, `hidden with the focus, ${size.width} wide`);
  }
});

it('a grid of marks covers no cell that has the focus, however long its headings are', async () => {
  const { group_puid, lesson_id, group_assignment_id } = await giveLesson('Long names', [
    ['matter/properties-of-matter/density-quiz', ResourceType.quiz],
  ]);
  const { token } = await ask(calls.login, { username: 'rivera', password: 'science-rocks' });
  const progress = await ask(calls.assignmentProgress, { group_assignment_id }, token);
  const title = 'What sinks and what floats, and how a ship of steel stays up '.repeat(3).trim();
  const page = await pageOf('rivera');
  const gates = new Gates(page);
  await gates.always(calls.assignmentProgress, { ...progress, resources: progress.resources.map((one) => ({ ...one, title })) });
  await goWithin(page, addressOf(assignmentProgress, group_puid, lesson_id, group_assignment_id));
  const grid = page.getByRole('grid');
  await grid.getByText(title).waitFor();
  /** How far the heading reaches over the cell with the focus, in px. */
  const covered = () =>
    grid.evaluate((table) => {
      const heading = (table as HTMLTableElement).tHead as HTMLElement;
      return heading.getBoundingClientRect().bottom - (document.activeElement as Element).getBoundingClientRect().top;
    });
  for (const size of windows) {
    await page.setViewportSize(size);
    const cells = grid.locator('tbody [data-at$=" 1"]');
    await cells.last().focus();
    for (let rows = await cells.count(); rows > 1; rows--) {
      await page.keyboard.press('ArrowUp');
      expect(await covered()).toBeLessThan(1);
    }
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-at'))).toBe('0 1');
  }
});

it.each(['rivera', 'maya'])('every screen of %s is called by its heading, and covers no control that is in use', async (name) => {
  const { userData } = await ask(calls.login, { username: name, password: 'science-rocks' });
  const page = await newPage();
  await signIn(page, 'lindqvist');
  await goWithin(page, '/authenticated/admin/manageUsers/search');
  await searchList(page, name);
  await page
    .getByRole('button', { name: new RegExp(`Sign in as .*${userData.last_name}`) })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: m.account_login_as() }).click();
  await page.getByRole('button', { name: 'Exit' }).waitFor();

  const own = screens.filter(({ path, roles }) => roles.some((role) => role === userData.role) && !path.includes(':'));
  for (const { path } of own) {
    await goWithin(page, `/authenticated/${path}`);
    await page.waitForURL(`**/authenticated/${path}*`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await expect.poll(() => page.locator('main [class*=skeleton]').count(), { message: path }).toBe(0);
    const isCalled = () => page.evaluate(() => document.title === `${document.querySelector('h1')?.textContent?.trim()} · Orrery`);
    await expect.poll(isCalled, { message: path }).toBe(true);
    for (const size of windows) {
      await page.setViewportSize(size);
      await coversNoFocus(page, `hidden with the focus on ${path}, ${size.width} wide`);
      // While acting as someone, this only explains why it is unavailable: a toast on every screen.
      await page
        .getByRole('button', { name: new RegExp(`${userData.first_name} ${userData.last_name}`) })
        .last()
        .click();
      await page.getByRole('menuitem', { name: m.common_sign_out() }).click();
      // Hovering keeps it open.
      await page.locator('[class*=toast][data-tone]').hover();
      await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
      await expect.poll(() => coveredControls(page), { message: `under the toast of ${path}, ${size.width} wide` }).toEqual([]);
      await page.getByRole('button', { name: 'Dismiss' }).click();
    }
  }
});
