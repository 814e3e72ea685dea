import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import type { SignedIn } from '../../contract/login.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { newPage, screenshot, viewports } from './browser.ts';
import { signIn } from './gates.ts';
import { giveLesson } from './quizSchool.ts';

const password = 'science-rocks';
const students = ['maya', 'leo'] as const;
const nameOf = { maya: 'Castillo, Maya', leo: 'Nakamura, Leo' };

let place: { lesson_id: number; group_puid: number; group_assignment_id: number };
let quiz: { quiz_id: number; title: string };
const signedIn = {} as Record<'rivera' | (typeof students)[number], SignedIn>;

/** Submits the quiz of the lesson, after completing everything before it. */
async function handIn(who: (typeof students)[number], assignment_id: number): Promise<void> {
  const { token, userData } = signedIn[who];
  const own = { user_puid: userData.userPuid, lesson_id: place.lesson_id, assignment_id };
  const player = await ask(calls.lessonPlayer, own, token);
  const at = player.lesson_resources.findIndex(({ quiz_id }) => quiz_id === quiz.quiz_id);
  for (const { id, resource_type_id } of player.lesson_resources.slice(0, at)) {
    const { group_assignment_id } = place;
    const lesson_tracking_id = await ask(
      calls.trackLesson,
      { ...own, time_spent: 60, tracking_id: 0, mode: 'update', group_assignment_id },
      token,
    );
    const done = { time_spent: 30, percentage_completed: 100, previous_resource_id: 0, tracking_id: 0 };
    await ask(calls.trackResource, { ...own, ...done, resource_id: id, lesson_tracking_id, resource_type_id }, token);
  }
  const begun = await ask(calls.startQuiz, { ...quiz, lesson_id: place.lesson_id, lesson_resource_tracking_id: 0 }, token);
  await ask(calls.submitQuiz, { result_id: begun.result_id, time_spent: 40, submit_type: 'save', quizResponse: [] }, token);
}

beforeAll(async () => {
  for (const username of ['rivera', ...students] as const)
    signedIn[username] = await ask(calls.loginWithoutDistrict, { username, password });
  const { assignment_id, ...given } = await giveLesson('How dense is it?', [
    ['matter/properties-of-matter/density-quiz', ResourceType.quiz],
  ]);
  place = given;
  const { resources } = await ask(calls.assignmentResult, place, signedIn.rivera.token);
  quiz = { quiz_id: resources[0]!.quiz_id!, title: resources[0]!.title };
  for (const who of students) await handIn(who, assignment_id);
});

/** Number of the student's results for this quiz in the report. */
const released = async (who: (typeof students)[number]) => {
  const { token, userData } = signedIn[who];
  const all = await ask(calls.studentReport, { user_puid: userData.userPuid }, token);
  return all.filter((one) => one.kind === 'quiz' && one.lesson_id === place.lesson_id).length;
};
/** The student's row among the results, not in the grid of answers. */
const row = (page: Page, who: (typeof students)[number]) =>
  page.getByRole('table', { name: m.teacher_by_student() }).getByRole('row', { name: new RegExp(nameOf[who]) });

it('a teacher puts names away, releases to one student, then to all, and takes it back; students see it only then', async () => {
  const page = await newPage();
  await signIn(page, 'rivera');
  await page.goto(paths.assignmentResult(place.lesson_id, place.group_puid, place.group_assignment_id));
  const confirm = async (name: string) => {
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await row(page, 'maya').getByText('Graded').waitFor();
  await page.getByRole('switch', { name: m.reports_hide_names() }).click({ force: true });
  await row(page, 'maya').waitFor({ state: 'detached' });
  expect(await page.locator('main').textContent()).not.toContain('Castillo');
  await screenshot(page, 'report-anonymous');
  await page.getByRole('switch', { name: m.reports_hide_names() }).click({ force: true });

  await row(page, 'maya').getByRole('checkbox').check({ force: true });
  await page.getByRole('button', { name: m.reports_release_some(), exact: true }).click();
  await page.getByRole('dialog').getByText(`To 1 student: ${nameOf.maya}`).waitFor();
  await expectAccessible(page);
  expect(await released('maya')).toBe(0);
  await confirm('Release');
  await row(page, 'maya').getByText('Released').waitFor();
  expect([await released('maya'), await released('leo')]).toEqual([1, 0]);

  const section = page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: quiz.title }) });
  await section.getByRole('button', { name: m.reports_release(), exact: true }).click();
  await confirm('Release');
  await row(page, 'leo').getByText('Released').waitFor();
  expect([await released('maya'), await released('leo')]).toEqual([1, 1]);

  await section.getByRole('button', { name: m.reports_recall() }).click();
  await confirm(m.reports_do_recall());
  await row(page, 'leo').getByText(m.reports_state_recalled()).waitFor();
  expect([await released('maya'), await released('leo')]).toEqual([0, 0]);
});

it('a lesson’s first group loads the result; from there the teacher begins it in front of the class, and comes back', async () => {
  const page = await newPage();
  await signIn(page, 'rivera');
  await page.goto(paths.lessonResult(place.lesson_id));
  const result = paths.assignmentResult(place.lesson_id, place.group_puid, place.group_assignment_id);
  await page.waitForURL(`**${result}`);
  await row(page, 'maya').waitFor();
  await page.getByRole('button', { name: m.teacher_start_in_class() }).click();
  await page.waitForURL(`**${paths.preview(place.lesson_id)}`);
  await page.getByText('Preview: you see what students will see.').first().waitFor();
  await page.goBack();
  await page.waitForURL(`**${result}`);
  await row(page, 'maya').waitFor();
});

it('a class is watched live, and one student’s answers are a page of their own', async () => {
  const page = await newPage({ viewport: 'phone' });
  await signIn(page, 'rivera');
  await page.goto(paths.assignmentResult(place.lesson_id, place.group_puid, place.group_assignment_id));
  await page.getByRole('button', { name: m.reports_live_open() }).click();
  const live = page.locator('section').filter({ has: page.getByRole('heading', { name: m.reports_live_title() }) });
  await live.getByText('Live', { exact: true }).waitFor();
  await live.getByRole('rowheader', { name: nameOf.leo }).waitFor();
  await expectAccessible(page);
  await page.goto(paths.studentAnswers(place.group_assignment_id, signedIn.leo.userData.userPuid));
  await page.getByRole('heading', { level: 1, name: 'Leo Nakamura' }).waitFor();
  await page.getByRole('table', { name: 'Attempt 1: answers' }).first().waitFor();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // On the narrowest phone, too, the bottom bar has room for each label.
  await page.setViewportSize(viewports.reflow);
  const places = await page
    .locator('nav')
    .first()
    .evaluate((nav) =>
      [...nav.querySelectorAll('li')]
        .filter((place) => place.checkVisibility())
        .map((place) => {
          const word = document.createRange();
          word.selectNodeContents(place.querySelector('span') as Element);
          const [inner, outer] = [word.getBoundingClientRect(), place.getBoundingClientRect()];
          return outer.left >= 0 && outer.right <= innerWidth && inner.left >= outer.left && inner.right <= outer.right;
        }),
    );
  expect(places).toEqual([true, true, true, true, true]);
});

/** The visible table with this name: header and cells, without checkboxes. */
const cellsSeen = (page: Page, name: string) =>
  page
    .getByRole('table', { name, exact: true })
    .evaluate((table) =>
      [...(table as HTMLTableElement).rows].map((row) =>
        [...row.cells].filter((cell) => cell.checkVisibility() && !cell.querySelector('input')).map((cell) => cell.textContent?.trim()),
      ),
    );

/** Checks the printed page, laid out at the width between a sheet's margins. */
async function onPaper(page: Page, name: string) {
  const screen = page.viewportSize() as { width: number; height: number };
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 720, height: 960 });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const cells = await cellsSeen(page, name);
  const isWhole = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.setViewportSize(screen);
  await page.emulateMedia({ media: 'screen' });
  return { cells, isWhole };
}

it('a report says the same on the screen, on paper and in the file, and a sheet holds all columns', async () => {
  const page = await newPage();
  await signIn(page, 'rivera');
  await page.goto(paths.assignmentResult(place.lesson_id, place.group_puid, place.group_assignment_id));
  await row(page, 'maya').waitFor();
  for (const name of [m.teacher_by_student(), m.reports_by_question()]) {
    const screen = await cellsSeen(page, name);
    expect(screen.length).toBeGreaterThan(3);
    const saving = page.waitForEvent('download');
    await page
      .locator('div')
      .filter({ has: page.getByRole('button', { name: m.ui_table_csv() }) })
      .filter({ has: page.getByRole('table', { name, exact: true }) })
      .last()
      .getByRole('button', { name: m.ui_table_csv() })
      .click();
    const file = await readFile(await (await saving).path(), 'utf8');
    const [head = [], ...rows] = Papa.parse<string[]>(file.replace(/^\uFEFF/, '')).data;
    const [shownHead = [], ...shownRows] = screen;
    expect(rows).toHaveLength(shownRows.length);
    // The file has more columns, and plain numbers.
    for (const [at, cells] of shownRows.entries())
      for (const [column, text] of cells.entries()) {
        const filed = rows[at]?.[head.indexOf(shownHead[column] ?? '')] ?? '';
        const isSame =
          filed === text ||
          (filed === '' && !/\d/.test(text)) ||
          Math.abs(Number(filed) - Number.parseFloat(text.replace('−', '-'))) <= 0.5;
        expect(isSame, `${name}: ${shownHead[column]}: ${text} is ${filed}`).toBe(true);
      }
    expect(await onPaper(page, name)).toEqual({ cells: screen, isWhole: true });
  }
});

it('a teacher gives a quiz once more to one student, who alone can begin anew', async () => {
  const page = await newPage({ viewport: 'phone' });
  await signIn(page, 'rivera');
  await page.goto(paths.assignmentResult(place.lesson_id, place.group_puid, place.group_assignment_id));
  const section = page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: quiz.title }) });
  await section.getByRole('button', { name: m.reports_reassign_some() }).click();
  const dialog = page.getByRole('dialog');
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  await press('Next');
  await dialog.getByText(m.reports_reassign_nobody()).waitFor();
  await dialog.getByRole('checkbox', { name: `Select ${nameOf.leo}` }).check({ force: true });
  await expectAccessible(page);
  await press('Next');
  await dialog.getByLabel('From').waitFor();
  await press('Next');
  await dialog.getByText(`To 1 student: ${nameOf.leo}`).waitFor();
  await expectAccessible(page);
  const again = (who: (typeof students)[number]) =>
    ask(calls.startQuiz, { ...quiz, lesson_id: place.lesson_id, lesson_resource_tracking_id: 0 }, signedIn[who].token);
  await expect(again('leo')).rejects.toThrow();
  await press(m.reports_do_reassign());
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(m.reports_done_reassign({ count: 1 })).waitFor();
  await expect(again('maya')).rejects.toThrow();
  expect((await again('leo')).responses).toEqual([]);
});
