import * as v from 'valibot';
import { call, id, nothing, Role, someIds, staff } from './kit.ts';

/** What sharing allows: to use, to assign and to copy (specification, sections 3 and 9). */
export const sharePermission = 100;
/** Roles that a lesson can be shared with. */
export const shareRoles = [Role.teacher, Role.schoolAdministrator, Role.districtAdministrator] as const;
/** Maximum people per search. */
export const mostShared = 50;

/** A staff member of the district with whom a lesson is or can be shared. */
export const SharedUser = v.object({
  user_puid: v.number(),
  first_name: v.string(),
  last_name: v.string(),
  role_id: v.number(),
  school_name: v.nullable(v.string()),
  is_shared: v.boolean(),
});
export type SharedUser = v.InferOutput<typeof SharedUser>;

/** Id of a link for colleagues: 22 characters of base64url, 128 random bits. */
const shareId = v.pipe(v.string(), v.regex(/^[\w-]{22}$/, 'link'));

export const sharing = {
  sharedUsers: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/workspace/get_shared_users_for_lesson',
    summary: 'List the district’s staff by role and name; those who already have the lesson come first',
    access: staff,
    body: v.object({
      lesson_id: id,
      role_id: v.picklist(shareRoles),
      shared_by_puid: id,
      search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
    }),
    data: v.object({ users: v.array(SharedUser), total: v.number() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  shareLesson: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/workspace/share_lesson',
    summary: 'Share the caller’s lesson with colleagues, who find it under Shared with me',
    access: staff,
    body: v.object({ lesson_id: id, user_puid_list: someIds, shared_by_puid: id, permission: v.literal(sharePermission) }),
    data: nothing,
    onFailure: 'state',
    origin: 'ours',
  }),
  unshareLesson: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/workspace/unshare_lesson',
    summary: 'Stop sharing a lesson; copies and assignments remain',
    access: staff,
    body: v.object({ lesson_id: id, user_puid_list: someIds, shared_by_puid: id }),
    data: nothing,
    onFailure: 'state',
    origin: 'ours',
  }),
  createShareLink: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/workspace/create_share_link',
    summary: 'Get the link that gives colleagues in the district a lesson; created by the first call, unchanged afterwards',
    access: staff,
    body: v.object({ lesson_id: id }),
    data: v.object({ id: v.string() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  revokeShareLink: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/workspace/revoke_share_link',
    summary: 'Revoke the link for colleagues; those who already have the lesson keep it',
    access: staff,
    body: v.object({ lesson_id: id }),
    data: nothing,
    onFailure: 'state',
    origin: 'ours',
  }),
  shareLessonFromUrl: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/workspace/share_lesson_from_url',
    summary: 'Open a colleague’s link, which shares the lesson with the caller',
    access: staff,
    query: v.object({ user_puid: id }),
    body: v.object({ id: shareId }),
    data: v.object({ lesson_id: v.number(), lesson_name: v.string(), shared_by_puid: v.number(), shared_by: v.string() }),
    onFailure: 'state',
    origin: 'ours',
  }),
};
