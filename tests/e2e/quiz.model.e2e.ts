import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { isAnswered, type quizMachine } from '../../src/machines/quiz/quizMachine.ts';
import { paths } from '../../src/views/paths.ts';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { lessonOf } from '../machines/lessonPlayer.model.ts';
import { quizModel } from '../machines/quiz.model.ts';
import { newPage } from './browser.ts';
import { Gates, signIn } from './gates.ts';

let gates: Gates;

/** A lesson of one resource, the quiz of the model. */
const [resource] = lessonOf(0).lesson_resources;
const lesson = { ...lessonOf(), lesson_resources: [{ ...resource!, resource_type_id: ResourceType.quiz, quiz_id: 41 }] };

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const palette = (page: Page) => page.getByRole('navigation', { name: 'Questions', exact: true }).getByRole('button');

/** How often the end of the time is looked for, ms. */
const lookAgain = 15_000;
const minute = 60_000;

/** The device has no timer left for the end of the time. */
async function breakTheClock(page: Page): Promise<void> {
  await page.evaluate((refused) => {
    const set = window.setTimeout;
    window.setTimeout = ((work: () => void, delay?: number) => {
      if (delay === refused) throw new Error('No timer');
      return set(work, delay);
    }) as typeof setTimeout;
  }, lookAgain);
  await page.clock.runFor(lookAgain);
}

describeBrowser<typeof quizMachine>(quizModel, {
  open: () => newPage({ expected: [/status of [45]\d\d/, /ERR_FAILED/] }),
  mount: async ({ page }) => {
    gates = new Gates(page);
    await gates.always(calls.lessonPlayer, lesson);
    await gates.always(calls.trackLesson, 501);
    await gates.always(calls.trackResource, 601);
    await gates.hold(calls.quizDetails, calls.startQuiz, calls.submitQuiz);
    await signIn(page, 'maya');
    await page.goto(paths.lesson(11, 21));
    await page.getByRole('heading', { level: 1, name: 'Resource 1' }).waitFor();
  },
  // Answers and flags are on the page of their question.
  can: (event, snapshot) => {
    const { questions, index, answers } = snapshot.context;
    if (event.type === 'answer.changed' || event.type === 'answer.cleared' || event.type === 'question.flagged') {
      const isOpen = snapshot.matches({ answering: 'question' }) && questions[index]?.id === event.questionId;
      return isOpen && (event.type !== 'answer.cleared' || isAnswered(answers[event.questionId]));
    }
    return true;
  },
  drive: {
    'overview.retried': (_event, { page }) => press(page, 'Try again'),
    'quiz.started': (_event, { page }) => press(page, 'Start quiz'),
    'question.opened': async ({ index }, { page }) => {
      if (await page.getByRole('heading', { name: /^Question \d/ }).isVisible()) await palette(page).nth(index).click();
      else await press(page, `Change question ${index + 1}`);
    },
    'answer.changed': (_event, { page }) => page.getByRole('checkbox', { name: 'Yes' }).check(),
    'answer.cleared': (_event, { page }) => press(page, 'Clear my answer'),
    'question.flagged': (_event, { page }) => press(page, /^Flag/),
    'quiz.reviewed': (_event, { page }) => press(page, 'Look over your answers'),
    'review.closed': (_event, { page }) => press(page, 'Back to the questions'),
    'quiz.submitted': (_event, { page }) => press(page, 'Hand in'),
    'xstate.done.actor.loadOverview': ({ output }) => gates.answer(calls.quizDetails, { quiz_details: output }),
    'xstate.error.actor.loadOverview': ({ error }) => gates.fail(calls.quizDetails, error),
    'xstate.done.actor.startQuiz': async ({ output }, { page }) => {
      const end_time = new Date((await page.evaluate(() => Date.now())) + 10 * minute).toISOString();
      await gates.answer(calls.startQuiz, { ...output, end_time });
    },
    'xstate.done.actor.awaitEnd': async (_event, { page }) => {
      await page.clock.fastForward(10 * minute);
      await page.clock.runFor(lookAgain);
    },
    'xstate.error.actor.awaitEnd': (_event, { page }) => breakTheClock(page),
    'xstate.error.actor.startQuiz': ({ error }) => gates.fail(calls.startQuiz, error),
    'xstate.done.actor.submitQuiz': ({ output }) => gates.answer(calls.submitQuiz, output),
    'xstate.error.actor.submitQuiz': ({ error }) => gates.fail(calls.submitQuiz, error),
  },
  see: {
    loading: async (_snapshot, { page }) => expect(await page.getByRole('button', { name: /quiz/i }).count()).toBe(0),
    unavailable: async (_snapshot, { page }) => {
      await page.getByText('This quiz could not be opened').first().waitFor();
      await page.getByText('No such quiz').first().waitFor();
    },
    overview: async ({ context }, { page }) => {
      await page.getByRole('button', { name: 'Start quiz' }).waitFor();
      await expect.poll(() => page.getByText('The quiz could not be started').count()).toBe(context.problem ? 1 : 0);
    },
    starting: (_snapshot, { page }) => page.locator('main button[data-pending]').waitFor(),
    'answering.question': async ({ context }, { page }) => {
      await page.getByRole('heading', { name: `Question ${context.index + 1} of 2`, exact: true }).waitFor();
      const states = [1, 2].map((id) =>
        context.flagged.includes(id) ? 'flagged' : isAnswered(context.answers[id]) ? 'answered' : 'not answered',
      );
      await expect
        .poll(() => palette(page).evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label'))))
        .toEqual(states.map((state, at) => `Question ${at + 1}: ${state}`));
    },
    'answering.reviewing': (_snapshot, { page }) => page.getByRole('heading', { name: 'Look over your answers' }).waitFor(),
    'answering.refused': (_snapshot, { page }) => page.getByText(/Your answers are still here\./).waitFor(),
    overdue: async (_snapshot, { page }) => {
      await page.getByRole('main').getByText('Failed to submit. Please try submitting again').waitFor();
      expect(await page.getByRole('button', { name: 'Back to the questions' }).getAttribute('aria-disabled')).toBe('true');
    },
    submitting: (_snapshot, { page }) => page.locator('main button[data-pending]').waitFor(),
    submitted: async ({ context }, { page }) => {
      await page.getByRole('heading', { name: 'Responses of Quiz Saved - Successfully' }).waitFor();
      await page.getByText(context.result.receipt).waitFor();
    },
  },
});
