import type { Row } from '../db/schema.ts';
import { inAllDistricts } from './allDistricts.ts';
import { isInOpenDistrict } from './openDistricts.ts';
import type { Ports, TenantPorts } from './ports.ts';
import { inDistrict, type Tenant } from './tenant.ts';

/** Tables of jobs. They share the columns that name a job, its state and its worker. */
interface Rows {
  roster_job: Row<'roster_job'>;
  export_job: Row<'export_job'>;
  course_import: Row<'course_import'>;
}
type JobTable = keyof Rows;
type Job<T extends JobTable> = Rows[T];
export type JobKey = { district_id: number; job_id: number };

/** How long a worker has a job without a sign of life, in ms. */
const lease = 60_000;

/** Another worker took over, or somebody stopped the job. */
export class Lost extends Error {}

interface JobKind<T extends JobTable> {
  table: T;
  /** Names a job in reports of errors. */
  name: (job_id: number) => string;
  /** States in which a worker is needed. */
  running: readonly Job<T>['state'][];
  /** Works until the job is done or waits for a person. */
  work: (ports: TenantPorts, job: Job<T>) => Promise<void>;
  /** What becomes of a job after an unexpected error. */
  stopped: (job: Job<T>) => Partial<Omit<Job<T>, 'district_id'>>;
}

/**
 * Jobs of one kind: work that goes on after the response, and after a restart of the server. A job is a row. Its worker holds a lease,
 * which every step renews by `move`.
 */
export function jobsOf<T extends JobTable>({ table: given, name, running: states, work, stopped }: JobKind<T>) {
  // The statements name only columns that all tables of jobs have, so any of them stands for all.
  const table = given as 'roster_job';
  const running = states as readonly Row<'roster_job'>['state'][];

  /** Updates a job if its worker and state are still the expected ones; throws `Lost` otherwise. */
  async function move(ports: TenantPorts, db: Tenant, job: Job<T>, set: Partial<Omit<Job<T>, 'district_id'>>): Promise<void> {
    const now = ports.now();
    const change = set as Partial<Omit<Row<'roster_job'>, 'district_id'>>;
    const { numUpdatedRows } = await db
      .updateTable(table)
      .set({ ...change, updated_at: now, lease_until: change.runner === null ? 0 : now + lease })
      .where('job_id', '=', job.job_id)
      .where('runner', '=', job.runner)
      .where('state', '=', job.state as Row<'roster_job'>['state'])
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) throw new Lost();
    Object.assign(job, set);
  }

  /** Runs one job until it waits for a person. Does nothing if another worker has it. */
  async function run(outside: Ports, { district_id, job_id }: JobKey): Promise<void> {
    const ports: TenantPorts = inDistrict(outside, district_id);
    const now = ports.now();
    const { numUpdatedRows } = await ports.db
      .updateTable(table)
      .set({ runner: ports.newId(), lease_until: now + lease })
      .where('job_id', '=', job_id)
      .where('state', 'in', running)
      .where((eb) => eb.or([eb('runner', 'is', null), eb('lease_until', '<', now)]))
      .where((eb) => eb.not(eb.exists(eb.selectFrom('district').select('district_id').where('removed_at', 'is not', null))))
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) return;
    const row = await ports.db.selectFrom(table).selectAll().where('job_id', '=', job_id).executeTakeFirstOrThrow();
    const job = row as unknown as Job<T>;
    try {
      await work(ports, job);
    } catch (error) {
      if (error instanceof Lost) return;
      ports.report(error, name(job_id));
      await move(ports, ports.db, job, { ...stopped(job), runner: null }).catch(() => undefined);
    }
  }

  /**
   * Resumes every job without a worker: after a start, and periodically when several servers share a database. `isAlone`: no other server
   * can be running, so jobs of a previous process are taken over without waiting.
   */
  async function resume(outside: Ports, isAlone = false): Promise<void> {
    const ports = inAllDistricts(outside);
    if (isAlone) await ports.db.updateTable(table).set({ runner: null }).where('runner', 'is not', null).execute();
    const jobs = await ports.db
      .selectFrom(table)
      .select(['district_id', 'job_id'])
      .where('state', 'in', running)
      .where((eb) => eb.or([eb('runner', 'is', null), eb('lease_until', '<', ports.now())]))
      .where(isInOpenDistrict(table))
      .orderBy('created_at')
      .orderBy('job_id')
      .execute();
    for (const job of jobs) await run(ports, job);
  }

  return { move, run, resume };
}
