import * as v from 'valibot';
import { assignmentDetails } from './assignmentDetails.ts';
import { call, day, id, staff } from './kit.ts';
import { Question } from './quiz.ts';
import { attemptStates, givenAnswer } from './quizResult.ts';

const counts = { students: v.number(), not_started: v.number(), in_progress: v.number(), completed: v.number() };

/** The class or assignment is of another district, where the provider's administrators read and change nothing. Ours; absent: the own one. */
export const otherDistrict = { other_district: v.optional(v.object({ district_id: v.number(), name: v.string() })) };

/** One assignment to one class or group, with the progress of its students. */
export const GroupAssignment = v.object({
  group_assignment_id: v.number(),
  assignment_id: v.number(),
  lesson_id: v.number(),
  lesson_name: v.string(),
  group_puid: v.number(),
  group_name: v.string(),
  from_date: v.string(),
  to_date: v.nullable(v.string()),
  /** Content stays open to students during timed assessments. Ours; absent: false. */
  readings_open: v.optional(v.boolean()),
  ...counts,
  submitted: v.number(),
  released: v.boolean(),
  ...otherDistrict,
});
export type GroupAssignment = v.InferOutput<typeof GroupAssignment>;

/** A class or group of the teacher. */
export const TeacherGroup = v.object({
  group_puid: v.number(),
  group_name: v.string(),
  kind: v.picklist(['class', 'group']),
  subject: v.nullable(v.string()),
  grade: v.nullable(v.string()),
  period: v.nullable(v.string()),
  student_count: v.number(),
});
export type TeacherGroup = v.InferOutput<typeof TeacherGroup>;

/** A student's status in an assignment. Teachers see scores once submitted. */
export const StudentResult = v.object({
  user_puid: v.number(),
  user_name: v.string(),
  student_number: v.nullable(v.string()),
  first_name: v.string(),
  last_name: v.string(),
  state: v.picklist(['notStarted', 'inProgress', 'completed']),
  percentage_completed: v.number(),
  /** Seconds. */
  time_spent: v.number(),
  last_active_at: v.nullable(v.string()),
  results: v.array(
    v.object({
      quiz_id: v.number(),
      result_id: v.number(),
      state: v.picklist(attemptStates),
      score: v.nullable(v.number()),
      max_score: v.nullable(v.number()),
      submitted_at: v.nullable(v.string()),
      /** Submitted after the assignment's current due date. */
      is_past_due: v.boolean(),
      /** When it was released, or will be while it is scheduled. */
      released_at: v.nullable(v.string()),
    }),
  ),
});
export type StudentResult = v.InferOutput<typeof StudentResult>;

/** Results of each student. */
export const AssignmentResult = v.object({
  assignment: GroupAssignment,
  resources: v.array(
    v.object({ lesson_resource_id: v.number(), title: v.string(), resource_type_id: v.number(), quiz_id: v.nullable(v.number()) }),
  ),
  students: v.array(StudentResult),
});
export type AssignmentResult = v.InferOutput<typeof AssignmentResult>;

/** Every student's response to every question of the assignment's quizzes. */
export const ResponsesReport = v.array(
  v.object({
    quiz_id: v.number(),
    title: v.string(),
    questions: v.array(Question),
    students: v.array(
      v.object({
        user_puid: v.number(),
        first_name: v.string(),
        last_name: v.string(),
        /** Questions of the submitted attempt; null: nothing submitted. Ours; absent: all, if there is a response. */
        question_ids: v.optional(v.nullable(v.array(v.number()))),
        responses: v.array(v.object(givenAnswer)),
      }),
    ),
  }),
);
export type ResponsesReport = v.InferOutput<typeof ResponsesReport>;

export const assignments = {
  groupAssignments: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/workspace/get_group_assignments',
    summary: "List the teacher's assignments that overlap the dates",
    access: staff,
    about: 'group_puid',
    /** `group_puid`: only those of a class. Ours; absent: all. */
    query: v.object({ to_date: day, from_date: day, user_puid: id, group_puid: v.optional(id) }),
    data: v.array(GroupAssignment),
    onFailure: 'state',
  }),
  classesForLesson: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/workspace/get_classes_for_lesson',
    summary: "List the teacher's classes and groups and whether they already have the lesson",
    access: staff,
    query: v.object({ user_puid: id, lesson_id: v.optional(id) }),
    data: v.array(
      v.object({
        ...TeacherGroup.entries,
        group_assignment_id: v.nullable(v.number()),
        /** Only some of its students have it. */
        is_individual: v.boolean(),
        to_date: v.nullable(v.string()),
        /** Whether the requested lesson contains a timed assessment. The same for every class. Ours; absent: false. */
        has_timed_assessment: v.optional(v.boolean()),
      }),
    ),
    onFailure: 'state',
    origin: 'ours',
  }),
  assign: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/workspace/assign_assignment',
    summary: 'Assign a lesson to a class or group. assignment_details is JSON text.',
    access: staff,
    body: v.object({
      lesson_id: id,
      group_puid: id,
      assignment_no: v.literal(1),
      assignment_details: v.pipe(v.string(), v.maxLength(100_000), v.parseJson(), v.object(assignmentDetails)),
    }),
    data: v.object({ lesson_id: v.number(), assignment_id: v.number(), group_assignment_id: v.number() }),
    origin: 'ours',
    onFailure: 'state',
  }),
  assignedGroups: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/workspace/get_assigned_groups',
    summary: 'List the groups that a lesson is assigned to; the first one loads the result',
    access: staff,
    about: 'group_assignment_id',
    /** `group_assignment_id`: one of them, which says whose lesson it is. Ours; absent: the reader's district. */
    query: v.object({ user_puid: id, lesson_id: id, group_assignment_id: v.optional(id) }),
    data: v.array(v.object({ group_puid: v.number(), group_name: v.string(), group_assignment_id: v.number() })),
    onFailure: 'state',
    origin: 'ours',
  }),
  assignmentResult: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/workspace/get_assignment_result',
    summary: 'Get a group’s results in an assignment',
    access: staff,
    about: 'group_assignment_id',
    query: v.object({ group_puid: id, lesson_id: id, group_assignment_id: id }),
    data: AssignmentResult,
    onFailure: 'state',
    origin: 'ours',
  }),
  responses: call({
    backend: 'ngss',
    method: 'GET',
    path: '/NgssReporting/get_assignment_responses',
    summary: "Get every student's response to every question, for the teacher who assigned the lesson",
    access: staff,
    about: 'group_assignment_id',
    query: v.object({ user_Puid: id, lesson_id: id, group_assignment_id: v.optional(id) }),
    data: ResponsesReport,
    onFailure: 'state',
  }),
};
