import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { may } from '../../../common/may.ts';
import { calls } from '../../../contract/index.ts';
import { type Call, Role } from '../../../contract/kit.ts';
import type { Assignment, assignmentSorts, permissions } from '../../../contract/permissions.ts';
import { roleHolders } from '../../../contract/permissions.ts';
import { type Right, rights } from '../../../contract/rights.ts';
import type { Database } from '../../db/schema.ts';
import { iso } from '../../kit/access.ts';
import { writeAudit } from '../../kit/audit.ts';
import { fieldReason } from '../../kit/fieldReasons.ts';
import { assertSelf, type HandlersOf, notFound, refuse, type UserContext } from '../../kit/handler.ts';
import { hasWords, orderOf, pageOf } from '../../kit/pages.ts';
import { periodOf } from '../../kit/period.ts';
import type { TenantPorts } from '../../kit/ports.ts';
import { assignmentsAt, rightsIn } from '../../kit/rights.ts';
import type { Tenant } from '../../kit/tenant.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { transact } from '../../kit/transact.ts';

type Handlers = HandlersOf<typeof permissions>;

const callsOf = (right: Right) => (Object.values(calls) as Call[]).filter((call) => call.right === right);
/** Whether a user has a right by the role alone: nobody passes on what was given to them. */
const isOwn = ({ role }: Pick<TokenUser, 'role'>, right: Right) => callsOf(right).every((call) => may({ role }, call));

/** Refuses a permission with a right that is above the user's own. */
export function assertOwn(user: TokenUser, ...rows: readonly Readonly<Record<string, unknown>>[]): void {
  const above = rights.find((right) => rows.some((row) => Boolean(row[`may_${right}`])) && !isOwn(user, right));
  if (above) throw refuse('rightAboveOwn', {}, { fields: [fieldReason(`may_${above}`, 'notAccepted')] });
}

/** Active users to whom the assignment `a` gives its permission. */
const isGivenTo = (eb: ExpressionBuilder<Database & { a: Database['permission_assignment']; u: Database['app_user'] }, 'a' | 'u'>) =>
  eb.and([eb('u.active', '=', 1), eb.or([eb('u.user_puid', '=', eb.ref('a.to_user_puid')), eb('u.role_id', '=', eb.ref('a.to_role_id'))])]);

/** How many people have a permission at an instant, or would have it if it were active. */
export async function peopleOf(db: Tenant, permission_id: number, now: number): Promise<number> {
  const row = await db
    .selectFrom('permission_assignment as a')
    .innerJoin('app_user as u', (join) => join.onRef('u.district_id', '=', 'a.district_id'))
    .select((eb) => eb.fn.count<number>('u.user_puid').distinct().as('people'))
    .where('a.permission_id', '=', permission_id)
    .where('a.removed_at', 'is', null)
    .where('a.until_at', '>', now)
    .where((eb) => isGivenTo(eb as never))
    .executeTakeFirst();
  return Number(row?.people ?? 0);
}

const listed = (db: Tenant) =>
  db
    .selectFrom('permission_assignment as a')
    .innerJoin('permission as p', 'p.permission_id', 'a.permission_id')
    .innerJoin('app_user as w', 'w.user_puid', 'a.given_by')
    .leftJoin('app_user as t', 't.user_puid', 'a.to_user_puid')
    .selectAll('a')
    .select(['p.name', 'p.active', ...rights.map((right) => `p.may_${right}` as const)])
    .select(['w.first_name as by_first', 'w.last_name as by_last'])
    .select(['t.first_name as to_first', 't.last_name as to_last', 't.role_id as to_role'])
    .select((eb) =>
      eb
        .selectFrom('app_user as u')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .where((inner) => isGivenTo(inner as never))
        .as('people'),
    )
    .where('p.removed_at', 'is', null);
type Listed = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number];

function stateOf({ active, from_at, until_at }: Listed, now: number): Assignment['state'] {
  if (until_at <= now) return 'over';
  if (active !== 1) return 'off';
  return from_at > now ? 'later' : 'active';
}

const assignmentOf = (row: Listed, now: number): Assignment => ({
  assignment_id: row.assignment_id,
  permission_id: row.permission_id,
  permission_name: row.name,
  rights: rightsIn(row),
  to_role_id: row.to_role_id,
  to_user:
    row.to_user_puid === null
      ? null
      : { user_puid: row.to_user_puid, first_name: row.to_first ?? '', last_name: row.to_last ?? '', role: row.to_role ?? 0 },
  from_date: row.from_date,
  to_date: row.to_date,
  state: stateOf(row, now),
  people: Number(row.people),
  given_by: `${row.by_first} ${row.by_last}`,
  given_at: iso(row.given_at),
});

const orders: Record<(typeof assignmentSorts)[number], readonly RawBuilder<unknown>[]> = {
  permission: [sql`lower(p.name)`],
  to: [sql`coalesce(a.to_role_id, 99)`, sql`coalesce(lower(t.first_name), '')`, sql`coalesce(lower(t.last_name), '')`],
  from: [sql`a.from_at`],
  until: [sql`a.until_at`],
  by: [sql`lower(w.first_name)`, sql`lower(w.last_name)`],
  at: [sql`a.given_at`],
};

export const permissionAssignments: Handlers['permissionAssignments'] = async ({ query }, { ports, user }) => {
  assertSelf(user, query.user_puid);
  const wanted = listed(ports.db)
    .where('a.removed_at', 'is', null)
    .where(hasWords(query.search, ['p.name', 't.first_name', 't.last_name', 't.user_key']));
  const { total, rows } = await pageOf(wanted, orderOf(query.sort ?? '-at', orders), 'a.assignment_id', query);
  const now = ports.now();
  return { total, rows: rows.map((row) => assignmentOf(row, now)) };
};

/** Roles to which the user may give something: below the own one. */
const rolesFor = ({ role }: Pick<TokenUser, 'role'>) => roleHolders.filter((one) => one < role);

export const assignablePermissions: Handlers['assignablePermissions'] = async ({ query }, { ports, user }) => {
  assertSelf(user, query.user_puid);
  const rows = await ports.db
    .selectFrom('permission')
    .selectAll()
    .where('removed_at', 'is', null)
    .where('active', '=', 1)
    .orderBy('name_key')
    .orderBy('permission_id')
    .execute();
  const own = rows.filter((row) => rightsIn(row).every((right) => isOwn(user, right)));
  return {
    permissions: own.map((row) => ({ permission_id: row.permission_id, name: row.name, rights: rightsIn(row) })),
    roles: rolesFor(user),
  };
};

async function permissionToGive(db: Tenant, user: TokenUser, permission_id: number) {
  const permission = await db
    .selectFrom('permission')
    .selectAll()
    .where('permission_id', '=', permission_id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!permission) throw notFound('permission');
  assertOwn(user, permission as unknown as Record<string, unknown>);
  return permission;
}

interface Named {
  to_role_id?: number | null | undefined;
  to_user_name?: string | null | undefined;
}
/** To whom a permission goes: exactly one of a role and a person, both below the user's own role. */
async function recipientOf(db: Tenant, user: TokenUser, { to_role_id = null, to_user_name = null }: Named) {
  const wrong = (field: string) => refuse('recipientUnknown', {}, { fields: [fieldReason(field, 'notAccepted')] });
  if ((to_role_id === null) === (to_user_name === null)) throw wrong('to_role_id');
  if (to_role_id !== null) {
    if (!rolesFor(user).some((role) => role === to_role_id)) throw wrong('to_role_id');
    return { to_role_id, to_user_puid: null };
  }
  const person = await db
    .selectFrom('app_user')
    .select(['user_puid', 'role_id'])
    .where('user_key', '=', String(to_user_name).trim().toLowerCase())
    .where('active', '=', 1)
    .executeTakeFirst();
  if (!person || !rolesFor(user).some((role) => role === person.role_id)) throw wrong('to_user_name');
  return { to_role_id: null, to_user_puid: person.user_puid };
}

/** The people whom a recipient names. */
const peopleNamed = (db: Tenant, { to_role_id, to_user_puid }: Awaited<ReturnType<typeof recipientOf>>) =>
  db
    .selectFrom('app_user as u')
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .where('u.active', '=', 1)
    .where((eb) => (to_user_puid === null ? eb('u.role_id', '=', to_role_id ?? Role.noAccess) : eb('u.user_puid', '=', to_user_puid)));

export const countPermission: Handlers['countPermission'] = async ({ query }, { ports, user }) => {
  assertSelf(user, query.user_puid);
  const { permission_id } = await permissionToGive(ports.db, user, query.permission_id);
  const recipient = await recipientOf(ports.db, user, query);
  const all = await peopleNamed(ports.db, recipient).executeTakeFirstOrThrow();
  const holding = await peopleNamed(ports.db, recipient)
    .where((eb) =>
      eb.exists(
        assignmentsAt(ports.db, ports.now())
          .select('a.assignment_id')
          .where('a.permission_id', '=', permission_id)
          .where((inner) =>
            inner.or([
              inner('a.to_user_puid', '=', sql.ref<number>('u.user_puid')),
              inner('a.to_role_id', '=', sql.ref<number>('u.role_id')),
            ]),
          ),
      ),
    )
    .executeTakeFirstOrThrow();
  const people = Number(all.people);
  return { people, new_people: people - Number(holding.people) };
};

async function found(ports: TenantPorts, db: Tenant, assignment_id: number): Promise<Assignment> {
  const row = await listed(db).where('a.assignment_id', '=', assignment_id).executeTakeFirstOrThrow();
  return assignmentOf(row, ports.now());
}

/** What the audit says of an assignment. */
const inWords = ({ permission_name, to_role_id, to_user, from_date, to_date }: Assignment) => ({
  permission: permission_name,
  role: to_role_id,
  person: to_user && `${to_user.first_name} ${to_user.last_name}`,
  from_date,
  to_date,
});
const audited = ({ user }: Pick<UserContext, 'user'>, one: Assignment) => ({
  actor_puid: user.user_puid,
  subject: one.to_user ? (`user ${one.to_user.user_puid}` as const) : (`permission ${one.permission_id}` as const),
});

export const assignPermission: Handlers['assignPermission'] = async ({ body }, { ports, user }) => {
  assertSelf(user, body.user_puid);
  const { from_date, to_date } = body;
  const period = await periodOf(ports, body);
  return transact(ports.db, async (trx) => {
    const { permission_id } = await permissionToGive(trx, user, body.permission_id);
    const assignment_id = ports.newId();
    await trx
      .insertInto('permission_assignment')
      .values({
        assignment_id,
        permission_id,
        ...(await recipientOf(trx, user, body)),
        ...{ from_date, to_date },
        ...period,
        given_by: user.user_puid,
        given_at: ports.now(),
        removed_at: null,
      })
      .execute();
    const given = await found(ports, trx, assignment_id);
    await writeAudit(ports, trx, { ...audited({ user }, given), action: 'permission.assign', detail: { after: inWords(given) } });
    return given;
  });
};

/** Takes an assignment back, or gives it again. Both are one conditional statement. */
async function switchAssignment({ ports, user }: UserContext, assignment_id: number, isBack: boolean): Promise<Assignment> {
  return transact(ports.db, async (trx) => {
    const row = await listed(trx)
      .where('a.assignment_id', '=', assignment_id)
      .where('a.removed_at', isBack ? 'is not' : 'is', null)
      .executeTakeFirst();
    if (!row) throw notFound(isBack ? 'undo' : 'permissionAssignment');
    const one = assignmentOf(row, ports.now());
    assertOwn(user, row as unknown as Record<string, unknown>);
    if (!rolesFor(user).some((role) => role === (one.to_role_id ?? one.to_user?.role))) throw notFound('permissionAssignment');
    await trx
      .updateTable('permission_assignment')
      .set({ removed_at: isBack ? null : ports.now() })
      .where('assignment_id', '=', assignment_id)
      .execute();
    await writeAudit(ports, trx, {
      ...audited({ user }, one),
      action: isBack ? 'permission.assign_again' : 'permission.unassign',
      detail: isBack ? { after: inWords(one) } : { before: inWords(one) },
    });
    return one;
  });
}

export const unassignPermission: Handlers['unassignPermission'] = async ({ body }, context) => {
  assertSelf(context.user, body.user_puid);
  await switchAssignment(context, body.assignment_id, false);
  return null;
};

export const restorePermissionAssignment: Handlers['restorePermissionAssignment'] = async ({ body }, context) => {
  assertSelf(context.user, body.user_puid);
  return switchAssignment(context, body.assignment_id, true);
};
