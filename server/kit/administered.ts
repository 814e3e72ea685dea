import { sql } from 'kysely';
import type { GroupAssignment } from '../../contract/assignments.ts';
import { Role, type RowId } from '../../contract/kit.ts';
import { allDistricts } from './allDistricts.ts';
import { assertSelf, notFound, type UserContext } from './handler.ts';
import type { Ports } from './ports.ts';
import { districtOf, type Tenant, tenant } from './tenant.ts';
import type { TokenUser } from './tokens.ts';

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

/** Where the rows are by which reports are reached. */
const rowsOf = {
  group_puid: [['class_group', 'group_puid']],
  group_assignment_id: [['group_assignment', 'group_assignment_id']],
  result_id: [
    ['attempt', 'result_id'],
    ['earlier_attempt', 'result_id'],
  ],
  school_id: [['school', 'school_id']],
  student_puid: [['app_user', 'user_puid']],
} as const satisfies Record<RowId | 'school_id' | 'student_puid', unknown>;

/**
 * The handle of the district whose reports a call reads (decision 096). For the provider's administrators it is the district with this row,
 * their own first; for everyone else always their own. The one place where reading leaves a district.
 */
export async function readable(ports: Pick<Ports, 'db'>, user: TokenUser, row: keyof typeof rowsOf, id: unknown): Promise<Tenant> {
  const { district_id: own, role } = user;
  if (role < Role.providerAdministrator || typeof id !== 'number') return tenant(ports.db, own);
  const everywhere = allDistricts(ports.db);
  const found = await everywhere
    .selectFrom('district as d')
    .select('d.district_id')
    .where('d.removed_at', 'is', null)
    // One look-up by key for each district.
    .where((eb) =>
      eb.or(
        rowsOf[row].map(([table, column]) =>
          eb.exists(
            eb
              .selectFrom(`${table as 'class_group'} as r`)
              .select(sql`1`.as('one'))
              .whereRef('r.district_id', '=', 'd.district_id')
              .where(`r.${column as 'group_puid'}`, '=', id),
          ),
        ),
      ),
    )
    .orderBy((eb) => eb.case().when('d.district_id', '=', own).then(0).else(1).end())
    .orderBy('d.district_id')
    .limit(1)
    .executeTakeFirst();
  return tenant(everywhere, found?.district_id ?? own);
}

/** Says whose class or assignment it is, if it is of a district that the reader only reads. */
export async function otherDistrict(db: Tenant, user: TokenUser): Promise<Pick<GroupAssignment, 'other_district'>> {
  if (districtOf(db) === user.district_id) return {};
  return { other_district: await db.selectFrom('district').select(['district_id', 'name']).executeTakeFirstOrThrow() };
}
