import type { ConnectionTest, RosterConnection } from '../../../contract/oneRosterApi.ts';
import type { Row } from '../../db/schema.ts';
import { iso } from '../../kit/access.ts';
import type { TenantPorts } from '../../kit/ports.ts';
import type { Tenant } from '../../kit/tenant.ts';
import { readerOf } from './readSet.ts';
import { ApiProblem } from './source.ts';

type Connection = Row<'roster_connection'>;
/** Schools that a test lists. */
const mostSchools = 200;

/** The latest import of a connection. */
export async function lastImportOf(db: Tenant, { connection_id }: Pick<Connection, 'connection_id'>): Promise<RosterConnection['last']> {
  const last = await db
    .selectFrom('roster_job')
    .select(['job_id', 'state', 'problem', 'updated_at'])
    .where('connection_id', '=', connection_id)
    .orderBy('created_at', 'desc')
    .orderBy('job_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ? { job_id: last.job_id, state: last.state, problem: last.problem, at: iso(last.updated_at) } : null;
}

/** Reads the schools of a service. Imports nothing. */
export async function testOf(ports: TenantPorts, connection: Connection): Promise<ConnectionTest> {
  const found: ConnectionTest = { problem: null, schools: [] };
  try {
    // Somebody waits for it, so it is tried once.
    const service = readerOf(ports, connection, ports.outside, ports.now, async () => {}, 1);
    for await (const { records } of service.pages('orgs', null)) {
      for (const { sourcedId, name, type, status } of records)
        if (type === 'school' && status !== 'tobedeleted' && found.schools.length < mostSchools)
          found.schools.push({ sourced_id: sourcedId, name: typeof name === 'string' ? name : '' });
      if (found.schools.length >= mostSchools) break;
    }
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    found.problem = error.code;
  }
  return found;
}
