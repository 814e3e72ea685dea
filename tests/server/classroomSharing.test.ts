import { beforeEach, describe, expect, it } from 'vitest';
import type { SharedWork } from '../../contract/classroom.ts';
import { calls } from '../../contract/index.ts';
import { type RefusalCode, refusals } from '../../contract/refusals.ts';
import { claim } from '../../server/classroom/takeOver.ts';
import { tenant } from '../../server/kit/tenant.ts';
import { type CourseThere, coursesScope, rostersScope, type WorkThere } from './classroomServer.ts';
import { classroomWorld, student } from './classroomWorld.ts';
import { ids } from './fixtureSchool.ts';
import { authenticate } from './openIdProvider.ts';
import { type Answer, auditOf, days, expectFailure, hours, minutes } from './testServer.ts';

const { world, begin, comeBack, link, course, takeOver } = classroomWorld();
const [ana, ben] = [student('g-ana', 'Ana'), student('g-ben', 'Ben')];

let biology: CourseThere;
let group_puid: number;

beforeEach(async () => {
  world.there.now = () => world.server.clock.now;
  await link();
  biology = course([ana, ben]);
  ({ group_puid } = await takeOver(biology));
});

/** An instant so many ms from now, without a fraction of a second, which the service does not keep. */
const at = (ms: number) => new Date(Math.floor((world.server.clock.now + ms) / 1_000) * 1_000);
/** Assigns a lesson to the class, and returns the assignment's id. */
async function assign({ from = at(-hours(1)), due = at(days(7)) as Date | null, to = group_puid } = {}) {
  const assignment_details = JSON.stringify({ from_date: from.toISOString(), to_date: due?.toISOString() ?? null });
  const { group_assignment_id } = await world.tess.ok(calls.assign, {
    ...{ lesson_id: ids.freeLesson, group_puid: to, assignment_no: 1, assignment_details },
  });
  return group_assignment_id;
}
const path = '/authenticated/studentDashboard/openLesson/MS8y';
const share = (group_assignment_id: number, who = world.tess) => who.call(calls.shareToClassroom, { group_assignment_id, path });
const listed = async (): Promise<SharedWork[]> => (await world.tess.ok(calls.classroomWork, { group_puid })).works;
const stateOf = async () => (await listed())[0]?.state;
/** What was asked for of assignments, without queries. */
const asked = () => world.there.asked.filter((one) => one.includes('/courseWork')).map((one) => one.replace(/\?.*/, ''));

const expectRefusal = (answer: Answer, reason: RefusalCode) => {
  expectFailure(answer, refusals[reason].status);
  expect(answer.data).toMatchObject({ reason });
};

describe('announcing', () => {
  it('adds the assignment with its link and due date, once', async () => {
    const id = await assign();
    expect(await world.tess.ok(calls.classroomWork, { group_puid })).toMatchObject({
      ...{ service: 'other', state: 'linked', group_puid, group_name: 'Biology', is_course: true },
      works: [{ group_assignment_id: id, lesson_id: ids.freeLesson, state: 'none', shared_at: null, address: null, is_individual: false }],
    });
    const answer = await share(id);
    expect(answer.data).toEqual({ outcome: 'added', address: world.there.works[0]?.alternateLink });
    const due = at(days(7));
    expect(world.there.works).toMatchObject([
      {
        ...{ courseId: biology.id, state: 'PUBLISHED', workType: 'ASSIGNMENT', title: (await listed())[0]?.lesson_name },
        materials: [{ link: { url: `http://orrery.test${path}` } }],
        dueDate: { year: due.getUTCFullYear(), month: due.getUTCMonth() + 1, day: due.getUTCDate() },
        dueTime: { hours: due.getUTCHours(), minutes: due.getUTCMinutes() },
      },
    ]);
    expect(await listed()).toMatchObject([
      { state: 'shared', shared_at: new Date(world.server.clock.now).toISOString(), address: world.there.works[0]?.alternateLink },
    ]);
    expect((await share(id)).data).toMatchObject({ outcome: 'there' });
    expect(world.there.works).toHaveLength(1);
    const audit = await auditOf(world.server.db, 'course.share').select(['actor_puid', 'subject']).execute();
    expect(audit).toEqual([
      { actor_puid: ids.tess, subject: `group ${group_puid}` },
      { actor_puid: ids.tess, subject: `group ${group_puid}` },
    ]);
  });

  it('brings title and due date up to date, and takes the due date away', async () => {
    const id = await assign();
    await share(id);
    const { db } = world.server;
    await db.updateTable('lesson').set({ lesson_name: 'Renamed' }).where('lesson_id', '=', ids.freeLesson).execute();
    expect(await stateOf()).toBe('changed');
    expect((await share(id)).data).toMatchObject({ outcome: 'updated' });
    await db.updateTable('group_assignment').set({ to_date: null }).where('group_assignment_id', '=', id).execute();
    expect(await stateOf()).toBe('changed');
    expect((await share(id)).data).toMatchObject({ outcome: 'updated' });
    expect(world.there.works).toHaveLength(1);
    expect(world.there.works[0]).toMatchObject({ title: 'Renamed' });
    expect(world.there.works[0]).not.toHaveProperty('dueDate');
    expect(await stateOf()).toBe('shared');
  });

  it('leaves out a due date that is over, and schedules what opens later', async () => {
    const id = await assign({ due: at(hours(1)) });
    world.server.clock.now += hours(2);
    await share(id);
    expect(world.there.works[0]).not.toHaveProperty('dueDate');
    expect(await stateOf()).toBe('shared');
    await world.tess.ok(calls.unassign, { group_assignment_id: id });
    world.there.works = [];
    const from = at(days(1));
    await share(await assign({ from, due: null }));
    expect(world.there.works).toMatchObject([{ state: 'DRAFT', scheduledTime: from.toISOString() }]);
  });

  it('is for the students of the assignment alone, if it is not for all', async () => {
    const { db } = world.server;
    const id = await assign();
    await db.updateTable('group_assignment').set({ is_individual: 1 }).where('group_assignment_id', '=', id).execute();
    expectRefusal(await share(id), 'classroomNobody');
    await db.insertInto('assignee').values({ district_id: 1, group_assignment_id: id, user_puid: ids.ben }).execute();
    expect((await share(id)).code).toBe(200);
    expect(world.there.works).toMatchObject([
      { assigneeMode: 'INDIVIDUAL_STUDENTS', individualStudentsOptions: { studentIds: ['g-ben'] } },
    ]);
  });

  it('adds it again after it was deleted there, and leaves alone what the teacher placed by hand', async () => {
    const id = await assign();
    await share(id);
    (world.there.works[0] as WorkThere).state = 'DELETED';
    expect((await share(id)).data).toMatchObject({ outcome: 'added' });
    world.there.works = world.there.works.slice(1).map((one) => ({ ...one, id: '99', associatedWithDeveloper: false, title: 'By hand' }));
    await world.server.db.deleteFrom('classroom_work').execute();
    expect((await share(id)).data).toMatchObject({ outcome: 'there' });
    expect(world.there.works).toMatchObject([{ id: '99', title: 'By hand' }]);
  });
});

describe('never twice', () => {
  it('of many at once', async () => {
    const id = await assign();
    const codes = (await Promise.all(Array.from({ length: 8 }, () => share(id)))).map(({ code }) => code);
    expect(world.there.works).toHaveLength(1);
    expect(codes.filter((code) => code === 200).length).toBeGreaterThan(0);
    expect(codes.filter((code) => code !== 200 && code !== 409)).toEqual([]);
  });

  it('when the answer is lost: nobody repeats it until the service must have it, and then it is found', async () => {
    const id = await assign();
    world.there.interrupt = (_url, _count, method) => (method === 'POST' ? { status: 503, isAfter: true } : undefined);
    expectFailure(await share(id), 503);
    expect(world.there.works).toHaveLength(1);
    expect(await stateOf()).toBe('unsure');
    world.there.interrupt = () => undefined;
    expectRefusal(await share(id), 'classroomSharing');
    world.server.clock.now += minutes(2);
    expect((await share(id)).data).toMatchObject({ outcome: 'updated', address: world.there.works[0]?.alternateLink });
    expect(world.there.works).toHaveLength(1);
    expect(await stateOf()).toBe('shared');
  });

  it('though the service lists its assignments page by page', async () => {
    world.there.pageSize = 2;
    const id = await assign();
    await share(id);
    const [ours] = world.there.works;
    if (!ours) throw new Error('Nothing is there.');
    const others = Array.from({ length: 5 }, (_, at) => ({ ...ours, id: `other-${at}`, materials: [] }));
    world.there.works = [...others, ours];
    await world.server.db.deleteFrom('classroom_work').execute();
    expect((await share(id)).data).toMatchObject({ outcome: 'updated' });
    expect(world.there.works).toHaveLength(6);
  });
});

describe('what is refused', () => {
  it.each([
    [403, 'classroomMayNotShare', 'none'],
    [400, 'classroomRefused', 'none'],
    [429, 'classroomBusy', 'none'],
  ] as const)('by the service, with %i', async (status, reason, after) => {
    const id = await assign();
    world.there.interrupt = (_url, _count, method) => (method === 'POST' ? { status } : undefined);
    expectRefusal(await share(id), reason);
    expect(await stateOf()).toBe(after);
    expect(world.there.works).toEqual([]);
  });

  it('is not repeated when it writes, unless the service says that it did nothing', async () => {
    const id = await assign();
    world.there.interrupt = (_url, _count, method) => (method === 'POST' ? { status: 500 } : undefined);
    await share(id);
    expect(asked().filter((one, at, all) => all.indexOf(one) !== at)).toHaveLength(1);
    expect(world.pauses).toEqual([]);
  });

  it('without the consent to add assignments: the courses can be read all the same', async () => {
    const { url, cookie } = await begin();
    const address = new URL(url);
    address.searchParams.set('scope', `openid ${coursesScope} ${rostersScope} offline_access`);
    const location = await comeBack(await authenticate(address.href, 'g-tess'), cookie);
    expect(new URL(location).searchParams.get('result')).toBe('linked');
    expect((await world.tess.call(calls.classroomCourses, {})).code).toBe(200);
    expectRefusal(await share(await assign()), 'classroomMayNotShare');
  });

  it('for a class that is no course, a course that is gone, and an assignment that is not the teacher’s', async () => {
    expectRefusal(await share(await assign({ to: ids.class })), 'classroomNoCourse');
    expect(await world.tess.ok(calls.classroomWork, { group_puid: ids.class })).toMatchObject({ is_course: false, works: [] });
    const id = await assign();
    const [tom, pupil] = [await world.server.signIn('tom'), await world.server.signIn('ana')];
    expectFailure(await share(id, pupil), 403);
    expect(await link('g-tom', tom)).toBe('linked');
    expectFailure(await share(id, tom), 404);
    expectFailure(await tom.call(calls.classroomWork, { group_puid }), 404);
    biology.teachers = ['g-tom'];
    expectFailure(await share(id), 404);
    expect(await stateOf()).toBe('none');
  });

  it('for an address that is no lesson’s', async () => {
    const group_assignment_id = await assign();
    for (const wrong of [
      'https://evil.example/',
      '//evil.example',
      '/authenticated/admin/x',
      `${path}?next=//evil`,
      `${path}/../../x`,
      'x',
    ])
      expectFailure(await world.tess.call(calls.shareToClassroom, { group_assignment_id, path: wrong }), 400);
  });

  it('as long as it cannot be read whether it worked', async () => {
    const id = await assign();
    world.there.interrupt = (_url, _count, method) => (method === 'POST' ? { status: 200, body: 'x', isAfter: true } : undefined);
    expectRefusal(await share(id), 'classroomUnreadable');
    expect(await stateOf()).toBe('unsure');
  });

  it('without a link', async () => {
    const id = await assign();
    await world.tess.ok(calls.unlinkClassroom, {});
    expectRefusal(await share(id), 'classroomUnlinked');
    expect(await world.tess.ok(calls.classroomWork, { group_puid })).toMatchObject({ state: 'none', is_course: false, works: [] });
  });
});

it('tells the technician when the service fails, and when it worked', async () => {
  const status = async () => {
    const { integrations } = await world.dan.ok(calls.technicalStatus, {});
    return integrations.find(({ kind }) => kind === 'classroom');
  };
  expect(await status()).toMatchObject({ state: 'works', hosts: ['127.0.0.1'], failures: 0, name: '' });
  world.server.clock.now += 1;
  world.there.interrupt = () => ({ status: 403 });
  await world.tess.call(calls.classroomCourses, {});
  expect(await status()).toMatchObject({ state: 'failed', cause: 'apiForbidden', failures: 1 });
  world.server.clock.now += 1;
  world.there.interrupt = () => undefined;
  await world.tess.call(calls.classroomCourses, {});
  expect(await status()).toMatchObject({ state: 'warning', failures: 1 });
});

it('does not claim a course whose take-over or undoing came in between', async () => {
  const db = tenant(world.server.ports.db, ids.district);
  const known = await db.selectFrom('classroom_course').selectAll().executeTakeFirstOrThrow();
  const { issuer, course_id, imported_at } = known;
  const row = { issuer, course_id, group_puid: known.group_puid, import_id: 7, imported_at };
  await expect(claim(db, ids.tess, { ...known, version: known.version - 1 }, row)).rejects.toMatchObject({
    data: { reason: 'classroomChanged' },
  });
  expect(await db.selectFrom('classroom_course').selectAll().execute()).toEqual([known]);
  await claim(db, ids.tess, known, row);
  expect(await db.selectFrom('classroom_course').selectAll().execute()).toEqual([{ ...known, import_id: 7, version: known.version + 1 }]);
});
