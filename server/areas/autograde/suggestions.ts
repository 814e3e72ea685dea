import type { FoundIdea, ScoreReason, Suggestion } from '../../../contract/scoring.ts';
import { pointsState, responseStep } from '../../../src/machines/autograde/responseSteps.ts';
import type { Db } from '../../kit/access.ts';
import { type Agreement, agreementOf, offerOf } from '../../reports/agreement.ts';
import { explainer, type Scored } from '../quiz/explain.ts';
import type { StoredQuestion } from '../quiz/questions.ts';
import { isAnswered } from '../quiz/score.ts';
import { type ClassScoring, rubricIn } from '../quiz/settings.ts';

/** How many of the newest scored answers say whether suggestions are good. */
const mostChecked = 500;

/** Answers to a question that people have scored, in the whole district: a class alone has too few. */
export const scoredByPeople = (db: Db, { quiz_id, question_id }: { quiz_id: number; question_id: number }) =>
  db
    .selectFrom('attempt as a')
    .innerJoin('response as r', 'r.result_id', 'a.result_id')
    .select(['r.answer_text', 'r.points'])
    .where('a.quiz_id', '=', quiz_id)
    .where('a.state', '<>', 'started')
    .where('r.question_id', '=', question_id)
    .where('r.scored_by', '=', 'person')
    .orderBy('a.submitted_at', 'desc')
    .orderBy('a.result_id')
    .limit(mostChecked)
    .execute();
export type ScoredAnswers = Awaited<ReturnType<typeof scoredByPeople>>;

/** Agreement of ideas with people. */
export function agreementWith(
  question: StoredQuestion,
  scoring: ClassScoring,
  scored: ScoredAnswers,
): Agreement & { is_offered: boolean; is_checked: boolean } {
  const rubric = rubricIn(question, scoring);
  const agreement = agreementOf(
    rubric ? scored.flatMap(({ answer_text, points }) => (points === null ? [] : [[rubric(answer_text).points, points] as const])) : [],
  );
  return { ...agreement, ...offerOf(agreement) };
}

const answered = (answer: Scored) => pointsState({ ...answer, isAnswered: isAnswered(answer), isGraded: false, isFull: false });

type Advice = (answer: Scored) => { suggestion: Suggestion | null; reasons: ScoreReason[] };

/** What a class's scoring says about answers to a question: why they have their points, and which ones the ideas suggest. */
export async function adviser(
  db: Db,
  question: StoredQuestion,
  scoringOf: (group_puid: number) => ClassScoring,
): Promise<(group_puid: number) => Advice> {
  const scored = question.key.kind === 'open' ? await scoredByPeople(db, question) : [];
  const made = new Map<number, Advice>();
  return (group_puid) => {
    const known = made.get(group_puid) ?? adviceOn(question, scoringOf(group_puid), scored);
    made.set(group_puid, known);
    return known;
  };
}

/** The same in one class. */
export function adviceOn(question: StoredQuestion, scoring: ClassScoring, scored: ScoredAnswers = []): Advice {
  const explain = explainer(question, scoring);
  const rubric = rubricIn(question, scoring);
  const { is_offered, is_checked } = agreementWith(question, scoring, scored);
  /** Who has points needs no suggestion. */
  const isOpenTo = (answer: Scored) => responseStep(answered(answer), 'suggestion.offered') !== undefined;
  return (answer) => ({
    suggestion:
      rubric && is_offered && isOpenTo(answer)
        ? { ...(rubric(answer.answer_text) as { points: number; ideas: FoundIdea[] }), is_checked }
        : null,
    reasons: explain(answer),
  });
}
