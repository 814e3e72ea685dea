import { allDistricts } from '../kit/allDistricts.ts';
import type { Ports } from '../kit/ports.ts';

/** What the sign-in page at a web host shows: rows of the host's own districts, or all if the host is nobody's. */
export async function atHost<R extends { district_id: number }>(
  ports: Pick<Ports, 'db'>,
  host: string,
  rows: readonly R[],
): Promise<readonly R[]> {
  const districts = await allDistricts(ports.db)
    .selectFrom('district')
    .select(['district_id', 'hosts'])
    .where('removed_at', 'is', null)
    .execute();
  const own = new Set(
    districts.filter(({ hosts }) => (JSON.parse(hosts) as string[]).includes(host)).map(({ district_id }) => district_id),
  );
  return own.size > 0 ? rows.filter(({ district_id }) => own.has(district_id)) : rows;
}
