import { type RawBuilder, sql } from 'kysely';
import { metadataFields } from '../../common/roster/oneRoster/metadata.ts';
import { administrators, Role } from '../../contract/kit.ts';
import type { School, schools as schoolCalls, schoolSorts } from '../../contract/schools.ts';
import { typed } from '../db/values.ts';
import { isoOrNull } from '../kit/access.ts';
import { placeOf } from '../kit/administered.ts';
import { writeAudit } from '../kit/audit.ts';
import { type HandlersOf, notFound, refuse, type UserContext } from '../kit/handler.ts';
import { hasWords, orderOf, pageOf } from '../kit/pages.ts';
import type { Tenant } from '../kit/tenant.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { transact } from '../kit/transact.ts';
import { schoolOf } from '../roster/people.ts';

const kinds = {
  students: [Role.student],
  teachers: [Role.teacher],
  administrators,
} as const;

/** What each column of the list is sorted by. */
const orders: Record<(typeof schoolSorts)[number], readonly RawBuilder<unknown>[]> = {
  name: [sql`lower(s.name)`],
  rostered: [sql`case when s.sourced_id is null then 0 else 1 end`],
  students: [sql.ref('students')],
  teachers: [sql.ref('teachers')],
  administrators: [sql.ref('administrators')],
  classes: [sql.ref('classes')],
};

/** The schools that an administrator sees, with their active accounts and open classes. */
async function schoolsInScope(db: Tenant, user: TokenUser) {
  const own = await schoolOf(db, user);
  const all = db.selectFrom('school as s').select((eb) => {
    const people = (roles: readonly number[]) =>
      eb
        .selectFrom('app_user as u')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('u.school_id', '=', 's.school_id')
        .where('u.role_id', 'in', roles)
        .where('u.active', '=', 1);
    return [
      's.school_id',
      's.district_id',
      's.version',
      's.name',
      's.sourced_id',
      's.closed_at',
      people(kinds.students).as('students'),
      people(kinds.teachers).as('teachers'),
      people(kinds.administrators).as('administrators'),
      eb
        .selectFrom('class_group as g')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('g.school_id', '=', 's.school_id')
        .where('g.active', '=', 1)
        .as('classes'),
      eb.selectFrom('roster_org as o').select('o.roster_metadata').whereRef('o.sourced_id', '=', 's.sourced_id').as('roster_metadata'),
    ];
  });
  return own === null ? all : all.where('s.school_id', '=', own);
}
type SchoolRow = Awaited<ReturnType<Awaited<ReturnType<typeof schoolsInScope>>['execute']>>[number];

const schoolAs = ({ closed_at, roster_metadata, students, teachers, administrators, classes, ...row }: SchoolRow): School => ({
  ...row,
  closed_at: isoOrNull(closed_at),
  metadata: metadataFields(roster_metadata),
  students: Number(students),
  teachers: Number(teachers),
  administrators: Number(administrators),
  classes: Number(classes),
});

/** A school that the caller sees; 404 for any other. */
async function schoolIn(db: Tenant, user: TokenUser, school_id: number): Promise<School> {
  const row = await (await schoolsInScope(db, user)).where('s.school_id', '=', school_id).executeTakeFirst();
  if (!row) throw notFound('school');
  return schoolAs(row);
}

/** The people whom a closing concerns: active ones with a lower role than the caller's. */
const peopleOf = (db: Tenant, user: TokenUser, school_id: number) =>
  db
    .selectFrom('app_user')
    .where('app_user.school_id', '=', school_id)
    .where('app_user.active', '=', 1)
    .where('app_user.role_id', '<', user.role);

const classesOf = (db: Tenant, school_id: number) =>
  db.selectFrom('class_group').where('class_group.school_id', '=', school_id).where('class_group.active', '=', 1);

const note = ({ ports, user }: UserContext, trx: Tenant, act: 'add' | 'update' | 'close' | 'reopen', school_id: number, detail: object) =>
  writeAudit(ports, trx, {
    actor_puid: user.user_puid,
    actor_district_id: user.district_id,
    action: `school.${act}`,
    subject: `school ${school_id}`,
    detail: detail as Record<string, unknown>,
  });

/** Marks a school open or closed; refuses if somebody else has just done so. Locks it until the transaction ends. */
async function mark(trx: Tenant, school_id: number, closed_at: number | null): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('school')
    .set((eb) => ({ closed_at, version: eb('version', '+', 1) }))
    .where('school_id', '=', school_id)
    .where('closed_at', closed_at === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) throw refuse('recordChanged');
}

/** Moves the people of a closed school. The lock keeps the other school open until they have arrived. */
async function movePeople(trx: Tenant, user: TokenUser, school_id: number, move_to: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('school')
    .set({ closed_at: null })
    .where('school_id', '=', move_to)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) throw notFound('school');
  await trx
    .updateTable('app_user')
    .set({ school_id: move_to })
    .where('user_puid', 'in', peopleOf(trx, user, school_id).select('app_user.user_puid'))
    .execute();
}

/** Closes the accounts of a closed school, which ends their sessions. */
async function closeAccounts(trx: Tenant, user: TokenUser, school_id: number): Promise<void> {
  await trx
    .deleteFrom('refresh_session')
    .where('user_puid', 'in', peopleOf(trx, user, school_id).select('app_user.user_puid'))
    .execute();
  await trx
    .updateTable('app_user')
    .set((eb) => ({ active: 0, token_version: eb('token_version', '+', 1) }))
    .where('school_id', '=', school_id)
    .where('active', '=', 1)
    .where('role_id', '<', user.role)
    .execute();
}

export const schools: HandlersOf<typeof schoolCalls> = {
  schoolList: async ({ query }, context) => {
    const { db } = await placeOf(context, query);
    const { search, state, sort = 'name' } = query;
    let matching = (await schoolsInScope(db, context.user)).where(hasWords(search, ['s.name']));
    if (state) matching = matching.where('s.closed_at', state === 'open' ? 'is' : 'is not', null);
    const { total, rows } = await pageOf(matching, orderOf(sort, orders), 's.school_id', query);
    return { total, rows: rows.map(schoolAs) };
  },

  schoolGet: async ({ query }, context) => {
    const { db } = await placeOf(context, query);
    return schoolIn(db, context.user, query.school_id);
  },

  addSchool: async ({ body }, context) => {
    const { ports, user } = context;
    const { db } = await placeOf(context, body);
    const { name } = body;
    const school_id = ports.newId();
    await transact(db, async (trx) => {
      await trx.insertInto('school').values({ school_id, name, sourced_id: null }).execute();
      await note(context, trx, 'add', school_id, { after: { name } });
    });
    return schoolIn(db, user, school_id);
  },

  updateSchool: async ({ body }, context) => {
    const { user } = context;
    const { db } = await placeOf(context, body);
    const { school_id, version, name } = body;
    await transact(db, async (trx) => {
      const before = await schoolIn(trx, user, school_id);
      const { numUpdatedRows } = await trx
        .updateTable('school')
        .set({ name, version: version + 1 })
        .where('school_id', '=', school_id)
        .where('version', '=', version)
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 0) throw refuse('recordChanged');
      await note(context, trx, 'update', school_id, { before: { name: before.name }, after: { name } });
    });
    return schoolIn(db, user, school_id);
  },

  schoolUses: async ({ query }, context) => {
    const { ports, user } = context;
    const { db } = await placeOf(context, query);
    const { school_id } = query;
    await schoolIn(db, user, school_id);
    const roles = await peopleOf(db, user, school_id)
      .select(['app_user.role_id', (eb) => eb.fn.countAll<number>().as('count')])
      .groupBy('app_user.role_id')
      .execute();
    const sum = (of: readonly number[]) => roles.reduce((all, { role_id, count }) => all + (of.includes(role_id) ? Number(count) : 0), 0);
    const { classes } = await classesOf(db, school_id)
      .select((eb) => eb.fn.countAll<number>().as('classes'))
      .executeTakeFirstOrThrow();
    const { assignments } = await db
      .selectFrom('group_assignment as ga')
      .select((eb) => eb.fn.countAll<number>().as('assignments'))
      .where('ga.group_puid', 'in', classesOf(db, school_id).select('class_group.group_puid'))
      .where('ga.unassigned_at', 'is', null)
      .where((eb) => eb.or([eb('ga.to_date', 'is', null), eb('ga.to_date', '>', ports.now())]))
      .executeTakeFirstOrThrow();
    return {
      students: sum(kinds.students),
      teachers: sum(kinds.teachers),
      administrators: sum(kinds.administrators),
      classes: Number(classes),
      assignments: Number(assignments),
    };
  },

  closeSchool: async ({ body }, context) => {
    const { ports, user } = context;
    const { db } = await placeOf(context, body);
    const { school_id, move_to } = body;
    await transact(db, async (trx) => {
      const { name } = await schoolIn(trx, user, school_id);
      await mark(trx, school_id, ports.now());
      const { numInsertedOrUpdatedRows: people = 0n } = await trx
        .insertInto('school_closing')
        .columns(['school_id', 'kind', 'member_id', 'moved_to'])
        .expression(
          peopleOf(trx, user, school_id).select([
            typed('id', school_id).as('school_id'),
            sql<'user'>`'user'`.as('kind'),
            'app_user.user_puid',
            typed('id', move_to).as('moved_to'),
          ]),
        )
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('school_closing')
        .columns(['school_id', 'kind', 'member_id'])
        .expression(classesOf(trx, school_id).select(['class_group.school_id', sql<'class'>`'class'`.as('kind'), 'class_group.group_puid']))
        .execute();
      await trx.updateTable('class_group').set({ active: 0 }).where('school_id', '=', school_id).where('active', '=', 1).execute();
      if (move_to === null) await closeAccounts(trx, user, school_id);
      else await movePeople(trx, user, school_id, move_to);
      const other = move_to === null ? null : (await schoolIn(trx, user, move_to)).name;
      await note(context, trx, 'close', school_id, {
        count: Number(people),
        ...(other === null ? {} : { before: { school: name }, after: { school: other } }),
      });
    });
    return schoolIn(db, user, school_id);
  },

  reopenSchool: async ({ body }, context) => {
    const { user } = context;
    const { db } = await placeOf(context, body);
    const { school_id } = body;
    await transact(db, async (trx) => {
      await schoolIn(trx, user, school_id);
      await mark(trx, school_id, null);
      const membersOf = (kind: 'user' | 'class') =>
        trx.selectFrom('school_closing').select('member_id').where('school_closing.school_id', '=', school_id).where('kind', '=', kind);
      // Whoever was changed since stays as they are now.
      const opened = await trx
        .updateTable('app_user')
        .set({ active: 1 })
        .where('school_id', '=', school_id)
        .where('active', '=', 0)
        .where('role_id', '<', user.role)
        .where('user_puid', 'in', membersOf('user').where('moved_to', 'is', null))
        .executeTakeFirst();
      const moved = await trx
        .updateTable('app_user')
        .set({ school_id })
        .where('role_id', '<', user.role)
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('school_closing as c')
              .select('c.member_id')
              .where('c.school_id', '=', school_id)
              .where('c.kind', '=', 'user')
              .whereRef('c.member_id', '=', 'app_user.user_puid')
              .whereRef('c.moved_to', '=', 'app_user.school_id'),
          ),
        )
        .executeTakeFirst();
      await trx
        .updateTable('class_group')
        .set({ active: 1 })
        .where('school_id', '=', school_id)
        .where('active', '=', 0)
        .where('group_puid', 'in', membersOf('class'))
        .execute();
      await trx.deleteFrom('school_closing').where('school_id', '=', school_id).execute();
      await note(context, trx, 'reopen', school_id, { count: Number(opened.numUpdatedRows + moved.numUpdatedRows) });
    });
    return schoolIn(db, user, school_id);
  },
};
