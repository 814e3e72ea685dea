// @vitest-environment jsdom

import { act, fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { providerPreviewMachine } from '../../src/machines/provider/providerPreviewMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { providerProtocol } from '../../src/services/provider.ts';
import ProviderPreview from '../../src/views/player/ProviderPreview.tsx';
import { describeView } from '../kit/describeView.ts';
import { oneOf } from '../kit/words.ts';
import { providerPreviewModel } from '../machines/providerPreview.model.ts';
import { addLessonOfKinds, kinds } from '../server/lessonOfKinds.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown, shownIfAny } from './kit/screen.tsx';

installNetwork();

let opened: Screen;

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const frame = () => document.querySelector('iframe') as HTMLIFrameElement;
const speak = (message: Record<string, unknown>, lie: MessageEventInit = {}) =>
  act(async () => {
    const data = { protocol: providerProtocol, nonce: new URL(frame().src).hash.slice(1), ...message };
    window.dispatchEvent(new MessageEvent('message', { data, origin: 'null', source: frame().contentWindow, ...lie }));
  });
const answered = { question_id: 1, answer_id: 2, answer_text: '', sequence: 1 };

describeView<typeof providerPreviewMachine>(providerPreviewModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [calls.previewProviderAssessment] });
    await addLessonOfKinds(opened.network.backend.ports);
    await opened.signIn('tess');
    stage.render(
      <Around app={opened.app}>
        <ProviderPreview input={{ quizId: kinds.quiz('provider'), lessonId: kinds.lesson_id }} title="Stars">
          <p>The questions and their key</p>
        </ProviderPreview>
      </Around>,
    );
  },
  drive: {
    'preview.opened': () => press(m.preview_provider_open()),
    'preview.closed': () => press(m.preview_provider_close()),
    'frame.ready': () => speak({ type: 'ready' }),
    'frame.failed': ({ message }) => speak({ type: 'failed', message }),
    'frame.reopened': () => press(oneOf(m.provider_reopen(), m.common_try_again(), m.preview_provider_again())),
    'assessment.handedIn': async () => {
      // Answers on the way have no effect.
      await speak({ type: 'answered', answers: [answered] });
      await speak({ type: 'handedIn', answers: [answered] });
    },
    'message.refused': () => speak({ type: 'handedIn', answers: [] }, { origin: 'https://elsewhere.example' }),
    'xstate.done.actor.startPreview': () => opened.network.release(calls.previewProviderAssessment),
    'xstate.error.actor.startPreview': ({ error }) => opened.network.fail(calls.previewProviderAssessment, error),
  },
  see: {
    closed: () => {
      screen.getByText('The questions and their key');
      expect(frame()).toBeNull();
    },
    starting: () => expect(frame()).toBeNull(),
    framed: () => {
      expect(screen.queryByText('The questions and their key')).toBeNull();
      expect(frame().getAttribute('sandbox')).toBe('allow-scripts');
      expect(frame().src).toMatch(/\/api\/assessment-provider\/frame#[\w-]{36}$/);
      expect(frame().title).toBe('Stars');
    },
    'framed.frame.opening': () => void shown(m.provider_opening()),
    'framed.frame.slow': () => void shown(m.provider_slow()),
    'framed.frame.ready': () => void shown(m.preview_provider_nothing_saved()),
    'framed.trust.undisturbed': () => expect(shownIfAny(m.provider_suspicious())).toBeNull(),
    'framed.trust.suspicious': () => void shown(m.provider_suspicious()),
    down: () => void shown(m.provider_down()),
    finished: () => void shown(m.preview_provider_finished()),
  },
});
