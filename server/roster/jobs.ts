import { setImmediate as breathe } from 'node:timers/promises';
import { checkRoster, openRoster } from '../../common/roster/checkRoster.ts';
import { type Finding, Findings, type RowFinding } from '../../common/roster/findings.ts';
import { type Checked, checked, noCheck } from '../../common/roster/reading.ts';
import { canLeaveOut } from '../../common/roster/simpleForm.ts';
import type { RosterFile } from '../../common/roster/source.ts';
import { Role, wholeRoster } from '../../contract/kit.ts';
import {
  isOfSelection,
  noCounts,
  type RosterBrake,
  type RosterChange,
  type RosterCheck,
  type RosterCounts,
  type RosterOptions,
  rosterKinds,
  rosterPartSize,
} from '../../contract/rostering/job.ts';
import type { CauseOf } from '../../contract/technicalStatus.ts';
import type { Row } from '../db/schema.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import { writeAudit } from '../kit/audit.ts';
import { Refusal } from '../kit/handler.ts';
import { noteUse } from '../kit/integrationUse.ts';
import { type JobKey, jobsOf, Lost } from '../kit/jobs.ts';
import type { Ports, TenantPorts } from '../kit/ports.ts';
import type { Tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { readSet } from './api/readSet.ts';
import { ApiProblem, type ApiSource, sourceOf } from './api/source.ts';
import { refuseBeside } from './beside.ts';
import { stepsOf } from './importRoster.ts';
import { type Log, readLog } from './log.ts';
import { type HadIds, type Importer, Plan, todayOf } from './planning.ts';
import type { Selection } from './planSelection.ts';
import { learnSubjects } from './subjects.ts';
import { kinds, undoEntries, writeEntries } from './tables.ts';
import { workbooksInThread } from './workbooksInThread.ts';

/** What a job has found or done so far. */
export interface JobResult {
  /** Uploaded files. Their contents are deleted when the job is done, or later if rows were left out. */
  files: { name: string; size: number; parts: number }[];
  check: RosterCheck | null;
  counts: RosterCounts | null;
  skipped: number;
  /** Family members who are kept out. */
  family: number;
  /** Delta rows older than the stored data. */
  older: number;
  brake: RosterBrake | null;
  /** Administrators who would lose rights. They cannot confirm the import themselves. */
  losers: number[];
  /** Rows reference entries that exist only in the stored roster, so they must be looked up again. */
  looksUp: boolean;
}
export const noResult: JobResult = {
  files: [],
  check: null,
  counts: null,
  skipped: 0,
  family: 0,
  older: 0,
  brake: null,
  losers: [],
  looksUp: false,
};

type Job = Row<'roster_job'>;
/** How often a worker sends a heartbeat while nothing is written. It also learns whether the job was stopped. */
const breath = 1_000;

/** Deletes uploaded files. They hold student data and are no longer needed. */
export async function forgetFiles(db: Tenant, { job_id }: Pick<JobKey, 'job_id'>): Promise<void> {
  await db.deleteFrom('roster_file').where('job_id', '=', job_id).execute();
}

/** Stores the row findings for the downloadable error file. */
async function keepReport(db: Tenant, { district_id, job_id }: JobKey, rows: readonly RowFinding[]): Promise<void> {
  const content = JSON.stringify(rows);
  await db
    .insertInto('roster_report')
    .values({ district_id, job_id, content })
    .onConflict((conflict) => conflict.columns(['district_id', 'job_id']).doUpdateSet({ content }))
    .execute();
}

/** Row findings from an import's last check. */
export async function reportOf(db: Tenant, { job_id }: Pick<JobKey, 'job_id'>): Promise<RowFinding[]> {
  const kept = await db.selectFrom('roster_report').select('content').where('job_id', '=', job_id).executeTakeFirst();
  return kept ? (JSON.parse(kept.content) as RowFinding[]) : [];
}

/** One part of an uploaded file. */
export const filePart = (db: Tenant, { job_id, file_name, part_no }: { job_id: number; file_name: string; part_no: number }) =>
  db.selectFrom('roster_file').select('content').where('job_id', '=', job_id).where('name', '=', file_name).where('part_no', '=', part_no);

/** Uploaded files, read part by part on demand. */
export async function filesOf(ports: TenantPorts, { job_id }: Pick<JobKey, 'job_id'>): Promise<RosterFile[]> {
  const parts = await ports.db
    .selectFrom('roster_file')
    .select(['name', 'part_no', 'size'])
    .where('job_id', '=', job_id)
    .orderBy('name')
    .orderBy('part_no')
    .execute();
  return [...Map.groupBy(parts, (part) => part.name)].map(([name, [first]]) => {
    let kept: { part_no: number; bytes: Uint8Array } | undefined;
    const partOf = async (part_no: number): Promise<Uint8Array> => {
      if (kept?.part_no === part_no) return kept.bytes;
      const { content } = await filePart(ports.db, { job_id, file_name: name, part_no }).executeTakeFirstOrThrow();
      kept = { part_no, bytes: Buffer.from(content, 'base64') };
      return kept.bytes;
    };
    return {
      name,
      size: first?.size ?? 0,
      read: async (from, to) => {
        // If the database answers synchronously, nothing else would let other requests in.
        await breathe();
        const bytes = new Uint8Array(to - from);
        for (let at = from; at < to; ) {
          const part = await partOf(Math.floor(at / rosterPartSize) + 1);
          const piece = part.subarray(at % rosterPartSize, (at % rosterPartSize) + to - at);
          if (piece.length === 0) throw new Error(`Part of ${name} is missing.`);
          bytes.set(piece, at - from);
          at += piece.length;
        }
        return bytes;
      },
    };
  });
}

/** The accounts whose ids a job has changed, with those that they had before. */
async function hadIds({ db }: TenantPorts, { job_id }: Job): Promise<Plan['applied']> {
  const { owned } = kinds.users;
  const all = new Map<number, HadIds>();
  for (const { entries } of await db.selectFrom('roster_batch').select('entries').where('job_id', '=', job_id).execute())
    for (const [, rows] of readLog(entries))
      for (const [[user_puid], before] of rows) {
        if (user_puid === undefined || !before) continue;
        const of = (column: keyof HadIds) => before[owned.indexOf(column)] as string;
        all.set(user_puid, { user_name: of('user_name'), user_key: of('user_key'), sourced_id: of('sourced_id') });
      }
  return all;
}

const isWhole = (role: number) => wholeRoster.some((one) => one === role);
/** Read options of an upload before anybody sets them. */
export const noOptions: RosterOptions = { mends: [], mapping: null, mode: 'add', overwrite_manual: false, leave_out: false };
/** Read options of an upload. Jobs from earlier versions lack `leave_out`. */
export const optionsOf = (job: Pick<Job, 'options'>): RosterOptions => ({ leave_out: false, ...JSON.parse(job.options) });

/** The uploader's current role and school decide what an import may touch. They may have changed since the upload. */
async function importerOf(ports: TenantPorts, job: Job): Promise<Importer> {
  const { role_id, school_id } = await ports.db
    .selectFrom('app_user')
    .select(['role_id', 'school_id'])
    .where('user_puid', '=', job.created_by)
    .executeTakeFirstOrThrow();
  const { mode, overwrite_manual, leave_out } = optionsOf(job);
  return {
    district_id: job.district_id,
    user_puid: job.created_by,
    role: role_id as Importer['role'],
    // Without a school, this person may not touch anything.
    school_id: isWhole(role_id) ? null : (school_id ?? -1),
    mode,
    overwrite_manual,
    leave_out,
    today: await todayOf(ports),
  };
}

/** Reads the files of a job. Those of people selected in a list hold who they are (`Selection`). */
async function read(ports: TenantPorts, job: Job): Promise<Checked> {
  const files = await filesOf(ports, job);
  const options = optionsOf(job);
  if (!isOfSelection(options)) return checkRoster(files, { ...options, today: await todayOf(ports) }, workbooksInThread);
  const [file] = files;
  if (!file) throw new Error('The selection is not there any more.');
  const selection = JSON.parse(Buffer.from(await file.read(0, file.size)).toString()) as Selection;
  return checked({ ...noCheck, form: 'selection' }, new Findings(), { form: 'selection', ...selection });
}

/** Reads the files of an import from the service of its connection, from the start. Returns whether they are there now. */
async function fetchFiles(ports: TenantPorts, job: Job): Promise<boolean> {
  const source = sourceOf(job);
  if (!source || source.as_of !== null) return true;
  try {
    const connection = await ports.db
      .selectFrom('roster_connection')
      .selectAll()
      .where('connection_id', '=', job.connection_id ?? 0)
      .executeTakeFirst();
    if (!connection) throw new ApiProblem('apiSecret', 'The connection was removed.');
    // A server that stopped has left some.
    await forgetFiles(ports.db, job);
    const renew = (db: Tenant, rows_done: number) => move(ports, db, job, { rows_done });
    const { as_of, rows, family } = await readSet({ ports, job, renew }, connection, source);
    await move(ports, ports.db, job, { source: JSON.stringify({ ...source, as_of, family } satisfies ApiSource), rows_done: 0 });
    if (rows > 0 || source.mode === 'bulk') return true;
    await endUnchanged(ports, job);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    await transact(ports.db, async (trx) => {
      await move(ports, trx, job, { state: 'failed', problem: error.code, runner: null });
      await forgetFiles(trx, job);
      await noteConnection(ports, trx, job, error.code);
    });
  }
  return false;
}

/** Ends an import of changes when there were none. */
async function endUnchanged(ports: TenantPorts, job: Job): Promise<void> {
  const counts = Object.fromEntries(rosterKinds.map((kind) => [kind, noCounts])) as RosterCounts;
  await transact(ports.db, async (trx) => {
    const result = JSON.stringify({ ...noResult, counts, family: sourceOf(job)?.family ?? 0 } satisfies JobResult);
    await move(ports, trx, job, { state: 'done', result, finished_at: ports.now(), problem: null, runner: null });
    await forgetFiles(trx, job);
    await noteSynced(trx, job);
    await noteConnection(ports, trx, job, null);
  });
}

/** Notes that the import of a connection ended well, or why it did not. */
async function noteConnection(ports: TenantPorts, db: Tenant, job: Job, cause: CauseOf<'rosterService'> | null): Promise<void> {
  if (job.connection_id !== null) await noteUse(ports, db, { kind: 'rosterService', ref: job.connection_id }, cause);
}

/** Notes as of when the source of an import is imported; after an undoing, that it is unknown. */
async function noteSynced(trx: Tenant, job: Job): Promise<void> {
  const source = sourceOf(job);
  if (!source) return;
  const synced_at = job.state === 'done' ? source.as_of : null;
  await trx
    .updateTable('roster_connection')
    .set({ synced_at, ...(source.mode === 'bulk' || synced_at === null ? { full_at: synced_at } : {}) })
    .where('connection_id', '=', job.connection_id ?? 0)
    .execute();
}

/** Whether an import may begin without a person: it was started by the clock, nothing must be confirmed, and no other import writes. */
async function mayBeginAlone(
  ports: TenantPorts,
  job: Job,
  { confirmation, losers }: Pick<Plan, 'confirmation' | 'losers'>,
): Promise<boolean> {
  if (!sourceOf(job)?.is_alone || confirmation !== null || losers.length > 0) return false;
  try {
    await refuseBeside(ports.db, job);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

async function check(ports: TenantPorts, job: Job): Promise<void> {
  if (!(await fetchFiles(ports, job))) return;
  const importer = await importerOf(ports, job);
  const given = await read(ports, job);
  const { findings } = given;
  if (given.check.form === 'oneRoster' && !isWhole(importer.role)) findings.error('districtOnly', 'manifest.csv');
  let counts: RosterCounts | null = null;
  let changes: RosterChange[] = [];
  let list: readonly Finding[] = findings.list;
  let byRow = findings.byRow;
  let total = 0;
  let confirmation: string | null = null;
  let skipped = 0;
  let family = 0;
  let older = 0;
  let brake: RosterBrake | null = null;
  let losers: number[] = [];
  const { check } = given;
  let wrong = findings.wrongRows;
  if (given.roster && (findings.errors === 0 || check.form === 'simple')) {
    const plan = new Plan(ports, importer);
    let told = ports.now();
    for await (const { rows, entries } of stepsOf(plan, given)) {
      total += Math.max(rows, entries.length);
      if (ports.now() < told + breath) continue;
      told = ports.now();
      await move(ports, ports.db, job, {});
    }
    list = [...list, ...plan.findings.list];
    byRow = [...byRow, ...plan.findings.byRow];
    check.groups.push(...plan.findings.groups);
    check.errors += plan.findings.errors;
    check.warnings += plan.findings.warnings;
    const wrongHere = plan.findings.wrongRows;
    wrong = wrong && wrongHere ? wrong.union(wrongHere) : null;
    ({ counts, changesInOrder: changes, confirmation, skipped, family, older, brake, losers } = plan);
  } else {
    check.errors = findings.errors;
    check.groups = findings.groups;
  }
  const isPart = check.form === 'simple' && canLeaveOut(wrong, check.files[0]?.rows ?? 0);
  check.wrong_rows = isPart ? (wrong?.size ?? 0) : 0;
  const isGood = check.errors === 0 || (isPart && importer.leave_out);
  const files = (await filesOf(ports, job)).map(({ name, size }) => ({ name, size, parts: Math.ceil(size / rosterPartSize) }));
  await keepReport(ports.db, job, byRow);
  const found = {
    form: check.form,
    result: JSON.stringify({
      files,
      check,
      counts: isGood ? counts : null,
      skipped,
      // Those in a service are not in its files.
      family: family + (sourceOf(job)?.family ?? 0),
      older,
      brake: isGood ? brake : null,
      losers,
      looksUp: given.pending.size > 0,
    } satisfies JobResult),
    findings: JSON.stringify(list),
    changes: JSON.stringify(isGood ? changes : []),
    confirmation: isGood ? confirmation : null,
    rows_total: total,
    rows_done: 0,
    validated_at: ports.now(),
    problem: null,
  };
  const isAlone = await transact(ports.db, async (trx) => {
    const isAlone = isGood && (await mayBeginAlone({ ...ports, db: trx }, job, { confirmation, losers }));
    if (isAlone) await move(ports, trx, job, { ...found, state: 'confirmed' });
    else await move(ports, trx, job, { ...found, state: isGood ? 'validated' : 'refused', runner: null });
    if (!isGood) await noteConnection(ports, trx, job, 'findings');
    return isAlone;
  });
  if (isAlone) await apply(ports, job);
}

async function apply(ports: TenantPorts, job: Job): Promise<void> {
  const { district_id, job_id } = job;
  if (job.state === 'confirmed') await move(ports, ports.db, job, { state: 'applying' });
  const { check: found, looksUp } = JSON.parse(job.result) as JobResult;
  const again = looksUp || !found || isOfSelection(optionsOf(job));
  // Exactly the rows left out in the check stay out, because those are the ones a person has seen.
  const { leave_out } = optionsOf(job);
  const report = leave_out ? await reportOf(ports.db, job) : [];
  const leftOut = new Set(report.flatMap(({ severity, rows }) => (severity === 'error' ? rows : [])));
  const rosterToWrite = again
    ? await read(ports, job)
    : { roster: await openRoster(await filesOf(ports, job), optionsOf(job), found, workbooksInThread, leftOut), pending: new Map() };
  const importer = await importerOf(ports, job);
  const plan = new Plan(ports, importer);
  if (found?.form === 'oneRoster' && !isWhole(importer.role)) plan.findings.error('districtOnly', 'manifest.csv');
  const last = await ports.db
    .selectFrom('roster_batch')
    .select((eb) => eb.fn.max('batch_no').as('batch_no'))
    .where('job_id', '=', job_id)
    .executeTakeFirst();
  let batch_no = Number(last?.batch_no ?? 0);
  if (importer.mode === 'newIds') plan.applied = await hadIds(ports, job);
  let done = 0;
  for await (const { kind, rows, entries, also } of stepsOf(plan, rosterToWrite)) {
    if (plan.findings.errors > 0) break;
    await breathe();
    done += Math.max(rows, entries.length);
    batch_no += 1;
    await transact(ports.db, async (trx) => {
      await move(ports, trx, job, { rows_done: Math.min(Math.max(done, job.rows_done), job.rows_total) });
      await also?.(trx);
      if (entries.length === 0) return;
      const log: Log = [[kind, await writeEntries(trx, kind, entries)]];
      await trx
        .insertInto('roster_batch')
        .values({ district_id, job_id, batch_no, entries: JSON.stringify(log) })
        .execute();
    });
  }
  if (plan.findings.errors > 0) {
    await move(ports, ports.db, job, {
      state: batch_no > 0 ? 'partial' : 'refused',
      problem: plan.findings.list[0]?.code ?? null,
      findings: JSON.stringify(plan.findings.list),
      runner: null,
    });
    await noteConnection(ports, ports.db, job, 'findings');
    return;
  }
  await transact(ports.db, async (trx) => {
    await move(ports, trx, job, { state: 'done', rows_done: job.rows_total, finished_at: ports.now(), problem: null, runner: null });
    // Rows left out still need fixing, so their error file is built from the uploaded files until the purge removes them.
    if (leftOut.size === 0) await forgetFiles(trx, job);
    await noteSynced(trx, job);
    await noteConnection(ports, trx, job, null);
    await learnSubjects(ports, trx);
    await writeAudit(ports, trx, {
      district_id,
      actor_puid: job.created_by,
      action: 'roster.done',
      subject: `import ${job_id}`,
      detail: { counts: (JSON.parse(job.result) as JobResult).counts, ...(leftOut.size > 0 && { left_out: leftOut.size }) },
    });
  });
}

async function undo(ports: TenantPorts, job: Job): Promise<void> {
  const { district_id, job_id } = job;
  for (;;) {
    const batch = await ports.db
      .selectFrom('roster_batch')
      .selectAll()
      .where('job_id', '=', job_id)
      .orderBy('batch_no', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!batch) break;
    await breathe();
    await transact(ports.db, async (trx) => {
      const left = await undoEntries(trx, readLog(batch.entries));
      await trx.deleteFrom('roster_batch').where('job_id', '=', job_id).where('batch_no', '=', batch.batch_no).execute();
      await move(ports, trx, job, { left_alone: job.left_alone + left });
    });
  }
  await transact(ports.db, async (trx) => {
    await move(ports, trx, job, { state: 'rolledBack', finished_at: ports.now(), rows_done: 0, runner: null });
    await forgetFiles(trx, job);
    await noteSynced(trx, job);
    await writeAudit(ports, trx, {
      district_id,
      actor_puid: job.created_by,
      action: 'roster.undone',
      subject: `import ${job_id}`,
      detail: { left_alone: job.left_alone },
    });
  });
}

const jobs = jobsOf({
  table: 'roster_job',
  name: (job_id) => `roster import ${job_id}`,
  running: ['checking', 'confirmed', 'applying', 'undoing'],
  work: async (ports, job) => {
    try {
      await (job.state === 'checking' ? check(ports, job) : job.state === 'undoing' ? undo(ports, job) : apply(ports, job));
    } catch (error) {
      if (!(error instanceof Lost)) await noteConnection(ports, ports.db, job, 'stopped').catch(() => undefined);
      throw error;
    }
  },
  // Applied batches stay applied. A person resumes or undoes the job.
  stopped: ({ state }) => ({ state: state === 'checking' ? 'failed' : 'partial', problem: 'stopped' }),
});
const { move } = jobs;

/** Runs one import until it waits for a person. Does nothing if another worker has it. */
export const runJob = jobs.run;

/** How long an import can be undone. */
export const undoLife = 30 * 24 * 3_600_000;

/** Resumes every import without a worker (`jobsOf`), and deletes logs that undo imports of long ago. */
export async function resumeJobs(given: Ports, isAlone = false): Promise<void> {
  const db = allDistricts(given.db);
  const old = await db
    .selectFrom('roster_job')
    .select(['district_id', 'job_id'])
    .where('finished_at', '<', given.now() - undoLife)
    .execute();
  for (const { district_id, job_id } of old)
    await db.deleteFrom('roster_batch').where('district_id', '=', district_id).where('job_id', '=', job_id).execute();
  await jobs.resume(given, isAlone);
}

/** Whether the user may see a job: teachers their own, school administrators their school's, others the district's. */
export function maySee(
  job: Pick<Job, 'created_by' | 'school_id'>,
  user: { user_puid: number; role: number; school_id: number | null },
): boolean {
  if (user.role >= Role.districtAdministrator) return true;
  if (user.role === Role.schoolAdministrator) return job.school_id !== null && job.school_id === user.school_id;
  return job.created_by === user.user_puid;
}
