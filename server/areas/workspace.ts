import { sql } from 'kysely';
import { dayIn } from '../../common/zone.ts';
import type { ItemBody } from '../../contract/content.ts';
import { type BodyOf, Role } from '../../contract/kit.ts';
import {
  type Finding,
  type LessonDetail,
  type LessonPage,
  type LessonRow,
  nullText,
  type WorkspaceMeta,
  type workspace as workspaceCalls,
  type YesOrNo,
} from '../../contract/workspace.ts';
import { cleanRichText } from '../content/richText.ts';
import { hasTextAlternatives } from '../content/textAlternatives.ts';
import type { NewRow, Row } from '../db/schema.ts';
import { insertAll } from '../db/upsert.ts';
import { fieldReason } from '../kit/fieldReasons.ts';
import { assertSelf, type HandlersOf, notFound, refuse } from '../kit/handler.ts';
import type { TenantPorts } from '../kit/ports.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { transact } from '../kit/transact.ts';
import { assigned, type Db, isOfVisibleGroup, iso, lessonResources, usableLesson } from './access.ts';
import { folders, foldersOf, nearestPlace } from './folders.ts';
import { nowhere, ownLessons, type Place, placeColumns, readPlace, readPlaceToFill, takeTurn } from './places.ts';
import { loadQuestions } from './quiz/questions.ts';
import type { AnswerKey } from './quiz/score.ts';

const yesNo = (value: number): YesOrNo => (value === 1 ? 'yes' : 'no');
const yesNoOrNull = (value: number | null): YesOrNo | null => (value === null ? null : yesNo(value));

/** Lessons of others that are shared with one. */
const sharedLessons = (db: Db, user: TokenUser) =>
  db
    .selectFrom('lesson as l')
    .innerJoin('lesson_share as s', (join) => join.onRef('s.lesson_id', '=', 'l.lesson_id').on('s.user_puid', '=', user.user_puid))
    .where('l.deleted_at', 'is', null);

/** One's own lesson that is not deleted; throws 404 for any other. */
export async function ownLesson(db: Db, user: TokenUser, lesson_id: number): Promise<Row<'lesson'>> {
  const lesson = await ownLessons(db, user).selectAll('l').where('l.lesson_id', '=', lesson_id).executeTakeFirst();
  if (!lesson) throw notFound('lesson');
  return lesson;
}

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

/** The words of a search for `like`, in which % and _ mean themselves. */
const pattern = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

const byKey = <K, V>(rows: readonly V[], key: (row: V) => K) => new Map(rows.map((row) => [key(row), row]));

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

type Lessons = ReturnType<typeof ownLessons>;

/** Cuts the asked window out of a list, and says how long the whole is. */
async function pageOf(
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
      // The engines fold the case of different letters; the text as typed is looked for too.
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
  const counts = { resources: byKey(resources, (row) => row.lesson_id), groups: byKey(groups, (row) => row.lesson_id) };
  const sharers = sharedBy ? await sharedBy(ids) : null;
  const pathOf = await pathsOf(db, rows);
  const all = rows.map(
    (row, index): LessonRow => ({
      position: offset + index,
      lesson_id: row.lesson_id,
      lesson_name: row.lesson_name,
      lesson_objective: row.lesson_objective,
      is_assignment: yesNo(row.is_assignment),
      total_time: row.total_time,
      due_date: row.due_date,
      resource_count: Number(counts.resources.get(row.lesson_id)?.count ?? 0),
      assigned_count: Number(counts.groups.get(row.lesson_id)?.count ?? 0),
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

const sharersOf = (db: Db, user: TokenUser) => async (lesson_ids: readonly number[]) => {
  const rows = await db
    .selectFrom('lesson_share as s')
    .innerJoin('app_user as u', 'u.user_puid', 's.shared_by_puid')
    .select(['s.lesson_id', 'u.user_puid', 'u.first_name', 'u.last_name'])
    .where('s.user_puid', '=', user.user_puid)
    .where('s.lesson_id', 'in', lesson_ids)
    .execute();
  return new Map(rows.map((row) => [row.lesson_id, { user_puid: row.user_puid, name: `${row.first_name} ${row.last_name}` }]));
};

const names = new Intl.Collator('en', { numeric: true });

/** The whole tree of folders with counts. */
async function metaOf(db: Db, user: TokenUser): Promise<WorkspaceMeta> {
  const products = await db.selectFrom('product').select(['product_id', 'name']).orderBy('sort_order').orderBy('product_id').execute();
  const units = await db.selectFrom('unit').select(['unit_id', 'product_id', 'name']).orderBy('sort_order').orderBy('unit_id').execute();
  const subs = await db
    .selectFrom('sub_unit')
    .select(['sub_unit_id', 'unit_id', 'name'])
    .orderBy('sort_order')
    .orderBy('sub_unit_id')
    .execute();
  const levels = await db
    .selectFrom('level3')
    .select(['level3_id', 'sub_unit_id', 'name'])
    .orderBy('sort_order')
    .orderBy('level3_id')
    .execute();
  const own = await db
    .selectFrom('folder')
    .select(['folder_id', 'folder_name', 'parent_folder_type', 'parent_folder_id'])
    .where('owner_puid', '=', user.user_puid)
    .execute();
  const folders = Map.groupBy(
    own.toSorted((a, b) => names.compare(a.folder_name, b.folder_name) || a.folder_id - b.folder_id),
    (folder) => `${folder.parent_folder_type}${folder.parent_folder_id}`,
  );
  const grouped = await ownLessons(db, user)
    .select(placeColumns.map((column) => `l.${column}` as const))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(placeColumns.map((column) => `l.${column}` as const))
    .execute();
  const counts = new Map<string, number>();
  let total = 0;
  for (const row of grouped) {
    const key =
      row.level3_id !== null
        ? `3${row.is_custom_level3 === 1}${row.level3_id}`
        : row.sub_unit_id !== null
          ? `2${row.is_custom_sub_unit === 1}${row.sub_unit_id}`
          : row.unit_id !== null
            ? `1${row.is_custom_unit === 1}${row.unit_id}`
            : `0${row.product_id}`;
    counts.set(key, (counts.get(key) ?? 0) + Number(row.count));
    total += Number(row.count);
  }
  const countOf = (level: 1 | 2 | 3, isCustom: boolean, id: number) => counts.get(`${level}${isCustom}${id}`) ?? 0;
  /** Folders at one level: those of the catalogue, then one's own by name. */
  const folderList = <F>(
    level: 1 | 2 | 3,
    catalogue: readonly { id: number; name: string }[],
    parent: string,
    shape: (folder: { id: number; folder_name: string; is_custom: YesOrNo; lesson_count: number }) => F,
  ): F[] => [
    ...catalogue.map(({ id, name }) => shape({ id, folder_name: name, is_custom: 'no', lesson_count: countOf(level, false, id) })),
    ...(folders.get(parent) ?? []).map(({ folder_id, folder_name }) =>
      shape({ id: folder_id, folder_name, is_custom: 'yes', lesson_count: countOf(level, true, folder_id) }),
    ),
  ];
  const unitsOf = Map.groupBy(units, (unit) => unit.product_id);
  const subsOf = Map.groupBy(subs, (sub) => sub.unit_id);
  const levelsOf = Map.groupBy(levels, (level) => level.sub_unit_id);
  const shared_by = await sharedLessons(db, user)
    .innerJoin('app_user as u', 'u.user_puid', 's.shared_by_puid')
    .select(['u.user_puid', 'u.first_name', 'u.last_name'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(['u.user_puid', 'u.first_name', 'u.last_name'])
    .execute();
  return {
    products: products.map((product) => ({
      product_id: product.product_id,
      product_name: product.name,
      lesson_count: counts.get(`0${product.product_id}`) ?? 0,
      folders: folderList(
        1,
        (unitsOf.get(product.product_id) ?? []).map((unit) => ({ id: unit.unit_id, name: unit.name })),
        `product${product.product_id}`,
        ({ id: unit_id, ...unit }) => ({
          unit_id,
          ...unit,
          sub_folders: folderList(
            2,
            unit.is_custom === 'yes' ? [] : (subsOf.get(unit_id) ?? []).map((sub) => ({ id: sub.sub_unit_id, name: sub.name })),
            `other${unit_id}`,
            ({ id: sub_unit_id, ...sub }) => ({
              sub_unit_id,
              ...sub,
              level3_folders: folderList(
                3,
                sub.is_custom === 'yes'
                  ? []
                  : (levelsOf.get(sub_unit_id) ?? []).map((level) => ({ id: level.level3_id, name: level.name })),
                `other${sub_unit_id}`,
                ({ id: level3_id, ...level }) => ({ level3_id, ...level }),
              ),
            }),
          ),
        }),
      ),
    })),
    shared_by: shared_by
      .map((row) => ({ user_puid: row.user_puid, name: `${row.first_name} ${row.last_name}`, lesson_count: Number(row.count) }))
      .toSorted((a, b) => names.compare(a.name, b.name) || a.user_puid - b.user_puid),
    total,
  };
}

type CreateBody = BodyOf<typeof workspaceCalls.createLesson>;
type UpdateBody = BodyOf<typeof workspaceCalls.updateLesson>;

/** A form ends its lines with CR LF, whatever was typed. */
const linesOf = (text: string) => text.replace(/\r\n?/g, '\n');
const textOf = (text: string) => (text === nullText ? '' : linesOf(text));
const nameOf = (text: string) => (text === nullText ? 'Untitled lesson' : linesOf(text));
const timeOf = (minutes: number | null) => (minutes === 0 ? null : minutes);

/** The columns that a form sets. */
const fieldsOf = (body: CreateBody | UpdateBody) => ({
  lesson_name: nameOf(body.lesson_name),
  lesson_objective: textOf(body.lesson_objective).trim(),
  instructions: cleanRichText(textOf(body.instructions)),
  total_time: timeOf(body.total_time),
  due_date: body.due_date,
  is_assignment: body.is_assignment === 'yes' ? 1 : 0,
  enforce_order: body.enforce_order ? 1 : 0,
});

/** Rows of a lesson's resources, in the order that is asked for; refuses items that the catalogue has not, or has as another kind. */
async function resourceRows(
  db: Db,
  ports: TenantPorts,
  { district_id, lesson_id }: { district_id: number; lesson_id: number },
  given: readonly {
    item_id: number;
    resource_type_id: number;
    time: number | null;
    sort_order: number;
    remarks: string;
    id?: number | undefined;
  }[],
): Promise<NewRow<'lesson_resource'>[]> {
  if (given.length === 0) return [];
  const items = byKey(
    await db
      .selectFrom('content_item')
      .select(['item_id', 'item_type_id'])
      .where('item_id', 'in', [...new Set(given.map((one) => one.item_id))])
      .execute(),
    (item) => item.item_id,
  );
  return given
    .toSorted((a, b) => a.sort_order - b.sort_order)
    .map(({ item_id, resource_type_id, time, remarks, id }, index) => {
      const item = items.get(item_id);
      if (!item) throw notFound('resource');
      if (item.item_type_id !== resource_type_id)
        throw refuse(
          'resourceKindChanged',
          {},
          {
            fields: [fieldReason('lesson_resources', 'otherKind', { item: String(item_id), kind: String(item.item_type_id) })],
          },
        );
      return {
        district_id,
        lesson_id,
        lesson_resource_id: id ?? ports.newId(),
        item_id,
        resource_type_id,
        time: timeOf(time),
        sort_order: index + 1,
        remarks,
      };
    });
}

async function detailOf(db: Db, lesson: Row<'lesson'>): Promise<LessonDetail> {
  return {
    lesson_id: lesson.lesson_id,
    lesson_name: lesson.lesson_name,
    lesson_objective: lesson.lesson_objective,
    instructions: lesson.instructions,
    total_time: lesson.total_time,
    due_date: lesson.due_date,
    product_id: lesson.product_id,
    unit_id: lesson.unit_id,
    subunit_id: lesson.sub_unit_id,
    level3_id: lesson.level3_id,
    is_custom_unit_folder: yesNoOrNull(lesson.is_custom_unit),
    is_custom_subunit_folder: yesNoOrNull(lesson.is_custom_sub_unit),
    is_custom_level3_folder: yesNoOrNull(lesson.is_custom_level3),
    is_assignment: yesNo(lesson.is_assignment),
    enforce_order: lesson.enforce_order === 1,
    version: lesson.version,
    updated_at: iso(lesson.updated_at),
    lesson_resources: (await lessonResources(db, [lesson.lesson_id])).map((one) => ({
      id: one.lesson_resource_id,
      item_id: one.item_id,
      resource_type_id: one.resource_type_id,
      time: one.time,
      sort_order: one.sort_order,
      remarks: one.remarks,
      title: one.title,
    })),
  };
}

const isEmptyKey = (key: AnswerKey): boolean => {
  switch (key.kind) {
    case 'many':
    case 'order':
      return key.options.length === 0;
    case 'text':
      return key.accepted.length === 0;
    case 'places':
      return Object.keys(key.places).length === 0;
    default:
      return false;
  }
};

async function findingsOf(db: Db, ports: TenantPorts, lesson: Row<'lesson'>): Promise<Finding[]> {
  const found: Finding[] = [];
  const whole = { item_id: null, title: lesson.lesson_name };
  const resources = await lessonResources(db, [lesson.lesson_id]);
  if (resources.length === 0) found.push({ kind: 'empty', is_blocking: true, ...whole });
  const items = byKey(
    resources.length === 0
      ? []
      : await db
          .selectFrom('content_item')
          .select(['item_id', 'body', 'is_assignable', 'quiz_id'])
          .where('item_id', 'in', [...new Set(resources.map((one) => one.item_id))])
          .execute(),
    (item) => item.item_id,
  );
  const quizzes = [...items.values()].map((item) => item.quiz_id).filter((quiz) => quiz !== null);
  const questions = Map.groupBy(quizzes.length === 0 ? [] : await loadQuestions(db, quizzes), (question) => question.quiz_id);
  for (const { item_id, title } of resources) {
    const item = items.get(item_id);
    if (!item) continue;
    const about = { item_id, title };
    if (item.is_assignable !== 1) found.push({ kind: 'notAssignable', is_blocking: true, ...about });
    const asked = item.quiz_id === null ? null : (questions.get(item.quiz_id) ?? []);
    if (asked !== null && (asked.length === 0 || asked.some((question) => isEmptyKey(question.key))))
      found.push({ kind: 'quizWithoutKey', is_blocking: true, ...about });
    if (!hasTextAlternatives(JSON.parse(item.body) as ItemBody)) found.push({ kind: 'missingAltText', is_blocking: false, ...about });
  }
  const { time_zone } = await db.selectFrom('district').select('time_zone').executeTakeFirstOrThrow();
  if (lesson.due_date === null) found.push({ kind: 'noDueDate', is_blocking: false, ...whole });
  else if (lesson.due_date < dayIn(ports.now(), time_zone)) found.push({ kind: 'dueDatePassed', is_blocking: false, ...whole });
  return found;
}

/** Whether another lesson or assignment of one’s own has this name at a place. */
async function hasNamesake(
  db: Db,
  user: TokenUser,
  { lesson_id, lesson_name, is_assignment }: Pick<Row<'lesson'>, 'lesson_name' | 'is_assignment'> & { lesson_id?: number },
  place: Place,
): Promise<boolean> {
  let taken = ownLessons(db, user)
    .select('l.lesson_id')
    .where('l.lesson_name', '=', lesson_name)
    .where('l.is_assignment', '=', is_assignment);
  if (lesson_id !== undefined) taken = taken.where('l.lesson_id', '<>', lesson_id);
  for (const column of ['product_id', 'unit_id', 'sub_unit_id', 'level3_id'] as const)
    taken = place[column] === null ? taken.where(`l.${column}`, 'is', null) : taken.where(`l.${column}`, '=', place[column]);
  return (await taken.executeTakeFirst()) !== undefined;
}

const nameTaken = ({ lesson_name }: Pick<Row<'lesson'>, 'lesson_name'>) => refuse('lessonNameTaken', { name: lesson_name });

async function noteStart(ports: TenantPorts, user: TokenUser, lesson_id: number, mode: 'start' | 'preview'): Promise<number> {
  const lesson = await usableLesson(ports.db, user, lesson_id);
  const start_id = ports.newId();
  await ports.db
    .insertInto('lesson_start')
    .values({
      district_id: user.district_id,
      start_id,
      user_puid: user.user_puid,
      lesson_id: lesson.lesson_id,
      mode,
      started_at: ports.now(),
    })
    .execute();
  return start_id;
}

/** The assignments of a lesson that ended, or come back, with its deletion. */
const assignmentsOf = (db: Db, lesson: Pick<Row<'lesson'>, 'district_id' | 'lesson_id'>) =>
  db.updateTable('group_assignment').where('group_assignment.lesson_id', '=', lesson.lesson_id);

export const workspace: HandlersOf<typeof workspaceCalls> = {
  workspaceData: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const { db } = ports;
    const meta = query.offset === 0 ? await metaOf(db, user) : null;
    if (query.sharedby_user_puid !== undefined) {
      const from = query.sharedby_user_puid;
      const known = await db
        .selectFrom('app_user')
        .select('user_puid')
        .where('user_puid', '=', from)
        .where('role_id', '>=', Role.teacher)
        .executeTakeFirst();
      if (!known) throw notFound('user');
      const shared = sharedLessons(db, user).where('s.shared_by_puid', '=', from) as unknown as Lessons;
      return { ...(await pageOf(db, user, shared, query, sharersOf(db, user))), meta };
    }
    const place = await readPlace(db, user, query);
    const here = placeColumns
      .filter((column) => !column.startsWith('is_custom') || place[column] !== null)
      .reduce(
        (lessons, column) =>
          place[column] === null ? lessons.where(`l.${column}`, 'is', null) : lessons.where(`l.${column}`, '=', place[column]),
        ownLessons(db, user),
      );
    return { ...(await pageOf(db, user, here, query)), meta };
  },

  allLessons: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const { db } = ports;
    const page =
      query.is_shared === 'yes'
        ? await pageOf(db, user, sharedLessons(db, user) as unknown as Lessons, query, sharersOf(db, user))
        : await pageOf(db, user, ownLessons(db, user), query);
    return { ...page, meta: query.offset === 0 ? await metaOf(db, user) : null };
  },

  ...folders,

  createLesson: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    return transact(ports.db, async (trx) => {
      if (body.same_name === 'ask') await takeTurn(trx, user);
      const place = await readPlaceToFill(trx, user, body);
      const fields = fieldsOf(body);
      if (body.same_name === 'ask' && (await hasNamesake(trx, user, fields, place))) throw nameTaken(fields);
      const product =
        place.product_id === null
          ? undefined
          : await trx.selectFrom('product').select('language_id').where('product_id', '=', place.product_id).executeTakeFirst();
      const now = ports.now();
      const lesson_id = ports.newId();
      await trx
        .insertInto('lesson')
        .values({
          district_id: user.district_id,
          lesson_id,
          owner_puid: user.user_puid,
          ...fields,
          ...place,
          language_id: product?.language_id ?? 101,
          version: 1,
          created_at: now,
          updated_at: now,
          deleted_at: null,
        })
        .execute();
      const rows = await resourceRows(trx, ports, { district_id: user.district_id, lesson_id }, body.lesson_resources);
      await insertAll(trx, 'lesson_resource', rows);
      return { lesson_id, version: 1 };
    });
  },

  updateLesson: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    return transact(ports.db, async (trx) => {
      if (body.same_name === 'ask') await takeTurn(trx, user);
      const lesson = await ownLesson(trx, user, body.lesson_id);
      const { district_id, lesson_id } = lesson;
      const target = trx.updateTable('lesson').where('lesson_id', '=', lesson_id);
      if (body.move_lesson === 'yes') {
        const place = await readPlaceToFill(trx, user, body);
        if (body.same_name === 'ask' && (await hasNamesake(trx, user, lesson, place))) throw nameTaken(lesson);
        await target.set(place).execute();
        return { lesson_id, version: lesson.version };
      }
      if (body.lesson_name === nullText) throw refuse('lessonNameMissing', {}, { fields: [fieldReason('lesson_name', 'missing')] });
      const fields = fieldsOf(body);
      const base = body.version ?? lesson.version;
      const changed = await target
        .where('version', '=', base)
        .set({ ...fields, version: base + 1, updated_at: ports.now() })
        .executeTakeFirst();
      if (Number(changed.numUpdatedRows) === 0) throw refuse('lessonChanged', {}, await detailOf(trx, lesson));
      const isAsWas = fields.lesson_name === lesson.lesson_name && fields.is_assignment === lesson.is_assignment;
      if (body.same_name === 'ask' && !isAsWas && (await hasNamesake(trx, user, { lesson_id, ...fields }, lesson))) throw nameTaken(fields);
      const before = new Set((await lessonResources(trx, [lesson_id])).map((one) => one.lesson_resource_id));
      const given = body.lesson_resources;
      const kept = given.map((one) => one.id).filter((id) => id !== undefined);
      if (kept.some((id) => !before.has(id)) || new Set(kept).size < kept.length) throw notFound('resource');
      const rows = await resourceRows(trx, ports, { district_id, lesson_id }, given);
      await trx.deleteFrom('lesson_resource').where('lesson_id', '=', lesson_id).execute();
      await insertAll(trx, 'lesson_resource', rows);
      return { lesson_id, version: base + 1 };
    });
  },

  getLesson: async ({ query }, { ports, user }) => {
    const lesson = await ownLesson(ports.db, user, query.lesson_id);
    if ((lesson.is_assignment === 1) !== query.isAssignment) throw notFound('lesson');
    return detailOf(ports.db, lesson);
  },

  lessonUse: async ({ query }, { ports, user }) => {
    const { db } = ports;
    const lesson = await ownLesson(db, user, query.lesson_id);
    const groups = await db
      .selectFrom('group_assignment')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('lesson_id', '=', lesson.lesson_id)
      .where('unassigned_at', 'is', null)
      .executeTakeFirstOrThrow();
    const students = await assigned(db)
      .leftJoin('lesson_tracking as t', (join) =>
        join.onRef('t.group_assignment_id', '=', 'ga.group_assignment_id').onRef('t.user_puid', '=', 'e.user_puid'),
      )
      .select(['e.user_puid', 't.tracking_id', 't.completed_at'])
      .where('ga.lesson_id', '=', lesson.lesson_id)
      .execute();
    // A student who has it through two groups counts once, by what is furthest.
    const furthest = new Map<number, 0 | 1 | 2>();
    for (const row of students) {
      const state = row.completed_at !== null ? 2 : row.tracking_id !== null ? 1 : 0;
      furthest.set(row.user_puid, Math.max(state, furthest.get(row.user_puid) ?? 0) as 0 | 1 | 2);
    }
    const count = (state: number) => [...furthest.values()].filter((one) => one === state).length;
    const shares = await db
      .selectFrom('lesson_share')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('lesson_id', '=', lesson.lesson_id)
      .executeTakeFirstOrThrow();
    const quizzes = await db
      .selectFrom('attempt as at')
      .innerJoin('group_assignment as ga', (join) =>
        join.onRef('ga.group_assignment_id', '=', 'at.group_assignment_id').on('ga.unassigned_at', 'is', null),
      )
      .innerJoin('quiz as q', 'q.quiz_id', 'at.quiz_id')
      .innerJoin('content_item as i', 'i.item_id', 'q.item_id')
      .select(['i.item_id', 'i.title'])
      .select((eb) => [
        eb.fn.count<number>('at.user_puid').distinct().filterWhere('at.state', '=', 'started').as('in_progress'),
        eb.fn.count<number>('at.user_puid').distinct().filterWhere('at.state', '<>', 'started').as('submitted'),
      ])
      .where('at.lesson_id', '=', lesson.lesson_id)
      .groupBy(['i.item_id', 'i.title'])
      .orderBy('i.title')
      .execute();
    return {
      quizzes: quizzes.map((quiz) => ({ ...quiz, in_progress: Number(quiz.in_progress), submitted: Number(quiz.submitted) })),
      groups: Number(groups.count),
      students: furthest.size,
      not_started: count(0),
      in_progress: count(1),
      completed: count(2),
      shared_with: Number(shares.count),
    };
  },

  checkLesson: async ({ query }, { ports, user }) => findingsOf(ports.db, ports, await usableLesson(ports.db, user, query.lesson_id)),

  deleteLesson: async ({ query }, { ports, user }) =>
    transact(ports.db, async (trx) => {
      const lesson = await ownLesson(trx, user, query.lesson_id);
      if (yesNo(lesson.is_assignment) !== query.is_assignment) throw notFound('lesson');
      const now = ports.now();
      await trx
        .updateTable('lesson')
        .set({ deleted_at: now })
        .where('lesson_id', '=', lesson.lesson_id)
        .where('deleted_at', 'is', null)
        .execute();
      // Students see it no more; a restored lesson takes back exactly these.
      await assignmentsOf(trx, lesson).set({ unassigned_at: now }).where('group_assignment.unassigned_at', 'is', null).execute();
      return null;
    }),

  restoreLesson: async ({ query }, { ports, user }) =>
    transact(ports.db, async (trx) => {
      await takeTurn(trx, user);
      const lesson = await trx
        .selectFrom('lesson')
        .selectAll()
        .where('owner_puid', '=', user.user_puid)
        .where('lesson_id', '=', query.lesson_id)
        .where('is_assignment', '=', query.is_assignment === 'yes' ? 1 : 0)
        .executeTakeFirst();
      if (!lesson) throw notFound('lesson');
      if (lesson.deleted_at === null) return null;
      await trx
        .updateTable('lesson')
        .set({ deleted_at: null, ...nearestPlace(lesson, await foldersOf(trx, user)) })
        .where('lesson_id', '=', lesson.lesson_id)
        .execute();
      await assignmentsOf(trx, lesson)
        .set({ unassigned_at: null })
        .where('group_assignment.unassigned_at', '=', lesson.deleted_at)
        .execute();
      return null;
    }),

  duplicateLesson: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    return transact(ports.db, async (trx) => {
      await takeTurn(trx, user);
      const source = await usableLesson(trx, user, query.lesson_id);
      if (query.type !== (source.is_assignment === 1 ? 'assignment' : 'lesson')) throw notFound('lesson');
      const lesson_name = query.lesson_name ?? source.lesson_name;
      // Somebody else's folders are not there: the copy lies in the product then.
      const place: Place =
        source.owner_puid === user.user_puid
          ? (Object.fromEntries(placeColumns.map((column) => [column, source[column]])) as Place)
          : { ...nowhere, product_id: source.product_id };
      if (await hasNamesake(trx, user, { lesson_name, is_assignment: source.is_assignment }, place))
        throw refuse(query.type === 'lesson' ? 'lessonExists' : 'assignmentExists');
      const now = ports.now();
      const lesson_id = ports.newId();
      await trx
        .insertInto('lesson')
        .values({
          ...source,
          ...place,
          lesson_id,
          lesson_name,
          owner_puid: user.user_puid,
          version: 1,
          created_at: now,
          updated_at: now,
          deleted_at: null,
        })
        .execute();
      const resources = await trx.selectFrom('lesson_resource').selectAll().where('lesson_id', '=', source.lesson_id).execute();
      await insertAll(
        trx,
        'lesson_resource',
        resources.map((one) => ({ ...one, lesson_id, lesson_resource_id: ports.newId() })),
      );
      return { lesson_id, lesson_name };
    });
  },

  startLesson: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    return noteStart(ports, user, query.lesson_id, 'start');
  },
  previewLesson: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    return noteStart(ports, user, query.lesson_id, 'preview');
  },
};
