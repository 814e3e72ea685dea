import type { KeyCorrection } from '../../../contract/authoring.ts';
import type { Db } from '../../kit/access.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { correctedKey, newestVersion } from '../autograde/correctedKey.ts';
import { attemptsInScope } from '../autograde/inScope.ts';
import { loadQuestions, newestOf } from '../quiz/questions.ts';
import { questionIn, scoringOfClasses } from '../quiz/settings.ts';

/** Questions of a quiz whose key the author has corrected since students answered them, with the assignments that still hold the old one. */
export async function keyCorrectionsOf(db: Db, user: TokenUser, quiz_id: number): Promise<KeyCorrection[]> {
  const questions = await loadQuestions(db, [quiz_id]);
  const place = new Map(newestOf(questions).map(({ question_id }, at) => [question_id, at + 1]));
  const changed = new Map(
    questions.filter((question) => newestVersion(question, questions)).map((question) => [question.question_id, question]),
  );
  if (changed.size === 0) return [];
  const rows = await attemptsInScope(db, user)
    .innerJoin('response as r', 'r.result_id', 'a.result_id')
    .innerJoin('lesson as l', 'l.lesson_id', 'ga.lesson_id')
    .select(['r.question_id', 'ga.group_assignment_id', 'g.group_puid', 'g.name as group_name', 'l.lesson_name'])
    .select((eb) => eb.fn.countAll<number>().as('responses'))
    .where('a.quiz_id', '=', quiz_id)
    .where('r.question_id', 'in', [...changed.keys()])
    .where('r.points', 'is not', null)
    .where('r.is_dropped', '=', 0)
    .groupBy(['r.question_id', 'ga.group_assignment_id', 'g.group_puid', 'g.name', 'l.lesson_name'])
    .orderBy('g.name')
    .orderBy('l.lesson_name')
    .orderBy('ga.group_assignment_id')
    .execute();
  const scoringOf = await scoringOfClasses(db, quiz_id, [...new Set(rows.map(({ group_puid }) => group_puid))]);
  const found = [...Map.groupBy(rows, ({ question_id }) => question_id)].flatMap(([question_id, all]): KeyCorrection[] => {
    const question = changed.get(question_id);
    const number = question && place.get(newestVersion(question, questions)?.question_id ?? 0);
    if (!question || number === undefined) return [];
    const assignments = all.flatMap(({ question_id: _, responses, ...row }) => {
      const scoring = scoringOf(row.group_puid, question_id);
      // Nothing depends on the key where everyone gets all points.
      const isDone = scoring.settings.outcome !== undefined || correctedKey(questionIn(question, scoring), questions) === null;
      return isDone ? [] : [{ ...row, responses: Number(responses) }];
    });
    return assignments.length === 0 ? [] : [{ question_id, number, assignments }];
  });
  return found.toSorted((a, b) => a.number - b.number || a.question_id - b.question_id);
}
