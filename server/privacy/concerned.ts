import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database, Row } from '../db/schema.ts';
import { type Holding, held, holdings, type Mention, type TableName } from './holdings.ts';

/** A person, by all that columns name people with. */
export interface Person {
  district_id: number;
  user_puid: number;
  first_name: string;
  last_name: string;
  sourced_id: string | null;
  /** Null also if another account has the same address. */
  email: string | null;
}
type Condition = RawBuilder<boolean>;
type Db = Kysely<Database>;

/** Any one table stands for all: names of tables and columns come from `holdings`. */
export const rowsOf = (db: Db, table: TableName) => db.selectFrom(table as 'audit');
const column = (table: TableName, name: string) => sql.ref(`${table}.${name}`);

/** Tables without a district: what they hold is found by what is globally unique. */
export const everywhere: ReadonlySet<TableName> = new Set(['mail', 'content_item']);

const isIn = (table: TableName, district_id: number): Condition =>
  everywhere.has(table) ? sql`1 = 1` : sql`${column(table, 'district_id')} = ${district_id}`;

/** What a column holds that names this person; null: nothing names them so. */
function namingValue({ holds }: Mention, person: Person): number | string | null {
  switch (holds) {
    case 'id as text':
      return String(person.user_puid);
    case 'user and id':
      return `user ${person.user_puid}`;
    case 'sourced id':
      return person.sourced_id;
    case 'email':
      return person.email;
    case 'full name':
      return `${person.first_name} ${person.last_name}`;
    default:
      return person.user_puid;
  }
}

const any = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`1 = 0` : sql`(${sql.join(conditions, sql` or `)})`;

/** Rows of a table that name a person in one column. */
export function names(db: Db, table: TableName, name: string, mention: Mention, person: Person): Condition {
  const value = namingValue(mention, person);
  if (value === null) return sql`1 = 0`;
  const is = sql<boolean>`${column(table, name)} = ${value}`;
  const when = mention.when ? sql` and ${column(table, mention.when[0])} = ${mention.when[1]}` : sql``;
  const own =
    mention.home === undefined
      ? isIn(table, person.district_id)
      : sql`coalesce(${column(table, mention.home)}, ${column(table, 'district_id')}) = ${person.district_id}`;
  // Ids are unique within a district, and the catalog has none: an item is of a person whose quiz it is.
  const ofQuiz =
    table === 'content_item'
      ? sql` and ${column(table, 'item_id')} in ${rowsOf(db, 'authored_quiz')
          .select('item_id' as never)
          .where(sql<boolean>`owner_puid = ${value} and district_id = ${person.district_id}`)}`
      : sql``;
  return sql`(${is} and ${own}${when}${ofQuiz})`;
}

const mentionsOf = ({ people = {} }: Holding) => Object.entries(people) as [string, Mention][];
const holdingOf = (table: TableName): Holding => holdings[table] as Holding;

/** Rows that are part of others. */
const parts = (db: Db, table: TableName, { parts: all = [] }: Holding, person: Person, of: typeof doomed): Condition[] =>
  all.map(
    (part) =>
      sql`(${isIn(table, person.district_id)} and ${column(table, part.column)} in ${rowsOf(db, part.of)
        .select(part.key as never)
        .where(of(db, part.of, person))})`,
  );

/** Whether somebody else uses what a person made, by table. */
const used: Partial<Record<TableName, (db: Db, person: Person) => Condition>> = {
  lesson: (db, person) => {
    const { district_id, user_puid } = person;
    const lessons = (table: TableName, condition: Condition) =>
      sql`exists ${rowsOf(db, table)
        .select(sql`1`.as('one'))
        .where(
          sql<boolean>`${column(table, 'district_id')} = ${district_id} and ${column(table, 'lesson_id')} = lesson.lesson_id and ${condition}`,
        )}`;
    return any([
      sql`${lessons('assignment', sql`1 = 1`)}`,
      sql`${lessons('lesson_share', sql`lesson_share.user_puid <> ${user_puid}`)}`,
      sql`${lessons('share_link', sql`share_link.revoked_at is null`)}`,
      sql`${lessons('lesson_start', sql`lesson_start.user_puid <> ${user_puid}`)}`,
    ]);
  },
  authored_quiz: (db, { district_id, user_puid }) =>
    any([
      sql`authored_quiz.published_version is not null`,
      sql`exists ${rowsOf(db, 'item_share')
        .select(sql`1`.as('one'))
        .where(
          sql<boolean>`item_share.district_id = ${district_id} and item_share.item_id = authored_quiz.item_id and item_share.user_puid <> ${user_puid}`,
        )}`,
    ]),
  folder: (db, person) => sql`exists ${kept(db, 'lesson', person)}`,
  authored_picture: (db, person) => sql`exists ${kept(db, 'authored_quiz', person)}`,
};
/** Rows that a person owns and others use. */
const kept = (db: Db, table: 'lesson' | 'authored_quiz', person: Person) =>
  rowsOf(db, table)
    .select(sql`1`.as('one'))
    .where(
      sql<boolean>`${column(table, 'owner_puid')} = ${person.user_puid} and ${isIn(table, person.district_id)} and ${used[table]?.(db, person) ?? sql`1 = 1`}`,
    );

/** Rows of a table that an erasure deletes. */
export function doomed(db: Db, table: TableName, person: Person): Condition {
  const holding = holdingOf(table);
  const unused = used[table]?.(db, person);
  return any([
    ...mentionsOf(holding)
      .filter(([, { fate }]) => fate === 'deleted' || (unused && fate === 'detached'))
      .map(([name, mention]) => {
        const named = names(db, table, name, mention, person);
        return mention.fate === 'deleted' || !unused ? named : sql<boolean>`(${named} and not ${unused})`;
      }),
    ...parts(db, table, holding, person, doomed),
  ]);
}

/** Rows of a table that an archive of the person shows, with the columns; null: all that are not hidden. */
export function shown(db: Db, table: TableName, person: Person): { condition: Condition; columns: readonly string[] | null }[] {
  const holding = holdingOf(table);
  if (holding.isLeftOut) return [];
  const mentions = mentionsOf(holding);
  const whole = any([
    ...mentions.filter(([, { shows }]) => shows === undefined).map(([name, mention]) => names(db, table, name, mention, person)),
    ...parts(db, table, holding, person, owned),
  ]);
  return [
    { condition: whole, columns: null },
    ...mentions
      .filter(([, { shows }]) => shows !== undefined && shows.length > 0)
      .map(([name, mention]) => ({
        condition: sql<boolean>`(${names(db, table, name, mention, person)} and not ${whole})`,
        columns: mention.shows ?? null,
      })),
  ];
}
/** Rows that are the person's own, so that their parts are as well. */
const owned = (db: Db, table: TableName, person: Person): Condition => shown(db, table, person)[0]?.condition ?? sql`1 = 0`;

/** Every column that names people, with its table, in the order of deletion. */
export const everyMention = held
  .toReversed()
  .flatMap(([table, holding]) => mentionsOf(holding).map(([name, mention]) => ({ table, name, mention, kind: holding.kind })));

/** A person as they are named. `db` sees all districts. */
export async function personOf(
  db: Db,
  { district_id, user_puid }: Pick<Row<'app_user'>, 'district_id' | 'user_puid'>,
): Promise<Person | null> {
  const row = await db
    .selectFrom('app_user')
    .select(['district_id', 'user_puid', 'first_name', 'last_name', 'sourced_id', 'email'])
    .where('district_id', '=', district_id)
    .where('user_puid', '=', user_puid)
    .executeTakeFirst();
  if (!row) return null;
  const { namesakes } = await db
    .selectFrom('app_user')
    .select((eb) => eb.fn.countAll<number>().as('namesakes'))
    .where(sql<boolean>`lower(email) = lower(${row.email ?? ''})`)
    .executeTakeFirstOrThrow();
  return { ...row, email: Number(namesakes) === 1 ? row.email : null };
}
