import { unsent } from '../../../common/attempt.ts';
import { type quizMachine, toKept } from '../../machines/quiz/quizMachine.ts';
import type { SaveState } from '../../ui/SaveStatus.tsx';
import { useApp } from '../app.ts';
import { formatMoment } from '../dates.ts';
import { useWorker } from '../hooks.ts';
import { usePreferences } from '../shell/preferences.ts';
import type { Chart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { downloadAnswers } from './answersFile.ts';

export type QuizActor = Chart<typeof quizMachine>;
type QuizState = ReturnType<QuizActor['getSnapshot']>;

/** The save state as SaveStatus shows it. */
export function useSaveState(quiz: QuizActor): SaveState {
  const { kind, count, savedAt } = useFields(quiz, saveFields);
  if (kind === 'saved') return { kind, ...(savedAt === null ? {} : { at: new Date(savedAt) }) };
  return kind === 'saving' || kind === 'conflict' ? { kind } : { kind, count };
}

function saveFields(state: QuizState): { kind: SaveState['kind']; count: number; savedAt: number | null } {
  const { savedAt, failures } = state.context;
  const fields = { count: unsent(state.context).length, savedAt };
  if (state.hasTag('saved')) return { ...fields, kind: 'saved' };
  if (state.hasTag('closed')) return { ...fields, kind: 'conflict' };
  if (state.hasTag('refused')) return { ...fields, kind: 'failed' };
  // A retry in progress is not worth reporting.
  return { ...fields, kind: failures > 0 ? 'offline' : 'saving' };
}

/** Downloads the answers that the server does not have. */
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
