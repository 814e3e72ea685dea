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
  questionId: number | null;
  /** Place of the question, from 0, instead of its id: from an earlier version of the program. */
  index?: number | undefined;
  /** null: only a comment. */
  points: number | null;
  /** Empty: only points. */
  feedback: string;
  /** Absent: from an earlier version of the program, or only points. */
  details?: CommentDetails | undefined;
  responses: readonly { resultId: number; seenGradeId: number | null }[];
}

/** Somebody else has scored a response since it was shown. It belongs to a question, and the teacher may be at another one by now. */
export interface Conflict extends Pick<Decision, 'resource' | 'questionId' | 'index'> {
  resultId: number;
  name: string;
  theirs: number;
  gradeId: number;
  mine: number;
}

/** Names a conflict that the teacher has decided. */
export type SettledConflict = Pick<Conflict, 'resultId' | 'questionId' | 'index'>;

/** What an earlier visit left on the device. */
export interface KeptGrading {
  decisions: readonly Decision[];
  conflicts: readonly Conflict[];
}

/** Whether a decision is on a question of a resource. A class is only a filter. */
const isAbout = (decision: Pick<Decision, 'resource' | 'questionId'>, { itemId, itemTypeId }: GradedResource, questionId: number | null) =>
  decision.resource.itemId === itemId &&
  decision.resource.itemTypeId === itemTypeId &&
  questionId !== null &&
  decision.questionId === questionId;

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
  questionId: number | null,
): QuestionResponse[] =>
  unsent
    .filter((one) => resource !== null && isAbout(one, resource, questionId))
    .reduce((all, one) => withDecision(all, one), [...responses]);

/** Responses with what the server stored of a decision. A newer one that is still on its way wins. */
export const withOutcome = (
  responses: readonly QuestionResponse[],
  decision: Decision,
  outcome: readonly GradedResponse[],
  later: readonly Decision[],
  resource: GradedResource | null,
  questionId: number | null,
): readonly QuestionResponse[] => {
  if (resource === null || !isAbout(decision, resource, questionId)) return responses;
  return responses.map((response) => {
    const stored = outcome.find(({ result_id, outcome: kind }) => result_id === response.result_id && kind !== 'gone');
    const isDecided = later.some(
      (one) => isAbout(one, resource, questionId) && one.responses.some(({ resultId }) => resultId === response.result_id),
    );
    if (!stored) return response;
    return isDecided
      ? { ...response, grade: stored.grade }
      : { ...response, grade: stored.grade, points: stored.points, comment_count: stored.comment_count };
  });
};

/** The scores of others that a decision met. */
export const conflictsIn = ({ resource, questionId, index, points }: Decision, outcome: readonly GradedResponse[]): Conflict[] =>
  outcome.flatMap(({ result_id, outcome: kind, grade }) =>
    kind === 'taken' && grade && points !== null
      ? [
          {
            ...{ resource, questionId, index },
            resultId: result_id,
            name: grade.user_name,
            theirs: grade.score,
            gradeId: grade.grade_id,
            mine: points,
          },
        ]
      : [],
  );

/** Conflicts without those on some answers to a question. */
export const withoutConflicts = (
  conflicts: readonly Conflict[],
  { questionId, index }: Pick<Decision, 'questionId' | 'index'>,
  resultIds: readonly number[],
): Conflict[] => conflicts.filter((one) => one.questionId !== questionId || one.index !== index || !resultIds.includes(one.resultId));

/** The conflicts that are left when the teacher decides. A comment decides nothing. */
export const withoutDecided = (conflicts: readonly Conflict[], decision: Decision): readonly Conflict[] =>
  decision.points === null
    ? conflicts
    : withoutConflicts(
        conflicts,
        decision,
        decision.responses.map(({ resultId }) => resultId),
      );

/** The conflicts when the server has answered a decision. */
export const withSettled = (conflicts: readonly Conflict[], decision: Decision, outcome: readonly GradedResponse[]): readonly Conflict[] =>
  decision.points === null
    ? conflicts
    : [
        ...withoutConflicts(
          conflicts,
          decision,
          outcome.map(({ result_id }) => result_id),
        ),
        ...conflictsIn(decision, outcome),
      ];

/** Conflicts of a resource that an earlier visit left, beside those that are known. What is decided by now is none. */
export const withFound = (
  known: readonly Conflict[],
  { conflicts, decisions }: KeptGrading,
  resource: GradedResource | null,
): readonly Conflict[] => {
  const before = conflicts.filter(
    (one) =>
      one.resource.itemId === resource?.itemId &&
      one.resource.itemTypeId === resource.itemTypeId &&
      withoutConflicts(known, one, [one.resultId]).length === known.length,
  );
  const ids = ({ responses }: Decision) => responses.map(({ resultId }) => resultId);
  const scored = decisions.filter(({ points }) => points !== null);
  return [...scored.reduce<readonly Conflict[]>((left, one) => withoutConflicts(left, one, ids(one)), before), ...known];
};

/** Conflicts with the scores that hold by now. Where others gave what the teacher gave, there is none any more. */
export const withScoresOf = (
  conflicts: readonly Conflict[],
  responses: readonly QuestionResponse[],
  resource: GradedResource | null,
  questionId: number | null,
): readonly Conflict[] =>
  conflicts.flatMap((conflict) => {
    const isHere = resource !== null && isAbout(conflict, resource, questionId);
    const grade = isHere ? responses.find(({ result_id }) => result_id === conflict.resultId)?.grade : undefined;
    if (!grade || grade.grade_id === conflict.gradeId) return conflict;
    return grade.score === conflict.mine ? [] : { ...conflict, name: grade.user_name, theirs: grade.score, gradeId: grade.grade_id };
  });

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
