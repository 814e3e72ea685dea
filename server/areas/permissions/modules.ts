import { Role } from '../../../contract/kit.ts';
import { modules } from '../../../contract/modules.ts';
import type { ModuleAssignment, permissions } from '../../../contract/permissions.ts';
import { writeAudit } from '../../kit/audit.ts';
import { assertSelf, type HandlersOf, notFound, refuse, type UserContext } from '../../kit/handler.ts';
import { isOff, withTabs } from '../../kit/rights.ts';
import type { Tenant } from '../../kit/tenant.ts';
import { transact } from '../../kit/transact.ts';
import { schoolsWithPeople } from '../people/schoolPeople.ts';
import { handleOf } from '../people/scope.ts';

/** The handle of a district that the caller looks after: the own one, or any for the provider's staff. */
function districtOf({ ports, user }: UserContext, district_id = user.district_id): Tenant {
  if (district_id !== user.district_id && user.role < Role.providerAdministrator) throw notFound('district');
  return handleOf(ports, district_id);
}

const tabs = (stored: string | null) => modules.map((key) => ({ key, show: !isOff(key, stored, null) }));

async function found(db: Tenant): Promise<ModuleAssignment> {
  const district = await db.selectFrom('district').select(['district_id', 'name', 'nav_tabs']).executeTakeFirst();
  if (!district) throw notFound('district');
  const schools = await schoolsWithPeople(db).select('s.nav_tabs').orderBy('s.name').orderBy('s.school_id').execute();
  return {
    district_id: district.district_id,
    district_name: district.name,
    nav_tabs: tabs(district.nav_tabs),
    schools: schools.map(({ school_id, name, nav_tabs, people }) => ({
      school_id,
      name,
      people: Number(people),
      nav_tabs: tabs(nav_tabs),
    })),
  };
}

export const moduleAssignment: HandlersOf<typeof permissions>['moduleAssignment'] = async ({ query }, context) => {
  assertSelf(context.user, query.user_puid);
  return found(districtOf(context, query.district_id));
};

/** The modules that are switched off, in words for the audit. */
const offIn = (stored: string | null) => ({
  off: modules.filter((module) => isOff(module, stored, null)).join(', ') || null,
});

export const updateNavTabs: HandlersOf<typeof permissions>['updateNavTabs'] = async ({ body }, context) => {
  const { ports, user } = context;
  assertSelf(user, body.user_puid);
  const { school_id } = body;
  await transact(districtOf(context, body.district_id), async (trx) => {
    // Locks the row, so that the second of two at once sees what the first has changed.
    const stored =
      school_id === null
        ? await trx
            .updateTable('district')
            .set(({ ref }) => ({ version: ref('version') }))
            .returning(['district_id', 'nav_tabs'])
            .executeTakeFirst()
        : await trx
            .updateTable('school')
            .set(({ ref }) => ({ nav_tabs: ref('nav_tabs') }))
            .where('school_id', '=', school_id)
            .returning(['district_id', 'nav_tabs'])
            .executeTakeFirst();
    if (!stored) throw notFound(school_id === null ? 'district' : 'school');
    if (body.seen_tabs?.some(({ key, show }) => show === isOff(key, stored.nav_tabs, null))) throw refuse('recordChanged');
    const nav_tabs = withTabs(stored.nav_tabs, body.nav_tabs);
    await (school_id === null
      ? // Whoever edits the district meanwhile would put its tabs back.
        trx
          .updateTable('district')
          .set((eb) => ({ nav_tabs, version: eb('version', '+', 1) }))
          .execute()
      : trx.updateTable('school').set({ nav_tabs }).where('school_id', '=', school_id).execute());
    await writeAudit(ports, trx, {
      actor_puid: user.user_puid,
      actor_district_id: user.district_id,
      action: 'module.update',
      subject: school_id === null ? `district ${stored.district_id}` : `school ${school_id}`,
      detail: { before: offIn(stored.nav_tabs), after: offIn(nav_tabs) },
    });
  });
  return found(districtOf(context, body.district_id));
};
