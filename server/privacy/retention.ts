import { type Kysely, type RawBuilder, sql } from 'kysely';
import { auditActions } from '../../contract/audit.ts';
import { Role } from '../../contract/kit.ts';
import { type RetentionKind, retentionKinds, retentionRules } from '../../contract/privacy.ts';
import { restingStates } from '../../contract/rostering/job.ts';
import type { Database } from '../db/schema.ts';
import { type Tenant, tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { rowsOf } from './concerned.ts';
import type { TableName } from './holdings.ts';

type Db = Kysely<Database>;
type Condition = RawBuilder<boolean>;

const day = 24 * 3_600_000;
/** In ms. Leap days do not matter where whole years are kept. */
const units = { days: day, years: 365 * day } as const;
/** Rows that one transaction deletes, so that nobody waits long for it. */
const batch = 1_000;

/** How long a district keeps each kind, by its choice or the rule. Null: for good. */
export async function keptIn(db: Tenant): Promise<Record<RetentionKind, { kept: number | null; is_chosen: boolean }>> {
  const rows = await db.selectFrom('retention').select(['kind', 'kept']).execute();
  const chosen = new Map(rows.map(({ kind, kept }) => [kind, kept]));
  return Object.fromEntries(
    retentionKinds.map((kind) => [
      kind,
      { kept: chosen.has(kind) ? (chosen.get(kind) ?? null) : retentionRules[kind].initial, is_chosen: chosen.has(kind) },
    ]),
  ) as Record<RetentionKind, { kept: number | null; is_chosen: boolean }>;
}
/** The same as a time in ms; null: for good. */
export const lifeOf = (kind: RetentionKind, kept: number | null): number | null =>
  kept === null ? null : kept * units[retentionRules[kind].unit];

/** Deletes rows in batches, with the rows of other tables that hang on them. Returns how many, without those. */
async function remove(
  db: Db,
  district_id: number,
  [table, key]: readonly [table: TableName, key: string],
  condition: Condition,
  parts: readonly (readonly [table: TableName, column: string])[] = [],
): Promise<number> {
  let removed = 0;
  for (;;) {
    const found = await transact(db, async (trx) => {
      const rows = await rowsOf(trx, table)
        .select(sql<number>`${sql.ref(key)}`.as('key'))
        .distinct()
        .where('district_id', '=', district_id)
        .where(condition)
        .limit(batch)
        .execute();
      if (rows.length === 0) return 0;
      const keys = rows.map((row) => row.key);
      for (const [part, column] of parts)
        await trx
          .deleteFrom(part as 'audit')
          .where('district_id', '=', district_id)
          .where(sql<boolean>`${sql.ref(column)} in (${sql.join(keys)})`)
          .execute();
      const { numDeletedRows } = await trx
        .deleteFrom(table as 'audit')
        .where('district_id', '=', district_id)
        .where(sql<boolean>`${sql.ref(key)} in (${sql.join(keys)})`)
        .where(condition)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    });
    if (found === 0) return removed;
    removed += found;
  }
}
type Remover = (db: Db, district_id: number, before: number) => Promise<number>;
const all =
  (...removers: readonly Remover[]): Remover =>
  async (db, district_id, before) => {
    let removed = 0;
    for (const one of removers) removed += await one(db, district_id, before);
    return removed;
  };
/** Rows whose time in this column is over. */
const old =
  (table: TableName, key: string, at: string, parts: Parameters<typeof remove>[4] = [], further: Condition = sql`1 = 1`): Remover =>
  (db, district_id, before) =>
    remove(db, district_id, [table, key], sql`${sql.ref(at)} < ${before} and ${further}`, parts);

const ofResult = [
  ['response_comment', 'result_id'],
  ['regrade_change', 'result_id'],
  ['response', 'result_id'],
] as const;
const answers = [['message_answer', 'message_id']] as const;
const signIns = sql.join(auditActions.signIn.map((action) => sql.lit(action)));

/** What is deleted of each kind. Exports expire by the same rule when they are done, and accounts are erased (`closedFor`). */
const removers: Record<Exclude<RetentionKind, 'exports' | 'closedAccounts'>, Remover> = {
  answers: all(
    old('attempt', 'result_id', 'started_at', ofResult),
    old('earlier_attempt', 'result_id', 'started_at', ofResult),
    old('printable_response', 'user_puid', 'submitted_at'),
  ),
  tracks: all(
    old('content_track', 'content_track_id', 'started_at'),
    old('lesson_start', 'start_id', 'started_at'),
    old('item_opening', 'user_puid', 'opened_at'),
    (db, district_id, before) =>
      remove(db, district_id, ['daily_use', 'user_puid'], sql`day < ${new Date(before).toISOString().slice(0, 10)}`),
    // How far somebody came stays as long as the answers that were given there.
    old(
      'resource_tracking',
      'resource_tracking_id',
      'updated_at',
      [],
      sql`not exists (select 1 from attempt where attempt.district_id = resource_tracking.district_id and attempt.resource_tracking_id = resource_tracking.resource_tracking_id)`,
    ),
    old(
      'lesson_tracking',
      'tracking_id',
      'updated_at',
      [],
      sql`not exists (select 1 from resource_tracking r where r.district_id = lesson_tracking.district_id and r.tracking_id = lesson_tracking.tracking_id)`,
    ),
  ),
  games: old('game', 'game_id', 'created_at', [
    ['game_event', 'game_id'],
    ['game_result', 'game_id'],
  ]),
  messages: all(
    old('user_feedback', 'feedback_id', 'created_at', answers),
    old('schedule_request', 'request_id', 'created_at', answers),
    old('notification', 'notification_id', 'created_at'),
    old('announcement', 'notification_id', 'until_at', [['announcement_reader', 'notification_id']]),
  ),
  signIns: old('audit', 'audit_id', 'at', [], sql`action in (${signIns})`),
  audit: old('audit', 'audit_id', 'at', [], sql`action not in (${signIns})`),
  imports: all(
    old(
      'roster_job',
      'job_id',
      'updated_at',
      [
        ['roster_file', 'job_id'],
        ['roster_batch', 'job_id'],
        ['roster_report', 'job_id'],
      ],
      sql`state in (${sql.join(restingStates.map((state) => sql.lit(state)))})`,
    ),
    old(
      'course_import',
      'job_id',
      'updated_at',
      [['course_import_part', 'job_id']],
      sql`state not in ('checking', 'importing', 'undoing')`,
    ),
  ),
};

/** Rows removed, by kind, before any are. */
export const nothingOld = () => Object.fromEntries(Object.keys(removers).map((kind) => [kind, 0])) as Record<keyof typeof removers, number>;

/** Notes since when accounts are closed, and requests the erasure of those that were closed for longer than their district keeps them. */
async function closedFor(db: Db, district_id: number, life: number | null, now: number): Promise<void> {
  const accounts = () => db.updateTable('app_user').where('district_id', '=', district_id).where('erased_at', 'is', null);
  await accounts().set({ closed_at: null }).where('active', '=', 1).where('closed_at', 'is not', null).execute();
  await accounts().set({ closed_at: now }).where('active', '=', 0).where('closed_at', 'is', null).execute();
  if (life === null) return;
  await db
    .insertInto('erasure')
    .columns(['district_id', 'user_puid', 'requested_by', 'requested_at', 'due_at', 'was_active'])
    .expression((eb) =>
      eb
        .selectFrom('app_user')
        .select((row) => [
          'district_id',
          'user_puid',
          row.lit(0).as('requested_by'),
          sql<number>`cast(${now} as bigint)`.as('requested_at'),
          sql<number>`cast(${now} as bigint)`.as('due_at'),
          row.lit(0).as('was_active'),
        ])
        .where('district_id', '=', district_id)
        .where('erased_at', 'is', null)
        .where('role_id', '<', Role.providerAdministrator)
        .where('closed_at', '<=', now - life),
    )
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Ends exports earlier that were done under a longer rule. */
async function endExports(db: Db, district_id: number, life: number | null): Promise<void> {
  if (life === null) return;
  await db
    .updateTable('export_job')
    .set({ expires_at: sql<number>`finished_at + ${life}` })
    .where('district_id', '=', district_id)
    .where('state', '=', 'ready')
    .where(sql<boolean>`expires_at > finished_at + ${life}`)
    .execute();
}

/**
 * Deletes what each district keeps no longer, and requests the erasure of accounts that have been closed for too long. Returns the rows, by
 * kind. `db` sees all districts.
 */
export async function removeOld(db: Db, now: number): Promise<ReturnType<typeof nothingOld>> {
  const removed = nothingOld();
  for (const { district_id } of await db.selectFrom('district').select('district_id').execute()) {
    const rules = await keptIn(tenant(db, district_id));
    for (const kind of Object.keys(removers) as (keyof typeof removers)[]) {
      const life = lifeOf(kind, rules[kind].kept);
      if (life !== null) removed[kind] += await removers[kind](db, district_id, now - life);
    }
    await closedFor(db, district_id, lifeOf('closedAccounts', rules.closedAccounts.kept), now);
    await endExports(db, district_id, lifeOf('exports', rules.exports.kept));
  }
  return removed;
}
