import * as v from 'valibot';
import { call, flag, id, instant, line, staff } from './kit.ts';

/** Maximum number of a lesson's codes in a response. */
export const mostCodes = 50;

/** Assignment codes: each opens one lesson to guests, until it ends. */
export const lessonCode = {
  generateCode: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/content/generate_code',
    summary: 'Create a code that opens one lesson to guests until the end date (default: 14 days from now)',
    access: staff,
    body: v.object({ lesson_id: id, end_date: v.optional(instant) }),
    data: v.object({ code: v.string(), lesson_id: v.number(), assignment_id: v.number(), created_at: v.string(), expires_at: v.string() }),
    onFailure: 'state',
  }),
  lessonCodes: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/content/get_codes',
    summary: 'List a lesson’s active codes, newest first: the caller’s, and for administrators those of their school or district',
    access: staff,
    query: v.object({ lesson_id: id }),
    data: v.array(
      v.object({
        code: v.string(),
        created_at: v.string(),
        expires_at: v.string(),
        created_by: v.object({ user_puid: v.number(), name: v.string() }),
        /** Guests currently signed in with it. */
        guests: v.number(),
      }),
    ),
    onFailure: 'state',
    origin: 'ours',
  }),
  revokeCode: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/content/revoke_code',
    summary: 'Revoke a code. Its guests continue, or are signed out with end_guests. Their work is kept.',
    access: staff,
    body: v.object({ lesson_id: id, code: line(40), end_guests: v.optional(flag, false) }),
    data: v.null(),
    onFailure: 'state',
    origin: 'ours',
  }),
};
