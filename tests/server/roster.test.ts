import { beforeEach, describe, expect, it } from 'vitest';
import { importRoster, type RosterOutcome } from '../../server/roster/importRoster.ts';
import type { RosterFinding } from '../../server/roster/oneRoster.ts';
import { readRoster } from '../../server/roster/readRoster.ts';
import { sampleFiles } from '../../server/sample/files.ts';
import { rosterFiles } from '../../server/sample/rosterFiles.ts';
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
  'users.csv':
    'sourcedId,enabledUser,orgSourcedIds,role,username,givenName,familyName,email,grades\n' +
    't1,true,s,teacher,Rivera,Elena,Rivera,e@x.example,\n' +
    'p1,true,s,student,maya,Maya,Núñez,,06\n' +
    'p2,true,s,student,leo,Leo,Li,,KG\n' +
    'a1,true,s,administrator,okafor,Grace,Okafor,,\n' +
    'a2,true,"d,s",administrator,lindqvist,Nils,Lindqvist,,\n' +
    'g1,true,s,guardian,mum,Mo,Núñez,,\n',
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
const utf16 = (text: string) => {
  const bytes = new Uint8Array(2 + text.length * 2);
  new DataView(bytes.buffer).setUint16(0, 0xfeff, true);
  for (let index = 0; index < text.length; index++) new DataView(bytes.buffer).setUint16(2 + index * 2, text.charCodeAt(index), true);
  return bytes;
};
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe('reading a roster', () => {
  it('reads a good set, with or without byte order mark, with either line ending', () => {
    for (const change of [
      {},
      { 'users.csv': `\uFEFF${base['users.csv']}` },
      { 'users.csv': base['users.csv']!.replaceAll('\n', '\r\n') },
    ]) {
      const { roster, findings } = readRoster(set(change));
      expect(findings).toEqual([]);
      expect(roster?.users[1]).toMatchObject({ row: 3, sourcedId: 'p1', familyName: 'Núñez' });
      expect(roster?.orgs[1]?.name).toBe('Hill, the school');
    }
  });

  const cases: [string, Record<string, string | Uint8Array | undefined>, Partial<RosterFinding>][] = [
    [
      'UTF-16',
      { 'users.csv': utf16(base['users.csv']!) },
      { file: 'users.csv', row: null, reason: expect.stringContaining('UTF-16'), mend: expect.stringContaining('CSV UTF-8') },
    ],
    ['UTF-16 without its mark', { 'users.csv': utf16(base['users.csv']!).slice(2) }, { reason: expect.stringContaining('UTF-16') }],
    [
      'Windows-1252',
      { 'users.csv': latin1(base['users.csv']!) },
      { file: 'users.csv', row: 3, reason: expect.stringContaining('not UTF-8') },
    ],
    ['an empty file', { 'users.csv': '\n \n' }, { file: 'users.csv', reason: 'The file is empty.' }],
    [
      'a file that was cut off',
      { 'users.csv': base['users.csv']!.slice(0, -12) },
      { file: 'users.csv', row: 7, reason: 'This row has 5 fields; the header has 9.', mend: expect.stringContaining('cut off') },
    ],
    [
      'a row with too few fields',
      edit('users.csv', 'p1,true,s,', 'p1,s,'),
      { file: 'users.csv', row: 3, reason: 'This row has 8 fields; the header has 9.', mend: expect.stringContaining('quotation marks') },
    ],
    [
      'a row with too many fields',
      edit('orgs.csv', '"Hill, the school"', 'Hill, the school'),
      { file: 'orgs.csv', row: 3, reason: 'This row has 5 fields; the header has 4.' },
    ],
    [
      'a quotation that does not end',
      edit('orgs.csv', 'the school"', 'the school'),
      { file: 'orgs.csv', row: 3, reason: expect.stringContaining('not closed') },
    ],
    [
      'semicolons',
      { 'orgs.csv': base['orgs.csv']!.replaceAll(',', ';') },
      { file: 'orgs.csv', row: 1, reason: expect.stringContaining('“;”, not by commas') },
    ],
    ['tabs', { 'orgs.csv': base['orgs.csv']!.replaceAll(',', '\t') }, { reason: expect.stringContaining('tabs') }],
    [
      'a missing column',
      edit('users.csv', 'username', 'userName'),
      { file: 'users.csv', row: 1, column: 'username', reason: 'This column is missing.' },
    ],
    [
      'a column twice',
      edit('users.csv', 'email', 'role'),
      { file: 'users.csv', row: 1, column: 'role', reason: 'This column is in the header twice.' },
    ],
    [
      'an unknown role',
      edit('users.csv', 'student,maya', 'pupil,maya'),
      { file: 'users.csv', row: 3, column: 'role', value: 'pupil', mend: expect.stringContaining('student, teacher') },
    ],
    ['an unknown kind of org', edit('orgs.csv', ',school,', ',School,'), { file: 'orgs.csv', row: 3, column: 'type', value: 'School' }],
    ['something else than true or false', edit('users.csv', 'p1,true', 'p1,yes'), { column: 'enabledUser', value: 'yes' }],
    [
      'a date that is none',
      edit('academicSessions.csv', '2030-08-01', '08/01/2030'),
      { file: 'academicSessions.csv', row: 2, column: 'startDate', mend: 'Write dates as YYYY-MM-DD.' },
    ],
    ['an impossible date', edit('academicSessions.csv', '2030-08-01', '2030-13-01'), { column: 'startDate' }],
    [
      'an empty name',
      edit('users.csv', 'Maya', ' '),
      { file: 'users.csv', row: 3, column: 'givenName', reason: 'This field must not be empty.' },
    ],
    [
      'a sourcedId twice',
      edit('users.csv', 'p2,', 'p1,'),
      { file: 'users.csv', row: 4, column: 'sourcedId', value: 'p1', reason: '“p1” is already in row 3.' },
    ],
    ['a user name twice, whatever its case', edit('users.csv', 'leo', 'MAYA'), { row: 4, column: 'username', value: 'MAYA' }],
    [
      'a school that is not there',
      edit('classes.csv', ',s,y', ',z,y'),
      { file: 'classes.csv', row: 2, column: 'schoolSourcedId', value: 'z', reason: 'There is no “z” in orgs.csv.' },
    ],
    [
      'a class in a district',
      edit('classes.csv', ',s,y', ',d,y'),
      { column: 'schoolSourcedId', value: 'd', reason: 'This org is not a school.' },
    ],
    [
      'one org of several that is not there',
      edit('users.csv', '"d,s"', '"d,z"'),
      { file: 'users.csv', row: 6, column: 'orgSourcedIds', value: 'z' },
    ],
    [
      'a pupil who is not there',
      edit('enrollments.csv', 'p2', 'p9'),
      { file: 'enrollments.csv', row: 4, column: 'userSourcedId', value: 'p9' },
    ],
    [
      'a pupil who is their own teacher',
      edit('enrollments.csv', 'e3,k1,s,p2,student', 'e3,k1,s,p1,teacher'),
      { file: 'enrollments.csv', row: 4, column: 'role', reason: expect.stringContaining('is a student of this class in row 3') },
    ],
    [
      'another version',
      edit('manifest.csv', 'oneroster.version,1.1', 'oneroster.version,1.2'),
      { file: 'manifest.csv', row: 3, value: '1.2', reason: expect.stringContaining('reads OneRoster 1.1') },
    ],
    [
      'changes only',
      edit('manifest.csv', 'file.users,bulk', 'file.users,delta'),
      { file: 'manifest.csv', column: 'value', value: 'delta' },
    ],
    [
      'a part left out',
      { ...edit('manifest.csv', 'file.courses,bulk', 'file.courses,absent'), 'courses.csv': undefined },
      { file: 'manifest.csv', value: 'absent' },
    ],
    [
      'a promised file that is not there',
      { 'users.csv': undefined },
      { file: 'manifest.csv', reason: 'The manifest promises users.csv, but it is not there.' },
    ],
    ['no manifest', { 'manifest.csv': undefined }, { file: 'manifest.csv', reason: 'The manifest is missing.' }],
    ['a manifest of another shape', { 'manifest.csv': 'a,b\n1,2' }, { file: 'manifest.csv', row: 1 }],
  ];
  it.each(cases)('names the cause: %s', (_, changes, finding) => {
    const { roster, findings } = readRoster(set(changes));
    expect(roster).toBeNull();
    expect(findings).toContainEqual(expect.objectContaining(finding));
    for (const one of findings) expect(one.mend).toMatch(/\S+ \S+/);
  });
  it('finds every fault at once, and shows the first 500 of many', () => {
    expect(
      readRoster(
        set({ ...edit('users.csv', 'pupil', ''), ...edit('users.csv', /student/g, 'pupil'), ...edit('orgs.csv', 'district,', 'region,') }),
      ).total,
    ).toBe(3);
    const bad = `${base['users.csv']}${Array.from({ length: 2000 }, (_, n) => `x${n},true,s,pupil,u${n},A,B,,\n`).join('')}`;
    const { findings, total } = readRoster(set({ 'users.csv': bad }));
    expect([findings.length, total]).toEqual([500, 2000]);
  });
  it('does not trip over any broken file', () => {
    const text = base['users.csv'] as string;
    for (let cut = 0; cut < text.length; cut++) expect(() => readRoster(set({ 'users.csv': text.slice(0, cut) }))).not.toThrow();
    const bytes = utf8.encode(text);
    for (let at = 0; at < bytes.length; at += 3) {
      const broken = bytes.slice();
      broken[at] = 0xff;
      expect(readRoster(set({ 'users.csv': broken })).roster).toBeNull();
    }
  });
});

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
    expect(counts(await bring())).toEqual({ schools: [1, 0, 0, 0], users: [5, 0, 0, 0], classes: [1, 0, 0, 0], enrollments: [3, 0, 0, 0] });
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
    expect(counts(await bring())).toEqual({ schools: [0, 0, 1, 0], users: [0, 0, 5, 0], classes: [0, 0, 1, 0], enrollments: [0, 0, 3, 0] });
    expect(await dump()).toEqual(first);
  });
  it('takes changes over and keeps accounts, passwords and work', async () => {
    await bring();
    const before = await user('maya');
    await server.db.updateTable('app_user').set({ password_hash: 'kept', token_version: 4 }).where('user_key', '=', 'maya').execute();
    expect(counts(await bring(edit('users.csv', 'maya,Maya', 'maya,Mia')))).toMatchObject({ users: [0, 1, 4, 0] });
    expect(await user('maya')).toEqual({ ...before, first_name: 'Mia', password_hash: 'kept', token_version: 4 });
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
        password_hash: null,
        role_id: 15,
        first_name: 'M',
        last_name: 'A',
        email: null,
        school_id: null,
        grade: null,
        sourced_id: null,
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
      findings: [{ file: 'users.csv', row: 3, column: 'username', value: 'maya' }],
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
  it('is a good set of 120 students in 8 classes, and grows to any size', () => {
    const files = sampleFiles();
    const small = readRoster(rosterFiles(files, 120, 1)).roster;
    expect(small?.users.filter((one) => one.role === 'student')).toHaveLength(120);
    expect(small?.classes).toHaveLength(8);
    expect(new Set(small?.users.map((one) => `${one.givenName} ${one.familyName}`)).size).toBe(128);
    const large = readRoster(rosterFiles(files, 3333, 1));
    expect(large.findings).toEqual([]);
    expect(large.roster?.users.filter((one) => one.role === 'student')).toHaveLength(3333);
    expect(large.roster?.orgs.length).toBeGreaterThan(small?.orgs.length ?? 0);
  });
});
