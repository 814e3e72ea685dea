import { type RawBuilder, sql } from 'kysely';
import { type districts as calls, type District, type districtSorts, navTabs } from '../../contract/districts.ts';
import { type BodyOf, Role } from '../../contract/kit.ts';
import { isoOrNull } from '../kit/access.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import { writeAudit } from '../kit/audit.ts';
import { assertSelf, type HandlersOf, notFound, refuse, type UserContext } from '../kit/handler.ts';
import { hasWords, orderOf, pageOf } from '../kit/pages.ts';
import type { Ports } from '../kit/ports.ts';
import type { Tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { signOnsIn } from '../sso/signOnProviders.ts';
import { districtErasure } from './districts/erasure.ts';
import { addUsualGrades } from './grades.ts';
import { handleOf } from './people/scope.ts';
import { copyInto, courseLessons } from './prebuilt/publishing.ts';

/** What each column of the list is sorted by. */
const orders: Record<(typeof districtSorts)[number], readonly RawBuilder<unknown>[]> = {
  name: [sql`lower(d.name)`],
  state_id: [sql`coalesce(d.state_id, 0)`],
  time_zone: [sql`d.time_zone`],
  schools: [sql.ref('schools')],
  users: [sql.ref('users')],
};

/** The districts that the caller administers, with their open schools and active accounts, and those whose erasure waits. */
function districtsInScope({ ports, user }: UserContext) {
  const all = allDistricts(ports.db)
    .selectFrom('district as d')
    .leftJoin('district_erasure as e', (join) => join.onRef('e.erased_district', '=', 'd.district_id').on('e.erased_at', 'is', null))
    .where((eb) => eb.or([eb('d.removed_at', 'is', null), eb('e.due_at', 'is not', null)]))
    .select('e.due_at as erase_at')
    .select(['d.district_id', 'd.version', 'd.name', 'd.state_id', 'd.time_zone', 'd.language', 'd.hosts', 'd.nav_tabs'])
    .select((eb) => [
      eb
        .selectFrom('school as s')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('s.district_id', '=', 'd.district_id')
        .where('s.closed_at', 'is', null)
        .as('schools'),
      eb
        .selectFrom('app_user as u')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('u.district_id', '=', 'd.district_id')
        .where('u.active', '=', 1)
        .as('users'),
    ]);
  return user.role >= Role.providerAdministrator ? all : all.where('d.district_id', '=', user.district_id);
}
type DistrictRow = Awaited<ReturnType<ReturnType<typeof districtsInScope>['execute']>>[number];

type SignOns = { use: District['sign_ons'][number]['use']; issuer: string; client_id: string; district_id: number }[];

/** The active single sign-ons of some districts. */
async function signOnsOf(ports: Pick<Ports, 'db'>, districts: readonly number[]): Promise<SignOns> {
  if (districts.length === 0) return [];
  const platforms = await allDistricts(ports.db)
    .selectFrom('lti_platform')
    .select(['district_id', 'issuer', 'client_id'])
    .where('district_id', 'in', districts)
    .where('active', '=', 1)
    .where('removed_at', 'is', null)
    .orderBy('issuer')
    .orderBy('client_id')
    .execute();
  const others = await signOnsIn(ports, districts);
  return [
    ...others.map(({ kind, ...one }) => ({ use: kind, ...one })),
    ...platforms.map((one) => ({ use: 'learningTools' as const, ...one })),
  ];
}

const districtAs = (signOns: SignOns, { hosts, nav_tabs, schools, users, erase_at, ...row }: DistrictRow): District => ({
  ...row,
  erase_at: isoOrNull(erase_at),
  hosts: JSON.parse(hosts),
  nav_tabs: JSON.parse(nav_tabs),
  sign_ons: signOns
    .filter(({ district_id }) => district_id === row.district_id)
    .map(({ use, issuer, client_id }) => ({ use, issuer, client_id })),
  schools: Number(schools),
  users: Number(users),
});

/** An open district that the caller administers; 404 for any other. */
async function districtIn(context: UserContext, district_id: number): Promise<District> {
  const row = await districtsInScope(context).where('d.district_id', '=', district_id).where('d.removed_at', 'is', null).executeTakeFirst();
  if (!row) throw notFound('district');
  return districtAs(await signOnsOf(context.ports, [row.district_id]), row);
}

type Fields = Pick<BodyOf<typeof calls.addDistrict>, 'name' | 'state_id' | 'time_zone' | 'language' | 'hosts' | 'nav_tabs'>;

/** The fields as they are stored: each host once, and all tabs in their order. Tabs that are not given stay as they are, at first shown. */
function tidied({ name, state_id, time_zone, language, hosts, nav_tabs }: Fields, stored: District['nav_tabs'] = []) {
  const shown = new Map([...stored, ...nav_tabs].map(({ key, show }) => [key, show]));
  const keys = [...new Set([...navTabs, ...stored.map(({ key }) => key)])];
  return {
    ...{ name, state_id, time_zone, language },
    hosts: [...new Set(hosts)],
    nav_tabs: keys.map((key) => ({ key, show: shown.get(key) ?? true })),
  };
}

const columnsOf = ({ hosts, nav_tabs, ...row }: ReturnType<typeof tidied>) => ({
  ...row,
  hosts: JSON.stringify(hosts),
  nav_tabs: JSON.stringify(nav_tabs),
});

/** What the audit shows of a district, in words. */
const inWords = ({ name, state_id, time_zone, language, hosts, nav_tabs }: Pick<District, keyof Fields>) => ({
  name,
  state: state_id,
  time_zone,
  language,
  hosts: hosts.join(', '),
  hidden_tabs: nav_tabs.flatMap(({ key, show }) => (show ? [] : [key])).join(', '),
});

const note = (
  { ports, user }: UserContext,
  trx: Tenant,
  act: 'add' | 'update' | 'remove' | 'restore',
  district_id: number,
  detail: object,
) =>
  writeAudit(ports, trx, {
    actor_puid: user.user_puid,
    actor_district_id: user.district_id,
    action: `district.${act}`,
    subject: `district ${district_id}`,
    detail: detail as Record<string, unknown>,
  });

export const districts: HandlersOf<typeof calls> = {
  districtList: async ({ query }, context) => {
    assertSelf(context.user, query.user_puid);
    const matching = districtsInScope(context).where(hasWords(query.search, ['d.name']));
    const { total, rows } = await pageOf(matching, orderOf(query.sort ?? 'name', orders), 'd.district_id', query);
    const signOns = await signOnsOf(
      context.ports,
      rows.map(({ district_id }) => district_id),
    );
    return { total, rows: rows.map((row) => districtAs(signOns, row)) };
  },

  districtGet: ({ query }, context) => {
    assertSelf(context.user, query.user_puid);
    return districtIn(context, query.district_id);
  },

  addDistrict: async ({ body }, context) => {
    const { ports, user } = context;
    assertSelf(user, body.user_puid);
    const after = tidied(body);
    const district_id = ports.newId();
    const lessons = await courseLessons(ports.db);
    await transact(handleOf(ports, district_id), async (trx) => {
      await trx.insertInto('district').values(columnsOf(after)).execute();
      await addUsualGrades(ports, trx);
      for (const lesson of lessons) await copyInto(trx, lesson, ports);
      await note(context, trx, 'add', district_id, { after: inWords(after) });
    });
    return districtIn(context, district_id);
  },

  updateDistrict: async ({ body }, context) => {
    const { ports, user } = context;
    const { user_puid, district_id, version } = body;
    assertSelf(user, user_puid);
    const before = await districtIn(context, district_id);
    const after = tidied(body, before.nav_tabs);
    await transact(handleOf(ports, district_id), async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('district')
        .set({ ...columnsOf(after), version: version + 1 })
        .where('version', '=', version)
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 0) throw refuse('recordChanged');
      await note(context, trx, 'update', district_id, { before: inWords(before), after: inWords(after) });
    });
    return districtIn(context, district_id);
  },

  removeDistrict: async ({ body: { user_puid, district_id } }, context) => {
    const { ports, user } = context;
    assertSelf(user, user_puid);
    const { name } = await districtIn(context, district_id);
    await transact(handleOf(ports, district_id), async (trx) => {
      await trx.updateTable('district').set({ removed_at: ports.now() }).execute();
      // Closed accounts count too: their work is kept.
      if (await trx.selectFrom('app_user').select('user_puid').limit(1).executeTakeFirst()) throw refuse('recordInUse');
      await note(context, trx, 'remove', district_id, { before: { name } });
    });
    return null;
  },

  restoreDistrict: async ({ body: { user_puid, district_id } }, context) => {
    const { ports, user } = context;
    assertSelf(user, user_puid);
    // An erasure is called off instead.
    const erasure = await allDistricts(ports.db)
      .selectFrom('district_erasure')
      .select('due_at')
      .where('erased_district', '=', district_id)
      .executeTakeFirst();
    if (erasure) throw notFound('undo');
    await transact(handleOf(ports, district_id), async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('district')
        .set({ removed_at: null })
        .where('removed_at', 'is not', null)
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 0) throw notFound('undo');
      const { name } = await trx.selectFrom('district').select('name').executeTakeFirstOrThrow();
      await note(context, trx, 'restore', district_id, { after: { name } });
    });
    return districtIn(context, district_id);
  },

  ...districtErasure,
};
