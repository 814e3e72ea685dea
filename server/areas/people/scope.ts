import { sql } from 'kysely';
import { may } from '../../../common/may.ts';
import type { ManagedUser, userStates } from '../../../contract/account.ts';
import { type Call, Role } from '../../../contract/kit.ts';
import { secondFactor } from '../../../contract/secondFactor.ts';
import type { Row } from '../../db/schema.ts';
import { mayFor } from '../../kit/acting.ts';
import { allDistricts } from '../../kit/allDistricts.ts';
import { assertSelf, notFound, refuse, type UserContext } from '../../kit/handler.ts';
import type { TenantPorts } from '../../kit/ports.ts';
import { activeUser } from '../../kit/signIn.ts';
import { type Tenant, tenant } from '../../kit/tenant.ts';
import type { TokenUser } from '../../kit/tokens.ts';

/** The users whom an administrator sees, with their schools: those of the school, of the district, or all. */
export async function usersInScope(ports: TenantPorts, user: TokenUser) {
  const actor = await activeUser(ports, user);
  if (!actor) throw refuse('sessionExpired');
  const users = (user.role >= Role.providerAdministrator ? allDistricts(ports.db) : ports.db)
    .selectFrom('app_user as u')
    .leftJoin('school as s', (join) => join.onRef('s.district_id', '=', 'u.district_id').onRef('s.school_id', '=', 'u.school_id'))
    .select([
      'u.user_puid',
      'u.district_id',
      'u.user_name',
      'u.first_name',
      'u.last_name',
      'u.role_id',
      'u.grade',
      'u.active',
      's.name as school_name',
      (eb) => {
        const factor = eb
          .selectFrom('second_factor as f')
          .select('f.factor_id')
          .whereRef('f.district_id', '=', 'u.district_id')
          .whereRef('f.user_puid', '=', 'u.user_puid');
        return eb.case().when(eb.exists(factor)).then(1).else(0).end().as('has_factor');
      },
    ]);
  const people = users.where('u.erased_at', 'is', null);
  return user.role === Role.schoolAdministrator ? people.where('u.school_id', '=', actor.school_id) : people;
}
type Users = Awaited<ReturnType<typeof usersInScope>>;
type UserRow = Awaited<ReturnType<Users['execute']>>[number];

/** What an administrator narrows the list of users to. */
interface Narrowing {
  role?: number | undefined;
  school_id?: number | undefined;
  state?: (typeof userStates)[number] | undefined;
}

/** Only the users of a role, of a school, or in a state. */
export function narrowed(users: Users, { role, school_id, state }: Narrowing): Users {
  let some = users;
  if (role !== undefined) some = some.where('u.role_id', '=', role);
  if (school_id !== undefined) some = some.where('u.school_id', '=', school_id);
  if (state !== undefined) some = some.where('u.active', '=', Number(state !== 'inactive' && state !== 'registered'));
  if (state === 'registered')
    return some.where((eb) =>
      eb.exists(
        eb
          .selectFrom('registration_request as r')
          .select(sql`1`.as('one'))
          .whereRef('r.district_id', '=', 'u.district_id')
          .whereRef('r.user_puid', '=', 'u.user_puid')
          .where('r.decided_at', 'is', null),
      ),
    );
  if (state !== 'unready') return some;
  return some
    .where('u.password_hash', 'is', null)
    .where('u.role_id', '>=', Role.student)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('federated_identity as i')
            .select(sql`1`.as('one'))
            .whereRef('i.district_id', '=', 'u.district_id')
            .whereRef('i.user_puid', '=', 'u.user_puid'),
        ),
      ),
    );
}

/** A row of the administrators' list, as `user` sees it. */
export function managedUserOf(user: TokenUser, { role_id, active, has_factor, ...row }: UserRow): ManagedUser {
  const person = { ...row, role: role_id, active: active === 1 };
  return { ...person, has_second_factor: Number(has_factor) === 1 && may(user, secondFactor.resetSecondFactors, person) };
}

/** A user named by a call. */
interface Named {
  user_puid: number;
  managed_puid: number;
  district_id?: number | undefined;
}

/** A user for whom an administrator makes a call. */
interface Managed {
  actor: Row<'app_user'>;
  target: Row<'app_user'>;
  /** Handle of the user's district. */
  db: Tenant;
  /** Fields of an audit entry about the user. */
  audited: { actor_puid: number; actor_district_id: number; subject: `user ${number}` };
}

/** Handle of a district, for an administrator who sees its user. */
export const handleOf = (ports: TenantPorts, district_id: number): Tenant => tenant(allDistricts(ports.db), district_id);

/** The user for whom an administrator makes a call; 404 if they may not make it for that user. */
export async function managedBy({ ports, user }: UserContext, call: Call, named: Named): Promise<Managed> {
  assertSelf(user, named.user_puid);
  const db = handleOf(ports, named.district_id ?? user.district_id);
  const [actor, target] = await Promise.all([
    activeUser(ports, user),
    db.selectFrom('app_user').selectAll().where('user_puid', '=', named.managed_puid).executeTakeFirst(),
  ]);
  if (!actor || !target || !mayFor(actor, call, target)) throw notFound('user');
  return {
    actor,
    target,
    db,
    audited: { actor_puid: actor.user_puid, actor_district_id: actor.district_id, subject: `user ${target.user_puid}` },
  };
}
