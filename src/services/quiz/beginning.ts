import { type KeptAttempt, newAttempt } from '../../../common/attempt.ts';
import type { QuizDetails, QuizResult, StartedQuiz } from '../../../contract/quiz.ts';
import type { QuizInput } from '../../machines/quiz/quizAttempt.ts';
import { shelvedQuiz } from '../player/lessonShelf.ts';
import { type AttemptPorts, quietly } from './attempts.ts';
import type { KeptQuiz } from './kept.ts';

type Place = Pick<QuizInput, 'quizId' | 'lessonId'>;
/** A started quiz, with the kind of its submission call. */
type Begun = Place & Pick<KeptAttempt, 'kind' | 'isCheck'>;

interface BeginningPorts extends Pick<AttemptPorts, 'owner' | 'device' | 'shelf'> {
  now: () => number;
}

/** The overview's result of an attempt in progress. */
const goesOn = (result_id: number, questions: number): QuizResult => ({
  result_id,
  state: 'started',
  submitted_at: null,
  answered: 0,
  questions,
  receipt: null,
  score: null,
  max_score: null,
  duplicate: false,
  is_late: false,
  is_past_due: false,
});

/** Starts quizzes of saved lessons on this device, without a connection. Every call may reject. */
export function beginning({ owner, device, shelf, now }: BeginningPorts) {
  const find = async ({ quizId, lessonId }: Place) => (shelf ? shelvedQuiz(await shelf(), owner, quizId, lessonId) : undefined);
  return {
    /** The overview as of when the lesson was saved; undefined if it is not saved. */
    overviewOf: async (place: Place): Promise<QuizDetails | undefined> => (await find(place))?.details,

    /** An attempt in progress here: started without a connection, or timed and not over; null if there is none. */
    resultOf: async ({ started, overview }: KeptQuiz): Promise<QuizResult | null> => {
      const { kept } = await device();
      const attempt = await kept.readAttempt(owner, started.result_id);
      const isTimeLeft = started.end_time !== null && Date.parse(started.end_time) > now();
      const doesGoOn = started.result_id < 0 ? attempt?.isClosed === false : isTimeLeft && !attempt?.isClosed;
      return doesGoOn ? goesOn(started.result_id, overview.question_count) : null;
    },

    /**
     * Starts a quiz whose questions a saved lesson has; undefined if none does. The start is stored before the questions are shown, under a
     * local id. An attempt that the server knows keeps the server's id.
     */
    begin: async ({ quizId, lessonId, kind, isCheck = false }: Begun): Promise<StartedQuiz | undefined> => {
      const found = await find({ quizId, lessonId });
      if (!found?.toAnswer || found.details.is_timed) return undefined;
      const { kept } = await device();
      const { details, toAnswer, lesson } = found;
      if (toAnswer.result_id > 0) {
        await kept.writeQuiz(owner, lessonId, { overview: details, started: toAnswer });
        return toAnswer;
      }
      const at = Math.max(1, Math.floor(now()));
      const started: StartedQuiz = { ...toAnswer, result_id: -at, start_time: new Date(at).toISOString() };
      const { title, questions } = started.quiz_details;
      const begun = { at, groupAssignmentId: lesson.lesson.group_assignment_id, serverId: 0 };
      const attempt = newAttempt({ resultId: -at, begun, ...(isCheck ? { isCheck } : {}), kind, quizId, lessonId, title });
      await kept.writeAttempt(owner, attempt);
      await kept.writeQuiz(owner, lessonId, { overview: { ...details, result: goesOn(-at, questions.length) }, started });
      return started;
    },

    /**
     * The server's attempt, under the local id if it is the attempt started here, so that its answers are sent. A local attempt that the
     * server refused, or knows under another id, stays untouched.
     */
    takeUp: async (resultId: number, started: StartedQuiz): Promise<StartedQuiz> => {
      const { kept } = await device();
      const attempt = await kept.readAttempt(owner, resultId);
      if (!attempt?.begun || attempt.isClosed || ![0, started.result_id].includes(attempt.begun.serverId)) return started;
      await quietly(kept.nameAttempt(owner, resultId, started.result_id));
      return { ...started, result_id: resultId };
    },
  };
}
