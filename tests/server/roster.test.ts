import { beforeEach, describe, expect, it } from 'vitest';
import { checkRoster } from '../../common/roster/checkRoster.ts';
import { fileOfBytes } from '../../common/roster/source.ts';
import { importRoster, type RosterOutcome } from '../../server/roster/importRoster.ts';
import { sampleFiles } from '../../server/sample/files.ts';
import { rosterFiles } from '../../server/sample/rosterFiles.ts';
import { one } from '../roster/files.ts';
import { type TestServer, testServer } from './testServer.ts';

const utf8 = new TextEncoder();
const base: Record<string, string> = {
  'manifest.csv': [
    'propertyName,value',
    'manifest.version,1.0',
    'oneroster.version,1.1',
    ...['orgs', 'academicSessions', 'courses', 'classes', 'users', 'enrollments'].map((name) => `file.${name},bulk`),
  ].join('\n'),
  'orgs.csv': 'sourcedId,name,type,parentSourcedId\nd,District,district,\ns,"Hill, the school",school,d\n',
  'academicSessions.csv': 'sourcedId,title,type,startDate,endDate,parentSourcedId\ny,Year,schoolYear,2030-08-01,2031-06-01,\n',
  'courses.csv': 'sourcedId,title,orgSourcedId\nc,Science,d\n',
  'classes.csv':
    'sourcedId,title,grades,courseSourcedId,classType,schoolSourcedId,termSourcedIds,subjects,periods\nk1,Science 6,06,c,scheduled,s,y,"Science,Lab",2\n',
  'users.csv': (one['users.csv'] as string).replace('g1,', 'a2,true,"d,s",administrator,lindqvist,Nils,Lindqvist,,\ng1,'),
  'enrollments.csv':
    'sourcedId,classSourcedId,schoolSourcedId,userSourcedId,role\ne1,k1,s,t1,teacher\ne2,k1,s,p1,student\ne3,k1,s,p2,student\ne4,k1,s,a1,administrator\n',
};
const set = (changes: Record<string, string | Uint8Array | undefined> = {}) =>
  new Map(
    Object.entries({ ...base, ...changes }).flatMap(([name, text]): [string, Uint8Array][] =>
      text === undefined ? [] : [[name, typeof text === 'string' ? utf8.encode(text) : text]],
    ),
  );
const edit = (file: string, from: string | RegExp, to: string) => ({ [file]: (base[file] as string).replace(from, to) });
describe('importing a roster', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await testServer();
    for (const district_id of [1, 2])
      await server.db
        .insertInto('district')
        .values({ district_id, name: 'D', state_id: null, time_zone: 'America/Chicago', nav_tabs: '[]' })
        .execute();
  });
  const bring = (changes = {}, district = 1) => importRoster(server.ports, district, set(changes));
  const counts = (outcome: RosterOutcome) => {
    if (outcome.status === 'refused') throw new Error(JSON.stringify(outcome.findings));
    return Object.fromEntries(
      Object.entries(outcome.counts).map(([kind, one]) => [kind, [one.created, one.updated, one.unchanged, one.deactivated]]),
    );
  };
  const dump = async () => ({
    school: await server.db.selectFrom('school').selectAll().orderBy('school_id').execute(),
    users: await server.db.selectFrom('app_user').selectAll().orderBy('user_puid').execute(),
    classes: await server.db.selectFrom('class_group').selectAll().orderBy('group_puid').execute(),
    enrollments: await server.db.selectFrom('enrollment').selectAll().orderBy('user_puid').execute(),
  });
  const user = (user_key: string) =>
    server.db.selectFrom('app_user').selectAll().where('district_id', '=', 1).where('user_key', '=', user_key).executeTakeFirst();

  it('makes schools, accounts, classes and enrollments', async () => {
    expect(counts(await bring())).toEqual({
      schools: [1, 0, 0, 0],
      sessions: [1, 0, 0, 0],
      users: [5, 0, 0, 0],
      classes: [1, 0, 0, 0],
      enrollments: [3, 0, 0, 0],
    });
    expect(await user('maya')).toMatchObject({
      user_name: 'maya',
      role_id: 1,
      last_name: 'Núñez',
      grade: '6',
      active: 1,
      password_hash: null,
    });
    expect(await user('rivera')).toMatchObject({ user_name: 'Rivera', role_id: 2, email: 'e@x.example' });
    expect(await user('leo')).toMatchObject({ grade: 'KG' });
    expect(await user('okafor')).toMatchObject({ role_id: 6 });
    expect(await user('lindqvist')).toMatchObject({ role_id: 9 });
    expect(await user('mum')).toBeUndefined();
    expect((await dump()).classes).toMatchObject([
      { name: 'Science 6', subject: 'Science', grade: '6', period: '2', kind: 'class', active: 1 },
    ]);
  });
  it('changes nothing the second time', async () => {
    await bring();
    const first = await dump();
    server.clock.now += 1000;
    expect(counts(await bring())).toEqual({
      schools: [0, 0, 1, 0],
      sessions: [0, 0, 1, 0],
      users: [0, 0, 5, 0],
      classes: [0, 0, 1, 0],
      enrollments: [0, 0, 3, 0],
    });
    expect(await dump()).toEqual(first);
  });
  it('takes changes over and keeps accounts, passwords and work', async () => {
    await bring();
    const before = await user('maya');
    await server.db.updateTable('app_user').set({ password_hash: 'kept', token_version: 4 }).where('user_key', '=', 'maya').execute();
    expect(counts(await bring(edit('users.csv', 'maya,Maya', 'maya,Mia')))).toMatchObject({ users: [0, 1, 4, 0] });
    expect(await user('maya')).toEqual({
      ...before,
      first_name: 'Mia',
      password_hash: 'kept',
      token_version: 4,
      roster_print: expect.any(Number),
    });
  });
  it('deactivates who is gone, and brings them back', async () => {
    await bring();
    const without = { ...edit('users.csv', /p2,.*\n/, ''), ...edit('enrollments.csv', /e3,.*\n/, '') };
    expect(counts(await bring(without))).toMatchObject({ users: [0, 0, 4, 1], enrollments: [0, 0, 2, 1] });
    expect(await user('leo')).toMatchObject({ active: 0 });
    expect(counts(await bring(without))).toMatchObject({ users: [0, 0, 4, 0] });
    expect(counts(await bring())).toMatchObject({ users: [0, 1, 4, 0], enrollments: [0, 1, 2, 0] });
    expect(await user('leo')).toMatchObject({ active: 1 });
  });
  it('lets a name pass from one account to another', async () => {
    await bring();
    const [maya, leo] = [await user('maya'), await user('leo')];
    const swapped = base['users.csv']!.replace(',maya,', ',#,').replace(',leo,', ',maya,').replace(',#,', ',leo,');
    expect(counts(await bring({ 'users.csv': swapped }))).toMatchObject({ users: [0, 2, 3, 0] });
    expect((await user('leo'))?.user_puid).toBe(maya?.user_puid);
    expect((await user('maya'))?.user_puid).toBe(leo?.user_puid);
    const replaced = { ...edit('users.csv', 'p2,true,s,student,leo', 'p3,true,s,student,leo'), ...edit('enrollments.csv', 'p2', 'p3') };
    await bring();
    expect(counts(await bring(replaced))).toMatchObject({ users: [1, 0, 4, 1] });
    expect((await user('leo'))?.user_puid).not.toBe(leo?.user_puid);
  });
  it('leaves accounts alone that did not come from a roster, and refuses to take their names', async () => {
    await server.db
      .insertInto('app_user')
      .values({
        district_id: 1,
        user_puid: 5,
        user_name: 'Maya',
        user_key: 'maya',
        role_id: 15,
        first_name: 'M',
        last_name: 'A',
        active: 1,
        token_version: 1,
        created_at: 1,
      })
      .execute();
    const before = await dump();
    const refused = await bring();
    expect(refused).toMatchObject({
      status: 'refused',
      total: 1,
      findings: [{ file: 'users.csv', row: 3, column: 'username', value: 'maya', code: 'userNameTaken' }],
    });
    expect(await dump()).toEqual(before);
    expect((await bring(edit('users.csv', ',maya,', ',maya2,'))).status).toBe('imported');
    expect(await user('maya')).toMatchObject({ user_puid: 5, role_id: 15, active: 1 });
  });
  it('imports nothing when anything is wrong', async () => {
    expect(await bring(edit('enrollments.csv', 'p2', 'p9'))).toMatchObject({ status: 'refused', total: 1 });
    expect(await dump()).toEqual({ school: [], users: [], classes: [], enrollments: [] });
  });
  it('imports nothing when the database fails in the middle', async () => {
    await server.db.schema.alterTable('enrollment').renameTo('elsewhere').execute();
    await expect(bring()).rejects.toThrow();
    await server.db.schema.alterTable('elsewhere').renameTo('enrollment').execute();
    expect(await dump()).toEqual({ school: [], users: [], classes: [], enrollments: [] });
  });
  it('touches no other district, even with the same sourced ids and names', async () => {
    await bring();
    const first = await dump();
    expect(counts(await bring({}, 2))).toMatchObject({ users: [5, 0, 0, 0] });
    const both = await dump();
    expect(both.users.filter((one) => one.district_id === 1)).toEqual(first.users);
    expect(both.users).toHaveLength(10);
  });
});

describe('the sample roster', () => {
  it('is a good set of 120 students in 8 classes, and grows to any size', async () => {
    const files = sampleFiles();
    const read = async (students: number) => {
      const given = rosterFiles(files, students, 1);
      const { check, findings } = await checkRoster([...given].map(([name, bytes]) => fileOfBytes(name, bytes)));
      expect(findings.list).toEqual([]);
      const names = new TextDecoder()
        .decode(given.get('users.csv'))
        .split(/\r?\n/)
        .filter((line) => line.includes(',student,')).length;
      return { rows: new Map(check.files.map((file) => [file.table, file.rows])), students: names };
    };
    const small = await read(120);
    expect(small.students).toBe(120);
    expect(small.rows.get('classes')).toBe(8);
    const large = await read(3333);
    expect(large.students).toBe(3333);
    expect(large.rows.get('orgs')).toBeGreaterThan(small.rows.get('orgs') ?? 0);
  });
});
