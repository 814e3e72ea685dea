import { calls } from '../../contract/index.ts';
import type { TestClient, TestServer } from './testServer.ts';

/** An attempt's questions in order, and the answers to them as a teacher sees them. */
export async function questionsOfAttempt(teacher: TestClient, { db }: Pick<TestServer, 'db'>, result_id: number) {
  const { group_assignment_id, user_puid, quiz_id } = await db
    .selectFrom('attempt')
    .selectAll()
    .where('result_id', '=', result_id)
    .executeTakeFirstOrThrow();
  const { quizzes } = await teacher.ok(calls.studentAnswers, { group_assignment_id, student_puid: user_puid });
  const quiz = quizzes.find((one) => one.quiz_id === quiz_id);
  const attempt = quiz?.attempts.find((one) => one.result_id === result_id);
  const questions = quiz?.questions ?? [];
  return {
    questions,
    answers: questions.map(({ id }) => {
      const found = attempt?.responses.find(({ question_id }) => question_id === id);
      return found && { answer_id: found.answer_id, answer_text: found.answer_text };
    }),
  };
}
