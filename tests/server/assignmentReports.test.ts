import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { ids, resourceIds, schoolServer } from './fixtureSchool.ts';
import { makeOddClass, odd } from './oddClass.ts';
import { days, expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let tess: TestClient;
beforeEach(async () => {
  [server, tess] = await schoolServer('tess');
  await makeOddClass(server);
});

const due = { group_assignment_id: odd.due };
const inDue = resourceIds(ids.orderedLesson);

describe('reports on an assignment', () => {
  it('are seen by whoever sees the class: its teacher, its school, its district', async () => {
    const details = { ...due, lesson_resource_id: inDue.reading };
    const own = [await tess.ok(calls.assignmentProgress, due), await tess.ok(calls.resourceDetails, details)];
    for (const name of ['sue', 'dan', 'max']) {
      const { ok } = await server.signIn(name);
      expect([await ok(calls.assignmentProgress, due), await ok(calls.resourceDetails, details)]).toEqual(own);
    }
    for (const name of ['tom', 'sid', 'ted', 'dora']) {
      const client = await server.signIn(name);
      expectFailure(await client.call(calls.assignmentProgress, due), 404);
      expectFailure(await client.call(calls.resourceDetails, details), 404);
    }
    expectFailure(await tess.call(calls.resourceDetails, { ...due, lesson_resource_id: 1 }), 404);
    expectFailure(await tess.call(calls.assignmentProgress, { ...due, student_puid: odd.left }), 404);
  });

  it('list whoever has the assignment now, by name, with the resources in playing order', async () => {
    const { resources, students } = await tess.ok(calls.assignmentProgress, due);
    expect(students.map(({ user_puid, work }) => [user_puid, work.length])).toEqual([
      [odd.long, 1],
      [ids.ana, 3],
      [ids.ben, 3],
      // His work in his former class does not count here.
      [odd.moved, 1],
    ]);
    expect(students[1]?.work.map(({ lesson_resource_id }) => lesson_resource_id)).toEqual([inDue.reading, inDue.video, inDue.quiz]);
    expect(resources.map(({ lesson_resource_id, begun, completed }) => [lesson_resource_id, begun, completed]).slice(0, 1)).toEqual([
      [inDue.reading, 4, 4],
    ]);
    // Of fewer than five, a median would point at someone.
    expect(new Set(resources.map(({ median_time }) => median_time))).toEqual(new Set([null]));
    const one = await tess.ok(calls.assignmentProgress, { ...due, student_puid: ids.ben });
    expect(one).toEqual({ resources, students: students.filter(({ user_puid }) => user_puid === ids.ben) });
  });

  it('have medians from five students on, and forget a resource that left the lesson', async () => {
    await server.db.updateTable('app_user').set({ active: 1 }).where('user_puid', '=', odd.deactivated).execute();
    for (const [at, user_puid] of [odd.long, ids.ana, ids.ben, odd.moved, odd.deactivated].entries())
      await server.db
        .updateTable('resource_tracking')
        .set({ time_spent: 100 * at, percentage_completed: 20 * at })
        .where('user_puid', '=', user_puid)
        .where('lesson_resource_id', '=', inDue.reading)
        .execute();
    const [reading] = (await tess.ok(calls.assignmentProgress, due)).resources;
    expect(reading).toMatchObject({ begun: 5, completed: 0, median_time: 200, median_percentage: 40 });
    await server.db.deleteFrom('lesson_resource').where('lesson_resource_id', '=', inDue.reading).execute();
    const left = await tess.ok(calls.assignmentProgress, due);
    const named = [...left.resources, ...left.students.flatMap(({ work }) => work)].map(({ lesson_resource_id }) => lesson_resource_id);
    expect(named).not.toContain(inDue.reading);
  });

  it('count content tracking in the assignment that the student had begun last', async () => {
    const { item_id, resource_type_id } = await server.db
      .selectFrom('lesson_resource')
      .selectAll()
      .where('lesson_resource_id', '=', inDue.reading)
      .executeTakeFirstOrThrow();
    const { now } = server.clock;
    const track = (content_track_id: number, user_puid: number, day: number, time_spent: number) => ({
      ...{ district_id: ids.district, content_track_id, user_puid, item_id, item_type_id: resource_type_id },
      ...{ lesson_id: ids.orderedLesson, started_at: now + days(day), ended_at: now + days(day), time_spent, is_timed_out: 0 },
    });
    const tracking = await server.db
      .selectFrom('lesson_tracking')
      .selectAll()
      .where('group_assignment_id', '=', odd.due)
      .where('user_puid', '=', ids.ana)
      .executeTakeFirstOrThrow();
    await server.db
      .insertInto('lesson_tracking')
      .values({ ...tracking, tracking_id: 70_001, group_assignment_id: odd.again, assignment_id: odd.again, started_at: now - days(4) })
      .execute();
    await server.db
      .insertInto('content_track')
      .values([track(1, ids.ana, -17, 60), track(2, ids.ana, -16, 30), track(3, ids.ana, -3, 500), track(4, ids.ana, -19, 7)])
      .execute();
    const of = async (group_assignment_id: number) => {
      const { students } = await tess.ok(calls.resourceDetails, { group_assignment_id, lesson_resource_id: inDue.reading });
      return students.find(({ user_puid }) => user_puid === ids.ana);
    };
    expect(await of(odd.due)).toMatchObject({ opened: 2, viewed: 90, last_opened_at: new Date(now - days(16)).toISOString() });
    expect(await of(odd.again)).toMatchObject({ opened: 1, viewed: 500, work: null });
  });

  it('narrow the list of assignments to one class, and say how far it has come', async () => {
    const period = { from_date: '2029-10-01', to_date: '2030-01-15' };
    const all = await tess.ok(calls.groupAssignments, { ...period, user_puid: ids.tess });
    const own = await tess.ok(calls.groupAssignments, { ...period, user_puid: ids.tess, group_puid: ids.class });
    expect(own).toEqual(all.filter(({ group_puid }) => group_puid === ids.class));
    expect(await tess.ok(calls.groupAssignments, { ...period, user_puid: ids.tess, group_puid: odd.emptyClass })).toEqual([]);
    const { assignments, students } = await tess.ok(calls.classReport, { ...period, group_puid: ids.class });
    for (const { group_assignment_id, percentage_completed } of assignments) {
      const each = students.flatMap(({ work }) => work.filter((one) => one.group_assignment_id === group_assignment_id));
      const mean = each.reduce((sum, one) => sum + one.percentage_completed, 0) / each.length;
      expect(percentage_completed).toBe(Math.round(mean));
    }
  });
});
