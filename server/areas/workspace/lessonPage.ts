import { sql } from 'kysely';
import type { LessonPage, LessonRow } from '../../../contract/workspace.ts';
import type { Row } from '../../db/schema.ts';
import { type Db, isOfVisibleGroup, iso } from '../../kit/access.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { type ownLessons, type Place, placeColumns } from './places.ts';

type ListedRow = Pick<
  Row<'lesson'>,
  'lesson_id' | 'lesson_name' | 'lesson_objective' | 'is_assignment' | 'total_time' | 'due_date' | 'updated_at' | keyof Place
>;
const listed = [
  'l.lesson_id',
  'l.lesson_name',
  'l.lesson_objective',
  'l.is_assignment',
  'l.total_time',
  'l.due_date',
  'l.updated_at',
  ...placeColumns.map((column) => `l.${column}` as const),
] as const;

interface Window {
  search: string;
  kind: 'all' | 'lesson' | 'assignment';
  sort: 'name' | '-updated' | 'due';
  offset: number;
  limit: number;
}

/** Search text as a `like` pattern, with % and _ escaped. */
const pattern = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

/** Names of the folders that lessons are in, from the product down. */
async function pathsOf(db: Db, rows: readonly ListedRow[]): Promise<(row: ListedRow) => string[]> {
  const idsOf = (read: (row: ListedRow) => number | null) => [...new Set(rows.map(read).filter((one) => one !== null))];
  const products = idsOf((row) => row.product_id);
  const units = idsOf((row) => (row.is_custom_unit === 1 ? null : row.unit_id));
  const subs = idsOf((row) => (row.is_custom_sub_unit === 1 ? null : row.sub_unit_id));
  const levels = idsOf((row) => (row.is_custom_level3 === 1 ? null : row.level3_id));
  const folders = [
    ...idsOf((row) => (row.is_custom_unit === 1 ? row.unit_id : null)),
    ...idsOf((row) => (row.is_custom_sub_unit === 1 ? row.sub_unit_id : null)),
    ...idsOf((row) => (row.is_custom_level3 === 1 ? row.level3_id : null)),
  ];
  const names = new Map<string, string>();
  const keep = (kind: string, found: readonly { id: number; name: string }[]) => {
    for (const { id, name } of found) names.set(`${kind}${id}`, name);
  };
  if (products.length > 0)
    keep('p', await db.selectFrom('product').select(['product_id as id', 'name']).where('product_id', 'in', products).execute());
  if (units.length > 0) keep('u', await db.selectFrom('unit').select(['unit_id as id', 'name']).where('unit_id', 'in', units).execute());
  if (subs.length > 0)
    keep('s', await db.selectFrom('sub_unit').select(['sub_unit_id as id', 'name']).where('sub_unit_id', 'in', subs).execute());
  if (levels.length > 0)
    keep('l', await db.selectFrom('level3').select(['level3_id as id', 'name']).where('level3_id', 'in', levels).execute());
  if (folders.length > 0)
    keep('f', await db.selectFrom('folder').select(['folder_id as id', 'folder_name as name']).where('folder_id', 'in', folders).execute());
  return (row) =>
    [
      row.product_id === null ? undefined : names.get(`p${row.product_id}`),
      names.get(`${row.is_custom_unit === 1 ? 'f' : 'u'}${row.unit_id}`),
      names.get(`${row.is_custom_sub_unit === 1 ? 'f' : 's'}${row.sub_unit_id}`),
      names.get(`${row.is_custom_level3 === 1 ? 'f' : 'l'}${row.level3_id}`),
    ].filter((name) => name !== undefined);
}

export type Lessons = ReturnType<typeof ownLessons>;

/** Cuts the requested page out of a list and returns the total. */
export async function pageOf(
  db: Db,
  user: TokenUser,
  lessons: Lessons,
  { search, kind, sort, offset, limit }: Window,
  sharedBy: ((lesson_ids: readonly number[]) => Promise<Map<number, { user_puid: number; name: string }>>) | null = null,
): Promise<LessonPage> {
  let chosen = lessons;
  if (kind !== 'all') chosen = chosen.where('l.is_assignment', '=', kind === 'assignment' ? 1 : 0);
  if (search !== '')
    chosen = chosen.where((eb) =>
      // Database engines fold the case of different letters, so the text is also matched as typed.
      eb.or([
        sql<boolean>`lower(${eb.ref('l.lesson_name')}) like ${pattern(search.toLowerCase())} escape '\\'`,
        sql<boolean>`${eb.ref('l.lesson_name')} like ${pattern(search)} escape '\\'`,
      ]),
    );
  const counted = await chosen.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const total = Number(counted.total);
  if (limit === 0 || offset >= total) return { lessons: [], assignments: [], offset, total };
  let ordered = chosen.select([...listed]);
  if (sort === '-updated') ordered = ordered.orderBy('l.updated_at', 'desc');
  if (sort === 'due')
    ordered = ordered.orderBy((eb) => eb.case().when('l.due_date', 'is', null).then(1).else(0).end()).orderBy('l.due_date');
  const rows = await ordered
    .orderBy((eb) => eb.fn('lower', ['l.lesson_name']))
    .orderBy('l.lesson_id')
    .limit(limit)
    .offset(offset)
    .execute();
  const ids = rows.map((row) => row.lesson_id);
  const resources = await db
    .selectFrom('lesson_resource')
    .select('lesson_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('lesson_id', 'in', ids)
    .groupBy('lesson_id')
    .execute();
  const groups = await db
    .selectFrom('group_assignment as ga')
    .innerJoin('assignment as a', 'a.assignment_id', 'ga.assignment_id')
    .select('ga.lesson_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('ga.lesson_id', 'in', ids)
    .where('ga.unassigned_at', 'is', null)
    .where('a.assigned_by_puid', '=', user.user_puid)
    .where(isOfVisibleGroup(db, user))
    .groupBy('ga.lesson_id')
    .execute();
  const countsOf = (counted: readonly { lesson_id: number; count: number }[]) =>
    new Map(counted.map(({ lesson_id, count }) => [lesson_id, Number(count)]));
  const counts = { resources: countsOf(resources), groups: countsOf(groups) };
  const sharers = sharedBy ? await sharedBy(ids) : null;
  const pathOf = await pathsOf(db, rows);
  const all = rows.map(
    (row, index): LessonRow => ({
      position: offset + index,
      lesson_id: row.lesson_id,
      lesson_name: row.lesson_name,
      lesson_objective: row.lesson_objective,
      is_assignment: row.is_assignment === 1 ? 'yes' : 'no',
      total_time: row.total_time,
      due_date: row.due_date,
      resource_count: counts.resources.get(row.lesson_id) ?? 0,
      assigned_count: counts.groups.get(row.lesson_id) ?? 0,
      updated_at: iso(row.updated_at),
      path: pathOf(row),
      shared_by: sharers?.get(row.lesson_id) ?? null,
    }),
  );
  return {
    lessons: all.filter((row) => row.is_assignment === 'no'),
    assignments: all.filter((row) => row.is_assignment === 'yes'),
    offset,
    total,
  };
}

export const sharersOf = (db: Db, user: TokenUser) => async (lesson_ids: readonly number[]) => {
  const rows = await db
    .selectFrom('lesson_share as s')
    .innerJoin('app_user as u', 'u.user_puid', 's.shared_by_puid')
    .select(['s.lesson_id', 'u.user_puid', 'u.first_name', 'u.last_name'])
    .where('s.user_puid', '=', user.user_puid)
    .where('s.lesson_id', 'in', lesson_ids)
    .execute();
  return new Map(rows.map((row) => [row.lesson_id, { user_puid: row.user_puid, name: `${row.first_name} ${row.last_name}` }]));
};
