import * as v from 'valibot';
import { call, everyone, flag, id, line } from './kit.ts';
import { SignedIn } from './login.ts';
import { signOnKinds } from './signOnSetup.ts';

/** One of the same person's accounts, in one school. */
export const SchoolAccount = v.object({
  user_puid: v.number(),
  district_id: v.number(),
  district_name: v.string(),
  school_name: v.nullable(v.string()),
  role: v.number(),
  name: v.string(),
});
export type SchoolAccount = v.InferOutput<typeof SchoolAccount>;

/** What a launch from a learning platform opens: a student's lesson, a teacher's view of it, or the choice of what a link will open. */
export const Opens = v.variant('kind', [
  v.object({ kind: v.literal('lesson'), lesson_id: v.number(), assignment_id: v.number() }),
  v.object({ kind: v.literal('preview'), lesson_id: v.number() }),
  v.object({ kind: v.literal('choose'), choice_id: v.number() }),
]);
export type Opens = v.InferOutput<typeof Opens>;

const start = (path: string, summary: string) =>
  call({
    backend: 'lms',
    method: 'POST',
    path,
    summary,
    access: 'public',
    /** Needed if several districts have such a service. */
    query: v.object({ district_id: v.optional(id) }),
    data: v.object({ url: v.string() }),
    onFailure: 'state',
    origin: 'ours',
  });

export const sso = {
  isCleverSsoEnable: call({
    backend: 'lms',
    method: 'POST',
    path: '/ssoLogin/IsCleverSSOEnable',
    summary: 'Get which single sign-ons there are at this web host: school roster, classroom, learning tools',
    access: 'public',
    data: v.object({ roster: v.boolean(), classroom: v.boolean(), learningTools: v.boolean() }),
    onFailure: 'log',
  }),
  signOns: call({
    backend: 'lms',
    method: 'GET',
    path: '/ssoLogin/get_sign_ons',
    summary: 'List the school rosters and classrooms that the sign-in page offers at this web host, by district',
    access: 'public',
    data: v.array(v.object({ kind: v.picklist(signOnKinds), district_id: v.number(), district_name: v.string() })),
    onFailure: 'log',
    origin: 'ours',
  }),
  samlSignOns: call({
    backend: 'lms',
    method: 'GET',
    path: '/ssoLogin/get_saml_sign_ons',
    summary: 'List the SAML identity providers that the sign-in page offers at this web host',
    access: 'public',
    data: v.array(v.object({ provider_id: v.number(), name: v.string(), district_name: v.string() })),
    onFailure: 'log',
    origin: 'ours',
  }),
  rosterLogin: start('/ssoLogin/RosterLogin', 'Begin sign-in with the school roster: where to send the browser'),
  classroomLogin: start('/ssoLogin/ClassroomLogin', 'Begin sign-in with the classroom: where to send the browser'),
  getAccessCode: call({
    backend: 'lms',
    method: 'POST',
    path: '/ssoLogin/getAccessCode',
    summary: 'Exchange the one-time code of a completed single sign-on for a session',
    access: 'public',
    body: v.object({ code: line(100), replace: v.optional(flag) }),
    data: v.object({ ...SignedIn.entries, mustSelectSchool: v.boolean(), opens: v.nullable(Opens) }),
    onFailure: 'state',
  }),
  getSchools: call({
    backend: 'lms',
    method: 'GET',
    path: '/ssoLogin/get_schools',
    summary: 'List the accounts of a user who signed in by single sign-on, one per school',
    access: everyone,
    refusedWhileActing: true,
    query: v.object({ user_puid: id }),
    data: v.array(SchoolAccount),
    onFailure: 'state',
    origin: 'ours',
  }),
  selectSchool: call({
    backend: 'lms',
    method: 'POST',
    path: '/ssoLogin/select_school',
    summary: 'Switch to the same user’s account at another school',
    access: everyone,
    refusedWhileActing: true,
    body: v.object({ user_puid: id, school_user_puid: id, school_district_id: id }),
    data: SignedIn,
    onFailure: 'state',
    origin: 'ours',
  }),
};
