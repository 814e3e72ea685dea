import { sql } from 'kysely';
import { syncRef } from '../../../contract/technicalStatus.ts';
import type { TenantPorts } from '../../kit/ports.ts';
import { countedSince, type Facts, latest, unnamed } from './standing.ts';
import type { Uses } from './uses.ts';

/** How late the night's reading may begin before that is told. */
const longestDelay = 3_600_000;

/** The district's connections to OneRoster services, and its secure sync. */
export async function connectionFacts({ db, now }: TenantPorts, uses: Uses): Promise<Facts[]> {
  const connections = await db
    .selectFrom('roster_connection as c')
    .select(['c.connection_id', 'c.name', 'c.service', 'c.base_url', 'c.token_url', 'c.next_at', 'c.synced_at'])
    .select((eb) =>
      eb
        .selectFrom('roster_job as j')
        .select('j.job_id')
        .whereRef('j.connection_id', '=', 'c.connection_id')
        .where('j.form', '=', 'oneRoster')
        .where('j.state', '=', 'validated')
        .limit(1)
        .as('waits'),
    )
    .orderBy('c.name')
    .orderBy('c.connection_id')
    .execute();
  return connections.map(({ connection_id, name, service, base_url, token_url, next_at, synced_at, waits }) => {
    const { worked_at, failures } = uses.of('rosterService', connection_id);
    const isLate = next_at !== null && next_at < now() - longestDelay;
    return {
      ...{ kind: 'rosterService', ref: service === 'clever' ? syncRef : connection_id, name, isOn: true },
      addresses: token_url === '' ? [base_url] : [base_url, token_url],
      // Imports of before it was counted have left only this.
      worked_at: latest(worked_at, synced_at),
      failures,
      conditions: [...(isLate ? [{ cause: 'late' as const }] : []), ...(waits === null ? [] : [{ cause: 'toConfirm' as const }])],
    };
  });
}

/** The district's OneRoster imports from files, if there are any. */
export async function fileFacts({ db, now }: TenantPorts): Promise<Facts[]> {
  const rows = await db
    .selectFrom('roster_job')
    .select(({ fn }) => [
      'state',
      fn.max('updated_at').as('last_at'),
      sql<number>`sum(case when updated_at > ${countedSince(now())} then 1 else 0 end)`.as('count'),
    ])
    .where('connection_id', 'is', null)
    .where('form', '=', 'oneRoster')
    .groupBy('state')
    .orderBy('state')
    .execute();
  if (rows.length === 0) return [];
  const causes = { refused: 'findings', failed: 'stopped', partial: 'stopped' } as const;
  return [
    {
      ...unnamed('rosterFiles'),
      isOn: true,
      worked_at: latest(rows.find(({ state }) => state === 'done')?.last_at),
      failures: (['refused', 'failed', 'partial'] as const).flatMap((state) => {
        const row = rows.find((one) => one.state === state);
        return row ? [{ cause: causes[state], count: Number(row.count), last_at: Number(row.last_at) }] : [];
      }),
      conditions: rows.some(({ state }) => state === 'validated') ? [{ cause: 'toConfirm' as const }] : [],
    },
  ];
}
