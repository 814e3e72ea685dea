import { beforeAll, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { Role } from '../../contract/kit.ts';
import { selectionModes } from '../../contract/rostering/job.ts';
import { versionOf } from '../../server/areas/people/detail.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { importing, upload } from './importing.ts';
import type { TestClient, TestServer } from './testServer.ts';

/** Everybody, by hand: name, district, role and school. */
const everybody = [
  ['ana', 1, 1, 'Hill'],
  ['cal', 1, 1, 'Lake'],
  ['zoe', 2, 1, 'Coast'],
  ['tess', 1, 2, 'Hill'],
  ['tom', 1, 2, 'Lake'],
  ['ted', 2, 2, 'Coast'],
  ['sue', 1, 6, 'Hill'],
  ['sid', 1, 6, 'Lake'],
  ['dan', 1, 9, null],
  ['dora', 2, 9, null],
  ['pam', 1, 12, null],
  ['max', 1, 15, null],
] as const;
type Person = (typeof everybody)[number];
const callers = ['ana', 'tess', 'sue', 'dan', 'pam'] as const;

/** The rule in other words than the program's: who may change whom, one by one. */
const isAllowed = ([, district, role, school]: Person, [, district_, role_, school_]: Person) =>
  role >= 6 && role_ < role && (role >= 12 || (district === district_ && (role === 9 || school === school_)));
const isAllowedForMany = (caller: Person, target: Person) => isAllowed(caller, target) && caller[1] === target[1];

const one = ['updateUserId', 'updateUserRole', 'setUserActive', 'resetUserPassword', 'endUserSessions', 'loginAsUser'] as const;
const ways = [...one, 'list of new ids', 'list that closes accounts', ...selectionModes] as const;
type Way = (typeof ways)[number];
const cases = callers.flatMap((name) => {
  const caller = everybody.find((person) => person[0] === name) as Person;
  return everybody.flatMap((target) =>
    ways.flatMap((way) => {
      const isOne = one.some((single) => single === way);
      // Nobody but students is in the list that closes accounts, and only students have codes.
      const isOfStudents = way === 'list that closes accounts' || way === 'resetCodes';
      const may = isOne ? isAllowed(caller, target) : isAllowedForMany(caller, target) && (!isOfStudents || target[2] === Role.student);
      return may ? [] : [{ caller: name, target, way }];
    }),
  );
});

let server: TestServer;
const clients = new Map<string, TestClient>();
const { look, confirm } = importing(() => server);
beforeAll(async () => {
  const signedIn = await schoolServer(...callers);
  server = signedIn[0];
  for (const [at, name] of callers.entries()) clients.set(name, signedIn[at + 1] as TestClient);
  for (const name of ['cal', 'zoe', 'tom', 'ted', 'sid', 'dora', 'max']) await server.signIn(name);
});

const rowOf = (user_puid: number) =>
  server.db.selectFrom('app_user').selectAll().where('user_puid', '=', user_puid).executeTakeFirstOrThrow();
const versionNow = async (user_puid: number) => versionOf(await rowOf(user_puid));
const everything = async () =>
  JSON.stringify([
    await server.db.selectFrom('app_user').selectAll().orderBy('district_id').orderBy('user_puid').execute(),
    await server.db.selectFrom('refresh_session').select(['district_id', 'session_id']).orderBy('session_id').execute(),
    await server.db.selectFrom('acting_session').selectAll().execute(),
  ]);

/** Tries to change somebody, and to confirm it if there is a question. */
async function attempt(person: TestClient, caller: (typeof callers)[number], [name, district_id]: Person, way: Way): Promise<void> {
  const user_puid = ids[caller];
  const target = ids[name];
  const whom = { user_puid, managed_puid: target, district_id };
  const finish = async (job: { job_id: number } | undefined) => {
    if (!job) return;
    await server.settle();
    const now = await look(person, job);
    if (now.state === 'validated') await confirm(person, now);
    else await person.call(calls.importStudents, { job_id: job.job_id, confirmation: '' });
    await server.settle();
  };
  const list = async (text: string, mode: 'newIds' | 'deactivate') => {
    if (caller === 'ana') return;
    const job = await upload(person, { 'a.csv': text });
    await person.call(calls.validateFile, { job_id: job.job_id, options: { mode } });
    await finish(job);
  };
  if (way === 'updateUserId')
    await person.call(calls.updateUserId, {
      ...whom,
      version: await versionNow(target),
      new_user_name: 'taken.over',
      new_sourced_id: null,
    });
  else if (way === 'updateUserRole') await person.call(calls.updateUserRole, { ...whom, role_id: Role.student });
  else if (way === 'setUserActive') await person.call(calls.setUserActive, { ...whom, active: false });
  else if (way === 'resetUserPassword') await person.call(calls.resetUserPassword, { ...whom, way: 'code' });
  else if (way === 'endUserSessions') await person.call(calls.endUserSessions, { user_puid, ended_puid: target, district_id });
  else if (way === 'loginAsUser') await person.call(calls.loginAsUser, { user_puid, login_as_puid: target, district_id });
  else if (way === 'list of new ids') await list(`user_name,new_user_name\n${name},taken.over\n`, 'newIds');
  else if (way === 'list that closes accounts') await list(`user_name\n${name}\n`, 'deactivate');
  else {
    const school_id = way === 'move' ? ids.otherSchool : null;
    const started = await person.call(calls.startBatch, { user_puid, action: way, school_id, selected: [target] });
    await finish(started.code === 200 ? (started.data as { job_id: number }) : undefined);
  }
}

it(`nobody changes, signs out or becomes a person above or outside their place, in ${cases.length} ways`, async () => {
  expect(cases.length).toBeGreaterThanOrEqual(60);
  const before = await everything();
  const broken: string[] = [];
  for (const { caller, target, way } of cases) {
    await attempt(clients.get(caller) as TestClient, caller, target, way);
    if ((await everything()) !== before) {
      broken.push(`${caller}: ${way} of ${target[0]}`);
      break;
    }
  }
  expect(broken).toEqual([]);
});

it('each of these ways changes a person whom the caller may change', async () => {
  const ana = everybody[0];
  const dan = clients.get('dan') as TestClient;
  const { district_id: _, ...row } = await rowOf(ids.ana);
  for (const way of ways) {
    const active = way === 'open' ? 0 : 1;
    const school_id = ids.school;
    await server.db
      .updateTable('app_user')
      .set({ ...row, active, school_id })
      .where('user_puid', '=', ids.ana)
      .execute();
    if (way === 'endSessions' || way === 'endUserSessions') await server.signIn('ana');
    const before = await everything();
    await attempt(dan, 'dan', ana, way);
    expect(await everything(), way).not.toBe(before);
  }
});

it('nobody starts or confirms a change of many while acting as somebody, nor goes on with one of somebody above', async () => {
  const max = await server.signIn('max');
  const acting = await max.ok(calls.loginAsUser, { user_puid: ids.max, login_as_puid: ids.dan });
  const authorization = `Bearer ${acting.token}`;
  const order = { user_puid: ids.dan, action: 'close', selected: [ids.ana] } as const;
  expect((await server.call(calls.startBatch, order, { authorization })).code).toBe(403);
  const dan = clients.get('dan') as TestClient;
  const job = await (clients.get('pam') as TestClient).ok(calls.startBatch, { ...order, user_puid: ids.pam, selected: [ids.dan] });
  await server.settle();
  expect((await confirm(dan, await look(dan, job))).code).toBe(403);
  expect((await server.call(calls.importStudents, { job_id: job.job_id, confirmation: '1' }, { authorization })).code).toBe(403);
});
