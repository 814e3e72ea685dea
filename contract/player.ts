import * as v from 'valibot';
import { RunningAssessment } from './closing.ts';
import { call, everyone, id, idOrZero, quantity, smallId, students } from './kit.ts';
import { QuizResult } from './quizResult.ts';

/** One resource of a lesson being played. */
export const PlayerResource = v.object({
  id: v.number(),
  item_id: v.number(),
  resource_type_id: v.number(),
  title: v.string(),
  summary: v.string(),
  time: v.nullable(v.number()),
  sort_order: v.number(),
  remarks: v.string(),
  quiz_id: v.nullable(v.number()),
  is_learnosity_enabled: v.boolean(),
  /** Can only be completed by submitting it. */
  is_handed_in: v.boolean(),
  language_id: v.number(),
  percentage_completed: v.number(),
  time_spent: v.number(),
  /** Page or second where the student left off. */
  position: v.number(),
});
export type PlayerResource = v.InferOutput<typeof PlayerResource>;

export const PlayerLesson = v.object({
  lesson_id: v.number(),
  assignment_id: v.number(),
  group_assignment_id: v.number(),
  lesson_name: v.string(),
  lesson_objective: v.string(),
  instructions: v.string(),
  enforce_order: v.boolean(),
  total_time: v.nullable(v.number()),
  from_date: v.nullable(v.string()),
  to_date: v.nullable(v.string()),
  /** Tracking id of the lesson; 0 before the first tracking. */
  tracking_id: v.number(),
  /** Total seconds in the lesson, across sessions. */
  time_spent: v.number(),
  /** The last tracked resource; 0 before the first. */
  last_resource_id: v.number(),
  /** The timed assessment that closes content now, in this lesson or another; absent if unknown. Ours. */
  running_assessment: v.optional(v.nullable(RunningAssessment)),
  lesson_resources: v.array(PlayerResource),
});
export type PlayerLesson = v.InferOutput<typeof PlayerLesson>;

/** Playing a lesson and tracking it. Separate from the dashboard's calls, which load first. */
export const player = {
  lessonPlayer: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/studentDashboard/lesson_player',
    summary: 'Get a lesson with its resources and the student’s progress',
    access: everyone,
    /** `group_assignment_id`, ours: selects the assignment when the lesson reaches a student through two groups. */
    query: v.object({ user_puid: id, lesson_id: id, assignment_id: idOrZero, group_assignment_id: v.optional(id) }),
    data: PlayerLesson,
    onFailure: 'log',
    origin: 'ours',
  }),
  trackLesson: call({
    backend: 'lms',
    method: 'POST',
    path: '/Assignment/track_lesson',
    summary:
      'Record the total seconds in a lesson, over all sessions. The maximum is kept, so the call is idempotent. Returns the tracking id',
    access: students,
    query: v.object({
      user_puid: id,
      lesson_id: id,
      assignment_id: id,
      time_spent: quantity,
      tracking_id: idOrZero,
      mode: v.picklist(['start', 'update', 'complete']),
      group_assignment_id: id,
    }),
    data: v.number(),
    onFailure: 'log',
  }),
  trackResource: call({
    backend: 'lms',
    method: 'POST',
    path: '/Assignment/track_lesson_resource',
    summary: 'Record the seconds and completion of one resource, which only grow; returns the resource tracking id',
    access: students,
    query: v.object({
      user_puid: id,
      time_spent: quantity,
      percentage_completed: v.pipe(quantity, v.maxValue(100)),
      previous_resource_id: idOrZero,
      /** `PlayerResource.id`: the resource in the lesson, not the item. */
      resource_id: id,
      tracking_id: idOrZero,
      lesson_tracking_id: id,
      lesson_id: id,
      resource_type_id: smallId,
      assignment_id: id,
      /** Ours: page or second, for exact resume; omitted: unchanged. */
      position: v.optional(quantity),
    }),
    data: v.number(),
    onFailure: 'log',
  }),
  checkResourceCompletion: call({
    backend: 'lms',
    method: 'POST',
    path: '/lesson/check_resource_completion',
    summary: 'Check whether a resource is finished: quizzes, provider assessments and printed sheets by their submission',
    access: students,
    body: v.object({
      user_puid: id,
      /** `PlayerResource.id`, as in tracking. */
      resource_id: id,
      lesson_id: id,
      resource_type_id: smallId,
      /** 0 if the resource has none. */
      quiz_id: idOrZero,
      isLearnosityEnabled: v.boolean(),
      /** Ours: selects the assignment when the lesson reaches a student through two groups. */
      group_assignment_id: v.optional(id),
    }),
    data: v.object({ is_completed: v.boolean(), percentage_completed: v.number() }),
    onFailure: 'log',
  }),
  assignmentResponses: call({
    backend: 'lms',
    method: 'GET',
    path: '/Dashboard/get_assignment_responses',
    summary: "Get a student's released results in an assignment",
    access: everyone,
    query: v.object({ user_puid: id, lesson_id: id, assignment_id: id }),
    data: v.array(v.object({ item_id: v.number(), title: v.string(), quiz_id: v.number(), result: v.nullable(QuizResult) })),
    onFailure: 'state',
  }),
};
