import type { Calls } from '../../contract/index.ts';
import type { InputOf } from '../../contract/kit.ts';
import { assessment_id, ids, item_id, makeFixtureSchool, quiz_id, resourceIds, videoQuiz_id } from '../server/fixtureSchool.ts';
import { days, type TestClient, type TestServer, testServer } from '../server/testServer.ts';

/** The fixture with something in every state: ana plays, has begun one quiz and one assessment; ben plays the same lesson. */
export interface World {
  server: TestServer;
  assigned: { lesson_id: number; assignment_id: number; group_assignment_id: number };
  tracking_id: number;
  resource_tracking_id: number;
  result_id: number;
  assessment_result_id: number;
  question_id: number;
  /** ana's, handed in and released. */
  released_result_id: number;
  cookie: string;
}

/** Makes the world anew. */
export async function makeWorld(): Promise<World> {
  const server = await testServer();
  await makeFixtureSchool(server.ports);
  const { calls } = await import('../../contract/index.ts');
  const [ana, ben, tess] = [await server.signIn('ana'), await server.signIn('ben'), await server.signIn('tess')];
  const assignment_details = JSON.stringify({ from_date: new Date(server.clock.now - days(1)).toISOString(), to_date: null });
  const assigned = await tess.ok(calls.assign, { lesson_id: ids.freeLesson, group_puid: ids.class, assignment_no: 1, assignment_details });
  const track = (by: TestClient) =>
    by.ok(calls.trackLesson, { user_puid: by.user.userPuid, time_spent: 0, tracking_id: 0, mode: 'start', ...assigned });
  await track(ben);
  const tracking_id = await track(ana);
  const named = { lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 };
  const { result_id, quiz_details } = await ana.ok(calls.startQuiz, { quiz_id, ...named });
  const question_id = quiz_details.questions[0]?.id ?? 0;
  const { result_id: released_result_id } = await ana.ok(calls.startQuiz, { quiz_id: videoQuiz_id, ...named });
  await server.db.updateTable('attempt').set({ state: 'released', score: 0 }).where('result_id', '=', released_result_id).execute();
  const { result_id: assessment_result_id } = await ana.ok(calls.startAssessment, { assessment_id, ...named });
  const { resource_tracking_id } = await server.db
    .selectFrom('attempt')
    .select('resource_tracking_id')
    .where('result_id', '=', result_id)
    .executeTakeFirstOrThrow();
  return {
    server,
    assigned,
    tracking_id,
    resource_tracking_id,
    result_id,
    assessment_result_id,
    question_id,
    released_result_id,
    cookie: ana.cookie,
  };
}

/** One valid request of a call: who makes it, and with what. */
export interface Case<Name extends keyof Calls> {
  /** Name of a person of the fixture; none for public and cookie calls. */
  as?: string;
  input: (world: World) => InputOf<Calls[Name]>;
  /** What a person of the same role in another district gets for the very same ids (with their own user id): not found, unless the call has none. */
  inOtherDistrict?: 200;
  /** Fields that are not looked at, so that a wrong value is no failure. */
  lenient?: readonly string[];
}

const ana = { user_puid: ids.ana };
const tess = { user_puid: ids.tess };
const quizNamed = ({ resource_tracking_id }: World) => ({
  quiz_id,
  lesson_id: ids.freeLesson,
  lesson_resource_tracking_id: resource_tracking_id,
});
const assessmentNamed = { assessment_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 };
const submission = { time_spent: 40, submit_type: 'save' as const, quizResponse: [] };

/** A valid request of every call. A call without one fails the contract test, which names it. */
export const cases: { [Name in keyof Calls]?: Case<Name> } = {
  login: { input: () => ({ username: 'ana', password: 'science-rocks' }) },
  loginWithoutDistrict: { input: () => ({ username: 'ana', password: 'science-rocks' }) },
  extend: { input: () => ({}) },
  logout: { input: () => ({}) },
  navTabStatus: { as: 'ana', input: () => ({ district_id: 1 }) },
  userInfo: { as: 'ana', input: () => ana, inOtherDistrict: 200 },

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
    input: ({ result_id, question_id }) => ({
      result_id,
      answers: [{ question_id, answer_text: '', answer_id: 1, time_spent: 5, sequence: 1, given_at: '2030-01-10T00:00:00Z' }],
    }),
  },
  quizReview: { as: 'ana', input: ({ released_result_id }) => ({ ...ana, result_id: released_result_id }) },
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
