import { setImmediate as breathe } from 'node:timers/promises';
import { checkRoster, openRoster } from '../../common/roster/checkRoster.ts';
import type { Finding, RowFinding } from '../../common/roster/findings.ts';
import type { Checked } from '../../common/roster/reading.ts';
import { canLeaveOut } from '../../common/roster/simpleForm.ts';
import type { RosterFile } from '../../common/roster/source.ts';
import { Role, wholeRoster } from '../../contract/kit.ts';
import {
  type RosterBrake,
  type RosterChange,
  type RosterCheck,
  type RosterCounts,
  type RosterOptions,
  type RosterState,
  rosterPartSize,
} from '../../contract/rostering.ts';
import type { Row } from '../db/schema.ts';
import { inAllDistricts } from '../kit/allDistricts.ts';
import { writeAudit } from '../kit/audit.ts';
import type { Ports, TenantPorts } from '../kit/ports.ts';
import type { Tenant } from '../kit/tenant.ts';
import { inDistrict } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { stepsOf } from './importRoster.ts';
import { type Log, readLog } from './log.ts';
import { type Importer, Plan, todayOf } from './planning.ts';
import { learnSubjects } from './subjects.ts';
import { undoEntries, writeEntries } from './tables.ts';
import { workbooksInThread } from './workbooksInThread.ts';

/** What a job has found out or done so far. */
export interface JobResult {
  /** What was uploaded; the files themselves go when the job is over, and later where rows were left out. */
  files: { name: string; size: number; parts: number }[];
  check: RosterCheck | null;
  counts: RosterCounts | null;
  skipped: number;
  /** Rows of changes that are older than what is here. */
  older: number;
  brake: RosterBrake | null;
  /** Administrators who could do less after it: they do not confirm it themselves. */
  losers: number[];
  /** Rows name what only the stored roster holds, so that it must be looked up again. */
  looksUp: boolean;
}
export const noResult: JobResult = { files: [], check: null, counts: null, skipped: 0, older: 0, brake: null, losers: [], looksUp: false };

export type JobKey = Pick<Row<'roster_job'>, 'district_id' | 'job_id'>;
type Job = Row<'roster_job'>;
/** Where somebody has to work. */
const underWay: readonly RosterState[] = ['checking', 'confirmed', 'applying', 'undoing'];
const lease = 60_000;
/** How often who works on a job says so while nothing is written, and hears whether it was stopped. */
const breath = 1_000;

/** Another took the work over, or somebody stopped it. */
class Lost extends Error {}

/** Forgets the uploaded files: they hold what schools know of students, and are not needed any more. */
export async function forgetFiles(db: Tenant, { job_id }: Pick<JobKey, 'job_id'>): Promise<void> {
  await db.deleteFrom('roster_file').where('job_id', '=', job_id).execute();
}

/** Keeps what is wrong with which rows, for the file with its errors. */
async function keepReport(db: Tenant, { district_id, job_id }: JobKey, rows: readonly RowFinding[]): Promise<void> {
  const content = JSON.stringify(rows);
  await db
    .insertInto('roster_report')
    .values({ district_id, job_id, content })
    .onConflict((conflict) => conflict.columns(['district_id', 'job_id']).doUpdateSet({ content }))
    .execute();
}

/** What is wrong with which rows of an import, by its last check. */
export async function reportOf(db: Tenant, { job_id }: Pick<JobKey, 'job_id'>): Promise<RowFinding[]> {
  const kept = await db.selectFrom('roster_report').select('content').where('job_id', '=', job_id).executeTakeFirst();
  return kept ? (JSON.parse(kept.content) as RowFinding[]) : [];
}

/** Moves a job on, if it still stands where we believe; throws `Lost` if not. */
async function move(ports: TenantPorts, db: Tenant, job: Job, set: Partial<Omit<Job, 'district_id'>>): Promise<void> {
  const now = ports.now();
  const { numUpdatedRows } = await db
    .updateTable('roster_job')
    .set({ ...set, updated_at: now, lease_until: set.runner === null ? 0 : now + lease })
    .where('job_id', '=', job.job_id)
    .where('runner', '=', job.runner)
    .where('state', '=', job.state)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) throw new Lost();
  Object.assign(job, set);
}

/** The uploaded files, read out of their parts as they are needed. */
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
      const { content } = await ports.db
        .selectFrom('roster_file')
        .select('content')
        .where('job_id', '=', job_id)
        .where('name', '=', name)
        .where('part_no', '=', part_no)
        .executeTakeFirstOrThrow();
      kept = { part_no, bytes: Buffer.from(content, 'base64') };
      return kept.bytes;
    };
    return {
      name,
      size: first?.size ?? 0,
      read: async (from, to) => {
        // Where the database answers at once, nothing else would let other requests in.
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

const isWhole = (role: number) => wholeRoster.some((one) => one === role);
/** How an upload is read while nobody has said how. */
export const noOptions: RosterOptions = { mends: [], mapping: null, mode: 'add', overwrite_manual: false, leave_out: false };
/** How an upload is read; jobs of earlier versions say nothing of rows that are left out. */
export const optionsOf = (job: Pick<Job, 'options'>): RosterOptions => ({ leave_out: false, ...JSON.parse(job.options) });

/** Who uploaded decides what an import may touch, by what they are now: a role may have changed since. */
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
    // Without a school there is nothing that such a person may touch.
    school_id: isWhole(role_id) ? null : (school_id ?? -1),
    mode,
    overwrite_manual,
    leave_out,
    today: await todayOf(ports),
  };
}

const read = async (ports: TenantPorts, job: Job): Promise<Checked> =>
  checkRoster(await filesOf(ports, job), { ...optionsOf(job), today: await todayOf(ports) }, workbooksInThread);

async function check(ports: TenantPorts, job: Job): Promise<void> {
  const importer = await importerOf(ports, job);
  const checked = await read(ports, job);
  const { findings } = checked;
  if (checked.check.form === 'oneRoster' && !isWhole(importer.role)) findings.error('districtOnly', 'manifest.csv');
  let counts: RosterCounts | null = null;
  let changes: RosterChange[] = [];
  let list: readonly Finding[] = findings.list;
  let byRow = findings.byRow;
  let total = 0;
  let confirmation: string | null = null;
  let skipped = 0;
  let older = 0;
  let brake: RosterBrake | null = null;
  let losers: number[] = [];
  const { check } = checked;
  let wrong = findings.wrongRows;
  if (checked.roster && (findings.errors === 0 || check.form === 'simple')) {
    const plan = new Plan(ports, importer);
    let told = ports.now();
    for await (const { rows, entries } of stepsOf(plan, checked)) {
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
    ({ counts, changesInOrder: changes, confirmation, skipped, older, brake, losers } = plan);
  } else {
    check.errors = findings.errors;
    check.groups = findings.groups;
  }
  const isPart = check.form === 'simple' && canLeaveOut(wrong, check.files[0]?.rows ?? 0);
  check.wrong_rows = isPart ? (wrong?.size ?? 0) : 0;
  const isGood = check.errors === 0 || (isPart && importer.leave_out);
  const files = (await filesOf(ports, job)).map(({ name, size }) => ({ name, size, parts: Math.ceil(size / rosterPartSize) }));
  await keepReport(ports.db, job, byRow);
  await move(ports, ports.db, job, {
    state: isGood ? 'validated' : 'refused',
    form: check.form,
    result: JSON.stringify({
      files,
      check,
      counts: isGood ? counts : null,
      skipped,
      older,
      brake: isGood ? brake : null,
      losers,
      looksUp: checked.pending.size > 0,
    } satisfies JobResult),
    findings: JSON.stringify(list),
    changes: JSON.stringify(isGood ? changes : []),
    confirmation: isGood ? confirmation : null,
    rows_total: total,
    rows_done: 0,
    validated_at: ports.now(),
    problem: null,
    runner: null,
  });
}

async function apply(ports: TenantPorts, job: Job): Promise<void> {
  const { district_id, job_id } = job;
  if (job.state === 'confirmed') await move(ports, ports.db, job, { state: 'applying' });
  const { check: found, looksUp } = JSON.parse(job.result) as JobResult;
  const again = looksUp || !found;
  // What was left out in the check stays out, and nothing else: a person has seen which rows it is.
  const { leave_out } = optionsOf(job);
  const report = leave_out ? await reportOf(ports.db, job) : [];
  const leftOut = new Set(report.flatMap(({ severity, rows }) => (severity === 'error' ? rows : [])));
  const checked = again
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
  let done = 0;
  for await (const { kind, rows, entries } of stepsOf(plan, checked)) {
    if (plan.findings.errors > 0) break;
    await breathe();
    done += Math.max(rows, entries.length);
    batch_no += 1;
    await transact(ports.db, async (trx) => {
      await move(ports, trx, job, { rows_done: Math.min(Math.max(done, job.rows_done), job.rows_total) });
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
    return;
  }
  await transact(ports.db, async (trx) => {
    await move(ports, trx, job, { state: 'done', rows_done: job.rows_total, finished_at: ports.now(), problem: null, runner: null });
    // What was left out is still to be mended: the file with its errors is made of them until the purge takes them.
    if (leftOut.size === 0) await forgetFiles(trx, job);
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
    await writeAudit(ports, trx, {
      district_id,
      actor_puid: job.created_by,
      action: 'roster.undone',
      subject: `import ${job_id}`,
      detail: { left_alone: job.left_alone },
    });
  });
}

/** Works on one job until it waits for a person. Does nothing while another works on it. */
export async function runJob(given: Ports, { district_id, job_id }: JobKey): Promise<void> {
  const ports: TenantPorts = inDistrict(given, district_id);
  const runner = ports.newId();
  const now = ports.now();
  const { numUpdatedRows } = await ports.db
    .updateTable('roster_job')
    .set({ runner, lease_until: now + lease })
    .where('job_id', '=', job_id)
    .where('state', 'in', underWay)
    .where((eb) => eb.or([eb('runner', 'is', null), eb('lease_until', '<', now)]))
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) return;
  const job = await ports.db.selectFrom('roster_job').selectAll().where('job_id', '=', job_id).executeTakeFirstOrThrow();
  try {
    if (job.state === 'checking') await check(ports, job);
    else if (job.state === 'undoing') await undo(ports, job);
    else await apply(ports, job);
  } catch (error) {
    if (error instanceof Lost) return;
    ports.report(error, `roster import ${job_id}`);
    // What is applied stays applied, batch by batch; a person goes on with it or undoes it.
    const state = job.state === 'checking' ? 'failed' : 'partial';
    await move(ports, ports.db, job, { state, problem: 'stopped', runner: null }).catch(() => undefined);
  }
}

/** How long an import can be undone. */
export const undoLife = 30 * 24 * 3_600_000;

/**
 * Goes on with every job that nobody works on: after a start, and now and then where several servers share a database. `isAlone`: no
 * other server can be at work, so that what an ended one began needs no waiting.
 */
export async function resumeJobs(given: Ports, isAlone = false): Promise<void> {
  const ports = inAllDistricts(given);
  if (isAlone) await ports.db.updateTable('roster_job').set({ runner: null }).where('runner', 'is not', null).execute();
  const old = await ports.db
    .selectFrom('roster_job')
    .select(['district_id', 'job_id'])
    .where('finished_at', '<', ports.now() - undoLife)
    .execute();
  for (const { district_id, job_id } of old)
    await ports.db.deleteFrom('roster_batch').where('district_id', '=', district_id).where('job_id', '=', job_id).execute();
  const jobs = await ports.db
    .selectFrom('roster_job')
    .select(['district_id', 'job_id'])
    .where('state', 'in', underWay)
    .where((eb) => eb.or([eb('runner', 'is', null), eb('lease_until', '<', ports.now())]))
    .orderBy('created_at')
    .execute();
  for (const job of jobs) await runJob(ports, job);
}

/** Whether somebody may see a job: a teacher the own, a school administrator the school's, others the district's. */
export function maySee(
  job: Pick<Job, 'created_by' | 'school_id'>,
  user: { user_puid: number; role: number; school_id: number | null },
): boolean {
  if (user.role >= Role.districtAdministrator) return true;
  if (user.role === Role.schoolAdministrator) return job.school_id !== null && job.school_id === user.school_id;
  return job.created_by === user.user_puid;
}
