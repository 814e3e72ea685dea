import { Role } from '../../contract/kit.ts';
import { allDistricts } from './allDistricts.ts';
import { assertSelf, notFound, type UserContext } from './handler.ts';
import { type Tenant, tenant } from './tenant.ts';

/** A district that the caller administers, and the handle of its rows. */
export interface Administered {
  district_id: number;
  name: string;
  db: Tenant;
}

/** The districts that the caller administers, by name: the own one, or all for the provider's administrators. */
export async function administeredDistricts({ ports, user }: UserContext): Promise<Administered[]> {
  const db = allDistricts(ports.db);
  const all = db
    .selectFrom('district')
    .select(['district_id', 'name'])
    .where('removed_at', 'is', null)
    .orderBy('name')
    .orderBy('district_id');
  const rows = await (user.role >= Role.providerAdministrator ? all : all.where('district_id', '=', user.district_id)).execute();
  return rows.map((row) => ({ ...row, db: tenant(db, row.district_id) }));
}

/** One of these districts. @throws 404 for any other */
export function administeredIn(districts: readonly Administered[], district_id: number): Administered {
  const found = districts.find((one) => one.district_id === district_id);
  if (!found) throw notFound('district');
  return found;
}

/** A district that the caller administers. @throws 404 for any other */
export const administeredDistrict = async (context: UserContext, district_id: number): Promise<Administered> =>
  administeredIn(await administeredDistricts(context), district_id);

/**
 * The district of a call that may name one: without it, the caller's own.
 *
 * @throws 404 if the caller does not administer the district, or is not the caller that the call names
 */
export async function placeOf(
  context: UserContext,
  named: { user_puid: number; district_id?: number | undefined },
): Promise<Pick<Administered, 'district_id' | 'db'>> {
  const { ports, user } = context;
  assertSelf(user, named.user_puid);
  const { district_id = user.district_id } = named;
  return district_id === user.district_id ? { district_id, db: ports.db } : administeredDistrict(context, district_id);
}
