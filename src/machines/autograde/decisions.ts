import type { GradedResponse, QuestionResponse, ResponseComment } from '../../../contract/autograde.ts';
import type { CommentLanguage, CommentPlace } from '../../../contract/comments.ts';

/** What is graded: a quiz or assessment, in one class or in all. */
export interface GradedResource {
  itemId: number;
  itemTypeId: number;
  groupPuid: number | null;
}

/** What belongs to the words of a comment. */
export interface CommentDetails {
  /** Language of the words; null: unknown. */
  language: CommentLanguage | null;
  /** The same in the other language; empty: none. */
  translation: string;
  /** Where to read again. */
  place: CommentPlace | null;
}

/** One decision of a teacher on answers to a question, as the device keeps it until the server has it. */
export interface Decision {
  key: string;
  resource: GradedResource;
  index: number;
  /** null: only a comment. */
  points: number | null;
  /** Empty: only points. */
  feedback: string;
  /** Absent: from an earlier version of the program, or only points. */
  details?: CommentDetails | undefined;
  responses: readonly { resultId: number; seenGradeId: number | null }[];
}

/** Somebody else has scored a response since it was shown. */
export interface Conflict {
  resultId: number;
  name: string;
  theirs: number;
  gradeId: number;
  mine: number;
}

/** Whether a decision is on a question of a resource. A class is only a filter. */
const isAbout = (decision: Decision, { itemId, itemTypeId }: GradedResource, index: number) =>
  decision.resource.itemId === itemId && decision.resource.itemTypeId === itemTypeId && decision.index === index;

/** Responses as they will be once the server has a decision. Adding a comment increments the response's comment count. */
const withDecision = (responses: readonly QuestionResponse[], { points, feedback, responses: named }: Decision): QuestionResponse[] =>
  responses.map((response) =>
    named.some(({ resultId }) => resultId === response.result_id)
      ? { ...response, points: points ?? response.points, comment_count: response.comment_count + (feedback === '' ? 0 : 1) }
      : response,
  );

/** Responses as they will be once the server has everything. */
export const withDecisions = (
  responses: readonly QuestionResponse[],
  unsent: readonly Decision[],
  resource: GradedResource | null,
  index: number,
): QuestionResponse[] =>
  unsent.filter((one) => resource !== null && isAbout(one, resource, index)).reduce((all, one) => withDecision(all, one), [...responses]);

/** Responses with what the server stored of a decision. A newer one that is still on its way wins. */
export const withOutcome = (
  responses: readonly QuestionResponse[],
  decision: Decision,
  outcome: readonly GradedResponse[],
  later: readonly Decision[],
  resource: GradedResource | null,
  index: number,
): readonly QuestionResponse[] => {
  if (resource === null || !isAbout(decision, resource, index)) return responses;
  return responses.map((response) => {
    const stored = outcome.find(({ result_id, outcome: kind }) => result_id === response.result_id && kind !== 'gone');
    const isDecided = later.some(
      (one) => isAbout(one, resource, index) && one.responses.some(({ resultId }) => resultId === response.result_id),
    );
    if (!stored) return response;
    return isDecided
      ? { ...response, grade: stored.grade }
      : { ...response, grade: stored.grade, points: stored.points, comment_count: stored.comment_count };
  });
};

/** The scores of others that a decision met. */
export const conflictsIn = ({ points }: Decision, outcome: readonly GradedResponse[]): Conflict[] =>
  outcome.flatMap(({ result_id, outcome: kind, grade }) =>
    kind === 'taken' && grade && points !== null
      ? [{ resultId: result_id, name: grade.user_name, theirs: grade.score, gradeId: grade.grade_id, mine: points }]
      : [],
  );

/** Loading comments sets the count to the comment total. */
export const withComments = (
  responses: readonly QuestionResponse[],
  resultId: number | null,
  comments: readonly ResponseComment[],
): QuestionResponse[] =>
  responses.map((response) => (response.result_id === resultId ? { ...response, comment_count: comments.length } : response));

/** Answers that are the same, in the order of the list. A split group is one of each. */
export function groupsOf(responses: readonly QuestionResponse[], split: readonly number[]): QuestionResponse[][] {
  const groups = Map.groupBy(responses, ({ same_as, result_id }) => (split.includes(same_as) ? `one ${result_id}` : `same ${same_as}`));
  return [...groups.values()];
}
