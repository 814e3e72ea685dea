import { addDays, dayIn } from '../../../common/day.ts';
import { zonedTime } from '../../../common/zone.ts';
import { wholeRoster } from '../../../contract/kit.ts';
import type { Row } from '../../db/schema.ts';
import { allDistricts } from '../../kit/allDistricts.ts';
import { writeAudit } from '../../kit/audit.ts';
import { Refusal, refuse } from '../../kit/handler.ts';
import { noteUse } from '../../kit/integrationUse.ts';
import { isInOpenDistrict } from '../../kit/openDistricts.ts';
import type { Ports, TenantPorts } from '../../kit/ports.ts';
import { inDistrict, type Tenant } from '../../kit/tenant.ts';
import { transact } from '../../kit/transact.ts';
import { forgetFiles, noOptions, noResult, runJob } from '../jobs.ts';
import type { ApiProblemCode, ApiSource } from './source.ts';

type Connection = Row<'roster_connection'>;
type Job = Row<'roster_job'>;

/** After this, everything is read again: what a service has deleted without a trace is not among its changes. */
const fullAfter = 7 * 24 * 3_600_000;
/** How much later a night's import begins if another one of the district is still running. */
const later = 10 * 60_000;

/** The next time after `now` at which it is this hour in the zone, in ms since 1970. */
export function nextNight(now: number, hour: number, zone: string): number {
  const today = dayIn(now, zone);
  const at = zonedTime(today, zone, hour);
  return at > now ? at : zonedTime(addDays(today, 1), zone, hour);
}

/** When a connection is read next by itself. */
export async function nextOf(ports: TenantPorts, { nightly_hour }: Pick<Connection, 'nightly_hour'>): Promise<number | null> {
  if (nightly_hour === null) return null;
  const { time_zone } = await ports.db.selectFrom('district').select('time_zone').executeTakeFirstOrThrow();
  return nextNight(ports.now(), nightly_hour, time_zone);
}

/** Jobs of a connection that wait or have failed. A new one replaces them. */
const waiting: readonly Job['state'][] = ['validated', 'refused', 'failed'];
const working: readonly Job['state'][] = ['checking', 'confirmed', 'applying', 'partial', 'undoing'];

/**
 * Only what has changed, if that is enough: not from a service that does not tell changes, not for the first time, not when a complete set is old, when the last import did not work, or
 * when only some schools are imported, whose people may come from others.
 */
async function modeOf(ports: TenantPorts, trx: Tenant, connection: Connection, isFull: boolean): Promise<ApiSource['mode']> {
  const { service, synced_at, full_at } = connection;
  if (isFull || service === 'clever' || synced_at === null || full_at === null || full_at < ports.now() - fullAfter) return 'bulk';
  if (connection.school_ids !== '[]') return 'bulk';
  const last = await trx
    .selectFrom('roster_job')
    .select('state')
    .where('connection_id', '=', connection.connection_id)
    .orderBy('created_at', 'desc')
    .orderBy('job_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.state === 'done' ? 'delta' : 'bulk';
}

interface Start {
  /** Whose import it is. */
  user_puid: number;
  isFull: boolean;
  /** Imported without a question unless something must be confirmed. */
  isAlone: boolean;
  /** Why it fails at once. */
  problem?: ApiProblemCode;
}

/** Begins to read a connection in the background. Refuses while an import of it is under way. Returns its job. */
export async function startImport(
  ports: TenantPorts,
  connection: Connection,
  { user_puid, isFull, isAlone, problem }: Start,
): Promise<number> {
  const { district_id, connection_id, name } = connection;
  const job_id = ports.newId();
  const now = ports.now();
  await transact(ports.db, async (trx) => {
    // Locks the connection, so that of two commands at once the second sees the first one's job.
    await trx
      .updateTable('roster_connection')
      .set((eb) => ({ name: eb.ref('name') }))
      .where('connection_id', '=', connection_id)
      .execute();
    const busy = await trx
      .selectFrom('roster_job')
      .select('job_id')
      .where('connection_id', '=', connection_id)
      .where('state', 'in', working)
      .executeTakeFirst();
    if (busy) throw refuse('connectionBusy');
    const mode = await modeOf(ports, trx, connection, isFull);
    const replaced = await trx
      .selectFrom('roster_job')
      .select(['district_id', 'job_id'])
      .where('connection_id', '=', connection_id)
      .where('state', 'in', waiting)
      .execute();
    for (const job of replaced) {
      await trx
        .updateTable('roster_job')
        .set({ state: 'cancelled', problem: 'apiReplaced', updated_at: now })
        .where('job_id', '=', job.job_id)
        .where('state', 'in', waiting)
        .execute();
      await forgetFiles(trx, job);
    }
    const since = mode === 'delta' ? connection.synced_at : null;
    await trx
      .insertInto('roster_job')
      .values({
        ...{ district_id, job_id, connection_id, created_by: user_puid, school_id: null, form: 'oneRoster' },
        ...{ state: problem ? 'failed' : 'checking', problem: problem ?? null },
        ...{ options: JSON.stringify(noOptions), result: JSON.stringify(noResult), findings: '[]', changes: '[]' },
        source: JSON.stringify({ mode, since, as_of: null, is_alone: isAlone } satisfies ApiSource),
        ...{ confirmation: null, rows_total: 0, rows_done: 0, left_alone: 0, created_at: now, updated_at: now },
        ...{ validated_at: null, finished_at: null, runner: null, lease_until: 0 },
      })
      .execute();
    if (problem) await noteUse(ports, trx, { kind: 'rosterService', ref: connection_id }, problem);
    await writeAudit(ports, trx, {
      district_id,
      actor_puid: user_puid,
      action: 'roster.fetch',
      subject: `import ${job_id}`,
      detail: { connection: name, mode, at_night: isAlone },
    });
  });
  if (!problem) ports.background(() => runJob(ports, { district_id, job_id }), `roster import ${job_id}`);
  return job_id;
}

/** Begins the night's import of one connection. */
async function startNight(
  outer: Ports,
  { district_id, connection_id, next_at }: Pick<Connection, 'district_id' | 'connection_id' | 'next_at'>,
) {
  const ports: TenantPorts = inDistrict(outer, district_id);
  const connection = await ports.db
    .selectFrom('roster_connection')
    .selectAll()
    .where('connection_id', '=', connection_id)
    .executeTakeFirst();
  if (!connection) return;
  const next = await nextOf(ports, connection);
  const claim = async (at: number | null, seen: number | null) => {
    const { numUpdatedRows } = await ports.db
      .updateTable('roster_connection')
      .set({ next_at: at })
      .where('connection_id', '=', connection_id)
      .where('next_at', '=', seen)
      .executeTakeFirst();
    return Number(numUpdatedRows) > 0;
  };
  // Of several servers, the one that sets the next time begins.
  if (!(await claim(next, next_at))) return;
  const busy = await ports.db
    .selectFrom('roster_job')
    .select('job_id')
    .where('connection_id', 'is not', null)
    .where('state', 'in', ['checking', 'confirmed', 'applying', 'undoing'])
    .executeTakeFirst();
  if (busy) {
    await claim(ports.now() + later, next);
    return;
  }
  const person = await ports.db
    .selectFrom('app_user')
    .select(['role_id', 'active'])
    .where('user_puid', '=', connection.arranged_by)
    .executeTakeFirst();
  const isAllowed = person?.active === 1 && wholeRoster.some((role) => role === person.role_id);
  await startImport(ports, connection, {
    user_puid: connection.arranged_by,
    isFull: false,
    isAlone: true,
    ...(isAllowed ? {} : { problem: 'apiNobody' }),
  }).catch((error: unknown) => {
    // One that was interrupted waits for a person.
    if (!(error instanceof Refusal)) throw error;
  });
}

/** Begins the imports of all districts whose time has come. */
export async function startDue(ports: Ports): Promise<void> {
  const due = await allDistricts(ports.db)
    .selectFrom('roster_connection')
    .select(['district_id', 'connection_id', 'next_at'])
    .where('next_at', '<=', ports.now())
    .where(isInOpenDistrict('roster_connection'))
    .orderBy('next_at')
    .orderBy('connection_id')
    .execute();
  for (const one of due) await startNight(ports, one);
}
