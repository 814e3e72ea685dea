import { setImmediate as breathe } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { InputOf } from '../../contract/kit.ts';
import { Role } from '../../contract/kit.ts';
import type { RosterJob } from '../../contract/rostering/job.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { resumeJobs, runJob } from '../../server/roster/jobs.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { importing, upload } from './importing.ts';
import { auditOf, expectFailure, type TestClient, type TestServer } from './testServer.ts';

describe('a change of many people', () => {
  let server: TestServer;
  let dan: TestClient;
  let sue: TestClient;
  beforeEach(async () => {
    [server, dan, sue] = await schoolServer('dan', 'sue');
  });
  const { look, apply, confirm, undo } = importing(() => server);
  type Order = Partial<Omit<InputOf<typeof calls.startBatch>, 'user_puid'>>;
  const order = (person: 'dan' | 'sue', given: Order) => ({ user_puid: ids[person], action: 'close', selected: null, ...given }) as const;
  const start = async (person: 'dan' | 'sue', given: Order): Promise<RosterJob> => {
    const client = person === 'dan' ? dan : sue;
    const job = await client.ok(calls.startBatch, order(person, given));
    await server.settle();
    return look(client, job);
  };
  const usersNow = async () =>
    (await server.db.selectFrom('app_user').selectAll().where('district_id', '=', 1).orderBy('user_puid').execute()).map(
      ({ token_version: _, ...row }) => row,
    );
  const userOf = (user_puid: number) =>
    server.db.selectFrom('app_user').selectAll().where('user_puid', '=', user_puid).where('district_id', '=', 1).executeTakeFirstOrThrow();

  it('closes who was selected, skips who is not below, ends sessions, and goes back', async () => {
    const before = await usersNow();
    const ben = await server.signIn('ben');
    const job = await start('dan', { selected: [ids.ben, ids.tess, ids.dan] });
    expect(job).toMatchObject({
      state: 'validated',
      check: { form: 'selection' },
      skipped: 1,
      counts: { users: { deactivated: 2 } },
      confirmation: '2',
      brake: { losses: expect.arrayContaining([expect.objectContaining({ kind: 'staff', school: null, count: 1 })]) },
    });
    expect(await usersNow()).toEqual(before);
    expect(await apply(dan, job)).toMatchObject({ state: 'done', can_undo: true });
    expect((await userOf(ids.ben)).active).toBe(0);
    expectFailure(await ben.call(calls.ownSessions, { user_puid: ids.ben }), 401);
    const again = await start('dan', { action: 'open', selected: [ids.ben] });
    expect(again).toMatchObject({ counts: { users: { updated: 1 } }, confirmation: null });
    await undo(dan, await apply(dan, again));
    expect((await userOf(ids.ben)).active).toBe(0);
    expect(await undo(dan, job)).toMatchObject({ state: 'rolledBack', left_alone: 0 });
    expect(await usersNow()).toEqual(before);
  });

  it('takes everybody whom the filters leave, within the own school', async () => {
    const job = await start('sue', { role: Role.student, state: 'active' });
    const students = await server.db
      .selectFrom('app_user')
      .select('user_puid')
      .where('district_id', '=', 1)
      .where('school_id', '=', ids.school)
      .where('role_id', '=', Role.student)
      .where('active', '=', 1)
      .execute();
    expect(job.counts?.users.deactivated).toBe(students.length);
    expect((await start('dan', { search: 'ben' })).counts?.users.deactivated).toBe(1);
    expectFailure(await dan.call(calls.startBatch, order('dan', { search: 'nobody at all' })), 409);
    for (const foreign of [ids.zoe, ids.cal])
      expectFailure(await sue.call(calls.startBatch, order('sue', { selected: [ids.ben, foreign] })), 404);
  });

  it('moves people to an open school, which only the district may', async () => {
    const before = await usersNow();
    const move: Order = { action: 'move', school_id: ids.otherSchool, selected: [ids.ben, ids.tess] };
    expectFailure(await sue.call(calls.startBatch, order('sue', move)), 404);
    expectFailure(await dan.call(calls.startBatch, order('dan', { ...move, school_id: null })), 400);
    expectFailure(await dan.call(calls.startBatch, order('dan', { ...move, school_id: 999 })), 404);
    const job = await start('dan', move);
    expect(job.counts?.users.updated).toBe(2);
    expect(await dan.ok(calls.rosterChanges, { job_id: job.job_id })).toContainEqual(
      expect.objectContaining({ fields: { school_name: [expect.any(String), expect.any(String)] } }),
    );
    await apply(dan, job);
    expect((await userOf(ids.ben)).school_id).toBe(ids.otherSchool);
    // Somebody changes one of them. That one stays.
    await server.db.updateTable('app_user').set({ grade: '8' }).where('user_puid', '=', ids.tess).execute();
    expect(await undo(dan, job)).toMatchObject({ left_alone: 1 });
    expect(await usersNow()).toEqual(
      before.map((row) => (row.user_puid === ids.tess ? { ...row, grade: '8', school_id: ids.otherSchool } : row)),
    );
    const late = await start('dan', move);
    await server.db.updateTable('school').set({ closed_at: 1 }).where('school_id', '=', ids.otherSchool).execute();
    await confirm(dan, late);
    await server.settle();
    expect(await look(dan, late)).toMatchObject({ state: 'refused', problem: 'schoolClosed' });
  });

  it('ends sessions and takes back codes, which cannot be undone', async () => {
    const ben = await server.signIn('ben');
    const sessions = await start('dan', { action: 'endSessions', selected: [ids.ben, ids.ana] });
    expect(sessions.counts?.users).toMatchObject({ updated: 1, unchanged: 1 });
    expect(await apply(dan, sessions)).toMatchObject({ state: 'done', can_undo: false });
    expectFailure(await ben.call(calls.ownSessions, { user_puid: ids.ben }), 401);
    expectFailure(await dan.call(calls.undoImport, { job_id: sessions.job_id }), 409);
    const codes = await start('dan', { action: 'resetCodes', selected: [ids.ben, ids.tess] });
    expect(codes).toMatchObject({ skipped: 1, counts: { users: { updated: 1 } } });
    await apply(dan, codes);
    expect((await userOf(ids.ben)).password_hash).toBeNull();
    expect((await userOf(ids.tess)).password_hash).not.toBeNull();
    expectFailure(await server.call(calls.login, { username: 'ben', password: 'science-rocks' }), 400);
  });

  it('goes on where a stopped server left it', async () => {
    const job = await start('dan', { selected: [ids.ben, ids.ana] });
    await server.db.updateTable('roster_job').set({ state: 'applying' }).where('job_id', '=', job.job_id).execute();
    await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.ben).execute();
    await runJob(server.ports, { district_id: 1, job_id: job.job_id });
    expect(await look(dan, job)).toMatchObject({ state: 'done', rows_done: 2 });
    expect((await userOf(ids.ana)).active).toBe(0);
  });

  it('stops before the next part when it is called off, says how far it came, and goes on or back from there', async () => {
    // A dozen parts: the worker is still at it when it is called off after the first ones.
    const [part, most] = [500, 6_000];
    const model = await userOf(ids.ben);
    const people = Array.from({ length: most }, (_, index) => ({
      ...{ ...model, user_puid: 5_000_000 + index, user_name: `many${index}`, user_key: `many${index}`, last_name: 'Manyone' },
      ...{ email: null, sourced_id: null, student_number: null },
    }));
    await insertAll(server.db, 'app_user', people);
    const before = await usersNow();
    const closed = async () => (await usersNow()).filter(({ last_name, active }) => last_name === 'Manyone' && active === 0).length;
    const audit = async (action: 'roster.cancel' | 'roster.done') =>
      (await auditOf(server.db, action).select('actor_puid').execute()).length;
    const job = await start('dan', { search: 'manyone' });
    expect(job).toMatchObject({ state: 'validated', counts: { users: { deactivated: most } } });
    await confirm(dan, job);
    const working = server.settle();
    while ((await look(dan, job)).rows_done === 0) await breathe();
    await dan.ok(calls.cancelImport, { job_id: job.job_id });
    await working;
    const { rows_done } = await look(dan, job);
    expect([rows_done % part, rows_done > 0, rows_done < most, await closed()]).toEqual([0, true, true, rows_done]);
    const stopped = { state: 'partial', problem: 'cancelled', rows_done, rows_total: most, can_undo: true };
    expect(await look(dan, job)).toMatchObject(stopped);
    expect([await audit('roster.cancel'), await audit('roster.done')]).toEqual([1, 0]);
    // A worker that looks for jobs finds none.
    await runJob(server.ports, { district_id: 1, job_id: job.job_id });
    await resumeJobs(server.ports, true);
    expect(await look(dan, job)).toMatchObject(stopped);
    expect(await closed()).toBe(rows_done);
    await dan.ok(calls.resumeImport, { job_id: job.job_id });
    await server.settle();
    expect(await look(dan, job)).toMatchObject({ state: 'done', problem: null, rows_done: most });
    expect(await closed()).toBe(most);
    expect(await undo(dan, job)).toMatchObject({ state: 'rolledBack', left_alone: 0 });
    expect(await usersNow()).toEqual(before);
  });

  it('is no way around the rules of imports, nor for people with lower roles', async () => {
    const list = await upload(dan, { 'a.csv': 'user_name\nben\n' });
    expectFailure(await dan.call(calls.validateFile, { job_id: list.job_id, options: { mode: 'close' } }), 409);
    const job = await start('dan', { selected: [ids.ben] });
    expectFailure(await dan.call(calls.validateFile, { job_id: job.job_id, options: { mode: 'add' } }), 409);
    const content = Buffer.from('{}').toString('base64');
    expectFailure(
      await dan.call(calls.uploadRosterPart, { job_id: job.job_id, file_name: 'people.json', size: 2, part_no: 1, content }),
      409,
    );
    // Whoever loses the rights between question and answer changes nobody.
    await server.db.updateTable('app_user').set({ role_id: Role.teacher }).where('user_puid', '=', ids.dan).execute();
    await server.db.updateTable('roster_job').set({ state: 'confirmed' }).where('job_id', '=', job.job_id).execute();
    await runJob(server.ports, { district_id: 1, job_id: job.job_id });
    expect((await userOf(ids.ben)).active).toBe(1);
  });
});
