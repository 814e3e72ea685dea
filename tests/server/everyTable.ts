import { type Kysely, sql } from 'kysely';
import type { Database } from '../../server/db/schema.ts';
import { type Holding, held, type Mention, type TableName } from '../../server/privacy/holdings.ts';

const postgres = process.env.DATABASE_URL;
type Db = Kysely<Database>;

interface Column {
  name: string;
  isNumber: boolean;
  isNullable: boolean;
}

/** The tables of the database, with their columns, as the database itself says. */
export async function columnsOf(db: Db): Promise<Map<TableName, Column[]>> {
  const { rows } = await (postgres
    ? sql<{ table: string; name: string; type: string; nullable: number }>`
        select table_name as table, column_name as name, data_type as type, case is_nullable when 'YES' then 1 else 0 end as nullable
        from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`
    : sql<{ table: string; name: string; type: string; nullable: number }>`
        select m.name as "table", p.name as name, p.type as type, 1 - p."notnull" as nullable
        from sqlite_master m, pragma_table_info(m.name) p where m.type = 'table' order by m.name, p.cid`
  ).execute(db);
  const tables = new Map<TableName, Column[]>();
  for (const { table, name, type, nullable } of rows) {
    if (table.startsWith('kysely_')) continue;
    const columns = tables.get(table as TableName) ?? [];
    tables.set(table as TableName, columns);
    columns.push({ name, isNumber: !/text/i.test(type), isNullable: Number(nullable) === 1 });
  }
  return tables;
}

/** Any table's name, for statements whose table comes from a list. */
export const any = (table: TableName) => table as 'audit';

export const countIn = async (db: Db, table: TableName, condition = sql<boolean>`1 = 1`): Promise<number> =>
  Number(
    (
      await db
        .selectFrom(any(table))
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .where(condition)
        .executeTakeFirstOrThrow()
    ).rows,
  );

/** How a person is named in a column of this kind. */
export interface Named {
  district_id: number;
  user_puid: number;
  user_name: string;
  sourced_id: string;
  email: string;
  first_name: string;
  last_name: string;
}
const fullName = ({ first_name, last_name }: Named) => `${first_name} ${last_name}`;
const naming = ({ holds }: Mention, person: Named) =>
  ({
    id: person.user_puid,
    'id as text': String(person.user_puid),
    'user and id': `user ${person.user_puid}`,
    'sourced id': person.sourced_id,
    email: person.email,
    'full name': fullName(person),
  })[holds ?? 'id'];

/**
 * Puts a row into every table for every column that names people, and one for what is part of such a row: as `person`. All other ids are
 * `id` and the texts say whose they are, so that the rows refer to each other. `stranger` stands in the columns about somebody else, and
 * everything happened at `time`.
 */
export async function fillTables(
  db: Db,
  person: Named,
  { id, stranger, time }: { id: number; stranger: number; time: number },
): Promise<void> {
  const tables = await columnsOf(db);
  const whose = `of ${person.user_name}`;
  /** Columns that hold what people are called, beside those that are declared. */
  const texts: Readonly<Record<string, string>> = {
    first_name: person.first_name,
    last_name: person.last_name,
    email: person.email,
    'game_event.name': fullName(person),
    'audit.detail': JSON.stringify({ before: { first_name: person.first_name } }),
  };
  const cell = (table: TableName, holding: Holding, { name, isNumber, isNullable }: Column): unknown => {
    const mention = holding.people?.[name];
    if (name === 'district_id' || name.endsWith('_district_id')) return person.district_id;
    if (mention) return mention.holds === undefined ? stranger : isNullable ? null : `nobody ${whose}`;
    const text = texts[`${table}.${name}`] ?? texts[name];
    if (text !== undefined) return text;
    if (!isNumber) return `${table} ${whose}`;
    return name === 'at' || name.endsWith('_at') ? time : id;
  };
  for (const [table, holding] of held) {
    if (table === 'app_user' || table === 'district' || table === 'content_item') continue;
    const columns = tables.get(table) ?? [];
    const mentions = Object.entries(holding.people ?? {}) as [string, Mention][];
    const rows: Record<string, unknown>[] = mentions.map(([name, mention], index) => {
      const key = columns.find((one) => one.name === holding.key);
      // A second row in the same table has another key.
      const isKeyed = index > 0 && key && !holding.people?.[key.name] && table !== 'lesson_share';
      return {
        ...(isKeyed ? { [key.name]: key.isNumber ? id + index : `${table} ${index} ${whose}` } : {}),
        [name]: naming(mention, person),
        ...(mention.when ? { [mention.when[0]]: mention.when[1] } : {}),
        // What somebody did to others does not name them.
        ...(table === 'audit' && name !== 'subject' ? { detail: '{}' } : {}),
      };
    });
    for (const given of mentions.length > 0 ? rows : [{}])
      await db
        .insertInto(any(table))
        .values({ ...Object.fromEntries(columns.map((column) => [column.name, cell(table, holding, column)])), ...given } as never)
        .execute();
  }
}
