import type { useActorRef } from '@xstate/react';
import { unsent } from '../../../common/attempt.ts';
import { type quizMachine, toKept } from '../../machines/quiz/quizMachine.ts';
import type { SaveState } from '../../ui/SaveStatus.tsx';
import { useApp } from '../app.ts';
import { formatMoment } from '../dates.ts';
import { useWorker } from '../hooks.ts';
import { usePreferences } from '../shell/preferences.ts';
import { downloadAnswers } from './answersFile.ts';

export type QuizActor = ReturnType<typeof useActorRef<typeof quizMachine>>;
export type QuizState = ReturnType<QuizActor['getSnapshot']>;

const answering = (saving: 'settled' | 'queued' | 'failed' | 'closed') =>
  ({ attempt: { work: { held: { answering: { saving } } } } }) as const;
const handingIn = (state: 'queued' | 'refused') => ({ attempt: { work: { held: { handingIn: state } } } }) as const;

/** Whether the server takes no more answers of this attempt. */
export const isClosed = (state: QuizState): boolean => state.matches(answering('closed'));

/** Where the answers are, in the terms of SaveStatus. */
export function saveStateOf(state: QuizState): SaveState {
  const { savedAt, failures } = state.context;
  const count = unsent(state.context).length;
  if (state.matches(answering('settled'))) return { kind: 'saved', ...(savedAt === null ? {} : { at: new Date(savedAt) }) };
  if (isClosed(state)) return { kind: 'conflict' };
  if (state.matches(answering('failed')) || state.matches(handingIn('refused'))) return { kind: 'failed', count };
  // Another attempt under way is no news.
  return failures > 0 ? { kind: 'offline', count } : { kind: 'saving' };
}

/** Downloads what the server does not have. */
export function useAnswersFile(quiz: QuizActor): () => void {
  const { now } = useApp();
  const { language } = usePreferences();
  const { first_name, last_name, time_zone } = useWorker();
  return () => {
    const { context } = quiz.getSnapshot();
    downloadAnswers({
      attempt: toKept(context),
      questions: context.questions,
      student: first_name === '' ? null : `${first_name} ${last_name}`,
      time: formatMoment(new Date(now()).toISOString(), language, time_zone),
    });
  };
}
