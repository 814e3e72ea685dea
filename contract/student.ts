import * as v from 'valibot';
import { call, id, students } from './kit.ts';

/** A student's status in an assignment; times are ISO instants. */
export const StudentAssignment = v.object({
  assignment_id: v.number(),
  group_assignment_id: v.number(),
  lesson_id: v.number(),
  lesson_name: v.string(),
  lesson_objective: v.string(),
  group_name: v.string(),
  teacher_name: v.string(),
  from_date: v.string(),
  to_date: v.nullable(v.string()),
  total_time: v.nullable(v.number()),
  resource_count: v.number(),
  resources_completed: v.number(),
  /** 0 to 100. */
  percentage_completed: v.number(),
  time_spent: v.number(),
  state: v.picklist(['upcoming', 'notStarted', 'inProgress', 'completed']),
  is_overdue: v.boolean(),
  /** It was due in a past school year and is not done: neither overdue nor to do. Absent: false. Ours. */
  is_past_year: v.optional(v.boolean()),
  next_resource: v.nullable(v.object({ lesson_resource_id: v.number(), title: v.string(), resource_type_id: v.number() })),
  completed_at: v.nullable(v.string()),
  /** Score of a released result. */
  score: v.nullable(v.number()),
  max_score: v.nullable(v.number()),
  /** Comments on released answers that the student has not marked read, and the quiz to open for the first. Absent: none. Ours. */
  new_comments: v.optional(v.object({ count: v.number(), lesson_resource_id: v.number() })),
});
export type StudentAssignment = v.InferOutput<typeof StudentAssignment>;

/** Classmates' progress in a lesson as counts only: no names, no scores. */
export const ClassmatesTracking = v.object({
  /** Classmates who have the lesson, not counting the student. */
  students: v.number(),
  not_started: v.number(),
  in_progress: v.number(),
  completed: v.number(),
});
export type ClassmatesTracking = v.InferOutput<typeof ClassmatesTracking>;

export const student = {
  studentDashboard: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/studentDashboard/load_student_dashboard',
    summary: 'Get a student’s work to do, in progress and done: all counts and the first twelve of each',
    access: students,
    query: v.object({ user_puid: id }),
    data: v.object({
      assignments: v.array(StudentAssignment),
      counts: v.object({ notStarted: v.number(), inProgress: v.number(), completed: v.number(), overdue: v.number() }),
    }),
    onFailure: 'state',
  }),
  otherStudentsTracking: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/studentDashboard/get_otherstudents_tracking',
    summary: 'Count how far classmates are in a lesson; null if there are too few to stay anonymous',
    access: students,
    query: v.object({ lessonId: id, user_puid: id }),
    data: v.nullable(ClassmatesTracking),
    onFailure: 'log',
  }),
};
