import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { m } from '../../src/paraglide/messages.js';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { crash, newPage, screenshot, viewports } from './browser.ts';
import { signIn } from './gates.ts';
import { type GivenQuiz, giveLesson, giveQuiz, goOnWithQuiz } from './quizSchool.ts';
import { loseConnection, noConnection, offlineScreen, openSaved, saveLesson, start, toSave } from './withoutConnection.ts';

const everyQuestion = (page: Page) => page.getByRole('combobox', { name: m.quiz_layout() }).selectOption('all');
/** Questions with a single choice. */
const withChoice = (page: Page) => page.locator('section[aria-labelledby^="question-"]').filter({ has: page.getByRole('radio') });
const first = (page: Page, at: number) => withChoice(page).nth(at).getByRole('radio').first();
/** Waits until every choice is stored on the device. */
const keptHere = (page: Page) => page.locator('[data-save=answers] [data-kind=offline]').waitFor();
async function handIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: m.quiz_look_over() }).click();
  await page.getByRole('button', { name: m.quiz_hand_in() }).click();
  await page.getByText('Your quiz will be submitted as soon as there is a connection', { exact: false }).waitFor();
}

/** The lesson's responses as the teacher sees them. */
async function seenByTeacher({ lesson_id, assignment_id }: GivenQuiz) {
  const teacher = await ask(calls.login, { username: 'rivera', password: 'science-rocks' });
  const maya = await ask(calls.login, { username: 'maya', password: 'science-rocks' });
  return ask(calls.assignmentResponses, { user_puid: maya.userData.userPuid, lesson_id, assignment_id }, teacher.token);
}

describe('a quiz of a saved lesson, without a connection', () => {
  it('opens in the player, is handed in on the device, and comes to the server once it is back', async () => {
    const quiz = await giveQuiz('maya', 'Taken on the bus');
    const page = await newPage({ hasWorker: true, expected: noConnection });
    await saveLesson(page, 'maya', quiz.title);
    await page.getByRole('link', { name: 'Home' }).first().click();
    await loseConnection(page);
    await openSaved(page, quiz.title);
    await goOnWithQuiz(page);
    await everyQuestion(page);
    await first(page, 0).check();
    await first(page, 1).check();
    await keptHere(page);
    expect(await quiz.result()).toBeNull();
    await screenshot(page, 'offline-quiz');
    await expectAccessible(page);
    await handIn(page);
    await expectAccessible(page);

    // The laptop lid is closed: only the next start finds the connection.
    await page.goto(start);
    await offlineScreen(page).waitFor();
    await page.getByRole('region', { name: m.quiz_unsent_title() }).getByText(m.quiz_outbox_item_handed_in(), { exact: false }).waitFor();
    await page.context().setOffline(false);
    await expect.poll(async () => (await quiz.result())?.state).toBe('graded');
    expect(await quiz.result()).toMatchObject({ answered: 2, duplicate: false, is_late: false });
    expect(await seenByTeacher(quiz)).toMatchObject([{ result: { state: 'graded', answered: 2 } }]);
    await page.goto(quiz.path);
    await page.getByRole('heading', { name: 'Responses of Quiz Saved - Successfully' }).waitFor();
  });

  it('opens after a start without a connection too, outlives its page, and counts once; what is timed says why it does not open', async () => {
    const title = 'Taken at home';
    const given = await giveLesson(title, [
      ['energy-and-waves/energy/star-physical-science', ResourceType.assessment],
      ['energy-and-waves/energy/energy-quiz', ResourceType.quiz],
    ]);
    const page = await newPage({ hasWorker: true, expected: noConnection });
    const context = page.context();
    await saveLesson(page, 'maya', title);
    await loseConnection(page);
    await page.goto(start);
    await offlineScreen(page).waitFor();
    await page.setViewportSize(viewports.phone);
    await screenshot(page, 'offline-start-phone');
    await openSaved(page, title);
    await page.getByText(m.quiz_timed_needs_connection()).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await goOnWithQuiz(page);
    await everyQuestion(page);
    await first(page, 0).check();
    await keptHere(page);
    await screenshot(page, 'offline-start-quiz-phone');
    await expectAccessible(page);
    await crash(page);

    // The network is back, but the server is not.
    const next = await context.newPage();
    await context.setOffline(false);
    await context.route(/\/api\//, (route) => route.abort());
    await next.goto(start);
    await openSaved(next, title);
    await next.getByRole('button', { name: 'Next' }).click();
    await next.getByRole('button', { name: m.quiz_continue() }).click();
    await first(next, 0).waitFor();
    expect(await first(next, 0).isChecked()).toBe(true);
    await first(next, 1).check();
    await handIn(next);
    await context.unroute(/\/api\//);

    const maya = await ask(calls.login, { username: 'maya', password: 'science-rocks' });
    const results = async () =>
      (await ask(calls.assignmentResponses, { user_puid: maya.userData.userPuid, ...given }, maya.token)).flatMap(
        ({ result }) => result ?? [],
      );
    await expect.poll(async () => (await results()).map(({ state, answered }) => [state, answered])).toEqual([['graded', 2]]);
  });

  it('is neither seen nor sent by somebody else who signs in meanwhile', async () => {
    const quiz = await giveQuiz('maya', 'Not for others');
    const hers = await newPage({ hasWorker: true, expected: noConnection });
    const context = hers.context();
    await saveLesson(hers, 'maya', quiz.title);
    await loseConnection(hers);
    await openSaved(hers, quiz.title);
    await goOnWithQuiz(hers);
    await everyQuestion(hers);
    await first(hers, 0).check();
    await keptHere(hers);
    await handIn(hers);
    // Her session ends while she is away.
    await context.clearCookies();
    // A page still open would send it itself, in her name.
    await crash(hers);
    const page = await context.newPage();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (/start_quiz|save_answers|submit_quiz/.test(request.url())) sent.push(request.url());
    });
    await context.setOffline(false);
    await signIn(page, 'leo');
    await page.getByRole('button', { name: /^Account of Leo/ }).waitFor();
    await toSave(page, quiz.title);
    expect(await page.getByRole('region', { name: m.quiz_outbox_title() }).count()).toBe(0);
    expect(sent).toEqual([]);
    expect(await quiz.result()).toBeNull();
    await page.getByRole('button', { name: /^Account of Leo/ }).click();
    await page.getByRole('menuitem', { name: m.common_sign_out() }).click();
    await page.locator('input[name=username]').waitFor();
    await signIn(page, 'maya');
    await expect.poll(async () => (await quiz.result())?.answered).toBe(1);
  });

  it('that was handed in elsewhere meanwhile says so, and its answers are there as a file', async () => {
    const quiz = await giveQuiz('maya', 'Handed in twice');
    const page = await newPage({ hasWorker: true, expected: noConnection });
    await saveLesson(page, 'maya', quiz.title);
    await loseConnection(page);
    await openSaved(page, quiz.title);
    await goOnWithQuiz(page);
    await everyQuestion(page);
    await first(page, 0).check();
    await keptHere(page);
    await page.goto(start);
    await offlineScreen(page).waitFor();
    const { result_id } = await quiz.started();
    const maya = await ask(calls.login, { username: 'maya', password: 'science-rocks' });
    await ask(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] }, maya.token);
    await page.context().setOffline(false);
    const waiting = page.getByRole('region', { name: m.quiz_outbox_title() });
    await waiting.getByRole('button', { name: m.quiz_outbox_open() }).click();
    await page.getByText(m.quiz_outbox_item_closed()).waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download: / }).click();
    expect((await downloading).suggestedFilename()).toContain('unsent-answers');
    expect(await quiz.result()).toMatchObject({ answered: 0 });
  });
});

describe('a check in a saved lesson, without a connection', () => {
  it('keeps its answer, lets the student go on, and is marked when the connection is back', async () => {
    const title = 'A ride without a network';
    const given = await giveLesson(title, [
      ['energy-and-waves/energy/energy-track', ResourceType.interactive],
      ['energy-and-waves/energy/the-coaster-budget', ResourceType.reading],
    ]);
    const page = await newPage({ hasWorker: true, expected: noConnection });
    await saveLesson(page, 'maya', title);
    await loseConnection(page);
    await openSaved(page, title);
    const check = page.locator('section[aria-labelledby^="check-"]').first();
    const input = check.getByRole('radio').or(check.getByRole('checkbox')).or(check.getByRole('textbox')).first();
    await input.waitFor();
    if ((await input.getAttribute('type')) === 'radio' || (await input.getAttribute('type')) === 'checkbox') await input.check();
    else await input.fill('12');
    await check.getByRole('button', { name: 'Check' }).click();
    await check.getByText(m.check_kept()).waitFor();
    await screenshot(page, 'offline-check');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('heading', { level: 1, name: 'The energy budget of a roller coaster' }).waitFor();

    await page.goto(start);
    await offlineScreen(page).waitFor();
    await openSaved(page, title);
    await check.getByRole('button', { name: 'Check' }).waitFor();
    await screenshot(page, 'offline-check-start');
    await page.context().setOffline(false);
    const maya = await ask(calls.login, { username: 'maya', password: 'science-rocks' });
    const player = () => ask(calls.lessonPlayer, { user_puid: maya.userData.userPuid, ...given }, maya.token);
    const quiz_id = (await player()).lesson_resources[0]!.quiz_id!;
    const place = { quiz_id, lesson_id: given.lesson_id, lesson_resource_tracking_id: 0 };
    const marked = async () => (await ask(calls.startQuiz, place, maya.token)).responses.map((one) => one.is_correct_answer !== null);
    await expect.poll(marked).toEqual([true]);
  });
});
