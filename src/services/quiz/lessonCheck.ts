import { newAttempt, submittedTimeSpent, unsent } from '../../../common/attempt.ts';
import { type QuizResult, quiz, type StartedQuiz } from '../../../contract/quiz.ts';
import type { Problem } from '../../machines/problem.ts';
import type { AskedAnswer, LessonCheckInput, LoadedCheck, Mark } from '../../machines/quiz/lessonCheckMachine.ts';
import { callActor } from '../kit/callActor.ts';
import { type ConnectedApp, watchConnection } from '../kit/connection.ts';
import { type AttemptPorts, attemptCalls, placeIn, quietly, submissions } from './attempts.ts';

/** Code of a check without a response: only then is the answer kept on this device. */
export const noAnswer = 0;
/** The device could not store it either. */
const notKept = 503;

interface CheckPorts extends AttemptPorts {
  now: () => number;
  app: ConnectedApp;
}

const toCheck = ({ result_id, quiz_details, responses }: StartedQuiz): LoadedCheck => ({
  resultId: result_id,
  title: quiz_details.title,
  questions: quiz_details.questions,
  answers: Object.fromEntries(responses.map((one) => [one.question_id, { answerId: one.answer_id, answerText: one.answer_text }])),
  marks: Object.fromEntries(
    responses.flatMap(({ question_id, is_correct_answer }) =>
      is_correct_answer === null ? [] : [[question_id, { isRight: is_correct_answer, explanation: '' }]],
    ),
  ),
  result: null,
});

/** The calls of the `lessonCheck` chart. Answers without a response are kept on the device, and the outbox sends them. */
export function lessonCheckActors({ now, app, ...ports }: CheckPorts) {
  const { send, owner, device } = ports;
  const attempts = attemptCalls(ports);
  const withBeginning = async () => import('./beginning.ts').then(({ beginning }) => beginning({ ...ports, now }));

  /** The answers on the device are newer than the server's, and are not marked yet. */
  const withKept = async (check: LoadedCheck): Promise<LoadedCheck> => {
    const attempt = await quietly(device().then(({ kept }) => kept.readAttempt(owner, check.resultId)));
    const newer = attempt && !attempt.isClosed ? unsent(attempt) : [];
    if (!attempt || newer.length === 0) return check;
    const marks = Object.entries(check.marks).filter(([id]) => !newer.includes(Number(id)));
    const answers = Object.fromEntries(newer.map((id) => [id, attempt.answers[id]]));
    return { ...check, answers: { ...check.answers, ...answers } as LoadedCheck['answers'], marks: Object.fromEntries(marks) };
  };

  const keep = async ({ check, title, resultId, questionId, answer }: AskedAnswer): Promise<void> => {
    const { kept } = await device();
    const before = await kept.readAttempt(owner, resultId);
    const at = now();
    const sequence = Math.max(at, (before?.answers[questionId]?.sequence ?? 0) + 1, 1);
    const { kind, quizId, lessonId } = check;
    const answers = { ...before?.answers, [questionId]: { ...answer, sequence, givenAt: at } };
    const acknowledged = before?.acknowledged ?? {};
    await kept.writeAttempt(owner, newAttempt({ resultId, isCheck: true, kind, quizId, lessonId, title, answers, acknowledged }));
  };
  /** The server has marked it, so it no longer waits. */
  const release = async ({ resultId, questionId }: AskedAnswer): Promise<void> => {
    const { kept } = await device();
    const attempt = await kept.readAttempt(owner, resultId);
    const sequence = attempt?.answers[questionId]?.sequence;
    if (attempt && sequence !== undefined)
      await kept.writeAttempt(owner, { ...attempt, acknowledged: { ...attempt.acknowledged, [questionId]: sequence } });
  };

  return {
    loadCheck: callActor<LoadedCheck, LessonCheckInput>(async ({ input, signal }) => {
      const { quizId, lessonId } = input;
      const named = { quiz_id: quizId, ...placeIn(input) };
      const readQuiz = () => quietly(device().then(({ kept }) => kept.readQuiz(owner, quizId, lessonId)));
      try {
        const { quiz_details } = await send(quiz.quizDetails, { user_puid: input.userPuid, ...named }, { signal });
        const { result } = quiz_details;
        if (result && result.state !== 'started')
          return { resultId: result.result_id, title: quiz_details.title, questions: [], answers: {}, marks: {}, result };
        const started = await send(quiz.startQuiz, { ...named, is_learnosity_enabled: false }, { signal });
        const begun = (await readQuiz())?.started.result_id ?? 0;
        const known = begun < 0 ? await quietly(withBeginning().then(({ takeUp }) => takeUp(begun, started))) : started;
        return await withKept(toCheck(known ?? started));
      } catch (error) {
        if ((error as Problem).code !== noAnswer) throw error;
        const started =
          (await readQuiz())?.started ??
          (await quietly(withBeginning().then(({ begin }) => begin({ quizId, lessonId, kind: input.kind, isCheck: true }))));
        if (!started) throw error;
        return withKept(toCheck(started));
      }
    }),

    checkAnswer: callActor<Mark, AskedAnswer>(async ({ input, signal }) => {
      const { resultId, questionId, answer } = input;
      const asked = { question_id: questionId, answer_id: answer.answerId, answer_text: answer.answerText, time_spent: 0 };
      try {
        const result_id = await attempts.serverIdOf(resultId, signal);
        const { is_correct, explanation } = await send(quiz.checkAnswer, { result_id, answer: asked }, { signal });
        await quietly(release(input));
        return { isRight: is_correct, explanation };
      } catch (error) {
        if ((error as Problem).code !== noAnswer) throw error;
        await keep(input).catch(() => {
          throw { code: notKept, message: '' } satisfies Problem;
        });
        throw error;
      }
    }),

    watchConnection: watchConnection(app),

    finishCheck: callActor<QuizResult, { check: LessonCheckInput; resultId: number }>(async ({ input: { check, resultId }, signal }) => {
      const result = await send(
        submissions[check.kind],
        {
          result_id: await attempts.serverIdOf(resultId, signal),
          time_spent: submittedTimeSpent,
          submit_type: 'save',
          quizResponse: [],
        },
        { signal },
      );
      const { quizId, lessonId } = check;
      await quietly(device().then(({ kept }) => kept.forgetAttempt(owner, { resultId, quizId, lessonId })));
      return result;
    }),
  };
}
