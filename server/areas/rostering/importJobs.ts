import type { AuditAction } from '../../../contract/audit.ts';
import { finalModes, noCounts, type RosterJob, rosterPartSize } from '../../../contract/rostering/job.ts';
import type { NewRow, Row } from '../../db/schema.ts';
import { type Db, iso, isoOrNull } from '../../kit/access.ts';
import { writeAudit } from '../../kit/audit.ts';
import { notFound, Refusal, refuse } from '../../kit/handler.ts';
import type { TenantPorts } from '../../kit/ports.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { transact } from '../../kit/transact.ts';
import { isByHand } from '../../roster/handChanges.ts';
import { forgetFiles, type JobResult, maySee, noOptions, noResult, optionsOf, runJob, undoLife } from '../../roster/jobs.ts';
import { schoolOf } from '../../roster/people.ts';
import { staysOf } from '../../roster/stays.ts';

type Job = Row<'roster_job'>;
/** Columns for the list of imports. Leaves out findings and planned changes, which are most of a job's data. */
export const listedColumns = [
  'district_id',
  'job_id',
  'created_by',
  'state',
  'options',
  'result',
  'confirmation',
  'connection_id',
  'problem',
  'rows_total',
  'rows_done',
  'left_alone',
  'created_at',
  'updated_at',
  'finished_at',
] as const satisfies readonly (keyof Job)[];
type ListedJob = Pick<Job, (typeof listedColumns)[number]>;

export async function jobsAs(ports: TenantPorts, jobs: readonly ListedJob[], stays: RosterJob['stays'] = null): Promise<RosterJob[]> {
  if (jobs.length === 0) return [];
  const { db } = ports;
  const names = await db
    .selectFrom('app_user')
    .select(['user_puid', 'first_name', 'last_name'])
    .where('user_puid', 'in', [...new Set(jobs.map((job) => job.created_by))])
    .execute();
  const nameOf = new Map(names.map((one) => [one.user_puid, `${one.first_name} ${one.last_name}`]));
  const parts = await db
    .selectFrom('roster_file')
    .select(['job_id', 'name', 'size', (eb) => eb.fn.countAll().as('received')])
    .where(
      'job_id',
      'in',
      jobs.map((job) => job.job_id),
    )
    .groupBy(['job_id', 'name', 'size'])
    .orderBy('name')
    .execute();
  const named = [...new Set(jobs.flatMap(({ connection_id }) => connection_id ?? []))];
  // PostgreSQL takes no empty list.
  const connections =
    named.length === 0
      ? []
      : await db.selectFrom('roster_connection').select(['connection_id', 'name', 'service']).where('connection_id', 'in', named).execute();
  const connectionOf = new Map(connections.map((one) => [one.connection_id, one]));
  const filesOf = Map.groupBy(parts, (part) => part.job_id);
  return jobs.map((job) => {
    const result = JSON.parse(job.result) as JobResult;
    const options = optionsOf(job);
    const files =
      filesOf
        .get(job.job_id)
        ?.map(({ name, size, received }) => ({ name, size, parts: Math.ceil(size / rosterPartSize), received: Number(received) })) ??
      result.files.map((file) => ({ ...file, received: 0 }));
    return {
      job_id: job.job_id,
      state: job.state,
      created_by: nameOf.get(job.created_by) ?? '',
      created_by_puid: job.created_by,
      created_at: iso(job.created_at),
      updated_at: iso(job.updated_at),
      finished_at: isoOrNull(job.finished_at),
      files,
      connection_name: job.connection_id === null ? null : (connectionOf.get(job.connection_id)?.name ?? ''),
      is_sync: connectionOf.get(job.connection_id ?? 0)?.service === 'clever',
      options,
      check: result.check,
      // Jobs from earlier versions lack sessions.
      counts: result.counts && { ...result.counts, sessions: result.counts.sessions ?? noCounts },
      skipped: result.skipped,
      // Jobs from earlier versions lack this.
      family: result.family ?? 0,
      // Jobs from earlier versions lack this.
      older: result.older ?? 0,
      rows_total: job.rows_total,
      rows_done: job.rows_done,
      confirmation: job.confirmation,
      // Jobs from earlier versions lack this.
      brake: result.brake ?? null,
      left_alone: job.left_alone,
      problem: job.problem,
      stays,
      can_undo:
        !finalModes.includes(options.mode) &&
        (job.state === 'partial' || (job.state === 'done' && (job.finished_at ?? 0) > ports.now() - undoLife)),
    };
  });
}

export async function visibleJob(ports: TenantPorts, user: TokenUser, job_id: number): Promise<Job> {
  const job = await ports.db.selectFrom('roster_job').selectAll().where('job_id', '=', job_id).executeTakeFirst();
  if (!job || isByHand(job) || !maySee(job, { ...user, school_id: await schoolOf(ports.db, user) })) throw notFound('import');
  return job;
}
export async function jobAnswer(ports: TenantPorts, user: TokenUser, job_id: number): Promise<RosterJob> {
  const job = await visibleJob(ports, user, job_id);
  const [shown] = await jobsAs(ports, [job], await staysOf(ports, job));
  return shown as RosterJob;
}

/** An upload that begins. */
export async function newJob(ports: TenantPorts, user: TokenUser, job_id: number): Promise<NewRow<'roster_job'>> {
  const now = ports.now();
  return {
    district_id: user.district_id,
    job_id,
    created_by: user.user_puid,
    school_id: await schoolOf(ports.db, user),
    form: null,
    state: 'uploaded',
    options: JSON.stringify(noOptions),
    result: JSON.stringify(noResult),
    findings: '[]',
    changes: '[]',
    confirmation: null,
    problem: null,
    rows_total: 0,
    rows_done: 0,
    left_alone: 0,
    created_at: now,
    updated_at: now,
    validated_at: null,
    finished_at: null,
    runner: null,
    lease_until: 0,
  };
}

/** Refuses whoever has a lower role than the person who started a job. It may concern people above the caller. */
async function assertNotAbove({ db }: TenantPorts, user: TokenUser, job: Job): Promise<void> {
  const maker = await db.selectFrom('app_user').select('role_id').where('user_puid', '=', job.created_by).executeTakeFirst();
  if (maker && maker.role_id > user.role) throw refuse('importOfHigherRole');
}

/** Moves a job that waits for a person. Throws 409 if its state has changed in the meantime. */
export async function moveJob(
  ports: TenantPorts,
  user: TokenUser,
  job: Job,
  from: readonly Job['state'][],
  set: Partial<Omit<Job, 'district_id'>>,
  action: AuditAction,
  before?: (trx: Db) => Promise<void>,
) {
  await assertNotAbove(ports, user, job);
  await transact(ports.db, async (trx) => {
    await before?.(trx);
    const { numUpdatedRows } = await trx
      .updateTable('roster_job')
      .set({ runner: null, ...set, updated_at: ports.now() })
      .where('job_id', '=', job.job_id)
      .where('state', 'in', from)
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) throw refuse('importMovedOn');
    await writeAudit(ports, trx, { district_id: user.district_id, actor_puid: user.user_puid, action, subject: `import ${job.job_id}` });
  });
}
/** Open imports per person. Each holds up to 64 MB of student data. */
const mostOpenImports = 10;
/** States in which an import has not written anything yet. */
export const notBegun: readonly Job['state'][] = ['uploaded', 'checking', 'validated', 'refused', 'failed'];

/** Cancels a job that has written nothing, and deletes its files. After its state, because its worker may be storing one. */
export const discardJob = (ports: TenantPorts, user: TokenUser, job: Job, from: readonly Job['state'][], problem: string | null) =>
  transact(ports.db, async (trx) => {
    await moveJob({ ...ports, db: trx }, user, job, from, { state: 'cancelled', problem }, 'roster.cancel');
    await forgetFiles(trx, job);
  });

/** Makes room for another import of the person. Discards the oldest waiting ones with their files and records the reason. */
export async function makeRoom(ports: TenantPorts, user: TokenUser): Promise<void> {
  const { user_puid } = user;
  const open = await ports.db
    .selectFrom('roster_job')
    .selectAll()
    .where('created_by', '=', user_puid)
    .where('state', 'in', notBegun)
    .orderBy('created_at', 'desc')
    .orderBy('job_id', 'desc')
    .execute();
  for (const job of open.slice(mostOpenImports - 1))
    await discardJob(ports, user, job, notBegun, 'tooManyOpen').catch((error) => {
      // Somebody continued it in the meantime.
      if (!(error instanceof Refusal)) throw error;
    });
}
export const continueJob = (ports: TenantPorts, user: TokenUser, job_id: number) =>
  ports.background(() => runJob(ports, { district_id: user.district_id, job_id }), `roster import ${job_id}`);
