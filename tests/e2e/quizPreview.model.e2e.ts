import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isAnswered } from '../../common/attempt.ts';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import type { QuizPreview } from '../../contract/quiz.ts';
import type { QuizPreviewInput, quizPreviewMachine } from '../../src/machines/quiz/quizPreviewMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { describeBrowser, type PageStage } from '../kit/describeBrowser.ts';
import { lessonOf } from '../machines/lessonPlayer.model.ts';
import { previewedQuiz, quizPreviewModel } from '../machines/quizPreview.model.ts';
import { comeAnew, type Gates, gatedPages } from './gates.ts';

let gates: Gates;
const { quizId, lessonId } = quizPreviewModel.input as QuizPreviewInput;
const [resource] = lessonOf(0).lesson_resources;
const quizResource = {
  ...resource!,
  resource_type_id: ResourceType.assessment,
  quiz_id: quizId,
  is_handed_in: true,
  is_learnosity_enabled: false,
};

const press =
  (name: string) =>
  (_event: unknown, { page }: PageStage) =>
    page.getByRole('button', { name, exact: true }).click();
const keySwitch = (page: Page) => page.getByRole('switch', { name: m.preview_key() });
const toggleKey = (_event: unknown, { page }: PageStage) => page.getByText(m.preview_key(), { exact: true }).click();
const says =
  (text: string) =>
  (_snapshot: unknown, { page }: PageStage) =>
    page.getByRole('main').getByText(text).first().waitFor();

describeBrowser<typeof quizPreviewMachine>(quizPreviewModel, {
  open: gatedPages('rivera', (fresh) => {
    gates = fresh;
  }),
  isKept: true,
  mount: (stage) =>
    comeAnew(stage, paths.preview(lessonId), async () => {
      await gates.open();
      await gates.always(calls.lessonPlayer, { ...lessonOf(), lesson_id: lessonId, lesson_resources: [quizResource] });
      await gates.hold(calls.previewQuiz);
    }),
  // Buttons explain why they are disabled, and numbers lead only to existing questions.
  can: (event, snapshot) => {
    const { context } = snapshot;
    const open = context.quiz?.questions[context.index]?.id;
    if (event.type === 'answer.checked' && (open === undefined || !isAnswered(context.answers[open]))) return false;
    if (event.type === 'question.opened' && event.index > 1) return false;
    return quizPreviewModel.can?.(event, snapshot as never) ?? true;
  },
  drive: {
    'preview.retried': press(m.common_try_again()),
    'question.opened': ({ index }, { page }) =>
      page.getByRole('button', { name: index === 1 ? m.preview_next() : m.preview_previous(), exact: true }).click(),
    'answer.changed': (_event, { page }) => page.getByRole('checkbox').first().click(),
    'answer.checked': (_event, { page }) => page.getByRole('button', { name: /^Check/ }).click(),
    'key.shown': toggleKey,
    'key.hidden': toggleKey,
    'xstate.done.actor.loadPreview': ({ output }) => gates.answer(calls.previewQuiz, output),
    'xstate.error.actor.loadPreview': ({ error }) => gates.fail(calls.previewQuiz, error),
    'xstate.done.actor.markAnswer': ({ output }) =>
      gates.answer(
        calls.previewQuiz,
        ({ answers }: { answers: { question_id: number }[] }): QuizPreview => ({
          ...previewedQuiz,
          marks: answers.map(({ question_id }) => ({
            question_id,
            is_correct: output.isRight,
            points: output.points,
            max_points: output.maxPoints,
            explanation: output.explanation,
          })),
        }),
      ),
    'xstate.error.actor.markAnswer': ({ error }) => gates.fail(calls.previewQuiz, error),
  },
  see: {
    loading: async (_snapshot, { page }) => expect(await keySwitch(page).count()).toBe(0),
    unavailable: says(m.check_unavailable()),
    empty: says(m.preview_empty()),
    open: async ({ context }, { page }) => {
      await page.getByRole('heading', { level: 2, name: `Question ${context.index + 1} of 2` }).waitFor();
      await page.getByText('Students get 5 minutes for this. No clock runs here.').waitFor();
      const mark = context.marks[context.quiz?.questions[context.index]?.id ?? 0];
      const main = page.getByRole('main');
      await expect.poll(() => main.getByText(m.check_right()).count()).toBe(mark?.isRight === true ? 1 : 0);
      await expect.poll(() => main.getByText('Not quite. Change your answer').count()).toBe(mark?.isRight === false ? 1 : 0);
    },
    'open.key.hidden': async (_snapshot, { page }) => {
      await expect.poll(() => keySwitch(page).isChecked()).toBe(false);
      expect(await page.getByText(m.quiz_review_key(), { exact: true }).count()).toBe(0);
    },
    'open.key.shown': async (_snapshot, { page }) => {
      await expect.poll(() => keySwitch(page).isChecked()).toBe(true);
      await page.getByText(m.quiz_review_key(), { exact: true }).waitFor();
    },
    'open.work.answering.unchecked': async ({ context }, stage) => {
      if (context.quiz?.questions[context.index]?.id === context.questionId) await says(m.check_failed())(null, stage);
    },
    'open.work.checking': async ({ context }, { page }) => {
      if (context.quiz?.questions[context.index]?.id === context.questionId) await page.locator('button[data-pending=true]').waitFor();
    },
  },
});
