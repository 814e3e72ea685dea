import { ReadableStream as NodeStream } from 'node:stream/web';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { dayIn } from '../../common/day.ts';
import type { AuditAction } from '../../contract/audit.ts';
import { archiveFormat, courseFormat, type ExportJob, exportTables } from '../../contract/exportJob.ts';
import { type dataExports, mostExports } from '../../contract/exports.ts';
import { Role } from '../../contract/kit.ts';
import {
  archivedFiles,
  contentsOf,
  courseFileOf,
  type ExportRow,
  forgetParts,
  isArchive,
  isCourse,
  mayRead,
  nameOfSubject,
  runExport,
  tablesOf,
} from '../exports/exportJobs.ts';
import { fileOf, zipped } from '../exports/formats.ts';
import { iso, isoOrNull } from '../kit/access.ts';
import { writeAudit } from '../kit/audit.ts';
import { attachmentHeaders, readFileTicket, signFileTicket } from '../kit/fileTickets.ts';
import { type HandlersOf, notFound, refuse } from '../kit/handler.ts';
import type { Ports, TenantPorts } from '../kit/ports.ts';
import { type Tenant, tenant } from '../kit/tenant.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { transact } from '../kit/transact.ts';
import { tablesOfArchive } from '../privacy/archive.ts';
import { submittedIn } from '../reports/itemAnalysis.ts';
import { schoolOf } from '../roster/people.ts';

const isUnderWay = ({ state }: Pick<ExportRow, 'state'>) => state === 'queued' || state === 'running';
const isReady = ({ state, expires_at }: Pick<ExportRow, 'state' | 'expires_at'>, now: number) =>
  state === 'ready' && (expires_at ?? 0) > now;

/** The caller's exports, newest first. Nobody sees those of others, because they hold personal data that their owner asked for. */
const ownExports = (db: Tenant, user: TokenUser) =>
  db.selectFrom('export_job').selectAll().where('created_by', '=', user.user_puid).orderBy('created_at', 'desc').orderBy('job_id', 'desc');

async function ownExport(db: Tenant, user: TokenUser, job_id: number): Promise<ExportRow> {
  const job = await ownExports(db, user).where('job_id', '=', job_id).executeTakeFirst();
  if (!job) throw notFound('export');
  return job;
}

async function onWire(ports: TenantPorts, user: TokenUser, jobs: readonly ExportRow[]): Promise<ExportJob[]> {
  const { first_name, last_name } = await ports.db
    .selectFrom('app_user')
    .select(['first_name', 'last_name'])
    .where('user_puid', '=', user.user_puid)
    .executeTakeFirstOrThrow();
  const schools = await ports.db.selectFrom('school').select(['school_id', 'name']).execute();
  const nameOf = new Map(schools.map(({ school_id, name }) => [school_id, name]));
  const names = new Map<number, string>();
  for (const job of jobs) if (isArchive(job)) names.set(job.job_id, await nameOfSubject(ports, job));
  return jobs.map((job) => ({
    job_id: job.job_id,
    state: job.state === 'ready' && !isReady(job, ports.now()) ? 'expired' : job.state,
    created_by: `${first_name} ${last_name}`,
    created_at: iso(job.created_at),
    finished_at: isoOrNull(job.finished_at),
    expires_at: isoOrNull(job.expires_at),
    tables: isArchive(job) || isCourse(job) ? [] : tablesOf(job),
    tables_all: (JSON.parse(job.tables) as unknown[]).length,
    archive: isArchive(job)
      ? { of: job.about_puid === null ? ('district' as const) : ('person' as const), name: names.get(job.job_id) ?? '' }
      : null,
    format: job.format,
    from_date: job.from_date,
    to_date: job.to_date,
    school_name: job.school_id === null ? null : (nameOf.get(job.school_id) ?? ''),
    with_names: job.with_names === 1,
    tables_done: job.tables_done,
    rows_done: job.rows_done,
    bytes: job.bytes,
    problem: job.problem,
    left_out: JSON.parse(job.left_out) as ExportJob['left_out'],
  }));
}
const answer = async (ports: TenantPorts, user: TokenUser, job_id: number): Promise<ExportJob> => {
  const [job] = await onWire(ports, user, [await ownExport(ports.db, user, job_id)]);
  return job as ExportJob;
};

/** The school of an export; null: the whole district. School administrators have only their own. */
async function schoolFor(db: Tenant, user: TokenUser, asked: number | null): Promise<number | null> {
  const school_id = asked ?? (await schoolOf(db, user));
  if (school_id === null) return null;
  if (user.role < Role.districtAdministrator && school_id !== (await schoolOf(db, user))) throw notFound('school');
  const school = await db.selectFrom('school').select('school_id').where('school_id', '=', school_id).executeTakeFirst();
  if (!school) throw notFound('school');
  return school_id;
}

const audited = (
  ports: TenantPorts,
  db: Tenant,
  user: TokenUser,
  action: AuditAction,
  job_id: number,
  detail: Record<string, unknown> = {},
) => writeAudit(ports, db, { actor_puid: user.user_puid, action, subject: `export ${job_id}`, detail });

type Order = Pick<
  ExportRow,
  'school_id' | 'about_district_id' | 'about_puid' | 'tables' | 'format' | 'from_date' | 'to_date' | 'with_names'
>;

/** Starts an export of the caller's. */
async function begin(ports: TenantPorts, user: TokenUser, order: Order, action: AuditAction, detail: Record<string, unknown>) {
  const job_id = ports.newId();
  const now = ports.now();
  await transact(ports.db, async (trx) => {
    // Locks the person, so that of two concurrent starts the second counts the first one's export.
    await trx
      .updateTable('app_user')
      .set((eb) => ({ user_name: eb.ref('user_name') }))
      .where('user_puid', '=', user.user_puid)
      .execute();
    const all = await ownExports(trx, user).execute();
    if (all.filter((job) => isUnderWay(job) || isReady(job, now)).length >= mostExports)
      throw refuse('tooManyExports', { most: mostExports });
    await trx
      .insertInto('export_job')
      .values({
        ...order,
        ...{ job_id, created_by: user.user_puid, state: 'queued', tables_done: 0, last_key: 0, cursor: null, table_rows: 0, rows_done: 0 },
        ...{ bytes: 0, parts: 0, problem: null, created_at: now, updated_at: now, finished_at: null, expires_at: null },
        ...{ runner: null, lease_until: 0 },
      })
      .execute();
    await audited(ports, trx, user, action, job_id, detail);
  });
  ports.background(() => runExport(ports, { district_id: user.district_id, job_id }), `export ${job_id}`);
  return answer(ports, user, job_id);
}

/** Starts an archive of a person, or of a district (`about_puid` null), as one of the caller's exports. */
export const beginArchive = (
  ports: TenantPorts,
  user: TokenUser,
  about: { about_district_id: number; about_puid: number | null },
): Promise<ExportJob> => {
  const tables = JSON.stringify(tablesOfArchive(about.about_puid !== null));
  const order = { ...about, school_id: null, tables, format: archiveFormat, from_date: null, to_date: null, with_names: 1 } as const;
  return begin(ports, user, order, 'export.archive', about);
};

/** Starts an export of the catalog as a course's folder, as one of the caller's exports. */
export const beginCourse = (ports: TenantPorts, user: TokenUser): Promise<ExportJob> => {
  const order = { about_district_id: null, about_puid: null, school_id: null, tables: '["course"]', format: courseFormat } as const;
  return begin(ports, user, { ...order, from_date: null, to_date: null, with_names: 0 }, 'export.course', {});
};

export const exportHandlers: HandlersOf<typeof dataExports> = {
  startExport: async ({ body }, { ports, user }) => {
    const { from_date, to_date, format, with_names } = body;
    await submittedIn(ports.db, body);
    const school_id = await schoolFor(ports.db, user, body.school_id);
    const tables = exportTables.filter((table) => body.tables.includes(table));
    const row = { school_id, tables: JSON.stringify(tables), format, from_date, to_date, with_names: Number(with_names) };
    return begin(ports, user, { ...row, about_district_id: null, about_puid: null }, 'export.start', {
      ...{ tables, format, from_date, to_date, school_id, with_names },
    });
  },

  getExports: async ({ query }, { ports, user }) =>
    query.job_id === undefined
      ? onWire(ports, user, await ownExports(ports.db, user).execute())
      : [await answer(ports, user, query.job_id)],

  cancelExport: async ({ body: { job_id } }, { ports, user }) => {
    await ownExport(ports.db, user, job_id);
    await transact(ports.db, async (trx) => {
      const now = ports.now();
      const { numUpdatedRows } = await trx
        .updateTable('export_job')
        .set({ state: 'cancelled', runner: null, finished_at: now, updated_at: now })
        .where('job_id', '=', job_id)
        .where('state', 'in', ['queued', 'running'])
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 0) throw refuse('exportMovedOn');
      await forgetParts(trx, job_id);
      await audited(ports, trx, user, 'export.cancel', job_id);
    });
    return answer(ports, user, job_id);
  },

  getExportLink: async ({ body: { job_id } }, { ports, user }) => {
    const job = await ownExport(ports.db, user, job_id);
    if (!isReady(job, ports.now()) || !(await mayRead(ports, job))) throw refuse('exportNotReady');
    await audited(ports, ports.db, user, 'export.download', job_id);
    return { path: `${filePath}/${await signFileTicket(ports, user, { job_id })}` };
  },

  deleteExport: async ({ body: { job_id } }, { ports, user }) => {
    await ownExport(ports.db, user, job_id);
    await transact(ports.db, async (trx) => {
      await forgetParts(trx, job_id);
      const { numDeletedRows } = await trx
        .deleteFrom('export_job')
        .where('job_id', '=', job_id)
        .where('state', 'not in', ['queued', 'running'])
        .executeTakeFirst();
      if (Number(numDeletedRows) === 0) throw refuse('exportMovedOn');
      await audited(ports, trx, user, 'export.delete', job_id);
    });
    return null;
  },
};

const filePath = '/api/lms/ETLReport/export_file';
const Claims = v.object({ district_id: v.number(), job_id: v.number(), sub: v.string() });

/** Serves the file of an export. It is read part by part as fast as the client takes it. */
export function addExportFileRoute(app: Hono, ports: Ports): void {
  app.get(`${filePath}/:ticket`, async (c) => {
    const claims = await readFileTicket(ports, c.req.param('ticket'), Claims);
    if (!claims) return c.notFound();
    const db = tenant(ports.db, claims.district_id);
    const job = await db
      .selectFrom('export_job')
      .selectAll()
      .where('job_id', '=', claims.job_id)
      .where('created_by', '=', Number(claims.sub))
      .executeTakeFirst();
    if (!job || !isReady(job, ports.now()) || !(await mayRead({ db }, job))) return c.notFound();
    const { time_zone } = await db.selectFrom('district').select('time_zone').executeTakeFirstOrThrow();
    const tables = isArchive(job) || isCourse(job) ? [] : contentsOf(db, job);
    const at = job.finished_at ?? 0;
    const inZip = { extension: 'zip', media_type: 'application/zip' };
    const { extension, media_type, content } =
      job.format === 'course'
        ? { ...inZip, content: courseFileOf(db, job) }
        : job.format === 'json'
          ? { ...inZip, content: zipped(await archivedFiles(db, job), at) }
          : fileOf(job.format, tables, at);
    const name = isCourse(job) ? 'course' : isArchive(job) ? 'archive' : tables.length === 1 ? tables[0]?.table : 'export';
    const reported = async function* () {
      try {
        yield* content;
      } catch (error) {
        ports.report(error, `export ${job.job_id}`);
        throw error;
      }
    };
    const file_name = `${name} ${dayIn(job.created_at, time_zone)}.${extension}`;
    return c.body(NodeStream.from(reported()) as ReadableStream, 200, attachmentHeaders({ file_name, media_type }));
  });
}
