import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import refusals from '../../messages/en/refusals.json' with { type: 'json' };
import { assignTo, finishLesson } from '../views/kit/fixture.ts';
import { ids, quiz_id, schoolServer } from './fixtureSchool.ts';
import { days, expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let tess: TestClient;
beforeEach(async () => {
  [server, tess] = await schoolServer('tess');
});

const iso = (instant: number) => new Date(instant).toISOString();
interface Wanted {
  group_puid: number;
  from?: number;
  to?: number | null;
  user_puids?: number[];
}
const order = ({ from = server.clock.now - days(1), to = server.clock.now + days(7), ...rest }: Wanted) => ({
  ...rest,
  from_date: iso(from),
  to_date: to === null ? null : iso(to),
});
const assignAll = (by: TestClient, classes: Wanted[], lesson_id: number = ids.freeLesson) =>
  by.call(calls.assignToClasses, { lesson_id, assignment_no: 1, assignment_details: JSON.stringify(classes.map(order)) });
const lists = async (by = tess, group_puid: number = ids.class) => {
  const { unassigned, assigned, assigned_taken, ...rest } = await by.ok(calls.classesAndUsers, { group_puid, lesson_id: ids.freeLesson });
  const names = (those: typeof assigned) => those.map(({ first_name }) => first_name);
  return { ...rest, unassigned: names(unassigned), assigned: names(assigned), taken: names(assigned_taken) };
};
const dashboard = async (name: string) => {
  const student = await server.signIn(name);
  return (await student.ok(calls.studentDashboard, { user_puid: student.user.userPuid })).assignments;
};

describe('several classes at once', () => {
  it('get the lesson with dates of their own, as one assignment', async () => {
    const dan = await server.signIn('dan');
    const to = server.clock.now + days(3);
    const made = (
      await assignAll(dan, [
        { group_puid: ids.class, to },
        { group_puid: ids.otherClass, to: null },
      ])
    ).data;
    expect(made.classes).toMatchObject([
      { group_puid: ids.class, is_new: true },
      { group_puid: ids.otherClass, is_new: true },
    ]);
    expect((await dashboard('ana'))[0]).toMatchObject({ assignment_id: made.assignment_id, to_date: iso(to) });
    expect((await dashboard('cal'))[0]).toMatchObject({ assignment_id: made.assignment_id, to_date: null });
  });
  it('stay as they are where they have it already', async () => {
    const dan = await server.signIn('dan');
    const first = (await assignAll(dan, [{ group_puid: ids.class }])).data;
    const again = (await assignAll(dan, [{ group_puid: ids.class, to: null }, { group_puid: ids.otherClass }])).data;
    expect(again.classes).toMatchObject([{ group_assignment_id: first.classes[0]?.group_assignment_id, is_new: false }, { is_new: true }]);
    expect((await dashboard('ana'))[0]?.to_date).not.toBeNull();
  });
  it('get it all or none: one that is not the teacher’s refuses every one', async () => {
    for (const wrong of [{ group_puid: ids.otherClass }, { group_puid: ids.foreignClass }, { group_puid: 999 }])
      expectFailure(await assignAll(tess, [{ group_puid: ids.class }, wrong]), 404);
    expectFailure(await assignAll(tess, [{ group_puid: ids.class, user_puids: [ids.cal] }]), 404);
    expectFailure(await assignAll(tess, [{ group_puid: ids.class }], ids.tomsLesson), 404);
    const inverted = { group_puid: ids.class, from: server.clock.now, to: server.clock.now - 1 };
    expectFailure(await assignAll(tess, [inverted]), 400, 'The end date must be after the start date.');
    expect(await server.db.selectFrom('group_assignment').selectAll().execute()).toEqual([]);
  });
  it.each(['', '[]', '{}', 'null', '[{"group_puid":1}]'])('refuse details that are no good: %s', async (assignment_details) =>
    expectFailure(await tess.call(calls.assignToClasses, { lesson_id: ids.freeLesson, assignment_no: 1, assignment_details }), 400),
  );
});

describe('classes and users', () => {
  it('are told apart: unassigned, assigned, assigned and taken', async () => {
    expect(await lists()).toMatchObject({ group_assignment_id: null, unassigned: ['ana', 'ben'], assigned: [], taken: [] });
    const given = await assignTo(server, ids.freeLesson);
    expect(await lists()).toMatchObject({ group_assignment_id: given.group_assignment_id, is_individual: false, assigned: ['ana', 'ben'] });
    const ana = await server.signIn('ana');
    await ana.ok(calls.trackLesson, { user_puid: ids.ana, time_spent: 0, tracking_id: 0, mode: 'start', ...given });
    expect(await lists()).toMatchObject({ unassigned: [], assigned: ['ben'], taken: ['ana'] });
  });
  it('further students of a class join those who have it, with its dates; then the whole class may', async () => {
    const to = server.clock.now + days(2);
    await assignAll(tess, [{ group_puid: ids.class, user_puids: [ids.ben], to }]);
    expect(await lists()).toMatchObject({ is_individual: true, unassigned: ['ana'], assigned: ['ben'] });
    expect(await dashboard('ana')).toEqual([]);
    await assignAll(tess, [{ group_puid: ids.class, user_puids: [ids.ana], to: null }]);
    expect(await lists()).toMatchObject({ is_individual: true, unassigned: [], assigned: ['ana', 'ben'], to_date: iso(to) });
    expect((await assignAll(tess, [{ group_puid: ids.class }])).data.classes[0]?.is_new).toBe(true);
    expect(await lists()).toMatchObject({ is_individual: false, to_date: iso(to) });
  });
  it('are nobody else’s', async () => {
    const tom = await server.signIn('tom');
    expectFailure(await tom.call(calls.classesAndUsers, { group_puid: ids.class, lesson_id: ids.freeLesson }), 404);
    expectFailure(await tess.call(calls.classesAndUsers, { group_puid: ids.class, lesson_id: ids.tomsLesson }), 404);
  });
});

describe('the dates of an assignment', () => {
  const change = (by: TestClient, group_assignment_id: number, from: number, to: number | null) =>
    by.call(calls.changeDates, { group_assignment_id, from_date: iso(from), to_date: to === null ? null : iso(to) });
  const told = async (name: string) => {
    const student = await server.signIn(name);
    return student.ok(calls.notification, { user_puid: student.user.userPuid });
  };
  const start = (name: 'ana' | 'ben', given: Awaited<ReturnType<typeof assignTo>>) =>
    server
      .signIn(name)
      .then((student) => student.ok(calls.trackLesson, { user_puid: ids[name], time_spent: 0, tracking_id: 0, mode: 'start', ...given }));

  it('change for every student of it, who are told once: what holds now', async () => {
    const given = await assignTo(server, ids.freeLesson);
    await start('ben', given);
    await server.db.updateTable('lesson_tracking').set({ completed_at: 1 }).execute();
    const from = server.clock.now - days(2);
    const to = server.clock.now + days(9);
    expect((await change(tess, given.group_assignment_id, from, null)).data).toEqual({ from_date: iso(from), to_date: null, notified: 1 });
    expect((await change(tess, given.group_assignment_id, from, to)).data).toEqual({ from_date: iso(from), to_date: iso(to), notified: 1 });
    expect((await change(tess, given.group_assignment_id, from, to)).data.notified, 'nothing is new').toBe(0);
    expect((await change(tess, given.group_assignment_id, from - 1, to)).data.notified, 'the due date is as it was').toBe(0);
    expect((await dashboard('ana'))[0]).toMatchObject({ from_date: iso(from - 1), to_date: iso(to) });
    expect(await told('ben'), 'is done').toEqual([]);
  });
  it('are told with the lesson and by whom, and put away like everything that is told', async () => {
    const given = await assignTo(server, ids.freeLesson);
    const to = server.clock.now + days(9);
    await change(tess, given.group_assignment_id, server.clock.now - days(1), null);
    await change(tess, given.group_assignment_id, server.clock.now - days(1), to);
    expect(await told('ana')).toMatchObject([
      { kind: 'dates', about: 'In any order', notification_text: iso(to), sender_name: 'tess Person' },
    ]);
  });
  it('leave the start to those who have begun', async () => {
    const given = await assignTo(server, ids.freeLesson);
    const tomorrow = server.clock.now + days(1);
    expect((await change(tess, given.group_assignment_id, tomorrow, null)).code).toBe(200);
    await change(tess, given.group_assignment_id, server.clock.now - days(1), null);
    await start('ana', given);
    expectFailure(await change(tess, given.group_assignment_id, tomorrow, null), 409, /^1 student has started this lesson/);
    await start('ben', given);
    expectFailure(await change(tess, given.group_assignment_id, tomorrow, null), 409, /^2 students have started this lesson/);
    expect((await dashboard('ana'))[0]).toMatchObject({ to_date: null });
  });
  it('decide what is late, whenever it was handed in', async () => {
    const given = await assignTo(server, ids.freeLesson);
    const from = server.clock.now - days(1);
    const ana = await server.signIn('ana');
    const { result_id } = await ana.ok(calls.startQuiz, { quiz_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 });
    server.clock.now += days(8);
    const back = await server.signIn('ana');
    const handedIn = await back.ok(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
    expect(handedIn).toMatchObject({ is_past_due: true, is_late: false });
    const teacher = await server.signIn('tess');
    const { group_assignment_id } = given;
    const marks = async () => {
      const { quizzes } = await teacher.ok(calls.studentAnswers, { group_assignment_id, student_puid: ids.ana });
      const list = await teacher.ok(calls.studentList, { group_assignment_id });
      const own = await back.ok(calls.assignmentResponses, { user_puid: ids.ana, ...given });
      return [
        quizzes.find((one) => one.quiz_id === quiz_id)?.attempts[0]?.is_past_due,
        list.find(({ user_puid }) => user_puid === ids.ana)?.results[0]?.is_past_due,
        own.find((one) => one.quiz_id === quiz_id)?.result?.is_past_due,
      ];
    };
    expect(await marks()).toEqual([true, true, true]);
    await change(teacher, group_assignment_id, from, server.clock.now);
    expect(await marks(), 'at the last moment').toEqual([false, false, false]);
    await change(teacher, group_assignment_id, from, server.clock.now - 1);
    expect(await marks()).toEqual([true, true, true]);
    await change(teacher, group_assignment_id, from, null);
    expect(await marks()).toEqual([false, false, false]);
  });
  it('are in order, and the class’s own staff’s alone', async () => {
    const { group_assignment_id } = await assignTo(server, ids.freeLesson);
    const now = server.clock.now;
    expectFailure(await change(tess, group_assignment_id, now, now), 400, 'The end date must be after the start date.');
    for (const name of ['tom', 'sid', 'ted', 'dora'])
      expectFailure(await change(await server.signIn(name), group_assignment_id, now, null), 404);
    await tess.ok(calls.unassign, { group_assignment_id });
    expectFailure(await change(tess, group_assignment_id, now, null), 404);
  });
});

describe('unassigning', () => {
  it('says before in numbers what it means, each student once', async () => {
    const given = await assignTo(server, ids.freeLesson);
    const { group_assignment_id } = given;
    const numbers = (user_puids?: number[]) =>
      tess.ok(calls.unassignNumbers, { group_assignment_id, ...(user_puids ? { user_puids } : {}) });
    expect(await numbers()).toEqual({ students: 2, not_started: 2, in_progress: 0, submitted: 0 });
    const ana = await server.signIn('ana');
    await ana.ok(calls.trackLesson, { user_puid: ids.ana, time_spent: 0, tracking_id: 0, mode: 'start', ...given });
    expect(await numbers()).toEqual({ students: 2, not_started: 1, in_progress: 1, submitted: 0 });
    const { result_id } = await ana.ok(calls.startQuiz, { quiz_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 });
    await ana.ok(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
    expect(await numbers()).toEqual({ students: 2, not_started: 1, in_progress: 0, submitted: 1 });
    expect(await numbers([ids.ben])).toEqual({ students: 1, not_started: 1, in_progress: 0, submitted: 0 });
  });
  it('takes it from the class, and assigning anew brings the work back', async () => {
    const given = await assignTo(server, ids.freeLesson);
    const ana = await server.signIn('ana');
    await finishLesson(ana, given);
    const before = await dashboard('ana');
    await tess.ok(calls.unassign, { group_assignment_id: given.group_assignment_id });
    expect(await dashboard('ana')).toEqual([]);
    expectFailure(await tess.call(calls.unassign, { group_assignment_id: given.group_assignment_id }), 404);
    await assignTo(server, ids.freeLesson);
    expect(await dashboard('ana')).toEqual(before);
  });
  it('takes it from some students: the others keep it', async () => {
    const { group_assignment_id } = await assignTo(server, ids.freeLesson);
    await tess.ok(calls.unassign, { group_assignment_id, user_puids: [ids.ben] });
    expect(await dashboard('ben')).toEqual([]);
    expect(await dashboard('ana')).toHaveLength(1);
    expectFailure(await tess.call(calls.unassign, { group_assignment_id, user_puids: [ids.ben] }), 404);
    await tess.ok(calls.unassign, { group_assignment_id, user_puids: [ids.ana] });
    expect(await lists(), 'nobody is left: it is no assignment any more').toMatchObject({ group_assignment_id: null });
  });
  it('ends the link and the code that led into the group', async () => {
    const lesson_id = ids.freeLesson;
    const { link_id } = await tess.ok(calls.createLessonLink, { lesson_id, is_perpectual_expiry: true, assignment_no: 1 });
    await tess.ok(calls.generateCode, { lesson_id });
    const groups = await server.db.selectFrom('group_assignment').select('group_assignment_id').execute();
    for (const { group_assignment_id } of groups) await tess.ok(calls.unassign, { group_assignment_id });
    const ana = await server.signIn('ana');
    expectFailure(await ana.call(calls.assignFromLessonUrl, { user_puid: ids.ana, link_id }), 403, refusals.refusal_lessonLinkRevoked);
    const codes = await server.db.selectFrom('assignment_code').select('expires_at').execute();
    expect(codes.map(({ expires_at }) => expires_at <= server.clock.now)).toEqual([true]);
  });
  it('is for the class’s own staff alone', async () => {
    const { group_assignment_id } = await assignTo(server, ids.freeLesson);
    for (const name of ['tom', 'sid', 'ted', 'dora']) {
      const other = await server.signIn(name);
      expectFailure(await other.call(calls.unassign, { group_assignment_id }), 404);
      expectFailure(await other.call(calls.unassignNumbers, { group_assignment_id }), 404);
    }
    await (await server.signIn('sue')).ok(calls.unassign, { group_assignment_id });
  });
});
