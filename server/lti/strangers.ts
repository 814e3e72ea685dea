import { sql } from 'kysely';
import type { Tenant } from '../kit/tenant.ts';

/** How many learners of a platform's courses have no account here, by platform. Whoever was linked since is none of them. */
export async function strangersOf(db: Pick<Tenant, 'selectFrom'>): Promise<(platform_id: number) => number> {
  const rows = await db
    .selectFrom('lti_member as m')
    .innerJoin('lti_platform as p', (join) =>
      join.onRef('p.district_id', '=', 'm.district_id').onRef('p.platform_id', '=', 'm.platform_id'),
    )
    .leftJoin('federated_identity as f', (join) =>
      join
        .onRef('f.district_id', '=', 'p.district_id')
        .on('f.provider', '=', platformRegistration)
        .onRef('f.issuer', '=', 'p.issuer')
        .onRef('f.subject', '=', 'm.subject'),
    )
    .select(['m.platform_id', sql<number>`count(distinct m.subject)`.as('count')])
    .where('f.subject', 'is', null)
    .groupBy('m.platform_id')
    .execute();
  const counts = new Map(rows.map(({ platform_id, count }) => [Number(platform_id), Number(count)]));
  return (platform_id) => counts.get(platform_id) ?? 0;
}

/** Name of a platform's registration as linked accounts have it (`registrationOf`). `p`: the platform. */
const platformRegistration = sql<string>`'learningTools ' || p.issuer || ' ' || p.client_id || ' ' || cast(p.district_id as text)`;
