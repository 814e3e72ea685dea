import * as v from 'valibot';
import { email, linkId, newPassword } from './account.ts';
import { call, id, line, nothing } from './kit.ts';

/** Public id of a registration. It proves nothing. */
const requestId = v.pipe(v.string(), v.maxLength(64, 'link'));

const State = v.object({ state_id: v.number(), name: v.string() });
const School = v.object({ school_id: v.number(), name: v.string() });
const District = v.object({ district_id: v.number(), name: v.string(), state_id: v.nullable(v.number()) });
const Grade = v.object({ grade: v.string() });

/** Options of the registration form. */
export const Places = v.object({ districts: v.array(v.object({ ...District.entries, schools: v.array(School) })), grades: v.array(Grade) });
export type Places = v.InferOutput<typeof Places>;

/** A registration as its owner sees it. */
export const Registration = v.object({
  request_id: v.string(),
  /** waiting: e-mail not confirmed; confirmed: details can be entered; detailed: a password can be chosen; done: the account exists. */
  state: v.picklist(['waiting', 'confirmed', 'detailed', 'done']),
  email: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  school_name: v.string(),
});
export type Registration = v.InferOutput<typeof Registration>;

export const registration = {
  districtsSchoolsGrades: call({
    backend: 'ngss',
    method: 'GET',
    path: '/ngss/userregistration/get_districts_schools_grades',
    summary: 'List districts with their schools, and grades, for the registration form',
    access: 'public',
    data: Places,
    onFailure: 'state',
  }),
  states: call({
    backend: 'ngss',
    method: 'GET',
    path: '/ngss/userregistration/get_states',
    summary: 'List the states with a district',
    access: 'public',
    data: v.array(State),
    onFailure: 'state',
  }),
  districts: call({
    backend: 'ngss',
    method: 'GET',
    path: '/ngss/userregistration/get_districts',
    summary: 'List the districts of a state',
    access: 'public',
    query: v.object({ state_id: id }),
    data: v.array(District),
    onFailure: 'state',
  }),
  grades: call({
    backend: 'ngss',
    method: 'GET',
    path: '/ngss/userregistration/get_grades',
    summary: 'List the grades that can be taught',
    access: 'public',
    data: v.array(Grade),
    onFailure: 'state',
  }),
  registerUser: call({
    backend: 'ngss',
    method: 'POST',
    path: '/ngss/userregistration/register_user',
    summary: "Request a teacher account: sends a link to the email address. 'User with this email already exists' if there is one",
    access: 'public',
    body: v.object({ email, first_name: line(60), last_name: line(60), district_id: id, school_id: id }),
    data: v.object({ request_id: v.string() }),
    onFailure: 'state',
  }),
  resendVerificationLink: call({
    backend: 'ngss',
    method: 'GET',
    path: '/ngss/userregistration/resend_verification_link',
    summary: 'Send a registration link again; the previous one expires',
    access: 'public',
    query: v.object({ request_id: requestId }),
    data: nothing,
    onFailure: 'state',
  }),
  verifyUserLink: call({
    backend: 'ngss',
    method: 'GET',
    path: '/ngss/userregistration/verify_user_link',
    summary: "Open a link from an email: confirms the registrant's address or, for the administrator's link, activates the account",
    access: 'public',
    query: v.object({ Id: linkId }),
    data: v.object({ kind: v.picklist(['confirmed', 'activated']), registration: Registration }),
    onFailure: 'state',
  }),
  verifyRegistrationLink: call({
    backend: 'ngss',
    method: 'GET',
    path: '/ngss/userregistration/verify_registration_link',
    summary: 'Get the state of a registration, without personal data',
    access: 'public',
    query: v.object({ request_id: requestId }),
    data: v.object({ state: Registration.entries.state }),
    onFailure: 'state',
  }),
  submitUserDetails: call({
    backend: 'ngss',
    method: 'POST',
    path: '/ngss/userregistration/submit_user_details',
    summary: 'Set the username and grade of the future account; requires the Id from the emailed link',
    access: 'public',
    body: v.object({
      Id: linkId,
      user_name: v.pipe(line(60), v.regex(/^[\w.@-]+$/, 'userName')),
      grade: v.nullable(line(20)),
    }),
    data: Registration,
    onFailure: 'state',
  }),
  signup: call({
    backend: 'ngss',
    method: 'POST',
    path: '/ngss/userregistration/signup',
    summary: "Set the password and create the account, which the school's administrator has to activate",
    access: 'public',
    body: v.object({ Id: linkId, password: newPassword }),
    data: Registration,
    onFailure: 'state',
  }),
};
