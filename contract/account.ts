import * as v from 'valibot';
import { administrators, call, everyone, id, line, nothing, Role } from './kit.ts';

/** Rules for a new password: 8 to 200 characters, as typed. */
export const leastPassword = 8;
export const newPassword = v.pipe(
  v.string(),
  v.minLength(leastPassword, `must have at least ${leastPassword} characters`),
  v.maxLength(200, 'must be at most 200 characters'),
);
/** An e-mail address, as typed. */
export const email = v.pipe(line(254), v.email('must be an e-mail address'));
/** The secret of a link in an e-mail. */
export const linkId = v.pipe(v.string(), v.maxLength(100, 'is not the Id of a link'));

/** Where an e-mail stands: kept here since no mail server is set up, waiting for it, taken by it, or given up. */
const mailStates = ['kept', 'waiting', 'sent', 'failed'] as const;
export type MailState = (typeof mailStates)[number];

/** An e-mail of the outbox. */
export const Mail = v.object({
  mail_id: v.number(),
  at: v.string(),
  recipient: v.string(),
  subject: v.string(),
  /** With its link only where the server can be reached from its own computer alone, and remembers it; otherwise with `…` in it. */
  text: v.string(),
  state: v.picklist(mailStates),
  /** When it is tried next. */
  next_at: v.nullable(v.string()),
  /** What the mail server said last, or why it could not be asked. */
  problem: v.nullable(v.string()),
});
export type Mail = v.InferOutput<typeof Mail>;

/** A user as administrators list them. */
export const ManagedUser = v.object({
  user_puid: v.number(),
  district_id: v.number(),
  user_name: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  role: v.number(),
  school_name: v.nullable(v.string()),
  grade: v.nullable(v.string()),
  active: v.boolean(),
  /** Whether the administrator who asks may act as this user. */
  can_login_as: v.boolean(),
  /** Whether this user has set up two-step sign-in, and the administrator who asks may reset it. */
  can_reset_second_factor: v.boolean(),
});
export type ManagedUser = v.InferOutput<typeof ManagedUser>;

export const account = {
  retrievePassword: call({
    backend: 'lms',
    method: 'POST',
    path: '/Login/RetrievePassword',
    summary: 'Send a link to choose a new password; the answer is the same whether or not anybody has the address',
    access: 'public',
    body: v.object({ emailid: email }),
    data: nothing,
    onFailure: 'state',
  }),
  generateResetLink: call({
    backend: 'lms',
    method: 'POST',
    path: '/Login/GenerateResetLink',
    summary: 'Send the link once more; the one sent before ends',
    access: 'public',
    body: v.object({ emailid: email }),
    data: nothing,
    onFailure: 'state',
  }),
  validateEmail: call({
    backend: 'lms',
    method: 'GET',
    path: '/Login/ValidateEmail',
    summary: 'Whether a text has the form of an e-mail address; never whether somebody has it',
    access: 'public',
    query: v.object({ emailid: v.pipe(v.string(), v.maxLength(254)) }),
    data: v.object({ is_valid: v.boolean() }),
    onFailure: 'log',
  }),
  validateResetLink: call({
    backend: 'lms',
    method: 'GET',
    path: '/Login/ValidateResetLink',
    summary: 'Whether a link to choose a new password is still good, and for which user name',
    access: 'public',
    query: v.object({ Id: linkId }),
    data: v.object({ user_name: v.string() }),
    onFailure: 'state',
  }),
  resetPassword: call({
    backend: 'lms',
    method: 'POST',
    path: '/Login/ResetPassword',
    summary: "Choose a new password by link; all of the user's sessions end",
    access: 'public',
    body: v.object({ Id: linkId, password: newPassword }),
    data: nothing,
    onFailure: 'state',
  }),
  changePassword: call({
    backend: 'lms',
    method: 'POST',
    path: '/Login/ChangePassword',
    summary: "Change one's own password; all other sessions end",
    access: everyone,
    refusedWhileActing: true,
    body: v.object({ user_puid: id, current_password: v.pipe(v.string(), v.maxLength(200)), password: newPassword }),
    data: nothing,
    onFailure: 'state',
    origin: 'ours',
  }),
  managedUsers: call({
    backend: 'lms',
    method: 'GET',
    path: '/UserSetup/get_users',
    summary: "The users of an administrator's scope: the school's, the district's, or all districts' for the provider",
    access: administrators,
    query: v.object({ user_puid: id, search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))) }),
    data: v.object({ users: v.array(ManagedUser), is_cut: v.boolean() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  mails: call({
    backend: 'lms',
    method: 'GET',
    path: '/Developer/get_mails',
    summary: 'The newest e-mails that the product wrote, and where each stands',
    access: [Role.superAdministrator],
    refusedWhileActing: true,
    data: v.array(Mail),
    onFailure: 'state',
    origin: 'ours',
  }),
};
