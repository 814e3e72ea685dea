import * as v from 'valibot';
import { GroupAssignment, StudentResult } from './assignments.ts';
import { call, id, staff } from './kit.ts';

/** Insufficient data: null. */
const figure = v.nullable(v.number());

/** A resource of an assignment's lesson, with the medians of the students. */
const resource = {
  lesson_resource_id: v.number(),
  title: v.string(),
  resource_type_id: v.number(),
  /** null: not a quiz. */
  quiz_id: v.nullable(v.number()),
  /** Students who have begun and completed it. */
  begun: v.number(),
  completed: v.number(),
  /** Medians of the students who have begun it, in percent and seconds; null for fewer than five. */
  median_percentage: figure,
  median_time: figure,
};

/** A student's work in a resource. Absent from lists if the student has not begun it. */
const work = {
  lesson_resource_id: v.number(),
  percentage_completed: v.number(),
  /** Seconds. */
  time_spent: v.number(),
  /** Seconds in a video, page of a reading (0 is the first), or how often a link was opened. */
  position: v.number(),
  started_at: v.string(),
  last_active_at: v.string(),
};

/** What each student has done in each resource of an assignment. */
export const AssignmentProgress = v.object({
  /** In playing order. */
  resources: v.array(v.object(resource)),
  /** By name, including those without work. */
  students: v.array(v.object({ user_puid: v.number(), work: v.array(v.object(work)) })),
});
export type AssignmentProgress = v.InferOutput<typeof AssignmentProgress>;

/** One resource of an assignment, student by student. */
export const ResourceDetails = v.object({
  assignment: v.pick(GroupAssignment, ['group_assignment_id', 'lesson_id', 'lesson_name', 'group_puid', 'group_name', 'other_district']),
  resource: v.object({ ...resource, students: v.number(), median_viewed: figure }),
  /** By name, including those without work. */
  students: v.array(
    v.object({
      ...v.pick(StudentResult, ['user_puid', 'user_name', 'student_number', 'first_name', 'last_name']).entries,
      /** null: not begun. */
      work: v.nullable(v.object(work)),
      /** Content tracking: how often the content was opened, and seconds of attention. */
      opened: v.number(),
      viewed: v.number(),
      last_opened_at: v.nullable(v.string()),
    }),
  ),
});
export type ResourceDetails = v.InferOutput<typeof ResourceDetails>;

export const assignmentReports = {
  assignmentProgress: call({
    backend: 'ngss',
    method: 'GET',
    path: '/NgssReporting/get_assignment_progress',
    summary: 'Get what the students of an assignment, or one of them, have done in each resource, with the medians of all',
    access: staff,
    about: 'group_assignment_id',
    query: v.object({ group_assignment_id: id, student_puid: v.optional(id) }),
    data: AssignmentProgress,
    onFailure: 'state',
    origin: 'ours',
  }),
  resourceDetails: call({
    backend: 'ngss',
    method: 'GET',
    path: '/NgssReporting/get_resource_details',
    summary: 'Get each student’s progress, time, position and content tracking in one resource of an assignment, beside the medians',
    access: staff,
    about: 'group_assignment_id',
    query: v.object({ group_assignment_id: id, lesson_resource_id: id }),
    data: ResourceDetails,
    onFailure: 'state',
    origin: 'ours',
  }),
};
