import type { SequencedAnswer, SubmittedAnswer } from '../contract/quiz.ts';
import type { SavedSequences } from '../contract/quizResult.ts';

/** A choice, or anything else as text; an index or id of 0 is an answer (specification, section 5). */
export interface Answer {
  answerId: number | null;
  answerText: string;
}

/** An answer with its place in time. The newest `sequence` of a question wins; `givenAt` is by the server's clock, ms since 1970. */
export interface KeptAnswer extends Answer {
  sequence: number;
  givenAt: number;
}

/** How the questions stand: one a page, or all on one. */
export type QuizLayout = 'one' | 'all';

/** That an attempt was begun on this device without a connection: its `resultId` is below 0, the device's own name for it. */
export interface BegunHere {
  /** By the server's clock as it was known, ms since 1970. */
  at: number;
  /** Which assignment it belongs to; 0: not known. */
  groupAssignmentId: number;
  /** What the server calls it; 0 until it was told of the start. */
  serverId: number;
}

/** What a device keeps of an attempt until the server has all of it. Numbers that lead records are question ids. */
export interface KeptAttempt {
  resultId: number;
  begun?: BegunHere | undefined;
  /** Its answers are marked one by one as they are given: it stands at the end of a resource of another kind. */
  isCheck?: boolean | undefined;
  /** Assessments go through their own calls. */
  kind: 'quiz' | 'assessment' | 'reader';
  quizId: number;
  lessonId: number;
  title: string;
  /** With what was taken back: an empty answer that is newer than the one before. */
  answers: Record<number, KeptAnswer>;
  /** Seconds on each question. */
  seconds: Record<number, number>;
  /** The newest sequence that the server has, by question. */
  acknowledged: Record<number, number>;
  /** Index of the question that is open. */
  index: number;
  flagged: number[];
  /** Ids of options that the student has crossed out. */
  crossedOut: Record<number, number[]>;
  /** The student has handed in, or the time is over: what is left is to tell the server. */
  isHandedIn: boolean;
  /** The server takes no more answers: what it does not have stays here until the student has it elsewhere. */
  isClosed: boolean;
}

/** What a device keeps of an attempt that nothing is known of but what is given. */
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

/** Whether an answer counts: set, and truthy or at least 0. */
export const isAnswered = (answer: Answer | undefined): boolean =>
  answer !== undefined && ((answer.answerId !== null && answer.answerId >= 0) || answer.answerText.trim() !== '');

/** `time_spent` of every submission (specification, section 9). */
export const submittedTimeSpent = 40;

const byQuestion = ({ answers }: Pick<KeptAttempt, 'answers'>) =>
  Object.entries(answers).map(([id, answer]) => ({ id: Number(id), ...answer }));

/** Ids of the questions whose newest answer the server does not have. */
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

/** What the server does not have yet, as save_answers takes it. */
export const toSave = (kept: Answers): SequencedAnswer[] =>
  unsent(kept).map((id) => ({ ...toWire(kept, id), given_at: new Date((kept.answers[id] as KeptAnswer).givenAt).toISOString() }));

/** Everything, as a submission takes it; what was taken back as an empty answer, since the server may have the one before. */
export const toSubmit = (kept: Answers): SubmittedAnswer[] => byQuestion(kept).map(({ id }) => toWire(kept, id));

/** The newest of two numbers of each question. */
export const newestNumbers = (a: Record<number, number>, b: Record<number, number>): Record<number, number> => {
  const both: Record<number, number> = { ...a };
  for (const [id, value] of Object.entries(b)) both[Number(id)] = Math.max(both[Number(id)] ?? 0, value);
  return both;
};

/** What the device keeps, with what the server says that it has. */
export const withSaved = <Kept extends Pick<KeptAttempt, 'acknowledged'>>(kept: Kept, saved: SavedSequences): Kept => ({
  ...kept,
  acknowledged: newestNumbers(kept.acknowledged, Object.fromEntries(saved.map(({ question_id, sequence }) => [question_id, sequence]))),
});

/** The answers of both, the newest of each question. */
export const newestAnswers = (a: KeptAttempt['answers'], b: KeptAttempt['answers']): KeptAttempt['answers'] => {
  const both: KeptAttempt['answers'] = { ...a };
  for (const [id, answer] of Object.entries(b)) if (answer.sequence > (both[Number(id)]?.sequence ?? 0)) both[Number(id)] = answer;
  return both;
};
