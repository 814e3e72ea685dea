import * as v from 'valibot';
import { call, flag, id, instant, nothing, staff, students } from './kit.ts';

/** Id of a link: 22 characters of base64url, 128 random bits. */
const linkId = v.pipe(v.string(), v.regex(/^[\w-]{22}$/, 'link'));

/** A link that lets students assign themselves a lesson. */
export const LessonLink = v.object({
  link_id: v.string(),
  lesson_id: v.number(),
  /** When the link expires; null if never. */
  end_date: v.nullable(v.string()),
  is_perpectual_expiry: v.boolean(),
  assignment_no: v.number(),
  created_at: v.string(),
});
export type LessonLink = v.InferOutput<typeof LessonLink>;

export const lessonLink = {
  assignFromLessonUrl: call({
    backend: 'lms',
    method: 'POST',
    path: '/Assignment/assign_assignment_from_lessonUrl',
    summary: 'Open a lesson link as a student, which assigns the lesson; opening it again returns the same assignment',
    access: students,
    query: v.object({ user_puid: id }),
    body: v.object({ link_id: linkId }),
    data: v.object({ lesson_id: v.number(), assignment_id: v.number() }),
    onFailure: 'state',
  }),
  lessonLinkId: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/workspace/get_lesson_link_id',
    summary: "Get the teacher's active link to a lesson; null if there is none",
    access: staff,
    body: v.object({ lesson_id: id }),
    data: v.nullable(LessonLink),
    onFailure: 'state',
    origin: 'ours',
  }),
  createLessonLink: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/workspace/create_lesson_link',
    summary: "Create a link to a lesson; revokes the teacher's previous link",
    access: staff,
    body: v.object({
      lesson_id: id,
      /** Null or omitted only with `is_perpectual_expiry`. */
      end_date: v.optional(v.nullable(instant), null),
      is_perpectual_expiry: flag,
      assignment_no: v.literal(1),
    }),
    data: LessonLink,
    origin: 'ours',
    onFailure: 'state',
  }),
  revokeLessonLink: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/workspace/revoke_lesson_link',
    summary: 'Revoke a link; students who already have the lesson keep it',
    access: staff,
    body: v.object({ link_id: linkId }),
    data: nothing,
    origin: 'ours',
    onFailure: 'state',
  }),
};
