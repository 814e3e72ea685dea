import type { itemBank as calls, QuestionAnswers, QuestionBank } from '../../contract/itemBank.ts';
import { questionTypes } from '../../contract/quiz.ts';
import type { Db } from '../kit/access.ts';
import { type HandlersOf, notFound, type UserContext } from '../kit/handler.ts';
import { editing } from './itemBank/editing.ts';
import { withPictures } from './quiz/pictures.ts';
import { newestQuestions, withKey } from './quiz/questions.ts';
import { explanationTerms } from './quiz/questionTerms.ts';

const withLimit = 'assessment';

/** The catalog's quizzes; users' own are not in it. */
const catalogQuizzes = (db: Db, isAssessment: boolean) =>
  db
    .selectFrom('quiz as q')
    .innerJoin('content_item as i', 'i.item_id', 'q.item_id')
    .innerJoin('product as p', 'p.product_id', 'i.product_id')
    .innerJoin('unit as u', 'u.unit_id', 'i.unit_id')
    .select([
      'q.quiz_id',
      'q.item_id',
      'q.title',
      'q.delivery',
      'i.language_id',
      'i.lexile',
      'p.name as product_name',
      'u.name as unit_name',
    ])
    .where('i.owner_puid', 'is', null)
    .where('q.delivery', isAssessment ? '=' : '<>', withLimit);

async function banks(db: Db, isAssessment: boolean): Promise<{ quizzes: QuestionBank[] }> {
  const quizzes = await catalogQuizzes(db, isAssessment)
    .orderBy('p.sort_order')
    .orderBy('u.sort_order')
    .orderBy('i.sort_order')
    .orderBy('q.quiz_id')
    .execute();
  const counted = await db
    .selectFrom('question')
    .select(['quiz_id', 'question_type'])
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('points').as('points')])
    .where('retired_at', 'is', null)
    .where('quiz_id', 'in', catalogQuizzes(db, isAssessment).clearSelect().select('q.quiz_id'))
    .groupBy(['quiz_id', 'question_type'])
    .execute();
  const byQuiz = Map.groupBy(counted, ({ quiz_id }) => quiz_id);
  return {
    quizzes: quizzes.map((quiz) => {
      const parts = byQuiz.get(quiz.quiz_id) ?? [];
      return {
        ...(quiz as typeof quiz & Pick<QuestionBank, 'delivery'>),
        question_count: parts.reduce((sum, { count }) => sum + Number(count), 0),
        points: parts.reduce((sum, { points }) => sum + Number(points), 0),
        question_types: questionTypes.filter((type) => parts.some(({ question_type }) => question_type === type)),
      };
    }),
  };
}

async function answers({ ports: { db }, user }: UserContext, isAssessment: boolean, quiz_id: number): Promise<QuestionAnswers> {
  const quiz = await catalogQuizzes(db, isAssessment).where('q.quiz_id', '=', quiz_id).executeTakeFirst();
  if (!quiz) throw notFound(isAssessment ? 'assessment' : 'quiz');
  const stored = await withPictures(db, await newestQuestions(db, [quiz_id]));
  const termsOf = await explanationTerms(db, user, quiz);
  return {
    ...(quiz as typeof quiz & Pick<QuestionAnswers, 'delivery'>),
    questions: stored.map((question) => ({
      ...withKey(question),
      terms: termsOf(question),
      standards: JSON.parse(question.standards),
      difficulty: question.difficulty,
    })),
  };
}

export const itemBank: HandlersOf<typeof calls> = {
  ...editing,
  questionBanks: (_, { ports }) => banks(ports.db, false),
  questionAnswers: ({ query }, context) => answers(context, false, query.quiz_id),
  assessmentQuestionBanks: (_, { ports }) => banks(ports.db, true),
  assessmentQuestionAnswers: ({ query }, context) => answers(context, true, query.assessment_id),
};
