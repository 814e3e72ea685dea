import * as v from 'valibot';
import { CommentPlace, CommentText, commentLanguages, mostMarked } from './comments.ts';
import { call, id, idOrZero, nothing, smallId, staff } from './kit.ts';
import { Question } from './quiz.ts';
import { attemptStates } from './quizResult.ts';

/** Longest comment, in letters. */
export const mostFeedbackLetters = 2_000;
/** Most responses that one decision scores. */
export const mostInGroup = 500;

const feedback = v.pipe(v.string(), v.trim(), v.maxLength(mostFeedbackLetters));
/** Points; the question's own number is the upper limit. */
const score = v.pipe(v.number(), v.minValue(0), v.maxValue(1_000));
/** Place of a question in its quiz, from 0. */
const index = v.pipe(idOrZero, v.maxValue(1_000));
const item = { item_id: id, itemtype_id: smallId };
const reader = { user_puid: id, district_id: id };

/** A quiz or assessment as one class answered it. */
export const GradedItem = v.object({
  item_id: v.number(),
  itemtype_id: v.number(),
  title: v.string(),
  group_puid: v.number(),
  group_name: v.string(),
  /** Submitted answers of the students who have it now; those without points; and those that a person scored. */
  responses: v.number(),
  waiting: v.number(),
  scored_by_person: v.number(),
});
export type GradedItem = v.InferOutput<typeof GradedItem>;

/** A question with its key, and how far its answers are scored. */
export const GradedQuestion = v.object({
  question_index: v.number(),
  question: Question,
  responses: v.number(),
  waiting: v.number(),
});
export type GradedQuestion = v.InferOutput<typeof GradedQuestion>;

const person = { user_puid: v.number(), first_name: v.string(), last_name: v.string() };

/** Who scored a response; null: the key did, or nobody yet. `grade_id` changes with every score. */
const Grade = v.nullable(v.object({ grade_id: v.number(), user_puid: v.number(), user_name: v.string(), score: v.number() }));

/** A student's answer to a question. */
export const QuestionResponse = v.object({
  result_id: v.number(),
  comment_count: v.number(),
  ...person,
  group_puid: v.number(),
  group_name: v.string(),
  answer_id: v.nullable(v.number()),
  answer_text: v.string(),
  /** The first response in the list with the same answer, apart from case, spaces, accents and units. */
  same_as: v.number(),
  /** null: waits for its points. */
  points: v.nullable(v.number()),
  grade: Grade,
  state: v.picklist(attemptStates),
});
export type QuestionResponse = v.InferOutput<typeof QuestionResponse>;

/** A comment on a response. Of ours: everything but the first five. */
export const ResponseComment = v.object({
  user_puid: v.number(),
  user_name: v.string(),
  feedback_text: v.string(),
  comment_time: v.string(),
  score: v.nullable(v.number()),
  comment_id: v.number(),
  language: CommentText.entries.language,
  translation: CommentText.entries.translation,
  place: v.nullable(CommentPlace),
  /** The student may read it after the release. False: written before students could. */
  is_for_student: v.boolean(),
  is_read: v.boolean(),
  /** The student's answer. `is_new`: the reader wrote the comment and has not marked the answer seen. */
  answer: v.nullable(v.object({ answer_text: v.string(), answer_time: v.string(), is_new: v.boolean() })),
});
export type ResponseComment = v.InferOutput<typeof ResponseComment>;

/** A resource that a comment can lead to. */
export const FeedbackPlace = v.object({
  item_id: v.number(),
  title: v.string(),
  resource_type_id: v.number(),
  /** Headings of a reading. */
  headings: v.array(v.string()),
});
export type FeedbackPlace = v.InferOutput<typeof FeedbackPlace>;

/** A comment of the teacher's that was used before. */
export const BankComment = v.object({ ...CommentText.entries, used: v.number() });
export type BankComment = v.InferOutput<typeof BankComment>;

/** What a teacher has not seen yet: a student's answer to a comment. */
export const NewAnswer = v.object({
  comment_id: v.number(),
  item_id: v.number(),
  result_id: v.number(),
  question_index: v.number(),
  title: v.string(),
  group_name: v.string(),
  answer_text: v.string(),
  answer_time: v.string(),
});
export type NewAnswer = v.InferOutput<typeof NewAnswer>;

/** All answers of one student's attempt. */
export const StudentResponses = v.object({
  item_id: v.number(),
  itemtype_id: v.number(),
  title: v.string(),
  result_id: v.number(),
  ...person,
  group_name: v.string(),
  state: v.picklist(attemptStates),
  answers: v.array(v.object({ ...GradedQuestion.entries, response: v.nullable(QuestionResponse) })),
});
export type StudentResponses = v.InferOutput<typeof StudentResponses>;

/** What became of one response in a decision. */
export const GradedResponse = v.object({
  result_id: v.number(),
  /** `taken`: somebody else has scored it since; `gone`: it was reassigned, or is out of reach. Neither is changed. */
  outcome: v.picklist(['scored', 'taken', 'gone']),
  /** What is stored now; null if gone. */
  points: v.nullable(v.number()),
  grade: Grade,
  comment_count: v.number(),
});
export type GradedResponse = v.InferOutput<typeof GradedResponse>;

/** Names one decision, so that a repeated call does not count twice. */
const gradingKey = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, 'word'));
/** The `grade_id` that the teacher saw; null: none. */
const seen = v.nullable(id);
/** What belongs to the words of a comment. All ours. */
const commentWords = {
  user_feedback: feedback,
  feedback_language: v.optional(v.nullable(v.picklist(commentLanguages)), null),
  /** The same in the other language. */
  feedback_translation: v.optional(feedback, ''),
  place: v.optional(v.nullable(CommentPlace), null),
};

/** Autograde (specification, sections 2 to 4 and 7): teachers score answers and comment on them. */
export const autograde = {
  itemData: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/autograding/fetch_item_data',
    summary: 'List the quizzes and assessments with answers, class by class',
    access: staff,
    query: v.object(reader),
    data: v.array(GradedItem),
    onFailure: 'state',
  }),
  itemQuestions: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/autograding/fetch_item_questions',
    summary: 'List the questions of a quiz or assessment with their keys and counts of answers',
    access: staff,
    /** `group_puid`, ours: only this class. */
    query: v.object({ ...item, group_puid: v.optional(id) }),
    data: v.object({ title: v.string(), questions: v.array(GradedQuestion) }),
    onFailure: 'state',
  }),
  questionResponses: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/autograding/fetch_question_responses',
    summary: 'List the answers to a question, each with the first one that is the same',
    access: staff,
    query: v.object({ ...item, question_index: index, ...reader, group_puid: v.optional(id) }),
    data: v.array(QuestionResponse),
    onFailure: 'state',
  }),
  responseComments: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/autograding/fetch_responses_comments',
    summary: 'List the comments on an answer, oldest first',
    access: staff,
    query: v.object({ result_id: id, question_index: index, ...reader }),
    data: v.array(ResponseComment),
    onFailure: 'state',
  }),
  submitUserFeedback: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/autograding/submit_user_feedback',
    summary: 'Comment on an answer, score it, or both',
    access: staff,
    body: v.object({
      result_id: id,
      user_puid: id,
      ...commentWords,
      user_score: v.nullable(score),
      /** Ours. Without it, the attempt must have a single question. */
      question_index: v.optional(index),
      /** Ours. With it, a score that the teacher has not seen is not replaced. */
      seen_grade_id: v.optional(seen),
    }),
    data: ResponseComment,
    onFailure: 'state',
  }),
  scoreResponses: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/autograding/score_responses',
    summary: 'Score several answers to a question, or comment on them, with one decision; repeating it with the same key changes nothing',
    access: staff,
    body: v.object({
      user_puid: id,
      grading_key: gradingKey,
      ...item,
      question_index: index,
      /** null: only a comment. */
      score: v.nullable(score),
      ...commentWords,
      responses: v.pipe(v.array(v.object({ result_id: id, seen_grade_id: seen })), v.minLength(1), v.maxLength(mostInGroup)),
    }),
    /** In the order of the request. */
    data: v.array(GradedResponse),
    onFailure: 'state',
    origin: 'ours',
  }),
  studentResponses: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/autograding/fetch_student_responses',
    summary: "Get all answers of one student's attempt",
    access: staff,
    query: v.object({ result_id: id }),
    data: StudentResponses,
    onFailure: 'state',
    origin: 'ours',
  }),
  commentBank: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/autograding/fetch_comment_bank',
    summary: "List the teacher's own comments, the most used first",
    access: staff,
    query: v.object({ user_puid: id }),
    data: v.array(BankComment),
    onFailure: 'state',
    origin: 'ours',
  }),
  feedbackPlaces: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/autograding/fetch_feedback_places',
    summary: 'List the resources of the lesson that an attempt belongs to, in playing order, for a link from a comment',
    access: staff,
    query: v.object({ result_id: id }),
    data: v.array(FeedbackPlace),
    onFailure: 'state',
    origin: 'ours',
  }),
  takeBackComment: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/autograding/take_back_comment',
    summary: "Delete one of the teacher's own comments that the student has not read; its score stays. 409 if it was read",
    access: staff,
    refusedWhileActing: true,
    body: v.object({ user_puid: id, comment_id: id }),
    data: nothing,
    onFailure: 'state',
    origin: 'ours',
  }),
  newAnswers: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/autograding/fetch_new_answers',
    summary: "List the students' answers to the teacher's comments that the teacher has not marked seen, oldest first",
    access: staff,
    query: v.object({ user_puid: id }),
    data: v.array(NewAnswer),
    onFailure: 'state',
    origin: 'ours',
  }),
  markAnswersSeen: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/autograding/mark_answers_seen',
    summary: "Mark students' answers to the teacher's own comments seen; other comments are left as they are",
    access: staff,
    refusedWhileActing: true,
    body: v.object({ user_puid: id, comment_ids: v.pipe(v.array(id), v.minLength(1), v.maxLength(mostMarked)) }),
    data: nothing,
    onFailure: 'state',
    origin: 'ours',
  }),
};
