import type { ItemStatistics, reports as reportCalls } from '../../../contract/reports.ts';
import type { Row } from '../../db/schema.ts';
import { isoOrNull } from '../../kit/access.ts';
import type { HandlersOf } from '../../kit/handler.ts';
import { optionFigures, testFigures } from '../../reports/itemStatistics.ts';
import { quizzesOf } from '../../reports/quizzesOf.ts';
import { studentsOf, submittedResponses, visibleAssignment } from '../assignments.ts';
import { questionsByQuiz, type StoredQuestion } from '../quiz/questions.ts';
import { isAnswered } from '../quiz/score.ts';

/** Whether a question's answers are options that can be counted. */
export const storedOptions = (question: StoredQuestion) => question.key.kind === 'one' || question.key.kind === 'many';

/** Option ids in an answer. */
export function chosenOptions({ answer_id, answer_text }: { answer_id: number | null; answer_text: string }): number[] {
  if (answer_id !== null) return [answer_id];
  try {
    const given: unknown = JSON.parse(answer_text);
    return Array.isArray(given) ? given.filter((one) => typeof one === 'number') : [];
  } catch {
    return [];
  }
}

/** The quizzes of an assignment with test and item statistics. */
export const quizStatistics: HandlersOf<typeof reportCalls>['quizStatistics'] = async ({ query }, { ports, user }) => {
  const { db } = ports;
  const row = await visibleAssignment(db, user, query.group_assignment_id);
  const { group_assignment_id } = row;
  const students = new Set((await studentsOf(db, [group_assignment_id])).map(({ user_puid }) => user_puid));
  const quizzes = await quizzesOf(db, { lesson_id: row.lesson_id, group_assignment_ids: [group_assignment_id] });
  const questions = await questionsByQuiz(db, quizzes);
  const attempts = (
    await db
      .selectFrom('attempt')
      .select(['result_id', 'user_puid', 'quiz_id', 'layout'])
      .where('group_assignment_id', '=', group_assignment_id)
      .where('state', '<>', 'started')
      .orderBy('user_puid')
      .execute()
  ).filter(({ user_puid }) => students.has(user_puid));
  const responses = await submittedResponses(db, [group_assignment_id]);
  const releases = new Map(
    (
      await db
        .selectFrom('report_release')
        .select(['quiz_id', 'release_at'])
        .where('group_assignment_id', '=', group_assignment_id)
        .where('user_puid', '=', 0)
        .execute()
    ).map(({ quiz_id, release_at }) => [quiz_id, release_at]),
  );
  return quizzes.map(({ quiz_id, title, resource_type_id, is_removed }) => {
    const asked = questions.get(quiz_id) ?? [];
    const of = attempts
      .filter((attempt) => attempt.quiz_id === quiz_id)
      .map((attempt) => ({
        shown: new Set((JSON.parse(attempt.layout) as { questions: number[] }).questions),
        given: new Map((responses.get(attempt.result_id) ?? []).map((response) => [response.question_id, response])),
      }));
    // Not answered: no points. An answer that still waits for its points is left out, and so is its student where totals count.
    const marksIn = (all: typeof of) =>
      all.map(({ shown, given }) =>
        asked.map(({ question_id }) => {
          const response = given.get(question_id);
          return !shown.has(question_id) ? null : response ? response.points : 0;
        }),
      );
    const marks = marksIn(of);
    const maxima = asked.map(({ points }) => points);
    const { items, students: counted } = testFigures(marks, maxima);
    const {
      items: _items,
      students: _scored,
      error: _error,
      ...figures
    } = testFigures(marksIn(of.filter(({ given }) => [...given.values()].every(({ points }) => points !== null))), maxima);
    const totals = marks.map((row) => row.reduce<number>((sum, mark) => sum + (mark ?? 0), 0));
    return {
      quiz_id,
      title,
      item_type_id: resource_type_id,
      is_removed,
      max_score: asked.reduce((sum, { points }) => sum + points, 0),
      ...figures,
      students: counted,
      missing: is_removed ? 0 : students.size - counted,
      release_at: isoOrNull(releases.get(quiz_id) ?? null),
      items: asked.map((question, at): ItemStatistics => {
        const { asked, facility, discrimination, efficiency } = items[at] as (typeof items)[number];
        const given = of.map((one) => one.given.get(question.question_id));
        const answered = given.filter((one) => one !== undefined && isAnswered(one));
        return {
          question_id: question.question_id,
          question_text: question.question_html,
          points: question.points,
          standards: JSON.parse(question.standards) as string[],
          ...{ asked, facility, discrimination, efficiency },
          answered: answered.length,
          correct: answered.filter((one) => one?.is_correct === 1).length,
          options: storedOptions(question)
            ? optionFigures(
                question.options.map(({ option_id }) => option_id),
                given.map((one, student) => ({ chosen: one ? chosenOptions(one) : [], total: totals[student] as number, count: 1 })),
              ).map(({ option: _option, ...counts }, index) => {
                const { answer_text, is_answer, misconception } = question.options[index] as Row<'question_option'>;
                return { answer_text, is_answer: is_answer === 1, misconception, ...counts };
              })
            : [],
        };
      }),
    };
  });
};
