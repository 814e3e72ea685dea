import { type KeptAttempt, toSubmit, unsent } from '../../common/attempt.ts';
import { contentTracking } from '../../contract/contentTracking.ts';
import { type QuizResult, quiz, type SubmittedAnswer } from '../../contract/quiz.ts';
import type { HandedIn, Save, Submission } from '../machines/quiz/quizMachine.ts';
import type { Send } from './client.ts';
import type { Device } from './device.ts';

const submissions = { quiz: quiz.submitQuiz, assessment: quiz.submitAssessment, reader: contentTracking.submitReadersQuiz };

/** How long one attempt to reach the server may take, in ms. */
const patience = 10_000;

export interface AttemptPorts {
  send: Send;
  /** Whose attempts these are (`ownerOf`). */
  owner: string;
  device: () => Promise<Device>;
  /** A signal that aborts after `ms`; the browser's own by default. */
  timeout?: (ms: number) => AbortSignal;
}

/** First 8 hex digits of SHA-256 over the answers, as the server makes them; null on a page that is not secure. */
async function receiptOf(answers: readonly SubmittedAnswer[]): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const canonical = answers
    .toSorted((a, b) => a.question_id - b.question_id)
    .map(({ question_id, answer_id, answer_text }) => [question_id, answer_id, answer_text]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(canonical)));
  return [...new Uint8Array(digest.slice(0, 4))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Name of the lock of an attempt. */
export const lockOf = (owner: string, resultId: number) => `orrery.attempt.${owner}.${resultId}`;

/** What the device does not care to tell is no reason to fail. */
export const quietly = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined);

/** Gets what is kept of attempts to the server, for the open quiz and for the outbox. */
export function attemptCalls({ send, owner, device, timeout = (ms) => AbortSignal.timeout(ms) }: AttemptPorts) {
  const withinPatience = async <T>(signal: AbortSignal, call: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const limit = timeout(patience);
    try {
      return await call(AbortSignal.any([signal, limit]));
    } catch (error) {
      throw limit.aborted && !signal.aborted ? { code: 0, message: '' } : error;
    }
  };
  const forget = async (attempt: KeptAttempt) => (await device()).kept.forgetAttempt(owner, attempt);
  const close = async (attempt: KeptAttempt) => {
    if (unsent(attempt).length === 0) return forget(attempt);
    await (await device()).kept.writeAttempt(owner, { ...attempt, isClosed: true });
  };
  /** Whether the server has all of it: acknowledged, or handed in although its answer got lost. */
  const hasAll = async (attempt: KeptAttempt, receipt: string | null) =>
    unsent(attempt).length === 0 || (receipt !== null && receipt === (await receiptOf(toSubmit(attempt))));

  return {
    save: (input: Save, signal: AbortSignal) =>
      withinPatience(signal, (limited) => send(quiz.saveAnswers, input, { signal: limited, quiet: true })),

    /** Hands in. What the server then has is compared with what was sent: only what it does not have stays on the device, for a person to look at. */
    submit: async ({ kind, failures, attempt, ...submission }: Submission, signal: AbortSignal): Promise<HandedIn> => {
      const call = submissions[kind];
      const result = await withinPatience(signal, (limited) => send(call, submission, { signal: limited, quiet: failures > 0 }));
      const isPlain = !result.duplicate && !result.is_late;
      const isComplete = isPlain || (await hasAll(attempt, result.receipt));
      await quietly(isComplete ? forget(attempt) : close(attempt));
      return { ...result, isComplete };
    },

    /** The attempt is over, as the server says: what it does not have stays on the device for a person to look at. */
    close,

    /** The same by its result: nothing is kept where the server has all of it. */
    settle: async ({ result_id, state, receipt }: QuizResult): Promise<void> => {
      if (state === 'started') return;
      const attempt = await (await device()).kept.readAttempt(owner, result_id);
      if (attempt && !attempt.isClosed) await ((await hasAll(attempt, receipt)) ? forget(attempt) : close(attempt));
    },
  };
}
