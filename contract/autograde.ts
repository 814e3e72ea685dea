import * as v from 'valibot';
import { CommentPlace, CommentText, commentLanguages, mostMarked } from './comments.ts';
import { call, id, idOrZero, nothing, smallId, staff } from './kit.ts';
import { Question } from './quiz.ts';
import { attemptStates } from './quizResult.ts';
import { ChangedKey, Idea, outcomes, ScoredBy, ScoreReason, ScoringSettings, Suggestion } from './scoring.ts';

/** Longest comment, in letters. */
export const mostFeedbackLetters = 2_000;
/** Most responses that one decision scores. */
export const mostInGroup = 500;

const feedback = v.pipe(v.string(), v.trim(), v.maxLength(mostFeedbackLetters));
/** Points; the question's own number is the upper limit. */
const score = v.pipe(v.number(), v.minValue(0), v.maxValue(1_000));
/**
 * Names a question. `question_index` is its place among all that its quiz has ever had, from 0. `question_id`, ours, says the same and goes
 * on to when questions before it are removed; with both, it counts.
 */
const named = { question_index: v.optional(v.pipe(idOrZero, v.maxValue(1_000))), question_id: v.optional(id) };
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
  /** What the students who have it see before it, from 1. Those of two versions of a quiz can be the same. */
  number: v.number(),
  /** Students who begin now get another version of the quiz, without it. */
  is_retired: v.boolean(),
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
  /** The numbers that the student had, and the answer to them. Absent: all students have the same. */
  drawn: v.optional(v.object({ numbers: v.record(v.string(), v.string()), right: v.string() })),
  /** The first response in the list with the same answer, apart from case, spaces, accents and units. */
  same_as: v.number(),
  /** null: waits for its points. */
  points: v.nullable(v.number()),
  grade: Grade,
  scored_by: ScoredBy,
  /** What the question's ideas would earn; null: it has none, or they do not agree with people well enough. */
  suggestion: v.nullable(Suggestion),
  reasons: v.array(ScoreReason),
  state: v.picklist(attemptStates),
});
export type QuestionResponse = v.InferOutput<typeof QuestionResponse>;

/** A student's answer to a question, as a file has it. Null: names were not asked for. Without names, the order says nothing of them. */
export const ExportedResponse = v.object({
  first_name: v.nullable(v.string()),
  last_name: v.nullable(v.string()),
  group_name: v.string(),
  answer_id: v.nullable(v.number()),
  answer_text: v.string(),
  points: v.nullable(v.number()),
  scored_by: ScoredBy,
});
export type ExportedResponse = v.InferOutput<typeof ExportedResponse>;

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
  question_id: v.number(),
  /** What the student sees before the question, from 1. */
  number: v.number(),
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
  /** In the order that the student has. */
  answers: v.array(v.object({ ...GradedQuestion.entries, response: v.nullable(QuestionResponse) })),
  /** The attempts before and after it with answers to the same quiz, by name; null: none. */
  previous_result_id: v.nullable(v.number()),
  next_result_id: v.nullable(v.number()),
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

/** How far suggestions agree with people, on the answers that people have scored. `exact` and `kappa` are null without any. */
const SuggestionAgreement = v.object({
  answers: v.number(),
  exact: v.nullable(v.number()),
  kappa: v.nullable(v.number()),
  is_offered: v.boolean(),
  is_checked: v.boolean(),
});

/** How one class scores its answers to a question. */
const ClassScoring = v.object({
  group_puid: v.number(),
  group_name: v.string(),
  /** 0: as the course says. */
  version: v.number(),
  settings: ScoringSettings,
  is_rule: v.boolean(),
  responses: v.number(),
});

/** How the reader's classes score their answers to a question. */
export const QuestionScoring = v.object({
  /** With its own key, and the ideas of the course. */
  question: Question,
  /** What the students who have it see before it, from 1. */
  number: v.number(),
  /** null: answers to this question are not scored by ideas. */
  ideas: v.nullable(v.array(Idea)),
  /** The course's key; null: a person scores the question, or each student has numbers of his own. */
  key: v.nullable(ChangedKey),
  /** The key that the author has given the question since, in a newer version; null: none, or the same. */
  corrected_key: v.nullable(ChangedKey),
  classes: v.array(ClassScoring),
  /** Of the first class's ideas. */
  agreement: SuggestionAgreement,
});
export type QuestionScoring = v.InferOutput<typeof QuestionScoring>;

const counted = v.nullable(v.number());
/** What a regrade changes, or what one has changed, in one attempt. */
export const RegradedResponse = v.object({
  result_id: v.number(),
  ...person,
  group_puid: v.number(),
  group_name: v.string(),
  /** Points in the question; null: it waits. `dropped`: they count nowhere. */
  points_before: counted,
  points_after: counted,
  scored_by_before: ScoredBy,
  scored_by_after: ScoredBy,
  dropped_before: v.boolean(),
  dropped_after: v.boolean(),
  /** Totals of the attempt, and what is possible in it. */
  score_before: counted,
  score_after: counted,
  max_before: v.number(),
  max_after: v.number(),
});
export type RegradedResponse = v.InferOutput<typeof RegradedResponse>;

/** What a regrade would change. */
export const RegradePreview = v.object({
  /** Those that change, by class and name. */
  changes: v.array(RegradedResponse),
  /** All submitted attempts; those that get more, less, and that wait for a person afterwards; and scores of people that stay. */
  attempts: v.number(),
  more: v.number(),
  less: v.number(),
  waiting: v.number(),
  kept: v.number(),
  /** In how many answers each idea was found, and denied. */
  ideas: v.array(v.object({ name: v.string(), found: v.number(), negated: v.number() })),
  /** Of the new ideas. */
  agreement: SuggestionAgreement,
  /** What `applyRegrade` takes as seen. */
  versions: v.array(v.object({ group_puid: v.number(), version: v.number() })),
});
export type RegradePreview = v.InferOutput<typeof RegradePreview>;

/** A change of how answers are scored. */
export const Regrade = v.object({
  regrade_id: v.number(),
  user_puid: v.number(),
  user_name: v.string(),
  applied_at: v.string(),
  /** null: it holds. */
  undone_at: v.nullable(v.string()),
  undone_by: v.nullable(v.string()),
  classes: v.array(v.object({ group_puid: v.number(), group_name: v.string() })),
  outcome: v.nullable(v.picklist(outcomes)),
  is_rule: v.boolean(),
  changed: v.number(),
  /** The newest one of these classes that holds. */
  may_undo: v.boolean(),
});
export type Regrade = v.InferOutput<typeof Regrade>;

/** Names one decision, so that a repeated call does not count twice. */
const gradingKey = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, 'word'));
const asked = { ...item, ...named, user_puid: id };
const classes = v.pipe(v.array(id), v.minLength(1), v.maxLength(100));
const newScoring = { ...asked, group_puids: classes, settings: ScoringSettings, is_rule: v.boolean() };
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
    query: v.object({ ...item, ...named, ...reader, group_puid: v.optional(id) }),
    data: v.array(QuestionResponse),
    onFailure: 'state',
  }),
  exportResponses: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/autograding/export_responses',
    summary: 'Get the answers to a question for a file, which the audit notes; names only if they are asked for',
    access: staff,
    body: v.object({ ...item, ...named, ...reader, group_puid: v.optional(id), with_names: v.boolean() }),
    data: v.array(ExportedResponse),
    onFailure: 'state',
    origin: 'ours',
  }),
  responseComments: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/autograding/fetch_responses_comments',
    summary: 'List the comments on an answer, oldest first',
    access: staff,
    query: v.object({ result_id: id, ...named, ...reader }),
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
      /** Ours. Without them, the quiz must have a single question. */
      ...named,
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
      ...named,
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
  scoring: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/autograding/fetch_question_scoring',
    summary: 'Get how the answers to a question are scored in each class',
    access: staff,
    query: v.object({ ...asked, group_puid: v.optional(id) }),
    data: QuestionScoring,
    onFailure: 'state',
    origin: 'ours',
  }),
  previewRegrade: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/autograding/preview_regrade',
    summary: 'Get who would change if the answers to a question were scored in another way; nothing is stored',
    access: staff,
    body: v.object(newScoring),
    data: RegradePreview,
    onFailure: 'state',
    origin: 'ours',
  }),
  applyRegrade: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/autograding/apply_regrade',
    summary:
      'Score the answers to a question in another way; repeating it with the same key changes nothing. 409 if somebody else has changed it since',
    access: staff,
    body: v.object({
      ...newScoring,
      regrade_key: gradingKey,
      seen_versions: v.pipe(v.array(v.object({ group_puid: id, version: idOrZero })), v.maxLength(100)),
    }),
    data: v.object({ regrade_id: v.number(), changed: v.number() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  undoRegrade: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/autograding/undo_regrade',
    summary: 'Give back what a regrade changed; what a person has scored since stays, and is named',
    access: staff,
    body: v.object({ user_puid: id, regrade_id: id }),
    data: v.object({ restored: v.number(), kept: v.array(v.object({ result_id: v.number(), ...person, points: counted })) }),
    onFailure: 'state',
    origin: 'ours',
  }),
  regrades: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/autograding/fetch_regrades',
    summary: 'List how the scoring of a question was changed, newest first',
    access: staff,
    query: v.object({ ...asked, group_puid: v.optional(id) }),
    data: v.array(Regrade),
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
