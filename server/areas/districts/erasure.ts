import type { AuditAction } from '../../../contract/audit.ts';
import { type districts as calls, type DistrictErasurePlan, districtErasureDays } from '../../../contract/districts.ts';
import { Role } from '../../../contract/kit.ts';
import { iso, isoOrNull } from '../../kit/access.ts';
import { allDistricts } from '../../kit/allDistricts.ts';
import { writeAudit } from '../../kit/audit.ts';
import { fieldReason } from '../../kit/fieldReasons.ts';
import { type HandlersOf, notFound, refuse, type UserContext } from '../../kit/handler.ts';
import { checkIdentity, confirmationBy, selfAndSession } from '../../kit/reauthentication.ts';
import { type Tenant, tenant } from '../../kit/tenant.ts';
import { transact } from '../../kit/transact.ts';
import { held } from '../../privacy/holdings.ts';

type Db = ReturnType<typeof allDistricts>;
type Named = { user_puid: number; district_id: number };

const wait = districtErasureDays * 24 * 3_600_000;
/** Jobs that a closed district has stopped. They go on when it is open again. */
const jobTables = ['roster_job', 'export_job', 'course_import'] as const;

/** The erasure of a district that is not done yet. */
const erasureOf = (db: Db, district_id: number) =>
  db.selectFrom('district_erasure').selectAll().where('erased_district', '=', district_id).where('erased_at', 'is', null);

/** The caller with their session, and the district if it can be erased at all: an open one, or one whose erasure waits. */
async function place(context: UserContext, { user_puid, district_id }: Named) {
  const asker = await selfAndSession(context, user_puid);
  if (district_id === context.user.district_id) throw refuse('ownDistrict');
  const db = allDistricts(context.ports.db);
  const district = await db.selectFrom('district').select(['name', 'removed_at']).where('district_id', '=', district_id).executeTakeFirst();
  const erasure = await erasureOf(db, district_id).executeTakeFirst();
  if (!district || (district.removed_at !== null && !erasure)) throw notFound('district');
  return { ...asker, db, name: district.name, erasure };
}

const countIn = async (db: Tenant, table: 'school' | 'class_group' | 'lesson' | 'attempt'): Promise<number> =>
  Number(
    (
      await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows,
  );

/** Files in all tables that have some. */
async function filesIn(db: Tenant): Promise<number> {
  let files = 0;
  for (const [table, { file }] of held) {
    if (!file) continue;
    const { rows } = await db
      .selectFrom(table as 'user_photo')
      .select((eb) => eb.fn.count<number>(file.content as 'content').as('rows'))
      .executeTakeFirstOrThrow();
    files += Number(rows);
  }
  return files;
}

async function planFor(context: UserContext, named: Named): Promise<DistrictErasurePlan> {
  const { self, session, db, name, erasure } = await place(context, named);
  const { district_id } = named;
  const own = tenant(db, district_id);
  const people = await own
    .selectFrom('app_user')
    .select((eb) => ['role_id', eb.fn.countAll<number>().as('count')])
    .where('erased_at', 'is', null)
    .groupBy('role_id')
    .orderBy('role_id')
    .execute();
  return {
    district_id,
    name,
    people: people.map(({ role_id, count }) => ({ role: role_id, count: Number(count) })),
    schools: await countIn(own, 'school'),
    classes: await countIn(own, 'class_group'),
    lessons: await countIn(own, 'lesson'),
    attempts: await countIn(own, 'attempt'),
    files: await filesIn(own),
    confirm_by: confirmationBy(self, session, context.ports.now()),
    erase_at: isoOrNull(erasure?.due_at ?? null),
  };
}

/** Writes into the audit of the provider: that of the district goes with it. */
const note = ({ ports, user }: UserContext, trx: Db, action: AuditAction, { district_id }: Named, facts: Record<string, unknown>) =>
  writeAudit(ports, tenant(trx, user.district_id), {
    actor_puid: user.user_puid,
    action,
    subject: `district ${district_id}`,
    detail: { facts },
  });

export const districtErasure: Pick<
  HandlersOf<typeof calls>,
  'districtErasurePlan' | 'requestDistrictErasure' | 'callOffDistrictErasure'
> = {
  districtErasurePlan: ({ query }, context) => planFor(context, query),

  requestDistrictErasure: async ({ body }, context) => {
    const { ports, user } = context;
    const { district_id, current_password } = body;
    const { self, session, db, name } = await place(context, body);
    if (body.name !== name.trim().replaceAll(/\s+/g, ' '))
      throw refuse('otherDistrictName', {}, { fields: [fieldReason('name', 'notAccepted')] });
    await checkIdentity(context, self, session, current_password);
    await transact(db, async (trx) => {
      const own = tenant(trx, district_id);
      const now = ports.now();
      const { numUpdatedRows } = await own
        .updateTable('district')
        .set({ removed_at: now })
        .where('removed_at', 'is', null)
        .executeTakeFirst();
      // Whoever asks second finds the same erasure.
      if (Number(numUpdatedRows) === 0) return;
      const provider = await own
        .selectFrom('app_user')
        .select('user_puid')
        .where('role_id', '>=', Role.providerAdministrator)
        .where('active', '=', 1)
        .executeTakeFirst();
      if (provider) throw refuse('providersDistrict');
      await tenant(trx, user.district_id)
        .insertInto('district_erasure')
        .values({
          ...{ erased_district: district_id, name, requested_by: user.user_puid, requested_at: now, due_at: now + wait },
          ...{ started_at: null, erased_at: null, erased_rows: 0 },
        })
        .execute();
      await own.deleteFrom('refresh_session').execute();
      for (const table of jobTables)
        await own
          .updateTable(table as 'roster_job')
          .set({ runner: null, lease_until: 0 })
          .where('runner', 'is not', null)
          .execute();
      await note(context, trx, 'district.erase', body, { name, to_date: iso(now + wait).slice(0, 10) });
    });
    return planFor(context, body);
  },

  callOffDistrictErasure: async ({ body }, context) => {
    const { db, name, erasure } = await place(context, body);
    if (!erasure) return planFor(context, body);
    await transact(db, async (trx) => {
      const off = await trx
        .deleteFrom('district_erasure')
        .where('erased_district', '=', body.district_id)
        .where('started_at', 'is', null)
        .returning('name')
        .executeTakeFirst();
      if (!off) {
        // Somebody else has called it off already, or it has begun.
        if (await erasureOf(trx, body.district_id).executeTakeFirst()) throw refuse('erasureBegun');
        return;
      }
      await tenant(trx, body.district_id).updateTable('district').set({ removed_at: null }).execute();
      await note(context, trx, 'district.keep', body, { name });
    });
    return planFor(context, body);
  },
};
