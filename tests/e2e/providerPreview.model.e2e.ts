import { expect } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import type { ProviderPreview } from '../../contract/provider.ts';
import { framePath } from '../../server/provider/frame.ts';
import type { ProviderPreviewInput, providerPreviewMachine } from '../../src/machines/provider/providerPreviewMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { oneOf } from '../kit/words.ts';
import { lessonOf } from '../machines/lessonPlayer.model.ts';
import { providerPreviewModel } from '../machines/providerPreview.model.ts';
import { startedQuiz } from '../machines/quiz.model.ts';
import { previewedQuiz } from '../machines/quizPreview.model.ts';
import { comeAnew, type Gates, gatedPages } from './gates.ts';
import { holdSetup, main, press, sayInFrame, says, showSetup, speakFromElsewhere } from './providerFrame.ts';

let gates: Gates;
const open = gatedPages(
  'rivera',
  (fresh) => {
    gates = fresh;
  },
  holdSetup,
);
const { quizId, lessonId } = providerPreviewModel.input as ProviderPreviewInput;
const [resource] = lessonOf(0).lesson_resources;
const quizResource = {
  ...resource!,
  ...{ resource_type_id: ResourceType.providerAssessment, quiz_id: quizId, is_handed_in: true, is_learnosity_enabled: true },
};
const preview: ProviderPreview = {
  frame_path: framePath,
  setup: { provider: 'builtIn', title: 'Stars', questions: startedQuiz.quiz_details.questions.slice(0, 1), answers: [] },
};

describeBrowser<typeof providerPreviewMachine>(providerPreviewModel, {
  open,
  isKept: true,
  mount: (stage) =>
    comeAnew(stage, paths.preview(lessonId), async () => {
      await gates.open();
      await gates.always(calls.lessonPlayer, { ...lessonOf(), lesson_id: lessonId, lesson_resources: [quizResource] });
      await gates.always(calls.previewQuiz, previewedQuiz);
      await gates.hold(calls.previewProviderAssessment);
    }),
  drive: {
    'preview.opened': press(m.preview_provider_open()),
    'preview.closed': press(m.preview_provider_close()),
    'frame.ready': (_event, { page }) => showSetup(page),
    'frame.failed': ({ message }, { page }) => sayInFrame(page, { type: 'failed', message }),
    'frame.reopened': press(oneOf(m.provider_reopen(), m.common_try_again(), m.preview_provider_again())),
    'assessment.handedIn': (_event, { page }) => sayInFrame(page, { type: 'handedIn', answers: [] }),
    'message.refused': (_event, { page }) => speakFromElsewhere(page),
    'xstate.done.actor.startPreview': () => gates.answer(calls.previewProviderAssessment, preview),
    'xstate.error.actor.startPreview': ({ error }) => gates.fail(calls.previewProviderAssessment, error),
  },
  see: {
    closed: async (_snapshot, { page }) => {
      await main(page).getByRole('switch', { name: m.preview_key() }).waitFor();
      expect(await page.locator('iframe').count()).toBe(0);
    },
    starting: async (_snapshot, { page }) => {
      await main(page).getByRole('button', { name: m.preview_provider_close() }).waitFor();
      expect(await page.locator('iframe').count()).toBe(0);
    },
    framed: async (_snapshot, { page }) => {
      expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-scripts');
    },
    'framed.frame.opening': says(m.provider_opening()),
    'framed.frame.slow': says(m.provider_slow()),
    'framed.frame.ready': async (snapshot, stage) => {
      await says(m.preview_provider_nothing_saved())(snapshot, stage);
      await stage.page.frameLocator('iframe').getByText('Question 1').waitFor();
    },
    'framed.trust.undisturbed': async (_snapshot, { page }) => expect(await main(page).getByText(m.provider_suspicious()).count()).toBe(0),
    'framed.trust.suspicious': says(m.provider_suspicious()),
    down: says(m.provider_down()),
    finished: says(m.preview_provider_finished()),
  },
});
