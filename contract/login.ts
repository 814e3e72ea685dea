import * as v from 'valibot';
import { call, everyone, id, line } from './kit.ts';

/** Name and password; `password` is taken as its bytes, never trimmed. */
const credentials = { username: line(254), password: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) };

/** Who is signed in (specification section 3, session state). */
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
});
export type UserData = v.InferOutput<typeof UserData>;

/** Answer of every sign-in: the access token (JWT, 15 min) and who it is for. The refresh secret travels in an HttpOnly cookie. */
export const SignedIn = v.object({ token: v.string(), userData: UserData });
export type SignedIn = v.InferOutput<typeof SignedIn>;

export const login = {
  login: call({
    backend: 'lms',
    method: 'POST',
    path: '/Login/Index',
    summary: 'Sign in with user name and password, in a known district',
    access: 'public',
    body: v.object({ ...credentials, district_id: v.optional(id) }),
    data: SignedIn,
    onFailure: 'state',
  }),
  loginWithoutDistrict: call({
    backend: 'ngss',
    method: 'POST',
    path: '/ngss/login/index',
    summary: 'Sign in with user name and password, district unknown',
    access: 'public',
    body: v.object(credentials),
    data: SignedIn,
    onFailure: 'state',
  }),
  extend: call({
    backend: 'lms',
    method: 'POST',
    path: '/Login/Extend',
    summary: 'New access token for the refresh cookie; user_puid absent when a tab restores its session',
    access: 'cookie',
    body: v.object({ user_puid: v.optional(id) }),
    data: SignedIn,
    onFailure: 'state',
  }),
  logout: call({
    backend: 'lms',
    method: 'POST',
    path: '/Login/Logout',
    summary: 'End the session that the refresh cookie names',
    access: 'cookie',
    data: v.null(),
    onFailure: 'log',
    origin: 'ours',
  }),
  navTabStatus: call({
    backend: 'lms',
    method: 'GET',
    path: '/Login/nav_tab_status',
    summary: 'Which navigation tabs the district shows',
    access: everyone,
    query: v.object({ district_id: id }),
    data: v.array(v.object({ key: v.string(), show: v.boolean() })),
    onFailure: 'log',
  }),
  userInfo: call({
    backend: 'lms',
    method: 'GET',
    path: '/Login/getUserinfo',
    summary: 'Who a user is',
    access: everyone,
    query: v.object({ user_puid: id }),
    data: UserData,
    onFailure: 'log',
  }),
};
