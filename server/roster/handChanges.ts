import type { Row } from '../db/schema.ts';
import { notFound, refuse } from '../kit/handler.ts';
import type { TenantPorts } from '../kit/ports.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { maySee, noOptions, noResult } from './jobs.ts';
import { type Log, readLog, type UndoLog } from './log.ts';
import { undoEntries } from './tables.ts';

type Job = Row<'roster_job'>;
type Trx = Parameters<typeof undoEntries>[0];
/** Job forms that are not imports: a single manual change, stored with its undo log. */
export const byHand = ['removal', 'transfer', 'classroom'] as const;
type HandForm = (typeof byHand)[number];
/** Whether a job is a manual change. */
export const isByHand = (job: Pick<Job, 'form'>): boolean => byHand.some((form) => form === job.form);

interface HandChange {
  undo_id: number;
  user: TokenUser;
  form: HandForm;
  /** School whose administrators may undo it too; null: only the district's. */
  school_id: number | null;
}

/** Stores the undo log of a manual change next to the imports. `about` is shown in the list. */
export async function recordHandChange(ports: TenantPorts, trx: Trx, change: HandChange & { log: Log; about?: unknown }): Promise<void> {
  const { undo_id, user, form, school_id, log, about = noResult } = change;
  const { district_id } = user;
  const now = ports.now();
  await trx
    .insertInto('roster_job')
    .values({
      district_id,
      job_id: undo_id,
      created_by: user.user_puid,
      school_id,
      form,
      state: 'done',
      options: JSON.stringify(noOptions),
      result: JSON.stringify(about),
      findings: '[]',
      changes: '[]',
      confirmation: null,
      problem: null,
      rows_total: 1,
      rows_done: 1,
      left_alone: 0,
      created_at: now,
      updated_at: now,
      validated_at: null,
      finished_at: now,
      runner: null,
      lease_until: 0,
    })
    .execute();
  await trx
    .insertInto('roster_batch')
    .values({ district_id, job_id: undo_id, batch_no: 1, entries: JSON.stringify(log) })
    .execute();
}

/** Undoes a manual change. Returns its job, its log, and how many rows were skipped because somebody has changed them since. */
export async function undoHandChange(ports: TenantPorts, trx: Trx, change: HandChange): Promise<{ job: Job; log: UndoLog; left: number }> {
  const { undo_id, user, form, school_id } = change;
  const job = await trx.selectFrom('roster_job').selectAll().where('job_id', '=', undo_id).where('form', '=', form).executeTakeFirst();
  if (!job || !maySee(job, { ...user, school_id })) throw notFound('undo');
  const { numUpdatedRows } = await trx
    .updateTable('roster_job')
    .set({ state: 'rolledBack', updated_at: ports.now() })
    .where('job_id', '=', undo_id)
    .where('state', '=', 'done')
    .executeTakeFirst();
  const batch = await trx.selectFrom('roster_batch').select('entries').where('job_id', '=', undo_id).executeTakeFirst();
  if (Number(numUpdatedRows) === 0 || !batch) throw refuse('undoneOrTooOld');
  const log = readLog(batch.entries);
  const left = await undoEntries(trx, log);
  await trx.deleteFrom('roster_batch').where('job_id', '=', undo_id).execute();
  return { job, log, left };
}
