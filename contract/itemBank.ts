import * as v from 'valibot';
import { AuthoredQuestion, AuthoredQuiz, AuthoredQuizDetail, largestQuiz, pictureId, SavedQuiz } from './authoring.ts';
import { call, id, providers, smallId } from './kit.ts';
import { deliveries, Question, QuizAnswer, QuizPreview, questionTypes } from './quiz.ts';
import { Photo } from './shell.ts';

const place = {
  quiz_id: v.number(),
  /** The quiz itself, or what has its questions. */
  item_id: v.number(),
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

/** A quiz of the catalog for editing, and what its form does not have in fields. */
export const BankDraft = v.object({
  ...AuthoredQuizDetail.entries,
  quiz_id: v.number(),
  delivery: v.picklist(deliveries),
  /** Questions in a reading, a video or the like, which have its title and are marked at once. */
  is_check: v.boolean(),
  /** As the course has them. */
  course_questions: v.array(AuthoredQuestion),
  /** The course has changed them since the latest publication. */
  is_course_new: v.boolean(),
  /** Whether the library offers the item. */
  is_offered: v.boolean(),
  /** Drawings that questions keep (`AuthoredQuestion.kept`). */
  drawings: v.array(v.object({ question_id: v.number(), diagram: v.string() })),
});
export type BankDraft = v.InferOutput<typeof BankDraft>;

const edited = { backend: 'lms', access: providers, onFailure: 'state', origin: 'ours' } as const;
const named = { item_id: id };
const asked = { backend: 'lms', method: 'GET', access: providers, onFailure: 'state', origin: 'ours' } as const;
const Banks = v.object({ quizzes: v.array(QuestionBank) });

/** Questions of the catalog with their answers, to read and to edit, for the provider's administrators. */
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
  bankDraft: call({
    ...edited,
    method: 'GET',
    path: '/quiz/get_bank_draft',
    summary: 'Get the draft of a quiz or assessment of the catalog for editing; without one, the questions that new attempts get',
    query: v.object(named),
    data: BankDraft,
  }),
  saveBankDraft: call({
    ...edited,
    method: 'POST',
    path: '/quiz/save_bank_draft',
    summary:
      'Save the draft of a quiz of the catalog; refused if it was saved somewhere else since `version`, unless that save was the same',
    largest: largestQuiz,
    body: v.object({ ...named, version: smallId, quiz: AuthoredQuiz }),
    data: SavedQuiz,
  }),
  publishBankDraft: call({
    ...edited,
    method: 'POST',
    path: '/quiz/publish_bank_draft',
    summary: 'Give the draft of a quiz of the catalog to new attempts in all districts; attempts that have started keep their questions',
    body: v.object({ ...named, version: smallId }),
    data: SavedQuiz,
  }),
  previewBankDraft: call({
    ...edited,
    method: 'POST',
    path: '/quiz/preview_bank_draft',
    summary: 'Play the draft of a quiz of the catalog, with its key and the scores of the given answers; nothing is stored',
    body: v.object({ ...named, answers: v.optional(v.pipe(v.array(QuizAnswer), v.maxLength(500)), []) }),
    data: QuizPreview,
  }),
  uploadBankPicture: call({
    ...edited,
    method: 'POST',
    path: '/quiz/upload_bank_picture',
    summary: 'Upload a PNG, JPEG or WebP picture for the questions of a quiz of the catalog; the same picture again has the same name',
    bodyType: 'multipart',
    body: v.object({ ...named, picture: v.instance(File) }),
    data: v.object({ picture_id: v.string() }),
  }),
  bankPicture: call({
    ...edited,
    method: 'GET',
    path: '/quiz/get_bank_picture',
    summary: 'Get a picture of the catalog’s questions, for the editor',
    query: v.object({ picture_id: pictureId }),
    data: Photo,
  }),
};
