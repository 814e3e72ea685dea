import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { StartedProviderAssessment } from '../../contract/provider.ts';
import { framePath } from '../../server/provider/frame.ts';
import type { ProviderAssessmentInput, providerAssessmentMachine } from '../../src/machines/provider/providerAssessmentMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { describeBrowser, type PageStage } from '../kit/describeBrowser.ts';
import { oneOf } from '../kit/words.ts';
import { opened, providerAssessmentModel, refusal } from '../machines/providerAssessment.model.ts';
import { startedQuiz } from '../machines/quiz.model.ts';
import { comeAnew, type Gates, gatedPages } from './gates.ts';
import { holdSetup, main, press, sayInFrame, says, showSetup, speakFromElsewhere } from './providerFrame.ts';

let gates: Gates;
const open = gatedPages(
  'maya',
  (fresh) => {
    gates = fresh;
  },
  holdSetup,
);

/** The model's start, with the server's frame and one question. */
const started: StartedProviderAssessment = {
  result_id: opened.result_id,
  frame_path: framePath,
  setup: { provider: 'builtIn', title: 'Stars', questions: startedQuiz.quiz_details.questions.slice(0, 1), answers: [] },
};

const iframe = (page: Page) => page.locator('iframe');
const unlessCovered =
  (look: (page: Page) => unknown) =>
  async (snapshot: { hasTag: (tag: string) => boolean }, { page }: PageStage): Promise<void> => {
    if (!snapshot.hasTag('covered')) await look(page);
  };
const isShown = (_snapshot: unknown, { page }: PageStage) => iframe(page).and(page.locator(':not([data-covered])')).waitFor();

describeBrowser<typeof providerAssessmentMachine>(providerAssessmentModel, {
  open,
  isKept: true,
  mount: (stage) => {
    const { lessonId, quizId, resourceTrackingId } = stage.input as ProviderAssessmentInput;
    return comeAnew(stage, paths.providerAssessment(lessonId, quizId, resourceTrackingId), async () => {
      await gates.open();
      await gates.hold(calls.assessmentOverview, calls.startProviderAssessment, calls.saveAnswers, calls.submitProviderAssessment);
    });
  },
  // Unsaved answers show beside the questions, once those have loaded.
  can: (event, snapshot) => event.type !== 'delivery.retried' || !snapshot.hasTag('covered'),
  drive: {
    'overview.retried': press(m.common_try_again()),
    'assessment.started': press(/Start|Continue/),
    'frame.ready': (_event, { page }) => showSetup(page),
    'frame.failed': ({ message }, { page }) => sayInFrame(page, { type: 'failed', message }),
    'frame.reopened': press(oneOf(m.provider_reopen(), m.common_try_again())),
    'answers.given': ({ answers }, { page }) => sayInFrame(page, { type: 'answered', answers }),
    'assessment.handedIn': ({ answers }, { page }) => sayInFrame(page, { type: 'handedIn', answers }),
    'message.refused': (_event, { page }) => speakFromElsewhere(page),
    'delivery.retried': press(m.common_try_again()),
    'connection.restored': async (_event, { page }) => {
      for (const type of ['offline', 'online']) await page.evaluate((name) => void window.dispatchEvent(new Event(name)), type);
    },
    'xstate.after.retry.providerAssessment.framed.keeping.queued': (_event, { page }) => page.clock.runFor(1_000),
    'submission.retried': press(m.common_try_again()),
    'xstate.done.actor.loadOverview': ({ output }) => gates.answer(calls.assessmentOverview, { quiz_details: output }),
    'xstate.error.actor.loadOverview': ({ error }) => gates.fail(calls.assessmentOverview, error),
    'xstate.done.actor.startAssessment': () => gates.answer(calls.startProviderAssessment, started),
    'xstate.error.actor.startAssessment': ({ error }) => gates.fail(calls.startProviderAssessment, error),
    'xstate.done.actor.saveAnswers': () => gates.answer(calls.saveAnswers, { saved: [], end_time: null }),
    'xstate.error.actor.saveAnswers': ({ error }) => gates.fail(calls.saveAnswers, error),
    'xstate.done.actor.submitAssessment': ({ output }) => gates.answer(calls.submitProviderAssessment, output),
    'xstate.error.actor.submitAssessment': ({ error }) => gates.fail(calls.submitProviderAssessment, error),
  },
  see: {
    loading: async (_snapshot, { page }) => expect(await main(page).getByRole('button').count()).toBe(0),
    unavailable: says('No such assessment'),
    overview: async ({ context }, { page }) => {
      await main(page)
        .getByRole('button', { name: /Start|Continue/ })
        .waitFor();
      await expect.poll(() => main(page).getByText('could not be started').count()).toBe(context.problem ? 1 : 0);
    },
    starting: async (_snapshot, { page }) => main(page).locator('button[data-pending]').waitFor(),
    framed: async (_snapshot, { page }) => {
      expect(await iframe(page).getAttribute('sandbox')).toBe('allow-scripts');
      expect(await iframe(page).getAttribute('src')).toMatch(/\/api\/assessment-provider\/frame#[\w-]{36}$/);
    },
    'framed.frame.opening': says(m.provider_opening()),
    'framed.frame.slow': says(m.provider_slow()),
    'framed.frame.ready': async (_snapshot, stage) => {
      await isShown(_snapshot, stage);
      await stage.page.frameLocator('iframe').getByText('Question 1').waitFor();
    },
    'framed.frame.answering': isShown,
    'framed.keeping.settled': unlessCovered((page) => main(page).getByText('Saved', { exact: true }).first().waitFor()),
    'framed.keeping.saving': unlessCovered((page) => main(page).getByText('Saving…').first().waitFor()),
    'framed.keeping.refused': unlessCovered((page) => main(page).getByText(refusal.message).first().waitFor()),
    'framed.keeping.queued': unlessCovered((page) => main(page).getByRole('button', { name: m.common_try_again() }).waitFor()),
    'framed.trust.undisturbed': async (_snapshot, { page }) =>
      expect(
        await main(page)
          .getByText(/claimed to be the assessment/)
          .count(),
      ).toBe(0),
    'framed.trust.suspicious': says(/claimed to be the assessment/),
    down: says(m.provider_down()),
    submitting: says(m.provider_submitting()),
    submitFailed: says('Failed to submit. Please try submitting again'),
    handedIn: says('Responses of Quiz Saved - Successfully'),
  },
});
