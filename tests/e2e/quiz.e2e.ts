import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { crash, newPage } from './browser.ts';
import { signIn } from './gates.ts';
import { type GivenQuiz, giveQuiz, goOnWithQuiz, question, saveStatus } from './quizSchool.ts';
import { said, silentVoice } from './voice.ts';
import { loseConnection } from './withoutConnection.ts';

const password = 'science-rocks';
const unauthorised = { status: 401, json: { status: 'error', message: 'Your session has expired. Please sign in again.', data: null } };
const broken = { expected: [/status of [45]\d\d/, /ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/] };

/** Leo's, for this test only, so that it can be retried. */
let quiz: GivenQuiz;
let given = 0;
/** Ids of the single-choice questions. */
let choices: number[];

/** The option stored on the server for a question; null if none. */
const stored = async (question_id: number) =>
  (await quiz.started()).responses.find((one) => one.question_id === question_id)?.answer_id ?? null;

beforeEach(async () => {
  quiz = await giveQuiz('leo', `Energy for Leo, ${++given}`);
  const { quiz_details } = await quiz.started();
  choices = quiz_details.questions.filter(({ question_type }) => /single_choice|true_false/.test(question_type)).map(({ id }) => id);
  expect(choices.length).toBeGreaterThan(2);
});

const saved = (page: Page) => saveStatus(page, 'saved');

/** Opens Leo's quiz, with all questions on one page. */
async function openQuiz(page: Page): Promise<void> {
  await page.goto(quiz.path);
  await goOnWithQuiz(page);
}
const showAll = (page: Page) => page.getByRole('combobox', { name: m.quiz_layout() }).selectOption('all');
async function takeQuiz(page: Page): Promise<void> {
  await openQuiz(page);
  await showAll(page);
}
/** Chooses the option at this index. Returns its id. */
async function choose(page: Page, id: number, place: number): Promise<number> {
  await question(page, id).getByRole('radio').nth(place).check();
  return (await quiz.started()).quiz_details.questions.find((one) => one.id === id)?.answer_options[place]?.id as number;
}
/** Waits until the device has stored an answer. */
const onDevice = (page: Page, id: number, option: number) =>
  expect
    .poll(() =>
      page.evaluate(
        async ([question_id, option_id]) => {
          const open = indexedDB.open('orrery.kept');
          const database = await new Promise<IDBDatabase>((done) => {
            open.onsuccess = () => done(open.result);
          });
          const all = await new Promise<{ attempt?: { answers: Record<number, { answerId: number }> } }[]>((done) => {
            const reading = database.transaction('kept').objectStore('kept').getAll();
            reading.onsuccess = () => done(reading.result);
          });
          database.close();
          return all.some(({ attempt }) => attempt?.answers[question_id]?.answerId === option_id);
        },
        [id, option] as const,
      ),
    )
    .toBe(true);

describe('a new question', () => {
  it.each([
    [1366, 768],
    [390, 844],
  ])('begins in sight at %i × %i, below the bar, and has the focus', async (width, height) => {
    const page = await newPage();
    await page.setViewportSize({ width, height });
    await signIn(page, 'leo');
    await openQuiz(page);
    const { questions } = (await quiz.started()).quiz_details;
    const isFocused = (id: number) => question(page, id).locator('fieldset:focus').waitFor();
    for (const [at, { id }] of questions.entries()) {
      if (at > 0) {
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        await page.getByRole('main').getByRole('button', { name: 'Next', exact: true }).click();
        await isFocused(id);
      }
      const heading = await question(page, id).getByRole('heading').boundingBox();
      const bar = await page.getByRole('banner').boundingBox();
      const place = { top: heading?.y ?? 0, bar: (bar?.y ?? 0) + (bar?.height ?? 0) };
      expect(place.top, `question ${at + 1} below the bar`).toBeGreaterThanOrEqual(place.bar);
      expect(place.top, `question ${at + 1} in the upper half`).toBeLessThanOrEqual(height * 0.75);
    }
  });
});

it('a question is read aloud, and then its choices', async () => {
  const page = await newPage();
  await silentVoice(page);
  await signIn(page, 'leo');
  await takeQuiz(page);
  const { id, answer_options } = (await quiz.started()).quiz_details.questions.find((one) => one.id === choices[0])!;
  await question(page, id).getByRole('button', { name: m.quiz_read_aloud() }).click();
  const options = answer_options.map(({ answer_text }) => `en-US: ${answer_text}`);
  await expect.poll(async () => (await said(page)).slice(-options.length)).toEqual(options);
  expect((await said(page))[0]).toMatch(/^en-US: .+[.?:]$/);
  await question(page, id).getByRole('button', { name: m.quiz_read_aloud() }).waitFor();
});

describe('no answer is ever lost', () => {
  it('when the page dies before it was sent: the next visit has it, and sends it', async () => {
    const page = await newPage(broken);
    await signIn(page, 'leo');
    await takeQuiz(page);
    await page.route(/\/quiz\/save_answers(\?|$)/, (route) => route.abort());
    const id = choices[0] as number;
    const option = await choose(page, id, 1);
    await onDevice(page, id, option);
    const next = await page.context().newPage();
    await crash(page);
    await openQuiz(next);
    await showAll(next);
    await question(next, id).getByRole('radio', { checked: true }).waitFor();
    await expect.poll(() => stored(id)).toBe(option);
    await saved(next).waitFor();
  });

  it('when two tabs have one attempt: the second only looks until the student goes on there, and the first lets go', async () => {
    const page = await newPage();
    await signIn(page, 'leo');
    await takeQuiz(page);
    const id = choices[1] as number;
    const option = await choose(page, id, 0);
    const other = await page.context().newPage();
    await openQuiz(other);
    const here = other.getByRole('main').getByText(m.quiz_elsewhere());
    await here.waitFor();
    expect(await other.getByRole('radio').count()).toBe(0);
    await other.getByRole('button', { name: m.quiz_continue_here() }).click();
    await showAll(other);
    await question(other, id).getByRole('radio', { checked: true }).waitFor();
    await page.getByRole('main').getByText(m.quiz_elsewhere()).waitFor();
    expect(await page.getByRole('radio').count()).toBe(0);
    await expect.poll(() => stored(id)).toBe(option);
    // A closed tab releases the attempt to the one watching.
    await other.close();
    await question(page, id).getByRole('radio', { checked: true }).waitFor();
  });

  it('when the session expires: the quiz stays, the same student signs in over it, and it is sent', async () => {
    const page = await newPage();
    await signIn(page, 'leo');
    await takeQuiz(page);
    await page.route(/\/quiz\/save_answers(\?|$)/, (route) => route.fulfill(unauthorised));
    const id = choices[2] as number;
    const option = await choose(page, id, 1);
    const popup = page.getByRole('alertdialog', { name: m.common_session_expired() });
    await popup.waitFor();
    await page.unroute(/\/quiz\/save_answers(\?|$)/);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await popup.waitFor({ state: 'detached' });
    await question(page, id).getByRole('radio', { checked: true }).waitFor();
    await expect.poll(() => stored(id)).toBe(option);
  });

  it('when somebody else signs in at this device: they see and send nothing of it, and the owner finds it again', async () => {
    const page = await newPage(broken);
    await signIn(page, 'leo');
    await takeQuiz(page);
    await page.route(/\/quiz\/save_answers(\?|$)/, (route) => route.abort());
    const id = choices[0] as number;
    const option = await choose(page, id, 0);
    await onDevice(page, id, option);
    await page.goto(paths.studentDashboard);
    await page.getByText(m.quiz_outbox_count({ count: 1 })).waitFor();
    await page
      .getByRole('button', { name: /^LM|Account|Leo/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: m.common_sign_out() }).click();
    await page.getByRole('heading', { name: m.login_submit() }).waitFor();
    await page.unroute(/\/quiz\/save_answers(\?|$)/);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    await signIn(page, 'maya');
    await page.getByRole('heading', { name: 'Hello, Maya' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText(/waiting to be sent/).count()).toBe(0);
    await page
      .getByRole('button', { name: /^MC|Account|Maya/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: m.common_sign_out() }).click();
    await page.getByRole('heading', { name: m.login_submit() }).waitFor();
    expect(sent.filter((path) => path.endsWith('/save_answers'))).toEqual([]);
    expect(await stored(id)).not.toBe(option);
    await signIn(page, 'leo');
    await expect.poll(() => stored(id)).toBe(option);
  });

  it('when the student hands in without a connection: it is handed in on the next visit, once', async () => {
    const page = await newPage(broken);
    await signIn(page, 'leo');
    await takeQuiz(page);
    await loseConnection(page);
    const id = choices[1] as number;
    await question(page, id).getByRole('radio').nth(1).check();
    await page.getByRole('button', { name: m.quiz_look_over() }).click();
    await page.getByRole('button', { name: m.quiz_hand_in() }).click();
    await page.getByText('Failed to submit. Please try submitting again').first().waitFor();
    await page.getByText(/Your quiz will be submitted as soon as there is a connection, even on your next visit/).waitFor();
    const next = await page.context().newPage();
    await crash(page);
    await next.context().setOffline(false);
    const submissions: string[] = [];
    next.on('request', (request) => /submit_quiz/.test(request.url()) && submissions.push(request.url()));
    await next.goto(paths.studentDashboard);
    // Released at once if the class already has its results.
    await expect.poll(async () => (await quiz.result())?.state).toMatch(/^(graded|released)$/);
    await expect.poll(() => submissions).not.toEqual([]);
    await expect.poll(() => next.getByText(/waiting to be/).count()).toBe(0);
    await next.waitForLoadState('networkidle');
    expect(submissions).toHaveLength(1);
  });
});
