import { emptyQuestion } from '../../../common/authoring/emptyQuiz.ts';
import { type AuthoredQuestion, type AuthoredQuiz, quizLimits } from '../../../contract/authoring.ts';

/** Changes of the list of questions. `newKey` makes keys that no other part has. */

export const withQuestion = (quiz: AuthoredQuiz, question: AuthoredQuestion): AuthoredQuiz => ({
  ...quiz,
  questions: quiz.questions.map((one) => (one.key === question.key ? question : one)),
});

export const hasRoom = ({ questions }: AuthoredQuiz): boolean => questions.length < quizLimits.questions;

/** With a new question at the end, and its key. */
export function withNew(
  quiz: AuthoredQuiz,
  type: AuthoredQuestion['question_type'],
  newKey: () => string,
): { quiz: AuthoredQuiz; key: string } {
  const question = emptyQuestion(newKey, type);
  return { quiz: { ...quiz, questions: [...quiz.questions, question] }, key: question.key };
}

/** With a copy after the question, and its key. */
export function withCopy(quiz: AuthoredQuiz, key: string, newKey: () => string): { quiz: AuthoredQuiz; key: string } {
  const copied = newKey();
  const questions = quiz.questions.flatMap((one) => (one.key === key ? [one, { ...one, key: copied }] : [one]));
  return { quiz: { ...quiz, questions }, key: copied };
}

export const without = (quiz: AuthoredQuiz, key: string): AuthoredQuiz => ({
  ...quiz,
  questions: quiz.questions.filter((one) => one.key !== key),
});

/** With two neighbors in the other order. `step`: -1 up, 1 down. */
export function moved<One extends { key: string }>(list: readonly One[], key: string, step: -1 | 1): One[] {
  const from = list.findIndex((one) => one.key === key);
  const to = from + step;
  const next = [...list];
  const [a, b] = [list[from], list[to]];
  if (a && b) [next[to], next[from]] = [a, b];
  return next;
}
