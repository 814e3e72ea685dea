import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { ResourceType } from '../../contract/content.ts';
import type { ExportTable } from '../../contract/exportJob.ts';
import { Role } from '../../contract/kit.ts';
import { textOf } from '../content/plainText.ts';
import type { Database } from '../db/schema.ts';
import { type Db, iso, isoOrNull } from '../kit/access.ts';
import type { Submitted } from '../reports/itemAnalysis.ts';

/** Whose rows an export holds, and of which days. */
export interface ExportScope extends Submitted {
  /** null: the whole district. */
  school_id: number | null;
}

export type Cell = string | number | null;
/** A part of the keys of a table: above the first, up to and with the last; null: to the end. */
interface Keys {
  after: number;
  last: number | null;
}

/** A column of the result, or a name with how to make its cells. */
type Column<R> = (keyof R & string) | readonly [name: string, cell: (row: R) => Cell];

/** A table that can be exported. */
export interface ExportSource {
  columns: (withNames: boolean) => readonly string[];
  /** The last key of the next rows, so that a step reads a bounded number of them whatever the scope; null: these are the last. */
  lastKey: (db: Db, after: number, count: number) => Promise<number | null>;
  rows: (db: Db, scope: ExportScope, keys: Keys, withNames: boolean) => Promise<Cell[][]>;
}

/**
 * A table from its rows, and then its columns, so that TypeScript knows the rows before the columns.
 *
 * @param driver the table whose rows are counted, and the first column of its key after the district
 * @param rows the rows of these keys, in the order of the key
 * @returns takes the columns in the order of the file, and those that follow only if names are asked for
 */
function source<R>(
  [table, key]: readonly [table: keyof Database, key: string],
  rows: (db: Db, scope: ExportScope, keys: Keys) => Promise<R[]>,
): (columns: readonly Column<R>[], named: readonly Column<R>[]) => ExportSource {
  return (columns, named) => ({
    columns: (withNames) => [...columns, ...(withNames ? named : [])].map((column) => (typeof column === 'string' ? column : column[0])),
    lastKey: async (db, after, count) => {
      // The columns of the statement are those of the table that is named, so one type stands for all.
      const [name, column] = [table as 'attempt', key as 'result_id'];
      const row = await db
        .selectFrom(name)
        .select(`${column} as key`)
        .where(column, '>', after)
        .orderBy(column)
        .offset(count - 1)
        .limit(1)
        .executeTakeFirst();
      return row?.key ?? null;
    },
    rows: async (db, scope, keys, withNames) => {
      const cells = [...columns, ...(withNames ? named : [])].map((column) =>
        typeof column === 'string' ? (row: R) => row[column] as Cell : column[1],
      );
      return (await rows(db, scope, keys)).map((row) => cells.map((cell) => cell(row)));
    },
  });
}

const typeNames = new Map(Object.entries(ResourceType).map(([name, type]) => [type as number, name]));
const roleNames = new Map(Object.entries(Role).map(([name, role]) => [role as number, name]));

const personal = ['u.first_name', 'u.last_name', 'u.user_name', 'u.student_number'] as const;
const names = ['first_name', 'last_name', 'user_name', 'student_number'] as const;

/** Whether a person belongs to a school: by the account, or by a class of it. */
const isOfSchool = (eb: ExpressionBuilder<Database & { u: Database['app_user'] }, 'u'>, school_id: number) =>
  eb.or([
    eb('u.school_id', '=', school_id),
    eb.exists(
      eb
        .selectFrom('enrollment as own')
        .innerJoin('class_group as c', 'c.group_puid', 'own.group_puid')
        .select('own.user_puid')
        .whereRef('own.user_puid', '=', 'u.user_puid')
        .where('own.active', '=', 1)
        .where('c.school_id', '=', school_id),
    ),
  ]);

/** Between two keys of a column. */
const between = (column: string, { after, last }: Keys) =>
  last === null
    ? sql<boolean>`${sql.ref(column)} > ${after}`
    : sql<boolean>`${sql.ref(column)} > ${after} and ${sql.ref(column)} <= ${last}`;

/** Whether an instant is of the period. */
const isIn = (instant: RawBuilder<unknown>, { from, to }: Submitted) =>
  sql<boolean>`${from === null ? sql`1 = 1` : sql`${instant} >= ${from}`} and ${to === null ? sql`1 = 1` : sql`${instant} < ${to}`}`;
/** An attempt is of the day on which it was submitted, or else started. */
const dayOfAttempt = sql`coalesce(w.submitted_at, w.started_at)`;

/** Work `w` of a student `u` on an assignment `ga` of a class `g`, and the enrollment `e` if the student is still in the class. */
const workOn = (db: Db, table: 'attempt' | 'lesson_tracking') =>
  db
    .selectFrom(`${table} as w` as 'attempt as w')
    .innerJoin('group_assignment as ga', 'ga.group_assignment_id', 'w.group_assignment_id')
    .innerJoin('class_group as g', 'g.group_puid', 'ga.group_puid')
    .innerJoin('app_user as u', 'u.user_puid', 'w.user_puid')
    .leftJoin('enrollment as e', (join) =>
      join
        .onRef('e.group_puid', '=', 'ga.group_puid')
        .onRef('e.user_puid', '=', 'w.user_puid')
        .on('e.role', '=', 'student')
        .on('e.active', '=', 1),
    )
    .leftJoin('assignee as s', (join) =>
      join.onRef('s.group_assignment_id', '=', 'w.group_assignment_id').onRef('s.user_puid', '=', 'w.user_puid'),
    );

/** Reports count the work of active students of a class on what is still assigned to them (`assigned`); an export has all work. */
const inReports = sql<number>`case when e.user_puid is not null and u.active = 1 and g.active = 1 and ga.unassigned_at is null
  and (ga.is_individual = 0 or s.user_puid is not null) then 1 else 0 end`.as('in_reports');

/** The exportable tables by name. Columns have the same names in every language, for programs that read them. */
export const exportSources: Readonly<Record<ExportTable, ExportSource>> = {
  people: source(['app_user', 'user_puid'], async (db, { school_id }, keys) =>
    db
      .selectFrom('app_user as u')
      .leftJoin('school as s', 's.school_id', 'u.school_id')
      .select(['u.user_puid as user_id', 'u.role_id', 's.school_id', 's.name as school', 'u.grade', 'u.active', 'u.created_at'])
      .select(personal)
      .where(between('u.user_puid', keys))
      .$if(school_id !== null, (query) => query.where((eb) => isOfSchool(eb as never, school_id as number)))
      .orderBy('u.user_puid')
      .execute(),
  )(
    [
      'user_id',
      ['role', ({ role_id }) => roleNames.get(role_id) ?? role_id],
      'school_id',
      'school',
      'grade',
      'active',
      ['created_at', ({ created_at }) => iso(created_at)],
    ],
    names,
  ),

  classes: source(['class_group', 'group_puid'], async (db, { school_id }, keys) =>
    db
      .selectFrom('class_group as g')
      .innerJoin('school as s', 's.school_id', 'g.school_id')
      .select(['g.group_puid as class_id', 'g.name as class', 'g.kind', 's.school_id', 's.name as school'])
      .select(['g.subject', 'g.grade', 'g.period', 'g.active'])
      .where(between('g.group_puid', keys))
      .$if(school_id !== null, (query) => query.where('g.school_id', '=', school_id as number))
      .orderBy('g.group_puid')
      .execute(),
  )(['class_id', 'class', 'kind', 'school_id', 'school', 'subject', 'grade', 'period', 'active'], []),

  enrollments: source(['enrollment', 'group_puid'], async (db, { school_id }, keys) =>
    db
      .selectFrom('enrollment as e')
      .innerJoin('class_group as g', 'g.group_puid', 'e.group_puid')
      .innerJoin('app_user as u', 'u.user_puid', 'e.user_puid')
      .select(['g.group_puid as class_id', 'g.name as class', 'u.user_puid as user_id', 'e.role', 'e.active', 'e.left_at'])
      .select(personal)
      .where(between('e.group_puid', keys))
      .$if(school_id !== null, (query) => query.where('g.school_id', '=', school_id as number))
      .orderBy('e.group_puid')
      .orderBy('e.user_puid')
      .execute(),
  )(['class_id', 'class', 'user_id', 'role', 'active', ['left_at', ({ left_at }) => isoOrNull(left_at)]], names),

  assignments: source(['group_assignment', 'group_assignment_id'], async (db, { school_id, from, to }, keys) =>
    db
      .selectFrom('group_assignment as ga')
      .innerJoin('class_group as g', 'g.group_puid', 'ga.group_puid')
      .innerJoin('assignment as a', 'a.assignment_id', 'ga.assignment_id')
      .innerJoin('lesson as l', 'l.lesson_id', 'ga.lesson_id')
      .select(['ga.group_assignment_id', 'g.group_puid as class_id', 'g.name as class', 'l.lesson_id', 'l.lesson_name as lesson'])
      .select(['a.assigned_by_puid as assigned_by', 'ga.from_date', 'ga.to_date', 'ga.is_individual', 'ga.unassigned_at'])
      .where(between('ga.group_assignment_id', keys))
      // Open at some point in the period, as in the list of assignments.
      .$if(to !== null, (query) => query.where('ga.from_date', '<', to as number))
      .$if(from !== null, (query) => query.where((eb) => eb.or([eb('ga.to_date', 'is', null), eb('ga.to_date', '>=', from as number)])))
      .$if(school_id !== null, (query) => query.where('g.school_id', '=', school_id as number))
      .orderBy('ga.group_assignment_id')
      .execute(),
  )(
    [
      'group_assignment_id',
      'class_id',
      'class',
      'lesson_id',
      'lesson',
      'assigned_by',
      ['from_date', ({ from_date }) => iso(from_date)],
      ['to_date', ({ to_date }) => isoOrNull(to_date)],
      'is_individual',
      ['unassigned_at', ({ unassigned_at }) => isoOrNull(unassigned_at)],
    ],
    [],
  ),

  progress: source(['lesson_tracking', 'tracking_id'], async (db, scope, keys) =>
    workOn(db, 'lesson_tracking')
      .select(['ga.group_assignment_id', 'g.group_puid as class_id', 'ga.lesson_id', 'u.user_puid as user_id', inReports])
      .select(['w.started_at', 'w.time_spent', sql<number>`w.updated_at`.as('updated_at')])
      .select(sql<number | null>`w.completed_at`.as('completed_at'))
      .select(personal)
      .where(between('w.tracking_id', keys))
      .where(isIn(sql.ref('w.updated_at'), scope))
      .$if(scope.school_id !== null, (query) => query.where('g.school_id', '=', scope.school_id as number))
      .orderBy(sql`w.tracking_id`)
      .execute(),
  )(
    [
      'group_assignment_id',
      'class_id',
      'lesson_id',
      'user_id',
      ['started_at', ({ started_at }) => iso(started_at)],
      ['updated_at', ({ updated_at }) => iso(updated_at)],
      ['completed_at', ({ completed_at }) => isoOrNull(completed_at)],
      ['seconds', ({ time_spent }) => time_spent],
      'in_reports',
    ],
    names,
  ),

  results: source(['attempt', 'result_id'], async (db, scope, keys) =>
    workOn(db, 'attempt')
      .innerJoin('quiz as q', 'q.quiz_id', 'w.quiz_id')
      .innerJoin('content_item as i', 'i.item_id', 'q.item_id')
      .select(['w.result_id', 'ga.group_assignment_id', 'g.group_puid as class_id', 'ga.lesson_id', 'w.quiz_id', 'i.title as quiz'])
      .select(['u.user_puid as user_id', 'w.state', 'w.started_at', 'w.submitted_at', 'w.is_late', 'w.time_spent'])
      .select(['w.score', 'w.max_score', inReports])
      .select(personal)
      .where(between('w.result_id', keys))
      .where(isIn(dayOfAttempt, scope))
      .$if(scope.school_id !== null, (query) => query.where('g.school_id', '=', scope.school_id as number))
      .orderBy('w.result_id')
      .execute(),
  )(
    [
      'result_id',
      'group_assignment_id',
      'class_id',
      'lesson_id',
      'quiz_id',
      'quiz',
      'user_id',
      'state',
      ['started_at', ({ started_at }) => iso(started_at)],
      ['submitted_at', ({ submitted_at }) => isoOrNull(submitted_at)],
      'is_late',
      ['seconds', ({ time_spent }) => time_spent],
      'score',
      'max_score',
      'in_reports',
    ],
    names,
  ),

  answers: source(['response', 'result_id'], async (db, scope, keys) => {
    const rows = await workOn(db, 'attempt')
      .innerJoin('response as r', 'r.result_id', 'w.result_id')
      .innerJoin('question as q', 'q.question_id', 'r.question_id')
      .leftJoin('question_option as o', 'o.option_id', 'r.answer_id')
      .select(['w.result_id', 'ga.group_assignment_id', 'g.group_puid as class_id', 'w.quiz_id', 'u.user_puid as user_id'])
      .select(['r.question_id', 'q.sort_order', 'q.question_html', 'r.answer_id', 'o.answer_text as option_html', 'r.answer_text'])
      .select(['r.is_correct', 'r.points', 'q.points as max_points', 'r.time_spent', inReports])
      .select(personal)
      // The points of a dropped question count nowhere.
      .where('r.is_dropped', '=', 0)
      .where(between('r.result_id', keys))
      .where(isIn(dayOfAttempt, scope))
      .$if(scope.school_id !== null, (query) => query.where('g.school_id', '=', scope.school_id as number))
      .orderBy('r.result_id')
      .orderBy('q.sort_order')
      .orderBy('r.question_id')
      .execute();
    // The same few questions come again and again.
    const texts = new Map<string, string>();
    const plain = (html: string | null) => {
      if (html === null) return null;
      const text = texts.get(html) ?? textOf(html);
      texts.set(html, text);
      return text;
    };
    return rows.map((row) => ({ ...row, question: plain(row.question_html), option: plain(row.option_html) }));
  })(
    [
      'result_id',
      'group_assignment_id',
      'class_id',
      'quiz_id',
      'user_id',
      'question_id',
      ['number', ({ sort_order }) => sort_order],
      'question',
      ['option_id', ({ answer_id }) => answer_id],
      'option',
      'is_correct',
      'points',
      'max_points',
      ['seconds', ({ time_spent }) => time_spent],
      'in_reports',
    ],
    // What somebody wrote may say who they are.
    [...names, 'answer_text'],
  ),

  games: source(['game_result', 'game_id'], async (db, scope, keys) =>
    db
      .selectFrom('game_result as r')
      .innerJoin('game as p', 'p.game_id', 'r.game_id')
      .innerJoin('class_group as g', 'g.group_puid', 'p.group_puid')
      .innerJoin('app_user as u', 'u.user_puid', 'r.user_puid')
      .leftJoin('enrollment as e', (join) =>
        join
          .onRef('e.group_puid', '=', 'p.group_puid')
          .onRef('e.user_puid', '=', 'r.user_puid')
          .on('e.role', '=', 'student')
          .on('e.active', '=', 1),
      )
      .select(['p.game_id', 'p.title as game', 'p.created_at', 'g.group_puid as class_id', 'g.name as class', 'u.user_puid as user_id'])
      .select(['r.points', 'r.max_points'])
      .select(sql<number>`case when e.user_puid is not null and u.active = 1 and g.active = 1 then 1 else 0 end`.as('in_reports'))
      .select(personal)
      .where(between('r.game_id', keys))
      .where(isIn(sql.ref('p.created_at'), scope))
      .$if(scope.school_id !== null, (query) => query.where('g.school_id', '=', scope.school_id as number))
      .orderBy('r.game_id')
      .orderBy('r.user_puid')
      .execute(),
  )(
    [
      'game_id',
      'game',
      ['played_at', ({ created_at }) => iso(created_at)],
      'class_id',
      'class',
      'user_id',
      'points',
      'max_points',
      'in_reports',
    ],
    names,
  ),

  activity: source(['content_track', 'content_track_id'], async (db, scope, keys) =>
    db
      .selectFrom('content_track as t')
      .innerJoin('app_user as u', 'u.user_puid', 't.user_puid')
      .innerJoin('content_item as i', 'i.item_id', 't.item_id')
      .select(['t.content_track_id', 'u.user_puid as user_id', 'u.role_id', 't.item_id', 'i.title as item', 't.item_type_id'])
      .select(['t.lesson_id', 't.started_at', 't.ended_at', 't.time_spent'])
      .select(personal)
      .where(between('t.content_track_id', keys))
      .where(isIn(sql.ref('t.started_at'), scope))
      .$if(scope.school_id !== null, (query) => query.where((eb) => isOfSchool(eb as never, scope.school_id as number)))
      .orderBy('t.content_track_id')
      .execute(),
  )(
    [
      'content_track_id',
      'user_id',
      ['role', ({ role_id }) => roleNames.get(role_id) ?? role_id],
      'item_id',
      'item',
      ['type', ({ item_type_id }) => typeNames.get(item_type_id) ?? item_type_id],
      'lesson_id',
      ['started_at', ({ started_at }) => iso(started_at)],
      ['ended_at', ({ ended_at }) => isoOrNull(ended_at)],
      ['seconds', ({ time_spent }) => time_spent],
    ],
    names,
  ),
};
