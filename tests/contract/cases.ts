import { type Calls, calls } from '../../contract/index.ts';
import type { InputOf } from '../../contract/kit.ts';
import { makeLink } from '../../server/kit/links.ts';
import { assessment_id, ids, item_id, makeFixtureSchool, quiz_id, resourceIds } from '../server/fixtureSchool.ts';
import { days, type TestServer, testServer } from '../server/testServer.ts';

const submission = { time_spent: 40, submit_type: 'save' as const, quizResponse: [] };

/** The fixture with something in every state: ana plays and has begun a quiz and an assessment, ben has one released; registrations stand at each step. */
export interface World {
  server: TestServer;
  assigned: { lesson_id: number; assignment_id: number; group_assignment_id: number };
  tracking_id: number;
  resource_tracking_id: number;
  result_id: number;
  assessment_result_id: number;
  question_id: number;
  released_result_id: number;
  cookie: string;
  /** An assignment code. */
  code: string;
  /** Secret of a link by which ana may choose a new password. */
  resetId: string;
  registrations: Record<'waiting' | 'confirmed' | 'detailed', { request_id: string; Id: string }>;
}

async function makeRegistrations(server: TestServer): Promise<World['registrations']> {
  await server.db.updateTable('app_user').set({ email: 'sue@hill.example' }).where('user_puid', '=', ids.sue).execute();
  const register = async (name: string) => {
    const answer = await server.call(calls.registerUser, { ...person, email: `${name}@hill.example` });
    const { text } = await server.db
      .selectFrom('mail')
      .select('text')
      .where('recipient', '=', `${name}@hill.example`)
      .executeTakeFirstOrThrow();
    return { request_id: (answer.data as { request_id: string }).request_id, Id: /Id=([\w-]+)/.exec(text)?.[1] ?? '' };
  };
  const registrations = { waiting: await register('wanda'), confirmed: await register('conny'), detailed: await register('della') };
  for (const { Id } of [registrations.confirmed, registrations.detailed]) await server.call(calls.verifyUserLink, { Id });
  await server.call(calls.submitUserDetails, { Id: registrations.detailed.Id, user_name: 'della', grade: '6' });
  return registrations;
}
const person = { first_name: 'New', last_name: 'Teacher', district_id: 1, school_id: ids.school };

/** Makes the world anew. */
export async function makeWorld(): Promise<World> {
  const server = await testServer();
  await makeFixtureSchool(server.ports);
  const [ana, ben, tess] = [await server.signIn('ana'), await server.signIn('ben'), await server.signIn('tess')];
  const assignment_details = JSON.stringify({ from_date: new Date(server.clock.now - days(1)).toISOString(), to_date: null });
  const assigned = await tess.ok(calls.assign, { lesson_id: ids.freeLesson, group_puid: ids.class, assignment_no: 1, assignment_details });
  const named = { lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 };
  const bens = await ben.ok(calls.startQuiz, { quiz_id, ...named });
  await ben.ok(calls.submitQuiz, { result_id: bens.result_id, ...submission });
  await server.db.updateTable('attempt').set({ state: 'released' }).execute();
  const tracking_id = await ana.ok(calls.trackLesson, { user_puid: ids.ana, time_spent: 0, tracking_id: 0, mode: 'start', ...assigned });
  const { result_id, quiz_details } = await ana.ok(calls.startQuiz, { quiz_id, ...named });
  const { result_id: assessment_result_id } = await ana.ok(calls.startAssessment, { assessment_id, ...named });
  const { resource_tracking_id } = await server.db
    .selectFrom('attempt')
    .select('resource_tracking_id')
    .where('result_id', '=', result_id)
    .executeTakeFirstOrThrow();
  const { code } = await tess.ok(calls.generateCode, { lesson_id: ids.orderedLesson });
  return {
    server,
    assigned,
    tracking_id,
    resource_tracking_id,
    result_id,
    assessment_result_id,
    question_id: quiz_details.questions[0]?.id ?? 0,
    released_result_id: bens.result_id,
    cookie: ana.cookie,
    code,
    resetId: await makeLink(server.db, server.ports, { kind: 'reset', district_id: 1, subject: String(ids.ana), life: days(1) }),
    registrations: await makeRegistrations(server),
  };
}

/** One valid request of a call: who makes it, and with what. */
export interface Case<Name extends keyof Calls> {
  /** Name of a person of the fixture; none for public and cookie calls. */
  as?: string;
  input: (world: World) => InputOf<Calls[Name]>;
  /** What a person of the same role in another district gets for the very same ids (with their own user id): not found, unless the call has none of a district. */
  inOtherDistrict?: 200 | 403;
  /** Fields of the address that may hold any text. */
  lenient?: readonly string[];
  /** The code with which this world refuses even a valid request: what it needs is tested on its own. */
  refused?: 400 | 404;
}

const ana = { user_puid: ids.ana };
const tess = { user_puid: ids.tess };
const quizNamed = ({ resource_tracking_id }: World) => ({
  quiz_id,
  lesson_id: ids.freeLesson,
  lesson_resource_tracking_id: resource_tracking_id,
});
const assessmentNamed = { assessment_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 };

/** A valid request of every call. A call without one fails the contract test, which names it. */
export const cases: { [Name in keyof Calls]?: Case<Name> } = {
  login: { input: () => ({ username: 'ana', password: 'science-rocks' }) },
  loginWithoutDistrict: { input: () => ({ username: 'ana', password: 'science-rocks' }) },
  loginWithAssignmentCode: { input: ({ code }) => ({ code }) },
  generateCode: { as: 'tess', input: () => ({ lesson_id: ids.freeLesson }) },
  loginAsUser: { as: 'dan', input: () => ({ user_puid: ids.dan, login_as_puid: ids.ana }) },
  stopLoginAsUser: { as: 'ana', input: () => ({}), inOtherDistrict: 200 },
  extend: { input: () => ({}) },
  logout: { input: () => ({}) },
  navTabStatus: { as: 'ana', input: () => ({ district_id: 1 }) },
  userInfo: { as: 'ana', input: () => ana, inOtherDistrict: 200 },

  retrievePassword: { input: () => ({ emailid: 'sue@hill.example' }) },
  generateResetLink: { input: () => ({ emailid: 'sue@hill.example' }) },
  validateEmail: { input: () => ({ emailid: 'sue@hill.example' }), lenient: ['emailid'] },
  validateResetLink: { input: ({ resetId: Id }) => ({ Id }), lenient: ['Id'] },
  resetPassword: { input: ({ resetId: Id }) => ({ Id, password: 'a new password' }) },
  changePassword: {
    as: 'ana',
    input: () => ({ ...ana, current_password: 'science-rocks', password: 'a new password' }),
    inOtherDistrict: 200,
  },
  managedUsers: { as: 'dan', input: () => ({ user_puid: ids.dan, search: 'person' }), inOtherDistrict: 200, lenient: ['search'] },
  mails: { as: 'max', input: () => ({}), inOtherDistrict: 403 },

  districtsSchoolsGrades: { input: () => ({}) },
  states: { input: () => ({}) },
  districts: { input: () => ({ state_id: 48 }) },
  grades: { input: () => ({}) },
  registerUser: { input: () => ({ ...person, email: 'new@hill.example' }) },
  resendVerificationLink: { input: ({ registrations }) => ({ request_id: registrations.waiting.request_id }), lenient: ['request_id'] },
  verifyUserLink: { input: ({ registrations }) => ({ Id: registrations.waiting.Id }), lenient: ['Id'] },
  verifyRegistrationLink: { input: ({ registrations }) => ({ request_id: registrations.waiting.request_id }), lenient: ['request_id'] },
  submitUserDetails: { input: ({ registrations }) => ({ Id: registrations.confirmed.Id, user_name: 'conny', grade: '6' }) },
  signup: { input: ({ registrations }) => ({ Id: registrations.detailed.Id, password: 'a new password' }) },

  isCleverSsoEnable: { input: () => ({}) },
  rosterLogin: { input: () => ({}), refused: 404 },
  classroomLogin: { input: () => ({}), refused: 404 },
  getAccessCode: { input: () => ({ code: 'a ticket' }), refused: 400 },
  getSchools: { as: 'ana', input: () => ana, inOtherDistrict: 200 },
  selectSchool: { as: 'ana', input: () => ({ ...ana, school_user_puid: ids.ben, school_district_id: 1 }), refused: 404 },

  getContent: { as: 'ana', input: () => ({ id: item_id, userPuid: ids.ana, roleId: 1, districtId: 1, stateId: 48 }) },
  prebuiltLessons: { as: 'tess', input: () => tess, inOtherDistrict: 200 },

  studentDashboard: { as: 'ana', input: () => ana, inOtherDistrict: 200 },
  lessonPlayer: { as: 'ana', input: ({ assigned: { lesson_id, assignment_id } }) => ({ ...ana, lesson_id, assignment_id }) },
  trackLesson: { as: 'ana', input: ({ assigned, tracking_id }) => ({ ...ana, ...assigned, tracking_id, time_spent: 5, mode: 'update' }) },
  trackResource: {
    as: 'ana',
    input: ({ assigned: { lesson_id, assignment_id }, tracking_id }) => ({
      ...ana,
      lesson_id,
      assignment_id,
      time_spent: 5,
      percentage_completed: 50,
      previous_resource_id: 0,
      resource_id: resourceIds(lesson_id).reading,
      tracking_id: 0,
      lesson_tracking_id: tracking_id,
      resource_type_id: 1,
    }),
  },
  assignmentResponses: { as: 'ana', input: ({ assigned: { lesson_id, assignment_id } }) => ({ ...ana, lesson_id, assignment_id }) },

  quizDetails: { as: 'ana', input: (world) => ({ ...ana, ...quizNamed(world) }) },
  assessmentOverview: { as: 'ana', input: () => ({ ...ana, ...assessmentNamed }) },
  startQuiz: { as: 'ana', input: (world) => quizNamed(world) },
  startAssessment: { as: 'ana', input: () => assessmentNamed },
  saveAnswers: {
    as: 'ana',
    input: ({ result_id, question_id, server }) => ({
      result_id,
      answers: [
        { question_id, answer_id: null, answer_text: 'x', time_spent: 1, sequence: 1, given_at: new Date(server.clock.now).toISOString() },
      ],
    }),
  },
  quizReview: { as: 'ben', input: ({ released_result_id: result_id }) => ({ user_puid: ids.ben, result_id }) },
  submitQuiz: { as: 'ana', input: ({ result_id }) => ({ result_id, ...submission }) },
  submitAssessment: { as: 'ana', input: ({ assessment_result_id }) => ({ result_id: assessment_result_id, ...submission }) },

  groupAssignments: { as: 'tess', input: () => ({ ...tess, from_date: '2030-01-01', to_date: '2030-01-31' }), inOtherDistrict: 200 },
  classesForLesson: { as: 'tess', input: () => ({ ...tess, lesson_id: ids.freeLesson }) },
  assign: {
    as: 'tess',
    input: () => ({
      lesson_id: ids.orderedLesson,
      group_puid: ids.class,
      assignment_no: 1,
      assignment_details: JSON.stringify({ from_date: '2030-01-15T00:00:00Z', to_date: null }),
    }),
  },
  assignedGroups: { as: 'tess', input: () => ({ ...tess, lesson_id: ids.freeLesson }) },
  assignmentResult: {
    as: 'tess',
    input: ({ assigned: { lesson_id, group_assignment_id } }) => ({ group_puid: ids.class, lesson_id, group_assignment_id }),
  },
  responses: { as: 'tess', input: () => ({ user_Puid: ids.tess, lesson_id: ids.freeLesson }) },
};
