import * as v from 'valibot';
import { GroupAssignment, otherDistrict, StudentResult } from './assignments.ts';
import { countedGame, gameResult } from './countedGame.ts';
import { call, day, id, instant, line, smallNumber, someIds, staff } from './kit.ts';
import { Question } from './quiz.ts';
import { attemptStates, givenAnswer } from './quizResult.ts';
import { ScoreReason } from './scoring.ts';

/** null: insufficient data. */
const figure = v.nullable(v.number());

/** Selects a quiz of a group, in all of the group's assignments that contain it or in one, for everybody or for some students. */
const whose = {
  quiz_assessment_id: id,
  item_type_id: smallNumber,
  grouppuid: id,
  group_assignment_id: v.optional(id),
  user_puids: v.optional(someIds),
};

/** Statistics of a question; formulas in `server/reports/itemStatistics.ts`. */
export const ItemStatistics = v.object({
  question_id: v.number(),
  question_text: v.string(),
  points: v.number(),
  standards: v.array(v.string()),
  asked: v.number(),
  answered: v.number(),
  correct: v.number(),
  facility: figure,
  discrimination: figure,
  efficiency: figure,
  /** For questions with options. Shares of the upper, middle and lower groups. */
  options: v.array(
    v.object({
      answer_text: v.string(),
      is_answer: v.boolean(),
      misconception: v.nullable(v.string()),
      count: v.number(),
      upper: figure,
      middle: figure,
      lower: figure,
    }),
  ),
});
export type ItemStatistics = v.InferOutput<typeof ItemStatistics>;

/** Class statistics of an assignment's quiz. */
export const QuizStatistics = v.object({
  quiz_id: v.number(),
  item_id: v.number(),
  title: v.string(),
  item_type_id: v.number(),
  /** Since removed from the lesson. Students' work in it remains. */
  is_removed: v.boolean(),
  max_score: v.number(),
  /** Students who have submitted it, and those who have not. */
  students: v.number(),
  missing: v.number(),
  mean: figure,
  median: figure,
  sd: figure,
  alpha: figure,
  /** When the whole group's results were or will be released; null: not planned. */
  release_at: v.nullable(v.string()),
  items: v.array(ItemStatistics),
});
export type QuizStatistics = v.InferOutput<typeof QuizStatistics>;

/** One student's work on an assignment, with the key. */
export const StudentAnswers = v.object({
  assignment: GroupAssignment,
  student: StudentResult,
  quizzes: v.array(
    v.object({
      quiz_id: v.number(),
      title: v.string(),
      /** Since removed from the lesson. */
      is_removed: v.boolean(),
      questions: v.array(Question),
      /** Oldest first. The last one counts. */
      attempts: v.array(
        v.object({
          result_id: v.number(),
          attempt_no: v.number(),
          state: v.picklist(attemptStates),
          started_at: v.string(),
          submitted_at: v.nullable(v.string()),
          is_late: v.boolean(),
          /** Submitted after the assignment's current due date. */
          is_past_due: v.boolean(),
          /** Seconds. */
          time_spent: v.number(),
          score: v.nullable(v.number()),
          max_score: v.number(),
          responses: v.array(
            v.object({
              ...givenAnswer,
              time_spent: v.number(),
              /** Why it has its points; empty before submission and in an earlier attempt. */
              reasons: v.array(ScoreReason),
            }),
          ),
          comments: v.array(
            v.object({ question_id: v.number(), feedback_text: v.string(), score: v.nullable(v.number()), created_at: v.string() }),
          ),
        }),
      ),
    }),
  ),
});
export type StudentAnswers = v.InferOutput<typeof StudentAnswers>;

/** One student in a class over a period. */
export const StudentProgress = v.object({
  group_puid: v.number(),
  group_name: v.string(),
  ...otherDistrict,
  student: v.object({ user_puid: v.number(), first_name: v.string(), last_name: v.string() }),
  /** Numbers of assigned and completed assignments; seconds; score over all submitted quizzes and counted games, 0 to 100. */
  assigned: v.number(),
  completed: v.number(),
  time_spent: v.number(),
  score: figure,
  /** Newest first. */
  assignments: v.array(
    v.object({
      ...v.pick(GroupAssignment, ['group_assignment_id', 'lesson_name', 'from_date', 'to_date']).entries,
      ...v.pick(StudentResult, ['state', 'percentage_completed', 'time_spent']).entries,
      score: figure,
      standards: v.array(v.string()),
    }),
  ),
  /** Quiz games that count, newest first. */
  games: v.array(v.object({ ...countedGame, ...gameResult, score: figure })),
});
export type StudentProgress = v.InferOutput<typeof StudentProgress>;

/** Live view of where each student is in an assignment. */
export const ClassActivity = v.object({
  at: v.string(),
  students: v.array(
    v.object({
      user_puid: v.number(),
      first_name: v.string(),
      last_name: v.string(),
      state: v.picklist(['notStarted', 'inProgress', 'completed']),
      last_active_at: v.nullable(v.string()),
      /** Active in the last two minutes. */
      is_active: v.boolean(),
      /** The last resource they worked on. */
      resource_title: v.nullable(v.string()),
      /** For a quiz in progress: answers saved so far, number of questions, and wrong answers. */
      answered: v.nullable(v.number()),
      questions: v.nullable(v.number()),
      wrong: v.nullable(v.number()),
      needs_help: v.boolean(),
    }),
  ),
});
export type ClassActivity = v.InferOutput<typeof ClassActivity>;

export const reports = {
  releaseReport: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/workspace/release_report',
    summary: 'Release the results of a quiz, now or on a date. Without user_puids, later submissions are released too',
    access: staff,
    body: v.object({ released_by_puid: id, ...whose, release_date: instant }),
    /** `count`: results moved. */
    data: v.object({ count: v.number() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  releaseAssignment: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/workspace/release_assignment_reports',
    summary: 'Release the results of all quizzes of an assignment to the group, now or on a date. Later submissions are released too',
    access: staff,
    body: v.object({ released_by_puid: id, group_assignment_id: id, release_date: instant }),
    /** `count`: results moved. */
    data: v.object({ count: v.number() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  recallReport: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/workspace/recall_report',
    summary: 'Unrelease the results of a quiz, or cancel a scheduled release',
    access: staff,
    body: v.object({ recalled_by_puid: id, ...whose }),
    data: v.object({ count: v.number() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  reassign: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/workspace/reassign_assignment',
    summary: 'Reassign a quiz to selected students from a date; earlier attempts move to the history',
    access: staff,
    body: v.object({
      assigned_by_puid: id,
      reassigned_lessonid: id,
      quiz_assessment_id: id,
      item_type_id: smallNumber,
      schoolyear: line(20),
      reassigned_students: someIds,
      reassign_date: instant,
      group_assignment_id: v.optional(id),
    }),
    data: v.object({ count: v.number() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  studentList: call({
    backend: 'ngss',
    method: 'GET',
    path: '/NgssReporting/get_student_list',
    summary: 'List the students of an assignment with their results, including those without work',
    access: staff,
    about: 'group_assignment_id',
    query: v.object({ group_assignment_id: id }),
    data: v.array(StudentResult),
    onFailure: 'state',
  }),
  quizStatistics: call({
    backend: 'ngss',
    method: 'GET',
    path: '/NgssReporting/get_quiz_statistics',
    summary: 'Get the quizzes of an assignment with test and item statistics',
    access: staff,
    about: 'group_assignment_id',
    query: v.object({ group_assignment_id: id }),
    data: v.array(QuizStatistics),
    onFailure: 'state',
    origin: 'ours',
  }),
  studentAnswers: call({
    backend: 'ngss',
    method: 'GET',
    path: '/NgssReporting/get_student_answers',
    summary: "Get one student's answers in an assignment with key, comments, times and earlier attempts",
    access: staff,
    about: 'group_assignment_id',
    query: v.object({ group_assignment_id: id, student_puid: id }),
    data: StudentAnswers,
    onFailure: 'state',
    origin: 'ours',
  }),
  studentProgress: call({
    backend: 'ngss',
    method: 'GET',
    path: '/NgssReporting/get_student_progress',
    summary: 'Get one student’s progress over a period: completion, time, scores and standards by assignment',
    access: staff,
    about: 'group_puid',
    query: v.object({ group_puid: id, student_puid: id, from_date: day, to_date: day }),
    data: StudentProgress,
    onFailure: 'state',
    origin: 'ours',
  }),
  classActivity: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/workspace/get_class_activity',
    summary: 'Get each student’s position in an assignment and who needs help; append `/stream` for server-sent events',
    access: staff,
    about: 'group_assignment_id',
    query: v.object({ group_assignment_id: id }),
    data: ClassActivity,
    onFailure: 'state',
    origin: 'ours',
  }),
};
