import { sql } from 'kysely';
import type { UsedKind } from '../../../contract/technicalStatus.ts';
import type { TenantPorts } from '../../kit/ports.ts';
import { countedSince, type Facts, failureOf, latest } from './standing.ts';

/** When each integration of a kind without a log worked and failed. */
export interface Uses {
  of: (kind: UsedKind, ref: string | number) => Pick<Facts, 'worked_at' | 'failures'>;
}

export async function usesOf({ db, now }: TenantPorts): Promise<Uses> {
  const rows = await db
    .selectFrom('integration_use')
    .select(({ fn }) => [
      ...(['kind', 'ref', 'cause'] as const),
      fn.max('last_at').as('last_at'),
      // The hour in which the 7 days begin counts whole.
      sql<number>`sum(case when last_at > ${countedSince(now())} then events else 0 end)`.as('count'),
    ])
    .groupBy(['kind', 'ref', 'cause'])
    .orderBy('cause')
    .execute();
  return {
    of: (kind, ref) => {
      const own = rows.filter((row) => row.kind === kind && row.ref === String(ref));
      return {
        worked_at: latest(own.find(({ cause }) => cause === '')?.last_at),
        failures: own.filter(({ cause }) => cause !== '').map(failureOf),
      };
    },
  };
}
