import type { ItemsOfStudent, progressMonitoring } from '../../../contract/progressMonitoring.ts';
import type { Db } from '../../kit/access.ts';
import { type HandlersOf, notFound } from '../../kit/handler.ts';
import { classAssessments } from '../../reports/classAssessments.ts';
import { classAssignments, classStudents, visibleClass } from '../../reports/classWork.ts';
import { countedGames, ofStudent } from '../../reports/countedGames.ts';
import { assessmentKey, byStandard, chosenItems, gameKey, gamePoints, itemPoints, standardTexts } from '../../reports/itemPoints.ts';
import { loadQuestions, withKey } from '../quiz/questions.ts';

type Answer = NonNullable<ItemsOfStudent['items'][number]['answer']>;

/** A student's answers by assignment and question; null: skipped. */
async function answersOf(db: Db, user_puid: number, ids: readonly number[]) {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('attempt as a')
          .innerJoin('response as r', 'r.result_id', 'a.result_id')
          .select(['a.group_assignment_id', 'r.question_id', 'r.answer_id', 'r.answer_text'])
          .where('a.user_puid', '=', user_puid)
          .where('a.group_assignment_id', 'in', ids)
          .where('a.state', '<>', 'started')
          .execute();
  const answers = new Map(rows.map(({ answer_id, answer_text, ...of }) => [keyOf(of), { answer_id, answer_text }]));
  return (group_assignment_id: number, question_id: number) => answers.get(keyOf({ group_assignment_id, question_id })) ?? null;
}
const keyOf = (of: { group_assignment_id: number; question_id: number }) => `${of.group_assignment_id} ${of.question_id}`;

/** Every question that a student was given in scored attempts and counted games of a period. */
export const itemsOfStudent: HandlersOf<typeof progressMonitoring>['itemsOfStudent'] = async ({ query }, { ports, user }) => {
  const { db } = ports;
  const group = await visibleClass(db, user, query.group_puid);
  const student = (await classStudents(db, group.group_puid)).find(({ user_puid }) => user_puid === query.student_puid);
  if (!student) throw notFound('student');
  const rows = await classAssignments(db, user, query);
  const { assessments } = await classAssessments(db, rows, ports.now(), {});
  const games = ofStudent(await countedGames(db, query), student.user_puid);
  const asked = [...(await itemPoints(db, assessments, student.user_puid)), ...(await gamePoints(db, games))];
  const { choices, items } = chosenItems(rows, asked, query.group_assignment_id);
  const questions = new Map(
    (await loadQuestions(db, [...new Set(items.map(({ quiz_id }) => quiz_id))])).map((one) => [one.question_id, one]),
  );
  const given = await answersOf(
    db,
    student.user_puid,
    assessments.map(({ assignment }) => assignment.group_assignment_id),
  );
  const byMeasure = Map.groupBy(items, ({ measure }) => measure);
  const itemsIn = (key: string, answerTo: (question_id: number) => Answer | null) =>
    (byMeasure.get(key) ?? []).flatMap(({ question_id, standards, points, max_points }) => {
      const question = questions.get(question_id);
      if (!question) return [];
      return [{ question: withKey(question), standards: [...standards], answer: answerTo(question_id), points, max_points }];
    });
  const textOf = await standardTexts(db, [...byStandard(items).keys()]);
  return {
    ...group,
    choices,
    student,
    standards: [...byStandard(items).keys()].map((standard) => ({ standard, description: textOf(standard) })),
    items: [
      ...assessments.flatMap(({ assignment: { group_assignment_id }, quiz_id, title, results }) => {
        const submitted_at = results.find(({ user_puid }) => user_puid === student.user_puid)?.submitted_at;
        if (!submitted_at) return [];
        const of = { kind: 'quiz' as const, group_assignment_id, quiz_id, title, submitted_at };
        return itemsIn(assessmentKey(of), (question_id) => given(group_assignment_id, question_id)).map((item) => ({ ...of, ...item }));
      }),
      ...games.flatMap((game) => {
        const of = { kind: 'game' as const, game_id: game.game_id, title: game.title, submitted_at: game.at };
        const answers = new Map(game.results.flatMap((result) => result.answers.map((one) => [one.question_id, one.answer_id])));
        const answerTo = (question_id: number) => {
          const answer_id = answers.get(question_id) ?? null;
          return answer_id === null ? null : { answer_id, answer_text: '' };
        };
        return itemsIn(gameKey(game), answerTo).map((item) => ({ ...of, ...item }));
      }),
    ].toSorted((a, b) => b.submitted_at.localeCompare(a.submitted_at)),
  };
};
