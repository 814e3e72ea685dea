import { fromCallback } from 'xstate';
import type { KeptAttempt, QuizLayout } from '../../common/attempt.ts';
import { isPassing } from '../../common/retry.ts';
import { quiz, type SavedAnswers, type StartedQuiz } from '../../contract/quiz.ts';
import type { Problem } from '../machines/problem.ts';
import type { HandedIn, QuizInput, QuizOverview, Save, Submission } from '../machines/quiz/quizMachine.ts';
import type { LockNews } from './attemptLocks.ts';
import { type AttemptPorts, attemptCalls, lockOf, quietly } from './attempts.ts';
import { callActor } from './callActor.ts';
import { watchPage } from './device.ts';
import { type Clock, untilInstant } from './untilInstant.ts';

interface QuizPorts extends AttemptPorts {
  /** The server's time as well as it is known, ms since 1970. */
  now: () => number;
  clock?: Clock | undefined;
}

/** Calls of quizzes and assessments (specification, section 7, Student), and what the device keeps of an attempt meanwhile. */
export function quizActors({ now, clock, ...ports }: QuizPorts) {
  const { send, owner, device } = ports;
  const attempts = attemptCalls(ports);
  /** As the device has it. */
  let layout: QuizLayout | undefined;

  /** Without a connection, what an earlier visit has kept. */
  const orKept = async <T>(
    error: unknown,
    { quizId, lessonId }: QuizInput,
    pick: (kept: { overview: QuizOverview; started: StartedQuiz }) => T,
  ) => {
    if (!isPassing(error as Problem)) throw error;
    const kept = await quietly(device().then((here) => here.kept.readQuiz(owner, quizId, lessonId)));
    if (!kept) throw error;
    return pick(kept);
  };

  return {
    awaitEnd: callActor<null, { endTime: string | null }>(({ input, signal }) => untilInstant(input.endTime, now, signal, clock)),

    loadOverview: callActor<QuizOverview, QuizInput>(async ({ input, signal }) => {
      const common = { user_puid: input.userPuid, lesson_resource_tracking_id: input.resourceTrackingId, lesson_id: input.lessonId };
      try {
        const { quiz_details } =
          input.kind === 'assessment'
            ? await send(quiz.assessmentOverview, { ...common, assessment_id: input.quizId }, { signal })
            : await send(quiz.quizDetails, { ...common, quiz_id: input.quizId }, { signal });
        if (quiz_details.result) await quietly(attempts.settle(quiz_details.result));
        return quiz_details;
      } catch (error) {
        return orKept(error, input, ({ overview }) => overview);
      }
    }),

    startQuiz: callActor<StartedQuiz, { input: QuizInput; overview: QuizOverview | null }>(
      async ({ input: { input, overview }, signal }) => {
        const common = { is_learnosity_enabled: false, lesson_resource_tracking_id: input.resourceTrackingId, lesson_id: input.lessonId };
        try {
          const started = await (input.kind === 'assessment'
            ? send(quiz.startAssessment, { ...common, assessment_id: input.quizId }, { signal })
            : send(quiz.startQuiz, { ...common, quiz_id: input.quizId }, { signal }));
          if (overview) void quietly(device().then(({ kept }) => kept.writeQuiz(owner, input.lessonId, { overview, started })));
          return started;
        } catch (error) {
          return orKept(error, input, ({ started }) => started);
        }
      },
    ),

    holdAttempt: fromCallback<
      { type: 'attempt.asked' } | { type: 'attempt.released' },
      { resultId: number },
      { type: `attempt.${LockNews}` }
    >(({ input, sendBack, receive }) => {
      let isStopped = false;
      const tell = (news: LockNews) => isStopped || sendBack({ type: `attempt.${news}` });
      const claiming = device().then(
        ({ locks }) => (isStopped ? undefined : locks.claim(lockOf(owner, input.resultId), tell)),
        () => {
          // Without what tells tabs apart, this one goes on.
          tell('claimed');
          return undefined;
        },
      );
      receive(({ type }) => void claiming.then((claim) => (type === 'attempt.asked' ? claim?.ask() : claim?.release())));
      return () => {
        isStopped = true;
        void claiming.then((claim) => claim?.stop());
      };
    }),

    watchConnection: fromCallback<{ type: string }, unknown, { type: 'connection.restored' } | { type: 'page.hidden' }>(({ sendBack }) =>
      watchPage(
        () => sendBack({ type: 'connection.restored' }),
        () => sendBack({ type: 'page.hidden' }),
      ),
    ),

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
