import * as v from 'valibot';
import { administrators, call, everyone, flag, id, line } from './kit.ts';

/** Name and password. `password` is taken literally, never trimmed. */
const credentials = { username: line(254), password: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) };

/** Ours: if someone else is signed in in this browser, the call answers 409 unless this allows ending their session. */
const replace = v.optional(flag);

/** The signed-in user (specification section 3, session state). */
export const UserData = v.object({
  userPuid: v.number(),
  districtID: v.number(),
  role: v.number(),
  state_id: v.nullable(v.number()),
  user_name: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  school_name: v.nullable(v.string()),
  /** IANA zone of the school, for due times. */
  time_zone: v.string(),
  /** Signed in with an assignment code (loggedInWithCode). The token is limited to this lesson. */
  user_info: v.optional(v.object({ token: v.string(), lesson_id: v.number(), assignment_id: v.number() })),
  /** Login-as (isLoginAsUser): the administrator acting as the user. */
  acting: v.optional(v.object({ user_puid: v.number(), name: v.string(), until: v.string() })),
});
export type UserData = v.InferOutput<typeof UserData>;

/** Response to every sign-in: the access token (JWT, 15 min) and its user. The refresh secret travels in an HttpOnly cookie. */
export const SignedIn = v.object({ token: v.string(), userData: UserData });
export type SignedIn = v.InferOutput<typeof SignedIn>;

/** Kinds of second step: authenticator app code, passkey, recovery code. */
export const secondWays = ['totp', 'passkey', 'recovery'] as const;

/** The password was correct and a second step is required. Nobody is signed in yet. If `ways` is empty, the user must first set one up. */
export const Challenge = v.object({
  /** Secret of this sign-in attempt. Single use, until `expires_at` (ISO 8601). */
  challenge: v.string(),
  ways: v.array(v.picklist(secondWays)),
  expires_at: v.string(),
});
export type Challenge = v.InferOutput<typeof Challenge>;

const PasswordAnswer = v.union([SignedIn, Challenge]);

export const login = {
  login: call({
    backend: 'lms',
    method: 'POST',
    path: '/Login/Index',
    summary: 'Sign in with username and password in a known district',
    access: 'public',
    body: v.object({ ...credentials, district_id: v.optional(id), replace }),
    data: PasswordAnswer,
    onFailure: 'state',
  }),
  loginWithoutDistrict: call({
    backend: 'ngss',
    method: 'POST',
    path: '/ngss/login/index',
    summary: 'Sign in with username and password without a district',
    access: 'public',
    body: v.object({ ...credentials, replace }),
    data: PasswordAnswer,
    onFailure: 'state',
  }),
  allDistricts: call({
    backend: 'lms',
    method: 'GET',
    path: '/Login/getAllDistricts',
    summary: 'List the districts for sign-in, by name; at the web host of one, that one alone',
    access: 'public',
    data: v.array(v.object({ district_id: v.number(), name: v.string() })),
    onFailure: 'log',
  }),
  loginWithAssignmentCode: call({
    backend: 'lms',
    method: 'POST',
    path: '/Login/LoginWithAssignmentCode',
    summary: 'Sign in with an assignment code as a guest of one lesson; data is null if there is nothing to report',
    access: 'public',
    /** `code` as typed: trimmed, case-folded, with letters that look like digits read as digits. `name`: shown to the teacher. */
    body: v.object({ code: line(40), name: v.optional(line(60)), replace }),
    data: v.nullable(SignedIn),
    onFailure: 'state',
  }),
  loginAsUser: call({
    backend: 'lms',
    method: 'POST',
    path: '/Login/Login_as_user',
    summary: "Act as a user with a lower role for 30 minutes; the administrator's own session is unaffected",
    access: administrators,
    isFor: 'lowerRoles',
    refusedWhileActing: true,
    /** `user_puid`: the acting administrator; `login_as_puid` and `district_id`: the user to act as. */
    body: v.object({ user_puid: id, login_as_puid: id, district_id: v.optional(id) }),
    data: SignedIn,
    onFailure: 'state',
  }),
  stopLoginAsUser: call({
    backend: 'lms',
    method: 'POST',
    path: '/Login/Stop_login_as_user',
    summary: 'Stop acting as another user; invalidates the token of this call',
    access: everyone,
    data: v.null(),
    onFailure: 'log',
    origin: 'ours',
  }),
  extend: call({
    backend: 'lms',
    method: 'POST',
    path: '/Login/Extend',
    summary: 'Get a new access token for the refresh cookie; user_puid is absent when a tab restores its session',
    access: 'cookie',
    body: v.object({ user_puid: v.optional(id) }),
    data: SignedIn,
    onFailure: 'state',
  }),
  logout: call({
    backend: 'lms',
    method: 'POST',
    path: '/Login/Logout',
    summary: 'End the session of the refresh cookie; where to send the browser if the service that opened it is to end its own',
    access: 'cookie',
    data: v.nullable(v.object({ url: v.string() })),
    onFailure: 'log',
    origin: 'ours',
  }),
  navTabStatus: call({
    backend: 'lms',
    method: 'GET',
    path: '/Login/nav_tab_status',
    summary: 'Get the navigation tabs that the district shows',
    access: everyone,
    query: v.object({ district_id: id }),
    data: v.array(v.object({ key: v.string(), show: v.boolean() })),
    onFailure: 'log',
  }),
  userInfo: call({
    backend: 'lms',
    method: 'GET',
    path: '/Login/getUserinfo',
    summary: 'Get a user',
    access: everyone,
    query: v.object({ user_puid: id }),
    data: UserData,
    onFailure: 'log',
  }),
};
