import { type ExpressionBuilder, type ExpressionWrapper, type RawBuilder, type SqlBool, sql } from 'kysely';
import { rolesBelow } from '../../common/may.ts';
import { Role } from '../../contract/kit.ts';
import type { Audience, notifications as calls, notificationSorts, UserNotification } from '../../contract/notifications.ts';
import type { Database, NewRow } from '../db/schema.ts';
import { typed } from '../db/values.ts';
import { iso } from '../kit/access.ts';
import { writeAudit } from '../kit/audit.ts';
import { fieldReason } from '../kit/fieldReasons.ts';
import { assertSelf, type HandlersOf, notFound, refuse, type UserContext } from '../kit/handler.ts';
import { hasWords, orderOf, pageOf } from '../kit/pages.ts';
import { periodOf } from '../kit/period.ts';
import type { Tenant } from '../kit/tenant.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { transact } from '../kit/transact.ts';
import { schoolOf } from '../roster/people.ts';

/** What an announcement says of its audience. */
type AudienceColumn = 'role_id' | 'school_id' | 'group_puid' | 'user_puid' | 'below_role';
type User = { u: Database['app_user'] } & Pick<Database, 'enrollment'>;

/** Whether an announcement concerns the user `u`. `of`: what it says of its audience; default: the columns of the announcement `a`. */
export const concerns = (
  given: ExpressionBuilder<never, never>,
  of = (column: AudienceColumn): RawBuilder<number> => sql.ref(`a.${column}`),
): ExpressionWrapper<User, 'u', SqlBool> => {
  const eb = given as unknown as ExpressionBuilder<User, 'u'>;
  return eb.and([
    eb('u.active', '=', 1),
    eb('u.role_id', '>=', Role.student),
    eb('u.role_id', '<', of('below_role')),
    eb.or([eb(of('role_id'), 'is', null), eb(of('role_id'), '=', eb.ref('u.role_id'))]),
    eb.or([eb(of('school_id'), 'is', null), eb(of('school_id'), '=', eb.ref('u.school_id'))]),
    eb.or([eb(of('user_puid'), 'is', null), eb(of('user_puid'), '=', eb.ref('u.user_puid'))]),
    eb.or([
      eb(of('group_puid'), 'is', null),
      eb.exists(
        eb
          .selectFrom('enrollment as e')
          .select('e.user_puid')
          .where('e.group_puid', '=', of('group_puid'))
          .whereRef('e.user_puid', '=', 'u.user_puid')
          .where('e.active', '=', 1),
      ),
    ]),
  ]);
};

interface Named {
  audience: Audience;
  role_id?: number | undefined;
  school_id?: number | undefined;
  group_puid?: number | undefined;
  user_name?: string | undefined;
}
type Target = Pick<NewRow<'announcement'>, 'audience' | 'role_id' | 'school_id' | 'group_puid' | 'user_puid' | 'below_role'>;

/** The audience that a user may write to: people with lower roles, of the own school or, for the district's administrators, of the district. */
async function targetOf(db: Tenant, user: TokenUser, { audience, ...named }: Named): Promise<Target> {
  const own = await schoolOf(db, user);
  const wrong = (field: keyof Named) => refuse('audienceUnknown', {}, { fields: [fieldReason(field, 'notAccepted')] });
  const target: Target = { audience, role_id: null, school_id: own, group_puid: null, user_puid: null, below_role: user.role };
  if (audience === 'role') {
    if (!rolesBelow(user.role).some((role) => role === named.role_id)) throw wrong('role_id');
    return { ...target, role_id: named.role_id ?? null };
  }
  if (audience === 'school') {
    const school = db
      .selectFrom('school')
      .select('school_id')
      .where('school_id', '=', named.school_id ?? 0);
    const found = own === null || own === named.school_id ? await school.executeTakeFirst() : undefined;
    if (!found) throw wrong('school_id');
    return { ...target, school_id: found.school_id };
  }
  if (audience === 'group') {
    const group = await db
      .selectFrom('class_group')
      .select(['group_puid', 'school_id'])
      .where('group_puid', '=', named.group_puid ?? 0)
      .where('active', '=', 1)
      .executeTakeFirst();
    if (!group || (own !== null && own !== group.school_id)) throw wrong('group_puid');
    return { ...target, group_puid: group.group_puid };
  }
  const person = await db
    .selectFrom('app_user')
    .select(['user_puid', 'school_id', 'role_id'])
    .where('user_key', '=', (named.user_name ?? '').trim().toLowerCase())
    .where('active', '=', 1)
    .executeTakeFirst();
  if (!person || person.role_id >= user.role || (own !== null && own !== person.school_id)) throw wrong('user_name');
  return { ...target, user_puid: person.user_puid };
}

/** How many people an announcement to this audience would concern. */
async function countOf(db: Tenant, target: Target): Promise<number> {
  const { people } = await db
    .selectFrom('app_user as u')
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .where((eb) => concerns(eb as never, (column) => typed('id', target[column] ?? null) as RawBuilder<number>) as never)
    .executeTakeFirstOrThrow();
  return Number(people);
}

/** The notifications in a user's scope: those to the own school, or all of the district. */
async function visible({ ports: { db }, user }: UserContext) {
  const own = await schoolOf(db, user);
  const all = db
    .selectFrom('announcement as a')
    .innerJoin('app_user as w', 'w.user_puid', 'a.written_by')
    .leftJoin('school as s', 's.school_id', 'a.school_id')
    .leftJoin('class_group as g', 'g.group_puid', 'a.group_puid')
    .leftJoin('app_user as t', 't.user_puid', 'a.user_puid')
    .selectAll('a')
    .select(['w.first_name as by_first', 'w.last_name as by_last', 's.name as school_name', 'g.name as group_name'])
    .select(['t.first_name as to_first', 't.last_name as to_last'])
    .select((eb) => [
      eb
        .selectFrom('app_user as u')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .where((inner) => concerns(inner as never) as never)
        .as('people'),
      eb
        .selectFrom('announcement_reader as r')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('r.notification_id', '=', 'a.notification_id')
        .as('read'),
      eb
        .selectFrom('announcement_reader as r')
        .select((inner) => inner.fn.count<number>('r.put_away_at').as('count'))
        .whereRef('r.notification_id', '=', 'a.notification_id')
        .as('put_away'),
    ]);
  return own === null ? all : all.where('a.school_id', '=', own);
}
type Visible = Awaited<ReturnType<Awaited<ReturnType<typeof visible>>['execute']>>[number];

function stateOf({ withdrawn_at, from_at, until_at }: Visible, now: number): UserNotification['state'] {
  if (withdrawn_at !== null) return 'withdrawn';
  if (until_at <= now) return 'over';
  return from_at > now ? 'later' : 'shown';
}

const nameOf = (row: Visible): string | null => {
  if (row.audience === 'user') return `${row.to_first ?? ''} ${row.to_last ?? ''}`.trim();
  return row.audience === 'group' ? row.group_name : row.school_name;
};

const notificationOf = (row: Visible, now: number): UserNotification => ({
  notification_id: row.notification_id,
  text_en: row.text_en,
  text_es: row.text_es,
  audience: row.audience,
  role_id: row.role_id,
  audience_name: nameOf(row),
  from_date: row.from_date,
  to_date: row.to_date,
  state: stateOf(row, now),
  people: Number(row.people),
  read: Number(row.read),
  put_away: Number(row.put_away),
  written_by: `${row.by_first} ${row.by_last}`,
  written_at: iso(row.written_at),
});

const orders: Record<(typeof notificationSorts)[number], readonly RawBuilder<unknown>[]> = {
  text: [sql`lower(a.text_en)`],
  state: [sql`case when a.withdrawn_at is null then 0 else 1 end`, sql`a.until_at`],
  from: [sql`a.from_at`],
  until: [sql`a.until_at`],
  by: [sql`lower(w.first_name)`, sql`lower(w.last_name)`],
  at: [sql`a.written_at`],
};

async function found(context: UserContext, notification_id: number): Promise<Visible> {
  const row = await (await visible(context)).where('a.notification_id', '=', notification_id).executeTakeFirst();
  if (!row) throw notFound('notification');
  return row;
}

/** Withdraws a notification, or shows it again. */
async function withdraw(context: UserContext, notification_id: number, isBack: boolean): Promise<void> {
  const { ports, user } = context;
  await found(context, notification_id);
  await transact(ports.db, async (trx) => {
    const changed = await trx
      .updateTable('announcement')
      .set({ withdrawn_at: isBack ? null : ports.now() })
      .where('notification_id', '=', notification_id)
      .where('withdrawn_at', isBack ? 'is not' : 'is', null)
      .returning('notification_id')
      .executeTakeFirst();
    if (!changed) throw notFound(isBack ? 'undo' : 'notification');
    await writeAudit(ports, trx, {
      actor_puid: user.user_puid,
      action: isBack ? 'notification.restore' : 'notification.withdraw',
      subject: `notification ${notification_id}`,
    });
  });
}

export const notifications: HandlersOf<typeof calls> = {
  userNotifications: async ({ query }, context) => {
    assertSelf(context.user, query.user_puid);
    const wanted = (await visible(context)).where(hasWords(query.search, ['a.text_en', 'a.text_es', 's.name', 'g.name', 't.last_name']));
    const { total, rows } = await pageOf(wanted, orderOf(query.sort ?? '-at', orders), 'a.notification_id', query);
    const now = context.ports.now();
    return { total, rows: rows.map((row) => notificationOf(row, now)) };
  },

  countNotified: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    return { people: await countOf(ports.db, await targetOf(ports.db, user, query)) };
  },

  addUserNotification: async ({ body }, context) => {
    const { ports, user } = context;
    assertSelf(user, body.user_puid);
    const { text_en, text_es, from_date, to_date } = body;
    const period = await periodOf(ports, body);
    const notification_id = ports.newId();
    await transact(ports.db, async (trx) => {
      const target = await targetOf(trx, user, body);
      await trx
        .insertInto('announcement')
        .values({
          ...target,
          ...{ notification_id, text_en, text_es, from_date, to_date },
          ...period,
          written_by: user.user_puid,
          written_at: ports.now(),
          withdrawn_at: null,
        })
        .execute();
      await writeAudit(ports, trx, {
        actor_puid: user.user_puid,
        action: 'notification.send',
        subject: `notification ${notification_id}`,
        detail: { count: await countOf(trx, target) },
      });
    });
    return notificationOf(await found(context, notification_id), ports.now());
  },

  withdrawUserNotification: async ({ body }, context) => {
    assertSelf(context.user, body.user_puid);
    await withdraw(context, body.notification_id, false);
    return null;
  },

  restoreUserNotification: async ({ body }, context) => {
    assertSelf(context.user, body.user_puid);
    await withdraw(context, body.notification_id, true);
    return notificationOf(await found(context, body.notification_id), context.ports.now());
  },
};

/** The announcements that a user sees now and has not put away, newest first. */
export const shownTo = (db: Tenant, { user_puid }: Pick<TokenUser, 'user_puid'>, now: number) =>
  db
    .selectFrom('announcement as a')
    .innerJoin('app_user as u', (join) => join.on('u.user_puid', '=', user_puid))
    .innerJoin('app_user as w', 'w.user_puid', 'a.written_by')
    .leftJoin('announcement_reader as r', (join) =>
      join.onRef('r.notification_id', '=', 'a.notification_id').on('r.user_puid', '=', user_puid),
    )
    .select(['a.notification_id', 'a.text_en', 'a.text_es', 'a.written_at', 'w.first_name', 'w.last_name', 'r.read_at'])
    .where('a.withdrawn_at', 'is', null)
    .where('a.from_at', '<=', now)
    .where('a.until_at', '>', now)
    .where('r.put_away_at', 'is', null)
    .where((eb) => concerns(eb as never) as never)
    .orderBy('a.written_at', 'desc')
    .orderBy('a.notification_id', 'desc');
