import { serve } from '@hono/node-server';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { InputOf } from '../../contract/kit.ts';
import { isPublicAddress, type Outside, type OutsideProblem, type OutsideRequest, outsideOf } from '../../server/kit/outside.ts';
import { nextLink, rootOf } from '../../server/roster/api/oneRosterService.ts';
import { nextNight, startDue } from '../../server/roster/api/sync.ts';
import { resumeJobs } from '../../server/roster/jobs.ts';
import { one, two } from '../roster/files.ts';
import { type RosterService, restOf, rosterService, type ServiceOptions } from '../roster/rosterService.ts';
import { wordsOf } from '../roster/words.ts';
import { everythingTold } from './everythingTold.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { importing } from './importing.ts';
import { integrationOf } from './integrationOf.ts';
import { auditOf, days, expectFailure, hours, shortPauses, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let dan: TestClient;
let service: RosterService;
let pauses: number[];
const { bring, apply, look, undo } = importing(() => server);
const secret = 'a secret: 100% /safe?';

/** The service that the server reaches, whatever the address. */
function serveIn(options: Partial<ServiceOptions> = {}) {
  const version = options.version ?? '1.1';
  service = rosterService({ version, set: restOf(version === '1.1' ? one : two, version), now: () => server.clock.now, ...options });
  // The app has a copy of the ports, with the same object.
  Object.assign(server.ports.outside, {
    send: async (url: URL, { method, headers, body }: OutsideRequest) =>
      service.app.fetch(new Request(url, { method, headers, ...(body === undefined ? {} : { body }) })),
    pause: shortPauses(server, pauses),
  } satisfies Outside);
  return service;
}

const fields = {
  name: 'Student information',
  base_url: 'https://sis.example.org',
  token_url: 'https://sis.example.org/token',
  roster_version: '1.1' as const,
  client_id: 'orrery',
  scope: '',
  school_ids: [] as string[],
  nightly_hour: null as number | null,
};
const connect = (further: Partial<InputOf<typeof calls.addRosterConnection>> = {}, person = dan) =>
  person.ok(calls.addRosterConnection, { user_puid: person.user.userPuid, ...fields, client_secret: secret, ...further });
const connections = () => dan.ok(calls.rosterConnections, { user_puid: ids.dan });
/** Reads the service, as far as the server goes on its own. */
async function fetched({ connection_id }: { connection_id: number }, is_full = false) {
  const { job_id } = await dan.ok(calls.importFromApi, { user_puid: ids.dan, connection_id, is_full });
  await server.settle();
  return look(dan, { job_id });
}
const found = async (job: { job_id: number }) => (await dan.ok(calls.rosterFindings, { job_id: job.job_id })).map(wordsOf);
const rows = async () => {
  const of = async (table: 'app_user' | 'class_group' | 'school' | 'enrollment' | 'roster_org' | 'roster_session', order: string) =>
    (
      await server.db
        .selectFrom(table)
        .selectAll()
        .where('district_id', '=', 1)
        .where('sourced_id', 'is not', null)
        .orderBy(order as 'sourced_id')
        .execute()
    ).map(({ roster_modified: _, ...row }: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(row).filter(([name]) => !/_id$|_puid$|^created_at$|^roster_(print|active)$/.test(name) || name === 'sourced_id'),
      ),
    );
  return {
    users: await of('app_user', 'sourced_id'),
    classes: await of('class_group', 'sourced_id'),
    schools: await of('school', 'sourced_id'),
    places: await of('enrollment', 'sourced_id'),
    orgs: await of('roster_org', 'sourced_id'),
    sessions: await of('roster_session', 'sourced_id'),
  };
};
const setOf = () => service.state.set;
const later = (hour = 1) => new Date(server.clock.now + hours(hour)).toISOString();

beforeEach(async () => {
  [server, dan] = await schoolServer('dan');
  pauses = [];
  serveIn();
});

describe('a roster read from a service', () => {
  it.each(['1.1', '1.2'] as const)('becomes what the same roster becomes as files: OneRoster %s', async (version) => {
    await bring(dan, version === '1.1' ? one : two);
    const byFiles = await rows();
    [server, dan] = await schoolServer('dan');
    serveIn({ version });
    const job = await apply(dan, await fetched(await connect({ roster_version: version })));
    expect(job).toMatchObject({ state: 'done', check: { form: 'oneRoster', version, errors: 0 } });
    expect(await rows()).toEqual(byFiles);
    expect(byFiles.users.length).toBeGreaterThan(3);
    expect(byFiles.sessions).toMatchObject([{ sourced_id: 't', title: 'Fall', school_year: '2031' }, { sourced_id: 'y' }]);
    expect(byFiles.classes.map(({ roster_terms }) => roster_terms)).toEqual(['y,t', 'y']);
  });

  it('is compared, confirmed and undone like files, and never asks for demographics', async () => {
    const connection = await connect();
    const job = await fetched(connection);
    expect(job).toMatchObject({
      state: 'validated',
      counts: { users: { created: 4 }, classes: { created: 2 }, enrollments: { created: 3 } },
    });
    expect(job.files.map(({ name }) => name)).toEqual([
      ...['academicSessions', 'classes', 'courses', 'enrollments', 'manifest', 'orgs', 'users'].map((name) => `${name}.csv`),
    ]);
    const done = await apply(dan, job);
    expect(done.state).toBe('done');
    expect((await connections())[0]).toMatchObject({ last: { state: 'done' }, synced_at: new Date(server.clock.now).toISOString() });
    expect((await undo(dan, done)).state).toBe('rolledBack');
    expect((await connections())[0]?.synced_at).toBeNull();
    const sources = async () => (await dan.ok(calls.rosterJobs, { userPuid: ids.dan })).map(({ connection_name }) => connection_name);
    expect(await sources()).toEqual([fields.name]);
    await dan.ok(calls.removeRosterConnection, { user_puid: ids.dan, connection_id: connection.connection_id });
    expect(await sources()).toEqual(['']);
    expect(service.asked.filter((path) => /demographics|lineItems|results/.test(path))).toEqual([]);
  });

  it('takes no more of people than it needs, and nothing of families', async () => {
    await fetched(await connect());
    const files = await server.db.selectFrom('roster_file').select('content').execute();
    const text = files.map(({ content }) => Buffer.from(content, 'base64').toString()).join('\n');
    expect(text).toContain('Maya');
    expect(text).not.toMatch(/555-01|not-for-us|\bmum\b/);
  });

  it('comes page by page, by links or by counting, whatever the size of the pages', async () => {
    for (const options of [
      { most: 1 },
      { most: 2, hasLinks: false },
      { most: 1, hasLinks: false, hasTotals: false },
      { most: 3, hasTotals: false },
    ]) {
      [server, dan] = await schoolServer('dan');
      serveIn(options);
      expect(await fetched(await connect())).toMatchObject({
        state: 'validated',
        counts: { users: { created: 4 }, enrollments: { created: 3 } },
      });
    }
  });

  it('may be of chosen schools only', async () => {
    const files = {
      ...one,
      'orgs.csv': `${one['orgs.csv']}s2,Lake,school,d\n`,
      'classes.csv': `${one['classes.csv']}k9,Other,06,c,scheduled,s2,y,Science,1\n`,
      'users.csv': `${one['users.csv']}p9,true,s2,student,olga,Olga,Other,,06\np8,true,"s,s2",student,both,Bo,Both,,06\n`,
      'enrollments.csv': `${one['enrollments.csv']}e9,k9,s2,p9,student\ne8,k1,s,p8,student\ne7,k1,s,p9,student\n`,
    };
    serveIn({ set: restOf(files, '1.1') });
    const job = await apply(dan, await fetched(await connect({ school_ids: ['s'] })));
    expect(job).toMatchObject({ state: 'done', check: { errors: 0 } });
    const { users, classes, schools } = await rows();
    expect(schools.map(({ name }) => name)).toEqual(['Hill, the school']);
    expect(classes.map(({ sourced_id }) => sourced_id)).toEqual(['k1', 'k2']);
    expect(users.map(({ sourced_id }) => sourced_id)).toEqual(['a1', 'p1', 'p2', 'p8', 't1']);
  });
});

describe('what has changed since', () => {
  it('is all that is asked for the next time, and everything again after a week or on request', async () => {
    const connection = await connect();
    await apply(dan, await fetched(connection));
    server.clock.now += hours(2);
    setOf().users.find(({ sourcedId }) => sourcedId === 'p1')!.givenName = 'Mia';
    setOf().users.find(({ sourcedId }) => sourcedId === 'p1')!.dateLastModified = later(-1.5);
    Object.assign(setOf().enrollments.find(({ sourcedId }) => sourcedId === 'e3')!, {
      status: 'tobedeleted',
      dateLastModified: later(-1.5),
    });
    service.asked.length = 0;
    const delta = await fetched(connection);
    expect(service.asked.every((path) => path.includes('filter=dateLastModified'))).toBe(true);
    expect(delta).toMatchObject({
      state: 'validated',
      check: {
        files: [
          { name: 'users.csv', mode: 'delta', rows: 1 },
          { name: 'enrollments.csv', mode: 'delta', rows: 1 },
        ],
      },
      counts: { users: { updated: 1, deactivated: 0 }, enrollments: { deactivated: 1 } },
    });
    await apply(dan, { ...delta, confirmation: delta.confirmation });
    server.clock.now += hours(2);
    expect(await fetched(connection)).toMatchObject({ state: 'done', counts: { users: { updated: 0, unchanged: 0 } } });
    service.asked.length = 0;
    expect(await fetched(connection, true)).toMatchObject({ state: 'validated' });
    expect(service.asked.some((path) => path.includes('filter'))).toBe(false);
    server.clock.now += days(8);
    service.asked.length = 0;
    await fetched(connection);
    expect(service.asked.some((path) => path.includes('filter'))).toBe(false);
  });

  it('takes away a role of OneRoster 1.2 that the service names no longer', async () => {
    serveIn({ version: '1.2' });
    const connection = await connect({ roster_version: '1.2' });
    await apply(dan, await fetched(connection));
    server.clock.now += hours(2);
    const teacher = setOf().users.find(({ sourcedId }) => sourcedId === 't1')!;
    Object.assign(teacher, { dateLastModified: later(-1), roles: [{ roleType: 'primary', role: 'aide', org: { sourcedId: 's' } }] });
    const delta = await fetched(connection);
    expect(delta).toMatchObject({ state: 'validated', counts: { users: { deactivated: 1 } } });
  });

  it('is not asked for after an import that did not work: then everything is read', async () => {
    const connection = await connect();
    await apply(dan, await fetched(connection));
    server.clock.now += hours(2);
    service.state.fault = ({ collection }) => (collection === 'token' ? undefined : new Response('no', { status: 400 }));
    expect(await fetched(connection)).toMatchObject({ state: 'failed', problem: 'apiAnswer' });
    service.state.fault = undefined as never;
    service.asked.length = 0;
    expect(await fetched(connection)).toMatchObject({ state: 'validated' });
    expect(service.asked.some((path) => path.includes('filter'))).toBe(false);
  });
});

const json = (body: unknown, headers: Record<string, string> = {}) => Response.json(body, { headers });
const linked = (url: URL, to: string) =>
  json({ users: [{ sourcedId: `u${url.href.length}`, status: 'active' }] }, { link: `<${to}>; rel="next"` });

/** Faults that end the reading, and what the job then says. Nothing is imported. */
const fatal: [string, string, Partial<ServiceOptions>][] = [
  ['no token', 'apiSignIn', { client_secret: 'another' }],
  [
    'a token endpoint that answers with a page',
    'apiSignIn',
    { fault: ({ collection }) => (collection === 'token' ? new Response('<html>') : undefined) },
  ],
  [
    'a token that is not accepted',
    'apiSignIn',
    { fault: ({ collection }) => (collection === 'token' ? undefined : new Response('', { status: 401 })) },
  ],
  [
    'a forbidden collection',
    'apiForbidden',
    { fault: ({ collection }) => (collection === 'users' ? new Response('', { status: 403 }) : undefined) },
  ],
  [
    'another address',
    'apiNotFound',
    { fault: ({ collection }) => (collection === 'orgs' ? new Response('', { status: 404 }) : undefined) },
  ],
  [
    'a redirect',
    'apiElsewhere',
    {
      fault: ({ collection }) =>
        collection === 'orgs' ? new Response('', { status: 302, headers: { location: 'https://evil.example/' } }) : undefined,
    },
  ],
  [
    'a service that is down',
    'apiDown',
    { fault: ({ collection }) => (collection === 'classes' ? new Response('', { status: 503 }) : undefined) },
  ],
  [
    'a service that is busy all the time',
    'apiBusy',
    { fault: ({ collection }) => (collection === 'orgs' ? new Response('', { status: 429 }) : undefined) },
  ],
  [
    'a wait of a day',
    'apiBusy',
    {
      fault: ({ collection }) =>
        collection === 'orgs' ? new Response('', { status: 429, headers: { 'retry-after': '86400' } }) : undefined,
    },
  ],
  [
    'an answer that is not JSON',
    'apiAnswer',
    { fault: ({ collection }) => (collection === 'users' ? new Response('{"users": [', { status: 200 }) : undefined) },
  ],
  ['an answer without the list', 'apiAnswer', { fault: ({ collection }) => (collection === 'users' ? json({ data: [] }) : undefined) }],
  [
    'records without an id',
    'apiAnswer',
    { fault: ({ collection }) => (collection === 'users' ? json({ users: [{ givenName: 'X' }] }) : undefined) },
  ],
  ['null as an answer', 'apiAnswer', { fault: ({ collection }) => (collection === 'users' ? json(null) : undefined) }],
  [
    'a link to another host',
    'apiElsewhere',
    { fault: ({ collection, url }) => (collection === 'users' ? linked(url, 'https://evil.example/users') : undefined) },
  ],
  [
    'a link to another port',
    'apiElsewhere',
    { fault: ({ collection, url }) => (collection === 'users' ? linked(url, 'https://sis.example.org:8443/users') : undefined) },
  ],
  [
    'a link with a password',
    'apiElsewhere',
    { fault: ({ collection, url }) => (collection === 'users' ? linked(url, 'https://a:b@sis.example.org/users') : undefined) },
  ],
  [
    'a link to a file',
    'apiElsewhere',
    { fault: ({ collection, url }) => (collection === 'users' ? linked(url, 'file:///etc/passwd') : undefined) },
  ],
  ['a link to itself', 'apiLoop', { fault: ({ collection, url }) => (collection === 'users' ? linked(url, url.href) : undefined) }],
  [
    'pages without end',
    'apiLoop',
    {
      hasLinks: false,
      fault: ({ collection }) => (collection === 'users' ? json({ users: [{ sourcedId: 'u1', status: 'active' }] }) : undefined),
    },
  ],
  [
    'a total that is never reached',
    'apiTotals',
    {
      hasLinks: false,
      fault: ({ collection, offset }) =>
        collection === 'users'
          ? json({ users: offset === 0 ? [{ sourcedId: 'u1', status: 'active' }] : [] }, { 'x-total-count': '7' })
          : undefined,
    },
  ],
  [
    'a total that changes each time',
    'apiUnstable',
    {
      most: 1,
      fault: ({ collection, nth, offset, url }) =>
        collection === 'users'
          ? json(
              { users: offset < 2 ? [{ sourcedId: `u${offset}`, status: 'active' }] : [] },
              {
                'x-total-count': String(nth),
                ...(offset < 2 ? { link: `<${url.origin}${url.pathname}?offset=${offset + 1}>; rel=next` } : { link: '' }),
              },
            )
          : undefined,
    },
  ],
];

/** Faults that pass. The roster comes whole. */
const passing: [string, Partial<ServiceOptions>, number[]?][] = [
  [
    'a token that ends early',
    { most: 1, fault: ({ collection, nth }) => (collection === 'users' && nth === 2 ? new Response('', { status: 401 }) : undefined) },
  ],
  [
    'a wait in seconds',
    {
      fault: ({ collection, nth }) =>
        collection === 'users' && nth === 1 ? new Response('', { status: 429, headers: { 'retry-after': '45' } }) : undefined,
    },
    [20_000, 20_000, 5_000],
  ],
  [
    'a wait as a date',
    {
      fault: ({ collection, nth }) =>
        collection === 'users' && nth === 1
          ? new Response('', { status: 503, headers: { 'retry-after': new Date(server.clock.now + 3_000).toUTCString() } })
          : undefined,
    },
    [3_000],
  ],
  [
    'a wait in the past',
    {
      fault: ({ collection, nth }) =>
        collection === 'users' && nth === 1 ? new Response('', { status: 429, headers: { 'retry-after': '0' } }) : undefined,
    },
    [1_000],
  ],
  [
    'a wait that is no time',
    {
      fault: ({ collection, nth }) =>
        collection === 'users' && nth === 1 ? new Response('', { status: 429, headers: { 'retry-after': 'soon' } }) : undefined,
    },
    [2_000],
  ],
  [
    'errors of the server',
    { fault: ({ collection, nth }) => (collection === 'orgs' && nth <= 3 ? new Response('', { status: 500 }) : undefined) },
    [2_000, 4_000, 8_000],
  ],
  ['a total that is too small', { most: 2, toldTotal: () => 1 }],
  ['a total that is too small, without links', { most: 2, hasLinks: false, toldTotal: () => 1 }],
  ['a link over http to the same host, from behind a proxy', { most: 2, origin: 'http://sis.example.org' }],
];

describe('a service that fails', () => {
  it.each(fatal)('%s: %s, and nothing is imported', async (_, problem, options) => {
    serveIn(options);
    const job = await fetched(await connect());
    expect(job).toMatchObject({ state: 'failed', problem, files: [], counts: null });
    expect((await connections())[0]).toMatchObject({ synced_at: null, last: { state: 'failed', problem } });
    expect((await rows()).users).toEqual([]);
    expect(await server.db.selectFrom('roster_file').select('name').execute()).toEqual([]);
    expect(server.reports).toEqual([]);
  });

  it.each(passing)('%s: is waited for, and all of it comes', async (_, options, waited) => {
    serveIn(options);
    expect(await fetched(await connect())).toMatchObject({
      state: 'validated',
      counts: { users: { created: 4 }, enrollments: { created: 3 } },
    });
    if (waited) expect(pauses).toEqual(waited);
  });

  it('is read again if it changes while it is read', async () => {
    let removed = false;
    serveIn({
      most: 2,
      hasTotals: true,
      fault: ({ collection, offset }) => {
        // Before the second page, somebody of the first leaves, and everybody moves up.
        if (collection === 'users' && offset === 2 && !removed) {
          removed = true;
          setOf().users = setOf().users.filter(({ sourcedId }) => sourcedId !== 'g1');
        }
        return undefined;
      },
    });
    const all = setOf().users.length;
    expect(await fetched(await connect())).toMatchObject({ state: 'validated' });
    expect(service.asked.filter((path) => path.startsWith('users') && path.includes('offset=0')).length).toBe(2);
    expect(setOf().users.length).toBe(all - 1);
  });

  it('names a record twice in every reading: the check says which', async () => {
    serveIn();
    setOf().users.push({ ...setOf().users[1]! });
    const job = await fetched(await connect());
    expect(job.state).toBe('refused');
    expect(await found(job)).toContain('duplicate users.csv:4 sourcedId');
  });

  it('has nobody anymore: a number must be typed', async () => {
    const connection = await connect();
    await apply(dan, await fetched(connection));
    for (const collection of ['classes', 'users', 'enrollments'] as const) setOf()[collection] = [];
    expect(await fetched(connection, true)).toMatchObject({ state: 'validated', confirmation: '9' });
  });
});

describe('at night', () => {
  const night = async () => {
    await startDue(server.ports);
    await server.settle();
  };

  /** A roster in which nobody becomes an administrator. */
  const plain = () => {
    setOf().users = setOf().users.filter(({ sourcedId }) => sourcedId !== 'a1');
    setOf().enrollments = setOf().enrollments.filter(({ sourcedId }) => sourcedId !== 'e4');
  };

  it('new administrators wait for a person', async () => {
    await connect({ nightly_hour: 2 });
    server.clock.now += days(1);
    await night();
    dan = await server.signIn('dan');
    expect((await connections())[0]?.last).toMatchObject({ state: 'validated' });
  });

  it('changes are imported without a question, at the hour of the district, once', async () => {
    plain();
    // It is 9 in the morning in Chicago.
    const connection = await connect({ nightly_hour: 2 });
    expect(connection.next_at).toBe('2030-01-16T08:00:00.000Z');
    await night();
    expect((await connections())[0]?.last).toBeNull();
    server.clock.now = Date.parse('2030-01-16T08:00:20.000Z');
    await Promise.all([startDue(server.ports), startDue(server.ports)]);
    await server.settle();
    dan = await server.signIn('dan');
    const [after] = await connections();
    expect(after).toMatchObject({ last: { state: 'done' }, next_at: '2030-01-17T08:00:00.000Z' });
    expect(await server.db.selectFrom('roster_job').select('job_id').execute()).toHaveLength(1);
    expect((await rows()).users).toHaveLength(3);
    const actions = await auditOf(server.db, 'roster.%').select('action').execute();
    expect(actions.map(({ action }) => action)).toEqual(['roster.fetch', 'roster.done']);
  });

  it('losses above the brake wait for a person', async () => {
    const connection = await connect({ nightly_hour: 2 });
    await apply(dan, await fetched(connection));
    setOf().enrollments = setOf().enrollments.slice(0, 1);
    server.clock.now += days(8);
    await night();
    dan = await server.signIn('dan');
    const [{ last } = { last: null }] = await connections();
    expect(last?.state).toBe('validated');
    const job = await look(dan, { job_id: last?.job_id as number });
    expect(job.confirmation).not.toBeNull();
    expect((await rows()).places.filter(({ active }) => active === 1)).toHaveLength(3);
    // The next night replaces it.
    server.clock.now += days(1);
    await night();
    dan = await server.signIn('dan');
    expect(await look(dan, job)).toMatchObject({ state: 'cancelled', problem: 'apiReplaced' });
  });

  it('another import of the district is waited for', async () => {
    const first = await connect({ nightly_hour: 2 });
    await connect({ nightly_hour: 2, name: 'Another' });
    server.clock.now = Date.parse('2030-01-16T08:00:00.000Z');
    await startDue(server.ports);
    expect(await server.db.selectFrom('roster_job').select('connection_id').execute()).toEqual([{ connection_id: first.connection_id }]);
    dan = await server.signIn('dan');
    expect((await connections()).map(({ next_at }) => next_at)).toEqual(['2030-01-16T08:10:00.000Z', '2030-01-17T08:00:00.000Z']);
  });

  it('nothing happens for somebody who may not import anymore, and the list says so', async () => {
    await connect({ nightly_hour: 2 });
    await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.dan).execute();
    server.clock.now = Date.parse('2030-01-16T08:00:00.000Z');
    await night();
    expect(await server.db.selectFrom('roster_job').select(['state', 'problem']).execute()).toEqual([
      { state: 'failed', problem: 'apiNobody' },
    ]);
    expect(service.asked).toEqual([]);
  });

  it('is the hour of the zone on the days when clocks change', () => {
    const zone = 'America/Chicago';
    expect(new Date(nextNight(Date.parse('2030-03-09T18:00:00Z'), 2, zone)).toISOString()).toBe('2030-03-10T08:00:00.000Z');
    expect(new Date(nextNight(Date.parse('2030-11-02T18:00:00Z'), 1, zone)).toISOString()).toMatch(/^2030-11-03T0[67]:00/);
    expect(new Date(nextNight(Date.parse('2030-01-15T08:00:00Z'), 2, zone)).toISOString()).toBe('2030-01-16T08:00:00.000Z');
  });
});

describe('an import that is interrupted', () => {
  it('by a server that is killed while it reads, begins anew and comes whole', async () => {
    const { connection_id } = await connect();
    const { job_id } = await dan.ok(calls.importFromApi, { user_puid: ids.dan, connection_id });
    // A server has read part of it and is gone.
    const part = {
      district_id: 1,
      job_id,
      name: 'users.csv',
      part_no: 1,
      size: 0,
      content: Buffer.from('sourcedId\nhalf').toString('base64'),
    };
    await server.db.insertInto('roster_file').values(part).execute();
    await server.db
      .updateTable('roster_job')
      .set({ runner: 77, lease_until: server.clock.now + 60_000 })
      .where('job_id', '=', job_id)
      .execute();
    await server.settle();
    expect((await look(dan, { job_id })).state).toBe('checking');
    server.clock.now += 61_000;
    await resumeJobs(server.ports);
    expect(await look(dan, { job_id })).toMatchObject({ state: 'validated', counts: { users: { created: 4 } } });
  });

  it('by a person stops at the next page', async () => {
    const { connection_id } = await connect();
    const { job_id } = await dan.ok(calls.importFromApi, { user_puid: ids.dan, connection_id });
    serveIn({
      // The page comes after the import is cancelled.
      fault: async ({ collection, nth }) => {
        if (collection === 'classes' && nth === 1) await dan.ok(calls.cancelImport, { job_id });
        return undefined;
      },
    });
    await server.settle();
    expect(await look(dan, { job_id })).toMatchObject({ state: 'cancelled', files: [] });
    expect(await server.db.selectFrom('roster_file').select('name').execute()).toEqual([]);
  });

  it('by its own repetition is refused: one at a time', async () => {
    const { connection_id } = await connect();
    await dan.ok(calls.importFromApi, { user_puid: ids.dan, connection_id });
    expectFailure(await dan.call(calls.importFromApi, { user_puid: ids.dan, connection_id }), 409);
  });
});

describe('a connection', () => {
  it('is tested without importing anything', async () => {
    const { connection_id } = await connect();
    const test = () => dan.ok(calls.testRosterConnection, { user_puid: ids.dan, connection_id });
    expect(await test()).toEqual({ problem: null, schools: [{ sourced_id: 's', name: 'Hill, the school' }] });
    serveIn({ client_secret: 'another' });
    expect(await test()).toEqual({ problem: 'apiSignIn', schools: [] });
    serveIn({ fault: () => new Response('', { status: 503 }) });
    expect(await test()).toEqual({ problem: 'apiDown', schools: [] });
    expect(pauses).toEqual([]);
    expect(await server.db.selectFrom('roster_job').select('job_id').execute()).toEqual([]);
  });

  it('keeps its secret when it is changed, except when an address changes', async () => {
    const connection = await connect();
    const change = (further: object) =>
      dan.call(calls.updateRosterConnection, {
        ...{ user_puid: ids.dan, connection_id: connection.connection_id, version: connection.version, client_secret: null },
        ...fields,
        ...further,
      });
    expectFailure(await change({ token_url: 'https://evil.example/token' }), 400);
    expectFailure(await change({ base_url: 'https://evil.example' }), 400);
    expect(await change({ name: 'Renamed' })).toMatchObject({ code: 200, data: { name: 'Renamed', version: 2 } });
    expectFailure(await change({ name: 'Late' }), 409);
    expect((await fetched(connection)).state).toBe('validated');
  });

  it('is never over http, and of another district does not exist', async () => {
    for (const further of [
      { base_url: 'http://sis.example.org' },
      { token_url: 'http://sis.example.org/token' },
      { base_url: 'file:///etc/passwd' },
      { base_url: 'https://a:b@sis.example.org' },
    ])
      expectFailure(await dan.call(calls.addRosterConnection, { user_puid: ids.dan, ...fields, client_secret: secret, ...further }), 400);
    const { connection_id } = await connect();
    const dora = await server.signIn('dora');
    expect(await dora.ok(calls.rosterConnections, { user_puid: ids.dora })).toEqual([]);
    for (const call of [calls.testRosterConnection, calls.importFromApi, calls.removeRosterConnection])
      expectFailure(await dora.call(call, { user_puid: ids.dora, connection_id }), 404);
    await dan.ok(calls.removeRosterConnection, { user_puid: ids.dan, connection_id });
    expect(await connections()).toEqual([]);
  });

  it('shows its secret and its tokens nowhere: not in answers, the audit, exports of rows, errors or the log', async () => {
    const answers: string[] = [];
    const { connection_id } = await connect();
    for (const fault of [undefined, () => new Response(`bad ${secret} seeded-token-1`, { status: 400 })]) {
      service.state.fault = fault as never;
      const { job_id } = await fetched({ connection_id }, true);
      for (const answer of [
        await dan.call(calls.rosterConnections, { user_puid: ids.dan }),
        await dan.call(calls.testRosterConnection, { user_puid: ids.dan, connection_id }),
        await dan.call(calls.rosterJob, { job_id }),
        await dan.call(calls.rosterFindings, { job_id }),
        await dan.call(calls.auditEntries, { user_puid: ids.dan }),
      ])
        answers.push(answer.text);
    }
    answers.push(...(await everythingTold(server, dan)));
    for (const text of answers) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(encodeURIComponent(secret));
      expect(text).not.toContain(Buffer.from(secret).toString('base64'));
      expect(text).not.toContain('seeded-token');
    }
    expect(answers.join()).toContain('connection.add');
  });

  it('whose secret another key has sealed says so', async () => {
    const connection = await connect();
    await server.db.updateTable('roster_connection').set({ sealed_secret: 'AAAA' }).execute();
    expect(await fetched(connection)).toMatchObject({ state: 'failed', problem: 'apiSecret' });
  });
});

describe('addresses', () => {
  it('are those of the standard, with or without its path', () => {
    const at = (base_url: string, roster_version: '1.1' | '1.2') => rootOf({ base_url, roster_version });
    expect(at('https://x.example/', '1.1')).toBe('https://x.example/ims/oneroster/v1p1');
    expect(at('https://x.example/sis', '1.2')).toBe('https://x.example/sis/ims/oneroster/rostering/v1p2');
    expect(at('https://x.example/learn/ims/oneroster/v1p1/', '1.1')).toBe('https://x.example/learn/ims/oneroster/v1p1');
  });

  it.each([
    ['<https://x.example/a?b=1,2>; rel="next"', 'https://x.example/a?b=1,2'],
    ['<a>; rel=prev, <b>; rel=next', 'b'],
    ['<a>; title="x, <c>; rel=next"; rel="prev"', null],
    ['<a>; rel="last next"', 'a'],
    ['<a>; REL="NEXT"', 'a'],
    ['<a>; rel="nextish"', null],
    ['', null],
    ['<a', null],
  ])('of the next page are read from a Link header: %s', (header, next) => expect(nextLink(header)).toBe(next));

  it.each([
    ...['127.0.0.1', '10.1.2.3', '169.254.169.254', '192.168.0.1', '172.31.0.1', '100.64.0.1', '0.0.0.0', '224.0.0.1', '255.255.255.255'],
    ...[
      '::1',
      '::',
      'fe80::1',
      'fc00::1',
      '::ffff:10.0.0.1',
      '::ffff:7f00:1',
      '64:ff9b::a00:1',
      '2002:a00:1::',
      '2001:db8::1',
      'ff02::1',
      'x',
    ],
  ])('%s are not public', (address) => expect(isPublicAddress(address)).toBe(false));
  it.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '2001:4860:4860::8888'])('%s are public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );

  it('of private networks are not asked unless the operator allows it, and answers are limited', async () => {
    const app = rosterService({ version: '1.1', set: restOf(one, '1.1') }).app;
    const listening = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
    onTestFinished(() => void listening.close());
    await new Promise((ready) => listening.once('listening', ready));
    const { port } = listening.address() as { port: number };
    const request = { method: 'GET', headers: {}, most: 10_000 } as const;
    const problem = async (url: string, hosts: string[] = [], further: object = {}) =>
      outsideOf(hosts)
        .send(new URL(url), { ...request, ...further })
        .then(
          ({ status }) => status,
          (error: OutsideProblem) => error.code,
        );
    const here = `http://127.0.0.1:${port}/ims/oneroster/v1p1/orgs`;
    expect(await problem(here)).toBe('insecure');
    expect(await problem(here.replace('http:', 'https:'))).toBe('private');
    expect(await problem(`https://localhost:${port}/`)).toBe('private');
    expect(await problem(`https://[::1]:${port}/`)).toBe('private');
    expect(await problem(`https://0x7f.1:${port}/`)).toBe('private');
    expect(await problem(here, ['127.0.0.1'])).toBe(401);
    expect(await problem(here, ['127.0.0.1'], { most: 10 })).toBe('tooLarge');
    expect(await problem('http://127.0.0.1:1/', ['127.0.0.1'])).toBe('unreachable');
  });

  it('of the local machine serve a whole import over real connections', async () => {
    let port = 0;
    serveIn();
    const { app } = service;
    const listening = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
    onTestFinished(() => void listening.close());
    await new Promise((ready) => listening.once('listening', ready));
    port = (listening.address() as { port: number }).port;
    service.state.hasLinks = false;
    Object.assign(server.ports.outside, outsideOf(['127.0.0.1']));
    const job = await fetched(await connect({ base_url: `http://127.0.0.1:${port}`, token_url: `http://127.0.0.1:${port}/token` }));
    expect(job).toMatchObject({ state: 'validated', counts: { users: { created: 4 } } });
  });
});

describe('for the technician', () => {
  const status = () => integrationOf(dan, 'rosterService');

  it('a connection is unused, waits, works, and fails night after night', async () => {
    const connection = await connect({ nightly_hour: 2 });
    expect(await status()).toMatchObject({ state: 'unused', cause: null, failures: 0 });
    const job = await fetched(connection);
    expect(await status()).toMatchObject({ state: 'warning', cause: 'toConfirm', failures: 0, worked_at: null });
    await apply(dan, job);
    expect(await status()).toMatchObject({ state: 'works', cause: null, worked_at: new Date(server.clock.now).toISOString() });
    service.state.fault = () => new Response('no', { status: 403 });
    for (const count of [1, 2, 3]) {
      server.clock.now += days(1);
      await startDue(server.ports);
      await server.settle();
      dan = await server.signIn('dan');
      expect(await status()).toMatchObject({ state: 'failed', failures: count });
    }
    const { cause, failed_at } = await status();
    expect(cause).toBe((await connections())[0]?.last?.problem);
    service.state.fault = undefined as never;
    server.clock.now += hours(1);
    await apply(dan, await fetched(connection, true));
    expect(await status()).toMatchObject({ state: 'warning', cause, failures: 3, failed_at });
    server.clock.now += days(9);
    dan = await server.signIn('dan');
    // Nobody began the readings of the last nights.
    expect(await status()).toMatchObject({ state: 'warning', cause: 'late', failures: 0 });
    await startDue(server.ports);
    await server.settle();
    expect(await status()).toMatchObject({ state: 'works', cause: null });
  });

  it('wrong records and an error of ours are told', async () => {
    const connection = await connect();
    for (const user of setOf().users) user.givenName = '';
    expect((await fetched(connection)).state).toBe('refused');
    expect(await status()).toMatchObject({ state: 'failed', cause: 'findings', failures: 1 });
    server.clock.now += 1000;
    serveIn();
    const job = await fetched(connection);
    await server.db.updateTable('roster_file').set({ content: '!', size: -1 }).execute();
    await server.db.updateTable('roster_job').set({ result: '{' }).where('job_id', '=', job.job_id).execute();
    await server.db.updateTable('roster_job').set({ state: 'confirmed' }).where('job_id', '=', job.job_id).execute();
    await resumeJobs(server.ports, true);
    expect(await status()).toMatchObject({ state: 'failed', cause: 'stopped', failures: 2 });
  });

  it('imports from files are told as well', async () => {
    await bring(dan, one);
    expect(await integrationOf(dan, 'rosterFiles')).toMatchObject({ state: 'works', failures: 0 });
  });
});
