import { useSelector } from '@xstate/react';
import { type RefObject, useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { ProviderAnswer } from '../../machines/provider/providerAnswers.ts';
import type { providerAssessmentMachine } from '../../machines/provider/providerAssessmentMachine.ts';
import type { Event as ReportedEvent } from '../../machines/provider/providerFrame.ts';
import type { providerPreviewMachine } from '../../machines/provider/providerPreviewMachine.ts';
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

type FrameEvent =
  | ReportedEvent
  | { type: 'answers.given'; answers: ProviderAnswer[] }
  | { type: 'assessment.handedIn'; answers: ProviderAnswer[] };

/** A chart with the parts of `providerFrame.ts`. It is told only what it can hear. */
export type FramedActor = ActorRefFrom<typeof providerAssessmentMachine> | ActorRefFrom<typeof providerPreviewMachine>;

/** Answers of an earlier frame, which may be newer than the server's. */
const knownAnswers = (context: object) => ('answers' in context ? Object.values(context.answers as Record<number, ProviderAnswer>) : []);

/** Listens to the provider's frame, and sends it the setup once it has loaded. */
export function useFrameMessages(actor: FramedActor, frame: RefObject<HTMLIFrameElement | null>) {
  const { language } = usePreferences();
  const isFramed = useSelector(actor, (snapshot) => snapshot.hasTag('framed'));
  const opened = useSelector(actor, (snapshot) => snapshot.context.opened);
  useEffect(() => {
    if (!isFramed || !opened) return;
    const tell = (event: FrameEvent) => {
      if (actor.getSnapshot().can(event as never)) actor.send(event as never);
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
          const known = knownAnswers(actor.getSnapshot().context);
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
  }, [actor, frame, isFramed, opened, language]);
}
