import { type KeptAttempt, unsent, withSaved } from '../../../common/attempt.ts';
import { contentTracking } from '../../../contract/contentTracking.ts';
import { type QuizResult, quiz } from '../../../contract/quiz.ts';
import type { Problem } from '../../machines/problem.ts';
import type { HandedIn, Save, Submission } from '../../machines/quiz/quizAttempt.ts';
import type { Send } from '../kit/client.ts';
import type { Shelf } from '../player/lessonShelf.ts';
import type { Device } from './device.ts';

/** The submission calls, by kind of attempt. */
export const submissions = { quiz: quiz.submitQuiz, assessment: quiz.submitAssessment, reader: contentTracking.submitReadersQuiz };

/** Parameters of a quiz's place: the tracking of its resource, or the assignment if there is none. */
export const placeIn = ({
  lessonId,
  resourceTrackingId = 0,
  groupAssignmentId = 0,
}: Pick<KeptAttempt, 'lessonId'> & { resourceTrackingId?: number; groupAssignmentId?: number | undefined }) => ({
  lesson_resource_tracking_id: resourceTrackingId,
  lesson_id: lessonId,
  ...(resourceTrackingId === 0 && groupAssignmentId > 0 ? { group_assignment_id: groupAssignmentId } : {}),
});

/** Code of a late start: the quiz was already submitted. */
const handedIn = 409;

/** Timeout of one request, in ms. */
const patience = 10_000;

export interface AttemptPorts {
  send: Send;
  /** Owner of the attempts (`ownerOf`). */
  owner: string;
  device: () => Promise<Device>;
  /** Saved lessons, which also record submissions. Default: none. */
  shelf?: () => Promise<Shelf>;
  /** A signal that aborts after `ms`; default: the browser's own. */
  timeout?: (ms: number) => AbortSignal;
}

/** Name of the lock of an attempt. */
export const lockOf = (owner: string, resultId: number) => `orrery.attempt.${owner}.${resultId}`;

/** Failures of the device are ignored. */
export const quietly = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined);

/** Sends stored attempts to the server, for the open quiz and for the outbox. */
export function attemptCalls({ send, owner, device, shelf, timeout = (ms) => AbortSignal.timeout(ms) }: AttemptPorts) {
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
  /** The result from the overview; null if nothing was started. */
  const resultOf = async ({ kind, quizId, lessonId, begun }: KeptAttempt, signal: AbortSignal): Promise<QuizResult | null> => {
    const user_puid = Number(owner.split('.').at(-1));
    const place = { user_puid, ...placeIn({ lessonId, groupAssignmentId: begun?.groupAssignmentId }) };
    const options = { signal, quiet: true };
    const { quiz_details } =
      kind === 'assessment'
        ? await send(quiz.assessmentOverview, { ...place, assessment_id: quizId }, options)
        : await send(quiz.quizDetails, { ...place, quiz_id: quizId }, options);
    return quiz_details.result;
  };
  /** Reports a start to the server; idempotent. Returns the server's id of the attempt. */
  const tellStart = async (attempt: KeptAttempt, signal: AbortSignal): Promise<number> => {
    const { quizId, lessonId, begun } = attempt;
    const place = { quiz_id: quizId, ...placeIn({ lessonId, groupAssignmentId: begun?.groupAssignmentId }) };
    try {
      return (await send(quiz.startQuiz, { ...place, was_begun_offline: true }, { signal, quiet: true })).result_id;
    } catch (error) {
      if ((error as Problem).code !== handedIn) throw error;
      // It was submitted meanwhile: here, with a lost response, or elsewhere. The saved answers tell which.
      const result = await resultOf(attempt, signal);
      // An overview from a saved lesson knows of no attempt: there is no connection.
      if (!result) throw { code: 0, message: '' } satisfies Problem;
      return result.result_id;
    }
  };
  /** The server's id of an attempt. Reports an attempt that was started here first. */
  const serverIdOf = async (resultId: number, signal: AbortSignal): Promise<number> => {
    if (resultId > 0) return resultId;
    const { kept } = await device();
    const attempt = await kept.readAttempt(owner, resultId);
    if (!attempt?.begun) throw { code: 404, message: '', refused: true } satisfies Problem;
    if (attempt.begun.serverId > 0) return attempt.begun.serverId;
    const serverId = await tellStart(attempt, signal);
    await quietly(kept.nameAttempt(owner, resultId, serverId));
    return serverId;
  };
  const note = async ({ quizId, lessonId }: KeptAttempt, result: QuizResult) => {
    if (!shelf) return;
    const [{ noteResult }, opened] = await Promise.all([import('../player/lessonShelf.ts'), shelf()]);
    await noteResult(opened, owner, quizId, lessonId, result);
  };

  return {
    serverIdOf,

    save: (input: Save, signal: AbortSignal) =>
      withinPatience(signal, async (limited) =>
        send(quiz.saveAnswers, { ...input, result_id: await serverIdOf(input.result_id, limited) }, { signal: limited, quiet: true }),
      ),

    /** Submits. Compares what the server has with what was sent: only the rest stays on the device, for a person to review. */
    submit: async ({ kind, failures, attempt, ...submission }: Submission, signal: AbortSignal): Promise<HandedIn> => {
      const call = submissions[kind];
      const result = await withinPatience(signal, async (limited) => {
        const result_id = await serverIdOf(submission.result_id, limited);
        return send(call, { ...submission, result_id }, { signal: limited, quiet: failures > 0 });
      });
      // Not awaited: it only saves a retry while offline.
      void quietly(note(attempt, result));
      const isPlain = !result.duplicate && !result.is_late;
      const left = withSaved(attempt, result.saved ?? []);
      const isComplete = isPlain || unsent(left).length === 0;
      await quietly(isComplete ? forget(attempt) : close(left));
      return { ...result, isComplete };
    },

    /** The server says that the attempt is over: what it does not have stays on the device for a person to review. */
    close,

    /** The same after a refused answer. A submitted attempt may still have all answers: the result tells. */
    closeRefused: async (attempt: KeptAttempt, { code }: Problem, signal: AbortSignal): Promise<void> => {
      const result = code === handedIn ? await resultOf(attempt, signal) : null;
      const isSame = result !== null && [attempt.resultId, attempt.begun?.serverId].includes(result.result_id);
      await close(isSame ? withSaved(attempt, result.saved ?? []) : attempt);
    },

    /** The same by its result: nothing is kept if the server has everything. */
    settle: async ({ result_id, state, saved = [] }: QuizResult, named?: Pick<KeptAttempt, 'quizId' | 'lessonId'>): Promise<void> => {
      if (state === 'started') return;
      const { kept } = await device();
      const begun = named && (await kept.readQuiz(owner, named.quizId, named.lessonId))?.started.result_id;
      for (const id of begun !== undefined && begun < 0 ? [result_id, begun] : [result_id]) {
        const attempt = await kept.readAttempt(owner, id);
        if (attempt && !attempt.isClosed) await close(withSaved(attempt, saved));
      }
    },
  };
}
