import { type KeptAttempt, newAttempt } from '../../common/attempt.ts';
import type { QuizDetails, QuizResult, StartedQuiz } from '../../contract/quiz.ts';
import type { QuizInput } from '../machines/quiz/quizMachine.ts';
import { type AttemptPorts, quietly } from './attempts.ts';
import type { KeptQuiz } from './kept.ts';
import { shelvedQuiz } from './lessonShelf.ts';

type Place = Pick<QuizInput, 'quizId' | 'lessonId'>;
/** What is begun, and by which calls it is handed in. */
type Begun = Place & Pick<KeptAttempt, 'kind' | 'isCheck'>;

interface BeginningPorts extends Pick<AttemptPorts, 'owner' | 'device' | 'shelf'> {
  now: () => number;
}

/** As the overview tells of an attempt that goes on. */
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

/** Begins quizzes of saved lessons on this device, without a connection. Every call may reject. */
export function beginning({ owner, device, shelf, now }: BeginningPorts) {
  const find = async ({ quizId, lessonId }: Place) => (shelf ? shelvedQuiz(await shelf(), owner, quizId, lessonId) : undefined);
  return {
    /** The overview as it was when the lesson was saved; undefined where it is not saved. */
    overviewOf: async (place: Place): Promise<QuizDetails | undefined> => (await find(place))?.details,

    /** An attempt that goes on here: begun without a connection, or timed and not over; null where there is none. */
    resultOf: async ({ started, overview }: KeptQuiz): Promise<QuizResult | null> => {
      const { kept } = await device();
      const attempt = await kept.readAttempt(owner, started.result_id);
      const isTimeLeft = started.end_time !== null && Date.parse(started.end_time) > now();
      const doesGoOn = started.result_id < 0 ? attempt?.isClosed === false : isTimeLeft && !attempt?.isClosed;
      return doesGoOn ? goesOn(started.result_id, overview.question_count) : null;
    },

    /**
     * Begins a quiz whose questions a saved lesson holds; undefined where none does. That it is begun is on the device before its questions
     * are shown, under a name of the device's own. One that the server knows already goes on under its name.
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
     * The attempt that the server has started, under the name of the one that was begun here if that is the same: its answers are told
     * then. One that the server refused, or knows as another, is left as it is.
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
