import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a row's district is open: not deleted, and not about to be erased. For statements over all districts.
 *
 * @param table name or alias of the row's table in the statement
 */
export const isInOpenDistrict = (table: string): RawBuilder<boolean> =>
  sql`not exists (select 1 from district where district.district_id = ${sql.ref(`${table}.district_id`)} and district.removed_at is not null)`;
