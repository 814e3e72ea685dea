import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { dueDate } from '../../server/areas/quiz/lateness.ts';
import { idOf } from '../../server/content/ids.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { ids, quiz_id, schoolServer } from './fixtureSchool.ts';
import { png } from './pictures.ts';
import { days, expectFailure, type TestClient, type TestServer } from './testServer.ts';

// Statements that change or read too much pass every test of a school where nobody else has such a row. Here somebody else has.

let server: TestServer;
let tess: TestClient;
let tom: TestClient;
let dan: TestClient;
let ana: TestClient;
let ben: TestClient;

beforeEach(async () => {
  [server, tess, tom, dan, ana, ben] = await schoolServer('tess', 'tom', 'dan', 'ana', 'ben');
});

const iso = (instant: number) => new Date(instant).toISOString();
const assign = (by: TestClient, lesson_id: number, group_puid: number) =>
  by.ok(calls.assign, {
    lesson_id,
    group_puid,
    assignment_no: 1,
    assignment_details: JSON.stringify({ from_date: iso(server.clock.now - days(1)), to_date: iso(server.clock.now + days(7)) }),
  });

describe('one assignment of several', () => {
  /** One lesson in two classes, by one assignment, and another lesson in the first class; each with a link and a code. */
  const three = async () => {
    const first = await assign(dan, ids.freeLesson, ids.class);
    const all = [first, await assign(dan, ids.freeLesson, ids.otherClass), await assign(dan, ids.orderedLesson, ids.class)];
    const groups = [ids.class, ids.otherClass, ids.class];
    const by = all.map(({ lesson_id, assignment_id }, at) => ({
      district_id: 1,
      lesson_id,
      assignment_id,
      group_puid: groups[at] as number,
      created_by: ids.dan,
      created_at: 0,
    }));
    await insertAll(
      server.db,
      'lesson_link',
      by.map((one, at) => ({ ...one, link_id: `link${at}`, end_date: null, is_perpectual_expiry: 1, assignment_no: 1, revoked_at: null })),
    );
    await insertAll(
      server.db,
      'assignment_code',
      by.map((one, at) => ({ ...one, code: `AAAAAAA${at}`, expires_at: server.clock.now + days(1) })),
    );
    return first;
  };
  const rows = async () => {
    const [groups, links, codes] = await Promise.all([
      server.db.selectFrom('group_assignment').select(['to_date', 'unassigned_at']).orderBy('group_assignment_id').execute(),
      server.db.selectFrom('lesson_link').select('revoked_at').orderBy('link_id').execute(),
      server.db.selectFrom('assignment_code').select('expires_at').orderBy('code').execute(),
    ]);
    return groups.map((group, at) => ({ ...group, ...links[at], ...codes[at] }));
  };

  it('is unassigned, and the others stay with their links and codes', async () => {
    const { group_assignment_id } = await three();
    const [, ...others] = await rows();
    await dan.ok(calls.unassign, { group_assignment_id });
    const now = server.clock.now;
    expect(await rows()).toEqual([expect.objectContaining({ unassigned_at: now, revoked_at: now, expires_at: now }), ...others]);
  });

  it('gets other dates, and the others keep theirs and what was said of them', async () => {
    const { group_assignment_id } = await three();
    const to = server.clock.now + days(3);
    const said = async () => (await server.db.selectFrom('notification').selectAll().where('disabled_at', 'is', null).execute()).length;
    const [, second] = (
      await server.db.selectFrom('group_assignment').select('group_assignment_id').orderBy('group_assignment_id').execute()
    ).map((row) => row.group_assignment_id);
    await dan.ok(calls.changeDates, { group_assignment_id: second as number, from_date: iso(server.clock.now), to_date: iso(to) });
    const before = await said();
    const [, ...others] = await rows();
    const { notified } = await dan.ok(calls.changeDates, {
      group_assignment_id,
      from_date: iso(server.clock.now),
      to_date: iso(to + 1_000),
    });
    expect(await rows()).toEqual([expect.objectContaining({ to_date: to + 1_000 }), ...others]);
    expect([before > 0, notified > 0, await said()]).toEqual([true, true, before + notified]);
  });

  it('is counted on the card of its class until it is unassigned', async () => {
    const { group_assignment_id } = await three();
    const cards = async () =>
      (await dan.ok(calls.myGroups, { user_puid: ids.dan })).map(({ group_puid, assignment_count }) => [group_puid, assignment_count]);
    expect(await cards()).toEqual(
      expect.arrayContaining([
        [ids.class, 2],
        [ids.otherClass, 1],
      ]),
    );
    await dan.ok(calls.unassign, { group_assignment_id });
    expect(await cards()).toContainEqual([ids.class, 1]);
  });
});

it('a photo that is removed takes nobody else’s with it', async () => {
  const own = ({ user }: TestClient) => ({ user_puid: user.userPuid });
  for (const who of [tess, tom]) await who.ok(calls.uploadUserPhoto, { ...own(who), photo: new File([png(8, 8)], 'me.png') });
  await tess.ok(calls.removeUserPhoto, own(tess));
  expect(await tess.ok(calls.userPhoto, own(tess))).toBeNull();
  expect(await tom.ok(calls.userPhoto, own(tom))).not.toBeNull();
});

it('an account that an administrator activates leaves others as they are', async () => {
  await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.ben).execute();
  await server.db.updateTable('app_user').set({ email: 'sue@hill.example' }).where('user_puid', '=', ids.sue).execute();
  const idFor = async (recipient: string) =>
    /Id=([\w-]+)/.exec((await server.mails()).findLast((mail) => mail.recipient === recipient)?.text ?? '')?.[1] ?? '';
  const email = 'dana@hill.example';
  await server.call(calls.registerUser, { email, first_name: 'Dana', last_name: 'Reyes', district_id: 1, school_id: ids.school });
  const Id = await idFor(email);
  await server.call(calls.verifyUserLink, { Id });
  await server.call(calls.submitUserDetails, { Id, user_name: 'dana', grade: null });
  await server.call(calls.signup, { Id, password: 'quite new' });
  expect((await server.call(calls.verifyUserLink, { Id: await idFor('sue@hill.example') })).code).toBe(200);
  const active = await server.db.selectFrom('app_user').select(['user_name', 'active']).where('user_name', 'in', ['dana', 'ben']).execute();
  expect(Object.fromEntries(active.map((row) => [row.user_name, row.active]))).toEqual({ ben: 0, dana: 1 });
});

it('a file beside a message is that message’s own', async () => {
  for (const [who, text] of [
    [tess, 'first'],
    [tom, 'second'],
  ] as const)
    await who.ok(calls.insertFeedback, {
      user_puid: who.user.userPuid,
      category: 'problem',
      feedback_text: text,
      feedback_file: new File([text], `${text}.csv`),
    });
  const messages = await server.db.selectFrom('user_feedback').select(['feedback_id', 'file_name']).execute();
  for (const { feedback_id, file_name } of messages) {
    const { path } = await dan.ok(calls.userMessageFile, { user_puid: ids.dan, message_id: feedback_id });
    expect(`${await (await server.app.request(path)).text()}.csv`).toBe(file_name);
  }
});

it('the progress of a student is told of students of the class alone', async () => {
  const of = (who: TestClient, group_puid: number, student_puid: number) =>
    who.call(calls.studentProgress, { group_puid, student_puid, from_date: '2029-09-01', to_date: '2030-01-31' });
  expect((await of(dan, ids.class, ids.ana)).code).toBe(200);
  expectFailure(await of(dan, ids.otherClass, ids.ana), 404);
  expectFailure(await of(dan, ids.class, ids.tess), 404);
});

it('a student who is no longer active is not taken into a class', async () => {
  await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.ben).execute();
  const group = {
    group_name: 'Lab',
    kind: 'group' as const,
    subject: null,
    grade: null,
    period: null,
    school_id: null,
    teacher_puid: null,
  };
  expectFailure(await tess.call(calls.addGroup, { ...group, user_puids: [ids.ana, ids.ben] }), 404);
  expect((await tess.call(calls.addGroup, { ...group, user_puids: [ids.ana] })).code).toBe(200);
});

it('earlier attempts of another student are not shown', async () => {
  const { group_assignment_id } = await assign(tess, ids.freeLesson, ids.class);
  for (const who of [ana, ben]) {
    const { result_id } = await who.ok(calls.startQuiz, { quiz_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 });
    await who.ok(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
  }
  await tess.ok(calls.reassign, {
    assigned_by_puid: ids.tess,
    reassigned_lessonid: ids.freeLesson,
    quiz_assessment_id: quiz_id,
    item_type_id: 10,
    schoolyear: '2029-2030',
    reassigned_students: [ids.ben],
    reassign_date: iso(server.clock.now),
  });
  const attemptsOf = async (student_puid: number) => {
    const { quizzes } = await tess.ok(calls.studentAnswers, { group_assignment_id, student_puid });
    return quizzes.find((one) => one.quiz_id === quiz_id)?.attempts.map(({ attempt_no }) => attempt_no);
  };
  expect(await attemptsOf(ids.ana)).toEqual([1]);
  expect(await attemptsOf(ids.ben)).toEqual([1]);
});

it('a quiz that was given to one student again after its due date keeps the date for another one', async () => {
  await assign(tess, ids.freeLesson, ids.class);
  const begin = (who: TestClient) => who.ok(calls.startQuiz, { quiz_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 });
  const { result_id } = await begin(ana);
  await ana.ok(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
  await begin(ben);
  const due = server.clock.now + days(7);
  server.clock.now += days(8);
  [tess, ana] = [await server.signIn('tess'), await server.signIn('ana')];
  await tess.ok(calls.reassign, {
    ...{ assigned_by_puid: ids.tess, reassigned_lessonid: ids.freeLesson, quiz_assessment_id: quiz_id, item_type_id: 10 },
    ...{ schoolyear: '2029-2030', reassigned_students: [ids.ana], reassign_date: iso(server.clock.now) },
  });
  await begin(ana);
  const dates = await server.db
    .selectFrom('attempt')
    .select(['user_puid', dueDate.as('due')])
    .orderBy('user_puid')
    .execute();
  expect(dates).toEqual([
    { user_puid: ids.ana, due: null },
    { user_puid: ids.ben, due },
  ]);
});

it('a lesson is put into a part that exists, not into its unit instead', async () => {
  const place = { product_id: idOf('course'), unit_id: idOf('course/unit'), subunit_id: idOf('course/unit/sub') };
  expectFailure(await tess.call(calls.createLesson, { user_puid: ids.tess, lesson_name: 'Placed', ...place, level3_id: 900 }), 404);
});

it('who teaches a class is no student of it', async () => {
  const analysis = (id: number) => tess.call(calls.itemAnalysis, { level: 'student', id });
  expect((await analysis(ids.ana)).code).toBe(200);
  expectFailure(await analysis(ids.tess), 404);
});

it('a prebuilt lesson is counted in classes that have it, not in those that had it', async () => {
  const { lesson_id } = await dan.ok(calls.savePrebuilt, { user_puid: ids.dan, lesson_name: 'Rocks', unit_id: idOf('course/unit') });
  const classes = async () => (await dan.ok(calls.prebuiltList, { user_puid: ids.dan })).find((one) => one.lesson_id === lesson_id)?.groups;
  const { group_assignment_id } = await assign(dan, lesson_id, ids.class);
  await assign(dan, lesson_id, ids.otherClass);
  expect(await classes()).toBe(2);
  await dan.ok(calls.unassign, { group_assignment_id });
  expect(await classes()).toBe(1);
});
