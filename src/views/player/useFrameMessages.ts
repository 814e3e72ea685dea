import { useSelector } from '@xstate/react';
import { type RefObject, useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { providerAssessmentMachine } from '../../machines/provider/providerAssessmentMachine.ts';
import { m } from '../../paraglide/messages.js';
import { providerProtocol, readFrameMessage } from '../../services/provider.ts';
import { usePreferences } from '../shell/preferences.ts';
import { keepAttention } from './attention.ts';

/** Texts of the frame, in the page's language. */
const frameTexts = () => ({
  choose: m.quiz_choose(),
  yourAnswer: m.quiz_your_answer(),
  chooseAll: m.quiz_choose_all(),
  place: m.provider_place(),
  handIn: m.quiz_hand_in(),
  leaveOut: m.provider_leave_out(),
  points: m.provider_points(),
});

/** Listens to the provider's frame, and sends it the setup once it has loaded. */
export function useFrameMessages(assessment: ActorRefFrom<typeof providerAssessmentMachine>, frame: RefObject<HTMLIFrameElement | null>) {
  const { language } = usePreferences();
  const isFramed = useSelector(assessment, (snapshot) => snapshot.hasTag('framed'));
  const opened = useSelector(assessment, (snapshot) => snapshot.context.opened);
  useEffect(() => {
    if (!isFramed || !opened) return;
    const tell = (event: Parameters<typeof assessment.send>[0]) => {
      if (assessment.getSnapshot().can(event)) assessment.send(event);
    };
    const hear = (event: MessageEvent) => {
      const window = frame.current?.contentWindow;
      const message = readFrameMessage(event, window, opened.nonce);
      if (message === undefined) return;
      if (message === 'refused') {
        tell({ type: 'message.refused' });
        return;
      }
      keepAttention();
      switch (message.type) {
        case 'loaded': {
          const { setup, nonce } = opened;
          // Answers from an earlier frame may be newer than the server's.
          const known = Object.values(assessment.getSnapshot().context.answers);
          const { theme } = document.documentElement.dataset;
          window?.postMessage(
            {
              protocol: providerProtocol,
              nonce,
              type: 'setup',
              setup: setup.provider === 'builtIn' ? { ...setup, answers: known } : setup,
              language,
              theme: theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'),
              texts: frameTexts(),
            },
            // A sandboxed frame has an opaque origin, so the target is `*`. The message contains no secrets.
            '*',
          );
          return;
        }
        case 'ready':
          return tell({ type: 'frame.ready' });
        case 'answered':
          return tell({ type: 'answers.given', answers: message.answers });
        case 'handedIn':
          return tell({ type: 'assessment.handedIn', answers: message.answers });
        case 'failed':
          return tell({ type: 'frame.failed', message: message.message });
      }
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [assessment, frame, isFramed, opened, language]);
}
