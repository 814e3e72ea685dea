import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a row's district is open: not deleted, and not about to be erased. For statements over all districts.
 *
 * @param table name or alias of the row's table in the statement
 * @param column the row's district; a row of none is in an open one
 */
export const isInOpenDistrict = (table: string, column = 'district_id'): RawBuilder<boolean> =>
  sql`not exists (select 1 from district where district.district_id = ${sql.ref(`${table}.${column}`)} and district.removed_at is not null)`;
