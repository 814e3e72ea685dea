import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { ClassroomComparison, ClassroomImport, ClassroomLink } from '../../contract/classroom.ts';
import { calls } from '../../contract/index.ts';
import { outsideOf } from '../../server/kit/outside.ts';
import { providerOf } from '../../server/sso/configuration.ts';
import {
  type ClassroomThere,
  type CourseThere,
  coursesScope,
  rostersScope,
  type StudentThere,
  startClassroom,
  workScope,
} from './classroomServer.ts';
import { ids, makeFixtureSchool } from './fixtureSchool.ts';
import { authenticate, type OpenIdProvider, startOpenIdProvider } from './openIdProvider.ts';
import { type TestClient, type TestServer, testServer } from './testServer.ts';

const at = (district_id: number) => `http://orrery.test/api/lms/ssoLogin/callback/classroom/${district_id}`;
export const secret = 'hush: 100% "secret" /safe?';
export const cookieOf = (headers: Headers) => /orrery_sign_on=[^;]*/.exec(headers.get('set-cookie') ?? '')?.[0] ?? '';
export const student = (userId: string, givenName = userId, familyName = 'There'): StudentThere => ({ userId, givenName, familyName });

/** A backend with a classroom service in district 1, which is `there`. Made anew for each test of the file. */
export function classroomWorld() {
  const world = {
    server: undefined as unknown as TestServer,
    provider: undefined as unknown as OpenIdProvider,
    there: undefined as unknown as ClassroomThere,
    tess: undefined as unknown as TestClient,
    dan: undefined as unknown as TestClient,
    /** How long was waited before requests were repeated, in ms. */
    pauses: [] as number[],
  };
  beforeAll(async () => {
    for (const name of ['info', 'warn'] as const) vi.spyOn(console, name).mockImplementation(() => {});
    const clients = [1, 2].map((district) => ({ client_id: `orrery-${district}`, client_secret: secret, redirect_uris: [at(district)] }));
    world.provider = await startOpenIdProvider(clients, [coursesScope, rostersScope, workScope]);
    world.there = await startClassroom(world.provider.allowedBy);
  });
  afterAll(async () => {
    await world.there.stop();
    await world.provider.stop();
  });
  beforeEach(async () => {
    const { there, provider, pauses } = world;
    Object.assign(there, { courses: [], works: [], asked: [], pageSize: 30, interrupt: () => undefined });
    provider.rotates = false;
    pauses.length = 0;
    const { send } = outsideOf(['127.0.0.1']);
    const outside = { send, pause: async (ms: number) => void pauses.push(ms) };
    world.server = await testServer({ outside, classroomApi: there.origin });
    // The identity provider uses the real time.
    world.server.clock.now = Date.now();
    await makeFixtureSchool(world.server.ports);
    world.dan = await world.server.signIn('dan');
    await setUp();
    for (const [user_puid, subject] of [
      [ids.ana, 'g-ana'],
      [ids.ben, 'g-ben'],
      [ids.cal, 'g-cal'],
      [ids.tom, 'g-tom'],
    ] as const)
      await identify(user_puid, subject);
    world.tess = await world.server.signIn('tess');
  });

  /** Switches a district's classroom service on. */
  async function setUp(district_id = 1, who = world.dan, further = {}) {
    const { issuer } = world.provider;
    const fields = { issuer, client_id: `orrery-${district_id}`, client_secret: secret, is_public: false, scope: 'openid' };
    const switches = { subject_is_sourced_id: false, active: true };
    return who.ok(calls.saveClassroomSetup, { user_puid: who.user.userPuid, district_id, version: 0, ...fields, ...switches, ...further });
  }
  /** Links an account with a subject of the service, as a sign-in does. */
  async function identify(user_puid: number, subject: string, district_id = 1) {
    const { issuer } = world.provider;
    const provider = providerOf('classroom', { issuer, client_id: `orrery-${district_id}`, district_id });
    const row = { provider, issuer, subject, district_id, user_puid, linked_at: 1 };
    await world.server.db.insertInto('federated_identity').values(row).execute();
  }
  const comeBack = async (location: string, cookie: string): Promise<string> => {
    const answer = await world.server.app.request(location, { headers: { cookie } });
    return answer.headers.get('location') ?? '';
  };
  const begin = async (who = world.tess) => {
    const answer = await who.call(calls.linkClassroom, {});
    expect(answer.code, answer.text).toBe(200);
    return { url: answer.data.url, cookie: cookieOf(answer.headers) };
  };
  /** The whole way. Returns what the browser is told. */
  const link = async (subject = 'g-tess', who = world.tess): Promise<string | null> => {
    const { url, cookie } = await begin(who);
    return new URL(await comeBack(await authenticate(url, subject), cookie)).searchParams.get('result');
  };
  const state = async (who = world.tess): Promise<ClassroomLink['state']> => (await who.ok(calls.classroomLink, {})).state;
  const course = (students: readonly StudentThere[], further: Partial<CourseThere> = {}): CourseThere => {
    const one: CourseThere = {
      ...{ id: String(4_000_000_000 + world.there.courses.length), name: 'Biology', courseState: 'ACTIVE', teachers: ['g-tess'] },
      ...{ students: [...students], ...further },
    };
    world.there.courses.push(one);
    return one;
  };
  const compare = (one: CourseThere, who = world.tess): Promise<ClassroomComparison> =>
    who.ok(calls.compareClassroomCourse, { course_id: one.id });
  const apply = (one: CourseThere, { version }: ClassroomComparison, confirmed = false, who = world.tess) =>
    who.call(calls.importClassroomCourses, { course_id: one.id, version, confirmed });
  /** Compares a course and takes it over. */
  const takeOver = async (one: CourseThere, who = world.tess, confirmed = false): Promise<ClassroomImport> => {
    const answer = await apply(one, await compare(one, who), confirmed, who);
    expect(answer.code, answer.text).toBe(200);
    return answer.data;
  };
  const undo = (import_id: number, who = world.tess) => who.call(calls.undoClassroomImport, { import_id });
  /** Who is in a class. */
  const members = async (group_puid: number): Promise<number[]> =>
    (
      await world.server.db
        .selectFrom('enrollment')
        .select('user_puid')
        .where('group_puid', '=', group_puid)
        .where('role', '=', 'student')
        .where('active', '=', 1)
        .orderBy('user_puid')
        .execute()
    ).map(({ user_puid }) => user_puid);
  return { world, setUp, identify, begin, comeBack, link, state, course, compare, apply, takeOver, undo, members };
}
