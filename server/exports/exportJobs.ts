import { setImmediate as breathe } from 'node:timers/promises';
import { courseFormat, type ExportFormat, type ExportTable } from '../../contract/exportJob.ts';
import { administrators, Role } from '../../contract/kit.ts';
import { privacy } from '../../contract/privacy.ts';
import { catalogRows } from '../content/catalogRows.ts';
import { writeInThread } from '../content/readInThread.ts';
import type { Row } from '../db/schema.ts';
import { mayFor } from '../kit/acting.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import { writeAudit } from '../kit/audit.ts';
import { jobsOf } from '../kit/jobs.ts';
import type { TenantPorts } from '../kit/ports.ts';
import { type Tenant, tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { pathOf, readme, stepOf, subjectOf } from '../privacy/archive.ts';
import type { TableName } from '../privacy/holdings.ts';
import { keptIn, lifeOf } from '../privacy/retention.ts';
import { submittedIn } from '../reports/itemAnalysis.ts';
import { schoolOf } from '../roster/people.ts';
import { mostSheetRows, packed, rowsIn, type TableContent, unpacked } from './formats.ts';
import { type ExportScope, exportSources } from './tables.ts';

export type ExportRow = Row<'export_job'>;

/** Rows that one step looks through. A step holds no more in memory, and other requests wait no longer than for one. */
const stepRows = 2_000;

/** The tables of an export that is no archive, in the order of its file. */
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

async function isProvider(db: Tenant, user_puid: number): Promise<boolean> {
  const { role_id } = await db.selectFrom('app_user').select('role_id').where('user_puid', '=', user_puid).executeTakeFirstOrThrow();
  return role_id >= Role.providerAdministrator;
}

/** Whether the owner may still read what the export holds: roles and schools change, also those of the person of an archive. */
export async function mayRead(
  ports: Pick<TenantPorts, 'db'>,
  job: Pick<ExportRow, 'created_by' | 'format' | 'school_id' | 'about_district_id' | 'about_puid'>,
): Promise<boolean> {
  const limit = await limitOf(ports.db, job.created_by);
  if (limit === undefined) return false;
  if (isCourse(job)) return isProvider(ports.db, job.created_by);
  if (job.about_district_id === null) return limit === null || limit === job.school_id;
  const actor = await ports.db.selectFrom('app_user').selectAll().where('user_puid', '=', job.created_by).executeTakeFirstOrThrow();
  const isOwn = job.about_district_id === actor.district_id;
  if (job.about_puid === null) return actor.role_id >= Role.districtAdministrator && (isOwn || actor.role_id >= Role.providerAdministrator);
  const person = await tenant(allDistricts(ports.db), job.about_district_id)
    .selectFrom('app_user')
    .selectAll()
    .where('user_puid', '=', job.about_puid)
    .executeTakeFirst();
  return person !== undefined && mayFor(actor, privacy.archiveUser, person);
}

/** Whether it is an archive of a person or a district, not an export of tables. */
export const isArchive = ({ about_district_id }: Pick<ExportRow, 'about_district_id'>): boolean => about_district_id !== null;

/** Whether it is the catalog as a course's folder. */
export const isCourse = ({ format }: Pick<ExportRow, 'format'>): boolean => format === courseFormat;

/** Stores what a step wrote and how far the job is, in one write: whoever resumes it writes nothing twice. `content` is packed. */
const writeParts = (
  ports: TenantPorts,
  job: ExportRow,
  written: readonly (readonly [table_name: string, content: string])[],
  progress: Partial<ExportRow>,
) =>
  transact(ports.db, async (trx) => {
    const { job_id, parts } = job;
    await jobs.move(ports, trx, job, { ...progress, parts: parts + written.length });
    for (const [index, [table_name, content]] of written.entries())
      await trx
        .insertInto('export_part')
        .values({ job_id, part_no: parts + index + 1, table_name, content })
        .execute();
  });

/** Writes the tables of an export. Returns false if one does not fit into a sheet. */
async function writeTables(ports: TenantPorts, job: ExportRow, format: ExportFormat): Promise<boolean> {
  const scope: ExportScope = { school_id: job.school_id, ...(await submittedIn(ports.db, job)) };
  const withNames = job.with_names === 1;
  const tables = tablesOf(job);
  for (let table = tables[job.tables_done]; table !== undefined; table = tables[job.tables_done]) {
    // If the database answers synchronously, nothing else would let other requests in.
    await breathe();
    const source = exportSources[table];
    const last = await source.lastKey(ports.db, job.last_key, stepRows);
    const rows = await source.rows(ports.db, scope, { after: job.last_key, last }, withNames);
    const table_rows = job.table_rows + rows.length;
    if (format === 'xlsx' && table_rows > mostSheetRows) return false;
    const text = rows.length === 0 ? '' : rowsIn(format, rows);
    await writeParts(ports, job, text === '' ? [] : [[table, packed(text)]], {
      ...(last === null ? { tables_done: job.tables_done + 1, last_key: 0, table_rows: 0 } : { last_key: last, table_rows }),
      rows_done: job.rows_done + rows.length,
      bytes: job.bytes + Buffer.byteLength(text),
    });
  }
  return true;
}

/** Writes the files of an archive. Returns false if its person is gone. */
async function writeArchive(ports: TenantPorts, job: ExportRow): Promise<boolean> {
  const db = allDistricts(ports.db);
  const tables = JSON.parse(job.tables) as TableName[];
  for (let table = tables[job.tables_done]; table !== undefined; table = tables[job.tables_done]) {
    // If the database answers synchronously, nothing else would let other requests in.
    await breathe();
    const subject = await subjectOf(db, job);
    if (!subject) return false;
    const path = pathOf(table);
    const after = job.cursor === null ? null : (JSON.parse(job.cursor) as string | number);
    const { rows, files, last } = await stepOf(db, subject, table, after, stepRows);
    const text = rows.map((row) => JSON.stringify(row)).join(',\n');
    const written: (readonly [path: string, content: string])[] = [
      ...(text === '' ? [] : [[path, packed(job.table_rows === 0 ? text : `,\n${text}`)] as const]),
      ...files.map((file) => [file.path, packed(file.bytes)] as const),
    ];
    await writeParts(ports, job, written, {
      ...(last === null
        ? { tables_done: job.tables_done + 1, cursor: null, table_rows: 0 }
        : { cursor: JSON.stringify(last), table_rows: job.table_rows + rows.length }),
      rows_done: job.rows_done + rows.length,
      bytes: job.bytes + Buffer.byteLength(text) + files.reduce((sum, { bytes }) => sum + bytes.length, 0),
    });
  }
  const subject = await subjectOf(db, job);
  if (!subject) return false;
  const { language } = await ports.db
    .selectFrom('app_user')
    .select('language')
    .where('user_puid', '=', job.created_by)
    .executeTakeFirstOrThrow();
  const paths = new Set((await archivedFiles(ports.db, job)).map(([path]) => path));
  const text = readme(language ?? 'en', subject, await nameOfSubject(ports, job), ports.now(), paths);
  await writeParts(ports, job, [['README.txt', packed(text)]], {});
  return true;
}

/** Bytes of a packed course in one part. */
const coursePart = 512 * 1024;
const courseName = 'course.zip';

/** Writes the catalog as a packed course. It is as it was at one moment, so all is written at once. */
async function writeCourse(ports: TenantPorts, job: ExportRow): Promise<void> {
  const rows = await catalogRows(ports.db);
  const { zip, left } = await writeInThread(rows, ports.now());
  const parts: (readonly [string, string])[] = [];
  for (let from = 0; from < zip.length; from += coursePart) parts.push([courseName, packed(zip.subarray(from, from + coursePart))]);
  await writeParts(ports, job, parts, {
    ...{ tables_done: 1, rows_done: rows.items.length, bytes: zip.length, left_out: JSON.stringify(left) },
  });
}

/** The file of a finished export of the catalog. */
export const courseFileOf = (db: Tenant, job: ExportRow): AsyncIterable<Uint8Array> => partsOf(db, job.job_id, courseName);

/** Of whom an archive is, by name; empty if the person is gone. */
export async function nameOfSubject(
  ports: Pick<TenantPorts, 'db'>,
  job: Pick<ExportRow, 'about_district_id' | 'about_puid'>,
): Promise<string> {
  const db = tenant(allDistricts(ports.db), job.about_district_id ?? 0);
  if (job.about_puid === null) return (await db.selectFrom('district').select('name').executeTakeFirst())?.name ?? '';
  const person = await db
    .selectFrom('app_user')
    .select(['first_name', 'last_name'])
    .where('user_puid', '=', job.about_puid)
    .executeTakeFirst();
  return person ? `${person.first_name} ${person.last_name}` : '';
}

async function work(ports: TenantPorts, job: ExportRow): Promise<void> {
  const { job_id, created_by } = job;
  if (!(await mayRead(ports, job))) return end(ports, job, 'notAllowed');
  if (job.state === 'queued') await jobs.move(ports, ports.db, job, { state: 'running' });
  if (isCourse(job)) {
    if (job.tables_done === 0) await writeCourse(ports, job);
  } else if (isArchive(job)) {
    if (!(await writeArchive(ports, job))) return end(ports, job, 'notAllowed');
  } else if (!(await writeTables(ports, job, job.format as ExportFormat))) return end(ports, job, 'sheetFull');
  const { kept } = (await keptIn(ports.db)).exports;
  await transact(ports.db, async (trx) => {
    const now = ports.now();
    await jobs.move(ports, trx, job, { state: 'ready', finished_at: now, expires_at: now + (lifeOf('exports', kept) ?? 0), runner: null });
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

const jobs = jobsOf<'export_job'>({
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

/** What an export has written under a name, in order. */
async function* partsOf(db: Tenant, job_id: number, table_name: string): AsyncGenerator<Uint8Array> {
  for (let part_no = 0; ; ) {
    const part = await db
      .selectFrom('export_part')
      .select(['part_no', 'content'])
      .where('job_id', '=', job_id)
      .where('table_name', '=', table_name)
      .where('part_no', '>', part_no)
      .orderBy('part_no')
      .limit(1)
      .executeTakeFirst();
    if (!part) return;
    yield unpacked(part.content);
    ({ part_no } = part);
  }
}

/** The tables of a finished export, read part by part while they are sent. */
export const contentsOf = (db: Tenant, job: ExportRow): TableContent[] =>
  tablesOf(job).map((table) => ({
    table,
    columns: exportSources[table].columns(job.with_names === 1),
    rows: () => partsOf(db, job.job_id, table),
  }));

/** The files of a finished archive, read part by part while they are sent. */
export async function archivedFiles(db: Tenant, job: ExportRow): Promise<(readonly [path: string, content: AsyncIterable<Uint8Array>])[]> {
  const paths = await db
    .selectFrom('export_part')
    .select((eb) => ['table_name', eb.fn.min('part_no').as('first'), eb.fn.max('part_no').as('last')])
    .where('job_id', '=', job.job_id)
    .groupBy('table_name')
    .orderBy('first')
    .execute();
  return paths.map(({ table_name }) => [table_name, contentOf(db, job.job_id, table_name)] as const);
}
async function* contentOf(db: Tenant, job_id: number, path: string): AsyncGenerator<Uint8Array> {
  const isList = path.endsWith('.json') && !path.startsWith('files/');
  if (isList) yield Buffer.from('[\n');
  for await (const part of partsOf(db, job_id, path)) yield part;
  if (isList) yield Buffer.from('\n]\n');
}
