import * as v from 'valibot';
import { email, ManagedUser, OwnSession } from './account.ts';
import { administrators, call, id, idOrZero, line, smallId } from './kit.ts';
import { pageOf } from './paging.ts';
import { rosterStates } from './rostering/job.ts';
import { SourceField } from './rosterSessions.ts';

/** What waits for an administrator, and the accounts in their scope. */
export const AdminHome = v.object({
  waiting: v.object({
    /** Messages without an answer. */
    messages: v.number(),
    /** Teachers who asked for an account and wait until it is activated. */
    registrations: v.number(),
    /** Active accounts that nobody can sign in to yet (`unready`). */
    unready: v.number(),
    /** Imports that are checked and wait until they are confirmed. */
    imports_to_confirm: v.number(),
    /** Imports of the last 30 days that failed, or left rows out. */
    imports_failed: v.number(),
    imports_running: v.number(),
    /** Identity providers whose last certificate ends within 30 days, or has. */
    certificates: v.number(),
  }),
  /** Accounts by role, from students up. */
  roles: v.array(v.object({ role: v.number(), active: v.number(), inactive: v.number() })),
  /** Active accounts by school, by name. Those without a school come last, with null. */
  schools: v.array(v.object({ school_id: v.nullable(v.number()), name: v.nullable(v.string()), students: v.number(), staff: v.number() })),
});
export type AdminHome = v.InferOutput<typeof AdminHome>;

/** Rows of each kind in a search over everything. */
export const mostFound = 5;

/** Imports whose problems are still shown on the home screen, in days. */
export const recentImportDays = 30;

/** What a search over everything finds: the first of each kind, and how many there are. */
export const Found = v.object({
  users: pageOf(ManagedUser),
  schools: pageOf(v.object({ school_id: v.number(), name: v.string(), people: v.number() })),
  classes: pageOf(v.object({ group_puid: v.number(), name: v.string(), school_name: v.string(), active: v.boolean() })),
  imports: pageOf(
    v.object({
      job_id: v.number(),
      state: v.picklist(rosterStates),
      created_at: v.string(),
      created_by: v.string(),
      files: v.array(v.string()),
    }),
  ),
});
export type Found = v.InferOutput<typeof Found>;

/** Fields of an account that an administrator edits. */
const userFields = {
  first_name: line(100),
  last_name: line(100),
  email: v.nullable(email),
  grade: v.nullable(line(10)),
  student_id: v.nullable(line(100)),
  school_id: v.nullable(id),
};

const { is_this: _, ...session } = OwnSession.entries;

/** A user as an administrator sees them on their own page. */
export const UserDetail = v.object({
  ...ManagedUser.entries,
  district_name: v.string(),
  email: v.nullable(v.string()),
  student_id: v.nullable(v.string()),
  school_id: v.nullable(v.number()),
  /** A fingerprint of the fields. A change is refused if they are no longer what it was based on, whoever changed them. */
  version: v.number(),
  /** The id by which rosters know the person; null: the account was made by hand. */
  sourced_id: v.nullable(v.string()),
  metadata: v.array(SourceField),
  /** Organizations and roles that the roster gives the person; empty unless there are several. They give no rights by themselves. */
  places: v.array(
    v.object({
      org_name: v.string(),
      role: v.number(),
      /** The first role in this organization (OneRoster 1.2); null: the roster does not say. */
      is_primary: v.nullable(v.boolean()),
      begin_date: v.nullable(v.string()),
      end_date: v.nullable(v.string()),
    }),
  ),
  created_at: v.string(),
  /** Null: never, or before sign-ins were written down. */
  last_sign_in_at: v.nullable(v.string()),
  has_password: v.boolean(),
  /** The password is a login code of this date; null: it is not. */
  login_code_made_at: v.nullable(v.string()),
  /** Accounts of single sign-ons that lead to this one. */
  identities: v.array(v.object({ provider: v.string(), issuer: v.string(), subject: v.string(), linked_at: v.string() })),
  classes: v.array(
    v.object({
      group_puid: v.number(),
      name: v.string(),
      school_name: v.string(),
      role: v.picklist(['student', 'teacher']),
      /** The class is open, and the person has not left it. */
      active: v.boolean(),
    }),
  ),
  /** Live sessions, by last use; empty for those whose sessions the caller may not end. */
  sessions: v.array(v.object(session)),
});
export type UserDetail = v.InferOutput<typeof UserDetail>;

/** What an account is used for. */
export const UserUses = v.object({
  /** Open classes that the person attends. */
  attended: v.number(),
  /** Open classes that the person teaches, and those of them that have no other teacher. */
  taught: v.number(),
  alone: v.number(),
  /** Live sessions. */
  sessions: v.number(),
});
export type UserUses = v.InferOutput<typeof UserUses>;

/** How somebody gets a new password: by a code, shown once, or by a link that they get by e-mail. */
export const passwordWays = ['code', 'link'] as const;
export type PasswordWay = (typeof passwordWays)[number];
/** The code; null: the link is on its way. */
const NewPassword = v.object({ user: UserDetail, password: v.nullable(v.string()) });

/** Names a user. The district is only needed by people who look after several. */
const oneUser = { user_puid: id, managed_puid: id, district_id: v.optional(id) };
const ours = { backend: 'lms', access: administrators, onFailure: 'state', origin: 'ours' } as const;
const change = { ...ours, method: 'POST', isFor: 'lowerRoles', refusedWhileActing: true } as const;

export const people = {
  adminHome: call({
    ...ours,
    method: 'GET',
    path: '/UserSetup/get_user_counts',
    summary: 'Count what waits for an administrator, and the accounts of their school or district by role and school',
    query: v.object({ user_puid: id }),
    data: AdminHome,
  }),
  findAnything: call({
    ...ours,
    method: 'GET',
    path: '/UserSetup/find_anything',
    summary: 'Search the users, schools, classes and imports in an administrator’s scope; the first of each, and how many there are',
    query: v.object({ user_puid: id, search: v.pipe(v.string(), v.maxLength(100)) }),
    data: Found,
  }),
  managedUser: call({
    ...ours,
    method: 'GET',
    path: '/UserSetup/get_user',
    summary: 'Get a user in an administrator’s scope, with classes, sessions and single sign-ons',
    query: v.object(oneUser),
    data: UserDetail,
  }),
  addUser: call({
    ...ours,
    method: 'POST',
    path: '/UserSetup/add_user',
    summary: 'Create an account with a role below the caller’s own; its login code is only in this response, or a link goes out by e-mail',
    refusedWhileActing: true,
    /** `school_id` null: for a school administrator, the own school. `district_id`: as of `oneUser`. */
    body: v.object({
      user_puid: id,
      district_id: v.optional(id),
      role_id: smallId,
      user_name: v.nullable(line(100)),
      way: v.picklist(passwordWays),
      ...userFields,
    }),
    data: NewPassword,
  }),
  updateUser: call({
    ...change,
    path: '/UserSetup/update_user',
    summary: 'Change an account with a lower role; refused if someone else has changed it in the meantime',
    body: v.object({ ...oneUser, version: idOrZero, user_name: line(100), ...userFields }),
    data: UserDetail,
  }),
  updateUserId: call({
    ...change,
    path: '/UserSetup/update_user_id',
    summary: 'Give a user another username, or another id by which rosters know them; sessions stay',
    body: v.object({
      ...oneUser,
      version: idOrZero,
      new_user_name: line(100),
      new_sourced_id: v.nullable(line(255)),
    }),
    data: UserDetail,
  }),
  updateUserRole: call({
    ...change,
    path: '/role/update_user_role',
    summary: 'Give a user another role below the caller’s own; ends their sessions',
    body: v.object({ ...oneUser, role_id: smallId }),
    data: UserDetail,
  }),
  userUses: call({
    ...ours,
    method: 'GET',
    path: '/UserSetup/get_user_uses',
    summary: 'Count what an account is used for, before it is closed',
    isFor: 'lowerRoles',
    query: v.object(oneUser),
    data: UserUses,
  }),
  setUserActive: call({
    ...change,
    isFor: 'anyLowerRole',
    path: '/UserSetup/set_user_active',
    summary: 'Close an account with a lower role, which ends its sessions, or open it again; its classes and work stay',
    body: v.object({ ...oneUser, active: v.boolean() }),
    data: UserDetail,
  }),
  resetUserPassword: call({
    ...change,
    path: '/UserSetup/reset_user_password',
    summary: 'Give a user a new login code, which ends their sessions and is only in this response, or send them a link by e-mail',
    body: v.object({ ...oneUser, way: v.picklist(passwordWays) }),
    data: NewPassword,
  }),
};
