import { unsent } from '../../../common/attempt.ts';
import type { Problem } from '../../machines/problem.ts';
import { toKept } from '../../machines/quiz/quizAttempt.ts';
import type { quizMachine } from '../../machines/quiz/quizMachine.ts';
import { formatMoment } from '../../ui/dateFormats.ts';
import type { SaveState } from '../../ui/SaveStatus.tsx';
import { useApp } from '../app.ts';
import { useWorker } from '../hooks.ts';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import type { Chart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { downloadAnswers } from './answersFile.ts';

export type QuizActor = Chart<typeof quizMachine>;
type QuizState = ReturnType<QuizActor['getSnapshot']>;

/** The save state as SaveStatus shows it. */
export function useSaveState(quiz: QuizActor): SaveState {
  const { kind, count, savedAt, refusal } = useFields(quiz, saveFields);
  if (kind === 'saved') return { kind, ...(savedAt === null ? {} : { at: new Date(savedAt) }) };
  if (kind === 'failed') return { kind, count, ...(refusal ? { reason: problemText(refusal) } : {}) };
  return kind === 'offline' ? { kind, count } : { kind };
}

function saveFields(state: QuizState) {
  return { ...stored(state), count: unsent(state.context).length, savedAt: state.context.savedAt };
}

function stored(state: QuizState): { kind: SaveState['kind']; refusal: Problem | null } {
  const { problem, failures } = state.context;
  if (state.hasTag('saved')) return { kind: 'saved', refusal: null };
  if (state.hasTag('closed')) return { kind: 'conflict', refusal: null };
  if (state.hasTag('refused')) return { kind: 'failed', refusal: problem };
  // A retry in progress is not worth reporting.
  return { refusal: null, kind: failures > 0 ? 'offline' : 'saving' };
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
