import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { undoLife } from '../../server/roster/jobs.ts';
import { ids, quiz_id, schoolServer } from './fixtureSchool.ts';
import { expectFailure, type TestClient, type TestServer } from './testServer.ts';

/** A second teacher at tess's school, and one whose account is closed. */
const [tim, gone] = [1190, 1191];
const goneClass = 1192;

describe('classes that change hands', () => {
  let server: TestServer;
  let sue: TestClient;
  let dan: TestClient;
  let tess: TestClient;
  let timClient: TestClient;
  beforeEach(async () => {
    [server] = await schoolServer();
    const model = await server.db.selectFrom('app_user').selectAll().where('user_puid', '=', ids.tess).executeTakeFirstOrThrow();
    await insertAll(server.db, 'app_user', [
      { ...model, user_puid: tim, user_name: 'tim', user_key: 'tim', first_name: 'tim' },
      { ...model, user_puid: gone, user_name: 'gone', user_key: 'gone', first_name: 'gone', active: 0 },
    ]);
    [sue, dan, tess, timClient] = [
      await server.signIn('sue'),
      await server.signIn('dan'),
      await server.signIn('tess'),
      await server.signIn('tim'),
    ];
  });
  const enrollments = () =>
    server.db.selectFrom('enrollment').selectAll().orderBy('district_id').orderBy('group_puid').orderBy('user_puid').execute();
  const move = { from_teacher_puid: ids.tess, to_teacher_puid: tim, group_puids: [ids.class] };
  const classesOf = async (person: TestClient) =>
    (await person.ok(calls.myGroups, { user_puid: person.user.userPuid })).map((one) => one.group_puid);

  it('take students, assignments and results along; who had them sees nothing more', async () => {
    const ana = await server.signIn('ana');
    await tess.ok(calls.assign, {
      lesson_id: ids.freeLesson,
      group_puid: ids.class,
      assignment_no: 1,
      assignment_details: JSON.stringify({ from_date: '2030-01-01T00:00:00Z', to_date: null }),
    });
    const given = (person: TestClient) =>
      person.ok(calls.groupAssignments, { user_puid: person.user.userPuid, from_date: '2030-01-01', to_date: '2030-01-31' });
    const seen = await given(tess);
    expect(seen).toHaveLength(1);
    const detail = await tess.ok(calls.groupDetail, { group_puid: ids.class });
    const [shown] = await sue.ok(calls.classesOfTeacher, { teacher_puid: ids.tess });
    expect(shown).toMatchObject({ group_puid: ids.class, student_count: 2, assignment_count: 1, result_count: 0 });
    const had = await ana.ok(calls.studentDashboard, { user_puid: ids.ana });

    const transfer = await sue.ok(calls.transferClasses, move);
    expect(transfer).toMatchObject({
      from: { user_puid: ids.tess },
      to: { user_puid: tim },
      groups: [{ group_puid: ids.class, group_name: 'Science 6, Period 2' }],
      transferred_by: 'sue Person',
      can_undo: true,
      is_undone: false,
    });
    expect(await classesOf(tess)).toEqual([]);
    expect(await classesOf(timClient)).toEqual([ids.class]);
    expectFailure(await tess.call(calls.groupDetail, { group_puid: ids.class }), 404);
    expect(await timClient.ok(calls.groupDetail, { group_puid: ids.class })).toEqual({
      ...detail,
      teachers: [{ user_puid: tim, first_name: 'tim', last_name: 'Person' }],
    });
    expect(await given(timClient)).toEqual(seen);
    expect(await given(tess)).toEqual([]);
    expect((await tess.ok(calls.allStudents, { userPuid: ids.tess })).total).toBe(0);
    expect(await ana.ok(calls.studentDashboard, { user_puid: ids.ana })).toEqual(had);
    expect(await sue.ok(calls.classesOfTeacher, { teacher_puid: ids.tess })).toEqual([]);
  });

  it('take their results and their place in the counts along; how often a lesson was given stays known to who gave it', async () => {
    const { lesson_id } = await tess.ok(calls.duplicateLesson, { user_puid: ids.tess, lesson_id: ids.freeLesson, type: 'lesson' });
    const assignment_details = JSON.stringify({ from_date: '2030-01-01T00:00:00Z', to_date: null });
    await tess.ok(calls.assign, { lesson_id, group_puid: ids.class, assignment_no: 1, assignment_details });
    const ana = await server.signIn('ana');
    const { result_id } = await ana.ok(calls.startQuiz, { quiz_id, lesson_id, lesson_resource_tracking_id: 0 });
    await server.db.updateTable('attempt').set({ state: 'graded', score: 6, max_score: 12 }).where('result_id', '=', result_id).execute();
    const seen = async () => {
      const { lessons } = await tess.ok(calls.allLessons, { user_puid: ids.tess });
      const { items } = await tess.ok(calls.search, { user_puid: ids.tess, query: '', kinds: '10' });
      const used = items.find((item) => item.quiz_id === quiz_id)?.used;
      return [lessons.find((row) => row.lesson_id === lesson_id)?.assigned_count, used?.mean_percent, used?.times_assigned];
    };
    expect(await seen()).toEqual([1, 50, 1]);
    const { transfer_id } = await sue.ok(calls.transferClasses, move);
    expect(await seen()).toEqual([0, null, 1]);
    await sue.ok(calls.undoClassTransfer, { transfer_id });
    expect(await seen()).toEqual([1, 50, 1]);
  });

  it('come back exactly, once, and all of it stands in the audit', async () => {
    const before = await enrollments();
    const { transfer_id } = await sue.ok(calls.transferClasses, move);
    expect(await sue.ok(calls.undoClassTransfer, { transfer_id })).toMatchObject({ is_undone: true, can_undo: false });
    expect(await enrollments()).toEqual(before);
    expectFailure(await sue.call(calls.undoClassTransfer, { transfer_id }), 409);
    expect(await sue.ok(calls.classTransferList, { user_puid: ids.sue })).toMatchObject([{ transfer_id, is_undone: true }]);
    const handOver = (from: number, to: number) => ({ before: { teacher_puid: from }, after: { teacher_puid: to } });
    const audit = await server.db.selectFrom('audit').selectAll().where('action', 'like', 'group.transfer%').orderBy('action').execute();
    expect(audit.map(({ action, subject, actor_puid, detail }) => [action, subject, actor_puid, JSON.parse(detail)])).toEqual([
      ['group.transfer', `group ${ids.class}`, ids.sue, { transfer_id, ...handOver(ids.tess, tim) }],
      ['group.transfer_undo', `group ${ids.class}`, ids.sue, { transfer_id, ...handOver(tim, ids.tess) }],
    ]);
    // Transfers are not imports.
    expect(await sue.ok(calls.rosterJobs, { userPuid: ids.sue })).toEqual([]);
    expectFailure(await sue.call(calls.rosterJob, { job_id: transfer_id }), 404);
    expectFailure(await sue.call(calls.restoreStudent, { undo_id: transfer_id }), 404);
  });

  it('are not given back over the head of somebody who moved one on, nor after 30 days', async () => {
    const { transfer_id } = await sue.ok(calls.transferClasses, move);
    await dan.ok(calls.transferClasses, { from_teacher_puid: tim, to_teacher_puid: ids.tom, group_puids: [ids.class] });
    const before = await enrollments();
    expectFailure(await sue.call(calls.undoClassTransfer, { transfer_id }), 409, /moved again/);
    expect(await enrollments()).toEqual(before);
    expect((await sue.ok(calls.classTransferList, { user_puid: ids.sue }))[0]).toMatchObject({ transfer_id, can_undo: true });
    server.clock.now += undoLife;
    sue = await server.signIn('sue');
    expect(await sue.ok(calls.classTransferList, { user_puid: ids.sue })).toEqual([]);
  });

  it('go to one of two takers when two administrators move them at the same moment', async () => {
    const answers = await Promise.all([
      sue.call(calls.transferClasses, move),
      dan.call(calls.transferClasses, { ...move, to_teacher_puid: ids.tom }),
    ]);
    expect(answers.map((one) => one.code).toSorted()).toEqual([200, 409]);
    const [card] = (await dan.ok(calls.myGroups, { user_puid: ids.dan })).filter((one) => one.group_puid === ids.class);
    expect(card?.teachers).toHaveLength(1);
    expect(await dan.ok(calls.classTransferList, { user_puid: ids.dan })).toHaveLength(1);
  });

  it('move all or none, and stay with colleagues who teach them too', async () => {
    const base = { district_id: 1, sourced_id: null, active: 1 };
    await insertAll(server.db, 'class_group', [
      {
        ...base,
        group_puid: goneClass,
        school_id: ids.school,
        name: 'Left behind',
        kind: 'class',
        subject: null,
        grade: null,
        period: null,
      },
    ]);
    await insertAll(server.db, 'enrollment', [
      { ...base, group_puid: goneClass, user_puid: gone, role: 'teacher' },
      { ...base, group_puid: ids.class, user_puid: tim, role: 'teacher' },
    ]);
    const before = await enrollments();
    expectFailure(await sue.call(calls.transferClasses, { ...move, group_puids: [ids.class, goneClass] }), 409);
    expect(await enrollments()).toEqual(before);
    // A class with both teachers stays with the other one.
    const shared = await sue.ok(calls.transferClasses, move);
    expect(await classesOf(timClient)).toEqual([ids.class]);
    expect(await classesOf(tess)).toEqual([]);
    await sue.ok(calls.undoClassTransfer, { transfer_id: shared.transfer_id });
    expect(await enrollments()).toEqual(before);
    // Classes of a closed account can be handed over, but not to a closed account.
    const teachers = await sue.ok(calls.transferTeachers, { user_puid: ids.sue });
    expect(teachers.map((one) => [one.user_puid, one.group_count, one.active])).toEqual([
      [gone, 1, false],
      [ids.tess, 1, true],
      [tim, 1, true],
    ]);
    expectFailure(await sue.call(calls.transferClasses, { ...move, to_teacher_puid: gone }), 404);
    await sue.ok(calls.transferClasses, { from_teacher_puid: gone, to_teacher_puid: ids.tess, group_puids: [goneClass] });
    expect((await sue.ok(calls.transferTeachers, { user_puid: ids.sue })).map((one) => one.user_puid)).toEqual([ids.tess, tim]);
    expectFailure(await sue.call(calls.transferClasses, { ...move, to_teacher_puid: ids.tess }), 400);
  });

  it('are those of the school for its administrators, and of the district for the others', async () => {
    expectFailure(await tess.call(calls.transferClasses, move), 403);
    expectFailure(await sue.call(calls.transferClasses, { ...move, to_teacher_puid: ids.tom }), 404);
    expectFailure(await sue.call(calls.classesOfTeacher, { teacher_puid: ids.tom }), 404);
    expectFailure(
      await sue.call(calls.transferClasses, { from_teacher_puid: ids.tess, to_teacher_puid: tim, group_puids: [ids.otherClass] }),
      404,
    );
    expectFailure(await dan.call(calls.transferClasses, { ...move, group_puids: [ids.foreignClass] }), 404);
    expectFailure(await dan.call(calls.transferClasses, { ...move, to_teacher_puid: ids.ted }), 404);
    expect(await enrollments()).toHaveLength(7);
    // Across schools, only the district sees the transfer and may undo it.
    const { transfer_id } = await dan.ok(calls.transferClasses, { ...move, to_teacher_puid: ids.tom });
    expect(await sue.ok(calls.classTransferList, { user_puid: ids.sue })).toEqual([]);
    expectFailure(await sue.call(calls.undoClassTransfer, { transfer_id }), 404);
    expectFailure(await (await server.signIn('sid')).call(calls.undoClassTransfer, { transfer_id }), 404);
    expectFailure(await (await server.signIn('dora')).call(calls.undoClassTransfer, { transfer_id }), 404);
    await dan.ok(calls.undoClassTransfer, { transfer_id });
    expect(await classesOf(tess)).toEqual([ids.class]);
    // Within one school, both the school and the district may undo it.
    const within = await dan.ok(calls.transferClasses, move);
    expectFailure(await (await server.signIn('sid')).call(calls.undoClassTransfer, { transfer_id: within.transfer_id }), 404);
    await sue.ok(calls.undoClassTransfer, { transfer_id: within.transfer_id });
  });
});
