import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isAnswered } from '../../common/attempt.ts';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import type { LessonCheckInput, LoadedCheck, lessonCheckMachine } from '../../src/machines/quiz/lessonCheckMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { describeBrowser, type PageStage } from '../kit/describeBrowser.ts';
import { lessonCheckModel } from '../machines/lessonCheck.model.ts';
import { lessonOf } from '../machines/lessonPlayer.model.ts';
import { overviewOf, startedQuiz } from '../machines/quiz.model.ts';
import { comeAnew, type Gates, gatedPages } from './gates.ts';
import { itemOnScreen } from './itemOnScreen.ts';

let gates: Gates;
const { quizId, lessonId } = lessonCheckModel.input as LessonCheckInput;
const [resource] = lessonOf(0).lesson_resources;
const reading = itemOnScreen({
  item_id: resource!.item_id,
  item_type_id: ResourceType.reading,
  title: 'Resource 1',
  quiz_id: quizId,
  body: { kind: 'html' as const, html: '<p>Ice floats.</p>' },
});
const [first] = startedQuiz.quiz_details.questions.map(({ id }) => id);
const question = (page: Page, at: number) => page.locator(`section:has(> h3:text-is("Question ${at + 1} of 2"))`);
const placeOf = (questionId: number) => (questionId === first ? 0 : 1);
const press =
  (name: string) =>
  (_event: unknown, { page }: PageStage) =>
    page.getByRole('button', { name, exact: true }).click();
const says =
  (text: string) =>
  (_snapshot: unknown, { page }: PageStage) =>
    page.getByRole('main').getByText(text).first().waitFor();
const result = { result_id: 91, submitted_at: '2030-01-07T15:00:00Z', answered: 2, questions: 2, receipt: null };
const released = { ...result, state: 'released' as const, score: 2, max_score: 2, duplicate: false, is_late: false, is_past_due: false };

describeBrowser<typeof lessonCheckMachine>(lessonCheckModel, {
  open: gatedPages('maya', (fresh) => {
    gates = fresh;
  }),
  isKept: true,
  mount: (stage) =>
    comeAnew(stage, paths.lesson(lessonId, 21), async () => {
      await gates.open();
      const checked = { ...resource!, resource_type_id: ResourceType.reading, quiz_id: quizId, is_handed_in: false };
      await gates.always(calls.lessonPlayer, { ...lessonOf(), lesson_resources: [checked] });
      await gates.always(calls.trackLesson, 501);
      await gates.always(calls.trackResource, 601);
      await gates.always(calls.startContentTracking, 901);
      await gates.always(calls.endContentTracking, null);
      await gates.always(calls.getContent, { item_details: reading, levels: [] });
      await gates.always(calls.quizReview, {
        result: released,
        assigned: { lesson_id: lessonId, assignment_id: 21, group_assignment_id: 31 },
        questions: [],
      });
      await gates.hold(calls.quizDetails, calls.startQuiz, calls.checkAnswer, calls.submitQuiz);
    }),
  // The button explains why it is disabled.
  can: (event, { context }) => event.type !== 'answer.checked' || isAnswered(context.answers[event.questionId]),
  drive: {
    'check.retried': press(m.common_try_again()),
    'answer.changed': ({ questionId }, { page }) => question(page, placeOf(questionId)).getByRole('checkbox').first().click(),
    'answer.checked': ({ questionId }, { page }) => question(page, placeOf(questionId)).getByRole('button', { name: 'Check' }).click(),
    'xstate.done.actor.loadCheck': async ({ output }) => {
      await gates.answer(calls.quizDetails, { quiz_details: { ...overviewOf(output.result ? released : null), quiz_id: quizId } });
      if (output.result) return;
      await gates.answer(calls.startQuiz, {
        ...startedQuiz,
        responses: (output as LoadedCheck).questions
          .filter(({ id }) => output.answers[id])
          .map(({ id }) => ({
            question_id: id,
            answer_id: null,
            answer_text: output.answers[id]?.answerText,
            is_correct_answer: output.marks[id]?.isRight ?? null,
            time_spent: 1,
            sequence: 1,
          })),
      });
    },
    'xstate.error.actor.loadCheck': ({ error }) => gates.fail(calls.quizDetails, error),
    'xstate.done.actor.checkAnswer': ({ output }) =>
      gates.answer(calls.checkAnswer, ({ answer }: { answer: { question_id: number } }) => ({
        question_id: answer.question_id,
        is_correct: output.isRight,
        points: output.isRight ? 1 : 0,
        max_points: 1,
        explanation: output.explanation,
      })),
    'xstate.error.actor.checkAnswer': ({ error }) => gates.fail(calls.checkAnswer, error),
    'connection.restored': (_event, { page }) =>
      page.evaluate(() => {
        window.dispatchEvent(new Event('offline'));
        window.dispatchEvent(new Event('online'));
      }),
    'xstate.done.actor.finishCheck': () => gates.answer(calls.submitQuiz, released),
    'xstate.error.actor.finishCheck': ({ error }) => gates.fail(calls.submitQuiz, error),
  },
  see: {
    loading: async (_snapshot, { page }) => expect(await page.getByRole('button', { name: 'Check', exact: true }).count()).toBe(0),
    unavailable: says(m.check_unavailable()),
    answering: async ({ context }, { page }) => {
      for (const [at, { id }] of context.questions.entries()) {
        const isRight = context.marks[id]?.isRight;
        await expect.poll(() => question(page, at).getByText(m.check_right()).count()).toBe(isRight === true ? 1 : 0);
        await expect.poll(() => question(page, at).getByText('Not quite. Change your answer').count()).toBe(isRight === false ? 1 : 0);
      }
    },
    'answering.unchecked': says(m.check_failed()),
    checking: (_snapshot, { page }) => page.locator('button[data-pending=true]').waitFor(),
    finishing: (_snapshot, { page }) => expect.poll(() => page.getByRole('main').getByText(m.check_right()).count()).toBe(2),
    unfinished: says(m.check_failed()),
    done: says(m.check_done()),
  },
});
