import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import refusals from '../../messages/en/refusals.json' with { type: 'json' };
import { assignTo } from '../views/kit/fixture.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { days, expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let ana: TestClient;
let tess: TestClient;
beforeEach(async () => {
  [server, ana, tess] = await schoolServer('ana', 'tess');
});
const inDays = (count: number) => new Date(server.clock.now + days(count)).toISOString();
const forEver = { is_perpectual_expiry: true, assignment_no: 1 } as const;
const make = (further: Record<string, unknown> = {}, by = tess) =>
  by.call(calls.createLessonLink, { lesson_id: ids.freeLesson, ...forEver, ...further });
const open = (link_id: string, by = ana) => by.call(calls.assignFromLessonUrl, { user_puid: by.user.userPuid, link_id });
const live = () => tess.ok(calls.lessonLinkId, { lesson_id: ids.freeLesson });

describe('a lesson link', () => {
  it('gives a student the lesson, once, and leads to what playing it needs', async () => {
    const { link_id } = (await make()).data;
    const assigned = (await open(link_id)).data;
    expect((await open(link_id)).data).toEqual(assigned);
    expect(assigned.lesson_id).toBe(ids.freeLesson);
    const named = { user_puid: ids.ana, ...assigned };
    expect(await ana.ok(calls.assignmentResponses, named)).toHaveLength(3);
    const ben = await server.signIn('ben');
    expectFailure(await ben.call(calls.assignmentResponses, { ...named, user_puid: ids.ben }), 404);
    expect((await ana.ok(calls.lessonPlayer, named)).lesson_resources).toHaveLength(4);
    const { assignments } = await ana.ok(calls.studentDashboard, { user_puid: ids.ana });
    expect(assignments.map(({ group_name }) => group_name)).toEqual(['In any order (with link)']);
  });
  it('makes a group that is no class: the lists of classes name it with its own lesson alone', async () => {
    await make();
    const named = async (of: { lesson_id?: number }) =>
      (await tess.ok(calls.classesForLesson, { user_puid: ids.tess, ...of })).map(({ group_name }) => group_name);
    expect(await named({ lesson_id: ids.freeLesson })).toEqual(['In any order (with link)', 'Science 6, Period 2']);
    expect(await named({ lesson_id: ids.orderedLesson })).toEqual(['Science 6, Period 2']);
    expect(await named({})).toEqual(['Science 6, Period 2']);
  });
  it('leads who has the lesson from the teacher already to that assignment', async () => {
    const own = await assignTo(server, ids.freeLesson);
    const { link_id } = (await make()).data;
    expect((await open(link_id)).data).toEqual({ lesson_id: own.lesson_id, assignment_id: own.assignment_id });
    expect((await ana.ok(calls.studentDashboard, { user_puid: ids.ana })).assignments).toHaveLength(1);
  });
  it('ends at its end date, but not for those who have opened it', async () => {
    const { link_id } = (await make({ is_perpectual_expiry: false, end_date: inDays(2) })).data;
    const assigned = (await open(link_id)).data;
    server.clock.now += days(2);
    expectFailure(await open(link_id, await server.signIn('ben')), 403, /^This link has expired/);
    ana = await server.signIn('ana');
    expect((await open(link_id)).data).toEqual(assigned);
    tess = await server.signIn('tess');
    expect(await live()).toBeNull();
  });
  it('can be taken back by who made it', async () => {
    const { link_id } = (await make()).data;
    expectFailure(await (await server.signIn('tom')).call(calls.revokeLessonLink, { link_id }), 404);
    await tess.ok(calls.revokeLessonLink, { link_id });
    expectFailure(await open(link_id), 403, refusals.refusal_lessonLinkRevoked);
    expectFailure(await tess.call(calls.revokeLessonLink, { link_id }), 404);
    expect(await live()).toBeNull();
  });
  it('is one for each teacher and lesson: a new one takes the place of the old, in the same group', async () => {
    const first = (await make()).data;
    const assigned = (await open(first.link_id)).data;
    const second = (await make({ is_perpectual_expiry: false, end_date: inDays(9) })).data;
    expect(second.link_id).not.toBe(first.link_id);
    expect(await live()).toEqual(second);
    const ben = await server.signIn('ben');
    expectFailure(await open(first.link_id, ben), 403, refusals.refusal_lessonLinkRevoked);
    expect((await open(second.link_id, ben)).data).toEqual(assigned);
    const toms = (await make({}, await server.signIn('tom'))).data;
    expect((await open(toms.link_id)).data.assignment_id).not.toBe(assigned.assignment_id);
    expect(await live()).toEqual(second);
  });
  it('opens nothing for another district, nor by guessing', async () => {
    const { link_id } = (await make()).data;
    const strangers = await server.signIn('zoe');
    expectFailure(await open(link_id, strangers), 404);
    expectFailure(await open('A'.repeat(22)), 404);
    expectFailure(await open('short'), 400);
  });
  it('is refused to a guest with a code, who has one lesson alone', async () => {
    const { link_id } = (await make({ lesson_id: ids.orderedLesson })).data;
    const { code } = await tess.ok(calls.generateCode, { lesson_id: ids.freeLesson });
    const guest = (await server.call(calls.loginWithAssignmentCode, { code, name: 'Gus' })).data as {
      token: string;
      userData: { userPuid: number };
    };
    const answer = await server.call(
      calls.assignFromLessonUrl,
      { user_puid: guest.userData.userPuid, link_id },
      { authorization: `Bearer ${guest.token}` },
    );
    expectFailure(answer, 403, /for one lesson/);
  });
  it('needs an end in the future, or none', async () => {
    for (const end_date of [null, inDays(-1), inDays(0)]) expectFailure(await make({ is_perpectual_expiry: false, end_date }), 400);
    expectFailure(await make({ assignment_no: 2 }), 400);
    expect((await make({ end_date: inDays(-1) })).data.end_date).toBeNull();
  });
  it('is of lessons that the teacher may use', async () => {
    for (const lesson_id of [ids.tomsLesson, ids.foreignLesson, 999]) {
      expectFailure(await make({ lesson_id }), 404);
      expectFailure(await tess.call(calls.lessonLinkId, { lesson_id }), 404);
    }
    expectFailure(await make({}, ana), 403);
  });
});
