import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { root } from '../../scripts/kit.ts';
import { builtFile } from '../../scripts/sizes.ts';
import { m as messages } from '../../src/paraglide/messages.js';
import { expectAccessible } from './accessible.ts';
import { newPage, screenshot, viewports } from './browser.ts';
import { giveLesson, giveQuiz, goOnWithQuiz, question, saveStatus } from './quizSchool.ts';
import { loseConnection, programOnDevice, toSave } from './withoutConnection.ts';

type Words = { [Key in keyof typeof messages]: (inputs?: Record<string, unknown>) => string };
/** All messages, in English. */
const m = new Proxy({} as Words, {
  get:
    (_, key) =>
    (inputs: Record<string, unknown> = {}) =>
      (messages as unknown as Record<string, (inputs: object, options: object) => string>)[String(key)]!(inputs, { locale: 'en' }),
});

/** Without a connection, the browser logs each failed request to the console. */
const noConnection = [/ERR_INTERNET_DISCONNECTED/, /Failed to (fetch|load)/];
const lesson = 'Particles in motion';

async function signIn(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByLabel(m.login_username()).fill('maya');
  await page.getByLabel(m.login_password(), { exact: true }).fill('science-rocks');
  await page.keyboard.press('Enter');
  await greeting(page).waitFor();
}
const greeting = (page: Page) => page.getByRole('heading', { name: m.student_hello({ name: 'Maya' }) });
const offlineScreen = (page: Page) => page.getByRole('alert').getByText(m.common_offline(), { exact: true });
const openSaved = (page: Page) => page.getByRole('button', { name: m.student_offline_open({ name: lesson }) }).click();

/** Signs in, and waits until the program is on the device. */
async function signInWithWorker(page: Page): Promise<void> {
  await signIn(page);
  await programOnDevice(page);
}

/** Signs in, and saves a lesson. */
async function prepare(page: Page): Promise<void> {
  await signInWithWorker(page);
  await (await toSave(page, lesson)).click();
  await page.getByText(/^Saved .* · \d+ kB$/).waitFor();
}

describe('without a connection', () => {
  it('a saved lesson goes on in the player, or opens after a start; the return shows all again', async () => {
    const page = await newPage({ hasWorker: true, expected: noConnection });
    const context = page.context();
    await prepare(page);
    await expectAccessible(page);
    await page.getByRole('link', { name: m.common_nav_home() }).first().click();
    await greeting(page).waitFor();

    await loseConnection(page);
    await offlineScreen(page).waitFor();
    await expectAccessible(page);
    await openSaved(page);
    await page.getByText(m.common_offline_goes_on()).waitFor();
    await page.getByRole('heading', { level: 1, name: lesson }).waitFor();
    await page.getByText('Open a bottle of perfume', { exact: false }).waitFor();

    await page.goto('/authenticated/studentDashboard/studentDashboard/0');
    await offlineScreen(page).waitFor();
    expect(await greeting(page).count(), 'nobody knows who is here').toBe(0);
    await openSaved(page);
    await page.getByText(m.student_offline_reading()).waitFor();
    await page.getByText('Open a bottle of perfume', { exact: false }).waitFor();
    await page.getByRole('button', { name: m.player_next() }).click();
    await page.getByRole('heading', { level: 1, name: 'Gas in a box' }).waitFor();
    await screenshot(page, 'offline-lesson');
    await expectAccessible(page);
    await page.getByRole('button', { name: /Leave/ }).click();

    await context.setOffline(false);
    await greeting(page).waitFor();
    await expect.poll(() => offlineScreen(page).count()).toBe(0);
  });

  it('a saved film plays, also from its middle, a saved file downloads, and the instructions of their lesson are there', async () => {
    const name = 'Shadows on the bus';
    const instructions = '<p>Watch it <b>twice</b>.</p><p><img src="x" onerror="document.title=1"></p>';
    const item = 'solar-system-and-beyond/sun-earth-moon/day-of-shadows';
    const sheet = 'solar-system-and-beyond/sun-earth-moon/shadow-lengths';
    const resources = [
      [item, ResourceType.video],
      [sheet, ResourceType.file],
    ] as const;
    await giveLesson(name, resources, { instructions });
    const courseFile = (path: string) => join(root, 'server/sample/courses/middle-school-science', path);
    const { size } = await stat(courseFile(`${item}.webm`));
    const page = await newPage({ hasWorker: true, expected: noConnection });
    const film = page.locator('video');
    const plays = async () => {
      const now = () => film.evaluate((element) => (element as HTMLVideoElement).currentTime);
      await expect.poll(() => film.evaluate((element) => (element as HTMLVideoElement).duration)).toBeCloseTo(44, 0);
      await film.evaluate(async (element) => {
        const video = element as HTMLVideoElement;
        video.muted = true;
        video.currentTime = 30;
        await video.play();
      });
      await expect.poll(now).toBeGreaterThan(30.2);
    };
    const downloads = async () => {
      await page.getByRole('button', { name: m.player_next() }).click();
      await page.locator('a[download][href^="blob:"]').waitFor();
      const downloading = page.waitForEvent('download');
      await page.getByRole('link', { name: m.player_download() }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe('shadow-lengths.csv');
      expect(await readFile(await download.path(), 'utf8')).toBe(await readFile(courseFile(`${sheet}.csv`), 'utf8'));
    };
    await signInWithWorker(page);
    await (await toSave(page, name)).click();
    const saved = page
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByText(/^Saved /);
    await saved.waitFor();
    expect(Number(/· (\d+) kB$/.exec((await saved.textContent()) ?? '')?.[1])).toBeGreaterThan(size / 1_000);

    await loseConnection(page);
    // The browser's own cache may be gone by then.
    await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
    const open = page.getByRole('button', { name: m.student_offline_open({ name }) });
    await open.click();
    await page.getByText(m.common_offline_goes_on()).waitFor();
    await plays();
    await downloads();
    await page.setViewportSize(viewports.phone);
    const link = page.getByRole('link', { name: m.player_download() });
    await link.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const [over, under] = [await page.getByText(m.common_offline_goes_on()).boundingBox(), await link.boundingBox()];
    expect(under!.y + under!.height, 'the bar hides nothing for good').toBeLessThan(over!.y);
    await page.setViewportSize(viewports.desktop);

    await page.goto('/authenticated/studentDashboard/studentDashboard/0');
    await open.click();
    const about = page.locator('details', { hasText: m.player_instructions() });
    await about.getByText('Watch it twice.').waitFor();
    expect(await about.locator('img[onerror]').count()).toBe(0);
    await plays();
    await screenshot(page, 'offline-film');
    await expectAccessible(page);
    await downloads();
    await expectAccessible(page);
  });

  it('answers that wait are listed after a start, to be downloaded, and are sent when it is back', async () => {
    const quiz = await giveQuiz('maya', 'Waits here');
    const { quiz_details } = await quiz.started();
    const { id } = quiz_details.questions.find(({ question_type }) => /single_choice|true_false/.test(question_type))!;
    const page = await newPage({ hasWorker: true, expected: noConnection });
    const context = page.context();
    await signInWithWorker(page);
    await page.goto(quiz.path);
    await goOnWithQuiz(page);
    await page.getByRole('combobox', { name: m.quiz_layout() }).selectOption('all');
    await loseConnection(page);
    await question(page, id).getByRole('radio').first().check();
    await saveStatus(page, 'offline').waitFor();

    await page.goto('/authenticated/studentDashboard/studentDashboard/0');
    await offlineScreen(page).waitFor();
    const unsent = page.getByRole('region', { name: m.quiz_unsent_title() });
    await unsent.getByText(m.quiz_outbox_count({ count: 1 }), { exact: false }).waitFor();
    await screenshot(page, 'offline-unsent');
    await expectAccessible(page);
    const downloading = page.waitForEvent('download');
    await unsent.getByRole('button', { name: m.quiz_download() }).click();
    const file = await readFile(await (await downloading).path(), 'utf8');
    expect(file).toContain(`"question_id": ${id}`);

    await context.setOffline(false);
    await greeting(page).waitFor();
    await expect.poll(async () => (await quiz.result())?.answered).toBe(1);
  });

  it('nothing of a person is left after signing out', async () => {
    const page = await newPage({ hasWorker: true, expected: noConnection });
    await prepare(page);
    await page.getByRole('button', { name: /^Account of Maya/ }).click();
    await page.getByRole('menuitem', { name: m.common_sign_out() }).click();
    await page.getByLabel(m.login_username()).waitFor();
    const lessons = () =>
      page.evaluate(
        () =>
          new Promise<number>((done, failed) => {
            const opening = indexedDB.open('orrery.lessons');
            opening.onerror = () => failed(opening.error);
            opening.onsuccess = () => {
              const counting = opening.result.transaction('lessons').objectStore('lessons').count();
              counting.onsuccess = () => done(counting.result);
            };
          }),
      );
    await expect.poll(lessons).toBe(0);
  });
});

describe('after a deployment', () => {
  it('a page whose parts are gone loads anew once, where the person wanted to go, and does not spin', async () => {
    const page = await newPage({ expected: [/./] });
    await signIn(page);
    // Requests for the page itself, which are sent before it shows anything, even on a slow machine.
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads++;
    });
    // Chromium before 154 remembers a module that was gone; later ones ask again.
    let missing = 0;
    await page.route(`**${builtFile('src/views/student/ReportPage.tsx')}`, (route) => {
      if (loads > 0) return route.continue();
      missing++;
      return route.fulfill({ status: 404, body: 'gone' });
    });
    await page.getByRole('link', { name: m.student_nav_results() }).first().click();
    await page.getByRole('heading', { level: 1, name: m.student_report_title() }).waitFor();
    expect(missing).toBeGreaterThan(0);
    expect(loads).toBe(1);

    await page.route(`**${builtFile('src/views/student/LibraryPage.tsx')}`, (route) => route.fulfill({ status: 404, body: 'gone' }));
    await page.getByRole('link', { name: m.student_nav_explore() }).first().click();
    await page.getByText(m.common_broken()).waitFor();
    expect(loads).toBe(1);
  });
});
