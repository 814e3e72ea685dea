import { loadQuestions } from '../areas/quiz/questions.ts';
import { responsesOf } from '../areas/quiz/results.ts';
import { score } from '../areas/quiz/score.ts';
import type { Db } from '../kit/access.ts';
import { toProvider } from './answerForms.ts';
import { attemptQuestions, providedAttempt } from './attempts.ts';
import { referenceOf, type Session } from './dataApi.ts';
import type { ProviderSession } from './sessions.ts';

/** The built-in provider's answer to the data call of `learnositySessions`: it keeps its answers here, and scores them by its key. */
export async function builtInSession(
  db: Db,
  { result_id, session_id, provider_student_id }: ProviderSession,
): Promise<Session | undefined> {
  const attempt = await providedAttempt(db, result_id);
  if (!attempt) return undefined;
  const answers = new Map((await responsesOf(db, attempt)).map((response) => [response.question_id, response]));
  const questions = attemptQuestions(await loadQuestions(db, [attempt.quiz_id]), attempt);
  return {
    ...{
      session_id,
      user_id: provider_student_id,
      activity_id: attempt.code,
      status: attempt.state === 'started' ? 'Incomplete' : 'Completed',
    },
    items: questions.map(({ question_id }, at) => ({
      reference: referenceOf(attempt.code, at + 1),
      time: answers.get(question_id)?.time_spent ?? 0,
    })),
    responses: questions.map((question, at) => {
      const given = answers.get(question.question_id);
      const response = given && toProvider(question, given);
      const earned = given && response ? score(question.key, question.points, given).points : 0;
      return {
        item_reference: referenceOf(attempt.code, at + 1),
        ...{ attempted: response !== undefined, score: earned, max_score: question.points, response },
      };
    }),
  };
}
