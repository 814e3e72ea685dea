import { type Answer, isAnswered, type KeptAttempt, newestAnswers, newestNumbers, type QuizLayout } from '../../../common/attempt.ts';
import type { Question, QuizDetails, QuizResult, SequencedAnswer, StartedQuiz, SubmittedAnswer } from '../../../contract/quiz.ts';
import * as delivery from '../delivery.ts';

// An attempt at a quiz, and what changes it.

export interface QuizInput {
  userPuid: number;
  quizId: number;
  lessonId: number;
  /** 0 if the server could not be told about the resource; `groupAssignmentId` then identifies the assignment. */
  resourceTrackingId: number;
  groupAssignmentId?: number;
  /** Assessments and reader quizzes use their own calls. */
  kind: 'quiz' | 'assessment' | 'reader';
  /** Between 0 and 1: spreads out retries from many devices. Default 0. */
  chance?: number;
}

/** Answers to save. An answer may be saved any number of times. */
export interface Save {
  result_id: number;
  answers: SequencedAnswer[];
}

/** Payload of a submission. */
export interface Submission {
  kind: QuizInput['kind'];
  result_id: number;
  time_spent: number;
  submit_type: 'save';
  quizResponse: SubmittedAnswer[];
  /** Failures before this attempt. The first attempt shows as busy; later ones run in the background. */
  failures: number;
  /** The attempt as cached on the device. */
  attempt: KeptAttempt;
}

/** Result of a submission. */
export interface HandedIn extends QuizResult {
  /** False if the server is missing answers from this device: they arrived too late, or the quiz was submitted elsewhere. */
  isComplete?: boolean;
}

/** Context of the chart. */
export interface Context extends delivery.Context {
  input: QuizInput;
  overview: QuizDetails | null;
  resultId: number;
  /** When time runs out, by the server's clock; null if there is no limit. */
  endTime: string | null;
  /** Time is up: existing answers are submitted and nothing can be changed. */
  isOver: boolean;
  /** Also cached on the device, so that the next visit submits if the page closes. */
  isHandedIn: boolean;
  title: string;
  questions: Question[];
  answers: KeptAttempt['answers'];
  acknowledged: KeptAttempt['acknowledged'];
  seconds: KeptAttempt['seconds'];
  flagged: number[];
  crossedOut: KeptAttempt['crossedOut'];
  layout: QuizLayout;
  index: number;
  /** Where the screen goes once the device has saved: index of a question, or null for the review. */
  goingTo: number | null;
  /** Incremented on every change worth saving; `keptRevision` is the latest revision handed to the device. */
  revision: number;
  keptRevision: number;
  /** When the server last had every answer, by its clock, in ms since 1970. */
  savedAt: number | null;
  result: HandedIn | null;
}

/** What a started attempt adds to the context. */
type Attempt = Omit<Context, 'input' | 'chance' | 'overview' | 'result' | 'problem'>;
/** No attempt has been started. */
export const noAttempt: Attempt = {
  resultId: 0,
  endTime: null,
  isOver: false,
  isHandedIn: false,
  title: '',
  questions: [],
  answers: {},
  acknowledged: {},
  seconds: {},
  flagged: [],
  crossedOut: {},
  layout: 'one',
  index: 0,
  goingTo: null,
  revision: 0,
  keptRevision: 0,
  ...delivery.none,
  savedAt: null,
};

/** The attempt as cached on the device. */
export const toKept = (context: Context): KeptAttempt => {
  const { input, resultId, title, answers, seconds, acknowledged, index, flagged, crossedOut, isHandedIn } = context;
  const { kind, quizId, lessonId } = input;
  return {
    resultId,
    kind,
    quizId,
    lessonId,
    title,
    answers,
    seconds,
    acknowledged,
    index,
    flagged,
    crossedOut,
    isHandedIn,
    isClosed: false,
  };
};

/** The attempt as the server knows it. */
export function attemptOf({ result_id, end_time, quiz_details, responses }: StartedQuiz) {
  const numbers = (value: (response: StartedQuiz['responses'][number]) => number) =>
    Object.fromEntries(responses.map((response) => [response.question_id, value(response)] as const));
  return {
    resultId: result_id,
    endTime: end_time,
    title: quiz_details.title,
    questions: quiz_details.questions,
    answers: Object.fromEntries(
      responses.map(({ question_id, answer_id, answer_text, sequence }) => [
        question_id,
        { answerId: answer_id, answerText: answer_text, sequence, givenAt: 0 },
      ]),
    ),
    acknowledged: numbers(({ sequence }) => sequence),
    seconds: numbers(({ time_spent }) => time_spent),
  };
}

/** Index of the first question without an answer; 0 if every one has its answer. */
export const firstOpen = (questions: readonly Question[], answers: KeptAttempt['answers']) =>
  Math.max(
    questions.findIndex(({ id }) => !isAnswered(answers[id])),
    0,
  );

/** The attempt with what the device kept. The newest answer to each question wins. */
export function withKept({ questions, acknowledged, seconds, ...context }: Context, kept: KeptAttempt | null): Partial<Context> {
  const answers = kept ? newestAnswers(context.answers, kept.answers) : context.answers;
  return {
    answers,
    index: kept && kept.index < questions.length ? kept.index : firstOpen(questions, answers),
    ...(kept
      ? {
          acknowledged: newestNumbers(acknowledged, kept.acknowledged),
          seconds: newestNumbers(seconds, kept.seconds),
          flagged: kept.flagged,
          crossedOut: kept.crossedOut,
        }
      : {}),
  };
}

/** Higher than every known sequence and based on the clock, so that the latest answer wins across devices. */
const nextSequence = ({ answers }: Context, at: number) => Math.max(at, ...Object.values(answers).map(({ sequence }) => sequence + 1), 1);

/** The attempt with a new answer. Choosing an option removes its strikethrough. */
export function withAnswer(context: Context, questionId: number, answer: Answer, at: number): Partial<Context> {
  const crossed = context.crossedOut[questionId];
  return {
    answers: { ...context.answers, [questionId]: { ...answer, sequence: nextSequence(context, at), givenAt: at } },
    revision: context.revision + 1,
    hasNews: true,
    ...(crossed ? { crossedOut: { ...context.crossedOut, [questionId]: crossed.filter((id) => id !== answer.answerId) } } : {}),
  };
}

/** The ids without this one, or with it. */
export const toggled = (ids: readonly number[], id: number) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]);
