import * as v from 'valibot';
import { administrators, call, everyone, id, line, nothing, Role, smallId } from './kit.ts';
import { pageOf, pageQuery } from './paging.ts';

/** Length of a new password: 8 to 200 characters, as typed. */
export const leastPassword = 8;
export const newPassword = v.pipe(v.string(), v.minLength(leastPassword), v.maxLength(200));
/** An e-mail address, as typed. */
export const email = v.pipe(line(254), v.email());
/** Secret of a link in an e-mail. */
export const linkId = v.pipe(v.string(), v.maxLength(100, 'link'));

/** State of an e-mail: kept because no mail server is configured, waiting for it, accepted by it, or given up. */
const mailStates = ['kept', 'waiting', 'sent', 'failed'] as const;
export type MailState = (typeof mailStates)[number];

/** An e-mail of the mail queue. */
export const Mail = v.object({
  mail_id: v.number(),
  at: v.string(),
  recipient: v.string(),
  subject: v.string(),
  /** Contains the link only if the server is reachable solely from its own computer and still has it. Otherwise `…` replaces it. */
  text: v.string(),
  state: v.picklist(mailStates),
  /** Time of the next attempt. */
  next_at: v.nullable(v.string()),
  /** Last response of the mail server, or why it could not be reached. */
  problem: v.nullable(v.string()),
});
export type Mail = v.InferOutput<typeof Mail>;

/** A user in the administrators' list. */
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
  /** Whether this user has two-step sign-in; said only of those for whom the caller may reset it. */
  has_second_factor: v.boolean(),
});
export type ManagedUser = v.InferOutput<typeof ManagedUser>;

/** What the administrators' list can be sorted by: its columns. */
export const managedUserSorts = ['name', 'userName', 'role', 'school', 'state'] as const;

/**
 * What the list can be narrowed to. `unready`: active, but with no password and no single sign-on yet, so that nobody can sign in.
 * `registered`: teachers who registered and wait for their account to be activated.
 */
export const userStates = ['active', 'inactive', 'unready', 'registered'] as const;

/** Maximum number of sessions in a response. */
export const mostSessions = 100;

/** One of the user's own live sessions. */
export const OwnSession = v.object({
  session_id: v.number(),
  /** The session making this call. */
  is_this: v.boolean(),
  /** Names, such as Chrome and Windows; null if the browser does not say. */
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  /** How the user signed in; null if unknown. */
  way: v.nullable(v.picklist(['password', 'login_code', 'two_step', 'single_sign_on'])),
  started_at: v.string(),
  /** Last renewal. An open page renews every 15 minutes. */
  last_used_at: v.string(),
});
export type OwnSession = v.InferOutput<typeof OwnSession>;

/** The user's sessions. */
export const OwnSessions = v.object({
  /** The current one first, then by last use. */
  sessions: v.array(OwnSession),
  /** There are more than `mostSessions`. */
  is_cut: v.boolean(),
  /** What ending a session requires: the password, or a fresh sign-in if there is no password and the last sign-in is too old. */
  confirm_by: v.picklist(['password', 'sign_in', 'nothing']),
});
export type OwnSessions = v.InferOutput<typeof OwnSessions>;
/** Number of sessions ended. */
const Ended = v.object({ ended: v.number() });

export const account = {
  retrievePassword: call({
    backend: 'lms',
    method: 'POST',
    path: '/Login/RetrievePassword',
    summary: 'Send a password reset link; the response is the same whether or not an account has the address',
    access: 'public',
    body: v.object({ emailid: email }),
    data: nothing,
    onFailure: 'state',
  }),
  generateResetLink: call({
    backend: 'lms',
    method: 'POST',
    path: '/Login/GenerateResetLink',
    summary: 'Send the link again; the previous one expires',
    access: 'public',
    body: v.object({ emailid: email }),
    data: nothing,
    onFailure: 'state',
  }),
  validateEmail: call({
    backend: 'lms',
    method: 'GET',
    path: '/Login/ValidateEmail',
    summary: 'Check whether a text is a well-formed email address; never tells whether an account has it',
    access: 'public',
    query: v.object({ emailid: v.pipe(v.string(), v.maxLength(254)) }),
    data: v.object({ is_valid: v.boolean() }),
    onFailure: 'log',
  }),
  validateResetLink: call({
    backend: 'lms',
    method: 'GET',
    path: '/Login/ValidateResetLink',
    summary: 'Check whether a password reset link is valid, and get its username',
    access: 'public',
    query: v.object({ Id: linkId }),
    data: v.object({ user_name: v.string() }),
    onFailure: 'state',
  }),
  resetPassword: call({
    backend: 'lms',
    method: 'POST',
    path: '/Login/ResetPassword',
    summary: "Set a new password by link; ends all of the user's sessions",
    access: 'public',
    body: v.object({ Id: linkId, password: newPassword }),
    data: nothing,
    onFailure: 'state',
  }),
  changePassword: call({
    backend: 'lms',
    method: 'POST',
    path: '/Login/ChangePassword',
    summary: "Change the caller's password; ends all other sessions",
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
    summary: "List the users in an administrator's scope: a school, a district, or all districts for the provider; page by page",
    access: administrators,
    query: v.object({
      user_puid: id,
      ...pageQuery(managedUserSorts),
      /** One of the districts that the caller administers; 404 for any other. */
      district_id: v.optional(id),
      role: v.optional(smallId),
      school_id: v.optional(id),
      state: v.optional(v.picklist(userStates)),
    }),
    data: pageOf(ManagedUser),
    onFailure: 'state',
    origin: 'ours',
  }),
  ownSessions: call({
    backend: 'lms',
    method: 'GET',
    path: '/UserSetup/get_sessions',
    summary: 'List the caller’s active sessions',
    access: everyone,
    refusedWhileActing: true,
    query: v.object({ user_puid: id }),
    data: OwnSessions,
    onFailure: 'state',
    origin: 'ours',
  }),
  endOwnSessions: call({
    backend: 'lms',
    method: 'POST',
    path: '/UserSetup/end_sessions',
    summary: 'End one of the caller’s other sessions, or all with null; requires the password if the account has one',
    access: everyone,
    refusedWhileActing: true,
    body: v.object({
      user_puid: id,
      session_id: v.nullable(id),
      current_password: v.optional(v.pipe(v.string(), v.maxLength(200))),
    }),
    data: Ended,
    onFailure: 'state',
    origin: 'ours',
  }),
  endUserSessions: call({
    backend: 'lms',
    method: 'POST',
    path: '/UserSetup/end_user_sessions',
    summary: 'End one session, or all, of a user with a lower role in the caller’s school or district',
    access: administrators,
    isFor: 'lowerRoles',
    refusedWhileActing: true,
    body: v.object({ user_puid: id, ended_puid: id, district_id: v.optional(id), session_id: v.optional(id) }),
    data: Ended,
    onFailure: 'state',
    origin: 'ours',
  }),
  mails: call({
    backend: 'lms',
    method: 'GET',
    path: '/Developer/get_mails',
    summary: 'List the newest emails and their delivery state',
    access: [Role.superAdministrator],
    refusedWhileActing: true,
    data: v.array(Mail),
    onFailure: 'state',
    origin: 'ours',
  }),
};
