import type { Kysely } from 'kysely';
import type { Database } from '../../server/db/schema.ts';
import { insertAll } from '../../server/db/upsert.ts';

/** Puts a district with its administrator into an empty database. */
export async function addDistrict(db: Kysely<Database>): Promise<void> {
  await insertAll(db, 'district', [{ district_id: 1, name: 'D', state_id: null, time_zone: 'America/Chicago', nav_tabs: '[]' }]);
  const dan = { user_puid: 1, user_name: 'dan', user_key: 'dan', role_id: 9, first_name: 'D', last_name: 'A' };
  await insertAll(db, 'app_user', [{ district_id: 1, ...dan, active: 1, token_version: 1, created_at: 1 }]);
}
