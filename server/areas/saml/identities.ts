import { type RawBuilder, sql } from 'kysely';
import { type saml as calls, type identitySorts, type LinkKind, registrationIn, type SamlIdentity } from '../../../contract/saml.ts';
import type { NewRow } from '../../db/schema.ts';
import { iso } from '../../kit/access.ts';
import { fieldReason } from '../../kit/fieldReasons.ts';
import { type HandlersOf, notFound, refuse } from '../../kit/handler.ts';
import { hasWords, orderOf, pageOf } from '../../kit/pages.ts';
import type { Tenant } from '../../kit/tenant.ts';
import { transact } from '../../kit/transact.ts';
import { endSessionsOf } from '../../sso/signOn.ts';
import { holdDistrict, linkable, note, refusedIfLinked, type Setting, settingOf } from './links.ts';
import { type Registration, registrationNamed, registrations, registrationsOf } from './registrations.ts';

const orders: Record<(typeof identitySorts)[number], readonly RawBuilder<unknown>[]> = {
  subject: [sql`lower(subject)`],
  provider_name: [sql`lower(provider_name)`],
  user_name: [sql`lower(user_name)`],
  linked_at: [sql`coalesce(linked_at, 0)`],
  last_at: [sql`coalesce(last_at, 0)`],
};

/** Subjects with an account. */
const linkedSubjects = (db: Tenant) =>
  db
    .selectFrom('federated_identity as f')
    .innerJoin(registrations(db).as('p'), (join) => join.onRef('f.provider', '=', 'p.provider').onRef('f.issuer', '=', 'p.issuer'))
    .innerJoin('app_user as u', 'u.user_puid', 'f.user_puid')
    .leftJoin('saml_subject as s', (join) =>
      join.on('p.kind', '=', 'saml').onRef('s.provider_id', '=', 'p.provider_id').onRef('s.subject', '=', 'f.subject'),
    )
    .select(['p.kind', 'p.provider_id', 'p.name as provider_name', 'p.issuer', 'f.subject', 'f.linked_at', 's.last_at'])
    .select(['u.user_puid', 'u.user_name', 'u.first_name', 'u.last_name'])
    .select(sql<string>`coalesce(s.user_name, '')`.as('name_at_provider'));

/** Whoever came by a registration, or is in the courses of a platform. */
const comers = (db: Tenant) =>
  db
    .selectFrom('saml_subject')
    .select(['provider_id', 'subject', 'user_name as name', 'last_at'])
    .select(sql<string>`'saml'`.as('kind'))
    .unionAll(db.selectFrom('sign_on_subject').select(['provider_id', 'subject', 'name', 'last_at', 'kind']) as never)
    .unionAll(
      db
        .selectFrom('lti_member')
        .select(['platform_id as provider_id', 'subject', 'name'])
        .select([sql<number | null>`cast(null as bigint)`.as('last_at'), sql<string>`'lti'`.as('kind')]) as never,
    );

/** Subjects without an account. */
const unlinkedSubjects = (db: Tenant) =>
  db
    .selectFrom(comers(db).as('s'))
    .innerJoin(registrations(db).as('p'), (join) => join.onRef('p.kind', '=', 's.kind').onRef('p.provider_id', '=', 's.provider_id'))
    .leftJoin('federated_identity as f', (join) =>
      join.onRef('f.provider', '=', 'p.provider').onRef('f.issuer', '=', 'p.issuer').onRef('f.subject', '=', 's.subject'),
    )
    .where('f.subject', 'is', null)
    .groupBy(['p.kind', 'p.provider_id', 'p.name', 'p.issuer', 's.subject'])
    .select(['p.kind', 'p.provider_id', 'p.name as provider_name', 'p.issuer', 's.subject'])
    .select(({ fn }) => [fn.max('s.last_at').as('last_at'), fn.max('s.name').as('name_at_provider')])
    .select([sql<number | null>`cast(null as bigint)`.as('linked_at'), sql<number | null>`cast(null as bigint)`.as('user_puid')])
    .select([sql<string>`''`.as('user_name'), sql<string>`''`.as('first_name'), sql<string>`''`.as('last_name')]);

type IdentityRow = Awaited<ReturnType<ReturnType<typeof unlinkedSubjects>['execute']>>[number];
const numberOrNull = (value: number | null) => (value === null ? null : Number(value));
const isoOf = (value: number | null) => (value === null ? null : iso(Number(value)));
const identityAs = ({ first_name, last_name, kind, provider_id, linked_at, last_at, user_puid, ...row }: IdentityRow): SamlIdentity => ({
  ...row,
  kind: kind as LinkKind,
  provider_id: Number(provider_id),
  user_puid: numberOrNull(user_puid),
  full_name: `${first_name} ${last_name}`.trim(),
  linked_at: isoOf(linked_at),
  last_at: isoOf(last_at),
});

/** A list of subjects as rows, which share their columns. */
const subjectsIn = (db: Tenant, list: 'linked' | 'unlinked') =>
  db
    .selectFrom(((list === 'linked' ? linkedSubjects(db) : unlinkedSubjects(db)) as ReturnType<typeof unlinkedSubjects>).as('i'))
    .selectAll('i');

/** One subject of a registration, whether it has an account or not. @throws 404 if nothing is known of it */
async function identityNow(db: Tenant, { kind, provider_id }: Registration, subject: string): Promise<SamlIdentity> {
  for (const list of ['linked', 'unlinked'] as const) {
    const row = await subjectsIn(db, list)
      .where('kind', '=', kind)
      .where('provider_id', '=', provider_id)
      .where('subject', '=', subject)
      .executeTakeFirst();
    if (row) return identityAs(row);
  }
  throw notFound('account');
}

/** Links a subject to an account. @throws refusal if it is linked already */
async function linkSubject(
  setting: Setting,
  trx: Tenant,
  { provider, issuer, name }: Registration,
  { subject, user_puid, linked_at }: { subject: string; user_puid: number; linked_at: number | null },
): Promise<void> {
  await holdDistrict(trx);
  const other = await trx
    .selectFrom('federated_identity')
    .select('user_puid')
    .where('provider', '=', provider)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (other) throw refuse('samlLinked', {}, { fields: [fieldReason('subject', 'taken')] });
  await trx
    .insertInto('federated_identity')
    .values({ provider, issuer, subject, user_puid, linked_at: linked_at ?? setting.ports.now(), by_hand: 1 })
    .execute();
  await note(setting, trx, 'saml.link', { after: { provider: name, subject } }, `user ${user_puid}`);
}

/** Rows that say that somebody came, by table. */
type Seen = { [T in 'saml_subject' | 'sign_on_subject' | 'lti_member']?: NewRow<T>[] };

/** Takes away what is known of a subject besides its account. */
async function forget(trx: Tenant, { kind, provider_id }: Registration, subject: string): Promise<Seen> {
  if (kind === 'saml')
    return {
      saml_subject: await trx
        .deleteFrom('saml_subject')
        .where('provider_id', '=', provider_id)
        .where('subject', '=', subject)
        .returningAll()
        .execute(),
    };
  const sign_on_subject = await trx
    .deleteFrom('sign_on_subject')
    .where('kind', '=', kind)
    .where('provider_id', '=', provider_id)
    .where('subject', '=', subject)
    .returningAll()
    .execute();
  if (kind !== 'lti') return { sign_on_subject };
  const lti_member = await trx
    .deleteFrom('lti_member')
    .where('platform_id', '=', provider_id)
    .where('subject', '=', subject)
    .returningAll()
    .execute();
  return { sign_on_subject, lti_member };
}

/** Lists again what was forgotten. Whoever came meanwhile has a newer row. */
async function recall(trx: Tenant, seen: Seen): Promise<void> {
  for (const [table, rows] of Object.entries(seen) as [keyof Seen, NewRow<'sign_on_subject'>[]][])
    if (rows.length > 0)
      await trx
        .insertInto(table)
        .values(rows as never)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
}

/** Links of subjects to accounts by hand, for all registrations of a district. */
export const identities: Pick<
  HandlersOf<typeof calls>,
  'linkRegistrations' | 'samlIdentities' | 'addSamlIdentity' | 'removeSamlIdentity' | 'restoreSamlIdentity'
> = {
  linkRegistrations: async ({ query }, context) => {
    const { db } = await settingOf(context, query);
    return (await registrationsOf(db)).map(({ kind, provider_id, name, issuer }) => ({ kind, provider_id, name, issuer }));
  },

  samlIdentities: async ({ query }, context) => {
    const { db } = await settingOf(context, query);
    const sort = orderOf(query.sort ?? 'subject', orders);
    const words = hasWords(query.search, ['subject', 'provider_name', 'user_name', 'first_name', 'last_name', 'name_at_provider']);
    const of = query.registration === undefined ? undefined : registrationIn(query.registration);
    const some = subjectsIn(db, query.list).where(words);
    const matching = of ? some.where('kind', '=', of.kind).where('provider_id', '=', of.provider_id) : some;
    const { total, rows } = await pageOf(matching, { ...sort, by: [...sort.by, sql`subject`, sql`kind`] }, 'provider_id', query);
    return { total, rows: rows.map(identityAs) };
  },

  addSamlIdentity: async ({ body: { kind, provider_id, subject, user_name, ...named } }, context) => {
    const setting = await settingOf(context, named);
    const { ports, db } = setting;
    const registration = await registrationNamed(db, { kind, provider_id });
    if (registration.issuer === '') throw refuse('samlIncomplete');
    const account = await linkable(db, context).where('user_key', '=', user_name.trim().toLowerCase()).executeTakeFirst();
    if (!account) throw refuse('samlAccount', {}, { fields: [fieldReason('user_name', 'incorrect')] });
    await transact(db, (trx) =>
      linkSubject(setting, trx, registration, { subject, user_puid: account.user_puid, linked_at: ports.now() }),
    ).catch(refusedIfLinked);
    return identityNow(db, registration, subject);
  },

  removeSamlIdentity: async ({ body: { kind, provider_id, subject, ...named } }, context) => {
    const setting = await settingOf(context, named);
    const { ports, db, district_id } = setting;
    const registration = await registrationNamed(db, { kind, provider_id });
    const { provider, issuer, name } = registration;
    await transact(db, async (trx) => {
      const removed = await trx
        .deleteFrom('federated_identity')
        .where('provider', '=', provider)
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .returning(['user_puid', 'linked_at'])
        .execute();
      const forgotten = await forget(trx, registration, subject);
      const wasSeen = Object.values(forgotten).some((rows) => rows.length > 0);
      if (removed.length === 0 && !wasSeen) throw notFound('account');
      const kept = {
        ...{ user_puid: removed[0]?.user_puid ?? null, linked_at: removed[0]?.linked_at ?? null, removed_at: ports.now() },
        seen: wasSeen ? JSON.stringify(forgotten) : null,
      };
      await trx
        .insertInto('identity_unlinked')
        .values({ kind, provider_id, subject, ...kept })
        .onConflict((conflict) => conflict.columns(['district_id', 'kind', 'provider_id', 'subject']).doUpdateSet(kept))
        .execute();
      const before = { before: { provider: name, subject } };
      if (removed.length === 0) await note(setting, trx, 'saml.unlink', before);
      await endSessionsOf({ db: trx }, { provider, issuer, district_id }, [subject]);
      for (const account of removed) await note(setting, trx, 'saml.unlink', before, `user ${account.user_puid}`);
    });
    return null;
  },

  restoreSamlIdentity: async ({ body: { kind, provider_id, subject, ...named } }, context) => {
    const setting = await settingOf(context, named);
    const { db } = setting;
    const registration = await registrationNamed(db, { kind, provider_id });
    await transact(db, async (trx) => {
      const [kept] = await trx
        .deleteFrom('identity_unlinked')
        .where('kind', '=', kind)
        .where('provider_id', '=', provider_id)
        .where('subject', '=', subject)
        .returningAll()
        .execute();
      if (!kept) throw notFound('undo');
      if (kept.user_puid !== null) {
        const account = await linkable(trx, context).where('user_puid', '=', kept.user_puid).executeTakeFirst();
        if (!account) throw refuse('samlAccount');
        await linkSubject(setting, trx, registration, { ...kept, ...account });
      }
      if (kept.seen !== null) await recall(trx, JSON.parse(kept.seen));
      if (kept.user_puid === null) await note(setting, trx, 'saml.relist', { after: { provider: registration.name, subject } });
    }).catch(refusedIfLinked);
    return identityNow(db, registration, subject);
  },
};
