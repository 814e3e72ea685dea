import { Role } from '../../../contract/kit.ts';
import type { Db } from '../../kit/access.ts';
import { allDistricts } from '../../kit/allDistricts.ts';
import { notFound } from '../../kit/handler.ts';
import { tenant } from '../../kit/tenant.ts';
import type { TokenUser } from '../../kit/tokens.ts';

/** A handle for each district of a state (default: the reader's own), for the provider's administrators. Throws 404 if it has none. */
export async function districtsOfState(db: Db, user: TokenUser, asked: number | undefined): Promise<{ state_id: number; districts: Db[] }> {
  const everywhere = allDistricts(db);
  const districts = everywhere.selectFrom('district').select(['district_id', 'state_id']).where('removed_at', 'is', null);
  const own = await districts.where('district_id', '=', user.district_id).executeTakeFirst();
  const state_id = asked ?? own?.state_id;
  const all = state_id ? await districts.where('state_id', '=', state_id).orderBy('district_id').execute() : [];
  if (!state_id || all.length === 0) throw notFound('district');
  return { state_id, districts: all.map(({ district_id }) => tenant(everywhere, district_id)) };
}

interface ReadDistrict {
  district_id: number;
  name: string;
  db: Db;
}

/**
 * The districts that an administrator reads about, by name: their own; for the provider's administrators all. `ofState`: what a report sums
 * up if no district is chosen: those of the reader's state.
 */
export async function districtsOf(
  db: Db,
  user: TokenUser,
): Promise<{ state_id: number | null; ofState: ReadDistrict[]; districts: ReadDistrict[] }> {
  const everywhere = allDistricts(db);
  const districts = everywhere.selectFrom('district').select(['district_id', 'name', 'state_id']).where('removed_at', 'is', null);
  const own = await districts.where('district_id', '=', user.district_id).executeTakeFirstOrThrow();
  const isOfAll = user.role >= Role.providerAdministrator;
  const all = isOfAll ? await districts.where('removed_at', 'is', null).orderBy('name').orderBy('district_id').execute() : [own];
  const { state_id } = own;
  const bound = all.map((one) => ({ ...one, db: tenant(everywhere, one.district_id) }));
  return {
    state_id,
    ofState: bound.filter((one) => (state_id === null ? one.district_id === own.district_id : one.state_id === state_id)),
    districts: bound,
  };
}
