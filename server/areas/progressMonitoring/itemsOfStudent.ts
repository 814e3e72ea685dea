import type { progressMonitoring } from '../../../contract/progressMonitoring.ts';
import type { Db } from '../../kit/access.ts';
import { type HandlersOf, notFound } from '../../kit/handler.ts';
import { classAssessments } from '../../reports/classAssessments.ts';
import { classAssignments, classStudents, visibleClass } from '../../reports/classWork.ts';
import { byStandard, chosenItems, itemPoints, standardTexts } from '../../reports/itemPoints.ts';
import { loadQuestions, withKey } from '../quiz/questions.ts';

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

/** Every question that a student was given in scored attempts of a period. */
export const itemsOfStudent: HandlersOf<typeof progressMonitoring>['itemsOfStudent'] = async ({ query }, { ports, user }) => {
  const { db } = ports;
  const group = await visibleClass(db, user, query.group_puid);
  const student = (await classStudents(db, group.group_puid)).find(({ user_puid }) => user_puid === query.student_puid);
  if (!student) throw notFound('student');
  const rows = await classAssignments(db, user, query);
  const { assessments } = await classAssessments(db, rows, ports.now(), {});
  const results = assessments.flatMap((assessment) => {
    const result = assessment.results.find(({ user_puid }) => user_puid === student.user_puid);
    return result?.submitted_at ? [{ ...assessment, submitted_at: result.submitted_at }] : [];
  });
  const { choices, items } = chosenItems(rows, await itemPoints(db, results, student.user_puid), query.group_assignment_id);
  const questions = new Map(
    (await loadQuestions(db, [...new Set(items.map(({ quiz_id }) => quiz_id))])).map((one) => [one.question_id, one]),
  );
  const answers = await answersOf(
    db,
    student.user_puid,
    results.map(({ assignment }) => assignment.group_assignment_id),
  );
  const textOf = await standardTexts(db, [...byStandard(items).keys()]);
  return {
    ...group,
    choices,
    student,
    standards: [...byStandard(items).keys()].map((standard) => ({ standard, description: textOf(standard) })),
    items: results
      .toSorted((a, b) => b.submitted_at.localeCompare(a.submitted_at))
      .flatMap(({ assignment: { group_assignment_id }, quiz_id, title, submitted_at }) =>
        items
          .filter((item) => item.group_assignment_id === group_assignment_id && item.quiz_id === quiz_id)
          .flatMap(({ question_id, standards, points }) => {
            const question = questions.get(question_id);
            if (!question) return [];
            return [
              {
                ...{ group_assignment_id, quiz_id, title, submitted_at, points },
                question: withKey(question),
                standards: [...standards],
                answer: answers(group_assignment_id, question_id),
              },
            ];
          }),
      ),
  };
};
