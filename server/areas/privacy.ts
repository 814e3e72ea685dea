import { Role } from '../../contract/kit.ts';
import { privacy as calls, type Erasure, erasureDays, type RetentionKind, retentionKinds, retentionRules } from '../../contract/privacy.ts';
import type { Row, UserKey } from '../db/schema.ts';
import { iso } from '../kit/access.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import { writeAudit } from '../kit/audit.ts';
import { fieldReason } from '../kit/fieldReasons.ts';
import { assertSelf, type HandlersOf, notFound, refuse, type UserContext } from '../kit/handler.ts';
import { endAllSessions } from '../kit/sessions.ts';
import { tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { personOf } from '../privacy/concerned.ts';
import { planOf } from '../privacy/erase.ts';
import { keptIn } from '../privacy/retention.ts';
import { beginArchive } from './exports.ts';
import { managedBy, usersInScope } from './people/scope.ts';

const wait = erasureDays * 24 * 3_600_000;

/** Erasures that wait, of the people whom an administrator sees, or of one of them. */
async function waiting({ ports, user }: UserContext, one?: UserKey): Promise<Erasure[]> {
  const people = await usersInScope(ports, user);
  const rows = await (one ? people.where('u.district_id', '=', one.district_id).where('u.user_puid', '=', one.user_puid) : people)
    .innerJoin('erasure as e', (join) => join.onRef('e.district_id', '=', 'u.district_id').onRef('e.user_puid', '=', 'u.user_puid'))
    .leftJoin('app_user as r', (join) =>
      join
        .onRef('r.user_puid', '=', 'e.requested_by')
        .on((eb) => eb('r.district_id', '=', eb.fn.coalesce('e.requester_district_id', 'e.district_id'))),
    )
    .select(['e.requested_at', 'e.due_at', 'r.first_name as by_first', 'r.last_name as by_last'])
    .where('e.done_at', 'is', null)
    .orderBy('e.due_at')
    .orderBy('u.user_puid')
    .execute();
  return rows.map(({ user_puid, district_id, first_name, last_name, user_name, role_id, school_name, ...row }) => ({
    ...{ user_puid, district_id, first_name, last_name, user_name, role: role_id, school_name },
    requested_by: row.by_first === null ? '' : `${row.by_first} ${row.by_last}`,
    requested_at: iso(row.requested_at),
    due_at: iso(row.due_at),
  }));
}

/** What the erasure of a user whom the caller may erase would do, and the one that waits. */
async function planFor(context: UserContext, target: Row<'app_user'>) {
  const db = allDistricts(context.ports.db);
  const person = await personOf(db, target);
  if (!person) throw notFound('user');
  const { first_name, last_name, user_name, role_id: role } = target;
  const [erasure = null] = await waiting(context, target);
  return { first_name, last_name, user_name, role, kinds: await planOf(db, person), erasure };
}

const retentionRow = async (db: Parameters<typeof keptIn>[0], kind: RetentionKind) => ({ kind, ...(await keptIn(db))[kind] });

export const privacy: HandlersOf<typeof calls> = {
  erasurePlan: async ({ query }, context) => {
    const { target } = await managedBy(context, calls.erasurePlan, query);
    return planFor(context, target);
  },

  requestErasure: async ({ body }, context) => {
    const { ports } = context;
    const { actor, target, db, audited } = await managedBy(context, calls.requestErasure, body);
    if (body.user_name.trim().toLowerCase() !== target.user_key)
      throw refuse('otherUserName', {}, { fields: [fieldReason('user_name', 'notAccepted')] });
    await transact(db, async (trx) => {
      const now = ports.now();
      // Locks the account, so that `was_active` is what this call closes.
      const { active } = await trx
        .updateTable('app_user')
        .set((eb) => ({ user_name: eb.ref('user_name') }))
        .where('user_puid', '=', target.user_puid)
        .returning('active')
        .executeTakeFirstOrThrow();
      const added = await trx
        .insertInto('erasure')
        .values({
          ...{ user_puid: target.user_puid, requested_by: actor.user_puid, requester_district_id: actor.district_id },
          ...{ requested_at: now, due_at: now + wait, was_active: active, done_at: null },
        })
        .onConflict((on) => on.doNothing())
        .returning('user_puid')
        .execute();
      // Whoever asks second finds the same erasure.
      if (added.length === 0) return;
      await trx.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', target.user_puid).execute();
      await endAllSessions(trx, target);
      await writeAudit(ports, trx, { ...audited, action: 'user.erase' });
    });
    return planFor(context, target);
  },

  callOffErasure: async ({ body }, context) => {
    const { ports } = context;
    const { target, db, audited } = await managedBy(context, calls.callOffErasure, body);
    await transact(db, async (trx) => {
      const [off] = await trx
        .deleteFrom('erasure')
        .where('user_puid', '=', target.user_puid)
        .where('done_at', 'is', null)
        .returning('was_active')
        .execute();
      if (!off) return;
      if (off.was_active === 1) await trx.updateTable('app_user').set({ active: 1 }).where('user_puid', '=', target.user_puid).execute();
      await writeAudit(ports, trx, { ...audited, action: 'user.keep' });
    });
    return planFor(context, target);
  },

  erasures: ({ query }, context) => {
    assertSelf(context.user, query.user_puid);
    return waiting(context);
  },

  archiveUser: async ({ body }, context) => {
    const { target } = await managedBy(context, calls.archiveUser, body);
    return beginArchive(context.ports, context.user, { about_district_id: target.district_id, about_puid: target.user_puid });
  },

  archiveDistrict: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    const about_district_id = body.district_id ?? user.district_id;
    if (about_district_id !== user.district_id && user.role < Role.providerAdministrator) throw notFound('district');
    const district = await tenant(allDistricts(ports.db), about_district_id).selectFrom('district').select('name').executeTakeFirst();
    if (!district) throw notFound('district');
    return beginArchive(ports, user, { about_district_id, about_puid: null });
  },

  retention: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const kept = await keptIn(ports.db);
    return retentionKinds.map((kind) => ({ kind, ...kept[kind] }));
  },

  updateRetention: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    const { kind, kept } = body;
    if (!retentionRules[kind].choices.some((choice) => choice === kept))
      throw refuse('notLawful', {}, { fields: [fieldReason('kept', 'notAccepted')] });
    return transact(ports.db, async (trx) => {
      const before = await retentionRow(trx, kind);
      await trx
        .insertInto('retention')
        .values({ district_id: user.district_id, kind, kept })
        .onConflict((on) => on.columns(['district_id', 'kind']).doUpdateSet({ kept }))
        .execute();
      await writeAudit(ports, trx, {
        actor_puid: user.user_puid,
        action: 'district.retention',
        subject: `district ${user.district_id}`,
        detail: { before: { [kind]: before.kept }, after: { [kind]: kept } },
      });
      return retentionRow(trx, kind);
    });
  },
};
