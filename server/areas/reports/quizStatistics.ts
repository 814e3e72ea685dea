import type { ItemStatistics, reports as reportCalls } from '../../../contract/reports.ts';
import type { Row } from '../../db/schema.ts';
import type { HandlersOf } from '../../kit/handler.ts';
import { optionFigures, testFigures } from '../../reports/itemStatistics.ts';
import { quizzesOf } from '../../reports/quizzesOf.ts';
import { groupReleases } from '../../reports/release.ts';
import { studentsOf, submittedResponses, visibleAssignment } from '../assignments.ts';
import { newestOf, questionsByQuiz, type StoredQuestion } from '../quiz/questions.ts';
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

const pointsOf = (questions: readonly StoredQuestion[]) => questions.reduce((sum, { points }) => sum + points, 0);

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
  const releasedAt = await groupReleases(db, [group_assignment_id]);
  return quizzes.map(({ quiz_id, item_id, title, resource_type_id, is_removed }) => {
    const own = attempts
      .filter((attempt) => attempt.quiz_id === quiz_id)
      .map(({ result_id, layout }) => ({ result_id, shown: new Set((JSON.parse(layout) as { questions: number[] }).questions) }));
    // Of earlier versions, those that somebody has.
    const asked = (questions.get(quiz_id) ?? []).filter(
      ({ question_id, retired_at }) => retired_at === null || own.some(({ shown }) => shown.has(question_id)),
    );
    const of = own.map(({ result_id, shown }) => {
      const given = new Map((responses.get(result_id) ?? []).map((response) => [response.question_id, response]));
      return {
        given,
        shown,
        isScored: [...given.values()].every(({ points }) => points !== null),
        // Not answered: no points. An answer that still waits for its points is left out, and so is its student where totals count.
        marks: asked.map(({ question_id }) => {
          const response = given.get(question_id);
          return !shown.has(question_id) ? null : response ? response.points : 0;
        }),
      };
    });
    const figuresFrom = (some: typeof of) =>
      testFigures(
        some.map(({ marks }) => marks),
        asked.map(({ points }) => points),
      );
    const all = figuresFrom(of);
    const scored = of.filter(({ isScored }) => isScored);
    const { mean, median, sd, alpha } = scored.length === of.length ? all : figuresFrom(scored);
    const totals = of.map(({ marks }) => marks.reduce<number>((sum, mark) => sum + (mark ?? 0), 0));
    return {
      quiz_id,
      item_id,
      title,
      item_type_id: resource_type_id,
      is_removed,
      // What an attempt could reach: without questions that the teacher dropped, and without those of a version that nobody has yet.
      max_score:
        of.length === 0
          ? pointsOf(newestOf(asked))
          : Math.max(...of.map(({ shown }) => pointsOf(asked.filter(({ question_id }) => shown.has(question_id))))),
      ...{ mean, median, sd, alpha },
      students: all.students,
      missing: is_removed ? 0 : students.size - all.students,
      release_at: releasedAt(group_assignment_id, quiz_id),
      items: asked.map((question, at): ItemStatistics => {
        const { facility, discrimination, efficiency } = all.items[at] as (typeof all.items)[number];
        const given = of.map((one) => one.given.get(question.question_id));
        const answered = given.filter((one) => one !== undefined && isAnswered(one));
        return {
          question_id: question.question_id,
          question_text: question.question_html,
          points: question.points,
          standards: JSON.parse(question.standards) as string[],
          ...{ facility, discrimination, efficiency },
          asked: of.filter(({ shown }) => shown.has(question.question_id)).length,
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
