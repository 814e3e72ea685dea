import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { newPage } from './browser.ts';
import { signIn } from './gates.ts';
import { giveQuiz, goOnWithQuiz, saveStatus } from './quizSchool.ts';

const at = (page: Page, number: number) => page.getByRole('heading', { name: `Question ${number} of 10`, exact: true }).waitFor();
/** The event for a page restored from the back/forward cache, which this Chromium does not use. */
const bringBack = (page: Page) => page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
/** The bar's save status: of the lesson before a quiz is open, then of the answers. */
const barStatus = (page: Page) => page.locator('header [data-kind]:visible');

it('a quiz that was left opens where it was: at its question on this device, at the first without an answer on another', async () => {
  const quiz = await giveQuiz('leo', 'Left halfway', {
    instructions: '<p>Work <b>alone</b>.</p><p><img src="x" onerror="document.title=1"></p>',
    // The dashboard suggests started work with the nearest due date first.
    to_date: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const { token, userData } = await ask(calls.login, { username: 'leo', password: 'science-rocks' });
  const { result_id, quiz_details } = await quiz.started();
  const [first, second, , fourth] = quiz_details.questions;
  const given_at = new Date().toISOString();
  // Another device has answered these three.
  const answers = [first!, second!, fourth!].map(({ id, answer_options }) => ({
    question_id: id,
    answer_id: answer_options[0]?.id ?? null,
    answer_text: '1',
    time_spent: 1,
    sequence: 1,
    given_at,
  }));
  await ask(calls.saveAnswers, { result_id, answers }, token);

  const page = await newPage();
  await signIn(page, 'leo');
  await page.goto(quiz.path);
  const instructions = page.locator('details', { hasText: 'Instructions' });
  await instructions.getByText('Work alone.').waitFor();
  expect(await instructions.locator('img[onerror]').count()).toBe(0);
  await expectAccessible(page);
  await barStatus(page).waitFor();
  await goOnWithQuiz(page);
  await at(page, 3);
  // One save status at a time: in a quiz, the quiz's.
  await saveStatus(page, 'saved').waitFor();
  expect(await barStatus(page).count()).toBe(1);

  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await at(page, 4);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await at(page, 5);
  await page.getByRole('button', { name: 'Leave' }).click();
  const { assignments } = await ask(calls.studentDashboard, { user_puid: userData.userPuid }, token);
  const { lesson_id, assignment_id, group_assignment_id } = assignments.find((one) => one.lesson_name === quiz.title)!;
  await page
    .locator(`a[href="${paths.lesson(lesson_id, assignment_id, group_assignment_id)}"]`)
    .first()
    .click();
  await goOnWithQuiz(page);
  await at(page, 5);

  await page.reload();
  await goOnWithQuiz(page);
  await at(page, 5);

  await page.goto(paths.studentResources);
  // Earlier tests may have left a long list, of which only the rows in view are drawn.
  await page.getByRole('searchbox', { name: m.ui_table_filter() }).fill(quiz.title);
  await page.getByRole('row', { name: quiz.title }).getByRole('link').first().click();
  await goOnWithQuiz(page);
  await at(page, 5);

  // Restored by the browser: another device may have its attempt by now, so it is resumed from the server.
  const taken = page.waitForRequest(/\/quiz\/start_quiz(\?|$)/);
  await bringBack(page);
  await taken;
  await at(page, 5);
  await saveStatus(page, 'saved').waitFor();

  // If the user has signed out in the meantime, it belongs to no one.
  await page.evaluate(
    () =>
      new Promise<void>((done, failed) => {
        const opening = indexedDB.open('orrery.session');
        opening.onerror = () => failed(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction('session', 'readwrite');
          writing.objectStore('session').put({ v: 1, owner: null, sequence: 1_000 }, 'newest');
          writing.oncomplete = () => done();
        };
      }),
  );
  await bringBack(page);
  await page.getByRole('heading', { name: m.login_submit() }).waitFor();
});
