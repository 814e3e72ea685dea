import { fromCallback } from 'xstate';
import type { KeptAttempt } from '../../../common/attempt.ts';
import { submittedTimeSpent, toSave, toSubmit, unsent, withSaved } from '../../../common/attempt.ts';
import { isFinal } from '../../../common/retry.ts';
import { quiz } from '../../../contract/quiz.ts';
import type { Problem } from '../../machines/problem.ts';
import type { Sent, WaitingItem } from '../../machines/quiz/outboxMachine.ts';
import { callActor } from '../kit/callActor.ts';
import { type ConnectedApp, watchConnection } from '../kit/connection.ts';
import { type AttemptPorts, attemptCalls, lockOf, placeIn, quietly, submissions } from './attempts.ts';
import type { KeptItem } from './kept.ts';

/**
 * Whether the server's answer is final. It is not if the connection or the device failed, if the call was aborted because the user leaves,
 * or with 401: the owner is no longer signed in.
 */
const isLastWord = (error: unknown, signal: AbortSignal): error is Problem =>
  !signal.aborted && isFinal(error as Problem) && (error as Problem).code !== 401;

/** One user's unsent data on this device, and how to send it. Each kind of data is one entry of `kinds`. */
export function outboxActors({ app, ...ports }: AttemptPorts & { app: ConnectedApp }) {
  const { owner, device } = ports;
  const attempts = attemptCalls(ports);

  /** How each kind is shown, locked and sent. What the server rejects stays on the device. */
  const kinds = {
    attempt: {
      lock: ({ attempt }: KeptItem) => lockOf(owner, attempt.resultId),
      show: ({ attempt }: KeptItem, isOpen: boolean): WaitingItem => ({
        kind: 'attempt',
        id: attempt.resultId,
        title: attempt.title,
        count: unsent(attempt).length,
        state: isOpen ? 'open' : attempt.isClosed ? 'closed' : 'waiting',
        isHandedIn: attempt.isHandedIn,
      }),
      isWaiting: ({ attempt }: KeptItem) => unsent(attempt).length > 0 || (attempt.isHandedIn && !attempt.isClosed),
      send: async ({ attempt: listed }: KeptItem, signal: AbortSignal): Promise<void> => {
        const { kept } = await device();
        // Reread now that no other tab holds it.
        const attempt = await kept.readAttempt(owner, listed.resultId);
        if (!attempt || attempt.isClosed) return;
        try {
          if (attempt.isCheck) await sendCheck(attempt, signal);
          else if (attempt.isHandedIn) await attempts.submit(submissionOf(attempt), signal);
          else if (unsent(attempt).length > 0) {
            const { saved } = await attempts.save({ result_id: attempt.resultId, answers: toSave(attempt) }, signal);
            const after = await kept.writeAttempt(owner, withSaved(attempt, saved));
            // The rest came too late.
            if (unsent(after).length > 0) await attempts.close(after);
          }
        } catch (error) {
          if (!isLastWord(error, signal)) throw error;
          try {
            await attempts.closeRefused(attempt, error, signal);
          } catch (failure) {
            if (!isLastWord(failure, signal)) throw failure;
            await attempts.close(attempt);
          }
        }
      },
    },
  } as const;

  /** Sends the answers of a check one by one. It is finished when all are right, as on the screen. */
  const sendCheck = async (attempt: KeptAttempt, signal: AbortSignal): Promise<void> => {
    const { kept } = await device();
    const options = { signal, quiet: true };
    try {
      const result_id = await attempts.serverIdOf(attempt.resultId, signal);
      for (const { question_id, answer_id, answer_text, time_spent, sequence } of toSave(attempt)) {
        await ports.send(quiz.checkAnswer, { result_id, answer: { question_id, answer_id, answer_text, time_spent } }, options);
        await kept.writeAttempt(owner, { ...attempt, acknowledged: { ...attempt.acknowledged, [question_id]: sequence } });
      }
      const { quizId: quiz_id, lessonId, begun } = attempt;
      const place = placeIn({ lessonId, groupAssignmentId: begun?.groupAssignmentId });
      const started = await ports.send(quiz.startQuiz, { quiz_id, ...place, was_begun_offline: true }, options);
      const right = new Set(started.responses.filter((one) => one.is_correct_answer).map(({ question_id }) => question_id));
      if (started.result_id === result_id && started.quiz_details.questions.every(({ id }) => right.has(id))) {
        const submission = { result_id, time_spent: submittedTimeSpent, submit_type: 'save' as const, quizResponse: [] };
        await ports.send(submissions[attempt.kind], submission, options);
      }
    } catch (error) {
      // Every answer was already right: there is nothing to report.
      if ((error as Problem).code !== 409) throw error;
    }
    await kept.forgetAttempt(owner, attempt);
  };

  const submissionOf = (attempt: KeptAttempt) => ({
    kind: attempt.kind,
    result_id: attempt.resultId,
    time_spent: submittedTimeSpent,
    submit_type: 'save' as const,
    quizResponse: toSubmit(attempt),
    failures: 1,
    attempt,
  });

  const waiting = async () => {
    const { kept, locks } = await device();
    const [{ items, unreadable }, held] = await Promise.all([kept.list(owner), locks.held()]);
    return { items: items.filter((item) => kinds[item.kind].isWaiting(item)), unreadable, held };
  };
  const list = async (): Promise<WaitingItem[]> => {
    const { items, unreadable, held } = await waiting();
    return [...items.map((item) => kinds[item.kind].show(item, held.has(kinds[item.kind].lock(item)))), ...unreadable];
  };

  return {
    watchConnection: watchConnection(app),

    watchKept: fromCallback<{ type: string }, unknown, { type: 'outbox.changed' }>(({ sendBack }) => {
      let isStopped = false;
      const watching = quietly(device().then(({ onChange }) => onChange(() => isStopped || sendBack({ type: 'outbox.changed' }))));
      return () => {
        isStopped = true;
        void watching.then((stop) => stop?.());
      };
    }),

    listKept: callActor<WaitingItem[]>(list),

    sendKept: callActor<Sent>(async ({ signal }) => {
      const { locks } = await device();
      let isInterrupted = false;
      for (const item of (await waiting()).items) {
        const kind = kinds[item.kind];
        try {
          await locks.ifFree(kind.lock(item), () => kind.send(item, signal));
        } catch {
          isInterrupted = true;
        }
        if (signal.aborted) break;
      }
      return { items: await list(), isInterrupted };
    }),

    discard: callActor<null, { id: number }>(async ({ input }) => {
      await (await device()).kept.discard(owner, input.id);
      return null;
    }),
  };
}
