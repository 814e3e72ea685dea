import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { districtErasureDays } from '../../contract/districts.ts';
import { calls } from '../../contract/index.ts';
import { publishVersion } from '../../server/areas/authoring/versions.ts';
import { accessEnding } from '../../server/classroom/endedAccess.ts';
import { purge } from '../../server/kit/purge.ts';
import { isTenantTable } from '../../server/kit/tenant.ts';
import { mailDelivery } from '../../server/mail/delivery.ts';
import { mailQueue } from '../../server/mail/mailQueue.ts';
import { erasePiece } from '../../server/privacy/eraseDistrict.ts';
import type { TableName } from '../../server/privacy/holdings.ts';
import { any, columnsOf, countIn, fillTables } from './everyTable.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { ownQuiz } from './ownQuiz.ts';
import { auditOf, days, expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let max: TestClient;
let tables: Awaited<ReturnType<typeof columnsOf>>;
const here = { user_puid: ids.max, district_id: ids.otherDistrict };
const password = 'science-rocks';
const request = (change: object = {}) =>
  max.call(calls.requestDistrictErasure, { ...here, name: 'South', current_password: password, ...change });
const callOff = () => max.call(calls.callOffDistrictErasure, here);
const key = { district_id: ids.district, erased_district: ids.otherDistrict };

/** Whole rows of a table, in an order of their own. */
const rowsOf = async (table: TableName, where = sql<boolean>`1 = 1`): Promise<string[]> =>
  (await server.db.selectFrom(any(table)).selectAll().where(where).execute()).map((row) => JSON.stringify(row)).toSorted();

/** Puts a row of each district into every tenant table that has none of it. */
async function fillDistricts(): Promise<void> {
  const model = await server.db.selectFrom('app_user').selectAll().where('user_puid', '=', ids.ana).executeTakeFirstOrThrow();
  for (const [district_id, name, school_id, stranger] of [
    [ids.district, 'vic', ids.school, ids.ben],
    [ids.otherDistrict, 'xia', 21, ids.zoe],
  ] as const) {
    const person = {
      ...{ district_id, user_puid: 987_654_001, user_name: name, sourced_id: `src-${name}`, email: `${name}@quen.example` },
      ...{ first_name: `First ${name}`, last_name: `Last ${name}` },
    };
    await server.db
      .insertInto('app_user')
      .values({ ...model, ...person, user_key: name, role_id: 2, school_id })
      .execute();
    const id = 700_000 + district_id * 100;
    await fillTables(server.db, person, { id, stranger, time: server.clock.now });
    for (const [table, columns] of tables) {
      if (!isTenantTable(table) || (await countIn(server.db, table, sql`district_id = ${district_id}`)) > 0) continue;
      const cell = ({ name: column, isNumber }: (typeof columns)[number]) =>
        column === 'district_id' ? district_id : isNumber ? id : `${table} of ${name}`;
      await server.db
        .insertInto(any(table))
        .values(Object.fromEntries(columns.map((column) => [column.name, cell(column)])) as never)
        .execute();
    }
  }
  // Neither is one of the districts' own: only a request makes one.
  await server.db.deleteFrom('district_erasure').execute();
}
/** Waits until the erasure is due, and until what teachers linked has ended. */
async function becomeDue(): Promise<void> {
  server.clock.now += days(districtErasureDays);
  await purge(server.ports);
  await accessEnding(server.ports).endDue();
}

beforeEach(async () => {
  [server, max] = await schoolServer('max');
  tables = await columnsOf(server.db);
});

describe('a request', () => {
  it('says in numbers what it means', async () => {
    expect(await max.ok(calls.districtErasurePlan, here)).toEqual({
      ...{ district_id: ids.otherDistrict, name: 'South', confirm_by: 'password', erase_at: null },
      people: [
        { role: 1, count: 1 },
        { role: 2, count: 1 },
        { role: 9, count: 1 },
      ],
      ...{ schools: 1, classes: 1, lessons: 1, attempts: 0, files: 0 },
    });
  });

  it.each([
    ['the own district', { district_id: ids.district, name: 'North' }, 409, /your own account/],
    ['an unknown one', { district_id: 77 }, 404, /district was not found/],
    ['another name', { name: 'Sout' }, 400, /not the name/],
    ['a wrong password', { current_password: 'x' }, 400, /password/],
    ['no password', { current_password: undefined }, 400, /password/],
  ] as const)('is refused for %s', async (_, change, code, message) => {
    expectFailure(await request(change), code, message);
    expect(await countIn(server.db, 'district_erasure')).toBe(0);
    expect(await countIn(server.db, 'district', sql`removed_at is not null`)).toBe(0);
  });

  it('is refused where administrators of the provider have accounts, and for other roles', async () => {
    await server.db
      .updateTable('app_user')
      .set({ role_id: 12 })
      .where('district_id', '=', ids.otherDistrict)
      .where('role_id', '=', 2)
      .execute();
    expectFailure(await request(), 409, /Administrators of the provider/);
    await server.db.updateTable('app_user').set({ role_id: 12 }).where('user_puid', '=', ids.max).execute();
    max = await server.signIn('max');
    expectFailure(await request(), 403);
  });

  it('closes the district at once, and its erasure can be called off', async () => {
    const names = async () => (await max.ok(calls.districtList, { user_puid: ids.max })).rows.map(({ name, erase_at }) => [name, erase_at]);
    const dora = await server.signIn('dora');
    const job = { state: 'running' as const, runner: 9, lease_until: server.clock.now + days(1) };
    await fillDistricts();
    await server.db.updateTable('export_job').set(job).where('district_id', '=', ids.otherDistrict).execute();
    const due = new Date(server.clock.now + days(districtErasureDays)).toISOString();
    const both = await Promise.all([request(), request()]);
    expect(both.map(({ data }) => (data as { erase_at: string }).erase_at)).toEqual([due, due]);
    expect(await names()).toEqual([
      ['North', null],
      ['South', due],
    ]);
    expectFailure(await dora.call(calls.userInfo, { user_puid: dora.user.userPuid }), 401);
    expectFailure(await server.call(calls.extend, {}, { cookie: dora.cookie }), 401);
    expectFailure(await server.call(calls.login, { username: 'dora', password }), 400);
    expect((await server.call(calls.allDistricts, {})).text).not.toContain('South');
    expectFailure(await max.call(calls.loginAsUser, { ...here, login_as_puid: dora.user.userPuid }), 404);
    expectFailure(await max.call(calls.restoreDistrict, here), 404);
    expect(await countIn(server.db, 'export_job', sql`runner is not null and district_id = 2`)).toBe(0);

    server.clock.now += days(districtErasureDays) - 1;
    max = await server.signIn('max');
    expect(await purge(server.ports)).toMatchObject({ districts: 0 });
    expect((await callOff()).data).toMatchObject({ erase_at: null });
    expect(await callOff()).toMatchObject({ code: 200 });
    server.clock.now += 1;
    expect(await purge(server.ports)).toMatchObject({ districts: 0 });
    // Another server may have found it due before it was called off.
    const people = await rowsOf('app_user');
    expect(await erasePiece(server.ports, server.db, key)).toBeNull();
    expect(await rowsOf('app_user')).toEqual(people);
    await server.signIn('dora');
    expect(await names()).toEqual([
      ['North', null],
      ['South', null],
    ]);
    const lines = await max.ok(calls.auditEntries, { user_puid: ids.max, limit: 10, offset: 0, kind: 'places' } as never);
    expect(lines.rows.filter(({ action }) => /erase|keep/.test(action)).map(({ action, subject }) => [action, subject.name])).toEqual([
      ['district.keep', 'South'],
      ['district.erase', 'South'],
    ]);
  });
});

describe('e-mails of the district', () => {
  const sent: string[] = [];
  const nothing = () => {};
  const write = (subject: string, district_id: number, recipient = 'somebody@hill.example') =>
    mailQueue(server.ports, { isDelivered: true, showsLinks: false, log: nothing, queued: nothing }).send(
      { recipient, kind: 'notice', district_id },
      () => ({ subject, text: 'x' }),
    );
  const deliver = async () => {
    const send = async ({ subject }: { subject: string }) => void sent.push(subject);
    await mailDelivery(server.ports, { send, log: nothing }).resume();
    return sent.splice(0);
  };
  const lettersOf = (district_id: number) => countIn(server.db, 'mail', sql`about_district_id = ${district_id}`);

  it('wait while it is closed, go out if that is called off in time, and otherwise never', async () => {
    await write('to the south', ids.otherDistrict);
    await write('to the north', ids.district);
    await request();
    expect(await deliver()).toEqual(['to the north']);
    await callOff();
    expect(await deliver()).toEqual(['to the south']);
    await write('too late', ids.otherDistrict);
    await request();
    server.clock.now += days(2);
    expect(await deliver()).toEqual([]);
    await purge(server.ports);
    expect(await rowsOf('mail', sql`subject = 'too late' and state = 'failed' and sealed is null`)).toHaveLength(1);
    max = await server.signIn('max');
    await callOff();
    expect(await deliver()).toEqual([]);
  });

  it('go with it, also those to people without an account or with one elsewhere', async () => {
    await request();
    server.clock.now += days(districtErasureDays);
    await server.db.updateTable('app_user').set({ email: 'both@hill.example' }).where('user_puid', '=', ids.dan).execute();
    await write('to whoever registered', ids.otherDistrict);
    await write('to the other account', ids.otherDistrict, 'both@hill.example');
    await write('to the north', ids.district, 'both@hill.example');
    expect(await purge(server.ports)).toMatchObject({ districts: 1 });
    expect([await lettersOf(ids.otherDistrict), await lettersOf(ids.district)]).toEqual([0, 1]);
    expect(await deliver()).toEqual(['to the north']);
  });
});

describe('an erasure', () => {
  /** Rows by table: of this district in tables of districts, all in the others. */
  const rowsBut = async () => {
    const found = new Map<TableName, string[]>();
    for (const table of tables.keys())
      found.set(table, await rowsOf(table, isTenantTable(table) ? sql`district_id = ${ids.district}` : sql`1 = 1`));
    return found;
  };
  /** How many rows the tables of districts have of the other one. */
  const countsOf = async () => {
    const found = new Map<TableName, number>();
    for (const table of tables.keys())
      if (isTenantTable(table)) found.set(table, await countIn(server.db, table, sql`district_id = ${ids.otherDistrict}`));
    return found;
  };
  const tablesWith = (counts: Map<TableName, number>, isIn: (rows: number) => boolean) =>
    [...counts].flatMap(([table, rows]) => (isIn(rows) ? [table] : []));
  const published = ['content_item', 'quiz', 'question', 'question_option'] as const;

  beforeEach(fillDistricts);

  it('leaves no row in any table, though it stops after each piece, and all that is another’s as it is', async () => {
    expect(tablesWith(await countsOf(), (rows) => rows === 0)).toEqual(['district_erasure']);
    // What hangs on the district without being of it: a quiz that somebody there published, an archive, and a letter.
    const catalog = await Promise.all(published.map((table) => rowsOf(table)));
    await publishVersion(server.db as never, { item_id: 700_200, owner_puid: 987_654_001 }, ownQuiz(), server.clock.now);
    const { job_id } = await max.ok(calls.archiveDistrict, here);
    await server.settle();
    await server.db.updateTable('export_job').set({ finished_at: null, expires_at: null }).where('job_id', '=', job_id).execute();
    expect((await request()).code).toBe(200);
    await becomeDue();
    const hanging = async () => [
      await countIn(server.db, 'export_job', sql`job_id = ${job_id}`),
      (await countIn(server.db, 'export_part', sql`job_id = ${job_id}`)) > 0,
      await countIn(server.db, 'mail', sql`recipient = 'xia@quen.example'`),
    ];
    expect(await hanging()).toEqual([1, true, 1]);
    max = await server.signIn('max');
    // Its first call confirms the session.
    expect(await max.ok(calls.districtErasurePlan, here)).toMatchObject({ name: 'South' });
    const before = await rowsBut();
    // Of two servers, only one does a piece at a time.
    await Promise.all([erasePiece(server.ports, server.db, key), erasePiece(server.ports, server.db, key)]);
    expectFailure(await server.call(calls.login, { username: 'dora', password }), 400);
    expectFailure(await callOff(), 409, /has begun/);
    let pieces = 0;
    // Each is begun as if the server had just started.
    for (let step: number | null = 0; step !== null; pieces += 1) step = await erasePiece(server.ports, server.db, key);
    expect(pieces).toBeGreaterThan(tables.size / 2);
    expect(tablesWith(await countsOf(), (rows) => rows > 0)).toEqual([]);
    expect(await hanging()).toEqual([0, false, 0]);
    expect(await Promise.all(published.map((table) => rowsOf(table)))).toEqual(catalog);
    const after = await rowsBut();
    const changed = [...tables.keys()].filter((table) => JSON.stringify(after.get(table)) !== JSON.stringify(before.get(table)));
    const expected = [...published, 'audit', 'district_erasure', 'export_job', 'export_part', 'failure_count', 'mail'];
    expect(changed.toSorted()).toEqual(expected.toSorted());
    const record = await server.db.selectFrom('district_erasure').selectAll().executeTakeFirstOrThrow();
    expect(record).toMatchObject({ ...key, name: 'South', requested_by: ids.max, erased_at: server.clock.now });
    const line = await auditOf(server.db, 'district.erased').selectAll().execute();
    expect(line.map(({ district_id, subject, detail }) => [district_id, subject, JSON.parse(detail)])).toEqual([
      [ids.district, `district ${ids.otherDistrict}`, { facts: { name: 'South' }, count: Number(record.erased_rows) }],
    ]);
    // Nothing is left to do.
    expect(await erasePiece(server.ports, server.db, key)).toBeNull();
    expect(await rowsBut()).toEqual(after);
    expectFailure(await request(), 404);
    expect((await max.ok(calls.districtList, { user_puid: ids.max })).rows.map(({ name }) => name)).toEqual(['North']);
  });

  it('goes on where a purge stopped, and waits until what teachers linked has ended', async () => {
    await request();
    server.clock.now += days(districtErasureDays);
    expect(await purge(server.ports)).toMatchObject({ districts: 0 });
    expect(await countIn(server.db, 'classroom_link', sql`district_id = ${ids.otherDistrict}`)).toBe(0);
    expect(await countIn(server.db, 'app_user', sql`district_id = ${ids.otherDistrict}`)).toBeGreaterThan(0);
    await accessEnding(server.ports).endDue();
    for (let piece = 0; piece < 20; piece += 1) await erasePiece(server.ports, server.db, key);
    expect(await purge(server.ports)).toMatchObject({ districts: 1 });
    expect(tablesWith(await countsOf(), (rows) => rows > 0)).toEqual([]);
    expect(await purge(server.ports)).toMatchObject({ districts: 0 });
    expect(server.reports).toEqual([]);
  });
});
