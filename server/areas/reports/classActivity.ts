import type { ClassActivity } from '../../../contract/reports.ts';
import { iso, lessonResources } from '../../kit/access.ts';
import type { UserContext } from '../../kit/handler.ts';
import { studentResults, visibleAssignment } from '../assignments.ts';
import { loadQuestions } from '../quiz/questions.ts';
import { isAnswered, score } from '../quiz/score.ts';

/** Number of wrong answers that flags a student as needing help. */
const manyWrong = 2;
/** How long after the last activity a student counts as present, in ms. */
const presence = 120_000;

/** Live view of where each student is in an assignment. Correctness appears only here and never reaches students. */
export async function classActivity(
  group_assignment_id: number,
  { ports, user }: Pick<UserContext, 'ports' | 'user'>,
): Promise<ClassActivity> {
  const { db } = ports;
  const row = await visibleAssignment(db, user, group_assignment_id);
  const now = ports.now();
  const students = await studentResults(db, row);
  const resources = new Map((await lessonResources(db, [row.lesson_id])).map((one) => [one.lesson_resource_id, one]));
  const touched = await db
    .selectFrom('resource_tracking as rt')
    .innerJoin('lesson_tracking as t', 't.tracking_id', 'rt.tracking_id')
    .select(['rt.user_puid', 'rt.lesson_resource_id', 'rt.updated_at'])
    .where('t.group_assignment_id', '=', group_assignment_id)
    .orderBy('rt.updated_at')
    .orderBy('rt.resource_tracking_id')
    .execute();
  const last = new Map(touched.map((one) => [one.user_puid, one]));
  const attempts = await db
    .selectFrom('attempt')
    .select(['result_id', 'user_puid', 'quiz_id', 'layout', 'started_at'])
    .where('group_assignment_id', '=', group_assignment_id)
    .where('state', '=', 'started')
    .orderBy('started_at')
    .orderBy('result_id')
    .execute();
  // Queried separately, because a join would repeat the long layout for each answer.
  const answers = Map.groupBy(
    await db
      .selectFrom('response as r')
      .innerJoin('attempt as a', 'a.result_id', 'r.result_id')
      .select(['r.result_id', 'r.question_id', 'r.answer_id', 'r.answer_text', 'r.updated_at'])
      .where('a.group_assignment_id', '=', group_assignment_id)
      .where('a.state', '=', 'started')
      .execute(),
    ({ result_id }) => result_id,
  );
  const asked = new Map(
    (await loadQuestions(db, [...new Set(attempts.map(({ quiz_id }) => quiz_id))])).map((question) => [question.question_id, question]),
  );
  const started = new Map(attempts.map((attempt) => [attempt.user_puid, attempt]));
  return {
    at: iso(now),
    students: students.map(({ user_puid, first_name, last_name, state, last_active_at }) => {
      const quiz = started.get(user_puid);
      const given = (quiz ? (answers.get(quiz.result_id) ?? []) : []).filter(isAnswered);
      const isWrong = (answer: (typeof given)[number]) => {
        const question = asked.get(answer.question_id);
        return question !== undefined && score(question.key, question.points, answer).is_correct === false;
      };
      const wrong = given.filter(isWrong).length;
      const signs = [last_active_at === null ? 0 : Date.parse(last_active_at), ...given.map(({ updated_at }) => updated_at)];
      const sign = Math.max(...signs, quiz?.started_at ?? 0, last.get(user_puid)?.updated_at ?? 0);
      return {
        user_puid,
        first_name,
        last_name,
        state,
        last_active_at: sign === 0 ? null : iso(sign),
        is_active: sign > 0 && now - sign <= presence,
        resource_title: resources.get(last.get(user_puid)?.lesson_resource_id ?? 0)?.title ?? null,
        answered: quiz ? given.length : null,
        questions: quiz ? (JSON.parse(quiz.layout) as { questions: number[] }).questions.length : null,
        wrong: quiz ? wrong : null,
        needs_help: quiz !== undefined && wrong >= manyWrong,
      };
    }),
  };
}
