import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { one, two } from '../roster/files.ts';
import { restOf, rosterService } from '../roster/rosterService.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { type Files, importing } from './importing.ts';
import { rosterRows } from './rosterRows.ts';
import type { TestClient, TestServer } from './testServer.ts';

let server: TestServer;
let dan: TestClient;
const { look, validate, bring, undo } = importing(() => server);
beforeEach(async () => {
  [server, dan] = await schoolServer('dan');
});

/** A student and a teacher of two schools, with places in a class of each. */
const shared = (files: Readonly<Record<string, string>>): Files => ({
  ...files,
  'orgs.csv': `${files['orgs.csv']}s2,Dale,school,d\n`,
  'classes.csv': `${files['classes.csv']}k3,Biology,07,c,scheduled,s2,y,Science,1\n`,
  'enrollments.csv': `${files['enrollments.csv']}e8,k3,s2,t1,teacher\ne9,k3,s2,p1,student\n`,
});
const inFirst: Files = {
  ...shared(one),
  'users.csv': String(one['users.csv']).replace('t1,true,s,', 't1,true,"s,s2",').replace('p1,true,s,', 'p1,true,"s,s2",'),
};
const inSecond: Files = {
  ...shared(two),
  'roles.csv': `${String(two['roles.csv']).replace('2030-08-01,2031-06-01', '2029-08-01,2030-06-01')}r8,t1,primary,teacher,,,s2\nr9,p1,secondary,student,2030-01-01,2030-06-01,s2\n`,
};

const { userOf } = rosterRows(() => server);
const seen = async (user_key: string) =>
  dan.ok(calls.managedUser, { user_puid: ids.dan, managed_puid: (await userOf(user_key)).user_puid });
const placesOf = async (user_key: string) =>
  (await seen(user_key)).places.map(({ org_name, role, is_primary, begin_date }) => [org_name, role, is_primary, begin_date]);
const classesOf = async (user_key: string) =>
  (await seen(user_key)).classes.map(({ name, school_name, role }) => `${name} ${school_name} ${role}`);

describe('people of several schools', () => {
  it.each([
    ['1.1', inFirst],
    ['1.2', inSecond],
  ])('have places in classes of each, and the school and role of one: OneRoster %s', async (_, files) => {
    const job = await bring(dan, files);
    expect(job).toMatchObject({ state: 'done', check: { errors: 0 } });
    expect(await classesOf('maya')).toEqual(['Biology Dale student', 'Science 6 Hill, the school student']);
    expect(await classesOf('rivera')).toEqual(['Biology Dale teacher', 'Science 6 Hill, the school teacher']);
    expect(await seen('maya')).toMatchObject({ role: 1, school_name: 'Hill, the school' });
    expect(await seen('rivera')).toMatchObject({ role: 2, school_name: 'Hill, the school' });
    expect((await seen('leo')).places).toEqual([]);
  });

  it('are shown with all of them', async () => {
    await bring(dan, inSecond);
    expect(await placesOf('maya')).toEqual([
      ['Hill, the school', 1, true, '2029-08-01'],
      ['Dale', 1, false, '2030-01-01'],
    ]);
    expect(await placesOf('rivera')).toEqual([
      ['Hill, the school', 2, true, null],
      ['Dale', 2, true, null],
    ]);
  });

  it('keep their schools of OneRoster 1.1, which a comparison shows and an undoing takes back', async () => {
    await bring(dan, shared(one));
    expect(await placesOf('maya')).toEqual([]);
    const job = await validate(dan, inFirst);
    expect(job.counts?.users).toMatchObject({ updated: 2, unchanged: 2 });
    expect((await dan.ok(calls.rosterChanges, { job_id: job.job_id })).map(({ name, fields }) => [name, fields])).toEqual([
      ['Elena Rivera', { roster_orgs: [null, 'Hill, the school, Dale'] }],
      ['Maya Núñez', { roster_orgs: [null, 'Hill, the school, Dale'] }],
    ]);
    const done = await bring(dan, inFirst);
    expect(await placesOf('maya')).toEqual([
      ['Hill, the school', 1, null, null],
      ['Dale', 1, null, null],
    ]);
    await undo(dan, done);
    expect(await placesOf('maya')).toEqual([]);
  });
});

describe('family members', () => {
  const [parent, aide] = ['g2,true,s,parent,dad,Di,Núñez,,\n', 'x2,true,s,aide,ann,Ann,Aide,,\n'];
  const inFirst = { ...one, 'users.csv': `${one['users.csv']}${parent}${aide}` };
  /** One of them at another school. */
  const ofTwo = {
    ...inFirst,
    'orgs.csv': `${one['orgs.csv']}s2,Dale,school,d\n`,
    'users.csv': inFirst['users.csv'].replace('g2,true,s,', 'g2,true,s2,'),
  };
  const inSecond = {
    ...two,
    'users.csv': `${two['users.csv']}g1,true,mum,Mo,Núñez,,,s,\ng2,true,dad,Di,Núñez,,,s,\nx2,true,ann,Ann,Aide,,,s,\nm1,true,both,Bo,Th,,,s,\n`,
    // Somebody who is also a teacher gets an account.
    'roles.csv': `${two['roles.csv']}r5,g1,primary,guardian,,,s\nr6,g2,primary,relative,,,s\nr7,x2,primary,aide,,,s\nr8,m1,primary,teacher,,,s\nr9,m1,secondary,parent,,,d\n`,
  };
  const stored = async () => {
    const all: string[] = [];
    for (const table of ['app_user', 'roster_role', 'roster_file', 'roster_batch'] as const)
      all.push(JSON.stringify(await server.db.selectFrom(table).selectAll().execute()));
    return all.join('\n');
  };

  it.each([
    ['1.1', inFirst, 0],
    ['1.2', inSecond, 1],
  ] as const)('are counted before the import and kept out: OneRoster %s', async (_, files, more) => {
    const job = await validate(dan, files);
    expect(job).toMatchObject({ family: 2, skipped: 2, counts: { users: { created: 4 + more } } });
    const done = await bring(dan, files);
    expect(done).toMatchObject({ state: 'done', family: 2 });
    expect(await stored()).not.toMatch(/\bmum\b|\bdad\b|"g1"|"g2"/);
  });

  it.each([
    ['1.1', 'all schools', 2, inFirst, []],
    ['1.2', 'all schools', 2, inSecond, []],
    ['1.1', 'one school', 1, ofTwo, ['s']],
  ] as const)('of a service are counted, and not read into the import: OneRoster %s, %s', async (version, _, family, files, school_ids) => {
    const service = rosterService({ version, set: restOf(files, version), most: 1, now: () => server.clock.now });
    Object.assign(server.ports.outside, {
      send: async (url: URL, { method, headers, body }: { method: string; headers: Record<string, string>; body?: string }) =>
        service.app.fetch(new Request(url, { method, headers, ...(body === undefined ? {} : { body }) })),
    });
    const { connection_id } = await dan.ok(calls.addRosterConnection, {
      ...{ user_puid: ids.dan, name: 'SIS', base_url: service.origin, token_url: `${service.origin}/token`, roster_version: version },
      ...{ client_id: service.client_id, client_secret: service.client_secret, scope: '', school_ids: [...school_ids], nightly_hour: null },
    });
    const { job_id } = await dan.ok(calls.importFromApi, { user_puid: ids.dan, connection_id });
    await server.settle();
    expect(await look(dan, { job_id })).toMatchObject({ state: 'validated', family });
    const read = await server.db.selectFrom('roster_file').select('content').execute();
    expect(read.map(({ content }) => Buffer.from(content, 'base64').toString()).join('\n')).not.toMatch(/\bmum\b|\bdad\b/);
  });
});
