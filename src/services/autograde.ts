import * as v from 'valibot';
import {
  autograde,
  type GradedQuestion,
  type GradedResponse,
  type QuestionResponse,
  type ResponseComment,
} from '../../contract/autograde.ts';
import { commentLanguages } from '../../contract/comments.ts';
import type { CommentDetails, Conflict, Decision, GradedResource, KeptGrading, SettledConflict } from '../machines/autograde/decisions.ts';
import type { Problem } from '../machines/problem.ts';
import { callActor } from './kit/callActor.ts';
import type { Send } from './kit/client.ts';
import { type ConnectedApp, watchConnection } from './kit/connection.ts';
import type { Device } from './quiz/device.ts';

interface AutogradePorts {
  send: Send;
  user: { userPuid: number; districtID: number };
  /** Owner of the device's data (`ownerOf`). */
  owner: string;
  device: () => Promise<Device>;
  app: ConnectedApp;
  /** The scores of others that a decision met. */
  conflictsIn: (decision: Decision, outcome: readonly GradedResponse[]) => readonly Conflict[];
}

/** What is stored on the device is read back as untrusted input. */
const about = {
  resource: v.object({ itemId: v.number(), itemTypeId: v.number(), groupPuid: v.nullable(v.number()) }),
  questionId: v.optional(v.nullable(v.number()), null),
  index: v.optional(v.number()),
};
const KeptConflict: v.GenericSchema<unknown, Conflict> = v.object({
  ...about,
  ...{ resultId: v.number(), name: v.string(), theirs: v.number(), gradeId: v.number(), mine: v.number() },
});
const KeptDecision: v.GenericSchema<unknown, Decision> = v.object({
  key: v.string(),
  ...about,
  points: v.nullable(v.number()),
  feedback: v.string(),
  details: v.optional(
    v.object({
      language: v.nullable(v.picklist(commentLanguages)),
      translation: v.string(),
      place: v.nullable(v.object({ item_id: v.number(), place_title: v.string(), heading: v.nullable(v.string()) })),
    }),
  ),
  responses: v.array(v.object({ resultId: v.number(), seenGradeId: v.nullable(v.number()) })),
});

const itemOf = ({ itemId, itemTypeId }: GradedResource) => ({ item_id: itemId, itemtype_id: itemTypeId });
const classOf = ({ groupPuid }: GradedResource) => (groupPuid === null ? {} : { group_puid: groupPuid });
const nothing: GradedResource = { itemId: 0, itemTypeId: 0, groupPuid: null };

/** The details of a comment as they are sent. */
export const detailsOf = (details: CommentDetails | undefined) =>
  details ? { feedback_language: details.language, feedback_translation: details.translation, place: details.place } : {};

/** The calls of the `autograde` chart. */
export const autogradeActors = ({ send, user }: Pick<AutogradePorts, 'send' | 'user'>) => {
  const reader = { user_puid: user.userPuid, district_id: user.districtID };
  return {
    loadQuestions: callActor<{ title: string; questions: readonly GradedQuestion[] }, GradedResource | null>(({ input, signal }) =>
      send(autograde.itemQuestions, { ...itemOf(input ?? nothing), ...classOf(input ?? nothing) }, { signal }),
    ),
    loadResponses: callActor<readonly QuestionResponse[], { resource: GradedResource | null; questionId: number | null }>(
      async ({ input: { resource, questionId }, signal }) =>
        questionId === null
          ? []
          : send(
              autograde.questionResponses,
              { ...itemOf(resource ?? nothing), ...classOf(resource ?? nothing), question_id: questionId, ...reader },
              { signal },
            ),
    ),
    loadComments: callActor<readonly ResponseComment[], { resultId: number | null; questionId: number | null }>(({ input, signal }) =>
      send(autograde.responseComments, { result_id: input.resultId ?? 0, question_id: input.questionId ?? 0, ...reader }, { signal }),
    ),
  };
};

/**
 * How the `gradeDelivery` chart keeps and sends decisions, and keeps the conflicts that they met until they are decided: each under a key
 * of its own, so that tabs do not overwrite each other.
 */
export const gradeDeliveryActors = ({ send, user, owner, device, app, conflictsIn }: AutogradePorts) => {
  const prefix = `grading/${owner}/`;
  const conflictPrefix = `gradingConflict/${owner}/`;
  const conflictKey = ({ questionId, index, resultId }: SettledConflict) =>
    `${conflictPrefix}${questionId === null ? `at ${index}` : questionId}/${resultId}`;
  /** What the device has under keys that begin so, as far as it is readable. */
  const readAll = async <T>(start: string, schema: v.GenericSchema<unknown, T>): Promise<T[]> => {
    const { storage } = await device();
    const keys = (await storage.keys()).filter((key) => key.startsWith(start)).toSorted();
    const found = await Promise.all(keys.map((key) => storage.get(key)));
    return found.flatMap((value) => {
      const read = v.safeParse(schema, value);
      return read.success ? [read.output] : [];
    });
  };
  return {
    watchConnection: watchConnection(app),
    readKept: callActor<KeptGrading>(async () => ({
      decisions: await readAll(prefix, KeptDecision),
      conflicts: await readAll(conflictPrefix, KeptConflict),
    })),
    keepDecisions: callActor<null, { decisions: readonly Decision[]; settled: readonly SettledConflict[] }>(async ({ input }) => {
      const { storage } = await device();
      for (const decision of input.decisions) await storage.set(prefix + decision.key, decision);
      for (const conflict of input.settled) await storage.remove(conflictKey(conflict));
      return null;
    }),
    sendDecision: callActor<readonly GradedResponse[], Decision | undefined>(async ({ input, signal }) => {
      if (!input) return [];
      const { key, resource, questionId, index, points, feedback, details, responses } = input;
      const stored = await send(
        autograde.scoreResponses,
        {
          ...{ user_puid: user.userPuid, grading_key: key, ...itemOf(resource) },
          ...(questionId === null ? { question_index: index } : { question_id: questionId }),
          ...{ score: points, user_feedback: feedback, ...detailsOf(details) },
          responses: responses.map(({ resultId, seenGradeId }) => ({ result_id: resultId, seen_grade_id: seenGradeId })),
        },
        { signal, quiet: true },
      ).catch((error: unknown) => {
        // The class or the quiz is out of reach by now, and so are all of its answers.
        if ((error as Problem).reason !== 'notFound') throw error;
        return responses.map(({ resultId }) => ({
          ...{ result_id: resultId, outcome: 'gone' as const, points: null, grade: null, comment_count: 0 },
        }));
      });
      await device()
        .then(async ({ storage }) => {
          // The conflicts first: if the page is closed in between, the decision is sent again and meets them again.
          const met = conflictsIn(input, stored);
          for (const conflict of met) await storage.set(conflictKey(conflict), conflict);
          const isMet = new Set(met.map(({ resultId }) => resultId));
          for (const { resultId } of responses)
            if (points !== null && !isMet.has(resultId)) await storage.remove(conflictKey({ questionId, index, resultId }));
          await storage.remove(prefix + key);
        })
        .catch(() => undefined);
      return stored;
    }),
  };
};
