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
    summary: 'A student opens a lesson link: the lesson is theirs to play; opening it again answers the same assignment',
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
    summary: "The teacher's own live link to a lesson; null when there is none",
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
    summary: 'Make a link to a lesson; the one that the teacher had for it before is taken back',
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
    summary: 'Take a link back: it opens nothing any more; whoever has the lesson by it keeps it',
    access: staff,
    body: v.object({ link_id: linkId }),
    data: nothing,
    origin: 'ours',
    onFailure: 'state',
  }),
};
