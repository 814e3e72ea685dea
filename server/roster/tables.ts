import { CompiledQuery, type Kysely, sql } from 'kysely';
import { listOf } from '../../common/roster/oneRoster.ts';
import { printRow53 } from '../../common/roster/tightTable.ts';
import type { RosterKind } from '../../contract/rostering/job.ts';
import { partsOf } from '../db/parts.ts';
import type { Database } from '../db/schema.ts';
import { databaseOf, districtOf, OutsideDistrict, type Tenant } from '../kit/tenant.ts';
import type { KeptEntries, UndoLog } from './log.ts';

type Trx = Tenant;
/** Kinds of rows that imports write: those people see, plus the source's organizations and roles. */
export type WrittenKind = RosterKind | 'orgs' | 'roles';
/** Whether rows of a kind are hidden and kept only for the next import. */
export const isUnseen = (kind: WrittenKind): kind is 'orgs' | 'roles' => kind === 'orgs' || kind === 'roles';
/** A row of any of the tables. */
export type AnyRow = Record<string, string | number | null>;

interface Kind {
  table: 'roster_org' | 'roster_session' | 'roster_role' | 'school' | 'app_user' | 'class_group' | 'enrollment';
  /** Id columns of a row within the district. */
  ids: readonly string[];
  /** Columns that imports write; all others are left alone. Append new ones at the end: stored logs know only the first ones. */
  owned: readonly string[];
  /** Columns of a new row that imports never change later. */
  birth: readonly string[];
}

/** Tables that imports write, in dependency order. */
export const kinds: Record<WrittenKind, Kind> = {
  orgs: {
    table: 'roster_org',
    ids: ['org_id'],
    owned: ['sourced_id', 'name', 'type', 'parent_sourced_id', 'active', 'roster_modified', 'roster_metadata'],
    birth: [],
  },
  schools: { table: 'school', ids: ['school_id'], owned: ['name', 'sourced_id', 'roster_print'], birth: [] },
  sessions: {
    table: 'roster_session',
    ids: ['session_id'],
    owned: ['sourced_id', 'title', 'type', 'start_date', 'end_date', 'parent_sourced_id', 'school_year', 'active', 'roster_modified'],
    birth: [],
  },
  classes: {
    table: 'class_group',
    ids: ['group_puid'],
    owned: [
      'school_id',
      'name',
      'kind',
      'subject',
      'grade',
      'period',
      'sourced_id',
      'active',
      'roster_print',
      'roster_modified',
      'roster_terms',
      'roster_metadata',
    ],
    birth: [],
  },
  roles: {
    table: 'roster_role',
    ids: ['user_role_id'],
    owned: ['sourced_id', 'user_sourced_id', 'role', 'org_sourced_id', 'is_primary', 'begin_date', 'end_date', 'active', 'roster_modified'],
    birth: [],
  },
  users: {
    table: 'app_user',
    ids: ['user_puid'],
    owned: [
      'user_name',
      'user_key',
      'role_id',
      'first_name',
      'last_name',
      'email',
      'school_id',
      'grade',
      'student_number',
      'sourced_id',
      'active',
      'roster_print',
      'roster_modified',
      'roster_enabled',
      'roster_org',
      'roster_metadata',
      'roster_orgs',
    ],
    birth: ['password_hash', 'token_version', 'created_at'],
  },
  enrollments: {
    table: 'enrollment',
    ids: ['group_puid', 'user_puid'],
    owned: ['role', 'sourced_id', 'active', 'roster_active', 'left_at', 'borrowed', 'roster_modified', 'listed_in'],
    birth: [],
  },
};

const shown: Record<RosterKind, readonly string[]> = {
  schools: ['name'],
  sessions: ['title', 'type', 'start_date', 'end_date', 'school_year'],
  classes: ['school_id', 'name', 'subject', 'grade', 'period', 'active'],
  users: ['user_name', 'role_id', 'first_name', 'last_name', 'email', 'school_id', 'grade', 'student_number', 'active'],
  enrollments: ['role', 'active'],
};
/** Columns of a kind that people see and change. */
export const shownColumns = (kind: RosterKind): readonly string[] => shown[kind];
/** Fingerprint of the columns people see. */
export const printOf = (kind: RosterKind, row: AnyRow): number => printRow53(row, shown[kind]);
/** Whether somebody has changed the row by hand since the last import wrote it. */
export const isChangedByHand = (kind: 'schools' | 'classes' | 'users', row: AnyRow): boolean =>
  row.roster_print !== null && row.roster_print !== undefined && row.roster_print !== printOf(kind, row);

/** A row to insert or to replace. */
export interface Entry {
  isNew: boolean;
  row: AnyRow;
}

const idsOf = ({ ids }: Kind, row: AnyRow) => ids.map((id) => row[id] as number);
const { enrollments } = kinds;

/** 32-bit hash that distinguishes texts in one pass. Not cryptographic. */
export function shortPrint(text: string): number {
  let print = 0;
  for (let index = 0; index < text.length; index++) print = (Math.imul(print, 31) + text.charCodeAt(index)) | 0;
  return print;
}

/** Bookkeeping columns for the next import. Nobody sees or changes them. */
export const noted = ['roster_modified', 'roster_enabled', 'roster_org'] as const;
/** What the source says beyond the columns that people change here. Comparisons show it. */
export const told = ['roster_terms', 'roster_metadata', 'roster_orgs'] as const;
/**
 * Columns that undo ignores when it looks for later changes: who is in charge of a student, where an enrollment came from, what else the
 * source says, and import bookkeeping. Older logs lack them.
 */
const unprinted: ReadonlySet<string> = new Set(['borrowed', 'listed_in', ...noted, ...told]);
const printedOf = new Map(Object.values(kinds).map((kind) => [kind, kind.owned.filter((column) => !unprinted.has(column))]));
const printed = (kind: Kind) => printedOf.get(kind) as readonly string[];

/** Fingerprint of what an import or a person wrote. Undo uses it to detect later changes. */
function afterPrint(kind: Kind, row: AnyRow): number {
  // There are six of these per student. For active enrollments everything except the sourced id takes one of few values.
  if (kind !== enrollments || (row.left_at ?? null) !== null) return printRow53(row, printed(kind));
  const how =
    (row.role === 'teacher' ? 1 : 0) + (row.active === 1 ? 2 : 0) + (row.roster_active === 1 ? 4 : row.roster_active === 0 ? 8 : 0);
  const sourced_id = row.sourced_id ?? null;
  return (Math.imul(sourced_id === null ? 0 : shortPrint(`${sourced_id}`), 31) + how + (sourced_id === null ? 16 : 0)) | 0;
}
/** Whether a row is still as it was written. */
const isAsWritten = (kind: Kind, row: AnyRow, after: number) =>
  // Logs with an entry per row use the other fingerprint throughout.
  afterPrint(kind, row) === after || (kind === enrollments && printRow53(row, printed(kind)) === after);

/** Statements of one shape are compiled once: a thousand rows have ten thousand values. */
const compiled = new WeakMap<object, Map<string, CompiledQuery>>();
const largest = 512;

/** Row values in one flat array. A plain loop in its own function creates the least garbage. */
function parametersOf(rows: readonly AnyRow[], columns: readonly string[]): unknown[] {
  // Allocated at full length: growing an array by thousands of values copies it repeatedly.
  const parameters = new Array<unknown>(rows.length * columns.length);
  let at = 0;
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as AnyRow;
    for (let column = 0; column < columns.length; column++) parameters[at++] = row[columns[column] as string] ?? null;
  }
  return parameters;
}

async function upsert(db: Tenant, name: WrittenKind, rows: readonly AnyRow[], isNew: boolean): Promise<void> {
  const kind = kinds[name];
  const key = ['district_id', ...kind.ids];
  const columns = [...key, ...kind.owned, ...kind.birth];
  const district = districtOf(db);
  // The statements are precompiled, so the tenant handle cannot check their values.
  if (rows.some((row) => row.district_id !== district)) throw new OutsideDistrict('The row is of another district.');
  const kysely = db as unknown as Kysely<Database>;
  const dialect = databaseOf(db);
  const root = compiled.get(dialect) ?? new Map<string, CompiledQuery>();
  compiled.set(dialect, root);
  let size = largest;
  for (let start = 0; start < rows.length; start += size) {
    while (size > rows.length - start) size /= 2;
    const chunk = rows.slice(start, start + size);
    const shape = `${name} ${isNew} ${size}`;
    let query = root.get(shape);
    if (!query) {
      const values = chunk.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null])));
      const insert = db.insertInto(kind.table).values(values as never);
      query = (
        isNew
          ? insert
          : insert.onConflict((conflict) =>
              conflict
                .columns(key as never)
                .doUpdateSet(
                  (eb) => Object.fromEntries(kind.owned.map((column) => [column, eb.ref(`excluded.${column}` as never)])) as never,
                ),
            )
      ).compile();
      root.set(shape, query);
    }
    await kysely.executeQuery(CompiledQuery.raw(query.sql, parametersOf(chunk, columns)));
  }
}

/** Rows of a kind by id. */
async function rowsByIds(db: Tenant, name: WrittenKind, wanted: readonly number[][]): Promise<AnyRow[]> {
  const { table, ids } = kinds[name];
  const rows: AnyRow[] = [];
  const last = ids.at(-1) as string;
  const groups = ids.length === 1 ? [wanted] : [...Map.groupBy(wanted, ([first]) => first).values()];
  for (const group of groups)
    for (const some of partsOf(group)) {
      let query = db
        .selectFrom(table as 'school')
        .selectAll()
        .where(
          last as 'school_id',
          'in',
          some.map((one) => one.at(-1) as number),
        );
      if (ids.length > 1) query = query.where(ids[0] as 'school_id', '=', some[0]?.[0] as number);
      rows.push(...((await query.execute()) as unknown as AnyRow[]));
    }
  return rows;
}
const nameOf = (ids: readonly number[]) => ids.join(' ');

/** Frees the ids that other rows of the batch take, so that no two rows hold one at any moment. */
async function freeIds(trx: Trx, rows: readonly AnyRow[]): Promise<void> {
  for (const some of partsOf(rows))
    await trx
      .updateTable('app_user')
      .set({ user_key: sql<string>`${'\u0001'} || cast(user_puid as text)`, student_number: null, sourced_id: null })
      .where(
        'user_puid',
        'in',
        some.map((row) => row.user_puid as number),
      )
      .execute();
}
/** Ids of an account that no two may share. */
const uniqueIds = ['user_key', 'student_number', 'sourced_id'] as const;

function rowsThat(entries: readonly Entry[], isNew: boolean): AnyRow[] {
  const rows: AnyRow[] = [];
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index] as Entry;
    if (entry.isNew === isNew) rows.push(entry.row);
  }
  return rows;
}

function logOf(kind: Kind, entries: readonly Entry[], before: ReadonlyMap<string, AnyRow>): KeptEntries {
  const { ids, owned } = kind;
  const log: KeptEntries = {
    steps: ids.map(() => new Array<number>(entries.length)),
    after: new Array<number>(entries.length),
    before: [],
  };
  const last = ids.map(() => 0);
  for (let index = 0; index < entries.length; index++) {
    const { isNew, row } = entries[index] as Entry;
    for (let column = 0; column < ids.length; column++) {
      const id = row[ids[column] as string] as number;
      (log.steps[column] as number[])[index] = id - (last[column] as number);
      last[column] = id;
    }
    log.after[index] = afterPrint(kind, row);
    const old = isNew ? undefined : before.get(nameOf(last));
    if (old) log.before.push([index, owned.map((column) => old[column] ?? null)]);
  }
  return log;
}

/** Writes rows of one kind and returns their undo data. Existing rows keep all columns that imports do not own. */
export async function writeEntries(trx: Trx, name: WrittenKind, given: readonly Entry[]): Promise<KeptEntries> {
  const kind = kinds[name];
  // A user may appear twice, once to free a name. The last entry wins.
  const entries = name === 'users' ? [...new Map(given.map((entry) => [entry.row.user_puid, entry])).values()] : given;
  const fresh = rowsThat(entries, true);
  const known = rowsThat(entries, false);
  const before = new Map<string, AnyRow>();
  if (known.length > 0) {
    const rows = await rowsByIds(
      trx,
      name,
      known.map((row) => idsOf(kind, row)),
    );
    for (const row of rows) before.set(nameOf(idsOf(kind, row)), row);
    if (name === 'users') {
      const moved = known.filter((row) => {
        const old = before.get(String(row.user_puid));
        return old && uniqueIds.some((column) => (old[column] ?? null) !== (row[column] ?? null));
      });
      await freeIds(trx, moved);
    }
    // Rows deleted in the meantime are recreated.
    await upsert(
      trx,
      name,
      known.map((row) => ({
        ...Object.fromEntries(kind.birth.map((column) => [column, before.get(nameOf(idsOf(kind, row)))?.[column] ?? null])),
        ...row,
      })),
      false,
    );
  }
  await upsert(trx, name, fresh, true);
  return logOf(kind, entries, before);
}

/** Those of the imported rows that are in use and must not be deleted. */
async function usedIds(trx: Trx, name: WrittenKind, ids: readonly number[]): Promise<Set<number>> {
  const used = new Set<number>();
  const look = async (
    table: 'enrollment' | 'attempt' | 'lesson_tracking' | 'refresh_session' | 'assignee' | 'federated_identity',
    column: string,
  ) => {
    for (const some of partsOf(ids)) {
      const rows = await trx
        .selectFrom(table as 'enrollment')
        .select(column as 'user_puid')
        .distinct()
        .where(column as 'user_puid', 'in', some)
        .execute();
      for (const row of rows) used.add((row as unknown as Record<string, number>)[column] as number);
    }
  };
  if (name === 'users')
    for (const table of ['enrollment', 'attempt', 'lesson_tracking', 'refresh_session', 'assignee', 'federated_identity'] as const)
      await look(table, 'user_puid');
  if (name === 'classes') {
    await look('enrollment', 'group_puid');
    await look('group_assignment' as 'enrollment', 'group_puid');
    await look('assignment_code' as 'enrollment', 'group_puid');
  }
  if (name === 'schools') {
    await look('app_user' as 'enrollment', 'school_id');
    await look('class_group' as 'enrollment', 'school_id');
  }
  if (name === 'sessions' && ids.length > 0) {
    const named = new Set<string>();
    for (const { roster_terms } of await trx
      .selectFrom('class_group')
      .select('roster_terms')
      .distinct()
      .where('roster_terms', 'is not', null)
      .execute())
      for (const one of listOf(roster_terms ?? '')) named.add(one);
    for (const some of partsOf(ids))
      for (const row of await trx
        .selectFrom('roster_session')
        .select(['session_id', 'sourced_id'])
        .where('session_id', 'in', some)
        .execute())
        if (named.has(row.sourced_id)) used.add(row.session_id);
  }
  return used;
}

/** Those of the rows whose ids are still free. */
async function withFreeIds(trx: Trx, rows: readonly AnyRow[]): Promise<AnyRow[]> {
  const mine = new Set(rows.map((row) => row.user_puid));
  const taken = new Set<string | number | null>();
  for (const column of uniqueIds)
    for (const some of partsOf(rows)) {
      const values = some.flatMap((row) => (row[column] === null ? [] : [row[column] as string]));
      if (values.length === 0) continue;
      const holders = await trx.selectFrom('app_user').select(['user_puid', column]).where(column, 'in', values).execute();
      for (const holder of holders) if (!mine.has(holder.user_puid)) taken.add(`${column} ${holder[column]}`);
    }
  return rows.filter((row) => uniqueIds.every((column) => !taken.has(`${column} ${row[column]}`)));
}

/** Rows of a batch that have changed since, and the ids of rows it created. */
export async function changedSince(
  db: Tenant,
  log: UndoLog,
): Promise<{ kind: WrittenKind; changed: { ids: number[]; row: AnyRow }[]; made: number[][] }[]> {
  const all: Awaited<ReturnType<typeof changedSince>> = [];
  for (const [name, entries] of log) {
    const kind = kinds[name];
    const now = new Map<string, AnyRow>();
    const wanted = entries.map(([ids]) => ids);
    for (const row of await rowsByIds(db, name, wanted)) now.set(nameOf(idsOf(kind, row)), row);
    const changed = entries.flatMap(([ids, , after]) => {
      const row = now.get(nameOf(ids));
      return row && !isAsWritten(kind, row, after) ? [{ ids, row }] : [];
    });
    all.push({ kind: name, changed, made: entries.filter(([, before]) => before === null).map(([ids]) => ids) });
  }
  return all;
}

/** Undoes a batch in reverse order. Rows changed or used since are left alone. Returns how many. */
export async function undoEntries(trx: Trx, log: UndoLog): Promise<number> {
  let left = 0;
  for (const [name, entries] of log.toReversed()) {
    const kind = kinds[name];
    const now = new Map<string, AnyRow>();
    const ids = entries.map(([one]) => one);
    for (const row of await rowsByIds(trx, name, ids)) now.set(nameOf(idsOf(kind, row)), row);
    const untouched = entries.toReversed().filter(([one, , after]) => {
      const row = now.get(nameOf(one));
      const isSame = row !== undefined && isAsWritten(kind, row, after);
      if (row && !isSame && !isUnseen(name)) left += 1;
      return isSame;
    });
    const made = untouched.filter(([, before]) => before === null).map(([one]) => one);
    const used =
      name === 'enrollments'
        ? new Set<number>()
        : await usedIds(
            trx,
            name,
            made.map(([one]) => one as number),
          );
    const gone = made.filter(([one]) => !used.has(one as number));
    left += made.length - gone.length;
    const [first, last] = [kind.ids[0] as 'school_id', kind.ids.at(-1) as 'school_id'];
    const groups = kind.ids.length === 1 ? [gone] : [...Map.groupBy(gone, ([one]) => one).values()];
    for (const group of groups)
      for (const some of partsOf(group)) {
        let query = trx.deleteFrom(kind.table as 'school').where(
          last,
          'in',
          some.map((one) => one.at(-1) as number),
        );
        if (kind.ids.length > 1) query = query.where(first, '=', group[0]?.[0] as number);
        await query.execute();
      }
    const wanted = untouched
      .filter(([, before]) => before !== null)
      .map(([one, before]) => ({
        ...(now.get(nameOf(one)) as AnyRow),
        ...Object.fromEntries(kind.owned.map((column, index) => [column, before?.[index] ?? null])),
      }));
    const back = name === 'users' ? await withFreeIds(trx, wanted) : wanted;
    left += wanted.length - back.length;
    if (name === 'users') await freeIds(trx, back);
    await upsert(trx, name, back, false);
  }
  return left;
}
