import * as v from 'valibot';
import { email } from './account.ts';
import { call, day, everyone, id, line, nothing, staff } from './kit.ts';
import { Photo } from './shell.ts';

/** A user's own account. */
export const UserDetail = v.object({
  user_puid: v.number(),
  user_name: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  email: v.nullable(v.string()),
  role: v.number(),
  district_name: v.string(),
  school_name: v.nullable(v.string()),
  grade: v.nullable(v.string()),
  /** Accounts that sign in elsewhere may have no password to change. */
  has_password: v.boolean(),
});
export type UserDetail = v.InferOutput<typeof UserDetail>;

/** Maximum photo size in bytes. Browsers shrink a photo before they upload it. */
export const mostPhotoBytes = 300 * 1024;

/** Maximum size of a feedback attachment, in bytes. */
export const mostFeedbackBytes = 700 * 1024;
export const feedbackCategories = ['problem', 'idea', 'praise', 'other'] as const;
export const primaryUses = ['lessons', 'assessments', 'reports', 'rostering'] as const;

const file = v.instance(File);
const longText = v.pipe(v.string(), v.trim(), v.maxLength(4000));
/** A list as JSON text, as in the specification. */
const jsonList = <T extends v.GenericSchema<string, string>>(item: T) =>
  v.pipe(v.string(), v.maxLength(2000), v.parseJson(), v.array(item), v.maxLength(50));

export const profile = {
  userDetail: call({
    backend: 'lms',
    method: 'GET',
    path: '/UserSetup/get_user_detail',
    summary: 'Get the caller’s account',
    access: everyone,
    query: v.object({ user_puid: id }),
    data: UserDetail,
    onFailure: 'state',
    origin: 'ours',
  }),
  updateUserDetail: call({
    backend: 'lms',
    method: 'POST',
    path: '/ExternalToolSetUp/update_user_detail',
    summary: 'Change the caller’s name or email address; a new address requires the current password if there is one',
    access: staff,
    refusedWhileActing: true,
    body: v.object({
      user_puid: id,
      first_name: line(60),
      last_name: line(60),
      email: v.nullable(email),
      current_password: v.optional(v.pipe(v.string(), v.maxLength(200))),
    }),
    data: UserDetail,
    onFailure: 'state',
  }),
  uploadUserPhoto: call({
    backend: 'lms',
    method: 'POST',
    path: '/UserSetup/upload_user_photo',
    summary: 'Replace the caller’s photo with a PNG, JPEG or WebP file',
    access: everyone,
    refusedWhileActing: true,
    bodyType: 'multipart',
    body: v.object({ user_puid: id, photo: file }),
    data: Photo,
    onFailure: 'state',
    origin: 'ours',
  }),
  removeUserPhoto: call({
    backend: 'lms',
    method: 'POST',
    path: '/UserSetup/remove_user_photo',
    summary: 'Remove the caller’s photo',
    access: everyone,
    refusedWhileActing: true,
    body: v.object({ user_puid: id }),
    data: nothing,
    onFailure: 'state',
    origin: 'ours',
  }),
  allSchools: call({
    backend: 'lms',
    method: 'GET',
    path: '/school/get_all_schools',
    summary: 'List the open schools of the caller’s district, or of any for the provider’s administrators, by name',
    access: staff,
    query: v.object({ district_id: id, logged_in_user_puid: id }),
    data: v.array(v.object({ school_id: v.number(), name: v.string() })),
    onFailure: 'state',
  }),
  allGrades: call({
    backend: 'lms',
    method: 'GET',
    path: '/grade/get_all_grades',
    summary: 'List the grades of the caller’s district, youngest first',
    access: everyone,
    data: v.array(v.object({ grade: v.string() })),
    onFailure: 'state',
  }),
  insertFeedback: call({
    backend: 'lms',
    method: 'POST',
    path: '/UserSetup/feedback_insert',
    summary: 'Send feedback on the product, with an optional file',
    access: everyone,
    refusedWhileActing: true,
    bodyType: 'multipart',
    body: v.object({
      user_puid: id,
      category: v.picklist(feedbackCategories),
      feedback_text: v.pipe(longText, v.minLength(1)),
      feedback_file: v.optional(file),
    }),
    data: v.object({ feedback_id: v.number() }),
    onFailure: 'state',
  }),
  adoptionFeedback: call({
    backend: 'lms',
    method: 'POST',
    path: '/UserSetup/adoption_feedback',
    summary: 'Rate how well the product fits the caller’s classes, from 1 (not at all) to 5 (very well)',
    access: staff,
    refusedWhileActing: true,
    body: v.object({ user_puid: id, rating: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)), feedback_text: longText }),
    data: v.object({ feedback_id: v.number() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  scheduleRequest: call({
    backend: 'lms',
    method: 'POST',
    path: '/UserSetup/schedule_request',
    summary: 'Request a training: grades, purpose, school and start date',
    access: staff,
    refusedWhileActing: true,
    body: v.object({
      user_puid: id,
      school_id: id,
      grade_levels: jsonList(line(20)),
      primary_use: jsonList(v.picklist(primaryUses)),
      preferred_date: v.nullable(day),
      note: longText,
    }),
    data: v.object({ request_id: v.number() }),
    onFailure: 'state',
    origin: 'ours',
  }),
};
