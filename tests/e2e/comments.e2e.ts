import { expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { idOf } from '../../server/content/ids.ts';
import { m } from '../../src/paraglide/messages.js';
import { feedbackAddress } from '../../src/views/autograde/feedbackAddress.ts';
import { gradeReport } from '../../src/views/autograde/report.screen.ts';
import { paths } from '../../src/views/paths.ts';
import { addressOf } from '../../src/views/screen.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { newPage } from './browser.ts';
import { signIn } from './gates.ts';
import { giveLesson } from './quizSchool.ts';

const password = 'science-rocks';
const reading = 'energy-and-waves/energy/the-coaster-budget';
const quiz = 'energy-and-waves/energy/energy-quiz';
const es = { locale: 'es' } as const;

it('a comment is written, released, read in Spanish, answered once, seen, and hidden by a recall', async () => {
  const { lesson_id, assignment_id } = await giveLesson('Energy with comments', [
    [reading, ResourceType.reading],
    [quiz, ResourceType.quiz],
  ]);
  const leo = await ask(calls.login, { username: 'leo', password });
  const rivera = await ask(calls.login, { username: 'rivera', password });
  const { group_assignment_id, lesson_resources } = await ask(
    calls.lessonPlayer,
    { user_puid: leo.userData.userPuid, lesson_id, assignment_id },
    leo.token,
  );
  const quiz_id = lesson_resources[1]?.quiz_id as number;
  const { result_id, quiz_details } = await ask(calls.startQuiz, { quiz_id, lesson_id, lesson_resource_tracking_id: 0 }, leo.token);
  const open = quiz_details.questions.find(({ answer_options }) => answer_options.length > 0);
  const answer = { question_id: open?.id ?? 0, answer_id: open?.answer_options[0]?.id ?? 0, answer_text: '', time_spent: 5 };
  await ask(calls.submitQuiz, { result_id, time_spent: 5, submit_type: 'save', quizResponse: [answer] }, leo.token);
  const { answers } = await ask(calls.studentResponses, { result_id }, rivera.token);
  const answered = answers.find(({ response }) => response !== null);
  const question_id = answered?.question.id ?? 0;

  const teacher = await newPage();
  await signIn(teacher, 'rivera');
  await teacher.goto(feedbackAddress(idOf(`middle-school-science/${quiz}`), result_id, question_id));
  await teacher.getByLabel(m.autograde_comment(), { exact: true }).fill('Look at the graph again.');
  await teacher.getByRole('button', { name: m.autograde_comment_add_es() }).click();
  await teacher.getByLabel(m.autograde_comment_es()).fill('Mira la gráfica otra vez.');
  await teacher.getByRole('button', { name: m.autograde_place_add() }).click();
  await teacher.getByLabel(m.autograde_place()).selectOption(String(idOf(`middle-school-science/${reading}`)));
  const headings = teacher.getByLabel(m.autograde_place_heading());
  const heading = (await headings.locator('option').nth(3).textContent()) ?? '';
  await headings.selectOption({ label: heading });
  await teacher.getByRole('button', { name: m.autograde_feedback_send() }).click();
  await teacher.getByText(m.autograde_comment_unread()).waitFor();
  await expectAccessible(teacher);

  const which = { group_assignment_id, quiz_assessment_id: quiz_id, item_type_id: ResourceType.quiz };
  const group_puid = answered?.response?.group_puid ?? 0;
  const release = { ...which, grouppuid: group_puid, release_date: new Date().toISOString(), released_by_puid: rivera.userData.userPuid };
  await ask(calls.releaseReport, release, rivera.token);

  const student = await newPage({ viewport: 'phone', locale: 'es-MX' });
  await signIn(student, 'leo');
  await student.goto(paths.studentAssignments);
  const news = m.comments_new({ count: 1 }, es);
  await student.locator(`a[href*="${paths.lesson(lesson_id, assignment_id, group_assignment_id)}?resource="]`, { hasText: news }).click();
  await student.getByText('Mira la gráfica otra vez.').waitFor();
  expect(await student.getByText('Look at the graph again.').count()).toBe(0);
  await expectAccessible(student);
  await student.getByRole('button', { name: m.comments_answer_open({}, es), exact: true }).click();
  await student.getByLabel(m.comments_answer({}, es)).fill('La leeré otra vez.');
  await student.getByRole('button', { name: m.comments_answer_send({}, es) }).click();
  // In a paragraph: the field has the same words while they are sent.
  await student.locator('p', { hasText: 'La leeré otra vez.' }).waitFor();
  expect(await student.getByRole('button', { name: m.comments_answer_open({}, es), exact: true }).count()).toBe(0);
  // The place opens in the player of the same lesson, at its heading.
  await student.getByRole('link', { name: heading }).click();
  await expect.poll(() => student.evaluate(() => document.activeElement?.textContent)).toBe(heading);

  await teacher.goto(addressOf(gradeReport));
  await teacher.getByText('La leeré otra vez.').waitFor();
  await expectAccessible(teacher);
  await teacher.goto(feedbackAddress(idOf(`middle-school-science/${quiz}`), result_id, question_id));
  await teacher.getByRole('button', { name: m.autograde_mark_seen({ count: 1 }) }).click();
  await teacher.getByText(m.autograde_comment_read()).waitFor();
  await expect.poll(() => teacher.getByRole('button', { name: m.autograde_mark_seen({ count: 1 }) }).count()).toBe(0);
  expect(await teacher.getByRole('button', { name: m.autograde_take_back() }).count(), 'what was read stays').toBe(0);

  await ask(calls.recallReport, { ...which, grouppuid: group_puid, recalled_by_puid: rivera.userData.userPuid }, rivera.token);
  await student.goBack();
  await student.reload();
  await student.getByText(m.quiz_score_later({}, es)).waitFor();
  expect(await student.getByText('Mira la gráfica otra vez.').count()).toBe(0);
});
