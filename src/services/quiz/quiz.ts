import type { KeptAttempt, QuizLayout } from '../../../common/attempt.ts';
import { isPassing } from '../../../common/retry.ts';
import { type QuizDetails, quiz, type SavedAnswers, type StartedQuiz } from '../../../contract/quiz.ts';
import type { Problem } from '../../machines/problem.ts';
import type { HandedIn, QuizInput, Save, Submission } from '../../machines/quiz/quizAttempt.ts';
import { callActor } from '../kit/callActor.ts';
import { type ConnectedApp, watchConnection, watchHiding } from '../kit/connection.ts';
import { type Clock, untilInstant } from '../kit/untilInstant.ts';
import { type AttemptPorts, attemptCalls, placeIn, quietly } from './attempts.ts';
import { claimActors } from './claim.ts';

interface QuizPorts extends AttemptPorts {
  app: ConnectedApp;
  /** Best estimate of the server's time, ms since 1970. */
  now: () => number;
  clock?: Clock | undefined;
}

/** Calls of quizzes and assessments (specification, section 7, Student), and the data of an attempt on the device. */
export function quizActors({ app, now, clock, ...ports }: QuizPorts) {
  const { send, owner, device } = ports;
  const attempts = attemptCalls(ports);
  const readQuiz = async ({ quizId, lessonId }: QuizInput) => (await device()).kept.readQuiz(owner, quizId, lessonId);
  /** As stored on the device. */
  let layout: QuizLayout | undefined;

  const withBeginning = async () => import('./beginning.ts').then(({ beginning }) => beginning({ ...ports, now }));
  /** Continues an attempt that was started on this device, although the quiz's source, such as a saved lesson, knows of none. */
  const begunHere = async (input: QuizInput) => {
    const kept = await quietly(readQuiz(input));
    return (kept && (await quietly(withBeginning().then(({ resultOf }) => resultOf(kept))))) ?? null;
  };

  return {
    ...claimActors(ports),

    awaitEnd: callActor<null, { endTime: string | null }>(({ input, signal }) => untilInstant(input.endTime, now, signal, clock)),

    loadOverview: callActor<QuizDetails, QuizInput>(async ({ input, signal }) => {
      const common = placeIn(input);
      try {
        const { quiz_details } =
          input.kind === 'assessment'
            ? await send(quiz.assessmentOverview, { user_puid: input.userPuid, ...common, assessment_id: input.quizId }, { signal })
            : await send(quiz.quizDetails, { user_puid: input.userPuid, ...common, quiz_id: input.quizId }, { signal });
        if (quiz_details.result) {
          await quietly(attempts.settle(quiz_details.result, input));
          return quiz_details;
        }
        return { ...quiz_details, result: await begunHere(input) };
      } catch (error) {
        if (!isPassing(error as Problem)) throw error;
        const overview =
          (await quietly(readQuiz(input)))?.overview ?? (await quietly(withBeginning().then(({ overviewOf }) => overviewOf(input))));
        if (!overview) throw error;
        return { ...overview, result: overview.result ?? (await begunHere(input)) };
      }
    }),

    startQuiz: callActor<StartedQuiz, { input: QuizInput; overview: QuizDetails | null }>(
      async ({ input: { input, overview }, signal }) => {
        const common = { is_learnosity_enabled: false, ...placeIn(input) };
        try {
          const started = await (input.kind === 'assessment'
            ? send(quiz.startAssessment, { ...common, assessment_id: input.quizId }, { signal })
            : send(quiz.startQuiz, { ...common, quiz_id: input.quizId }, { signal }));
          const kept = await quietly(readQuiz(input));
          const named =
            kept && kept.started.result_id < 0
              ? ((await quietly(withBeginning().then(({ takeUp }) => takeUp(kept.started.result_id, started)))) ?? started)
              : started;
          if (overview) void quietly(device().then(({ kept }) => kept.writeQuiz(owner, input.lessonId, { overview, started: named })));
          return named;
        } catch (error) {
          if (!isPassing(error as Problem)) throw error;
          const started =
            (await quietly(readQuiz(input)))?.started ??
            (input.kind === 'assessment' ? undefined : await quietly(withBeginning().then(({ begin }) => begin(input))));
          if (!started) throw error;
          return started;
        }
      },
    ),

    watchConnection: watchConnection(app),
    watchHiding,

    readKept: callActor<{ kept: KeptAttempt | null; layout: QuizLayout }, { resultId: number }>(async ({ input }) => {
      const { kept } = await device();
      const [attempt, known] = await Promise.all([kept.readAttempt(owner, input.resultId), kept.readLayout(owner)]);
      layout = known;
      return { kept: attempt, layout: known };
    }),

    keepAttempt: callActor<Pick<KeptAttempt, 'answers'>, { kept: KeptAttempt; layout: QuizLayout }>(async ({ input }) => {
      const { kept } = await device();
      const { answers } = await kept.writeAttempt(owner, input.kept);
      if (input.layout !== layout) await kept.writeLayout(owner, input.layout);
      layout = input.layout;
      return { answers };
    }),

    saveAnswers: callActor<SavedAnswers & { at: number }, Save>(async ({ input, signal }) => ({
      ...(await attempts.save(input, signal)),
      at: now(),
    })),

    submitQuiz: callActor<HandedIn, Submission>(({ input, signal }) => attempts.submit(input, signal)),
  };
}
