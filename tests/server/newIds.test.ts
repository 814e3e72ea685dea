import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { type RosterJob, rosterPartSize } from '../../contract/rostering/job.ts';
import { tenant } from '../../server/kit/tenant.ts';
import { runJob } from '../../server/roster/jobs.ts';
import { readLog } from '../../server/roster/log.ts';
import { undoEntries } from '../../server/roster/tables.ts';
import { wordsOf } from '../roster/words.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { importing } from './importing.ts';
import type { TestClient, TestServer } from './testServer.ts';

describe('a list of new usernames and roster ids', () => {
  let server: TestServer;
  let dan: TestClient;
  let sue: TestClient;
  let tess: TestClient;
  beforeEach(async () => {
    [server, dan, sue, tess] = await schoolServer('dan', 'sue', 'tess');
  });
  const { look, validate, apply, confirm, undo } = importing(() => server);
  const listed = (person: TestClient, rows: string, options = {}) =>
    validate(person, { 'ids.csv': `user_name,new_user_name,new_sourced_id\n${rows}\n` }, { mode: 'newIds', ...options });
  const idsNow = async () =>
    Object.fromEntries(
      (
        await server.db
          .selectFrom('app_user')
          .select(['user_puid', 'user_name', 'user_key', 'sourced_id'])
          .where('district_id', '=', 1)
          .execute()
      ).map(({ user_puid, user_name, user_key, sourced_id }) => [user_puid, [user_name, user_key, sourced_id]]),
    );
  const found = async (person: TestClient, { job_id, state }: RosterJob) => {
    expect(state).toBe('refused');
    return (await person.ok(calls.rosterFindings, { job_id })).map(wordsOf);
  };

  it('swaps within the list, keeps sessions and passwords, and goes back as a whole', async () => {
    const before = await idsNow();
    const ben = await server.signIn('ben');
    const job = await listed(dan, 'ben,Ana,r-1\nANA,ben,\ntess,,r-2\ncal,,');
    expect(job).toMatchObject({ state: 'validated', confirmation: null, counts: { users: { updated: 3, unchanged: 1, created: 0 } } });
    expect(await dan.ok(calls.rosterChanges, { job_id: job.job_id })).toContainEqual({
      kind: 'users',
      action: 'update',
      name: 'ben Person',
      fields: { user_name: ['ben', 'Ana'], sourced_id: [before[ids.ben]?.[2] ?? null, 'r-1'] },
    });
    expect(await apply(dan, job)).toMatchObject({ state: 'done', rows_done: 4 });
    const after = await idsNow();
    expect(after[ids.ben]).toEqual(['Ana', 'ana', 'r-1']);
    expect(after[ids.ana]).toEqual(['ben', 'ben', before[ids.ana]?.[2]]);
    expect(after[ids.tess]).toEqual(['tess', 'tess', 'r-2']);
    expect(await ben.ok(calls.ownSessions, { user_puid: ids.ben })).toMatchObject({ sessions: [{ is_this: true }] });
    await server.signIn('ana');
    expect(await undo(dan, job)).toMatchObject({ state: 'rolledBack', left_alone: 0 });
    expect(await idsNow()).toEqual(before);
  });

  it('writes a long chain in batches from its free end, and undoes it from there', async () => {
    const most = 4500;
    const one = await server.db.selectFrom('app_user').selectAll().where('user_puid', '=', ids.ben).executeTakeFirstOrThrow();
    const name = (at: number) => `chain${at}`;
    const rows = [...Array(most).keys()].map((at) => ({
      ...one,
      user_puid: 900_000 + at,
      user_name: name(at),
      user_key: name(at),
      sourced_id: null,
    }));
    for (let at = 0; at < most; at += 500)
      await server.db
        .insertInto('app_user')
        .values(rows.slice(at, at + 500))
        .execute();
    const before = await idsNow();
    const job = await listed(dan, rows.map((_, at) => `${name(at)},${name(at + 1)},`).join('\n'));
    expect(job).toMatchObject({ state: 'validated', counts: { users: { updated: most } } });
    expect(await apply(dan, job)).toMatchObject({ state: 'done', rows_done: most });
    const written = await server.db.selectFrom('roster_batch').select('entries').where('job_id', '=', job.job_id).execute();
    expect(written.map(({ entries }) => readLog(entries).flatMap(([, of]) => of).length)).toEqual([2000, 2000, 500]);
    const after = await idsNow();
    expect(rows.every(({ user_puid }, at) => after[user_puid]?.[1] === name(at + 1))).toBe(true);
    expect(await undo(dan, job)).toMatchObject({ state: 'rolledBack', left_alone: 0 });
    expect(await idsNow()).toEqual(before);
  });

  it('says of each row what is wrong with it', async () => {
    await server.db.updateTable('app_user').set({ sourced_id: 'taken' }).where('user_puid', '=', ids.tess).execute();
    const rows = [
      'nobody,new1,',
      'ben,TESS,',
      'ana,,taken',
      'cal,x1,',
      'dan,x2,',
      ',x3,',
      `ben,${'n'.repeat(101)},`,
      'tess,x1,',
      'zed,X1,',
      'cal,1.23E+11,',
    ];
    const byFile = await listed(dan, rows.join('\n'));
    expect(await found(dan, byFile)).toEqual([
      'personMissing ids.csv:7 user_name',
      'tooLong ids.csv:8 new_user_name',
      'duplicate ids.csv:8 user_name',
      'duplicate ids.csv:9 new_user_name',
      'duplicateCase ids.csv:10 new_user_name',
      'mangled ids.csv:11 new_user_name',
    ]);
    expect(await found(dan, await listed(dan, 'nobody,new1,\nben,TESS,\nana,,taken\ncal,x1,\ndan,x2,'))).toEqual([
      'personUnknown ids.csv:2 user_name',
      'personHigher ids.csv:6 user_name',
      'userNameTaken ids.csv:3 new_user_name',
      'sourcedIdTaken ids.csv:4 new_sourced_id',
    ]);
    expect(await found(sue, await listed(sue, 'cal,x1,\nsue,x2,\ndan,x3,'))).toEqual([
      'personElsewhere ids.csv:2 user_name',
      'personHigher ids.csv:3 user_name',
      'personElsewhere ids.csv:4 user_name',
    ]);
    expect(await found(tess, await listed(tess, 'ben,x1,'))).toEqual(['administratorOnly ids.csv']);
    await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.ben).execute();
    expect(await found(dan, await listed(dan, 'ben,x1,'))).toEqual(['personClosed ids.csv:2 user_name']);
    expect(await found(dan, await validate(dan, { 'ids.csv': 'user_name\nben\n' }, { mode: 'newIds' }))).toEqual([
      'fieldMissing ids.csv:1 new_user_name',
    ]);
  });

  it('finds people by any id, and says when ids or names do not go together', async () => {
    await server.db.updateTable('app_user').set({ sourced_id: 'r-ben', student_number: '0007' }).where('user_puid', '=', ids.ben).execute();
    const list = (rows: string) =>
      validate(dan, { 'ids.csv': `user_name,sourced_id,student_id,first_name,new_user_name\n${rows}\n` }, { mode: 'newIds' });
    for (const row of [',r-ben,,,bb', ',,0007,,bb', 'ben,r-ben,0007,BEN,bb']) expect((await list(row)).state).toBe('validated');
    expect(await found(dan, await list('ana,r-ben,,,bb\ncal,,9999,,bb2'))).toEqual([
      'personsDiffer ids.csv:2 sourced_id',
      'personUnknown ids.csv:3 student_id',
    ]);
    const other = await list('ben,,,Ana,bb');
    expect(other).toMatchObject({ state: 'validated', check: { warnings: 1 } });
    expect((await dan.ok(calls.rosterFindings, { job_id: other.job_id })).map(wordsOf)).toEqual(['~otherPerson ids.csv:2 first_name']);
  });

  it('leaves out wrong rows, and those that want the ids of their people', async () => {
    const job = await listed(dan, 'ben,ana,\nana,tess,\ncal,cal2,', { leave_out: true });
    expect(job).toMatchObject({ state: 'validated', check: { wrong_rows: 2 }, counts: { users: { updated: 1 } } });
    await apply(dan, job);
    const now = await idsNow();
    expect([now[ids.ben]?.[0], now[ids.ana]?.[0], now[ids.cal]?.[0]]).toEqual(['ben', 'ana', 'cal2']);
  });

  it('goes on after a server that stopped, although usernames belong to others by then', async () => {
    const many = 2100;
    const people = Array.from({ length: many }, (_, at) => ({
      district_id: 1,
      user_puid: 500_000 + at,
      user_name: `P${at}`,
      user_key: `p${at}`,
      role_id: 1,
      first_name: 'P',
      last_name: String(at),
      school_id: null,
      active: 1,
      token_version: 1,
      created_at: 0,
      email: null,
      grade: null,
      password_hash: null,
      student_number: null,
      sourced_id: null,
    }));
    for (let at = 0; at < many; at += 500)
      await server.db
        .insertInto('app_user')
        .values(people.slice(at, at + 500))
        .execute();
    const before = await idsNow();
    // Pairs swap, so that the list read again from the start would swap them back.
    const rows = people.map(({ user_name }, at) => `${user_name},p${at % 2 === 0 ? at + 1 : at - 1},`).join('\n');
    const job = await listed(dan, rows);
    expect(rows.length).toBeLessThan(rosterPartSize);
    const files = await server.db.selectFrom('roster_file').selectAll().execute();
    await confirm(dan, job);
    await server.settle();
    expect(await look(dan, job)).toMatchObject({ state: 'done' });
    const after = await idsNow();
    expect(after[500_000]?.[1]).toBe('p1');
    // As if it had stopped after the first batch.
    const last = await server.db.selectFrom('roster_batch').selectAll().orderBy('batch_no', 'desc').executeTakeFirstOrThrow();
    await undoEntries(tenant(server.db, 1), readLog(last.entries));
    await server.db.deleteFrom('roster_batch').where('batch_no', '=', last.batch_no).execute();
    await server.db.insertInto('roster_file').values(files).execute();
    await server.db.updateTable('roster_job').set({ state: 'applying' }).where('job_id', '=', job.job_id).execute();
    await runJob(server.ports, { district_id: 1, job_id: job.job_id });
    expect((await idsNow())[502_099]).toEqual(after[502_099]);
    await undo(dan, job);
    expect(await idsNow()).toEqual(before);
  });
});
