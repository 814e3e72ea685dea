import { describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { importRoster } from '../../server/roster/importRoster.ts';
import { ids, makeFixtureSchool } from './fixtureSchool.ts';
import { type Answer, expectFailure, preparedServer, type TestClient, type TestServer } from './testServer.ts';

const tim = 1190;
const group = { subject: null, grade: null, period: null, kind: 'group' } as const;

/**
 * Tess teaches ana (from the roster), ben (added by hand) and kim (whose account she made). Tim is a colleague at the same school with his
 * own class.
 */
async function makeStaffRoom(server: TestServer) {
  await makeFixtureSchool(server.ports);
  const { db } = server;
  const tess = await db.selectFrom('app_user').selectAll().where('user_puid', '=', ids.tess).executeTakeFirstOrThrow();
  await db
    .insertInto('app_user')
    .values({ ...tess, user_puid: tim, user_name: 'tim', user_key: 'tim', first_name: 'tim' })
    .execute();
  await db.updateTable('app_user').set({ sourced_id: 's-ana', student_number: '7' }).where('user_puid', '=', ids.ana).execute();
  await db.updateTable('enrollment').set({ sourced_id: 'e-ana', roster_active: 1 }).where('user_puid', '=', ids.ana).execute();
  const own = await server.signIn('tess');
  const made = await own.ok(calls.createStudent, {
    first_name: 'kim',
    last_name: 'Person',
    user_name: 'kim',
    grade: null,
    email: null,
    student_id: null,
    group_puids: [ids.class],
  });
  const colleague = await server.signIn('tim');
  const { group_puid: his } = await colleague.ok(calls.addGroup, { ...group, group_name: 'Club' });
  const { group_puid: hisOther } = await colleague.ok(calls.addGroup, { ...group, group_name: 'Choir' });
  return { kim: made.student.user_puid, his, hisOther };
}
type Made = Awaited<ReturnType<typeof makeStaffRoom>>;
const students = ['ana', 'ben', 'kim'] as const;

interface Room extends Made {
  server: TestServer;
  puid: number;
  name: (typeof students)[number];
}
async function roomWith(name: Room['name']): Promise<Room> {
  const { server, made } = await preparedServer(makeStaffRoom);
  return { ...made, server, name, puid: name === 'kim' ? made.kim : ids[name] };
}

async function bring({ server }: Pick<Room, 'server'>, person: TestClient, row: string) {
  const bytes = Buffer.from(`student_id,user_name,first_name,last_name,class_name,email\n${row}\n`);
  const content = bytes.toString('base64');
  const { job_id } = await person.ok(calls.uploadRosterPart, { file_name: 'a.csv', size: bytes.length, part_no: 1, content });
  await person.ok(calls.validateFile, { job_id });
  await server.settle();
  const { confirmation } = await person.ok(calls.rosterJob, { job_id });
  await person.call(calls.importStudents, { job_id, confirmation: confirmation ?? '' });
  await server.settle();
  return person.ok(calls.rosterJob, { job_id });
}

/** Each way to create credentials for a student, or to change or close the account. */
type Way = (room: Room, staff: TestClient) => Promise<Answer<unknown> | { state: string }>;
const profile = (room: Room) => ({ first_name: room.name, last_name: 'Taken', grade: null, student_id: null });
const ways: Record<string, Way> = {
  'a new login code': ({ puid }, staff) => staff.call(calls.resetStudentPassword, { student_puid: puid }),
  'a label with a new code': ({ puid }, staff) => staff.call(calls.makeLabels, { user_puids: [puid], renew: true }),
  'a label for an account without a code': async ({ server, puid }, staff) => {
    await server.db.updateTable('app_user').set({ password_hash: null }).where('user_puid', '=', puid).execute();
    return staff.call(calls.makeLabels, { user_puids: [puid] });
  },
  'another user name': (room, staff) =>
    staff.call(calls.updateStudent, { ...profile(room), student_puid: room.puid, user_name: `${room.name}.taken`, email: null }),
  'another e-mail address': (room, staff) =>
    staff.call(calls.updateStudent, { ...profile(room), student_puid: room.puid, user_name: room.name, email: 'thief@hill.example' }),
  'a list with another e-mail address': (room, staff) => bring(room, staff, `,${room.name},${room.name},Person,Club,thief@hill.example`),
  'a list with another name': (room, staff) => bring(room, staff, `,${room.name},New,Name,Club,`),
  'a list with the student’s number': async (room, staff) => {
    await room.server.db.updateTable('app_user').set({ student_number: '77' }).where('user_puid', '=', room.puid).execute();
    return bring(room, staff, `77,${room.name}.taken,${room.name},Person,Club,`);
  },
};
const accountOf = ({ server, puid }: Room) =>
  server.db.selectFrom('app_user').selectAll().where('user_puid', '=', puid).executeTakeFirstOrThrow();
const isRefusal = (answer: Awaited<ReturnType<Way>>) => 'code' in answer && answer.code >= 400;

/** Ways for a colleague to get another teacher's student into one of their own classes. */
const takings: Record<string, (room: Room, colleague: TestClient) => Promise<unknown>> = {
  'in a new group': ({ puid }, colleague) => colleague.ok(calls.addGroup, { ...group, group_name: 'New', user_puids: [puid] }),
  'added to a group': ({ puid, his }, colleague) => colleague.ok(calls.addGroupStudents, { group_puid: his, user_puids: [puid] }),
  'moved between two groups': async ({ puid, his, hisOther }, colleague) => {
    await colleague.ok(calls.addGroupStudents, { group_puid: his, user_puids: [puid] });
    await colleague.ok(calls.transferStudents, { from_group_puid: his, to_group_puid: hisOther, user_puids: [puid] });
  },
  'added, let go and added again': async ({ puid, his }, colleague) => {
    await colleague.ok(calls.addGroupStudents, { group_puid: his, user_puids: [puid] });
    await colleague.ok(calls.removeGroupStudents, { group_puid: his, user_puids: [puid] });
    await colleague.ok(calls.addGroupStudents, { group_puid: his, user_puids: [puid] });
  },
  'deleted and restored': async ({ puid, his }, colleague) => {
    await colleague.ok(calls.addGroupStudents, { group_puid: his, user_puids: [puid] });
    const { undo_id, removed } = await colleague.ok(calls.deleteStudent, { student_puid: puid });
    expect(removed).toBe('classes');
    await colleague.ok(calls.restoreStudent, { undo_id });
  },
  'in a list, in a class that it makes': async (room, colleague) => {
    expect((await bring(room, colleague, `,${room.name},${room.name},Person,Robotics,`)).state).toBe('done');
  },
  'in a list, in a group that is there': async (room, colleague) => {
    expect((await bring(room, colleague, `,${room.name},${room.name},Person,Club,`)).state).toBe('done');
  },
  'by a lesson link': async ({ server, puid, name, kim }, colleague) => {
    const { link_id } = await colleague.ok(calls.createLessonLink, {
      lesson_id: ids.freeLesson,
      is_perpectual_expiry: true,
      assignment_no: 1,
    });
    if (puid === kim) {
      const ana = await accountOf({ server, puid: ids.ana } as Room);
      await server.db.updateTable('app_user').set({ password_hash: ana.password_hash }).where('user_puid', '=', puid).execute();
    }
    await (await server.signIn(name)).ok(calls.assignFromLessonUrl, { user_puid: puid, link_id });
  },
  'once the own, and moved to a colleague by an administrator': async ({ server, puid, his }, colleague) => {
    const dan = await server.signIn('dan');
    await dan.ok(calls.addGroupStudents, { group_puid: his, user_puids: [puid] });
    await dan.ok(calls.removeGroupStudents, { group_puid: his, user_puids: [puid] });
    await colleague.ok(calls.addGroupStudents, { group_puid: his, user_puids: [puid] });
  },
};

describe.each(students)('the account of a colleague’s student (%s)', (name) => {
  it.each(Object.keys(takings))('stays out of reach: %s', async (taking) => {
    const room = await roomWith(name);
    const colleague = await room.server.signIn('tim');
    await takings[taking]?.(room, colleague);
    const { students: own } = await colleague.ok(calls.allStudents, { userPuid: tim });
    expect(own.map((one) => [one.user_puid, one.can_manage])).toEqual([[room.puid, false]]);
    for (const [way, go] of Object.entries(ways)) {
      const answer = await go(room, colleague);
      if ('code' in answer) expectFailure(answer, 403, /not on your class roster.* Ask tess Person, or an administrator at Hill\.$/);
      const { user_name, password_hash, first_name, last_name, email, active, token_version } = await accountOf(room);
      const before = { user_name: name, first_name: name, last_name: 'Person', email: null, active: 1, token_version: 1 };
      expect({ user_name, first_name, last_name, email, active, token_version }, way).toEqual(before);
      if (way === 'a label for an account without a code') expect(password_hash).toBeNull();
    }
    expect(await colleague.ok(calls.deleteStudent, { student_puid: room.puid })).toMatchObject({ removed: 'classes' });
    expect(await accountOf(room)).toMatchObject({ active: 1 });
  });

  it('is not opened again by a colleague’s list', async () => {
    const room = await roomWith(name);
    await room.server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', room.puid).execute();
    const job = await bring(room, await room.server.signIn('tim'), `,${name},${name},Person,Club,`);
    expect(job.state).toBe('refused');
    expect(await accountOf(room)).toMatchObject({ active: 0 });
  });

  const foreign = Object.entries({ tom: 404, sid: 404, dora: 404, ted: 404 });
  it.each(foreign)('is not there for %s, of another place', async (person, code) => {
    const room = await roomWith(name);
    const staff = await room.server.signIn(person);
    const before = await accountOf(room);
    for (const [way, go] of Object.entries(ways)) {
      if (way.startsWith('a list')) continue;
      expectFailure((await go(room, staff)) as Answer, code);
    }
    expect({ ...(await accountOf(room)), password_hash: before.password_hash }).toEqual(before);
  });
});

describe.each(students)('the account of a student (%s)', (name) => {
  it.each(['tess', 'tim, who teaches the class too', 'sue', 'dan', 'pam', 'max'])('is in the hands of %s', async (who) => {
    const room = await roomWith(name);
    const person = who.split(',')[0] as string;
    if (person === 'tim')
      await room.server.db
        .insertInto('enrollment')
        .values({ district_id: 1, group_puid: ids.class, user_puid: tim, role: 'teacher', sourced_id: null, active: 1 })
        .execute();
    const staff = await room.server.signIn(person);
    for (const [way, go] of Object.entries(ways)) {
      // These name one of tim's groups, and a school with two such groups.
      if (way.startsWith('a list')) continue;
      expect(isRefusal(await go(room, staff)), way).toBe(false);
    }
    expect(await accountOf(room)).toMatchObject({ email: 'thief@hill.example', last_name: 'Taken' });
    expect((await bring(room, staff, `,${name},Listed,Person,,`)).state).toBe('done');
    expect(await accountOf(room)).toMatchObject({ first_name: 'Listed' });
    expect(await staff.ok(calls.deleteStudent, { student_puid: room.puid })).toMatchObject({ removed: 'account' });
  });

  it('stays with the teacher who takes the student out of the class and back', async () => {
    const room = await roomWith(name);
    const tess = await room.server.signIn('tess');
    const place = { group_puid: ids.class, user_puids: [room.puid] };
    await tess.ok(calls.removeGroupStudents, place);
    await tess.ok(calls.addGroupStudents, place);
    expect((await tess.call(calls.resetStudentPassword, { student_puid: room.puid })).code).toBe(200);
  });

  it('goes with the student whom an administrator puts into another class', async () => {
    const room = await roomWith(name);
    const [sue, colleague, tess] = [await room.server.signIn('sue'), await room.server.signIn('tim'), await room.server.signIn('tess')];
    await sue.ok(calls.transferStudents, { from_group_puid: ids.class, to_group_puid: room.his, user_puids: [room.puid] });
    expect((await colleague.call(calls.resetStudentPassword, { student_puid: room.puid })).code).toBe(200);
    // Taken back without asking, the student is only borrowed.
    await tess.ok(calls.addGroupStudents, { group_puid: ids.class, user_puids: [room.puid] });
    expectFailure(await tess.call(calls.resetStudentPassword, { student_puid: room.puid }), 403, /Ask tim Person/);
  });

  it('comes to the teacher in whose class an administrator’s list has the student', async () => {
    const room = await roomWith(name);
    const colleague = await room.server.signIn('tim');
    await colleague.ok(calls.addGroupStudents, { group_puid: room.his, user_puids: [room.puid] });
    expect((await bring(room, await room.server.signIn('sue'), `,${name},${name},Person,Club,`)).state).toBe('done');
    expect((await colleague.call(calls.resetStudentPassword, { student_puid: room.puid })).code).toBe(200);
  });
});

describe('students of nobody', () => {
  it('are the teacher’s who lists them first, also where the import stopped halfway', async () => {
    const room = await roomWith('ana');
    const [tess, colleague] = [await room.server.signIn('tess'), await room.server.signIn('tim')];
    expect((await bring(room, colleague, ',lea,Lea,New,Club,')).state).toBe('done');
    const { user_puid } = await room.server.db
      .selectFrom('app_user')
      .select('user_puid')
      .where('user_key', '=', 'lea')
      .executeTakeFirstOrThrow();
    expect((await colleague.call(calls.makeLabels, { user_puids: [user_puid] })).code).toBe(200);
    await tess.ok(calls.addGroupStudents, { group_puid: ids.class, user_puids: [user_puid] });
    expectFailure(await tess.call(calls.makeLabels, { user_puids: [user_puid], renew: true }), 403, /Ask tim Person/);
    // Left by a stopped import: an account in no class yet.
    await room.server.db
      .insertInto('app_user')
      .values({
        ...(await accountOf({ ...room, puid: user_puid })),
        user_puid: 1999,
        user_name: 'half',
        user_key: 'half',
        password_hash: null,
      })
      .execute();
    expect((await bring(room, colleague, ',half,Lea,New,Club,')).state).toBe('done');
    expect((await colleague.call(calls.makeLabels, { user_puids: [1999] })).code).toBe(200);
  });
});

describe('a OneRoster import', () => {
  const roster = (enrollments: string) =>
    new Map(
      Object.entries({
        'manifest.csv':
          'propertyName,value\nmanifest.version,1.0\noneroster.version,1.1\nfile.academicSessions,bulk\nfile.categories,absent\nfile.classes,bulk\nfile.classResources,absent\nfile.courses,bulk\nfile.courseResources,absent\nfile.demographics,absent\nfile.enrollments,bulk\nfile.lineItems,absent\nfile.orgs,bulk\nfile.resources,absent\nfile.results,absent\nfile.users,bulk\n',
        'academicSessions.csv':
          'sourcedId,status,dateLastModified,title,type,startDate,endDate,parentSourcedId,schoolYear\ny,,,Year,schoolYear,2029-08-01,2030-07-31,,2030\n',
        'orgs.csv': 'sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId\ns,,,Roster School,school,,\n',
        'courses.csv':
          'sourcedId,status,dateLastModified,schoolYearSourcedId,title,courseCode,grades,orgSourcedId,subjects,subjectCodes\nc,,,y,Science,,06,s,,\n',
        'classes.csv':
          'sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds,subjects,subjectCodes,periods\nk,,,Morning,06,c,,scheduled,,s,y,,,\nl,,,Evening,06,c,,scheduled,,s,y,,,\n',
        'users.csv':
          'sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password\nt,,,true,s,teacher,ruth,,Ruth,One,,,,,,,,\nu,,,true,s,teacher,uma,,Uma,Two,,,,,,,,\np,,,true,s,student,pia,,Pia,Pupil,,,,,,,06,\n',
        'enrollments.csv': `sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate\nx,,,k,s,t,teacher,,,\nz,,,l,s,u,teacher,,,\n${enrollments}`,
      }).map(([file, text]) => [file, Buffer.from(text)]),
    );

  it('decides whose student somebody is, whatever the former teacher does by hand', async () => {
    const { server } = await roomWith('ana');
    const take = async (enrollments: string) =>
      expect(await importRoster(server.ports, 1, roster(enrollments))).toMatchObject({ status: 'imported' });
    await take('e1,,,k,s,p,student,,,\n');
    const password_hash = await server.ports.passwords.hash('science-rocks');
    await server.db.updateTable('app_user').set({ password_hash }).where('user_key', 'in', ['ruth', 'uma']).execute();
    const [ruth, uma] = [await server.signIn('ruth'), await server.signIn('uma')];
    const { user_puid } = await server.db
      .selectFrom('app_user')
      .select('user_puid')
      .where('user_key', '=', 'pia')
      .executeTakeFirstOrThrow();
    const reset = async (who: TestClient) => (await who.call(calls.resetStudentPassword, { student_puid: user_puid })).code;
    const { group_puid } = await ruth.ok(calls.addGroup, { ...group, group_name: 'Own', user_puids: [user_puid] });
    const classOf = async (sourced_id: string) =>
      (await server.db.selectFrom('class_group').select('group_puid').where('sourced_id', '=', sourced_id).executeTakeFirstOrThrow())
        .group_puid;
    // She may move the student to one of her groups, and stays responsible while the roster says so.
    await ruth.ok(calls.removeGroupStudents, { group_puid: await classOf('k'), user_puids: [user_puid] });
    expect([await reset(ruth), await reset(uma)]).toEqual([200, 404]);
    await take('e2,,,l,s,p,student,,,\n');
    expect([await reset(ruth), await reset(uma)]).toEqual([403, 200]);
    // Neither another group nor the former class restores it.
    await ruth.ok(calls.removeGroupStudents, { group_puid, user_puids: [user_puid] });
    await ruth.ok(calls.addGroupStudents, { group_puid, user_puids: [user_puid] });
    await ruth.ok(calls.addGroupStudents, { group_puid: await classOf('k'), user_puids: [user_puid] });
    expect([await reset(ruth), await reset(uma)]).toEqual([403, 200]);
  });
});
