import * as v from 'valibot';
import { call, id, providers } from './kit.ts';
import { deliveries, Question, questionTypes } from './quiz.ts';

const place = {
  quiz_id: v.number(),
  title: v.string(),
  delivery: v.picklist(deliveries),
  language_id: v.number(),
  product_name: v.string(),
  unit_name: v.string(),
  /** Level of the reading that the quiz belongs to; null: it has none. */
  lexile: v.nullable(v.number()),
};

/** A quiz of the catalog with what its questions are like. */
export const QuestionBank = v.object({
  ...place,
  question_count: v.number(),
  points: v.number(),
  /** Those that it has, in the order of `questionTypes`. */
  question_types: v.array(v.picklist(questionTypes)),
});
export type QuestionBank = v.InferOutput<typeof QuestionBank>;

/** A question with its key, and what its authors say about it. */
export const BankQuestion = v.object({
  ...Question.entries,
  standards: v.array(v.string()),
  /** On the scale of the Rasch model: 0 is average, higher is harder. */
  difficulty: v.number(),
});
export type BankQuestion = v.InferOutput<typeof BankQuestion>;

/** The questions that new attempts get, in order. */
export const QuestionAnswers = v.object({ ...place, questions: v.array(BankQuestion) });
export type QuestionAnswers = v.InferOutput<typeof QuestionAnswers>;

const asked = { backend: 'lms', method: 'GET', access: providers, onFailure: 'state', origin: 'ours' } as const;
const Banks = v.object({ quizzes: v.array(QuestionBank) });

/** Questions of the catalog with their answers, for the provider's administrators. */
export const itemBank = {
  questionBanks: call({
    ...asked,
    path: '/quiz/get_question_banks',
    summary: 'List the catalog’s quizzes without a time limit, with the number, points and types of their questions',
    data: Banks,
  }),
  questionAnswers: call({
    ...asked,
    path: '/quiz/get_question_answers',
    summary: 'Get the questions of a quiz of the catalog with key, explanation, misconceptions, standards and difficulty',
    query: v.object({ quiz_id: id }),
    data: QuestionAnswers,
  }),
  assessmentQuestionBanks: call({
    ...asked,
    path: '/assessment/get_question_banks',
    summary: 'List the catalog’s assessments with a time limit, as `get_question_banks` does',
    data: Banks,
  }),
  assessmentQuestionAnswers: call({
    ...asked,
    path: '/assessment/get_question_answers',
    summary: 'Get the questions of an assessment of the catalog, as `get_question_answers` does',
    query: v.object({ assessment_id: id }),
    data: QuestionAnswers,
  }),
};
