import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import type { LessonPlayerInput, lessonPlayerMachine } from '../../src/machines/player/lessonPlayerMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { canOnScreen, hasQuiz, type lessonOf, lessonPlayerModel, refusal, video } from '../machines/lessonPlayer.model.ts';
import { overviewOf, resultOf, startedQuiz } from '../machines/quiz.model.ts';
import { previewedQuiz } from '../machines/quizPreview.model.ts';
import { newPage } from './browser.ts';
import { forgetDevice, Gates, signIn } from './gates.ts';
import { itemOnScreen } from './itemOnScreen.ts';

let gates: Gates;
let signedIn = '';

/** The model's lesson with an animation second, and a quiz under it. */
const shaped = (lesson: ReturnType<typeof lessonOf>) => ({
  ...lesson,
  lesson_resources: lesson.lesson_resources.map((resource, at) =>
    at === video && !resource.is_handed_in ? { ...resource, resource_type_id: ResourceType.video, quiz_id: 41 } : resource,
  ),
});
const item = itemOnScreen({
  item_id: 102,
  item_type_id: ResourceType.video,
  title: 'Resource',
  quiz_id: 41,
  body: { kind: 'video' as const, animation: 'water-cycle', duration: 60, captions: [] },
});

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const attention =
  (isHere: boolean) =>
  (_event: unknown, { page }: { page: Page }) =>
    page.evaluate((has) => {
      document.hasFocus = () => has;
      window.dispatchEvent(new Event(has ? 'focus' : 'blur'));
    }, isHere);
/** Beside a video the list of resources is collapsed. */
const items = (page: Page) => page.getByRole('navigation', { name: m.player_resources() }).getByRole('listitem', { includeHidden: true });
const openItem = async (page: Page, index: number) => {
  const button = items(page).nth(index).getByRole('button', { includeHidden: true });
  if (!(await button.isVisible())) await page.getByText('Contents', { exact: true }).click();
  await button.click();
};
const isSummary = (page: Page) => page.getByRole('heading', { name: m.player_finished() }).isVisible();

describeBrowser<typeof lessonPlayerMachine>(lessonPlayerModel, {
  open: async () => {
    const page = await newPage({ isKept: true, expected: [/status of [45]\d\d/, /ERR_FAILED/] });
    gates = new Gates(page);
    signedIn = '';
    return page;
  },
  isKept: true,
  mount: async ({ page, input }) => {
    const { mode } = input as LessonPlayerInput;
    await gates.open();
    const name = mode === 'play' ? 'maya' : 'rivera';
    if (signedIn !== '') await forgetDevice(page, { session: signedIn !== name });
    if (signedIn !== name) {
      await signIn(page, name);
      signedIn = name;
    }
    await gates.always(calls.getContent, { item_details: item, levels: [] });
    await gates.always(calls.quizDetails, { quiz_details: overviewOf(null) });
    await gates.always(calls.startQuiz, startedQuiz);
    await gates.always(calls.previewQuiz, previewedQuiz);
    await gates.always(calls.checkAnswer, { question_id: 1, is_correct: true, points: 1, max_points: 1, explanation: '' });
    await gates.always(calls.submitQuiz, resultOf('submitted'));
    await gates.hold(calls.lessonPlayer, calls.trackLesson, calls.trackResource, calls.checkResourceCompletion);
    await page.goto(mode === 'play' ? paths.lesson(11, 21) : paths.preview(11));
  },
  // Of the two, only the animation reports progress.
  can: (event, snapshot) =>
    event.type === 'resource.progressed'
      ? (snapshot.context.index === video && !hasQuiz(snapshot.context.lesson)) || snapshot.matches({ playing: { place: 'summary' } })
      : canOnScreen(event, snapshot),
  outside: {
    'resource.progressed': 'The animation’s last report may arrive when the summary is already open, which is too fast for a user.',
  },
  drive: {
    'lesson.retried': (_event, { page }) => press(page, m.common_try_again()),
    'resource.opened': ({ index }, { page }) => openItem(page, index),
    'resource.progressed': async (event, { page, send }) => {
      if (await isSummary(page)) await send(event);
      else await page.getByRole('slider').fill('36');
    },
    'resource.finished': async ({ hasMoreToShow }, { page }) => {
      if (!hasMoreToShow) return press(page, m.player_mark_done());
      for (const at of startedQuiz.quiz_details.questions.keys()) {
        const question = page.locator('section:has(> h3)').nth(at);
        await question.getByRole('checkbox', { name: 'Yes' }).check();
        await question.getByRole('button', { name: 'Check' }).click();
        await question.getByText(m.check_right()).waitFor();
      }
      await page.getByRole('main').getByText(m.check_done()).first().waitFor();
    },
    'summary.opened': (_event, { page }) => press(page, 'Finish'),
    'summary.closed': (_event, { page }) => press(page, m.player_look_again()),
    'attention.lost': attention(false),
    'attention.regained': attention(true),
    'connection.restored': async (_event, { page }) => {
      for (const type of ['offline', 'online']) await page.evaluate((name) => void window.dispatchEvent(new Event(name)), type);
    },
    'xstate.after.retry.lessonPlayer.playing.tracking.queued': (_event, { page }) => page.clock.runFor(1_000),
    'delivery.retried': (_event, { page }) => press(page, m.common_try_again()),
    'xstate.done.actor.loadLesson': ({ output }) => gates.answer(calls.lessonPlayer, shaped(output)),
    'xstate.error.actor.loadLesson': ({ error }) => gates.fail(calls.lessonPlayer, error),
    'xstate.done.actor.trackLesson': ({ output }) => gates.answer(calls.trackLesson, output),
    'xstate.error.actor.trackLesson': ({ error }) => gates.fail(calls.trackLesson, error),
    'xstate.done.actor.trackResource': ({ output }) => gates.answer(calls.trackResource, output.trackingId),
    'xstate.done.actor.checkCompletion': ({ output }) =>
      gates.answer(calls.checkResourceCompletion, { is_completed: output, percentage_completed: output ? 100 : 0 }),
    'xstate.error.actor.checkCompletion': ({ error }) => gates.fail(calls.checkResourceCompletion, error),
    'xstate.error.actor.trackResource': ({ error }) => gates.fail(calls.trackResource, error),
  },
  see: {
    loading: async (_snapshot, { page }) => expect(await page.getByRole('heading').count()).toBe(0),
    failed: async (_snapshot, { page }) => {
      await page.getByText(m.player_failed()).first().waitFor();
      await page.getByText('No such lesson').first().waitFor();
    },
    empty: (_snapshot, { page }) => page.getByText(m.player_empty()).waitFor(),
    'playing.place.resource': async ({ context }, { page }) => {
      await page.getByRole('heading', { level: 1, name: `Resource ${context.index + 1}` }).waitFor();
      const progress = context.progress as { percentage: number }[];
      await expect
        .poll(() => items(page).allTextContents())
        .toEqual(progress.map(({ percentage }, at) => `Resource ${at + 1}${percentage >= 100 ? ' (done)' : ''}`));
    },
    'playing.place.summary': (_snapshot, { page }) => page.getByRole('heading', { level: 1, name: m.player_finished() }).waitFor(),
    'playing.attention': ({ context }, { page }) =>
      context.input.mode === 'preview' ? undefined : page.getByText(/^\d+ min so far$/).waitFor(),
    'playing.completion': (_snapshot, { page }) => page.getByRole('main').waitFor(),
    'playing.tracking.off': (_snapshot, { page }) => page.getByText(/Nothing is recorded/).waitFor(),
    'playing.tracking.settled': (_snapshot, { page }) =>
      page
        .getByText(/^Saved/)
        .first()
        .waitFor(),
    'playing.tracking.trackingLesson': (_snapshot, { page }) => page.getByText('Saving…').waitFor(),
    'playing.tracking.trackingResource': (_snapshot, { page }) => page.getByText('Saving…').waitFor(),
    'playing.tracking.refused': (_snapshot, { page }) => page.getByText(refusal.message).first().waitFor(),
    'playing.tracking.queued': (_snapshot, { page }) => page.getByRole('button', { name: m.common_try_again() }).waitFor(),
  },
});
