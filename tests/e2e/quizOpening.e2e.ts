import { expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { ask } from './ask.ts';
import { newPage } from './browser.ts';
import { signIn } from './gates.ts';
import { giveQuiz, goOnWithQuiz, question, saveStatus } from './quizSchool.ts';
import { loseConnection } from './withoutConnection.ts';

it('a quiz of ten questions opens with two calls, goes on without a connection in the open page, and is handed in when it is back', async () => {
  const quiz = await giveQuiz('maya', 'Goes on');
  const page = await newPage({
    expected: [/ERR_INTERNET_DISCONNECTED/, /Unable to preload CSS/, /Failed to fetch dynamically imported module/],
  });
  await signIn(page, 'maya');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/api\/lms\/(quiz|assessment)\//.test(pathname)) asked.push(pathname);
  });
  // From the list of resources to this one. Its address names it, so that Back and a reload lead to it.
  await page.goto(paths.studentResources);
  // A long list draws only the rows in view.
  await page.getByRole('searchbox').fill(quiz.title);
  const row = page.getByRole('row', { name: quiz.title });
  const link = row.getByRole('link').first();
  const title = await link.textContent();
  await link.click();
  await page.getByRole('heading', { level: 1, name: title as string }).waitFor();
  expect(new URL(page.url()).search).toMatch(/^\?resource=\d+$/);
  await goOnWithQuiz(page);
  await page.getByRole('combobox', { name: m.quiz_layout() }).selectOption('all');
  const { quiz_details } = await quiz.started();
  expect(quiz_details.questions).toHaveLength(10);
  await question(page, quiz_details.questions[9]!.id).waitFor();
  expect(asked).toEqual(['/api/lms/quiz/get_quiz_details', '/api/lms/quiz/start_quiz']);

  const [first, second] = quiz_details.questions.filter(({ question_type }) => /single_choice|true_false/.test(question_type));
  await question(page, first!.id).getByRole('radio').first().check();
  await loseConnection(page);
  await question(page, second!.id).getByRole('radio').first().check();
  await saveStatus(page, 'offline').waitFor();
  await page.getByRole('button', { name: m.quiz_look_over() }).click();
  await page.getByRole('button', { name: m.quiz_hand_in() }).click();
  await page.getByText('Failed to submit. Please try submitting again').first().waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Responses of Quiz Saved - Successfully' }).waitFor();
  expect(await quiz.result()).toMatchObject({ state: 'graded', answered: 2, duplicate: false });
});

it('a lesson link gives a student the lesson and opens it', async () => {
  const { lesson_id } = await giveQuiz('leo', 'By a link');
  const { token } = await ask(calls.login, { username: 'rivera', password: 'science-rocks' });
  const { link_id } = await ask(calls.createLessonLink, { lesson_id, is_perpectual_expiry: true, assignment_no: 1 }, token);
  const page = await newPage();
  // A signed-out user gets there after signing in.
  await page.goto(paths.lessonLink(link_id));
  await page.locator('input[name=username]').fill('leo');
  await page.locator('input[name=password]').fill('science-rocks');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: m.quiz_start() }).waitFor();
  await page.getByText('By a link').first().waitFor();
});
