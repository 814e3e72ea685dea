import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { type RosterJob, uploadDays } from '../../contract/rostering/job.ts';
import { purge } from '../../server/kit/purge.ts';
import { wordsOf } from '../roster/words.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { importing } from './importing.ts';
import { days, expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let dan: TestClient;
const { look, validate, confirm, apply, bring, undo } = importing(() => server);
beforeEach(async () => {
  [server, dan] = await schoolServer('dan');
});

const header = 'student_id,user_name,first_name,last_name,class_name,school_name';
const listOf = (...rows: string[]) => ({ 'students.csv': `${[header, ...rows].join('\n')}\n` });
const school = 'Hill';
const one = (id: string, name: string, group = 'Lab') => `${id},${name},${name},Person,${group},${school}`;
const out = { leave_out: true } as const;
/** Usernames in a class. */
const inClass = async (name: string) =>
  (
    await server.db
      .selectFrom('enrollment as e')
      .innerJoin('app_user as u', 'u.user_puid', 'e.user_puid')
      .innerJoin('class_group as g', 'g.group_puid', 'e.group_puid')
      .select('u.user_name')
      .where('e.district_id', '=', 1)
      .where('g.name', '=', name)
      .where('e.role', '=', 'student')
      .where('e.active', '=', 1)
      .orderBy('u.user_name')
      .execute()
  ).map(({ user_name }) => user_name);
const report = async (job: RosterJob) =>
  (await dan.ok(calls.rosterRowFindings, { job_id: job.job_id }))
    .map(({ severity, code, rows }) => `${severity} ${code} ${rows}`)
    .toSorted();

describe('a list of which rows are wrong', () => {
  it('says how many can be left out, and imports nothing unasked', async () => {
    const job = await validate(dan, listOf(one('1', 'ann'), one('2', 'bea').replace('Person', ''), one('3', 'cat', 'Lab,x')));
    expect(job).toMatchObject({ state: 'refused', check: { errors: 2, wrong_rows: 2, files: [{ rows: 3 }] } });
    expect(await report(job)).toEqual(['error required 3', 'error rowLong 4']);
    expectFailure(await confirm(dan, job), 409);
  });
  it('is imported without them when a person says so, and taken back', async () => {
    const list = listOf(one('1', 'ann'), one('2', 'bea').replace('Person', ''), one('3', 'cat'), `4,nob,Nobody,Person,Lab,Nowhere`);
    const job = await validate(dan, list, out);
    expect(job).toMatchObject({ state: 'validated', check: { errors: 2, wrong_rows: 2 }, counts: { users: { created: 2 } } });
    const done = await apply(dan, job);
    expect(done).toMatchObject({ state: 'done', counts: { users: { created: 2 }, classes: { created: 1 } } });
    expect(await inClass('Lab')).toEqual(['ann', 'cat']);
    expect(await report(job)).toEqual(['error required 3', 'error schoolUnknown 5']);
    await undo(dan, done);
    expect(await inClass('Lab')).toEqual([]);
  });
  it('is imported whole from the file with its errors, once that is mended', async () => {
    await bring(dan, listOf(one('1', 'ann'), one('2', 'bea').replace('Person', '')), out);
    const mended = `What is wrong,${header}\n,${one('1', 'ann')}\nmended by now,${one('2', 'bea')}\n`;
    const job = await bring(dan, { 'students-errors.csv': mended });
    expect(job).toMatchObject({ state: 'done', check: { errors: 0, warnings: 0 }, counts: { users: { created: 1, unchanged: 1 } } });
    expect(await inClass('Lab')).toEqual(['ann', 'bea']);
  });
  it.each([
    ['no row is good', listOf(one('1', 'ann').replace('Person', ''))],
    ['no row is good for this district', listOf(one('1', 'ann').replace(school, 'Nowhere'))],
    ['the file is broken', { 'students.csv': `${header}\n${one('1', 'ann')}\n2,"bea,Bea,Person,Lab,Hill\n` }],
    ['a column is missing', { 'students.csv': 'user_name,first_name\nann,Ann\nbea,\n' }],
  ])('is refused as a whole where %s', async (_why, list) => {
    const job = await validate(dan, list, out);
    expect(job.state).toBe('refused');
    expectFailure(await confirm(dan, job), 409);
  });
  it('is a list: OneRoster is never imported in part', async () => {
    const job = await validate(
      dan,
      {
        'manifest.csv': 'propertyName,value\noneroster.version,1.1\nfile.orgs,bulk',
        'orgs.csv': 'sourcedId,name,type\na,A,school\nb,B,skool\n',
      },
      out,
    );
    expect(job).toMatchObject({ state: 'refused', check: { wrong_rows: 0 } });
  });
  it('leaves out what it said, and nothing else', async () => {
    const list = listOf(one('1', 'ann'), one('2', 'bea').replace(school, 'Nowhere'), one('3', 'cat'));
    const job = await validate(dan, list, out);
    // The wrong row is correct by now, and a correct one is wrong. Neither was on the screen.
    await server.db.insertInto('school').values({ district_id: 1, school_id: 77, name: 'Nowhere', sourced_id: null }).execute();
    const done = await apply(dan, job);
    expect(done.state).toBe('done');
    expect(await inClass('Lab')).toEqual(['ann', 'cat']);
    const next = await validate(dan, listOf(one('5', 'eve'), one('6', 'fay').replace('Person', '')), out);
    await server.db.updateTable('app_user').set({ role_id: 4, user_name: 'eve', user_key: 'eve' }).where('user_key', '=', 'ann').execute();
    expect(await apply(dan, next)).toMatchObject({ state: 'refused', problem: 'userNameTaken' });
  });
  it('makes no account of a row whose class is not clear', async () => {
    for (const group_puid of [9001, 9002])
      await server.db
        .insertInto('class_group')
        .values({ district_id: 1, group_puid, school_id: ids.school, name: 'Twin', kind: 'class', active: 1 })
        .execute();
    const job = await bring(dan, listOf(one('1', 'ann'), one('2', 'bea', 'Twin')), out);
    expect(job).toMatchObject({ state: 'done', check: { wrong_rows: 1 }, counts: { users: { created: 1 } } });
  });
});

describe('the file of the rest', () => {
  const stored = async () => (await server.db.selectFrom('roster_file').select('name').execute()).map(({ name }) => name);
  const list = listOf(one('1', 'ann'), one('2', 'bea').replace('Person', ''));
  it('can be had for a week after the import, by whoever sees it, and goes with it', async () => {
    const done = await bring(dan, list, out);
    expect(done).toMatchObject({ state: 'done', files: [{ name: 'students.csv', parts: 1, received: 1 }] });
    const part = { job_id: done.job_id, file_name: 'students.csv', part_no: 1 };
    expect(Buffer.from((await dan.ok(calls.rosterFilePart, part)).content, 'base64').toString()).toBe(list['students.csv']);
    expect(await report(done)).toEqual(['error required 3']);
    server.clock.now += days(uploadDays - 1);
    await purge(server.ports);
    expect(await stored()).toEqual(['students.csv']);
    server.clock.now += days(2);
    await purge(server.ports);
    expect(await stored()).toEqual([]);
    expect(await look(await server.signIn('dan'), done)).toMatchObject({ files: [{ name: 'students.csv', parts: 1, received: 0 }] });
  });
  it('goes when the import is undone, and is not kept of one that was whole', async () => {
    const done = await bring(dan, list, out);
    await undo(dan, done);
    expect(await stored()).toEqual([]);
    expect(await bring(dan, listOf(one('1', 'ann')), out)).toMatchObject({ state: 'done', files: [{ received: 0 }] });
    expect(await stored()).toEqual([]);
  });
});

describe('what the server finds', () => {
  const spanish = (...rows: string[]) => ({
    'lista.csv': `${['Matrícula,Usuario,Nombre,Apellidos,Clase,Colegio', ...rows].join('\n')}\n`,
  });
  const found = async (job: RosterJob) => (await dan.ok(calls.rosterFindings, { job_id: job.job_id })).map(wordsOf);
  it('names the columns in the words of the file', async () => {
    for (const group_puid of [9001, 9002])
      await server.db
        .insertInto('class_group')
        .values({ district_id: 1, group_puid, school_id: ids.school, name: 'Twin', kind: 'class', active: 1 })
        .execute();
    const job = await validate(dan, spanish(one('1', 'ann').replace(school, 'Nowhere'), one('2', 'tess'), one('3', 'cat', 'Twin')));
    expect(await found(job)).toEqual([
      'schoolUnknown lista.csv:2 Colegio',
      'notAStudent lista.csv:3 Usuario',
      'classAmbiguous lista.csv:4 Clase',
    ]);
    const closing = await validate(dan, spanish(one('', 'nobody')), { mode: 'deactivate' });
    expect(await found(closing)).toEqual(['studentUnknown lista.csv:2 Usuario']);
  });
  it('puts back zeros in a column of any name', async () => {
    await bring(dan, spanish(one('0001', 'ann')));
    const bare = spanish(one('1', 'ann'));
    const job = await validate(dan, bare);
    expect(await found(job)).toEqual(['zerosStored lista.csv:2 Matrícula']);
    const [{ mends } = { mends: [] }] = await dan.ok(calls.rosterFindings, { job_id: job.job_id });
    expect(await validate(dan, bare, { mends })).toMatchObject({ state: 'validated', counts: { users: { created: 0, unchanged: 1 } } });
  });
});

describe('students who are not in the good rows', () => {
  beforeEach(async () => {
    const all = ['ann', 'bea', 'cat', 'dot'];
    await bring(dan, listOf(...all.map((name, index) => one(`${index + 1}`, name)), one('5', 'eve', 'Club'), one('6', 'fay', 'Club')));
  });
  const replace = { mode: 'replace', ...out } as const;
  it('leave the classes that no wrong row names, and stay in those that one does', async () => {
    const job = await validate(dan, listOf(one('1', 'ann'), one('2', 'bea').replace('Person', ''), one('5', 'eve', 'Club')), replace);
    expect(job).toMatchObject({
      state: 'validated',
      counts: { enrollments: { deactivated: 1 } },
      brake: { losses: [{ kind: 'enrollments', count: 1 }] },
    });
    expect(await report(job)).toContain('warning leftOutStay 0');
    expect(job.confirmation).toBe('1');
    expectFailure(await dan.call(calls.importStudents, { job_id: job.job_id, confirmation: '' }), 400);
    await apply(dan, job);
    expect(await inClass('Lab')).toEqual(['ann', 'bea', 'cat', 'dot']);
    expect(await inClass('Club')).toEqual(['eve']);
  });
  it('stay where a wrong row names them, whatever class it says', async () => {
    await bring(dan, listOf(one('1', 'ann'), one('2', 'bea', 'New').replace('Person', ''), one('5', 'eve', 'Club')), replace);
    expect(await inClass('Lab')).toEqual(['ann', 'bea']);
    expect(await inClass('Club')).toEqual(['eve']);
  });
  it.each([
    ['cannot be read', '2,bea,Bea'],
    ['says no class', one('9', 'nia', '').replace('Person', '')],
  ])('all stay where a wrong row %s', async (_what, row) => {
    await bring(dan, listOf(one('1', 'ann'), row, one('5', 'eve', 'Club')), replace);
    expect(await inClass('Lab')).toEqual(['ann', 'bea', 'cat', 'dot']);
    expect(await inClass('Club')).toEqual(['eve', 'fay']);
  });
  it('keep their accounts where the list closes accounts and does not know a row; the brake holds', async () => {
    const list = listOf(one('1', 'ann'), one('9', 'nobody'), one('2', 'bea'));
    const job = await validate(dan, list, { mode: 'deactivate', ...out });
    expect(job).toMatchObject({ state: 'validated', check: { wrong_rows: 1 }, counts: { users: { deactivated: 2 } } });
    expect(job.confirmation).toBe('2');
    await apply(dan, job);
    expect((await look(dan, job)).state).toBe('done');
    const open = await server.db
      .selectFrom('app_user')
      .select('user_name')
      .where('active', '=', 1)
      .where('user_name', 'in', ['ann', 'bea', 'cat'])
      .execute();
    expect(open).toEqual([{ user_name: 'cat' }]);
  });
});

it('another district sees neither the import nor its rows', async () => {
  const job = await validate(dan, listOf(one('1', 'ann'), one('2', 'bea').replace('Person', '')), out);
  const dora = await server.signIn('dora');
  expectFailure(await dora.call(calls.rosterRowFindings, { job_id: job.job_id }), 404);
  expectFailure(await confirm(dora, job), 404);
});
