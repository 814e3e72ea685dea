import { type Kysely, sql } from 'kysely';
import type { Database, Row } from '../db/schema.ts';
import { iso } from '../kit/access.ts';
import type { Language } from '../kit/language.ts';
import { everywhere, type Person, personOf, rowsOf, shown } from './concerned.ts';
import { type Holding, held, holdings, type TableName } from './holdings.ts';
import { readmeOf } from './readme.ts';

type Db = Kysely<Database>;
type Key = string | number;

/** The tables of an archive: those about a person, or all of a district. */
const ofPerson = held.filter(([, { people, parts, isLeftOut }]) => (people || parts) && !isLeftOut).map(([table]) => table);
const ofDistrict = held.filter(([table, { isLeftOut }]) => !isLeftOut && !everywhere.has(table)).map(([table]) => table);

/** Of whom an archive is. `db` sees all districts. */
export interface Subject {
  district_id: number;
  /** Null: of the whole district. */
  person: Person | null;
}
export const tablesOfArchive = (isOfPerson: boolean): readonly TableName[] => (isOfPerson ? ofPerson : ofDistrict);

/** Whom an export is an archive of; null: it is none, or the person is gone. */
export async function subjectOf(
  db: Db,
  { about_district_id, about_puid }: Pick<Row<'export_job'>, 'about_district_id' | 'about_puid'>,
): Promise<Subject | null> {
  if (about_district_id === null) return null;
  if (about_puid === null) return { district_id: about_district_id, person: null };
  const person = await personOf(db, { district_id: about_district_id, user_puid: about_puid });
  return person && { district_id: about_district_id, person };
}

/** A file in an archive: its path and bytes. */
export interface ArchivedFile {
  path: string;
  bytes: Buffer;
}

/** The last instant that a date can be. What has no end is later. */
const lastInstant = 8_640_000_000_000_000;
/** Instants as ISO 8601; everything else as it is stored. */
const worded = (name: string, value: unknown): unknown =>
  typeof value === 'number' && value > 0 && value <= lastInstant && (name === 'at' || name === 'roster_modified' || name.endsWith('_at'))
    ? iso(value)
    : value;

const extensions: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/gif': 'gif' };
/** Names come from people: a path in the archive has nothing that leads out of its folder. */
const safeName = (name: string) =>
  name
    .replace(/[^\p{L}\p{N}._-]+/gu, '_')
    .replace(/^\.+/, '_')
    .slice(-80);

/** A row as an archive shows it, and the file in it. */
function entryOf(table: TableName, { file, hides = [], key }: Holding, row: Record<string, unknown>, no: string) {
  const { [file?.content ?? '']: content, ...rest } = row;
  const fields = Object.entries(rest).filter(([name]) => !hides.includes(name));
  const shownRow: Record<string, unknown> = Object.fromEntries(fields.map(([name, value]) => [name, worded(name, value)]));
  if (!file || typeof content !== 'string' || content === '') return { row: shownRow, file: null };
  const name = file.name === undefined ? '' : String(row[file.name] ?? '');
  const extension = extensions[String(row[file.type])];
  const whole = extension && !name.includes('.') ? `${name}.${extension}` : name;
  const path = `files/${table}/${row[key]}-${no}${whole.startsWith('.') ? '' : '-'}${safeName(whole).replace(/^_(?=\w+$)/, '.')}`;
  return { row: { ...shownRow, file: path }, file: { path, bytes: Buffer.from(content, 'base64') } };
}

/** Rows of one step of an archive. `after`: the last key that is done; null: none. `last` is null if these are the last rows. */
export async function stepOf(
  db: Db,
  { district_id, person }: Subject,
  table: TableName,
  after: Key | null,
  count: number,
): Promise<{ rows: object[]; files: ArchivedFile[]; last: Key | null }> {
  const holding = holdings[table] as Holding;
  const key = sql.ref(`${table}.${holding.key}`);
  const parts = person
    ? shown(db, table, person)
    : [{ condition: sql<boolean>`${sql.ref(`${table}.district_id`)} = ${district_id}`, columns: null }];
  const above = after === null ? sql<boolean>`1 = 1` : sql<boolean>`${key} > ${after}`;
  // A file may have megabytes.
  const most = holding.file ? Math.ceil(count / 100) : count;
  const ends = await Promise.all(
    parts.map(async ({ condition }) => {
      const end = await rowsOf(db, table)
        .select(sql<Key>`${key}`.as('key'))
        .where(condition)
        .where(above)
        .orderBy(key)
        .offset(most - 1)
        .limit(1)
        .executeTakeFirst();
      return end?.key ?? null;
    }),
  );
  const reached = ends.filter((end): end is Key => end !== null);
  const last = reached.length === 0 ? null : (reached.toSorted((a, b) => (a < b ? -1 : 1))[0] as Key);
  const upTo = last === null ? sql<boolean>`1 = 1` : sql<boolean>`${key} <= ${last}`;
  const rows: object[] = [];
  const files: ArchivedFile[] = [];
  for (const { condition, columns } of parts) {
    const query = rowsOf(db, table).where(condition).where(above).where(upTo).orderBy(key);
    const found = (await (columns ? query.select(columns as never) : query.selectAll()).execute()) as unknown as Record<string, unknown>[];
    for (const row of found) {
      const entry = entryOf(table, holding, row, String(files.length + 1));
      rows.push(entry.row);
      if (entry.file) files.push(entry.file);
    }
  }
  return { rows, files, last };
}

/** The path of a table's rows: a folder for each kind. */
export const pathOf = (table: TableName): string => `${(holdings[table] as Holding).kind}/${table}.json`;

/** What the archive is of, what its files hold, and what is left out, in words. */
export const readme = (language: Language, subject: Subject, name: string, at: number, paths: ReadonlySet<string>): string =>
  readmeOf(language, {
    name,
    isOfPerson: subject.person !== null,
    at: iso(at),
    files: tablesOfArchive(subject.person !== null).flatMap((table) => {
      const { kind, hides = [] } = holdings[table] as Holding;
      return paths.has(pathOf(table)) ? [{ kind, path: pathOf(table), hides }] : [];
    }),
    leftOut: held.filter(([, { isLeftOut }]) => isLeftOut).map(([table]) => table),
  });
