import * as v from 'valibot';
import { GroupAssignment, otherDistrict, StudentResult } from './assignments.ts';
import { countedGame } from './countedGame.ts';
import { call, day, id, staff } from './kit.ts';
import { attemptStates } from './quizResult.ts';

/** Insufficient data: null. */
export const figure = v.nullable(v.number());

/** A class over a period of days; with `group_assignment_id`, only that assignment. */
export const classPeriod = { group_puid: id, from_date: day, to_date: day, group_assignment_id: v.optional(id) };

/** A student as every report on a class names them. */
export const person = v.pick(StudentResult, ['user_puid', 'user_name', 'student_number', 'first_name', 'last_name']).entries;

/** The class of a report. */
export const ofClass = {
  group_puid: v.number(),
  group_name: v.string(),
  ...otherDistrict,
  /** The assignments of the period, newest first, to choose one from. */
  choices: v.array(v.pick(GroupAssignment, ['group_assignment_id', 'lesson_name', 'from_date'])),
};

/** A student's work on an assignment. */
const work = {
  ...v.pick(StudentResult, ['state', 'percentage_completed', 'time_spent']).entries,
  /** Percent of the points of all quizzes whose answers have their points. */
  score: figure,
  /** A submitted answer waits for its points. */
  is_waiting: v.boolean(),
  is_late: v.boolean(),
  /** Not completed, though the due date has passed. */
  is_missing: v.boolean(),
};

/** A class over a period. Times are seconds; scores are percent. */
export const ClassReport = v.object({
  ...ofClass,
  /** The chosen assignment, or all of the period. */
  assignments: v.array(
    v.object({
      ...v.pick(GroupAssignment, ['group_assignment_id', 'lesson_id', 'lesson_name', 'from_date', 'to_date']).entries,
      /** Students who have it. Each is in exactly one of the four numbers below. */
      students: v.number(),
      on_time: v.number(),
      late: v.number(),
      missing: v.number(),
      /** Not completed and not due yet. */
      open: v.number(),
      /** Mean of all of them, 0 to 100. */
      percentage_completed: figure,
      /** Mean of the students who have worked on it. */
      time_spent: figure,
      /** Mean of the students who have a score. */
      score: figure,
    }),
  ),
  /** Quiz games that count, newest first; none if an assignment is chosen. */
  games: v.array(v.object({ ...countedGame, students: v.number(), score: figure })),
  /** Every student of the class, including those without work. */
  students: v.array(
    v.object({
      ...person,
      assigned: v.number(),
      completed: v.number(),
      late: v.number(),
      missing: v.number(),
      time_spent: v.number(),
      /** Of the work and the games. */
      score: figure,
      /** Assignments that the student has. */
      work: v.array(v.object({ group_assignment_id: v.number(), ...work })),
      /** Games that the student played. */
      games: v.array(v.object({ game_id: v.number(), score: figure })),
    }),
  ),
  /** Mean of the students' scores. */
  score: figure,
});
export type ClassReport = v.InferOutput<typeof ClassReport>;

/** A quiz or assessment as it was given in one assignment. The same quiz given twice is two of them. */
export const assessment = {
  ...v.pick(GroupAssignment, ['group_assignment_id', 'lesson_id', 'lesson_name', 'from_date', 'to_date']).entries,
  quiz_id: v.number(),
  title: v.string(),
  item_type_id: v.number(),
  max_score: v.number(),
  /** Since removed from the lesson. */
  is_removed: v.boolean(),
};
export const assessmentStates = ['notStarted', ...attemptStates] as const;

/** A student's result in an assessment. */
export const assessmentResult = {
  state: v.picklist(assessmentStates),
  /** null: not submitted, or an answer waits for its points. */
  score: figure,
  max_score: figure,
  is_waiting: v.boolean(),
  is_past_due: v.boolean(),
  submitted_at: v.nullable(v.string()),
  /** When it was released, or will be while it is scheduled. */
  released_at: v.nullable(v.string()),
};

/** Results of a class in its assessments over a period. Scores are percent unless they come with a maximum. */
export const GroupAssementReport = v.object({
  ...ofClass,
  assessments: v.array(
    v.object({
      ...assessment,
      students: v.number(),
      submitted: v.number(),
      /** Submitted, but an answer waits for its points. */
      waiting: v.number(),
      /** Mean, lowest and highest score of those with all points. */
      score: figure,
      lowest: figure,
      highest: figure,
    }),
  ),
  /** Every student of the class. */
  students: v.array(
    v.object({
      ...person,
      given: v.number(),
      submitted: v.number(),
      score: figure,
      results: v.array(v.object({ group_assignment_id: v.number(), quiz_id: v.number(), ...assessmentResult })),
    }),
  ),
});
export type GroupAssementReport = v.InferOutput<typeof GroupAssementReport>;

/** The class's assessments over a period: how many students are at each step. */
export const AssessmentsOfGroup = v.object({
  ...ofClass,
  assessments: v.array(
    v.object({
      ...assessment,
      students: v.number(),
      /** Number of students in each state. */
      states: v.object(v.entriesFromList(assessmentStates, v.number())),
      /** Submitted, but an answer waits for its points. */
      waiting: v.number(),
      /** Each student's step: who is missing, and whose result can be released. */
      steps: v.array(v.object({ user_puid: v.number(), state: v.picklist(assessmentStates) })),
      /** When the whole group's results were or will be released; null: not planned. */
      release_at: v.nullable(v.string()),
    }),
  ),
  students: v.array(v.object(person)),
});
export type AssessmentsOfGroup = v.InferOutput<typeof AssessmentsOfGroup>;

/** Where every student stands with one assessment, in each assignment that it was given in. */
export const AssessmentStatus = v.object({
  ...ofClass,
  quiz_id: v.number(),
  title: v.string(),
  max_score: v.number(),
  /** Newest first. */
  given: v.array(v.object(assessment)),
  /** One for each student and assignment, by name. */
  students: v.array(
    v.object({
      ...person,
      group_assignment_id: v.number(),
      ...assessmentResult,
      started_at: v.nullable(v.string()),
      time_spent: figure,
      /** Attempts so far, including those replaced by a reassignment. */
      attempts: v.number(),
    }),
  ),
});
export type AssessmentStatus = v.InferOutput<typeof AssessmentStatus>;

/** One student's assignments over a period, beside the means of the class. */
export const StudentAssignments = v.object({
  ...ofClass,
  student: v.object(person),
  /** Newest first. */
  assignments: v.array(
    v.object({
      ...v.pick(GroupAssignment, ['group_assignment_id', 'lesson_id', 'lesson_name', 'from_date', 'to_date']).entries,
      ...work,
      last_active_at: v.nullable(v.string()),
      /** Means of the students of the class who have worked on it, and who have a score; null for fewer than five. */
      class_time: figure,
      class_score: figure,
    }),
  ),
});

export const classReports = {
  studentAssignments: call({
    backend: 'ngss',
    method: 'GET',
    path: '/NgssReporting/get_student_assignments',
    summary: 'List one student’s assignments over a period with state, time and score beside the means of the class',
    access: staff,
    about: 'group_puid',
    query: v.object({ ...classPeriod, student_puid: id }),
    data: StudentAssignments,
    onFailure: 'state',
    origin: 'ours',
  }),
  assessmentsOfGroup: call({
    backend: 'ngss',
    method: 'GET',
    path: '/NgssReporting/get_assessments_of_group',
    summary: 'List the assessments of a class over a period with the number of students at each step and what is released',
    access: staff,
    about: 'group_puid',
    query: v.object(classPeriod),
    data: AssessmentsOfGroup,
    onFailure: 'state',
    origin: 'ours',
  }),
  assessmentStatus: call({
    backend: 'ngss',
    method: 'GET',
    path: '/NgssReporting/get_assessment_status',
    summary: 'Get where every student of a class stands with one assessment; with group_assignment_id, in that assignment only',
    access: staff,
    about: 'group_puid',
    query: v.object({ group_puid: id, quiz_id: id, group_assignment_id: v.optional(id) }),
    data: AssessmentStatus,
    onFailure: 'state',
    origin: 'ours',
  }),
  groupAssementReport: call({
    backend: 'ngss',
    method: 'GET',
    path: '/NgssReporting/get_group_assement_report',
    summary: 'Get the results of a class in its assessments over a period, by assessment and by student',
    access: staff,
    about: 'group_puid',
    query: v.object(classPeriod),
    data: GroupAssementReport,
    onFailure: 'state',
    origin: 'ours',
  }),
  classReport: call({
    backend: 'ngss',
    method: 'GET',
    path: '/NgssReporting/get_class_report',
    summary: 'Get the work of a class over a period: completion, time, scores, late and missing work by assignment and by student',
    access: staff,
    about: 'group_puid',
    query: v.object(classPeriod),
    data: ClassReport,
    onFailure: 'state',
    origin: 'ours',
  }),
};
