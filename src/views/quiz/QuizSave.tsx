import { use } from 'react';
import { createPortal } from 'react-dom';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { IconDownload } from '../../ui/icons.ts';
import { Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SavePlace } from '../../ui/PlayerFrame.tsx';
import { SaveStatus } from '../../ui/SaveStatus.tsx';
import { useWorker } from '../hooks.ts';
import s from './QuizView.module.css';
import { type QuizActor, type QuizState, saveStateOf, useAnswersFile } from './quizActor.ts';

interface QuizSaveProps {
  state: QuizState;
  quiz: QuizActor;
}

/** Where the answers are, in words, always in sight: in the bar of the player. */
export function QuizSaveStatus({ state, quiz }: QuizSaveProps) {
  const { time_zone } = useWorker();
  const place = use(SavePlace);
  const canRetry = state.can({ type: 'save.retried' });
  const status = (
    <div className={s.save} data-save="answers">
      <Text tone="soft" size={2}>
        {m.quiz_your_answers()}
      </Text>
      <SaveStatus
        state={saveStateOf(state)}
        timeZone={time_zone}
        {...(canRetry ? { onRetry: () => quiz.send({ type: 'save.retried' }) } : {})}
      />
    </div>
  );
  return place ? createPortal(status, place) : status;
}

/** Downloads what the server does not have. */
export function DownloadAnswers({ quiz }: { quiz: QuizActor }) {
  const download = useAnswersFile(quiz);
  return (
    <Button icon={IconDownload} onPress={download}>
      {m.quiz_download()}
    </Button>
  );
}

/** What a student should know of saving, beyond its state: a browser that keeps nothing, a connection that is long gone. */
export function QuizSaveNotices({ state, quiz }: QuizSaveProps) {
  const isLost = state.hasTag('lost');
  return (
    <>
      {state.hasTag('unkept') ? <Notice tone="warning">{m.quiz_unkept()}</Notice> : null}
      {isLost || saveStateOf(state).kind === 'failed' ? (
        <Notice tone="warning" action={<DownloadAnswers quiz={quiz} />}>
          {isLost ? `${m.quiz_lost()} ` : null}
          {m.quiz_download_help()}
        </Notice>
      ) : null}
    </>
  );
}
