import { counts } from '../../../common/answered.ts';
import { isHandedIn } from '../../../contract/content.ts';
import { assigned, type Db, isOfVisibleGroup } from '../../kit/access.ts';
import { notFound, refuse } from '../../kit/handler.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { loadQuestions, type StoredQuestion } from '../quiz/questions.ts';

/** Submitted attempts of the students who have the assignment now, in all classes. */
export const submittedAttempts = (db: Db) =>
  assigned(db)
    .innerJoin('app_user as u', (join) => join.onRef('u.user_puid', '=', 'e.user_puid').on('u.active', '=', 1))
    .innerJoin('attempt as a', (join) =>
      join
        .onRef('a.group_assignment_id', '=', 'ga.group_assignment_id')
        .onRef('a.user_puid', '=', 'e.user_puid')
        .on('a.state', '<>', 'started'),
    );

/** Those in the classes that the staff member sees, with their items. */
export const attemptsInScope = (db: Db, user: TokenUser) =>
  submittedAttempts(db)
    .where(isOfVisibleGroup(db, user))
    .innerJoin('quiz as q', 'q.quiz_id', 'a.quiz_id')
    .innerJoin('content_item as i', 'i.item_id', 'q.item_id');

export interface ItemName {
  item_id: number;
  itemtype_id: number;
}

/** A quiz or assessment that somebody in scope has submitted, with its questions in the author's order. Throws 404 if there is none. */
export async function gradedQuiz(
  db: Db,
  user: TokenUser,
  { item_id, itemtype_id }: ItemName,
): Promise<{ quiz_id: number; title: string; questions: StoredQuestion[] }> {
  const quiz = isHandedIn(itemtype_id)
    ? await attemptsInScope(db, user)
        .select(['a.quiz_id', 'i.title'])
        .where('i.item_id', '=', item_id)
        .where('i.item_type_id', '=', itemtype_id)
        .limit(1)
        .executeTakeFirst()
    : undefined;
  if (!quiz) throw notFound('item');
  return { ...quiz, questions: await loadQuestions(db, [quiz.quiz_id]) };
}

/** How a call names a question: by its id, or by its place among all of its quiz, from 0. */
export interface QuestionName {
  question_id?: number | undefined;
  question_index?: number | undefined;
}

/** The question that a call names. Throws 400 if it names none and there are several, 404 if there is none. */
export function questionNamed(questions: readonly StoredQuestion[], { question_id, question_index }: QuestionName): StoredQuestion {
  if (question_id === undefined && question_index === undefined && questions.length > 1) throw refuse('questionUnnamed');
  const question = question_id === undefined ? questions[question_index ?? 0] : questions.find((one) => one.question_id === question_id);
  if (!question) throw notFound('question');
  return question;
}

/** Whether a response has an answer that can be scored. */
export const hasAnswer = ({ answer_id, answer_text }: { answer_id: number | null; answer_text: string }) => counts(answer_id, answer_text);
