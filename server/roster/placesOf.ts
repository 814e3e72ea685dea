import { listOf } from '../../common/roster/oneRoster.ts';
import type { UserDetail } from '../../contract/people.ts';
import type { Row } from '../db/schema.ts';
import type { Tenant } from '../kit/tenant.ts';
import { roleIdOf } from './oneRoster/roles.ts';

/**
 * The organizations and roles that the roster gives a person, if there are several. One of them makes the account's school and role; the
 * others give no rights.
 */
export async function placesOf(
  db: Tenant,
  { sourced_id, role_id, roster_orgs }: Pick<Row<'app_user'>, 'sourced_id' | 'role_id' | 'roster_orgs'>,
): Promise<UserDetail['places']> {
  if (sourced_id === null) return [];
  const named = listOf(roster_orgs ?? '');
  const roles = await db
    .selectFrom('roster_role')
    .selectAll()
    .where('user_sourced_id', '=', sourced_id)
    .where('active', '=', 1)
    .orderBy('is_primary', 'desc')
    .orderBy('begin_date')
    .orderBy('sourced_id')
    .execute();
  const wanted = [...new Set([...named, ...roles.map(({ org_sourced_id }) => org_sourced_id)])];
  if (wanted.length === 0) return [];
  const orgs = new Map(
    (await db.selectFrom('roster_org').select(['sourced_id', 'name', 'type']).where('sourced_id', 'in', wanted).execute()).map((org) => [
      org.sourced_id,
      org,
    ]),
  );
  const places =
    roles.length > 0
      ? roles.map(({ role, org_sourced_id, is_primary, begin_date, end_date }) => ({
          org_name: orgs.get(org_sourced_id)?.name ?? org_sourced_id,
          role: roleIdOf(role, orgs.has(org_sourced_id) && orgs.get(org_sourced_id)?.type !== 'school') ?? role_id,
          is_primary: is_primary === 1,
          begin_date,
          end_date,
        }))
      : named.map((id) => ({
          org_name: orgs.get(id)?.name ?? id,
          role: role_id,
          is_primary: null,
          begin_date: null,
          end_date: null,
        }));
  return places.length > 1 ? places : [];
}
