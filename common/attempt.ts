import type { SequencedAnswer, SubmittedAnswer } from '../contract/quiz.ts';
import type { SavedSequences } from '../contract/quizResult.ts';
import { counts } from './answered.ts';

/** A choice, or any other answer as text. An index or id of 0 is an answer (specification, section 5). */
export interface Answer {
  answerId: number | null;
  answerText: string;
}

/** An answer with its order and time. The highest `sequence` of a question wins; `givenAt` is by the server's clock, ms since 1970. */
export interface KeptAnswer extends Answer {
  sequence: number;
  givenAt: number;
}

/** Quiz layout: one question per page, or all on one page. */
export type QuizLayout = 'one' | 'all';

/** An attempt started offline on this device. Its `resultId` is negative and assigned by the device. */
export interface BegunHere {
  /** By the server's clock as last known, ms since 1970. */
  at: number;
  /** The assignment it belongs to; 0 if unknown. */
  groupAssignmentId: number;
  /** The server's id; 0 until the start has been synced. */
  serverId: number;
}

/** What a device stores of an attempt until the server has everything. Record keys are question ids. */
export interface KeptAttempt {
  resultId: number;
  begun?: BegunHere | undefined;
  /** Answers are marked one by one as they are given: this is a check at the end of another kind of resource. */
  isCheck?: boolean | undefined;
  /** Assessments have their own calls. */
  kind: 'quiz' | 'assessment' | 'reader';
  quizId: number;
  lessonId: number;
  title: string;
  /** Includes cleared answers, as an empty answer with a newer sequence. */
  answers: Record<number, KeptAnswer>;
  /** Seconds per question. */
  seconds: Record<number, number>;
  /** Highest sequence number the server has, by question. */
  acknowledged: Record<number, number>;
  /** Index of the current question. */
  index: number;
  flagged: number[];
  /** Option ids that the student has crossed out. */
  crossedOut: Record<number, number[]>;
  /** The student has submitted or the time is over. Only syncing remains. */
  isHandedIn: boolean;
  /** The server accepts no more answers. Unsynced ones stay here until the student has copied them. */
  isClosed: boolean;
}

/** A new attempt with defaults for everything not given. */
export const newAttempt = (
  given: Pick<KeptAttempt, 'resultId' | 'kind' | 'quizId' | 'lessonId' | 'title'> & Partial<KeptAttempt>,
): KeptAttempt => ({
  answers: {},
  seconds: {},
  acknowledged: {},
  index: 0,
  flagged: [],
  crossedOut: {},
  isHandedIn: false,
  isClosed: false,
  ...given,
});

type Answers = Pick<KeptAttempt, 'answers' | 'acknowledged' | 'seconds'>;

/** Whether there is an answer that counts. */
export const isAnswered = (answer: Answer | undefined): boolean => answer !== undefined && counts(answer.answerId, answer.answerText);

/** `time_spent` of every submission (specification, section 9). */
export const submittedTimeSpent = 40;

const byQuestion = ({ answers }: Pick<KeptAttempt, 'answers'>) =>
  Object.entries(answers).map(([id, answer]) => ({ id: Number(id), ...answer }));

/** Ids of questions whose newest answer the server lacks. */
export const unsent = (kept: Pick<KeptAttempt, 'answers' | 'acknowledged'>): number[] =>
  byQuestion(kept)
    .filter(({ id, sequence }) => sequence > (kept.acknowledged[id] ?? 0))
    .map(({ id }) => id);

const toWire = (kept: Answers, id: number) => {
  const { answerId, answerText, sequence } = kept.answers[id] as KeptAnswer;
  return {
    question_id: id,
    answer_text: answerText,
    answer_id: answerId,
    is_correct_answer: null,
    time_spent: kept.seconds[id] ?? 0,
    sequence,
  };
};

/** Answers the server lacks, as the payload of save_answers. */
export const toSave = (kept: Answers): SequencedAnswer[] =>
  unsent(kept).map((id) => ({ ...toWire(kept, id), given_at: new Date((kept.answers[id] as KeptAnswer).givenAt).toISOString() }));

/** All answers, as the payload of a submission. Cleared ones are sent as empty, since the server may have an earlier answer. */
export const toSubmit = (kept: Answers): SubmittedAnswer[] => byQuestion(kept).map(({ id }) => toWire(kept, id));

/** The higher number of each question. */
export const newestNumbers = (a: Record<number, number>, b: Record<number, number>): Record<number, number> => {
  const both: Record<number, number> = { ...a };
  for (const [id, value] of Object.entries(b)) both[Number(id)] = Math.max(both[Number(id)] ?? 0, value);
  return both;
};

/** The attempt with the server's saved sequences acknowledged. */
export const withSaved = <Kept extends Pick<KeptAttempt, 'acknowledged'>>(kept: Kept, saved: SavedSequences): Kept => ({
  ...kept,
  acknowledged: newestNumbers(kept.acknowledged, Object.fromEntries(saved.map(({ question_id, sequence }) => [question_id, sequence]))),
});

/** Merges answers, keeping the newest of each question. */
export const newestAnswers = (a: KeptAttempt['answers'], b: KeptAttempt['answers']): KeptAttempt['answers'] => {
  const both: KeptAttempt['answers'] = { ...a };
  for (const [id, answer] of Object.entries(b)) if (answer.sequence > (both[Number(id)]?.sequence ?? 0)) both[Number(id)] = answer;
  return both;
};
