import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { classroomWorld, student } from './classroomWorld.ts';
import { everythingTold } from './everythingTold.ts';
import { ids } from './fixtureSchool.ts';
import { auditOf, days, expectFailure } from './testServer.ts';

const { world, setUp, identify, link, course, compare, apply, takeOver, undo, members } = classroomWorld();
const [ana, ben] = [student('g-ana', 'Ana'), student('g-ben', 'Ben')];
const people = (count: number) => Array.from({ length: count }, (_, at) => student(`g-${at}`, `Given ${at}`));

beforeEach(async () => {
  await link();
});

/** Students of tess's school who sign in with the service as `g-0`, `g-1` and so on. */
async function addStudents(count: number): Promise<void> {
  const { db } = world.server;
  const model = await db.selectFrom('app_user').selectAll().where('user_puid', '=', ids.ana).executeTakeFirstOrThrow();
  const identity = await db.selectFrom('federated_identity').selectAll().where('user_puid', '=', ids.ana).executeTakeFirstOrThrow();
  const rows = Array.from({ length: count }, (_, at) => ({
    ...{ ...model, user_puid: 50_000 + at, user_name: `s${at}`, user_key: `s${at}` },
    first_name: 'Pupil',
    last_name: String(at),
  }));
  await insertAll(db, 'app_user', rows);
  await insertAll(
    db,
    'federated_identity',
    rows.map(({ user_puid }, at) => ({ ...identity, user_puid, subject: `g-${at}` })),
  );
}
const enrollment = (group_puid: number, user_puid: number) =>
  world.server.db
    .selectFrom('enrollment')
    .selectAll()
    .where('group_puid', '=', group_puid)
    .where('user_puid', '=', user_puid)
    .executeTakeFirst();
const groups = () => world.server.db.selectFrom('class_group').select(['group_puid', 'name']).orderBy('group_puid').execute();
const person = (user_puid: number, first_name: string) => ({ user_puid, first_name, last_name: 'Person' });

describe('the comparison', () => {
  it('says who would join, and who cannot and why', async () => {
    const one = course([
      ben,
      ana,
      student('g-cal', 'Cal'),
      student('g-tom', 'Tom'),
      student('g-new', 'Unheard', 'Of'),
      student('g-x', '', ''),
    ]);
    expect(await compare(one)).toEqual({
      ...{ course_id: one.id, name: 'Biology', group: null, stays: 0, leaves: [], needs_confirmation: false },
      joins: [person(ids.ana, 'ana'), person(ids.ben, 'ben')],
      absent: [
        { name: '', reason: 'noAccount' },
        { name: 'Cal There', reason: 'otherSchool' },
        { name: 'Tom There', reason: 'notStudent' },
        { name: 'Unheard Of', reason: 'noAccount' },
      ],
      version: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(await groups()).toHaveLength(3);
  });

  it('knows nobody by name or email', async () => {
    await world.server.db.deleteFrom('federated_identity').execute();
    await world.server.db.updateTable('app_user').set({ email: 'g-ana@mail.example' }).where('user_puid', '=', ids.ana).execute();
    const { joins, absent } = await compare(course([student('g-ana', 'ana', 'Person')]));
    expect([joins, absent]).toEqual([[], [{ name: 'ana Person', reason: 'noAccount' }]]);
  });

  it('knows people by their roster ids where those are the service’s subjects, and by links older than registrations', async () => {
    const { db } = world.server;
    await db.deleteFrom('federated_identity').execute();
    await db.updateTable('app_user').set({ sourced_id: 's-ana' }).where('user_puid', '=', ids.ana).execute();
    const one = course([student('s-ana'), ben]);
    expect((await compare(one)).joins).toEqual([]);
    await db.updateTable('sign_on_provider').set({ subject_is_sourced_id: 1 }).execute();
    const { issuer } = world.provider;
    const old = { provider: '', issuer, subject: 'g-ben', district_id: 1, user_puid: ids.ben, linked_at: 1, by_hand: null };
    await db.insertInto('federated_identity').values(old).execute();
    expect((await compare(one)).joins.map(({ user_puid }) => user_puid)).toEqual([ids.ana, ids.ben]);
    expect(await db.selectFrom('federated_identity').selectAll().execute()).toEqual([old]);
  });

  it('is of a course that the teacher teaches alone', async () => {
    const hers = course([ana], { teachers: ['g-tom'], students: [student('g-tess'), ana] });
    const input = { course_id: hers.id };
    expectFailure(await world.tess.call(calls.compareClassroomCourse, input), 404);
    expectFailure(await world.tess.call(calls.importClassroomCourses, { ...input, version: 'x'.repeat(43) }), 404);
    for (const course_id of ['../me', 'a/b', '', 'x'.repeat(65), 'a?b'])
      expectFailure(await world.tess.call(calls.compareClassroomCourse, { course_id }), 400);
    expectFailure(await world.tess.call(calls.compareClassroomCourse, { course_id: 'unknown' }), 404);
  });
});

describe('taking over', () => {
  it('makes a class with the students who have accounts, and nobody gets one', async () => {
    await addStudents(1);
    const accounts = () => world.server.db.selectFrom('app_user').select('user_puid').execute();
    const before = await accounts();
    const strangers = [student('g-stranger', 'Zebulon', 'Quixote')];
    const one = course([ana, student('g-0'), ...strangers], { name: 'Biology 2', section: 'Period 3' });
    const taken = await takeOver(one);
    const name = 'Biology 2, Period 3';
    expect(taken).toMatchObject({ is_new: true, joined: 2, left: 0, group_name: name });
    const { group_puid } = taken;
    const detail = await world.tess.ok(calls.groupDetail, { group_puid });
    expect(detail).toMatchObject({ group_name: name, period: null, kind: 'class', is_rostered: false, student_count: 2 });
    expect(detail.teachers).toEqual([person(ids.tess, 'tess')]);
    // Ana's account was hers to change before; nobody else's becomes so.
    const managed = detail.students.map(({ user_puid, can_manage }) => [user_puid, can_manage]);
    expect(managed.toSorted()).toEqual([
      [ids.ana, true],
      [50_000, false],
    ]);
    expect(await accounts()).toEqual(before);
    for (const text of await everythingTold(world.server, world.dan)) expect(text).not.toMatch(/Zebulon|Quixote|g-stranger/);
    const audit = await auditOf(world.server.db, 'course.import').selectAll().execute();
    expect(audit).toMatchObject([{ actor_puid: ids.tess, subject: `group ${group_puid}` }]);
    expect(await world.dan.ok(calls.rosterJobs, { userPuid: ids.dan })).toEqual([]);
  });

  it('shortens a long name', async () => {
    const one = course([ana], { name: 'L'.repeat(200), section: 'S'.repeat(200) });
    expect((await takeOver(one)).group_name).toBe('L'.repeat(150));
    const other = course([ana], { name: 'L'.repeat(120), section: 'S'.repeat(200) });
    expect((await takeOver(other)).group_name).toBe(`${'L'.repeat(120)}, ${'S'.repeat(28)}`);
  });

  it('brings a class up to date, and leaves its name alone', async () => {
    const one = course([ana]);
    const { group_puid } = await takeOver(one);
    const fields = { subject: null, grade: null, period: null, active: true };
    await world.tess.ok(calls.updateGroup, { group_puid, group_name: 'My biology', ...fields });
    one.students = [ben];
    one.name = 'Biology again';
    const shown = await compare(one);
    expect(shown).toMatchObject({
      ...{ group: { group_puid, group_name: 'My biology' }, joins: [person(ids.ben, 'ben')], leaves: [person(ids.ana, 'ana')] },
      ...{ stays: 0, needs_confirmation: false },
    });
    expect((await apply(one, shown)).data).toMatchObject({ group_puid, is_new: false, joined: 1, left: 1, group_name: 'My biology' });
    expect(await members(group_puid)).toEqual([ids.ben]);
    expect(await enrollment(group_puid, ids.ana)).toMatchObject({ active: 0, left_at: world.server.clock.now });
    expect(await compare(one)).toMatchObject({ joins: [], leaves: [], stays: 1 });
    one.students = [ben, ana];
    await takeOver(one);
    expect(await members(group_puid)).toEqual([ids.ana, ids.ben]);
    expect((await enrollment(group_puid, ids.ana))?.left_at).toBeNull();
  });

  it('removes nobody who came by hand, by the roster, or came back by hand', async () => {
    await addStudents(3);
    const one = course([ana, ...people(3)]);
    const { group_puid } = await takeOver(one);
    await world.tess.ok(calls.addGroupStudents, { group_puid, user_puids: [ids.ben] });
    const again = { group_puid, user_puids: [50_000] };
    await world.tess.ok(calls.removeGroupStudents, again);
    await world.tess.ok(calls.addGroupStudents, again);
    const roster = world.server.db.updateTable('enrollment').set({ sourced_id: 'e-1', roster_active: 1 }).where('user_puid', '=', 50_001);
    await roster.where('group_puid', '=', group_puid).execute();
    one.students = [];
    const { leaves, stays } = await compare(one);
    expect([leaves.map(({ user_puid }) => user_puid), stays]).toEqual([[50_002, ids.ana], 3]);
    await takeOver(one);
    expect(await members(group_puid)).toEqual([ids.ben, 50_000, 50_001]);
  });

  it('keeps a student in the course whose account has moved to another school', async () => {
    const one = course([ana]);
    const { group_puid } = await takeOver(one);
    await world.server.db.updateTable('app_user').set({ school_id: ids.otherSchool }).where('user_puid', '=', ids.ana).execute();
    expect(await compare(one)).toMatchObject({ leaves: [], joins: [], absent: [], stays: 1 });
    expect(await members(group_puid)).toEqual([ids.ana]);
  });

  it('applies what was shown, or nothing', async () => {
    const one = course([ana]);
    const shown = await compare(one);
    one.students.push(ben);
    expectFailure(await apply(one, shown), 409);
    one.students.pop();
    expect((await apply(one, shown)).code).toBe(200);
    expectFailure(await apply(one, shown), 409);
    const later = await compare(one);
    const group_puid = later.group?.group_puid ?? 0;
    await world.tess.ok(calls.removeGroupStudents, { group_puid, user_puids: [ids.ana] });
    expectFailure(await apply(one, later), 409);
    expect(await members(group_puid)).toEqual([]);
    const accounts = world.server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.ana);
    const last = await compare(one);
    await accounts.execute();
    expectFailure(await apply(one, last), 409);
    expectFailure(await world.tess.call(calls.importClassroomCourses, { course_id: one.id, version: 'short' }), 400);
  });

  it('asks for a word when more than half of a class of five or more would leave', async () => {
    await addStudents(6);
    const one = course(people(4));
    const { group_puid } = await takeOver(one);
    one.students = [];
    expect((await compare(one)).needs_confirmation).toBe(false);
    one.students = people(6);
    await takeOver(one);
    one.students = people(3);
    expect((await compare(one)).needs_confirmation).toBe(false);
    one.students = people(2);
    const shown = await compare(one);
    expect(shown.needs_confirmation).toBe(true);
    const answer = await apply(one, shown);
    expectFailure(answer, 409);
    expect(Object(answer.data).reason).toBe('classroomUnconfirmed');
    expect(await members(group_puid)).toHaveLength(6);
    expect((await apply(one, shown, true)).data).toMatchObject({ left: 4 });
    expect(await members(group_puid)).toEqual([50_000, 50_001]);
  });

  it('makes one class of several presses at once', async () => {
    const one = course([ana, ben]);
    const shown = await compare(one);
    const answers = await Promise.all(Array.from({ length: 4 }, () => apply(one, shown)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409]);
    expect(await groups()).toHaveLength(4);
    const later = await compare(one);
    const again = await Promise.all(Array.from({ length: 3 }, () => apply(one, later)));
    expect(again.map(({ code }) => code).sort()).toEqual([200, 409, 409]);
    expect(world.server.reports).toEqual([]);
  });

  it('gives two teachers of a course a class each, and each their own access', async () => {
    await world.server.db.updateTable('app_user').set({ school_id: ids.school }).where('user_puid', '=', ids.tom).execute();
    const tom = await world.server.signIn('tom');
    const one = course([ana], { teachers: ['g-tess', 'g-tom'] });
    const { group_puid, import_id } = await takeOver(one);
    expectFailure(await tom.call(calls.compareClassroomCourse, { course_id: one.id }), 409);
    await link('g-tom', tom);
    expect(await compare(one, tom)).toMatchObject({ group: null, joins: [person(ids.ana, 'ana')] });
    expectFailure(await undo(import_id, tom), 404);
    const own = await takeOver(one, tom);
    expect(own.group_puid).not.toBe(group_puid);
    expectFailure(await tom.call(calls.groupDetail, { group_puid }), 404);
  });

  it('takes a course over anew when the class has another teacher', async () => {
    await world.server.db.updateTable('app_user').set({ school_id: ids.school }).where('user_puid', '=', ids.tom).execute();
    const one = course([ana]);
    const { group_puid, import_id } = await takeOver(one);
    await world.dan.ok(calls.transferClasses, { from_teacher_puid: ids.tess, to_teacher_puid: ids.tom, group_puids: [group_puid] });
    expect((await world.tess.ok(calls.classroomCourses, {}))[0]?.group).toBeNull();
    expectFailure(await undo(import_id), 409);
    const second = await takeOver(one);
    expect(second).toMatchObject({ is_new: true });
    expect(second.group_puid).not.toBe(group_puid);
    expect(await members(group_puid)).toEqual([ids.ana]);
  });

  it('sees no account of another district', async () => {
    await identify(ids.zoe, 'g-zoe', 2);
    await identify(ids.zoe, 'g-ben', 2);
    await setUp(2, await world.server.signIn('dora'));
    const one = course([student('g-zoe'), ben], { teachers: ['g-tess', 'g-ted'] });
    expect(await compare(one)).toMatchObject({ joins: [person(ids.ben, 'ben')], absent: [{ reason: 'noAccount' }] });
    const ted = await world.server.signIn('ted');
    await link('g-ted', ted);
    const shown = await compare(one, ted);
    expect(shown.joins).toEqual([person(ids.zoe, 'zoe')]);
    const { import_id } = await takeOver(one, ted);
    expectFailure(await undo(import_id), 404);
    expect(await groups()).toHaveLength(4);
  });

  it('takes a course of a thousand', async () => {
    world.there.pageSize = 100;
    await addStudents(900);
    const one = course(people(1_000));
    const taken = await takeOver(one);
    expect(taken.joined).toBe(900);
    expect(await members(taken.group_puid)).toHaveLength(900);
    expect((await compare(one)).absent).toHaveLength(100);
    one.students.push(student('g-one-more'));
    const answer = await world.tess.call(calls.compareClassroomCourse, { course_id: one.id });
    expectFailure(answer, 422);
    expect((await undo(taken.import_id)).data).toEqual({ is_class_gone: true, left_alone: 0 });
  });

  it('needs a school that is open', async () => {
    const one = course([ana]);
    const shown = await compare(one);
    await world.server.db.updateTable('school').set({ closed_at: 1 }).where('school_id', '=', ids.school).execute();
    expectFailure(await apply(one, shown), 400);
    await world.server.db.updateTable('app_user').set({ school_id: null }).where('user_puid', '=', ids.tess).execute();
    expect(await compare(one)).toMatchObject({ joins: [], absent: [{ reason: 'otherSchool' }] });
    expectFailure(await apply(one, await compare(one)), 400);
    expect(await groups()).toHaveLength(3);
  });
});

describe('undoing', () => {
  it('removes the class that was made', async () => {
    const one = course([ana, ben]);
    const { group_puid, import_id } = await takeOver(one);
    expect((await undo(import_id)).data).toEqual({ is_class_gone: true, left_alone: 0 });
    expect(await groups()).toHaveLength(3);
    expect(await world.server.db.selectFrom('enrollment').selectAll().where('group_puid', '=', group_puid).execute()).toEqual([]);
    expectFailure(await undo(import_id), 409);
    expect((await takeOver(one)).is_new).toBe(true);
    const audit = await auditOf(world.server.db, 'course.undo').select('subject').execute();
    expect(audit).toEqual([{ subject: `group ${group_puid}` }]);
  });

  it('keeps a class in which something was assigned, and its teacher', async () => {
    const { group_puid, import_id } = await takeOver(course([ana, ben]));
    const assignment_details = JSON.stringify({ from_date: new Date(world.server.clock.now).toISOString(), to_date: null });
    await world.tess.ok(calls.assign, { lesson_id: ids.freeLesson, group_puid, assignment_no: 1, assignment_details });
    expect((await undo(import_id)).data).toEqual({ is_class_gone: false, left_alone: 0 });
    expect(await world.tess.ok(calls.groupDetail, { group_puid })).toMatchObject({ student_count: 0, assignment_count: 1 });
  });

  it('brings back who left, and lets go who joined', async () => {
    const one = course([ana]);
    const { group_puid } = await takeOver(one);
    one.students = [ben];
    const { import_id } = await takeOver(one);
    expect((await undo(import_id)).data).toEqual({ is_class_gone: false, left_alone: 0 });
    expect(await members(group_puid)).toEqual([ids.ana]);
    // Still the service's: it can leave again.
    expect(await compare(one)).toMatchObject({ joins: [person(ids.ben, 'ben')], leaves: [person(ids.ana, 'ana')] });
  });

  it('leaves alone whom somebody has moved since', async () => {
    const one = course([ana, ben]);
    const { group_puid, import_id } = await takeOver(one);
    await world.tess.ok(calls.removeGroupStudents, { group_puid, user_puids: [ids.ana] });
    expect((await undo(import_id)).data).toEqual({ is_class_gone: false, left_alone: 1 });
    expect(await members(group_puid)).toEqual([]);
    expect(await enrollment(group_puid, ids.ben)).toBeUndefined();
  });

  it('is of the latest take-over alone, for a month, and once', async () => {
    const one = course([ana]);
    const first = await takeOver(one);
    one.students = [ana, ben];
    const second = await takeOver(one);
    expectFailure(await undo(first.import_id), 409);
    const answers = await Promise.all([undo(second.import_id), undo(second.import_id)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    const third = await takeOver(one);
    world.server.clock.now += days(31);
    expectFailure(await undo(third.import_id), 409);
    expectFailure(await undo(12_345), 404);
  });

  it('needs no access to the service', async () => {
    const { import_id } = await takeOver(course([ana]));
    await world.tess.ok(calls.unlinkClassroom, {});
    expect((await undo(import_id)).code).toBe(200);
  });
});
