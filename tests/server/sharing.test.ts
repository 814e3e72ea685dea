import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { Role } from '../../contract/kit.ts';
import { sharePermission } from '../../contract/sharing.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let tess: TestClient;
let tom: TestClient;
let lesson_id: number;
beforeEach(async () => {
  [server, tess, tom] = await schoolServer('tess', 'tom');
  ({ lesson_id } = await tess.ok(calls.createLesson, { user_puid: ids.tess, lesson_name: 'Rocks' }));
});

const share = (user_puid_list: number[], further: object = {}, by = tess) =>
  by.call(calls.shareLesson, { lesson_id, user_puid_list, shared_by_puid: by.user.userPuid, permission: sharePermission, ...further });
const unshare = (user_puid_list: number[], by = tess) =>
  by.call(calls.unshareLesson, { lesson_id, user_puid_list, shared_by_puid: by.user.userPuid });
const find = (role_id: 2 | 6 | 9, search = '', by = tess) =>
  by.call(calls.sharedUsers, { lesson_id, role_id, shared_by_puid: by.user.userPuid, search });
const sharedWith = async (by: TestClient) =>
  (await by.ok(calls.allLessons, { user_puid: by.user.userPuid, is_shared: 'yes' })).lessons.map((one) => [
    one.lesson_name,
    one.shared_by?.name,
  ]);

describe('sharing with colleagues', () => {
  it('finds staff of the district by role and name, whoever has it first', async () => {
    await server.db.updateTable('app_user').set({ role_id: Role.teacher }).where('user_puid', '=', ids.sue).execute();
    expect((await find(2)).data.users).toMatchObject([
      { user_puid: ids.sue, school_name: 'Hill', is_shared: false },
      { user_puid: ids.tom, school_name: 'Lake' },
    ]);
    await share([ids.tom]);
    expect((await find(2)).data.users.map(({ user_puid, is_shared }) => [user_puid, is_shared])).toEqual([
      [ids.tom, true],
      [ids.sue, false],
    ]);
    expect((await find(2, 'TOM pers')).data).toMatchObject({ users: [{ user_puid: ids.tom }], total: 1 });
    expect((await find(2, '%')).data).toEqual({ users: [], total: 0 });
    expect((await find(6)).data.users.map(({ user_puid }) => user_puid)).toEqual([ids.sid]);
    expect((await find(9)).data.users.map(({ user_puid }) => user_puid)).toEqual([ids.dan]);
  });
  it('gives them the lesson with permission 100: in their shared tab, to look at, to assign and to copy', async () => {
    expect((await share([ids.tom, ids.tom])).code).toBe(200);
    expect((await share([ids.tom])).code, 'again changes nothing').toBe(200);
    const rows = await server.db.selectFrom('lesson_share').selectAll().execute();
    expect(rows).toMatchObject([{ user_puid: ids.tom, shared_by_puid: ids.tess, permission: 100 }]);
    expect(await sharedWith(tom)).toEqual([['Rocks', 'tess Person']]);
    expect((await tom.call(calls.checkLesson, { lesson_id })).code).toBe(200);
  });
  it('ends: they have it no longer', async () => {
    await share([ids.tom]);
    await unshare([ids.tom]);
    expect(await sharedWith(tom)).toEqual([]);
    expectFailure(await unshare([ids.tom]), 404);
  });
  it('is for the owner, and with staff of the district alone', async () => {
    for (const wrong of [ids.ana, ids.ted, ids.tess, ids.pam, 999]) expectFailure(await share([ids.tom, wrong]), 404);
    expect(await sharedWith(tom), 'all or none').toEqual([]);
    expectFailure(await share([ids.sue], {}, tom), 404);
    expectFailure(await share([ids.sue], { lesson_id: ids.freeLesson }), 404);
    expectFailure(await share([ids.sue], { shared_by_puid: ids.tom }), 404);
    expectFailure(await share([ids.sue], { permission: 50 }), 400);
    expectFailure(await find(2, '', tom), 404);
    await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.sue).execute();
    expectFailure(await share([ids.sue]), 404);
  });
});

describe('a link for colleagues', () => {
  const link = async () => (await tess.ok(calls.createShareLink, { lesson_id })).id;
  const open = (id: string, by: TestClient) => by.call(calls.shareLessonFromUrl, { user_puid: by.user.userPuid, id });
  it('shares the lesson with whoever of the staff opens it, once', async () => {
    const id = await link();
    expect(await link(), 'the same one').toBe(id);
    const opened = (await open(id, tom)).data;
    expect(opened).toEqual({ lesson_id, lesson_name: 'Rocks', shared_by_puid: ids.tess, shared_by: 'tess Person' });
    expect((await open(id, tom)).data).toEqual(opened);
    expect(await sharedWith(tom)).toEqual([['Rocks', 'tess Person']]);
    await open(id, tess);
    expect(await sharedWith(tess), 'the owner has it anyway').toEqual([]);
  });
  it('opens nothing once it is taken back, or the lesson is deleted, or elsewhere, or by guessing', async () => {
    const id = await link();
    expectFailure(await open(id, await server.signIn('ted')), 404);
    expectFailure(await open('A'.repeat(22), tom), 404);
    expectFailure(await tom.call(calls.revokeShareLink, { lesson_id }), 404);
    await tess.ok(calls.revokeShareLink, { lesson_id });
    expectFailure(await open(id, tom), 404);
    expectFailure(await tess.call(calls.revokeShareLink, { lesson_id }), 404);
    const next = await link();
    expect(next).not.toBe(id);
    await tess.ok(calls.deleteLesson, { lesson_id, is_assignment: 'no' });
    expectFailure(await open(next, tom), 404);
  });
});
