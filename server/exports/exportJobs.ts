import { setImmediate as breathe } from 'node:timers/promises';
import { type ExportTable, exportDays } from '../../contract/exports.ts';
import { administrators } from '../../contract/kit.ts';
import type { Row } from '../db/schema.ts';
import { writeAudit } from '../kit/audit.ts';
import { jobsOf } from '../kit/jobs.ts';
import type { TenantPorts } from '../kit/ports.ts';
import type { Tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { submittedIn } from '../reports/itemAnalysis.ts';
import { schoolOf } from '../roster/people.ts';
import { mostSheetRows, packed, rowsIn, type TableContent, unpacked } from './formats.ts';
import { type ExportScope, exportSources } from './tables.ts';

export type ExportRow = Row<'export_job'>;

/** Rows that one step looks through. A step holds no more in memory, and other requests wait no longer than for one. */
const stepRows = 2_000;
/** How long a finished export can be downloaded, in ms. */
const exportLife = exportDays * 24 * 3_600_000;

/** The tables of an export, in the order of its file. */
export const tablesOf = ({ tables }: Pick<ExportRow, 'tables'>): ExportTable[] => JSON.parse(tables) as ExportTable[];

/** Deletes what an export has written. */
export async function forgetParts(db: Tenant, job_id: number): Promise<void> {
  await db.deleteFrom('export_part').where('job_id', '=', job_id).execute();
}

/** The school that a person's exports are limited to; null: none. Undefined if the person may export nothing (any more). */
async function limitOf(db: Tenant, user_puid: number): Promise<number | null | undefined> {
  const { role_id, active } = await db
    .selectFrom('app_user')
    .select(['role_id', 'active'])
    .where('user_puid', '=', user_puid)
    .executeTakeFirstOrThrow();
  const role = administrators.find((one) => one === role_id);
  return active === 1 && role !== undefined ? schoolOf(db, { user_puid, role }) : undefined;
}

/** Whether the owner may still read what the export holds: roles and schools change. */
export async function mayRead(db: Tenant, { created_by, school_id }: Pick<ExportRow, 'created_by' | 'school_id'>): Promise<boolean> {
  const limit = await limitOf(db, created_by);
  return limit === null || (limit !== undefined && limit === school_id);
}

async function work(ports: TenantPorts, job: ExportRow): Promise<void> {
  const { job_id, created_by } = job;
  if (!(await mayRead(ports.db, job))) return end(ports, job, 'notAllowed');
  if (job.state === 'queued') await jobs.move(ports, ports.db, job, { state: 'running' });
  const scope: ExportScope = { school_id: job.school_id, ...(await submittedIn(ports.db, job)) };
  const withNames = job.with_names === 1;
  const tables = tablesOf(job);
  for (let table = tables[job.tables_done]; table !== undefined; table = tables[job.tables_done]) {
    // If the database answers synchronously, nothing else would let other requests in.
    await breathe();
    const table_name = table;
    const source = exportSources[table];
    const last = await source.lastKey(ports.db, job.last_key, stepRows);
    const rows = await source.rows(ports.db, scope, { after: job.last_key, last }, withNames);
    const table_rows = job.table_rows + rows.length;
    if (job.format === 'xlsx' && table_rows > mostSheetRows) return end(ports, job, 'sheetFull');
    const text = rows.length === 0 ? '' : rowsIn(job.format, rows);
    const part_no = job.parts + 1;
    // The rows and how far the job is are one write, so that whoever resumes it writes no row twice.
    await transact(ports.db, async (trx) => {
      await jobs.move(ports, trx, job, {
        ...(last === null ? { tables_done: job.tables_done + 1, last_key: 0, table_rows: 0 } : { last_key: last, table_rows }),
        rows_done: job.rows_done + rows.length,
        bytes: job.bytes + Buffer.byteLength(text),
        ...(text === '' ? {} : { parts: part_no }),
      });
      if (text !== '')
        await trx
          .insertInto('export_part')
          .values({ job_id, part_no, table_name, content: packed(text) })
          .execute();
    });
  }
  await transact(ports.db, async (trx) => {
    const now = ports.now();
    await jobs.move(ports, trx, job, { state: 'ready', finished_at: now, expires_at: now + exportLife, runner: null });
    await writeAudit(ports, trx, {
      actor_puid: created_by,
      action: 'export.done',
      subject: `export ${job_id}`,
      detail: { count: job.rows_done, bytes: job.bytes },
    });
  });
}

const end = (ports: TenantPorts, job: ExportRow, problem: NonNullable<ExportRow['problem']>) =>
  transact(ports.db, async (trx) => {
    await jobs.move(ports, trx, job, { state: 'failed', problem, finished_at: ports.now(), runner: null });
    await forgetParts(trx, job.job_id);
  });

const jobs = jobsOf({
  table: 'export_job',
  name: (job_id) => `export ${job_id}`,
  running: ['queued', 'running'],
  work,
  // What was written is deleted by the purge.
  stopped: () => ({ state: 'failed', problem: 'stopped' }),
});

/** Runs one export until it is ready or has failed. Does nothing if another worker has it. */
export const runExport = jobs.run;
/** Resumes every export without a worker (`jobsOf`). */
export const resumeExports = jobs.resume;

/** The tables of a finished export, read part by part while they are sent. */
export const contentsOf = (db: Tenant, job: ExportRow): TableContent[] =>
  tablesOf(job).map((table) => ({
    table,
    columns: exportSources[table].columns(job.with_names === 1),
    rows: async function* () {
      for (let part_no = 0; ; ) {
        const part = await db
          .selectFrom('export_part')
          .select(['part_no', 'content'])
          .where('job_id', '=', job.job_id)
          .where('table_name', '=', table)
          .where('part_no', '>', part_no)
          .orderBy('part_no')
          .limit(1)
          .executeTakeFirst();
        if (!part) return;
        yield unpacked(part.content);
        ({ part_no } = part);
      }
    },
  }));
