import * as v from 'valibot';
import { GroupAssignment, StudentResult } from './assignments.ts';
import { call, day, id, staff } from './kit.ts';

/** Insufficient data: null. */
const figure = v.nullable(v.number());

/** A class over a period of days; with `group_assignment_id`, only that assignment. */
const classPeriod = { group_puid: id, from_date: day, to_date: day, group_assignment_id: v.optional(id) };

const person = v.pick(StudentResult, ['user_puid', 'user_name', 'student_number', 'first_name', 'last_name']).entries;

const ofClass = {
  group_puid: v.number(),
  group_name: v.string(),
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
      /** Mean of the students who have worked on it. */
      time_spent: figure,
      /** Mean of the students who have a score. */
      score: figure,
    }),
  ),
  /** Every student of the class, including those without work. */
  students: v.array(
    v.object({
      ...person,
      assigned: v.number(),
      completed: v.number(),
      late: v.number(),
      missing: v.number(),
      time_spent: v.number(),
      score: figure,
      /** Assignments that the student has. */
      work: v.array(v.object({ group_assignment_id: v.number(), ...work })),
    }),
  ),
  /** Mean of the students' scores. */
  score: figure,
});
export type ClassReport = v.InferOutput<typeof ClassReport>;

export const classReports = {
  classReport: call({
    backend: 'ngss',
    method: 'GET',
    path: '/NgssReporting/get_class_report',
    summary: 'Get the work of a class over a period: completion, time, scores, late and missing work by assignment and by student',
    access: staff,
    query: v.object(classPeriod),
    data: ClassReport,
    onFailure: 'state',
    origin: 'ours',
  }),
};
