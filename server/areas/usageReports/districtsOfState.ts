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

/** The districts that an administrator reads about, by name: their own; the provider's administrators all of the state. */
export async function districtsOf(
  db: Db,
  user: TokenUser,
): Promise<{ state_id: number | null; districts: { district_id: number; name: string; db: Db }[] }> {
  const everywhere = allDistricts(db);
  const districts = everywhere.selectFrom('district').select(['district_id', 'name', 'state_id']).where('removed_at', 'is', null);
  const own = await districts.where('district_id', '=', user.district_id).executeTakeFirstOrThrow();
  const isOfState = user.role >= Role.providerAdministrator && own.state_id !== null;
  const all = isOfState ? await districts.where('state_id', '=', own.state_id).orderBy('name').orderBy('district_id').execute() : [own];
  return {
    state_id: own.state_id,
    districts: all.map(({ district_id, name }) => ({ district_id, name, db: tenant(everywhere, district_id) })),
  };
}
