import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { closedWhileRunning } from '../../contract/closing.ts';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { idOf } from '../../server/content/ids.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { newPage, screenshot } from './browser.ts';
import { signIn } from './gates.ts';
import { giveLesson } from './quizSchool.ts';
import { loseConnection, noConnection, offlineScreen, openSaved, saveLesson, start } from './withoutConnection.ts';

const reading = 'energy-and-waves/energy/the-coaster-budget';
const test = 'energy-and-waves/energy/star-physical-science';

const listed = (page: Page, name: RegExp) => page.getByRole('navigation', { name: m.player_resources() }).getByRole('button', { name });
const closed = (page: Page) => page.getByRole('heading', { level: 1, name: m.player_closed() });
const text = (page: Page) => page.locator('article').getByRole('paragraph').nth(2);
const openList = async (page: Page) => {
  const list = page.getByRole('navigation', { name: m.player_resources() }).locator('details');
  if ((await list.getAttribute('open')) === null) await list.locator('summary').click();
};

async function begin(page: Page): Promise<void> {
  await page.getByRole('button', { name: m.quiz_start() }).click();
  await page
    .getByRole('heading', { name: /^Question 1/ })
    .first()
    .waitFor();
}
async function handIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: m.quiz_look_over() }).click();
  await page.getByRole('button', { name: m.quiz_hand_in() }).click();
  await page
    .getByText(/Receipt|submitted/i)
    .first()
    .waitFor();
}

describe('a timed assessment', () => {
  it('closes the reading in the list, in a second tab and by a direct call; handed in, all of it opens', async () => {
    const page = await newPage();
    const { lesson_id, assignment_id } = await giveLesson('Reading and test', [
      [reading, ResourceType.reading],
      [test, ResourceType.assessment],
    ]);
    await signIn(page, 'maya');
    await page.goto(paths.lesson(lesson_id, assignment_id));
    await text(page).waitFor();
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    const second = await page.context().newPage();
    await second.goto(paths.lesson(lesson_id, assignment_id));
    await text(second).waitFor();

    await listed(page, /physical science/i).click();
    await begin(page);
    // The tab with the reading is notified.
    await closed(second).waitFor();
    expect(await second.locator('article').count()).toBe(0);
    await second.reload();
    await closed(second).waitFor();

    await openList(page);
    await listed(page, /\(closed during the assessment\)$/).click();
    await closed(page).waitFor();
    expect(await page.getByRole('button', { name: m.player_mark_done() }).count()).toBe(0);
    await expectAccessible(page);
    await screenshot(page, 'closed-reading');
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await openList(page);
    await screenshot(page, 'closed-reading-phone');

    // Another session of the same student, without a page.
    const { token, userData } = await ask(calls.login, { username: 'maya', password: 'science-rocks' });
    const address = new URL(`/api/${calls.getContent.backend}${calls.getContent.path}`, page.url());
    const direct = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({
        id: idOf(`middle-school-science/${reading}`),
        userPuid: userData.userPuid,
        roleId: userData.role,
        districtId: userData.districtID,
        stateId: null,
      }),
    });
    expect(direct.status).toBe(closedWhileRunning);

    await page.getByRole('button', { name: m.player_closed_back() }).click();
    await page.getByRole('button', { name: m.quiz_continue() }).click();
    await handIn(page);
    await text(second).waitFor();
    await openList(page);
    await listed(page, new RegExp(`^${title}$`)).click();
    await text(page).waitFor();
  });

  it('closes the reading of a saved lesson without a connection too; handed in on the device, it opens', async () => {
    const title = 'Saved with a test';
    const { lesson_id, assignment_id } = await giveLesson(title, [
      [reading, ResourceType.reading],
      [test, ResourceType.assessment],
    ]);
    const page = await newPage({ hasWorker: true, expected: noConnection });
    await saveLesson(page, 'maya', title);
    await page.goto(paths.lesson(lesson_id, assignment_id));
    await text(page).waitFor();
    await listed(page, /physical science/i).click();
    await begin(page);
    await loseConnection(page);

    // The open player uses the state on the device.
    await openList(page);
    await listed(page, /\(closed during the assessment\)$/).click();
    await closed(page).waitFor();
    await page.getByRole('button', { name: m.player_closed_back() }).click();
    await page.getByText(m.quiz_clock_runs(), { exact: false }).waitFor();
    await page.getByRole('button', { name: m.quiz_continue() }).click();

    // So does the saved lesson, in a tab that starts without a connection.
    const second = await page.context().newPage();
    await second.goto(start);
    await offlineScreen(second).waitFor();
    await openSaved(second, title);
    await closed(second).waitFor();
    expect(await second.locator('article').count()).toBe(0);
    await expectAccessible(second);
    await screenshot(second, 'closed-offline');
    await second.getByRole('button', { name: m.player_closed_back() }).click();
    await second.getByText(m.quiz_timed_needs_connection()).waitFor();
    await second.getByRole('button', { name: 'Back', exact: true }).click();
    await closed(second).waitFor();

    await handIn(page);
    await page.getByText('Your quiz will be submitted as soon as there is a connection', { exact: false }).waitFor();
    await text(second).waitFor();
    await openList(page);
    await listed(page, /coaster/i).click();
    await text(page).waitFor();

    // The submission reaches the server, and open content stays open.
    const maya = await ask(calls.login, { username: 'maya', password: 'science-rocks' });
    const running = () => ask(calls.runningAssessment, {}, maya.token);
    expect(await running()).toMatchObject({ lesson_id });
    await page.context().setOffline(false);
    await expect.poll(running).toBeNull();
    await text(page).waitFor();
  });
});
