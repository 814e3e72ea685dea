import * as v from 'valibot';
import { GroupAssignment, otherDistrict, StudentResult } from './assignments.ts';
import { assessment, assessmentResult, classPeriod, figure, ofClass, person } from './classReports.ts';
import { countedGame, gameResult } from './countedGame.ts';
import { call, id, staff } from './kit.ts';
import { attemptStates } from './quizResult.ts';

/** An attempt that a reassignment replaced. */
const earlierAttempt = {
  result_id: v.number(),
  state: v.picklist(attemptStates),
  submitted_at: v.nullable(v.string()),
  /** null: not submitted, or an answer waits for its points. */
  score: figure,
  max_score: v.number(),
};

/** One student's assessments over a period, beside the means of the class. Times are seconds; scores are points. */
export const StudentAssementReport = v.object({
  ...ofClass,
  student: v.object(person),
  /** Those that the student has, newest first. */
  assessments: v.array(
    v.object({
      ...assessment,
      /** Delivered by the assessment provider. */
      is_learnosity_enabled: v.boolean(),
      ...assessmentResult,
      /** The attempt that counts; null: not started. */
      result_id: v.nullable(v.number()),
      time_spent: figure,
      /** Oldest first. */
      earlier: v.array(v.object(earlierAttempt)),
      /** Mean percent of the students of the class who have a score; null for fewer than five. */
      class_score: figure,
    }),
  ),
});
export type StudentAssementReport = v.InferOutput<typeof StudentAssementReport>;

/** What a student and the family may read: released results only, and nobody else's name but the teachers'. Scores are points. */
export const StudentReport = v.object({
  group_puid: v.number(),
  group_name: v.string(),
  ...otherDistrict,
  school_name: v.string(),
  /** The class's teachers. */
  teachers: v.array(v.object({ first_name: v.string(), last_name: v.string() })),
  student: v.object({ user_puid: v.number(), first_name: v.string(), last_name: v.string() }),
  /** The student's assignments of the period, newest first. */
  assignments: v.array(
    v.object({
      ...v.pick(GroupAssignment, ['group_assignment_id', 'lesson_name', 'from_date', 'to_date']).entries,
      ...v.pick(StudentResult, ['state']).entries,
      is_late: v.boolean(),
      /** Not completed, though the due date has passed. */
      is_missing: v.boolean(),
    }),
  ),
  /** Newest first. */
  results: v.array(
    v.object({
      result_id: v.number(),
      title: v.string(),
      lesson_name: v.string(),
      submitted_at: v.nullable(v.string()),
      /** null: an answer waits for its points. */
      score: figure,
      max_score: figure,
    }),
  ),
  /** Quiz games that count, newest first. */
  games: v.array(v.object({ ...countedGame, ...gameResult })),
  /** Points in the questions of the results, by standard and in its order. An answer that waits for its points is left out. */
  standards: v.array(
    v.object({
      code: v.string(),
      /** null: not in the catalog. */
      summary: v.nullable(v.string()),
      questions: v.number(),
      points: v.number(),
      max_points: v.number(),
    }),
  ),
});
export type StudentReport = v.InferOutput<typeof StudentReport>;

/** A reading as it was given in an assignment. */
const reading = {
  ...v.pick(GroupAssignment, ['group_assignment_id', 'lesson_id', 'lesson_name', 'from_date', 'to_date']).entries,
  lesson_resource_id: v.number(),
  title: v.string(),
};
/** A student's work on a reading. */
const readingWork = {
  group_assignment_id: v.number(),
  lesson_resource_id: v.number(),
  ...v.pick(StudentResult, ['state', 'percentage_completed']).entries,
  completed_at: v.nullable(v.string()),
};

/** Every student of the class, with the readings that the student has. `work`: what is known of one besides the usual. */
const readersWith = <const Work extends v.ObjectEntries>(work: Work) =>
  v.array(v.object({ ...person, work: v.array(v.object({ ...readingWork, ...work })) }));

/** What a class has read of its leveled readers over a period, student by student. */
export const ReaderReport = v.object({
  ...ofClass,
  readers: v.array(v.object({ ...reading, lexile: v.nullable(v.number()), spanish_remark: v.nullable(v.string()), pages: v.number() })),
  students: readersWith({
    pages_read: v.number(),
    /** Seconds in this part of the lesson. */
    time_spent: v.number(),
    /** The reader's quiz, which is marked answer by answer; null: it has none. */
    quiz: v.nullable(v.object({ correct: v.number(), questions: v.number(), is_submitted: v.boolean() })),
  }),
});
export type ReaderReport = v.InferOutput<typeof ReaderReport>;

/** What a class has read of its readings in HTML over a period, student by student. */
export const HtmlReaderReport = v.object({
  ...ofClass,
  readings: v.array(v.object(reading)),
  students: readersWith({
    /** How often it was opened. Openings without a connection are not recorded. */
    opened: v.number(),
    last_opened_at: v.nullable(v.string()),
    /** Seconds of attention. An opening whose end never came counts as opened, and adds no time. */
    time_spent: v.number(),
  }),
});
export type HtmlReaderReport = v.InferOutput<typeof HtmlReaderReport>;

/** Where an attempt belongs. */
export const AttemptPlace = v.object({
  result_id: v.number(),
  quiz_id: v.number(),
  title: v.string(),
  group_puid: v.number(),
  group_name: v.string(),
  ...otherDistrict,
  group_assignment_id: v.number(),
  student_puid: v.number(),
  /** Delivered by the assessment provider. */
  is_learnosity_enabled: v.boolean(),
  provider: v.picklist(['builtIn', 'learnosity']),
  /** When the provider's answers and points came here last; null: they are not here. */
  fetched_at: v.nullable(v.string()),
});

export const studentReports = {
  studentAssementReport: call({
    backend: 'ngss',
    method: 'GET',
    path: '/NgssReporting/get_student_assement_report',
    summary: 'List one student’s assessments over a period with score, state and earlier attempts beside the means of the class',
    access: staff,
    about: 'group_puid',
    query: v.object({ ...classPeriod, student_puid: id }),
    data: StudentAssementReport,
    onFailure: 'state',
    origin: 'ours',
  }),
  attemptPlace: call({
    backend: 'ngss',
    method: 'GET',
    path: '/NgssReporting/get_attempt_place',
    summary: 'Get the quiz, assignment and student of an attempt, including one that a reassignment replaced',
    access: staff,
    about: 'result_id',
    query: v.object({ result_id: id }),
    data: AttemptPlace,
    onFailure: 'state',
    origin: 'ours',
  }),
  readerReport: call({
    backend: 'ngss',
    method: 'GET',
    path: '/NgssReporting/get_reader_report',
    summary: 'Get what a class has read of its leveled readers over a period: level, pages, time and quiz, student by student',
    access: staff,
    about: 'group_puid',
    query: v.object(classPeriod),
    data: ReaderReport,
    onFailure: 'state',
    origin: 'ours',
  }),
  htmlReaderReport: call({
    backend: 'ngss',
    method: 'GET',
    path: '/NgssReporting/get_html_reader_report',
    summary: 'Get what a class has read of its readings in HTML over a period: openings, time and completion, student by student',
    access: staff,
    about: 'group_puid',
    query: v.object(classPeriod),
    data: HtmlReaderReport,
    onFailure: 'state',
    origin: 'ours',
  }),
  familyReport: call({
    backend: 'ngss',
    method: 'GET',
    path: '/NgssReporting/get_student_report',
    summary: 'Get one student’s work, released results and standards over a period, for the student and the family',
    access: staff,
    about: 'group_puid',
    query: v.object({ group_puid: id, student_puid: id, from_date: classPeriod.from_date, to_date: classPeriod.to_date }),
    data: StudentReport,
    onFailure: 'state',
    origin: 'ours',
  }),
};
