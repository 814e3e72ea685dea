import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { newPage } from './browser.ts';
import { signIn } from './gates.ts';
import { giveLesson, goOnWithQuiz } from './quizSchool.ts';

const password = 'science-rocks';
const es = { locale: 'es' } as const;
const marks = (page: Page) => page.getByRole('main').locator('button[aria-haspopup=dialog]');

it('a teacher allows definitions to one student, who opens one in a question by keyboard; others have none until the release', async () => {
  const { lesson_id, assignment_id, group_assignment_id } = await giveLesson('Energy with definitions', [
    ['energy-and-waves/energy/energy-quiz', ResourceType.quiz],
  ]);
  const rivera = await ask(calls.login, { username: 'rivera', password });
  const leo = await ask(calls.login, { username: 'leo', password });
  const named = { user_puid: rivera.userData.userPuid };
  const { group_puid } = (await ask(calls.classesForLesson, named, rivera.token)).find(
    ({ group_name }) => group_name === 'Science 6, Period 2',
  )!;

  const teacher = await newPage({ locale: 'es-MX', viewport: 'phone', theme: 'dark' });
  await signIn(teacher, 'rivera');
  await teacher.goto(paths.assignmentResult(lesson_id, group_puid, group_assignment_id));
  await teacher.getByRole('button', { name: m.sharing_terms({}, es), exact: true }).press('Enter');
  const dialog = teacher.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: new RegExp(`^${leo.userData.first_name}`) }).press('Space');
  await expectAccessible(teacher);
  await dialog.getByRole('button', { name: m.sharing_terms_save({}, es) }).press('Enter');
  await teacher.getByText(m.sharing_terms_saved({}, es)).first().waitFor();
  await dialog.waitFor({ state: 'detached' });

  const student = await newPage();
  await student.setViewportSize({ width: 1366, height: 768 });
  await signIn(student, 'leo');
  await student.goto(paths.lesson(lesson_id, assignment_id));
  await goOnWithQuiz(student);
  await student.getByLabel(m.quiz_layout()).selectOption('all');
  const term = marks(student).first();
  const word = (await term.textContent()) ?? '';
  await term.press('Enter');
  const definition = student.getByRole('dialog');
  await definition.locator('[lang=es]').waitFor();
  expect((await definition.locator('[lang=en]').textContent())?.toLowerCase()).toContain(word.toLowerCase().slice(0, 4));
  await expectAccessible(student);
  // The quiz's own keys are not for what lies over it: R would leave the questions.
  await student.keyboard.press('r');
  await student.keyboard.press('Escape');
  await expect.poll(() => term.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await student.locator('main label button[aria-haspopup], main li button[aria-haspopup=dialog]').count()).toBe(0);

  const other = await newPage();
  await signIn(other, 'maya');
  await other.goto(paths.lesson(lesson_id, assignment_id));
  await goOnWithQuiz(other);
  await other.getByRole('heading', { name: /1/ }).first().waitFor();
  expect(await marks(other).count()).toBe(0);
  const maya = await ask(calls.login, { username: 'maya', password });
  const lesson = await ask(calls.lessonPlayer, { user_puid: maya.userData.userPuid, lesson_id, assignment_id }, maya.token);
  const quiz_id = lesson.lesson_resources[0]?.quiz_id ?? 0;
  const { result_id } = await ask(calls.startQuiz, { quiz_id, lesson_id, lesson_resource_tracking_id: 0 }, maya.token);
  await ask(calls.submitQuiz, { result_id, time_spent: 5, submit_type: 'save', quizResponse: [] }, maya.token);
  const release = { group_assignment_id, quiz_assessment_id: quiz_id, item_type_id: ResourceType.quiz, grouppuid: group_puid };
  const now = new Date().toISOString();
  await ask(calls.releaseReport, { ...release, release_date: now, released_by_puid: named.user_puid }, rivera.token);
  await other.reload();
  await marks(other).first().press('Enter');
  await other.getByRole('dialog').locator('[lang=es]').waitFor();
  await expectAccessible(other);
  const texts = await marks(other).allTextContents();
  expect(new Set(texts.map((text) => text.toLowerCase())).size).toBe(texts.length);
});
