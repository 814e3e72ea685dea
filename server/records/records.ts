import { type AliasableExpression, type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { AuditAction } from '../../contract/audit.ts';
import type { Call } from '../../contract/kit.ts';
import { type Field, type RecordRow, type Resource, resourceCall } from '../../contract/resource.ts';
import type { Database, Row } from '../db/schema.ts';
import { writeAudit } from '../kit/audit.ts';
import { fieldReason } from '../kit/fieldReasons.ts';
import { type HandlersOf, notFound, refuse } from '../kit/handler.ts';
import { orderOf, pageOf } from '../kit/pages.ts';
import type { TenantPorts } from '../kit/ports.ts';
import type { Tenant } from '../kit/tenant.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { isUniqueViolation, transact } from '../kit/transact.ts';
import { searchPatterns } from '../roster/people.ts';

/** Tables that hold records. They have `version`, `removed_at`, and `<field>_key` for each unique field. */
type RecordTable = 'subject' | 'grade' | 'permission';
/** Column names come from the resource description. One table's types stand for all. */
type Any = 'subject';
type Stored = Row<Any>;
type Column = keyof Stored;

interface Storage<R extends Resource> {
  table: RecordTable;
  /** Computed fields: an expression for each, added to the select statement. */
  computed: (eb: ExpressionBuilder<Database, Any>) => Readonly<Record<string, AliasableExpression<unknown>>>;
  /** Usage counts of a record. */
  uses: (db: Tenant, row: RecordRow, now: number) => Promise<Readonly<Record<R['counts'][number], number>>>;
  /** Refuses what the user may not make of a record; before every change. */
  check?: (user: TokenUser, ...rows: Values[]) => void;
  /** Further changes in the same transaction. */
  updated?: (db: Tenant, before: RecordRow, after: RecordRow) => Promise<void>;
}

interface Asked {
  ports: TenantPorts;
  user: TokenUser;
}
interface ListQuery {
  offset: number;
  limit: number;
  search: string;
  sort?: string;
  [filter: string]: unknown;
}
type Values = Readonly<Record<string, unknown>>;

const keyOf = (value: unknown) => String(value).trim().toLowerCase();

/**
 * Handlers of a resource: one page of the list (searched, filtered, sorted, counted), one record, and its changes. Each change is one
 * transaction with an audit entry. All run on the handle of the caller's district. A change carries the version it was based on; a stale
 * one is refused as `recordChanged`. A value that another record already has is refused as `valueTaken`, with the field's name.
 */
export function records<R extends Resource & { named: Record<string, Call> }>(
  resource: R,
  { table: given, computed, uses, check, updated }: Storage<R>,
): HandlersOf<R['named']> {
  const table = given as Any;
  const { name, key, fields, title, search, filters, thing, isKept = false } = resource;
  const all = Object.entries<Field>(fields);
  const stored = all.filter(([, { written }]) => written !== null);
  const unique = stored.find(([, { rule }]) => 'isUnique' in rule && rule.isUnique)?.[0];
  const column = (field: string) => field as Column;
  /** What each field is sorted by. */
  const orders: Record<string, readonly RawBuilder<unknown>[]> = {
    place: [sql.ref('position'), sql`lower(${sql.ref(title)})`],
    ...Object.fromEntries(all.map(([field, { rule }]) => [field, [rule.kind === 'text' ? sql`lower(${sql.ref(field)})` : sql.ref(field)]])),
  };

  const rowOf = (row: Record<string, unknown>): RecordRow => ({
    [key]: Number(row[key]),
    version: Number(row.version),
    place: Number(row.place),
    ...Object.fromEntries(
      all.map(([field, { rule }]) => {
        const value = row[field] as string | number;
        return [field, rule.kind === 'truth' ? value === 1 : rule.kind === 'computed' ? Number(value) : value];
      }),
    ),
  });
  const toColumns = (body: Values) => {
    const columns: Record<string, unknown> = {};
    for (const [field, { rule }] of stored) columns[field] = rule.kind === 'truth' ? Number(body[field]) : body[field];
    if (unique !== undefined) columns[`${unique}_key`] = keyOf(body[unique]);
    return columns as Omit<Stored, 'district_id'>;
  };
  const placeOf = (eb: ExpressionBuilder<Database, Any>) =>
    eb
      .selectFrom(`${table} as o`)
      .select(sql<number>`1 + count(*)`.as('place'))
      .where('o.removed_at', 'is', null)
      .where((inner) =>
        inner.or([
          inner('o.position', '<', inner.ref(`${table}.position`)),
          inner.and([
            inner('o.position', '=', inner.ref(`${table}.position`)),
            inner(sql`lower(${sql.ref(`o.${title}`)})`, '<', sql`lower(${sql.ref(`${table}.${title}`)})`),
          ]),
        ]),
      );
  const workedOut = (eb: ExpressionBuilder<Database, Any>) => [
    placeOf(eb).as('place'),
    ...Object.entries(computed(eb)).map(([field, value]) => value.as(field)),
  ];
  const one = (db: Tenant, record: number) =>
    db
      .selectFrom(table)
      .selectAll()
      .select(workedOut)
      .where(column(key), '=', record as never);
  const found = async (db: Tenant, record: number): Promise<RecordRow> => {
    const row = await one(db, record).where('removed_at', 'is', null).executeTakeFirst();
    if (!row) throw notFound(thing);
    return rowOf(row);
  };
  /** Runs a change. If a unique value is taken by another record, reports the field. */
  const change = async <T>(ports: TenantPorts, values: Values, run: (trx: Tenant) => Promise<T>): Promise<T> => {
    try {
      return await transact(ports.db, run);
    } catch (error) {
      if (unique === undefined || !isUniqueViolation(error)) throw error;
      throw refuse('valueTaken', { value: String(values[unique]) }, { fields: [fieldReason(unique, 'taken')] });
    }
  };
  const note = (ports: TenantPorts, trx: Tenant, user: TokenUser, act: string, record: number, detail: Record<string, unknown>) =>
    writeAudit(ports, trx, {
      actor_puid: user.user_puid,
      action: `${name}.${act}` as AuditAction,
      subject: `${name as RecordTable} ${record}`,
      detail,
    });

  const handlers = {
    list: async ({ query }: { query: ListQuery }, { ports }: Asked) => {
      let matching = ports.db.selectFrom(table).selectAll().select(workedOut).where('removed_at', 'is', null);
      for (const pattern of searchPatterns(query.search))
        matching = matching.where((eb) => eb.or(search.map((field) => eb(sql`lower(${eb.ref(column(field))})`, 'like', pattern))));
      for (const field of filters) {
        const wanted = query[field];
        if (wanted !== undefined) matching = matching.where(column(field), '=', Number(wanted));
      }
      const { total, rows } = await pageOf(matching, orderOf(query.sort ?? 'place', orders), key, query);
      return { total, rows: rows.map(rowOf) };
    },

    get: async ({ query }: { query: Values }, { ports }: Asked) => found(ports.db, query[key] as number),

    add: async ({ body }: { body: Values }, { ports, user }: Asked) => {
      const record = ports.newId();
      check?.(user, body);
      return change(ports, body, async (trx) => {
        await trx
          .insertInto(table)
          .values({ ...toColumns(body), [key]: record, version: 1, removed_at: null } as never)
          .execute();
        const after = await found(trx, record);
        await note(ports, trx, user, 'add', record, { after });
        return after;
      });
    },

    update: async ({ body }: { body: Values }, { ports, user }: Asked) => {
      const record = body[key] as number;
      return change(ports, body, async (trx) => {
        const before = await found(trx, record);
        check?.(user, before, body);
        const { numUpdatedRows } = await trx
          .updateTable(table)
          .set({ ...toColumns(body), version: before.version + 1 } as never)
          .where(column(key), '=', record as never)
          .where('removed_at', 'is', null)
          .where('version', '=', body.version as number)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw refuse('recordChanged');
        const changed = await found(trx, record);
        await updated?.(trx, before, changed);
        const after = await found(trx, record);
        await note(ports, trx, user, 'update', record, { before, after });
        return after;
      });
    },

    order: async ({ body }: { body: Values }, { ports, user }: Asked) => {
      const record = body[key] as number;
      return transact(ports.db, async (trx) => {
        const before = await found(trx, record);
        check?.(user, before);
        let ordered = trx
          .selectFrom(table)
          .select([column(key), 'position'])
          .where('removed_at', 'is', null);
        for (const by of orders.place ?? []) ordered = ordered.orderBy(by);
        const rows = (await ordered.orderBy(column(key)).execute()) as { position: number }[];
        const idOf = (row: object) => Number((row as Values)[key]);
        const positions = new Map(rows.map((row) => [idOf(row), row.position]));
        const others = [...positions.keys()].filter((one) => one !== record);
        others.splice((body.place as number) - 1, 0, record);
        for (const [at, one] of others.entries())
          if (positions.get(one) !== at + 1)
            await trx
              .updateTable(table)
              .set({ position: at + 1 })
              .where(column(key), '=', one as never)
              .execute();
        const after = await found(trx, record);
        await note(ports, trx, user, 'order', record, { before: { place: before.place }, after: { place: after.place } });
        return after;
      });
    },

    uses: async ({ query }: { query: Values }, { ports }: Asked) =>
      uses(ports.db, await found(ports.db, query[key] as number), ports.now()),

    remove: async ({ body }: { body: Values }, { ports, user }: Asked) => {
      const record = body[key] as number;
      await transact(ports.db, async (trx) => {
        const before = await found(trx, record);
        if (isKept && Object.values<number>(await uses(trx, before, ports.now())).some((count) => count > 0)) throw refuse('recordInUse');
        check?.(user, before);
        await trx
          .updateTable(table)
          .set({ removed_at: ports.now() })
          .where(column(key), '=', record as never)
          .execute();
        await note(ports, trx, user, 'remove', record, { before });
      });
      return null;
    },

    restore: async ({ body }: { body: Values }, { ports, user }: Asked) => {
      const record = body[key] as number;
      const row = await one(ports.db, record).where('removed_at', 'is not', null).executeTakeFirst();
      if (!row) throw notFound('undo');
      check?.(user, rowOf(row));
      return change(ports, rowOf(row), async (trx) => {
        await trx
          .updateTable(table)
          .set((eb) => ({ removed_at: null, version: eb('version', '+', 1) }))
          .where(column(key), '=', record as never)
          .where('removed_at', 'is not', null)
          .execute();
        const after = await found(trx, record);
        await note(ports, trx, user, 'restore', record, { after });
        return after;
      });
    },
  };
  const named = Object.entries(handlers).map(([act, handler]) => [resourceCall(name, act), handler]);
  return Object.fromEntries(named) as HandlersOf<R['named']>;
}
