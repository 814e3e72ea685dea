import { numbersText } from '../../../common/authoring/numbersText.ts';
import type { QuestionResponse } from '../../../contract/autograde.ts';
import type { Db } from '../../kit/access.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { compareNames } from '../assignments.ts';
import { hasNumbers, withNumbers } from '../quiz/drawing.ts';
import { type Layout, type StoredQuestion, withKey } from '../quiz/questions.ts';
import { scoringOfClasses } from '../quiz/settings.ts';
import { inParts } from './inParts.ts';
import { attemptsInScope, hasAnswer } from './inScope.ts';
import { sameAnswer } from './sameAnswer.ts';
import { adviceOn, adviser } from './suggestions.ts';

type Grade = NonNullable<QuestionResponse['grade']>;

/** The newest score by a person, and the number of comments, of each response of these attempts to these questions. */
export async function gradesOf(db: Db, result_ids: readonly number[], question_ids: readonly number[]) {
  const rows = await inParts(result_ids, (some) =>
    db
      .selectFrom('response_comment as c')
      .innerJoin('app_user as u', 'u.user_puid', 'c.user_puid')
      .select(['c.result_id', 'c.question_id', 'c.comment_id', 'c.user_puid', 'u.first_name', 'u.last_name', 'c.score', 'c.feedback_text'])
      .where('c.result_id', 'in', some)
      .where('c.question_id', 'in', question_ids)
      .orderBy('c.created_at')
      .orderBy('c.comment_id')
      .execute(),
  );
  const of = Map.groupBy(rows, (row) => `${row.result_id} ${row.question_id}`);
  return (result_id: number, question: number): { grade: Grade | null; comment_count: number } => {
    const own = of.get(`${result_id} ${question}`) ?? [];
    const last = own.findLast(({ score }) => score !== null);
    return {
      grade: last
        ? {
            grade_id: last.comment_id,
            user_puid: last.user_puid,
            user_name: `${last.first_name} ${last.last_name}`,
            score: last.score as number,
          }
        : null,
      comment_count: own.filter(({ feedback_text }) => feedback_text !== '').length,
    };
  };
}

/** The answered responses in scope to these questions, question by question and by name, each with the first one that is the same. */
export async function responsesTo(
  db: Db,
  user: TokenUser,
  quiz_id: number,
  questions: readonly StoredQuestion[],
  of: { group_puid?: number | undefined; result_id?: number } = {},
): Promise<QuestionResponse[][]> {
  if (questions.length === 0) return [];
  const question_ids = questions.map(({ question_id }) => question_id);
  let found = attemptsInScope(db, user)
    .innerJoin('response as r', 'r.result_id', 'a.result_id')
    .select([
      'a.result_id',
      'a.state',
      'a.layout',
      'u.user_puid',
      'u.first_name',
      'u.last_name',
      'g.group_puid',
      'g.name as group_name',
      'r.question_id',
      'r.answer_id',
      'r.answer_text',
      'r.points',
      'r.scored_by',
      'r.is_dropped',
    ])
    .where('a.quiz_id', '=', quiz_id)
    .where('r.question_id', 'in', question_ids);
  if (of.group_puid !== undefined) found = found.where('g.group_puid', '=', of.group_puid);
  if (of.result_id !== undefined) found = found.where('a.result_id', '=', of.result_id);
  const rows = (await found.execute()).filter(hasAnswer).toSorted((a, b) => compareNames(a, b) || a.result_id - b.result_id);
  const grades = await gradesOf(db, [...new Set(rows.map(({ result_id }) => result_id))], question_ids);
  const scoringOf = await scoringOfClasses(db, quiz_id, [...new Set(rows.map(({ group_puid }) => group_puid))]);
  const byQuestion = Map.groupBy(rows, ({ question_id }) => question_id);
  const all: QuestionResponse[][] = [];
  for (const question of questions) {
    const first = new Map<string, number>();
    const adviseIn = await adviser(db, question, (group_puid) => scoringOf(group_puid, question.question_id));
    all.push(
      (byQuestion.get(question.question_id) ?? []).map(({ question_id, is_dropped, layout, ...row }) => {
        const numbers = hasNumbers(question.key) ? (JSON.parse(layout) as Layout).drawn?.[question_id] : undefined;
        const own = withNumbers(question, numbers);
        // The same answer to other numbers is another one.
        const same = `${numbers ? numbersText(numbers) : ''} ${sameAnswer(question.key, question.unit, row)}`;
        if (!first.has(same)) first.set(same, row.result_id);
        return {
          ...row,
          ...(numbers ? { drawn: { numbers, right: withKey(own).correct_answer ?? '' } } : {}),
          same_as: first.get(same) as number,
          ...(numbers ? adviceOn(own, scoringOf(row.group_puid, question_id)) : adviseIn(row.group_puid))({ ...row, is_dropped }),
          ...grades(row.result_id, question_id),
        };
      }),
    );
  }
  return all;
}
