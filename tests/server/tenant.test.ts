import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { allDistricts } from '../../server/kit/allDistricts.ts';
import { OutsideDistrict, type Tenant, type TenantTable, tenant } from '../../server/kit/tenant.ts';
import { transact } from '../../server/kit/transact.ts';
import { type TestServer, testServer } from './testServer.ts';

/** A tenant table, as defined in the database. */
interface Table {
  name: TenantTable;
  columns: { name: string; isNumber: boolean }[];
}

const opened = await testServer();
/** Read from the database, so that a table added by a migration is covered automatically. */
const tables: Table[] = (await opened.db.introspection.getTables())
  .filter(({ columns }) => columns.some(({ name }) => name === 'district_id'))
  .map(({ name, columns }) => ({
    name: name as TenantTable,
    columns: columns.map((column) => ({
      name: column.name,
      isNumber: /int|real|double|float|numeric/i.test(column.dataType),
    })),
  }));

const [own, other] = [1, 2];
type Any = Record<string, string | number | null>;
/** Keys that are unique across all districts, since they are looked up before the district is known. */
const uniqueOverAll: Partial<Record<TenantTable, string>> = {
  assignment_code: 'code',
  account_link: 'secret_hash',
  registration_request: 'request_id',
  second_factor: 'credential_id',
  factor_challenge: 'challenge_hash',
  sign_on_provider: 'callback',
  lti_deployment: 'deployment_id',
  lti_registration: 'secret_hash',
  lti_choice: 'return_hash',
};

/** A row with the same values in each district, as far as keys allow. */
const rowOf = ({ name, columns }: Table, district_id: number): Any =>
  Object.fromEntries(
    columns.map((column) => {
      if (column.name === 'district_id') return [column.name, district_id];
      if (column.name === uniqueOverAll[name]) return [column.name, `k${district_id}`];
      return [column.name, column.isNumber ? 7 : 'k'];
    }),
  );

// The tests do not depend on the table, so all are typed as this one.
const as = (name: TenantTable) => name as 'audit';

describe.each(tables)('$name', (table) => {
  let server: TestServer;
  let mine: Tenant;
  const { name } = table;
  const column = (table.columns.find((one) => one.name !== 'district_id') as Table['columns'][number]).name as 'action';
  const changed = (table.columns.find((one) => one.name === column) as Table['columns'][number]).isNumber ? 8 : 'changed';

  beforeEach(async () => {
    server = await testServer();
    await withoutReferences(server);
    mine = tenant(server.db, own);
    for (const district_id of [own, other])
      await server.db
        .insertInto(as(name))
        .values(rowOf(table, district_id) as never)
        .execute();
  });
  const stored = () => allDistricts(server.db).selectFrom(as(name)).selectAll().orderBy('district_id').execute();
  const untouched = () => rowOf(table, other);
  const districts = (rows: readonly object[]) => rows.map((row) => (row as { district_id: number }).district_id);

  it('is known to the handle', async () => {
    expect(districts(await stored())).toEqual([own, other]);
    expect(districts(await mine.selectFrom(as(name)).selectAll().execute())).toEqual([own]);
  });

  it('is read in its district alone', async () => {
    const whole = await mine
      .selectFrom(`${as(name)} as t`)
      .selectAll()
      .where(sql<boolean>`1 = 1 or 1 = 1`)
      .execute();
    expect(districts(whole), 'behind a raw or').toEqual([own]);
    const asked = await mine.selectFrom(as(name)).selectAll().where('district_id', '=', other).execute();
    expect(asked, 'asked for by number').toEqual([]);
    const united = await mine
      .selectFrom(as(name))
      .select('district_id')
      .unionAll(mine.selectFrom(as(name)).select('district_id'))
      .execute();
    expect(districts(united), 'in a union').toEqual([own, own]);
    const { rows } = await mine
      .selectFrom('role')
      .select((eb) =>
        eb
          .selectFrom(as(name))
          .select((one) => one.fn.countAll<number>().as('rows'))
          .as('rows'),
      )
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(Number(rows), 'in a subquery').toBe(1);
    const named = await mine
      .with('seen', (db) => db.selectFrom(as(name)).selectAll())
      .selectFrom('seen')
      .selectAll()
      .execute();
    expect(districts(named), 'in a common table expression').toEqual([own]);
    const fromRaw = await mine
      .selectFrom(allDistricts(server.db).selectFrom(as(name)).selectAll().as('t'))
      .selectAll()
      .execute();
    expect(districts(fromRaw), 'in a statement that was begun without the handle').toEqual([own]);
  });

  it('is joined in its district alone', async () => {
    const inner = await mine
      .selectFrom('role')
      .innerJoin(`${as(name)} as t`, (join) => join.onTrue())
      .selectAll('t')
      .where('role.role_id', '=', 1)
      .execute();
    expect(districts(inner)).toEqual([own]);
    const left = await mine
      .selectFrom('role')
      .leftJoin(`${as(name)} as t`, (join) => join.on(sql<boolean>`1 = 1 or 1 = 1`))
      .select(['role.role_id', 't.district_id'])
      .where('role.role_id', '=', 1)
      .execute();
    expect(districts(left)).toEqual([own]);
    const twice = await mine
      .selectFrom(`${as(name)} as a`)
      .innerJoin(`${as(name)} as b`, (join) => join.onTrue())
      .select(['a.district_id', 'b.district_id as joined'])
      .execute();
    expect(twice).toEqual([{ district_id: own, joined: own }]);
  });

  it('is changed in its district alone', async () => {
    const { numUpdatedRows } = await mine
      .updateTable(as(name))
      .set({ [column]: changed } as never)
      .executeTakeFirst();
    expect(Number(numUpdatedRows)).toBe(1);
    const [first, second] = await stored();
    expect((first as unknown as Any)[column]).toBe(changed);
    expect(second).toEqual(untouched());
    await expect(
      (async () =>
        mine
          .updateTable(as(name))
          .set({ district_id: other } as never)
          .execute())(),
    ).rejects.toThrow(OutsideDistrict);
  });

  it('loses rows in its district alone', async () => {
    const { numDeletedRows } = await mine.deleteFrom(as(name)).where(sql<boolean>`1 = 1 or 1 = 1`).executeTakeFirst();
    expect(Number(numDeletedRows)).toBe(1);
    expect(await stored()).toEqual([untouched()]);
  });

  it('gets rows of its district alone', async () => {
    await mine.deleteFrom(as(name)).execute();
    const { district_id: _, ...values } = rowOf(table, own);
    await expect(
      (async () =>
        mine
          .insertInto(as(name))
          .values({ ...values, district_id: other } as never)
          .execute())(),
    ).rejects.toThrow(OutsideDistrict);
    await mine
      .insertInto(as(name))
      .values(values as never)
      .execute();
    expect(await stored()).toEqual([rowOf(table, own), untouched()]);
  });

  it('keeps to its district in a transaction', async () => {
    await transact(mine, async (trx) => {
      expect(districts(await trx.selectFrom(as(name)).selectAll().execute())).toEqual([own]);
      expect(() => tenant(trx, other)).toThrow(OutsideDistrict);
    });
  });
});

describe('rows that are selected for a tenant table', () => {
  const change = {
    ...{ result_id: 7, points_before: 1, points_after: 2, scored_by_before: null, scored_by_after: null },
    ...{ dropped_before: 0, dropped_after: 0, max_before: 3, max_after: 3 },
  };
  const rest = Object.keys(change) as (keyof typeof change)[];

  it('are those of its district, and get its id', async () => {
    const server = await testServer();
    await withoutReferences(server);
    await server.db
      .insertInto('regrade_change')
      .values([own, other].map((district_id) => ({ district_id, regrade_id: 7, ...change })))
      .execute();
    const mine = tenant(server.db, own);
    await mine
      .insertInto('regrade_change')
      .columns(['regrade_id', ...rest])
      .expression((eb) => eb.selectFrom('regrade_change as c').select(sql<number>`c.regrade_id + 1`.as('regrade_id')).select(rest))
      .execute();
    const stored = await allDistricts(server.db).selectFrom('regrade_change').selectAll().where('regrade_id', '=', 8).execute();
    expect(stored).toEqual([{ district_id: own, regrade_id: 8, ...change }]);
  });

  it.each<[string, (mine: Tenant) => { execute(): Promise<unknown> }]>([
    [
      'from a table without districts',
      (mine) =>
        mine
          .insertInto('regrade_change')
          .columns(['regrade_id'])
          .expression((eb) => eb.selectFrom('quiz').select('quiz_id')),
    ],
    [
      'with a district of their own',
      (mine) =>
        mine
          .insertInto('regrade_change')
          .columns(['district_id', 'regrade_id'])
          .expression((eb) => eb.selectFrom('regrade').select([sql<number>`2`.as('district_id'), 'regrade_id'])),
    ],
    [
      'in a union',
      (mine) =>
        mine
          .insertInto('regrade_change')
          .columns(['regrade_id'])
          .expression((eb) => eb.selectFrom('regrade').select('regrade_id').union(eb.selectFrom('quiz').select('quiz_id as regrade_id'))),
    ],
  ])('are refused %s', async (_, insert) => {
    const { db } = await testServer();
    await expect((async () => insert(tenant(db, own)).execute())()).rejects.toThrow(OutsideDistrict);
  });
});

/** Allows rows without the rows they refer to. */
async function withoutReferences({ db }: TestServer): Promise<void> {
  if (!process.env.DATABASE_URL) return void (await sql`pragma foreign_keys = off`.execute(db));
  const { rows } = await sql<{
    name: string;
    of: string;
  }>`select conname as name, conrelid::regclass::text as of from pg_constraint where contype = 'f'`.execute(db);
  for (const { name, of } of rows) await sql`alter table ${sql.table(of)} drop constraint ${sql.ref(name)}`.execute(db);
}
