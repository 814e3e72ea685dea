import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { erasureDays, type RetentionKind, retentionRules } from '../../contract/privacy.ts';
import { purge } from '../../server/kit/purge.ts';
import { names, type Person, personOf, shown } from '../../server/privacy/concerned.ts';
import { erase, planOf } from '../../server/privacy/erase.ts';
import { type Holding, held, holdings, type TableName } from '../../server/privacy/holdings.ts';
import { archiveOf } from './downloads.ts';
import { any, columnsOf, countIn, fillTables, type Named } from './everyTable.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { days, expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let sue: TestClient;
let dan: TestClient;

const vic: Named & Person = {
  ...{ district_id: 1, user_puid: 987_654_001, user_name: 'vic', sourced_id: 'src-vic', email: 'vic@quen.example' },
  ...{ first_name: 'Quentina', last_name: 'Zubrowka' },
};
const wes: Named & Person = {
  ...{ district_id: 1, user_puid: 987_654_002, user_name: 'wes', sourced_id: 'src-wes', email: 'wes@quen.example' },
  ...{ first_name: 'Wesselin', last_name: 'Yarborough' },
};
const xia: Named & Person = {
  ...vic,
  district_id: 2,
  user_name: 'xia',
  sourced_id: 'src-xia',
  email: 'xia@quen.example',
  first_name: 'Xiaoling',
  last_name: 'Abara',
};

async function join(person: Named, role_id: number, id: number, stranger: number) {
  const model = await server.db.selectFrom('app_user').selectAll().where('user_puid', '=', ids.ana).executeTakeFirstOrThrow();
  const { district_id, user_puid, user_name, sourced_id, email, first_name, last_name } = person;
  const school_id = district_id === 1 ? ids.school : 21;
  await server.db
    .insertInto('app_user')
    .values({
      ...model,
      district_id,
      user_puid,
      user_name,
      user_key: user_name,
      sourced_id,
      email,
      first_name,
      last_name,
      role_id,
      school_id,
    })
    .execute();
  await fillTables(server.db, person, { id, stranger, time: server.clock.now });
  await server.db.deleteFrom('erasure').where('user_puid', '=', user_puid).where('district_id', '=', district_id).execute();
}

/** A table's rows in an order of their own: a database gives them in the order of its plan, which may change between two reads. */
const rowsOf = async (table: TableName, where = sql<boolean>`1 = 1`): Promise<string[]> =>
  (await server.db.selectFrom(any(table)).selectAll().where(where).execute()).map((row) => JSON.stringify(row)).toSorted();

/** Whole rows of a table that name a person in any column that is declared. */
const naming = async (person: Person): Promise<Map<string, number>> => {
  const found = new Map<string, number>();
  for (const [table, { people = {} }] of held)
    for (const [name, mention] of Object.entries(people)) {
      const rows = await countIn(server.db, table, names(server.db, table, name, mention as never, person));
      if (rows > 0) found.set(`${table}.${name}`, rows);
    }
  return found;
};

beforeEach(async () => {
  [server, sue, dan] = await schoolServer('sue', 'dan');
  await join(vic, 2, 700_100, ids.ben);
  await join(wes, 2, 700_200, ids.cal);
  await join(xia, 2, 700_300, ids.zoe);
});

const request = (who: TestClient, user_puid: number, managed: Named) =>
  who.ok(calls.requestErasure, { user_puid, managed_puid: managed.user_puid, user_name: managed.user_name });
const erased = async () => {
  await request(sue, ids.sue, vic);
  server.clock.now += days(erasureDays);
  expect(await purge(server.ports)).toMatchObject({ erased: 1 });
};

describe('the declaration', () => {
  it('has every table and names real columns', async () => {
    const tables = await columnsOf(server.db);
    expect(Object.keys(holdings).toSorted()).toEqual([...tables.keys()].toSorted());
    for (const [table, { key, people = {}, parts = [], hides = [], file }] of held) {
      const columns = tables.get(table)?.map(({ name }) => name);
      const shows = Object.values(people).flatMap((mention) => mention?.shows ?? []);
      const named = [key, ...Object.keys(people), ...parts.map((part) => part.column), ...hides, ...shows, ...Object.values(file ?? {})];
      for (const name of named) expect(columns, `${table}.${name}`).toContain(name);
    }
  });

  it('says of every column that looks like a person whom it names, or that it names nobody', async () => {
    for (const [table, columns] of await columnsOf(server.db))
      for (const { name } of columns) {
        if (!/(puid|_by|^player|owner|recipient|user_id)$/.test(name) || name === 'group_puid' || name === 'scored_by') continue;
        expect(Object.keys((holdings[table] as Holding).people ?? {}), `${table}.${name}`).toContain(name);
      }
  });

  it('is filled by the test: each column that names people names this one', async () => {
    const all = held.flatMap(([table, { people = {} }]) => Object.keys(people).map((name) => `${table}.${name}`));
    const found = await naming(vic);
    expect(all.filter((one) => !found.has(one))).toEqual(['content_item.owner_puid', 'erasure.user_puid']);
  });
});

describe('an erasure', () => {
  it('says in numbers what it will do, and does it after a week', async () => {
    const before = await sue.ok(calls.erasurePlan, { user_puid: ids.sue, managed_puid: vic.user_puid });
    expect(before).toMatchObject({ user_name: 'vic', erasure: null });
    expect(before.kinds.find(({ kind }) => kind === 'teaching')).toMatchObject({ detached: 16, reasons: ['records', 'material'] });
    await request(sue, ids.sue, vic);
    server.clock.now += days(erasureDays) - 1;
    // What is over anyway goes first, so that the numbers are of the erasure alone.
    expect(await purge(server.ports)).toMatchObject({ erased: 0 });
    const rows = async () => {
      let all = 0;
      for (const [table] of held) all += await countIn(server.db, table);
      return all;
    };
    const person = (await personOf(server.db, vic)) as Person;
    const planned = (await planOf(server.db, person)).reduce((sum, { deleted }) => sum + deleted, 0);
    const all = await rows();
    server.clock.now += 1;
    expect(await purge(server.ports)).toMatchObject({ erased: 1 });
    // The stand-in and the line of the audit were added.
    expect(all - (await rows()) + 2).toBe(planned);
  });

  it('leaves nothing that names the person but what is declared, in any column of any table', async () => {
    await erased();
    const left = await naming({ ...vic, email: vic.email });
    expect(left).toEqual(
      new Map([
        ['audit.actor_puid', 1],
        ['audit.acting_puid', 1],
        ['audit.subject', 3],
        ['erasure.user_puid', 1],
        ['erasure.requested_by', 1],
        ['district_erasure.requested_by', 1],
      ]),
    );
    const mentions: string[] = [];
    for (const [table, columns] of await columnsOf(server.db))
      for (const { name, isNumber } of columns) {
        const column = sql.ref(name);
        const own = columns.some((one) => one.name === 'district_id') ? sql<boolean>`district_id = 1` : sql<boolean>`1 = 1`;
        const is = isNumber
          ? sql<boolean>`${column} = ${vic.user_puid}`
          : sql<boolean>`(${column} like ${`%${vic.first_name}%`} or ${column} like ${`%${vic.last_name}%`} or ${column} like ${`%${vic.email}%`})`;
        if ((await countIn(server.db, table, sql<boolean>`${own} and ${is}`)) > 0) mentions.push(`${table}.${name}`);
      }
    expect(mentions.toSorted()).toEqual([
      'audit.acting_puid',
      'audit.actor_puid',
      'district_erasure.requested_by',
      'erasure.requested_by',
      'erasure.user_puid',
    ]);
  });

  it('keeps what others use, under a name that stands for nobody', async () => {
    await erased();
    const lesson = await server.db.selectFrom('lesson').select('owner_puid').where('lesson_id', '=', 700_100).executeTakeFirstOrThrow();
    const [stand] = await server.db.selectFrom('app_user').selectAll().where('erased_at', 'is not', null).execute();
    expect(stand).toMatchObject({ user_puid: lesson.owner_puid, first_name: 'Former', last_name: 'user', active: 0, role_id: -1 });
    expect(
      await server.db
        .selectFrom('game_event')
        .select('name')
        .where('player', '=', stand?.user_puid ?? 0)
        .execute(),
    ).toEqual([{ name: 'Former user' }]);
    const again = await server.signIn('dan');
    expect(await again.ok(calls.managedUsers, { user_puid: ids.dan, search: 'former' })).toMatchObject({ total: 0 });
  });

  it('changes nothing when it runs again, or twice at once', async () => {
    await request(sue, ids.sue, vic);
    server.clock.now += days(erasureDays);
    const key = { district_id: 1, user_puid: vic.user_puid };
    const both = await Promise.all([erase(server.ports, server.db, key), erase(server.ports, server.db, key)]);
    expect(both.filter(Boolean)).toHaveLength(1);
    const all = () => Promise.all(held.map(([table]) => rowsOf(table)));
    const before = await all();
    expect(await erase(server.ports, server.db, key)).toBe(false);
    expect(await all()).toEqual(before);
  });

  it('leaves others, and another district with the same ids, as they are', async () => {
    const tables = [...(await columnsOf(server.db))].filter(([, columns]) => columns.some(({ name }) => name === 'district_id'));
    const others = async () => {
      const found = await Promise.all(tables.map(([table]) => rowsOf(table, sql`district_id = 2`)));
      return [found, await naming(wes), await naming(xia)];
    };
    await request(sue, ids.sue, vic);
    server.clock.now += days(erasureDays);
    const before = await others();
    await erase(server.ports, server.db, { district_id: 1, user_puid: vic.user_puid });
    expect(await others()).toEqual(before);
  });
});

describe('a request', () => {
  it('closes the account at once, is made once, and can be called off', async () => {
    await Promise.all([request(sue, ids.sue, vic), request(dan, ids.dan, vic)]);
    expect(await countIn(server.db, 'erasure', sql`done_at is null and user_puid = ${vic.user_puid} and district_id = 1`)).toBe(1);
    expect(await countIn(server.db, 'audit', sql`action = 'user.erase'`)).toBe(1);
    const [one] = await dan.ok(calls.erasures, { user_puid: ids.dan });
    expect(one).toMatchObject({ user_name: 'vic', due_at: new Date(server.clock.now + days(erasureDays)).toISOString() });
    const [row] = await server.db
      .selectFrom('app_user')
      .select('active')
      .where('user_puid', '=', vic.user_puid)
      .where('district_id', '=', 1)
      .execute();
    expect(row?.active).toBe(0);
    const one_user = { user_puid: ids.sue, managed_puid: vic.user_puid };
    expectFailure(await sue.call(calls.setUserActive, { ...one_user, active: true }), 409, /to be erased/);
    expect(await sue.ok(calls.callOffErasure, one_user)).toMatchObject({ erasure: null });
    expect(await dan.ok(calls.erasures, { user_puid: ids.dan })).toEqual([]);
    const [open] = await server.db
      .selectFrom('app_user')
      .select('active')
      .where('user_puid', '=', vic.user_puid)
      .where('district_id', '=', 1)
      .execute();
    expect(open?.active).toBe(1);
    server.clock.now += days(erasureDays);
    expect(await purge(server.ports)).toMatchObject({ erased: 0 });
  });
});

describe('an archive', () => {
  it('has every row about the person that is not left out, and nothing of anybody else', async () => {
    const person = (await personOf(server.db, vic)) as Person;
    const files = await archiveOf(server, sue, await sue.ok(calls.archiveUser, { user_puid: ids.sue, managed_puid: vic.user_puid }));
    for (const [table, { kind, isLeftOut }] of held) {
      let rows = 0;
      for (const { condition } of shown(server.db, table, person)) rows += await countIn(server.db, table, condition);
      const text = files.get(`${kind}/${table}.json`);
      // The archive is an export of sue's, and not about what is being written.
      if (table === 'audit') continue;
      expect(text === undefined ? 0 : (JSON.parse(text) as unknown[]).length, table).toBe(rows);
      if (isLeftOut) expect(text, table).toBeUndefined();
    }
    const all = [...files.values()].join('\n');
    expect(all).toContain('Quentina');
    for (const other of [wes, xia]) {
      expect(all).not.toContain(other.first_name);
      expect(all).not.toContain(String(other.user_puid === vic.user_puid ? other.sourced_id : other.user_puid));
      expect(all).not.toContain(`of ${other.user_name}`);
    }
    expect(all).not.toMatch(/password_hash"|sealed_secret"|code_hash"|secret_hash"/);
    expect(files.get('README.txt')).toContain('All data about Quentina Zubrowka');
    expect([...files.keys()].filter((path) => path.startsWith('files/')).length).toBeGreaterThan(2);
  });

  it('of a district has the rows of all its tables, and none of another', async () => {
    const files = await archiveOf(server, dan, await dan.ok(calls.archiveDistrict, { user_puid: ids.dan }));
    for (const [table, { kind, isLeftOut }] of held) {
      if (isLeftOut || ['mail', 'content_item', 'audit', 'export_job'].includes(table)) continue;
      const rows = await countIn(server.db, table, sql`district_id = 1`);
      const text = files.get(`${kind}/${table}.json`);
      expect(text === undefined ? 0 : (JSON.parse(text) as unknown[]).length, table).toBe(rows);
    }
    const all = [...files.values()].join('\n');
    expect(all).not.toContain('Xiaoling');
    expect(all).not.toMatch(/password_hash"|"sealed_|code_hash"|secret_hash"/);
  });

  it('is refused for people of another school or district, and for those above', async () => {
    for (const managed_puid of [ids.cal, ids.zoe, ids.sid, ids.dan, ids.sue])
      expectFailure(await sue.call(calls.archiveUser, { user_puid: ids.sue, managed_puid }), 404);
    expectFailure(await dan.call(calls.archiveDistrict, { user_puid: ids.dan, district_id: 2 }), 404);
    for (const managed_puid of [ids.cal, ids.dan, ids.sue])
      expectFailure(await sue.call(calls.requestErasure, { user_puid: ids.sue, managed_puid, user_name: 'x' }), 404);
    expectFailure(await sue.call(calls.requestErasure, { user_puid: ids.sue, managed_puid: vic.user_puid, user_name: 'wes' }), 400);
  });
});

describe('how long data is kept', () => {
  /** The tables of which the kind has at least one row of this person to lose. */
  const tables: Partial<Record<RetentionKind, readonly TableName[]>> = {
    answers: ['attempt', 'response', 'earlier_attempt', 'printable_response'],
    tracks: ['content_track', 'lesson_start', 'item_opening'],
    games: ['game', 'game_event', 'game_result'],
    messages: ['user_feedback', 'schedule_request', 'message_answer', 'notification'],
  };

  it.each(Object.keys(tables) as RetentionKind[])('is a choice of the district: %s', async (kind) => {
    const [least = 0] = retentionRules[kind].choices.filter((choice) => choice !== null);
    expectFailure(await dan.call(calls.updateRetention, { user_puid: ids.dan, kind, kept: 99 }), 400);
    expectFailure(await sue.call(calls.updateRetention, { user_puid: ids.sue, kind, kept: least }), 403);
    expect(await dan.ok(calls.updateRetention, { user_puid: ids.dan, kind, kept: least })).toEqual({ kind, kept: least, is_chosen: true });
    const count = (district: number) =>
      Promise.all((tables[kind] ?? []).map((table) => countIn(server.db, table, sql`district_id = ${district}`)));
    const before = await count(1);
    server.clock.now += days(365 * least) - 1000;
    expect(await purge(server.ports)).toMatchObject({ [kind]: 0 });
    expect(await count(1)).toEqual(before);
    server.clock.now += 2000;
    const others = await count(2);
    expect(await purge(server.ports)).not.toMatchObject({ [kind]: 0 });
    expect(await count(1)).toEqual(before.map(() => 0));
    expect(await count(2)).toEqual(others);
    expect(await purge(server.ports)).toMatchObject({ [kind]: 0 });
  });

  it('removes sign-ins and other lines of the audit by their own rules', async () => {
    const line = (audit_id: number, action: string) => ({
      ...{ audit_id, district_id: 1, at: server.clock.now, actor_puid: ids.dan, action, subject: `user ${ids.ana}`, detail: '{}' },
    });
    await server.db.deleteFrom('audit').execute();
    await server.db
      .insertInto('audit')
      .values([line(1, 'sign_in'), line(2, 'user.add')])
      .execute();
    server.clock.now += days(365 * 3 + 1);
    expect(await purge(server.ports)).toMatchObject({ signIns: 1, audit: 0 });
  });

  it('erases people whose accounts have been closed for too long, counted from the first purge that finds them closed', async () => {
    await dan.ok(calls.updateRetention, { user_puid: ids.dan, kind: 'closedAccounts', kept: 1 });
    await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', 'in', [ids.ana, ids.zoe]).execute();
    expect(await purge(server.ports)).toMatchObject({ erased: 0 });
    server.clock.now += days(364);
    expect(await purge(server.ports)).toMatchObject({ erased: 0 });
    server.clock.now += days(1);
    expect(await purge(server.ports)).toMatchObject({ erased: 1 });
    expect(await countIn(server.db, 'app_user', sql`user_puid = ${ids.ana}`)).toBe(0);
    expect(await countIn(server.db, 'app_user', sql`user_puid = ${ids.zoe}`)).toBe(1);
  });

  it('ends exports earlier', async () => {
    const { job_id } = await dan.ok(calls.startExport, { tables: ['classes'] });
    await server.settle();
    await dan.ok(calls.updateRetention, { user_puid: ids.dan, kind: 'exports', kept: 1 });
    server.clock.now += days(1);
    await purge(server.ports);
    expect(await countIn(server.db, 'export_part', sql`job_id = ${job_id}`)).toBe(0);
  });
});
