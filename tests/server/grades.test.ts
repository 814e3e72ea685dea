import { expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { DataOf } from '../../contract/kit.ts';
import { usualGrades } from '../../server/areas/registration.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { auditOf, expectFailure, type TestClient } from './testServer.ts';

const { freeGrade: kindergarten, grade: sixth } = ids;
type Grade = DataOf<typeof calls.gradeGet>;
const usual = usualGrades.map(({ grade }) => grade);
const listed = async (client: TestClient, asked: object = {}) =>
  (((await client.ok(calls.gradeList, { limit: 200, ...asked })) as DataOf<typeof calls.gradeList>).rows as Grade[]).map(
    ({ name }) => name,
  );
const add = async (client: TestClient, name: string) =>
  (await client.ok(calls.gradeAdd, { name })) as Grade & { grade_id: number; place: number };
const put = async (client: TestClient, grade_id: number, place: number) =>
  (await client.ok(calls.gradeOrder, { grade_id, place })) as Grade;

it('puts a grade at any place, adds new ones at the end, and everyone chooses in this order', async () => {
  const [server, dan, tess] = await schoolServer('dan', 'tess');
  expect(await listed(dan)).toEqual(usual);
  const added = await add(dan, 'TK');
  expect(added.place).toBe(14);
  expect(await put(dan, added.grade_id, 1)).toMatchObject({ place: 1, version: added.version });
  expect(await listed(dan)).toEqual(['TK', ...usual]);
  expect(await listed(dan, { sort: '-place', limit: 2 })).toEqual(['12', '11']);
  expect(await put(dan, kindergarten, 99)).toMatchObject({ place: 14 });
  const last = ['TK', ...usual.slice(1), 'K'];
  expect((await tess.ok(calls.allGrades, {})).map(({ grade }) => grade)).toEqual(last);
  await dan.ok(calls.gradeRemove, { grade_id: added.grade_id });
  expect(await put(dan, kindergarten, 13)).toMatchObject({ place: 13 });
  expect(await put(dan, kindergarten, 1)).toMatchObject({ place: 1 });
  expect(await listed(dan)).toEqual(usual);
  const moves = await auditOf(server.db, 'grade.order').select('detail').execute();
  expect(JSON.parse(moves[0]?.detail ?? '')).toEqual({ before: { place: 14 }, after: { place: 1 } });
});

it('counts who has a grade, and deletes none that is in use', async () => {
  const [server, dan] = await schoolServer('dan');
  await server.db.updateTable('app_user').set({ grade: ' k ' }).where('user_puid', 'in', [ids.ana, ids.ben, ids.zoe]).execute();
  await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.ben).execute();
  expect(await dan.ok(calls.gradeUses, { grade_id: kindergarten })).toEqual({ students: 1, classes: 0 });
  expect(await dan.ok(calls.gradeUses, { grade_id: sixth })).toEqual({ students: 0, classes: 2 });
  for (const grade_id of [kindergarten, sixth]) {
    const refused = await dan.call(calls.gradeRemove, { grade_id });
    expectFailure(refused, 409);
    expect(refused.data).toMatchObject({ reason: 'recordInUse' });
  }
  expect(await listed(dan)).toEqual(usual);
  await server.db.updateTable('app_user').set({ grade: null }).where('user_puid', '=', ids.ana).execute();
  await dan.ok(calls.gradeRemove, { grade_id: kindergarten });
  expect(await listed(dan)).toEqual(usual.slice(1));
  expect(await dan.ok(calls.gradeRestore, { grade_id: kindergarten })).toMatchObject({ name: 'K', place: 1 });
});

it('takes people and classes along when a grade gets another name, but for those of a roster', async () => {
  const [server, dan] = await schoolServer('dan');
  await server.db.updateTable('app_user').set({ grade: '6' }).where('user_puid', 'in', [ids.ana, ids.cal, ids.zoe]).execute();
  await server.db.updateTable('app_user').set({ sourced_id: 'u1' }).where('user_puid', '=', ids.cal).execute();
  await server.db.updateTable('class_group').set({ sourced_id: 'c1' }).where('group_puid', '=', ids.otherClass).execute();
  expect(await dan.ok(calls.gradeUpdate, { grade_id: sixth, version: 1, name: 'Sixth' })).toMatchObject({ students: 1, classes: 1 });
  const gradesIn = async (table: 'app_user' | 'class_group', key: 'user_puid' | 'group_puid') =>
    (
      await server.db
        .selectFrom(table as 'app_user')
        .select('grade')
        .where('grade', 'is not', null)
        .orderBy(key as 'user_puid')
        .execute()
    ).map(({ grade }) => grade);
  expect(await gradesIn('app_user', 'user_puid')).toEqual(['Sixth', '6', '6']);
  expect(await gradesIn('class_group', 'group_puid')).toEqual(['6', 'Sixth', '6']);
});

it('orders the grades that a report offers', async () => {
  const [server, dan] = await schoolServer('dan');
  await server.db.updateTable('class_group').set({ grade: '7' }).where('group_puid', '=', ids.otherClass).execute();
  const offered = async () => (await dan.ok(calls.gradesOfBoard, { board_id: ids.district })).map(({ grade }) => grade);
  expect(await offered()).toEqual(['6', '7']);
  await put(dan, sixth, 13);
  expect(await offered()).toEqual(['7', '6']);
});
