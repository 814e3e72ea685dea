import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { InputOf } from '../../contract/kit.ts';
import type { Outside, OutsideRequest } from '../../server/kit/outside.ts';
import { syncRootOf } from '../../server/roster/api/cleverService.ts';
import { startDue } from '../../server/roster/api/sync.ts';
import { accountKnown } from '../../server/sso/signOn.ts';
import { type SyncService, type SyncServiceOptions, smallDistrict, syncService } from '../roster/syncService.ts';
import { wordsOf } from '../roster/words.ts';
import { everythingTold } from './everythingTold.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { importing } from './importing.ts';
import { integrationOf } from './integrationOf.ts';
import { days, expectFailure, hours, shortPauses, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let dan: TestClient;
let service: SyncService;
let pauses: number[];
const { apply, look, undo } = importing(() => server);
const token = 'district-token';

function serve(options: SyncServiceOptions = {}) {
  service = syncService({ now: () => server.clock.now, ...options });
  // The app has a copy of the ports, with the same object.
  Object.assign(server.ports.outside, {
    send: async (url: URL, { method, headers }: OutsideRequest) => service.app.fetch(new Request(url, { method, headers })),
    pause: shortPauses(server, pauses),
  } satisfies Outside);
  return service;
}

const fields = {
  base_url: 'https://roster.example.org',
  school_ids: [] as string[],
  kinds: ['students', 'teachers', 'classes'] as ('students' | 'teachers' | 'staff' | 'classes')[],
  nightly_hour: null as number | null,
};
type Save = Partial<InputOf<typeof calls.saveRosterSync>>;
const trySave = (further: Save = {}, person = dan) =>
  person.call(calls.saveRosterSync, { user_puid: person.user.userPuid, version: 0, ...fields, access_token: token, ...further });
const save = (further: Save = {}) =>
  dan.ok(calls.saveRosterSync, { user_puid: ids.dan, version: 0, ...fields, access_token: token, ...further });
const sync = () => dan.ok(calls.rosterSync, { user_puid: ids.dan });
const runs = (person = dan) => person.ok(calls.rosterSyncStatus, { user_puid: person.user.userPuid });
/** Reads the service, as far as the server goes on its own. */
async function fetched() {
  const { job_id } = await dan.ok(calls.startRosterSync, { user_puid: ids.dan });
  await server.settle();
  return look(dan, { job_id });
}
const found = async (job: { job_id: number }) => (await dan.ok(calls.rosterFindings, { job_id: job.job_id })).map(wordsOf);
const people = () =>
  server.db
    .selectFrom('app_user as u')
    .leftJoin('school as s', (join) => join.onRef('s.district_id', '=', 'u.district_id').onRef('s.school_id', '=', 'u.school_id'))
    .select(['u.sourced_id', 'u.user_name', 'u.role_id', 'u.grade', 'u.active', 's.sourced_id as school'])
    .where('u.district_id', '=', 1)
    .where('u.sourced_id', 'is not', null)
    .orderBy('u.sourced_id')
    .execute();
const places = async () =>
  (
    await server.db
      .selectFrom('enrollment')
      .select(['sourced_id', 'role'])
      .where('district_id', '=', 1)
      .where('sourced_id', 'is not', null)
      .where('active', '=', 1)
      .orderBy('sourced_id')
      .execute()
  ).map(({ sourced_id, role }) => `${sourced_id} ${role}`);

beforeEach(async () => {
  [server, dan] = await schoolServer('dan');
  pauses = [];
  serve();
});

describe('a sync', () => {
  it('brings the accounts, classes and terms of the service, and nothing else of them', async () => {
    await save();
    const job = await fetched();
    expect(await found(job)).toEqual(['~termMissing classes.csv:3 termSourcedIds']);
    expect(job).toMatchObject({ state: 'validated', is_sync: true, connection_name: 'roster.example.org', family: 1 });
    expect(await apply(dan, job)).toMatchObject({ state: 'done', check: { form: 'oneRoster', version: '1.2', errors: 0 } });
    expect(await people()).toEqual([
      { sourced_id: 'p1', user_name: 'maya.n', role_id: 1, grade: '6', active: 1, school: 's1' },
      { sourced_id: 'p2', user_name: 'leo@x.example', role_id: 1, grade: 'KG', active: 1, school: 's1' },
      { sourced_id: 'u1', user_name: 'elena', role_id: 2, grade: null, active: 1, school: 's1' },
      { sourced_id: 'u2', user_name: 'toni', role_id: 2, grade: null, active: 1, school: 's1' },
    ]);
    expect(await places()).toEqual(['k1:p1 student', 'k1:p2 student', 'k1:u1 teacher', 'k1:u2 teacher', 'k2:p2 student', 'k2:u1 teacher']);
    const classes = await server.db
      .selectFrom('class_group')
      .select(['sourced_id', 'name', 'subject', 'period', 'roster_terms'])
      .where('sourced_id', 'is not', null)
      .where('district_id', '=', 1)
      .orderBy('sourced_id')
      .execute();
    expect(classes).toEqual([
      { sourced_id: 'k1', name: 'Science 6', subject: 'science', period: '2', roster_terms: 't1' },
      { sourced_id: 'k2', name: 'Advisory', subject: 'homeroom/advisory', period: null, roster_terms: null },
    ]);
    expect(await server.db.selectFrom('roster_session').select(['sourced_id', 'end_date']).execute()).toEqual([
      { sourced_id: 't1', end_date: '2030-06-01' },
    ]);
    expect(service.asked.map((one) => one.split('?')[0])).toEqual(['districts', 'schools', 'terms', 'sections', 'users', 'sections']);
    const stored = JSON.stringify([await everythingTold(server, dan)]);
    for (const word of ['555-0100', '5/4/2018', 'iep', 'Principal', token]) expect(stored).not.toContain(word);
  });

  it('of people alone leaves classes as they are, and of staff makes administrators of schools, once somebody has said how many', async () => {
    await save({ kinds: ['students', 'teachers', 'staff'] });
    const job = await fetched();
    expect(job).toMatchObject({ state: 'validated', confirmation: '1' });
    await apply(dan, job);
    // A teacher who is staff as well stays a teacher, and whoever runs the service gets no account.
    expect((await people()).map(({ sourced_id, role_id }) => [sourced_id, role_id])).toEqual([
      ['p1', 1],
      ['p2', 1],
      ['u1', 2],
      ['u2', 2],
      ['u3', 6],
    ]);
    expect(await places()).toEqual([]);
    expect(service.asked.map((one) => one.split('?')[0])).toEqual(['districts', 'schools', 'users']);
    const { version } = await sync();
    await save({ version, access_token: null, kinds: ['students', 'teachers', 'staff', 'classes'] });
    await apply(dan, await fetched());
    const before = await places();
    await save({ version: version + 1, access_token: null, kinds: ['students', 'teachers', 'staff'] });
    await apply(dan, await fetched());
    expect(await places()).toEqual(before);
  });

  it('of staff alone makes no administrator of somebody who teaches', async () => {
    await save({ kinds: ['staff'] });
    await apply(dan, await fetched());
    expect((await people()).map(({ sourced_id, role_id }) => [sourced_id, role_id])).toEqual([['u3', 6]]);
  });

  it('of one school leaves the people of the others out', async () => {
    service.state.set.users.push({ ...smallDistrict().users[0], id: 'p9', roles: { student: { school: 's2', schools: ['s2'] } } } as never);
    await save({ school_ids: ['s1'] });
    await apply(dan, await fetched());
    expect((await people()).map(({ sourced_id }) => sourced_id)).toEqual(['p1', 'p2', 'u1', 'u2']);
    expect(await server.db.selectFrom('school').select('sourced_id').where('sourced_id', 'is not', null).execute()).toEqual([
      { sourced_id: 's1' },
    ]);
  });

  it('reads any size of page, and the pages of a list that changes between them', async () => {
    await save();
    serve({ most: 1 });
    service.state.fault = ({ list, after }) => {
      // People join before and behind the place that is read, and into a class that is read again.
      if (list === 'users' && after === 'p1') {
        const [maya] = smallDistrict().users as [SyncService['state']['set']['users'][number]];
        service.state.set.users.push({ ...maya, id: 'a0', roles: { student: { school: 's1' } } });
        service.state.set.users.push({ ...maya, id: 'p3', roles: { student: { school: 's1' } } });
        for (const section of service.state.set.sections) section.students = [...(section.students as string[]), 'a0', 'p3'];
        service.state.set.sections.push({ ...(service.state.set.sections[0] as never as { id: string }), id: 'k9' });
      }
      return undefined;
    };
    const job = await fetched();
    expect(job).toMatchObject({ state: 'validated', check: { errors: 0 } });
    await apply(dan, job);
    expect((await people()).map(({ sourced_id }) => sourced_id)).toEqual(['p1', 'p2', 'p3', 'u1', 'u2']);
    expect((await places()).filter((one) => /a0|k9/.test(one))).toEqual([]);
    service.state.fault = undefined as never;
    await apply(dan, await fetched());
    expect((await places()).filter((one) => one.startsWith('k9'))).toHaveLength(6);
  });

  it('stops at the brake, and everything can be undone', async () => {
    await save();
    await apply(dan, await fetched());
    const before = await people();
    service.state.set.users = service.state.set.users.filter(({ id }) => id !== 'p2');
    for (const section of service.state.set.sections) section.students = ['p1'];
    const job = await fetched();
    expect(job.confirmation).not.toBeNull();
    expect(await apply(dan, job)).toMatchObject({ state: 'done' });
    expect((await people()).find(({ sourced_id }) => sourced_id === 'p2')).toMatchObject({ active: 0 });
    expect(await undo(dan, job)).toMatchObject({ state: 'rolledBack' });
    expect(await people()).toEqual(before);
    expect((await sync()).synced_at).toBeNull();
  });

  it('runs at night, and imports by itself what nobody must confirm', async () => {
    await save({ nightly_hour: 2 });
    server.clock.now += days(1);
    await startDue(server.ports);
    await server.settle();
    dan = await server.signIn('dan');
    const [run] = await runs();
    expect(run).toMatchObject({ state: 'done', at_night: true, errors: 0, warnings: 1, counts: { users: { created: 4 } } });
    expect(await sync()).toMatchObject({ last: { job_id: run?.job_id, state: 'done' }, synced_at: run?.started_at });
  });

  it('lets people sign in by the single sign-on whose subjects are the ids of the service', async () => {
    await save();
    await apply(dan, await fetched());
    const identity = { provider: 'roster https://roster.example.org orrery', issuer: 'https://roster.example.org' };
    const known = (subject: string, subject_is_sourced_id = true) =>
      accountKnown(server.ports, { ...identity, subject }, { district_id: 1, subject_is_sourced_id });
    expect(await known('p1')).toBe('roster');
    expect(await known('u1')).toBe('roster');
    expect(await known('u4')).toBe('none');
    expect(await known('p1', false)).toBe('none');
  });
});

describe('a service that does not do what it should', () => {
  const once = (answer: () => Response, on = 'users') => {
    let done = false;
    service.state.fault = ({ list }) => {
      if (list !== on || done) return undefined;
      done = true;
      return answer();
    };
  };

  it.each([
    ['asks to wait', () => new Response('', { status: 429, headers: { 'retry-after': '7' } }), [7000]],
    ['fails for a moment', () => new Response('', { status: 503 }), [2000]],
  ] as const)('is asked again if it %s', async (_, answer, waits) => {
    await save();
    once(answer);
    expect((await fetched()).state).toBe('validated');
    expect(pauses).toEqual(waits);
  });

  it.each([
    ['apiSignIn', 401, ''],
    ['apiForbidden', 403, ''],
    ['apiNotFound', 404, ''],
    ['apiBusy', 429, ''],
    ['apiDown', 500, ''],
    ['apiElsewhere', 302, ''],
    ['apiAnswer', 418, ''],
    ['apiAnswer', 200, 'not JSON'],
    ['apiAnswer', 200, '{"data":{}}'],
    ['apiAnswer', 200, '{"data":[{"data":{"name":"no id"}}],"links":[]}'],
    ['apiLoop', 200, '{"data":[{"data":{"id":"p1"}}],"links":[{"rel":"next"}]}'],
    ['apiElsewhere', 200, '{"data":[{"data":{"id":"p1"}}],"links":[{"rel":"next","uri":"https://evil.example/v3.1/users"}]}'],
    ['apiLoop', 200, '{"data":[{"data":{"id":"p1"}}],"links":[{"rel":"next","uri":"/v3.1/users?limit=1000"}]}'],
  ] as const)('fails the sync with %s (%i %s), and nothing is written', async (problem, status, body) => {
    await save();
    service.state.fault = ({ list }) => (list === 'users' ? new Response(body || null, { status }) : undefined);
    expect(await fetched()).toMatchObject({ state: 'failed', problem, files: [] });
    expect(await people()).toEqual([]);
    expect(await integrationOf(dan, 'rosterService')).toMatchObject({ state: 'failed', cause: problem });
    expect((await runs())[0]).toMatchObject({ state: 'failed', problem, counts: null });
  });

  it('with empty or odd values gets findings, not accounts', async () => {
    await save();
    service.state.set.users = [
      { id: 'x1' },
      { id: 'x2', name: null, roles: null },
      { id: 'x3', name: { first: '', last: 'Li' }, roles: { student: { school: 's1', schools: 'no list', grade: { odd: 1 } } } },
      { id: 'x4', name: { first: 'No', last: 'School' }, roles: { student: {} } },
      { id: 'x5', name: { first: 'Other', last: 'Place' }, roles: { student: { school: 'unknown' } } },
    ];
    const job = await fetched();
    expect(job.state).toBe('refused');
    expect(await found(job)).toEqual(expect.arrayContaining(['required users.csv:2 givenName', 'reference roles.csv:3 orgSourcedId']));
    expect(await people()).toEqual([]);
  });
});

describe('the set-up', () => {
  it('needs the token the first time and for another address, and never shows it', async () => {
    expect(await sync()).toMatchObject({ version: 0, base_url: '', last: null });
    expectFailure(await trySave({ access_token: null }), 400);
    expectFailure(await trySave({ kinds: [] }), 400);
    expectFailure(await trySave({ base_url: 'http://roster.example.org' }), 400);
    expectFailure(await trySave({ version: 3 }), 404);
    expect(await save()).toMatchObject({ version: 1, base_url: fields.base_url, kinds: fields.kinds, next_at: null });
    expectFailure(await trySave(), 409);
    expectFailure(await trySave({ version: 1, access_token: null, base_url: 'https://evil.example' }), 400);
    expect(await save({ version: 1, access_token: null, nightly_hour: 3 })).toMatchObject({ version: 2, nightly_hour: 3 });
    expectFailure(await trySave({ version: 1, access_token: null }), 409);
    expect((await fetched()).state).toBe('validated');
    expect((await everythingTold(server, dan)).join()).not.toContain(token);
    expect(JSON.stringify(await dan.ok(calls.auditEntries, { user_puid: ids.dan }))).toContain('connection.add');
  });

  it('is tested without importing anything', async () => {
    await save();
    const test = () => dan.ok(calls.testRosterSync, { user_puid: ids.dan });
    expect(await test()).toMatchObject({ problem: null, schools: [{ sourced_id: 's1' }, { sourced_id: 's2', name: 'Lake School' }] });
    serve({ token: 'another' });
    expect(await test()).toEqual({ problem: 'apiSignIn', schools: [] });
    await server.db.updateTable('roster_connection').set({ sealed_secret: 'AAAA' }).execute();
    expect(await test()).toEqual({ problem: 'apiSecret', schools: [] });
    expect(await runs()).toEqual([]);
  });

  it('is of one district, and no OneRoster connection', async () => {
    await save();
    const dora = await server.signIn('dora');
    expect(await dora.ok(calls.rosterSync, { user_puid: ids.dora })).toMatchObject({ version: 0 });
    for (const call of [calls.testRosterSync, calls.startRosterSync, calls.removeRosterSync])
      expectFailure(await dora.call(call, { user_puid: ids.dora }), 404);
    expect(await dora.ok(calls.rosterSyncStatus, { user_puid: ids.dora })).toEqual([]);
    expect(await dan.ok(calls.rosterConnections, { user_puid: ids.dan })).toEqual([]);
    const { connection_id } = await server.db.selectFrom('roster_connection').select('connection_id').executeTakeFirstOrThrow();
    for (const call of [calls.testRosterConnection, calls.importFromApi, calls.removeRosterConnection])
      expectFailure(await dan.call(call, { user_puid: ids.dan, connection_id }), 404);
    expect((await trySave({}, dora)).code).toBe(200);
  });

  it('is removed with its token; what it has imported stays', async () => {
    await save();
    const job = await apply(dan, await fetched());
    await dan.ok(calls.removeRosterSync, { user_puid: ids.dan });
    expect(await sync()).toMatchObject({ version: 0 });
    expect(await server.db.selectFrom('roster_connection').select('name').execute()).toEqual([]);
    expect(await people()).toHaveLength(4);
    expect(await look(dan, job)).toMatchObject({ is_sync: false, connection_name: '', can_undo: true });
  });

  it('has a status that administrators of schools may see, and teachers may not', async () => {
    await save();
    const job = await fetched();
    const sue = await server.signIn('sue');
    expect(await runs(sue)).toMatchObject([{ job_id: job.job_id, state: 'validated', ended_at: null, at_night: false }]);
    expectFailure(await sue.call(calls.startRosterSync, { user_puid: ids.sue }), 403);
    expectFailure(await sue.call(calls.rosterSync, { user_puid: ids.sue }), 403);
    server.clock.now += hours(1);
    await dan.ok(calls.cancelImport, { job_id: job.job_id });
    expect(await runs()).toMatchObject([{ state: 'cancelled', ended_at: new Date(server.clock.now).toISOString() }]);
  });
});

it('addresses get the version of the API if they lack one', () => {
  expect(syncRootOf('https://x.example/')).toBe('https://x.example/v3.1');
  expect(syncRootOf('https://x.example/v3.0')).toBe('https://x.example/v3.0');
});
