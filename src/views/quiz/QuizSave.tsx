import { useSelector } from '@xstate/react';
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
import { useFields } from '../useFields.ts';
import s from './QuizView.module.css';
import { type QuizActor, useAnswersFile, useSaveState } from './quizActor.ts';

/** Where the answers are stored, always visible in the player's bar. */
export function QuizSaveStatus({ quiz }: { quiz: QuizActor }) {
  const { time_zone } = useWorker();
  const place = use(SavePlace);
  const state = useSaveState(quiz);
  const canRetry = useSelector(quiz, (snapshot) => snapshot.can({ type: 'delivery.retried' }));
  const status = (
    <div className={s.save} data-save="answers">
      <Text tone="soft" size={2}>
        {m.quiz_your_answers()}
      </Text>
      <SaveStatus state={state} timeZone={time_zone} {...(canRetry ? { onRetry: () => quiz.send({ type: 'delivery.retried' }) } : {})} />
    </div>
  );
  return place ? createPortal(status, place) : status;
}

/** Downloads the answers that the server does not have. */
export function DownloadAnswers({ quiz }: { quiz: QuizActor }) {
  const download = useAnswersFile(quiz);
  return (
    <Button icon={IconDownload} onPress={download}>
      {m.quiz_download()}
    </Button>
  );
}

/** Save warnings beyond the state: a browser that stores nothing, a connection lost for long. */
export function QuizSaveNotices({ quiz }: { quiz: QuizActor }) {
  const { kind } = useSaveState(quiz);
  const { contact, isUnkept } = useFields(quiz, (state) => ({ contact: state.children.contact, isUnkept: state.hasTag('unkept') }));
  const isLost = useSelector(contact, (state) => state?.hasTag('lost') ?? false);
  return (
    <>
      {isUnkept ? <Notice tone="warning">{m.quiz_unkept()}</Notice> : null}
      {isLost || kind === 'failed' ? (
        <Notice tone="warning" action={<DownloadAnswers quiz={quiz} />}>
          {isLost ? `${m.quiz_lost()} ` : null}
          {m.quiz_download_help()}
        </Notice>
      ) : null}
    </>
  );
}
