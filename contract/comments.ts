import * as v from 'valibot';
import { call, id, line, students } from './kit.ts';

/** Languages in which a comment can be written: those of the product. */
export const commentLanguages = ['en', 'es'] as const;
export type CommentLanguage = (typeof commentLanguages)[number];

/** Longest answer to a comment, in letters. */
export const mostCommentAnswerLetters = 500;
/** Most comments that one call marks. */
export const mostMarked = 500;

/** The place to read again: a resource of the quiz's lesson, and a heading in it. The names are those from when it was chosen. */
export const CommentPlace = v.object({
  item_id: id,
  place_title: line(300),
  heading: v.optional(v.nullable(line(300)), null),
});
export type CommentPlace = v.InferOutput<typeof CommentPlace>;

/** The text of a comment; `translation` is the same in the other language, or empty. */
export const CommentText = v.object({
  feedback_text: v.string(),
  /** null: unknown. */
  language: v.nullable(v.picklist(commentLanguages)),
  translation: v.string(),
});
export type CommentText = v.InferOutput<typeof CommentText>;

const CommentAnswer = v.object({ answer_text: v.string(), answer_time: v.string() });

/** A comment on a released answer, as its student sees it. */
export const StudentComment = v.object({
  comment_id: v.number(),
  user_name: v.string(),
  ...CommentText.entries,
  comment_time: v.string(),
  is_read: v.boolean(),
  /** `lesson_resource_id` null: the place is no longer in the lesson. */
  place: v.nullable(v.object({ place_title: v.string(), heading: v.nullable(v.string()), lesson_resource_id: v.nullable(v.number()) })),
  /** The student's only answer. */
  answer: v.nullable(CommentAnswer),
});
export type StudentComment = v.InferOutput<typeof StudentComment>;

/** Comments on released answers: the student's side. Teachers write them (`autograde`), `get_review` lists them. */
export const comments = {
  markCommentsRead: call({
    backend: 'lms',
    method: 'POST',
    path: '/quiz/mark_comments_read',
    summary: 'Mark comments on a released result read; those that are read, or not on this result, are left as they are',
    access: students,
    refusedWhileActing: true,
    body: v.object({
      user_puid: id,
      result_id: id,
      comment_ids: v.pipe(v.array(id), v.minLength(1), v.maxLength(mostMarked)),
    }),
    data: v.object({ unread: v.number() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  answerComment: call({
    backend: 'lms',
    method: 'POST',
    path: '/quiz/answer_comment',
    summary: 'Answer a comment on a released result, once; this also marks it read',
    access: students,
    refusedWhileActing: true,
    body: v.object({
      user_puid: id,
      result_id: id,
      comment_id: id,
      answer_text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(mostCommentAnswerLetters)),
    }),
    data: CommentAnswer,
    onFailure: 'state',
    origin: 'ours',
  }),
};
