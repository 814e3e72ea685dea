import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '../../common/roster/findings.ts';
import { printRow53 } from '../../common/roster/tightTable.ts';
import { calls } from '../../contract/index.ts';
import type { RosterJob, RosterOptions } from '../../contract/rostering/job.ts';
import { rosterPartSize } from '../../contract/rostering/job.ts';
import refusals from '../../messages/en/refusals.json' with { type: 'json' };
import { insertAll } from '../../server/db/upsert.ts';
import { importRoster } from '../../server/roster/importRoster.ts';
import { type JobResult, resumeJobs, runJob } from '../../server/roster/jobs.ts';
import { readLog } from '../../server/roster/log.ts';
import { type AnyRow, kinds } from '../../server/roster/tables.ts';
import { list, one, two, uploads, zipOf } from '../roster/files.ts';
import { bytesOf, wordsOf } from '../roster/words.ts';
import { ids, makeFixtureSchool, schoolServer } from './fixtureSchool.ts';
import { type Files, importing, upload } from './importing.ts';
import { rosterRows } from './rosterRows.ts';
import { auditOf, days, expectFailure, type TestClient, type TestServer, testServer } from './testServer.ts';

describe('imports as jobs', () => {
  let server: TestServer;
  let dan: TestClient;
  let tess: TestClient;
  beforeEach(async () => {
    [server, dan, tess] = await schoolServer('dan', 'tess');
  });
  const { look, validate, confirm, apply, bring, undo } = importing(() => server);
  const counts = (job: RosterJob) =>
    Object.fromEntries(
      Object.entries(job.counts ?? {}).map(([kind, c]) => [kind, [c.created, c.updated, c.unchanged, c.deactivated, c.kept]]),
    );
  const none = [0, 0, 0, 0, 0];
  /** The counts of an import that changes nothing. */
  const untouched = { schools: none, sessions: none, users: none, classes: none, enrollments: none };
  const dump = async () => ({
    school: await server.db.selectFrom('school').selectAll().orderBy('district_id').orderBy('school_id').execute(),
    users: await server.db.selectFrom('app_user').selectAll().orderBy('district_id').orderBy('user_puid').execute(),
    classes: await server.db.selectFrom('class_group').selectAll().orderBy('district_id').orderBy('group_puid').execute(),
    enrollments: await server.db
      .selectFrom('enrollment')
      .selectAll()
      .orderBy('district_id')
      .orderBy('group_puid')
      .orderBy('user_puid')
      .execute(),
  });
  const { userOf } = rosterRows(() => server);
  const inClass = (text: string) =>
    text.replaceAll('Science 6,2', '"Science 6, Period 2",2').replace('"Science 7, honors",3', 'Chemistry,3');
  const ownList = inClass(list);

  it('wait ten at a time: the oldest makes way with its files, and says why; nobody else’s does', async () => {
    const others = await upload(tess, { 'students.csv': ownList });
    const begun: RosterJob[] = [];
    for (let number = 0; number < 10; number++) {
      server.clock.now += 1;
      begun.push(number % 2 === 0 ? await upload(dan, { 'students.csv': ownList }) : await validate(dan, { 'students.csv': '\0' }));
    }
    server.clock.now += 1;
    const newest = await upload(dan, { 'students.csv': ownList });
    const [oldest, next] = begun as [RosterJob, RosterJob];
    expect(await look(dan, oldest)).toMatchObject({ state: 'cancelled', problem: 'tooManyOpen' });
    expect((await look(dan, next)).state).toBe('refused');
    expect((await look(dan, newest)).state).toBe('uploaded');
    expect((await look(tess, others)).state).toBe('uploaded');
    const files = await server.db.selectFrom('roster_file').select('job_id').distinct().execute();
    expect(new Set(files.map((file) => file.job_id))).toEqual(new Set([others, ...begun.slice(1), newest].map((job) => job.job_id)));
    expectFailure(await dan.call(calls.validateFile, { job_id: oldest.job_id, options: {} }), 409);
  });
  it('take names as straight lines', async () => {
    const job = await bring(tess, { 'students.csv': ownList.replace('maya,Maya', '\u200Emaya,\u202EMaya\u202C') });
    expect(job.state).toBe('done');
    expect(await userOf('maya')).toMatchObject({ user_name: 'maya', first_name: 'Maya' });
    const people = await server.db.selectFrom('app_user').select(['first_name', 'last_name', 'user_name']).execute();
    expect(people.filter((person) => /\p{Bidi_Control}/u.test(Object.values(person).join('')))).toEqual([]);
  });

  it('come to the verdict of the browser, since it is the same code', async () => {
    // Uploading works the same for all files: one is uploaded through the API, the others are inserted directly.
    const { job_id } = await upload(dan, { 'students.csv': ownList });
    const first = await server.db.selectFrom('roster_job').selectAll().where('job_id', '=', job_id).executeTakeFirstOrThrow();
    const options = JSON.parse(first.options) as RosterOptions;
    for (const [index, { name, files, options: further, verdict }] of uploads.entries()) {
      const key = { district_id: 1, job_id: job_id + 1 + index };
      const parts = (await bytesOf(files())).flatMap(([file, bytes]) =>
        Array.from({ length: Math.max(1, Math.ceil(bytes.length / rosterPartSize)) }, (_, part) => ({
          ...key,
          name: file,
          part_no: part + 1,
          size: bytes.length,
          content: Buffer.from(bytes.subarray(part * rosterPartSize, (part + 1) * rosterPartSize)).toString('base64'),
        })),
      );
      await server.db
        .insertInto('roster_job')
        .values({ ...first, ...key, state: 'checking', options: JSON.stringify({ ...options, ...further }) })
        .execute();
      await server.db.insertInto('roster_file').values(parts).execute();
      await runJob(server.ports, key);
      const { state, findings, result } = await server.db
        .selectFrom('roster_job')
        .select(['state', 'findings', 'result'])
        .where('job_id', '=', key.job_id)
        .executeTakeFirstOrThrow();
      expect((JSON.parse(findings) as Finding[]).slice(0, verdict.length).map(wordsOf), name).toEqual(verdict);
      const errors = verdict.filter((words) => !words.startsWith('~')).length;
      if (errors > 0) expect({ state, ...(JSON.parse(result) as JobResult) }, name).toMatchObject({ state: 'refused', check: { errors } });
    }
    expect(server.reports).toEqual([]);
  });

  it('go from upload through check and differences to done, and leave the files behind', async () => {
    const before = await dump();
    const validated = await validate(tess, { 'students.csv': ownList });
    expect(validated).toMatchObject({ state: 'validated', problem: null, confirmation: null, can_undo: false });
    expect(counts(validated)).toEqual({ ...untouched, users: [3, 0, 0, 0, 0], classes: [1, 0, 0, 0, 0], enrollments: [4, 0, 0, 0, 0] });
    expect(await tess.ok(calls.rosterChanges, { job_id: validated.job_id })).toContainEqual({
      kind: 'users',
      action: 'create',
      name: 'Maya Núñez',
      fields: {},
    });
    expect(await dump()).toEqual(before);
    const done = await apply(tess, validated);
    expect(done).toMatchObject({
      state: 'done',
      rows_done: done.rows_total,
      can_undo: true,
      files: [{ name: 'students.csv', parts: 1, received: 0 }],
    });
    expect(await userOf('maya')).toMatchObject({
      student_number: '000101',
      grade: '6',
      school_id: ids.school,
      role_id: 1,
      password_hash: null,
      sourced_id: null,
    });
    expect((await tess.ok(calls.allStudents, { userPuid: ids.tess })).students.map((one) => one.user_name).sort()).toEqual([
      'ana',
      'ben',
      'leo',
      'maya',
      'nia',
    ]);
    expect(await server.db.selectFrom('roster_file').selectAll().execute()).toEqual([]);
    const audit = await auditOf(server.db, 'roster.%').select(['action', 'actor_puid']).execute();
    expect(audit.map((row) => row.action)).toEqual(['roster.validate', 'roster.import', 'roster.done']);
    expect(server.reports).toEqual([]);
  });

  it('import again changes nothing; undo puts everything back', async () => {
    const before = await dump();
    const first = await bring(tess, { 'students.csv': ownList });
    const after = await dump();
    const again = await validate(tess, { 'students.csv': ownList });
    expect(counts(again)).toEqual({ ...untouched, users: [0, 0, 3, 0, 0], enrollments: [0, 0, 3, 0, 0] });
    await apply(tess, again);
    expect(await dump()).toEqual(after);
    expect(await undo(tess, again)).toMatchObject({ state: 'rolledBack', left_alone: 0 });
    expect(await undo(tess, first)).toMatchObject({ state: 'rolledBack', left_alone: 0, can_undo: false });
    expect(await dump()).toEqual(before);
  });

  it('import again and undo hold for any two OneRoster sets', async () => {
    const names = ['ann', 'bo', 'cy', 'di', 'Ed'];
    const person = fc.record({
      name: fc.integer({ min: 0, max: 4 }),
      given: fc.constantFrom('A', 'B'),
      role: fc.constantFrom('student', 'student', 'teacher', 'guardian'),
      on: fc.boolean(),
      groups: fc.subarray([0, 1, 2]),
    });
    const roster = fc.uniqueArray(person, { selector: (one) => one.name, maxLength: 5 }).chain((people) =>
      fc.record({
        people: fc.constant(people),
        users: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
        classes: fc.subarray(['K', 'L', 'M'], { minLength: 3 }),
      }),
    );
    const filesOf = ({
      people,
      users,
    }: {
      people: { name: number; given: string; role: string; on: boolean; groups: number[] }[];
      users: number[];
    }) => ({
      ...one,
      'classes.csv': `${(one['classes.csv'] as string).split('\n')[0]}\n${[0, 1, 2].map((index) => `k${index},Class ${index},06,c,scheduled,s,y,,`).join('\n')}\n`,
      'users.csv': `sourcedId,enabledUser,orgSourcedIds,role,username,givenName,familyName\n${people.map((one, index) => `u${users[index]},${one.on},s,${one.role},${names[one.name]},${one.given},F`).join('\n')}\n`,
      'enrollments.csv': `sourcedId,classSourcedId,schoolSourcedId,userSourcedId,role\n${people.flatMap((one, index) => (one.role === 'guardian' ? [] : one.groups.map((group) => `e${index}${group},k${group},s,u${users[index]},${one.role}`))).join('\n')}\n`,
    });
    await fc.assert(
      fc.asyncProperty(roster, roster, async (a, b) => {
        const begin = await dump();
        const first = await bring(dan, filesOf(a));
        const middle = await dump();
        const second = await bring(dan, filesOf(b));
        expect([first.state, second.state]).toEqual(['done', 'done']);
        const end = await dump();
        const again = await validate(dan, filesOf(b));
        for (const [created, updated, , deactivated, kept] of Object.values(counts(again)))
          expect([created, updated, deactivated, kept]).toEqual([0, 0, 0, 0]);
        await apply(dan, again);
        expect(await dump()).toEqual(end);
        expect((await undo(dan, second)).left_alone).toBe(0);
        expect(await dump()).toEqual(middle);
        expect((await undo(dan, first)).left_alone).toBe(0);
        expect(await dump()).toEqual(begin);
        expect(server.reports).toEqual([]);
      }),
      { numRuns: process.env.DATABASE_URL ? 4 : 12 },
    );
  });

  it('read OneRoster 1.2 from a zip, with roles from their own table', async () => {
    const job = await bring(dan, { 'roster.zip': await zipOf(two) });
    expect(counts(job)).toEqual({
      ...untouched,
      schools: [1, 0, 0, 0, 0],
      sessions: [2, 0, 0, 0, 0],
      users: [4, 0, 0, 0, 0],
      classes: [2, 0, 0, 0, 0],
      enrollments: [3, 0, 0, 0, 0],
    });
    expect(await userOf('okafor')).toMatchObject({ role_id: 6, sourced_id: 'a1' });
    expect(await userOf('rivera')).toMatchObject({ role_id: 2 });
  });

  it('take changes (delta) over: only what they name', async () => {
    await bring(dan, one);
    const manifest = 'propertyName,value\noneroster.version,1.1\nfile.users,delta\nfile.enrollments,delta\n';
    const at = '2030-09-01T10:00:00Z';
    const users = `sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,givenName,familyName\np3,active,${at},true,s,student,nia,Nia,Okoro\np2,tobedeleted,${at},,,,,,\n`;
    const enrollments = `sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role\ne9,active,${at},k1,s,p3,student\ne3,tobedeleted,${at},,,,\n`;
    const job = await bring(dan, { 'manifest.csv': manifest, 'users.csv': users, 'enrollments.csv': enrollments });
    expect(counts(job)).toEqual({ ...untouched, users: [1, 0, 0, 1, 0], enrollments: [1, 0, 0, 1, 0] });
    expect(await userOf('leo')).toMatchObject({ active: 0 });
    expect(await userOf('maya')).toMatchObject({ active: 1 });
    const taken = await validate(dan, {
      'manifest.csv': manifest,
      'users.csv': users.replace(',nia,', ',maya,'),
      'enrollments.csv': enrollments,
    });
    expect((await dan.ok(calls.rosterFindings, { job_id: taken.job_id })).map(wordsOf)).toEqual(['userNameTaken users.csv:2 username']);
    const unknown = await validate(dan, {
      'manifest.csv': manifest,
      'users.csv': users,
      'enrollments.csv': enrollments.replace('k1', 'k9'),
    });
    expect(unknown.state).toBe('refused');
    expect((await dan.ok(calls.rosterFindings, { job_id: unknown.job_id })).map(wordsOf)).toEqual([
      'referenceStored enrollments.csv:2 classSourcedId',
    ]);
  });

  it('tell students and users whose numbers have lost their zeros, and read them with them', async () => {
    await bring(tess, { 'students.csv': ownList });
    const bare = { 'students.csv': ownList.replaceAll('00010', '10').replace('leo', 'leo2') };
    const refused = await validate(tess, bare);
    const findings = await tess.ok(calls.rosterFindings, { job_id: refused.job_id });
    expect(findings.map(wordsOf)).toEqual([2, 3, 4].map((row) => `zerosStored students.csv:${row} student_id`));
    const mended = await validate(tess, bare, { mends: findings[0]?.mends as RosterOptions['mends'] });
    expect(counts(mended)).toMatchObject({ users: [0, 1, 2, 0, 0] });

    const other = (text: string) => text.replace(',maya,', ',maya7,').replace(',leo,', ',leo7,');
    const withZeros = Object.fromEntries(Object.entries(one).map(([name, text]) => [name, other(text.replaceAll('p1', '0071'))]));
    await bring(dan, withZeros);
    const lost = Object.fromEntries(Object.entries(one).map(([name, text]) => [name, other(text.replaceAll('p1', '71'))]));
    const told = await dan.ok(calls.rosterFindings, { job_id: (await validate(dan, lost)).job_id });
    expect(told.map(wordsOf)).toEqual(['zerosStored users.csv:3 sourcedId']);
    const padded = [...(told[0]?.mends ?? []), { kind: 'padZeros', file: 'enrollments.csv', column: 'userSourcedId', length: 4 } as const];
    expect(counts(await validate(dan, lost, { mends: padded }))).toMatchObject({ users: [0, 0, 4, 0, 0], enrollments: [0, 0, 3, 0, 0] });
  });

  it('count places and roles by their dates in the district', async () => {
    await bring(dan, one);
    const dated = (text: string, day: string) =>
      text.replaceAll('\n', ',\n').replace('role,\n', 'role,endDate\n').replace('p1,student,', `p1,student,${day}`);
    const on = (day: string) => ({ ...one, 'enrollments.csv': dated(one['enrollments.csv'] as string, day) });
    expect(counts(await validate(dan, on('2030-01-15')))).toMatchObject({ enrollments: [0, 0, 3, 0, 0] });
    const ended = await validate(dan, on('2030-01-14'));
    expect(counts(ended)).toMatchObject({ users: [0, 0, 4, 0, 0], enrollments: [0, 0, 2, 1, 0] });
    expect((await dan.ok(calls.rosterFindings, { job_id: ended.job_id })).map(wordsOf)).toEqual([
      '~enrollmentEnded enrollments.csv:3 endDate',
    ]);
    // It is still the evening before in Chicago.
    server.clock.now = Date.parse('2030-01-15T03:00:00Z');
    expect(counts(await validate(dan, on('2030-01-14')))).toMatchObject({ enrollments: [0, 0, 3, 0, 0] });
    server.clock.now = Date.parse('2030-01-16T15:00:00Z');
    const roles = (two['roles.csv'] as string)
      .replace('r1,t1,primary,teacher,,', 'r1,t1,primary,teacher,,2030-01-01')
      .concat('r5,t1,secondary,siteAdministrator,2030-02-01,,s\nr6,t1,secondary,student,2030-01-01,2030-01-31,s\n');
    const enrollments = (two['enrollments.csv'] as string).replace('t1,teacher', 't1,student');
    await bring(dan, { ...two, 'roles.csv': roles, 'enrollments.csv': enrollments });
    expect(await userOf('rivera')).toMatchObject({ role_id: 1 });
  });

  it('leave alone what was changed by hand since, unless chosen', async () => {
    await bring(dan, one);
    const maya = await userOf('maya');
    await dan.ok(calls.updateStudent, {
      student_puid: maya.user_puid,
      user_name: 'maya',
      first_name: 'Mia',
      last_name: 'Núñez',
      grade: '6',
      email: null,
      student_id: null,
    });
    const leo = await userOf('leo');
    const { group_puid } = await server.db
      .selectFrom('class_group')
      .select('group_puid')
      .where('sourced_id', '=', 'k1')
      .executeTakeFirstOrThrow();
    await dan.ok(calls.removeGroupStudents, { group_puid, user_puids: [leo.user_puid] });
    // A class that was handed over stays with its new teacher.
    await dan.ok(calls.transferClasses, {
      from_teacher_puid: (await userOf('rivera')).user_puid,
      to_teacher_puid: ids.tess,
      group_puids: [group_puid],
    });
    const kept = await validate(dan, one);
    expect(counts(kept)).toMatchObject({ users: [0, 0, 3, 0, 1], enrollments: [0, 0, 1, 0, 2] });
    await apply(dan, kept);
    expect(await userOf('maya')).toMatchObject({ first_name: 'Mia' });
    const overwritten = await bring(dan, one, { overwrite_manual: true });
    expect(counts(overwritten)).toMatchObject({ users: [0, 1, 3, 0, 0], enrollments: [0, 2, 1, 0, 0] });
    expect(await userOf('maya')).toMatchObject({ first_name: 'Maya' });
  });

  it('ask for typed words before more than 10 % of the enrollments go', async () => {
    await bring(dan, one);
    const fewer = { ...one, 'enrollments.csv': (one['enrollments.csv'] as string).replace(/e3.*\n/, '') };
    const job = await validate(dan, fewer);
    expect(job.confirmation).toBe('1');
    for (const confirmation of ['', '2'])
      expectFailure(await dan.call(calls.importStudents, { job_id: job.job_id, confirmation }), 400, /Type 1 to confirm/);
    expect((await apply(dan, job)).state).toBe('done');
  });

  it('with “replace” take students out of the classes that the list names, and close no account', async () => {
    const job = await validate(tess, { 'students.csv': ownList }, { mode: 'replace' });
    expect(counts(job)).toMatchObject({ users: [3, 0, 0, 0, 0], enrollments: [4, 0, 0, 2, 0] });
    expect(job.confirmation).toBe('2');
    await apply(tess, job);
    expect(await userOf('ana')).toMatchObject({ active: 1 });
    await undo(tess, job);
    const { students } = await tess.ok(calls.allStudents, { userPuid: ids.tess });
    expect(students.map((student) => student.user_name)).toEqual(['ana', 'ben']);
  });

  it('are taken back from logs as they were kept at first, row by row', async () => {
    const before = await dump();
    const job = await bring(dan, one);
    const now = await dump();
    const orgs = await server.db.selectFrom('roster_org').selectAll().execute();
    const sessions = await server.db.selectFrom('roster_session').selectAll().execute();
    const rows = { orgs, sessions, roles: [], schools: now.school, users: now.users, classes: now.classes, enrollments: now.enrollments };
    for (const { batch_no, entries } of await server.db.selectFrom('roster_batch').selectAll().execute()) {
      const first = readLog(entries).map(([kind, of]) => {
        const { ids: names, owned } = kinds[kind];
        const found = (ids: number[]) =>
          (rows[kind] as unknown as AnyRow[]).find((row) => names.every((name, index) => row[name] === ids[index])) as AnyRow;
        const later = [
          'borrowed',
          'roster_modified',
          'roster_enabled',
          'roster_org',
          'listed_in',
          'roster_terms',
          'roster_metadata',
          'roster_orgs',
        ];
        const atFirst = owned.filter((column) => !later.includes(column));
        return [kind, of.map(([ids, old]) => [ids, old, printRow53(found(ids), atFirst)])];
      });
      await server.db
        .updateTable('roster_batch')
        .set({ entries: JSON.stringify(first) })
        .where('batch_no', '=', batch_no)
        .execute();
    }
    expect(await undo(dan, job)).toMatchObject({ state: 'rolledBack', left_alone: 0 });
    expect(await dump()).toEqual(before);
  });

  it('say what stays before they are undone while a newer import rests on them', async () => {
    const row = (user: string, name: string, of = 'Science 9') => `${user},${name},Person,${of}\n`;
    const file = (name: string, ...rows: string[]) => ({ [name]: `user_name,first_name,last_name,class_name\n${rows.join('')}` });
    const first = await bring(tess, file('first.csv', row('kim', 'Kim'), row('lou', 'Lou')));
    expect(first.stays).toBeNull();
    server.clock.now += 1_000;
    const other = await bring(tess, file('other.csv', row('max2', 'Max', 'Science 10')));
    expect((await look(tess, first)).stays).toBeNull();
    const second = await bring(tess, file('second.csv', row('kim', 'Kimberly'), row('pat', 'Pat')));
    const { stays } = await look(tess, first);
    expect(stays).toEqual({
      count: 2,
      names: ['Kimberly Person', 'Science 9'],
      newer: [{ job_id: second.job_id, files: ['second.csv'], created_by: 'tess Person', finished_at: second.finished_at }],
    });
    expect((await look(tess, second)).stays).toBeNull();
    for (const stays_seen of [0, 1])
      expectFailure(await tess.call(calls.undoImport, { job_id: first.job_id, stays_seen }), 409, /newer import depends/);
    // Once the newer import is undone, all of the older one can be.
    await undo(tess, second);
    expect((await look(tess, first)).stays).toBeNull();
    const third = await bring(tess, file('third.csv', row('kim', 'Kimberly'), row('pat', 'Pat')));
    expect(await undo(tess, first)).toMatchObject({ state: 'rolledBack', stays: null });
    expect(await userOf('kim')).toMatchObject({ first_name: 'Kimberly' });
    await undo(tess, third);
    await undo(tess, other);
  });

  it('leave rows that somebody changed or used since, when undone, and say how many', async () => {
    const job = await bring(tess, { 'students.csv': ownList });
    const maya = await userOf('maya');
    await tess.ok(calls.updateStudent, {
      student_puid: maya.user_puid,
      user_name: 'maya',
      first_name: 'Mia',
      last_name: 'N',
      grade: '6',
      email: null,
      student_id: null,
    });
    const undone = await undo(tess, job);
    expect(undone.left_alone).toBeGreaterThan(0);
    expect(await userOf('maya')).toMatchObject({ first_name: 'Mia' });
    expect(await server.db.selectFrom('app_user').select('user_key').where('user_key', '=', 'leo').executeTakeFirst()).toBeUndefined();
  });

  it('go on after a restart where they stopped, and after a fault stand between two batches', async () => {
    const job = await validate(dan, one);
    await confirm(dan, job);
    await server.db.schema.alterTable('enrollment').renameTo('elsewhere').execute();
    await server.settle();
    await server.db.schema.alterTable('elsewhere').renameTo('enrollment').execute();
    expect(await look(dan, job)).toMatchObject({ state: 'partial', problem: 'stopped', can_undo: true });
    expect(server.reports.splice(0)).toHaveLength(1);
    const half = await dump();
    expect(half.users.filter((row) => row.sourced_id !== null)).toHaveLength(4);
    expect(half.enrollments.filter((row) => row.sourced_id !== null)).toEqual([]);

    // The server stops right after the import is resumed, and the next one picks up the job.
    await dan.ok(calls.resumeImport, { job_id: job.job_id });
    await server.db
      .updateTable('roster_job')
      .set({ runner: 1, lease_until: server.clock.now + 60_000 })
      .where('job_id', '=', job.job_id)
      .execute();
    await server.settle();
    expect((await look(dan, job)).state).toBe('applying');
    await resumeJobs(server.ports);
    expect((await look(dan, job)).state).toBe('applying');
    server.clock.now += 61_000;
    await resumeJobs(server.ports);
    expect(await look(dan, job)).toMatchObject({ state: 'done', problem: null });
    expect((await dump()).enrollments.filter((row) => row.sourced_id !== null)).toHaveLength(3);
    await undo(dan, job);
    expect((await dump()).users.filter((row) => row.sourced_id !== null)).toEqual([]);
  });

  it('open a closed account again that the list names, and undo closes it', async () => {
    await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.ben).execute();
    expect((await server.call(calls.login, { username: 'ben', password: 'science-rocks' })).status).toBe('error');
    const before = await dump();
    const sue = await server.signIn('sue');
    const job = await validate(sue, {
      'a.csv': 'user_name,first_name,last_name,class_name,school_name\nben,ben,Person,"Science 6, Period 2",Hill\n',
    });
    expect(counts(job)).toMatchObject({ users: [0, 1, 0, 0, 0], enrollments: [0, 0, 1, 0, 0] });
    expect(await sue.ok(calls.rosterChanges, { job_id: job.job_id })).toContainEqual(
      expect.objectContaining({ kind: 'users', action: 'update', fields: expect.objectContaining({ active: ['0', '1'] }) }),
    );
    await apply(sue, job);
    expect((await userOf('ben')).active).toBe(1);
    // The password is the one from before.
    await server.signIn('ben');
    expect(await undo(sue, job)).toMatchObject({ state: 'rolledBack' });
    expect(await dump()).toEqual(before);
    expect((await server.call(calls.login, { username: 'ben', password: 'science-rocks' })).status).toBe('error');
  });

  it('open and close the accounts of a list by number or user name alone, and undo puts them back', async () => {
    const sue = await server.signIn('sue');
    const before = await dump();
    const accounts = (text: string, mode: 'activate' | 'deactivate', person = sue) =>
      validate(person, { 'a.csv': `user_name\n${text}\n` }, { mode });
    const closing = await accounts('ben\nben', 'deactivate');
    expect(counts(closing).users).toEqual([0, 0, 0, 1, 0]);
    expect(closing).toMatchObject({
      confirmation: '1',
      brake: { losses: [{ kind: 'students', school: null, count: 1, of: 2, is_much: true }] },
    });
    await apply(sue, closing);
    expect((await server.call(calls.login, { username: 'ben', password: 'science-rocks' })).status).toBe('error');
    const opening = await accounts('ana\nben', 'activate');
    expect(counts(opening).users).toEqual([0, 1, 1, 0, 0]);
    expect(opening.brake).toBeNull();
    await undo(sue, await apply(sue, opening));
    expect((await userOf('ben')).active).toBe(0);
    await undo(sue, closing);
    expect(await dump()).toEqual(before);
    await server.signIn('ben');
    for (const [person, name, code] of [
      [sue, 'nobody', 'studentUnknown a.csv:2 user_name'],
      [sue, 'tess', 'notAStudent a.csv:2 user_name'],
      [sue, 'cal', 'outOfScope a.csv:2 user_name'],
      [tess, 'ana', 'administratorOnly a.csv'],
    ] as const) {
      const { job_id, state } = await accounts(name, 'deactivate', person);
      expect(state).toBe('refused');
      expect((await person.ok(calls.rosterFindings, { job_id })).map(wordsOf)).toEqual([code]);
    }
  });

  it('stop by hand between two batches, and can be undone from there', async () => {
    const before = await dump();
    const job = await validate(dan, one);
    await confirm(dan, job);
    await server.db.updateTable('roster_job').set({ state: 'applying' }).where('job_id', '=', job.job_id).execute();
    expect(await dan.ok(calls.cancelImport, { job_id: job.job_id })).toMatchObject({ state: 'partial', problem: 'cancelled' });
    await server.settle();
    expect(await undo(dan, job)).toMatchObject({ state: 'rolledBack' });
    expect(await dump()).toEqual(before);
  });

  it('are seen by those who may, and by nobody else', async () => {
    const job = await validate(tess, { 'students.csv': ownList });
    const [sue, sid, tom, dora] = await Promise.all(['sue', 'sid', 'tom', 'dora'].map((name) => server.signIn(name)));
    for (const person of [sue, dan]) expect((await look(person as TestClient, job)).created_by).toBe('tess Person');
    for (const person of [sid, tom, dora]) expectFailure(await (person as TestClient).call(calls.rosterJob, { job_id: job.job_id }), 404);
    expect((await (tom as TestClient).ok(calls.rosterJobs, { userPuid: ids.tom })).length).toBe(0);
    expect((await (sue as TestClient).ok(calls.rosterJobs, { userPuid: ids.sue })).map((one) => one.job_id)).toEqual([job.job_id]);
    const { content } = await dan.ok(calls.rosterFilePart, { job_id: job.job_id, file_name: 'students.csv', part_no: 1 });
    expect(Buffer.from(content, 'base64').toString()).toBe(ownList);
  });

  it('let a teacher touch the own classes alone', async () => {
    const before = await dump();
    const refusedBy = async (person: TestClient, files: Files) => {
      const job = await validate(person, files);
      expect(job.state).toBe('refused');
      return (await person.ok(calls.rosterFindings, { job_id: job.job_id })).map((finding) => finding.code);
    };
    expect(await refusedBy(tess, one)).toContain('districtOnly');
    expect(await refusedBy(await server.signIn('sue'), one)).toContain('districtOnly');
    const row = (user_name: string, further = '') => ({
      'a.csv': `user_name,first_name,last_name,class_name,school_name\n${user_name},A,B,"Science 6, Period 2",${further}\n`,
    });
    expect(await refusedBy(tess, row('cal'))).toEqual(['outOfScope']);
    expect(await refusedBy(tess, row('tom'))).toEqual(['notAStudent']);
    expect(await refusedBy(tess, row('kim', 'Lake'))).toEqual(['schoolForeign']);
    expect(await refusedBy(tess, row('kim', 'Nowhere'))).toEqual(['schoolUnknown']);
    expect(await refusedBy(dan, row('kim'))).toEqual(['schoolMissing']);
    // A school administrator is limited to the school, in a student list as well.
    const sue = await server.signIn('sue');
    const elsewhere = { 'a.csv': 'user_name,first_name,last_name,class_name\nkim,A,B,"Science 6, Period 4"\n' };
    expect(await refusedBy(sue, row('cal'))).toEqual(['outOfScope']);
    expect(await refusedBy(sue, row('kim', 'Lake'))).toEqual(['schoolForeign']);
    expect(counts(await validate(sue, elsewhere)).classes).toEqual([1, 0, 0, 0, 0]);
    expect(await dump()).toEqual(before);
    // A class name does not match a colleague's class: the teacher gets a new class of that name.
    const tom = await bring(await server.signIn('tom'), {
      'a.csv': 'user_name,first_name,last_name,class_name\nkim,A,B,"Science 6, Period 2"\n',
    });
    expect(counts(tom)).toMatchObject({ classes: [1, 0, 0, 0, 0] });
  });

  it('refuse what no longer fits: another import since, another at work, an upload that is not whole', async () => {
    const first = await validate(tess, { 'students.csv': ownList });
    const second = await validate(tess, { 'students.csv': ownList });
    await tess.ok(calls.importStudents, { job_id: first.job_id });
    expectFailure(await tess.call(calls.importStudents, { job_id: second.job_id }), 409, /being applied/);
    server.clock.now += 1;
    await server.settle();
    expectFailure(await tess.call(calls.importStudents, { job_id: second.job_id }), 409, /Check it again/);
    expectFailure(await tess.call(calls.importStudents, { job_id: first.job_id }), 409);
    const bytes = Buffer.alloc(rosterPartSize + 1, 97);
    const half = await tess.ok(calls.uploadRosterPart, {
      file_name: 'a.csv',
      size: bytes.length,
      part_no: 1,
      content: bytes.subarray(0, rosterPartSize).toString('base64'),
    });
    expectFailure(await tess.call(calls.validateFile, { job_id: half.job_id }), 409, /not complete/);
    expectFailure(
      await tess.call(calls.uploadRosterPart, { job_id: half.job_id, file_name: 'a.csv', size: bytes.length, part_no: 2, content: 'YWFh' }),
      400,
      /must have 1 bytes/,
    );
    server.clock.now += days(31);
    expectFailure(await tess.call(calls.undoImport, { job_id: first.job_id }), 409, /too old/);
  });

  it('are applied once when two administrators confirm at the same moment; both see the one job', async () => {
    const pam = await server.signIn('pam');
    const job = await validate(dan, one);
    const answers = await Promise.all([confirm(dan, job), confirm(pam, job), confirm(dan, job)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409, 409]);
    expect(answers.find(({ code }) => code === 409)?.message).toMatch(/has changed/);
    // Several servers on one database: the second does not work on the job, too.
    await Promise.all([runJob(server.ports, { district_id: 1, job_id: job.job_id }), server.settle()]);
    const [mine, hers] = [await look(dan, job), await look(pam, job)];
    expect(mine).toMatchObject({ state: 'done', counts: job.counts, rows_done: job.rows_total });
    expect(hers).toEqual(mine);
    const written = async (action: string) =>
      (await auditOf(server.db, action).where('subject', '=', `import ${job.job_id}`).selectAll().execute()).length;
    expect([await written('roster.import'), await written('roster.done')]).toEqual([1, 1]);
    const users = await server.db.selectFrom('app_user').select('user_key').where('sourced_id', 'is not', null).execute();
    expect(users.map((user) => user.user_key).toSorted()).toEqual(['leo', 'maya', 'okafor', 'rivera']);
    await undo(pam, job);
    expect(counts(await validate(dan, one))).toEqual(counts(job));
  });

  it('do not run side by side: of two that are confirmed at the same moment one is applied, the other waits', async () => {
    const pam = await server.signIn('pam');
    const [first, second] = [await validate(dan, one), await validate(pam, two)];
    // Opens both connections up front, so that neither call waits for one.
    await Promise.all(Array.from({ length: 8 }, () => look(dan, first)));
    const answers = await Promise.all([confirm(dan, first), confirm(pam, second)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409]);
    await server.settle();
    expect([(await look(dan, first)).state, (await look(pam, second)).state].toSorted()).toEqual(['done', 'validated']);
  });

  it('are held to what the one who uploaded may touch by now', async () => {
    const pam = await server.signIn('pam');
    const [whole, simple] = [await validate(dan, one), await validate(dan, { 'a.csv': 'user_name,first_name,last_name\ncal,Carl,B\n' })];
    expect([whole.state, simple.state]).toEqual(['validated', 'validated']);
    await server.db.updateTable('app_user').set({ role_id: 6, school_id: ids.school }).where('user_puid', '=', ids.dan).execute();
    const before = await dump();
    expect(await apply(pam, whole)).toMatchObject({ state: 'refused', problem: 'districtOnly' });
    expect(await apply(pam, simple)).toMatchObject({ state: 'refused', problem: 'outOfScope' });
    expect(await dump()).toEqual(before);
  });

  it('are the same from the door of the sample school', async () => {
    const job = await bring(dan, one);
    const byJob = counts(job);
    await undo(dan, job);
    const outcome = await importRoster(server.ports, 1, new Map(await bytesOf(one)));
    expect(outcome.status === 'imported' && counts({ ...job, counts: outcome.counts })).toEqual(byJob);
  });
});

describe('students', () => {
  it('come as a list that is written while it is read, and ends early where the database does', async () => {
    const server = await testServer();
    await makeFixtureSchool(server.ports);
    const dan = await server.signIn('dan');
    const ben = await server.db.selectFrom('app_user').selectAll().where('user_puid', '=', ids.ben).executeTakeFirstOrThrow();
    const many = Array.from({ length: 1200 }, (_, index) => ({
      ...ben,
      user_puid: 500_000 + index,
      user_name: `n${index}`,
      user_key: `n${index}`,
    }));
    await insertAll(server.db, 'app_user', many);
    const path = `/api/ngss${calls.rosterTemplate.path}?userPuid=${ids.dan}&with_students=true`;
    const ask = async () => server.app.request(path, { headers: { authorization: `Bearer ${dan.token}` } });
    const answer = await ask();
    const pieces = await Array.fromAsync(answer.body as ReadableStream<Uint8Array>);
    // The start, the header, three pages of students, the end.
    expect(pieces).toHaveLength(6);
    const { data } = JSON.parse(Buffer.concat(pieces).toString()) as { data: { file_name: string; content: string } };
    expect(data.file_name).toBe('students.csv');
    expect(data.content.trim().split('\r\n')).toHaveLength(1 + 1200 + 3);
    const torn = await ask();
    await server.db.schema.alterTable('enrollment').renameTo('elsewhere').execute();
    await expect(torn.text()).rejects.toThrow();
    expect(server.reports).toHaveLength(1);
  });

  let server: TestServer;
  let tess: TestClient;
  let sue: TestClient;
  beforeEach(async () => {
    [server, tess, sue] = await schoolServer('tess', 'sue');
  });
  const kim = { first_name: 'Kim', last_name: 'Ó Park', grade: '6', email: null, student_id: '17' };

  it('are the own: of the classes, the school, the district', async () => {
    const namesOf = async (name: string) => {
      const person = await server.signIn(name);
      return (await person.ok(calls.allStudents, { userPuid: person.user.userPuid })).students.map((one) => one.user_name);
    };
    expect(await namesOf('tess')).toEqual(['ana', 'ben']);
    expect(await namesOf('tom')).toEqual(['cal']);
    expect(await namesOf('sue')).toEqual(['ana', 'ben']);
    expect(await namesOf('dan')).toEqual(['ana', 'ben', 'cal']);
    expect(await namesOf('dora')).toEqual(['zoe']);
    expect((await tess.ok(calls.allStudents, { userPuid: ids.tess, search: ' AN% pers' })).students.map((one) => one.user_name)).toEqual([
      'ana',
    ]);
    expectFailure(await tess.call(calls.allStudents, { userPuid: ids.tess, group_puid: ids.otherClass }), 404);
  });

  it('are made with a user name and a login code that is shown once and signs in', async () => {
    const { student, password } = await tess.ok(calls.createStudent, { ...kim, group_puids: [ids.class] });
    expect(student).toMatchObject({ user_name: 'kim.opark', student_id: '17', has_password: true, classes: [{ group_puid: ids.class }] });
    expect(password).toMatch(/^[0-9a-hjkmnp-tv-z]{8}$/);
    expect((await server.signIn('kim.opark', password)).user.role).toBe(1);
    const second = await tess.ok(calls.createStudent, { ...kim, student_id: null, group_puids: [ids.class] });
    expect(second.student.user_name).toBe('kim.opark2');
    expectFailure(
      await tess.call(calls.createStudent, { ...kim, user_name: 'KIM.OPARK', student_id: null, group_puids: [ids.class] }),
      409,
    );
    expectFailure(await tess.call(calls.createStudent, { ...kim, group_puids: [ids.class] }), 409);
    expectFailure(await tess.call(calls.createStudent, { ...kim, student_id: null }), 400, refusals.refusal_classMissing);
    expectFailure(await tess.call(calls.createStudent, { ...kim, student_id: null, group_puids: [ids.otherClass] }), 404);
    expectFailure(await sue.call(calls.createStudent, { ...kim, student_id: null, school_id: ids.otherSchool }), 404);
    expect((await sue.ok(calls.createStudent, { ...kim, student_id: null })).student.school_name).toBe('Hill');
  });

  it('are deleted with undo: from the own classes where others have them too, else the account', async () => {
    await server.db
      .insertInto('class_group')
      .values({
        district_id: 1,
        group_puid: 150,
        school_id: ids.school,
        name: 'Art',
        kind: 'class',
        active: 1,
      })
      .execute();
    await server.db
      .insertInto('enrollment')
      .values({ district_id: 1, group_puid: 150, user_puid: ids.ana, role: 'student', sourced_id: null, active: 1 })
      .execute();
    const before = await server.db.selectFrom('enrollment').selectAll().orderBy('user_puid').orderBy('group_puid').execute();
    const users = await server.db.selectFrom('app_user').selectAll().orderBy('user_puid').execute();
    const ana = await tess.ok(calls.deleteStudent, { student_puid: ids.ana });
    expect(ana).toMatchObject({ user_puid: ids.ana, removed: 'classes' });
    const ben = await tess.ok(calls.deleteStudent, { student_puid: ids.ben });
    expect(ben.removed).toBe('account');
    expectFailure(await tess.call(calls.deleteStudent, { student_puid: ids.ben }), 404);
    await server.signIn('ana');
    expect((await server.call(calls.login, { username: 'ben', password: 'science-rocks' })).status).toBe('error');
    expectFailure(await (await server.signIn('tom')).call(calls.restoreStudent, { undo_id: ben.undo_id }), 404);
    for (const { undo_id } of [ana, ben]) await tess.ok(calls.restoreStudent, { undo_id });
    expectFailure(await tess.call(calls.restoreStudent, { undo_id: ben.undo_id }), 409);
    expect(await server.db.selectFrom('enrollment').selectAll().orderBy('user_puid').orderBy('group_puid').execute()).toEqual(before);
    expect(await server.db.selectFrom('app_user').selectAll().orderBy('user_puid').execute()).toEqual(users);
    expect(await tess.ok(calls.rosterJobs, { userPuid: ids.tess })).toEqual([]);
  });

  it('get new login codes, and their sessions end', async () => {
    const ana = await server.signIn('ana');
    const { password } = await tess.ok(calls.resetStudentPassword, { student_puid: ids.ana });
    expectFailure(await ana.call(calls.userInfo, { user_puid: ids.ana }), 401);
    await server.signIn('ana', password);
    await server.db.updateTable('app_user').set({ password_hash: null }).where('user_puid', '=', ids.ben).execute();
    const { labels, sign_in_address } = await tess.ok(calls.makeLabels, { user_puids: [ids.ben, ids.ana] });
    expect(sign_in_address).toBe('http://orrery.test');
    expect(labels.map((label) => [label.user_name, label.login_code !== null, label.class_names])).toEqual([
      ['ben', true, ['Science 6, Period 2']],
      ['ana', false, ['Science 6, Period 2']],
    ]);
    await server.signIn('ben', labels[0]?.login_code as string);
    const renewed = await tess.ok(calls.makeLabels, { user_puids: [ids.ana], renew: true });
    await server.signIn('ana', renewed.labels[0]?.login_code as string);
    expectFailure(await tess.call(calls.makeLabels, { user_puids: [ids.ana, ids.cal] }), 404);
  });

  it('say of a login code when it was made, by whom, and whether it was used, and it can be revoked at once', async () => {
    const codeOf = async () => (await tess.ok(calls.allStudents, { userPuid: ids.tess })).students.find((one) => one.user_puid === ids.ana);
    expect(await codeOf()).toMatchObject({ has_password: true, login_code: null });
    const made = await tess.ok(calls.resetStudentPassword, { student_puid: ids.ana });
    expect(made.student.login_code).toMatchObject({ made_by: 'tess Person', used_at: null });
    expect(JSON.stringify(await server.db.selectFrom('login_code').selectAll().execute())).not.toContain(made.password);
    const ana = await server.signIn('ana', made.password);
    expect((await codeOf())?.login_code?.used_at).toMatch(/^20/);
    const revoked = await tess.ok(calls.revokeLoginCode, { student_puid: ids.ana });
    expect(revoked).toMatchObject({ has_password: false, login_code: null });
    expectFailure(await ana.call(calls.userInfo, { user_puid: ids.ana }), 401);
    expectFailure(await server.call(calls.login, { username: 'ana', password: made.password }), 400);
    const tom = await server.signIn('tom');
    expectFailure(await tom.call(calls.revokeLoginCode, { student_puid: ids.ana }), 404);
  });

  it('have no login code any more once they chose a password', async () => {
    const { password } = await tess.ok(calls.resetStudentPassword, { student_puid: ids.ana });
    const ana = await server.signIn('ana', password);
    await ana.ok(calls.changePassword, { user_puid: ids.ana, current_password: password, password: 'volcanoes and maps' });
    expect(await server.db.selectFrom('login_code').selectAll().execute()).toEqual([]);
  });

  it('come as a list that imports as no change', async () => {
    const { content } = await sue.ok(calls.rosterTemplate, { userPuid: ids.sue, with_students: true });
    const { job_id } = await upload(sue, { 'students.csv': content });
    await sue.ok(calls.validateFile, { job_id });
    await server.settle();
    const job = await sue.ok(calls.rosterJob, { job_id });
    expect(job.counts).toMatchObject({
      users: { created: 0, updated: 0, unchanged: 2 },
      classes: { created: 0 },
      enrollments: { created: 0, unchanged: 2 },
    });
  });
});

describe('my groups', () => {
  let server: TestServer;
  let tess: TestClient;
  beforeEach(async () => {
    [server, tess] = await schoolServer('tess');
  });
  const fields = { subject: 'Science', grade: '6', period: null };

  it('are made, renamed, archived and brought back', async () => {
    const group = await tess.ok(calls.addGroup, { ...fields, group_name: 'Lab team', kind: 'group', user_puids: [ids.ana] });
    expect(group).toMatchObject({ kind: 'group', student_count: 1, teachers: [{ user_puid: ids.tess }], is_rostered: false, active: true });
    expect((await tess.ok(calls.myGroups, { user_puid: ids.tess })).map((one) => one.group_name)).toEqual([
      'Lab team',
      'Science 6, Period 2',
    ]);
    const { group_puid } = group;
    await tess.ok(calls.updateGroup, { ...fields, group_puid, group_name: 'Lab', active: false });
    expect(await tess.ok(calls.myGroups, { user_puid: ids.tess })).toHaveLength(1);
    expect((await tess.ok(calls.myGroups, { user_puid: ids.tess, with_archived: true })).find((one) => !one.active)?.group_name).toBe(
      'Lab',
    );
    expect(await tess.ok(calls.updateGroup, { ...fields, group_puid, group_name: 'Lab', active: true })).toMatchObject({ active: true });
    expectFailure(await tess.call(calls.groupDetail, { group_puid: ids.otherClass }), 404);
    expectFailure(await tess.call(calls.addGroup, { ...fields, group_name: 'X', kind: 'class', user_puids: [ids.cal] }), 404);
    const dan = await server.signIn('dan');
    expectFailure(await dan.call(calls.addGroup, { ...fields, group_name: 'X', kind: 'class' }), 400, refusals.refusal_schoolMissing);
    const his = { ...fields, group_name: 'X', kind: 'class' as const, school_id: ids.otherSchool };
    expect(await dan.ok(calls.addGroup, { ...his, teacher_puid: ids.tom })).toMatchObject({ teachers: [{ user_puid: ids.tom }] });
    await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.tom).execute();
    for (const teacher_puid of [ids.tom, ids.tess, ids.cal]) expectFailure(await dan.call(calls.addGroup, { ...his, teacher_puid }), 404);
  });

  it('take students in, let them go and move them, and keep the history', async () => {
    const { group_puid } = await tess.ok(calls.addGroup, { ...fields, group_name: 'Lab', kind: 'class' });
    expect((await tess.ok(calls.studentsToAdd, { group_puid })).map((one) => one.user_name)).toEqual(['ana', 'ben']);
    expect((await tess.ok(calls.studentsToAdd, { group_puid, search: 'be' })).map((one) => one.user_name)).toEqual(['ben']);
    await tess.ok(calls.addGroupStudents, { group_puid, user_puids: [ids.ana] });
    expect((await tess.ok(calls.studentsToAdd, { group_puid })).map((one) => one.user_name)).toEqual(['ben']);
    const { from, to } = await tess.ok(calls.transferStudents, {
      from_group_puid: ids.class,
      to_group_puid: group_puid,
      user_puids: [ids.ben],
    });
    expect(from.students.find((one) => one.user_puid === ids.ben)).toMatchObject({ active: false, left_at: '2030-01-15T15:00:00.000Z' });
    expect(to.students.find((one) => one.user_puid === ids.ben)).toMatchObject({ active: true, left_at: null });
    expectFailure(
      await tess.call(calls.transferStudents, { from_group_puid: ids.class, to_group_puid: group_puid, user_puids: [ids.ben] }),
      404,
    );
    expectFailure(
      await tess.call(calls.transferStudents, { from_group_puid: group_puid, to_group_puid: group_puid, user_puids: [ids.ben] }),
      400,
    );
    expectFailure(await tess.call(calls.addGroupStudents, { group_puid, user_puids: [ids.cal] }), 404);
    expectFailure(await tess.call(calls.addGroupStudents, { group_puid: ids.otherClass, user_puids: [ids.ana] }), 404);
    expect((await tess.ok(calls.removeGroupStudents, { group_puid, user_puids: [ids.ben] })).student_count).toBe(1);
    await tess.ok(calls.addGroupStudents, { group_puid: ids.class, user_puids: [ids.ben] });
    expect((await tess.ok(calls.groupDetail, { group_puid: ids.class })).students.map((one) => [one.user_name, one.active])).toEqual([
      ['ana', true],
      ['ben', true],
    ]);
  });
});
