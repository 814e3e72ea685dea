import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { BodyOf } from '../../contract/kit.ts';
import {
  type saml as calls,
  type identitySorts,
  isSamlAddress,
  mostMetadata,
  mostProviders,
  type SamlIdentity,
  type SamlProvider,
} from '../../contract/saml.ts';
import type { Database, Row } from '../db/schema.ts';
import { iso } from '../kit/access.ts';
import { writeAudit } from '../kit/audit.ts';
import { fieldReason } from '../kit/fieldReasons.ts';
import { assertSelf, type HandlersOf, notFound, refuse, type UserContext } from '../kit/handler.ts';
import { OutsideProblem } from '../kit/outside.ts';
import { hasWords, orderOf, pageOf } from '../kit/pages.ts';
import type { Tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { beginSaml, SamlRefusal, samlMetadataOf } from '../sso/saml.ts';
import { certificateAt, certificatesIn, ownAddresses, type SamlProviderRow, samlRegistration } from '../sso/samlProviders.ts';
import { endSamlSessions } from '../sso/samlRoutes.ts';
import { certificatesOf, readMetadata } from '../sso/samlXml.ts';
import { linkFile } from './saml/linkFile.ts';
import { holdDistrict, linkable, note, refusedIfLinked, storedProviders } from './saml/links.ts';

type Fields = Omit<BodyOf<typeof calls.addSamlProvider>, 'user_puid'>;

async function storedProvider(db: Tenant, provider_id: number): Promise<SamlProviderRow> {
  const row = await storedProviders(db).where('provider_id', '=', provider_id).executeTakeFirst();
  if (!row) throw notFound('signInWay');
  return row;
}

const identitiesOf = async (db: Tenant, provider: SamlProviderRow): Promise<number> => {
  const { count } = await db
    .selectFrom('federated_identity')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('provider', '=', samlRegistration(provider))
    .where('issuer', '=', provider.entity_id)
    .executeTakeFirstOrThrow();
  return Number(count);
};

async function providerAs({ ports }: UserContext, row: SamlProviderRow): Promise<SamlProvider> {
  const { entityId, acs, logout } = ownAddresses(ports, row);
  const { removed_at, created_at, ...provider } = row;
  const certificates = certificatesIn(row);
  return {
    ...provider,
    certificates: certificates.join('\n'),
    certificate_list: certificates.map((pem) => certificateAt(pem, ports.now())),
    name_id_format: row.name_id_format as SamlProvider['name_id_format'],
    subject_is_sourced_id: row.subject_is_sourced_id === 1,
    active: row.active === 1,
    identities: await identitiesOf(ports.db, row),
    own_entity_id: entityId,
    acs_address: acs,
    own_sign_out_address: logout,
  };
}
const providerNow = async (context: UserContext, provider_id: number) =>
  providerAs(context, await storedProvider(context.ports.db, provider_id));

/** The fields as they are stored. @throws refusal if certificates cannot be read, or an active provider lacks something */
function columnsOf({ certificates, subject_is_sourced_id, active, ...fields }: Fields) {
  let pems: string[];
  try {
    pems = certificatesOf(certificates);
  } catch {
    throw refuse('samlCertificate', {}, { fields: [fieldReason('certificates', 'notAccepted')] });
  }
  if (active) {
    const needed = { entity_id: fields.entity_id, sign_on_address: fields.sign_on_address, certificates: pems[0] ?? '' };
    const missing = Object.entries(needed).filter(([, value]) => value === '');
    if (missing.length > 0) throw refuse('samlIncomplete', {}, { fields: missing.map(([field]) => fieldReason(field, 'missing')) });
  }
  return {
    ...fields,
    certificates: JSON.stringify(pems),
    subject_is_sourced_id: Number(subject_is_sourced_id),
    active: Number(active),
  };
}
type Columns = ReturnType<typeof columnsOf>;

/** What the audit shows of a provider. Its certificates are public, and too long. */
const inWords = ({ certificates, ...columns }: Omit<Columns, 'name_id_format'> & { name_id_format: string }) => ({
  name: columns.name,
  entity_id: columns.entity_id,
  sign_on_address: columns.sign_on_address,
  sign_out_address: columns.sign_out_address,
  certificates: (JSON.parse(certificates) as string[]).map((pem) => certificateAt(pem, 0).fingerprint.slice(0, 16)).join(', '),
  name_id_format: columns.name_id_format,
  subject_attribute: columns.subject_attribute,
  user_name_attribute: columns.user_name_attribute,
  subject_is_sourced_id: columns.subject_is_sourced_id === 1,
  active: columns.active === 1,
});

/** @throws refusal if another provider of the district has the entity id */
async function assertFree(trx: Tenant, entity_id: string, provider_id: number) {
  if (entity_id === '') return;
  const other = await storedProviders(trx).where('entity_id', '=', entity_id).where('provider_id', '!=', provider_id).executeTakeFirst();
  if (other) throw refuse('valueTaken', { value: entity_id }, { fields: [fieldReason('entity_id', 'taken')] });
}

async function addProvider(context: UserContext, columns: Columns): Promise<number> {
  const { ports } = context;
  const provider_id = ports.newId();
  await transact(ports.db, async (trx) => {
    await holdDistrict(trx);
    await assertFree(trx, columns.entity_id, provider_id);
    if ((await storedProviders(trx).execute()).length >= mostProviders) throw refuse('samlTooMany', { most: mostProviders });
    await trx
      .insertInto('saml_provider')
      .values({ provider_id, version: 1, created_at: ports.now(), removed_at: null, ...columns })
      .execute();
    await note(context, trx, 'saml.add', { after: inWords(columns) });
  });
  return provider_id;
}

async function updateProvider(context: UserContext, before: SamlProviderRow, version: number, columns: Columns): Promise<void> {
  const { provider_id } = before;
  await transact(context.ports.db, async (trx) => {
    await holdDistrict(trx);
    await assertFree(trx, columns.entity_id, provider_id);
    const { numUpdatedRows } = await trx
      .updateTable('saml_provider')
      .set({ ...columns, version: version + 1 })
      .where('provider_id', '=', provider_id)
      .where('version', '=', version)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) throw refuse('recordChanged');
    await note(context, trx, 'saml.update', { before: inWords(before), after: inWords(columns) });
  });
}

/** Longest wait for metadata, in ms. */
const longest = 10_000;

/** The metadata at an address. @throws refusal if there is none */
async function metadataAt({ ports }: UserContext, address: string): Promise<string> {
  const accept = 'application/samlmetadata+xml, application/xml;q=0.9, text/xml;q=0.9';
  try {
    const response = await ports.outside.send(new URL(address), { method: 'GET', headers: { accept }, most: mostMetadata, longest });
    if (response.ok) return await response.text();
  } catch (error) {
    if (!(error instanceof OutsideProblem)) throw error;
  }
  throw refuse('samlMetadataAddress', {}, { fields: [fieldReason('metadata', 'notAccepted')] });
}

const initial = { name_id_format: 'persistent', subject_attribute: '', user_name_attribute: '', subject_is_sourced_id: 0, active: 0 };

const orders: Record<(typeof identitySorts)[number], readonly RawBuilder<unknown>[]> = {
  subject: [sql`lower(subject)`],
  provider_name: [sql`lower(provider_name)`],
  user_name: [sql`lower(user_name)`],
  linked_at: [sql`coalesce(linked_at, 0)`],
  last_at: [sql`coalesce(last_at, 0)`],
};

/** Name of a registration, as `samlRegistration` makes it. */
const registration = sql<string>`'saml ' || p.entity_id || ' ' || cast(p.district_id as text)`;

/** Subjects with an account. */
const linkedSubjects = (db: Tenant) =>
  db
    .selectFrom('federated_identity as f')
    .innerJoin('saml_provider as p', (join) => join.on('f.provider', '=', registration).onRef('f.issuer', '=', 'p.entity_id'))
    .innerJoin('app_user as u', 'u.user_puid', 'f.user_puid')
    .leftJoin('saml_subject as s', (join) => join.onRef('s.provider_id', '=', 'p.provider_id').onRef('s.subject', '=', 'f.subject'))
    .where('p.removed_at', 'is', null)
    .select(['p.provider_id', 'p.name as provider_name', 'p.entity_id as issuer', 'f.subject', 'f.linked_at', 's.last_at'])
    .select(['u.user_puid', 'u.user_name', 'u.first_name', 'u.last_name'])
    .select(sql<string>`coalesce(s.user_name, '')`.as('name_at_provider'));

const hasNoAccount = (eb: ExpressionBuilder<Database & { s: Database['saml_subject']; p: Database['saml_provider'] }, 's' | 'p'>) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('federated_identity as f')
        .select('f.user_puid')
        .where('f.provider', '=', registration)
        .whereRef('f.issuer', '=', 'p.entity_id')
        .whereRef('f.subject', '=', 's.subject'),
    ),
  );

/** Subjects who signed in at their provider and have no account here. */
const unlinkedSubjects = (db: Tenant) =>
  db
    .selectFrom('saml_subject as s')
    .innerJoin('saml_provider as p', 'p.provider_id', 's.provider_id')
    .where('p.removed_at', 'is', null)
    .where(hasNoAccount)
    .select(['p.provider_id', 'p.name as provider_name', 'p.entity_id as issuer', 's.subject', 's.last_at'])
    .select(sql<number | null>`null`.as('linked_at'))
    .select(sql<number | null>`null`.as('user_puid'))
    .select([sql<string>`''`.as('user_name'), sql<string>`''`.as('first_name'), sql<string>`''`.as('last_name')])
    .select('s.user_name as name_at_provider');

type IdentityRow = Awaited<ReturnType<ReturnType<typeof linkedSubjects>['execute']>>[number];
const identityAs = ({
  first_name,
  last_name,
  linked_at,
  last_at,
  user_puid,
  ...row
}: Omit<IdentityRow, 'user_puid' | 'linked_at'> & { user_puid: number | null; linked_at: number | null }): SamlIdentity => ({
  ...row,
  user_puid: user_puid === null ? null : Number(user_puid),
  full_name: `${first_name} ${last_name}`.trim(),
  linked_at: linked_at === null ? null : iso(Number(linked_at)),
  last_at: last_at === null ? null : iso(Number(last_at)),
});

/** Links a subject to an account. @throws refusal if it is linked already */
async function linkSubject(
  { ports, user }: UserContext,
  trx: Tenant,
  provider: SamlProviderRow,
  { subject, user_puid, linked_at }: { subject: string; user_puid: number; linked_at: number | null },
): Promise<void> {
  const named = { provider: samlRegistration(provider), issuer: provider.entity_id, subject };
  await holdDistrict(trx);
  const other = await trx
    .selectFrom('federated_identity')
    .select('user_puid')
    .where('provider', '=', named.provider)
    .where('issuer', '=', named.issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (other) throw refuse('samlLinked', {}, { fields: [fieldReason('subject', 'taken')] });
  await trx
    .insertInto('federated_identity')
    .values({ ...named, user_puid, linked_at: linked_at ?? ports.now() })
    .execute();
  await writeAudit(ports, trx, {
    actor_puid: user.user_puid,
    action: 'saml.link',
    subject: `user ${user_puid}`,
    detail: { after: { provider: provider.name, subject } },
  });
}

export const saml: HandlersOf<typeof calls> = {
  ...linkFile,

  samlProviders: async ({ query }, context) => {
    assertSelf(context.user, query.user_puid);
    const rows = await storedProviders(context.ports.db).orderBy(sql`lower(name)`).orderBy('provider_id').execute();
    return Promise.all(rows.map((row) => providerAs(context, row)));
  },

  addSamlProvider: async ({ body: { user_puid, ...fields } }, context) => {
    assertSelf(context.user, user_puid);
    return providerNow(context, await addProvider(context, columnsOf(fields)));
  },

  updateSamlProvider: async ({ body: { user_puid, provider_id, version, ...fields } }, context) => {
    assertSelf(context.user, user_puid);
    const before = await storedProvider(context.ports.db, provider_id);
    await updateProvider(context, before, version, columnsOf(fields));
    return providerNow(context, provider_id);
  },

  readSamlMetadata: async ({ body: { user_puid, provider_id, name, metadata } }, context) => {
    const { ports, user } = context;
    assertSelf(user, user_puid);
    const given = metadata.trim();
    const xml = URL.canParse(given) ? await metadataAt(context, given) : given;
    let found: ReturnType<typeof readMetadata>;
    try {
      found = readMetadata(xml, ports.now());
    } catch {
      throw refuse('samlMetadata', {}, { fields: [fieldReason('metadata', 'notAccepted')] });
    }
    const read = { ...found, certificates: JSON.stringify(found.certificates) };
    if (![found.sign_on_address, found.sign_out_address].every(isSamlAddress)) throw refuse('samlMetadata');
    if (provider_id === undefined)
      return providerNow(
        context,
        await addProvider(context, { ...initial, ...read, name: name || new URL(found.sign_on_address).hostname } as Columns),
      );
    const before = await storedProvider(ports.db, provider_id);
    const { district_id, provider_id: of, version, created_at, removed_at, ...columns } = before;
    // A certificate that still counts stays beside the new one: the provider may sign with either until it has changed.
    const kept = certificatesIn(before).filter(
      (pem) => before.entity_id === found.entity_id && certificateAt(pem, ports.now()).state !== 'over',
    );
    const certificates = JSON.stringify([...new Set([...found.certificates, ...kept])]);
    const after = { ...columns, ...read, certificates, ...(name ? { name } : {}) };
    await updateProvider(context, before, version, after as Columns);
    return providerNow(context, provider_id);
  },

  removeSamlProvider: async ({ body: { user_puid, provider_id } }, context) => {
    const { ports, user } = context;
    assertSelf(user, user_puid);
    const before = await storedProvider(ports.db, provider_id);
    await transact(ports.db, async (trx) => {
      await trx.updateTable('saml_provider').set({ removed_at: ports.now(), active: 0 }).where('provider_id', '=', provider_id).execute();
      if ((await identitiesOf(trx, before)) > 0) throw refuse('recordInUse');
      await note(context, trx, 'saml.remove', { before: { name: before.name } });
    });
    return null;
  },

  restoreSamlProvider: async ({ body: { user_puid, provider_id } }, context) => {
    const { ports, user } = context;
    assertSelf(user, user_puid);
    await transact(ports.db, async (trx) => {
      await holdDistrict(trx);
      const row = await trx
        .updateTable('saml_provider')
        .set({ removed_at: null })
        .where('provider_id', '=', provider_id)
        .where('removed_at', 'is not', null)
        .returningAll()
        .executeTakeFirst();
      if (!row) throw notFound('undo');
      await assertFree(trx, row.entity_id, provider_id);
      if ((await storedProviders(trx).execute()).length > mostProviders) throw refuse('samlTooMany', { most: mostProviders });
      await note(context, trx, 'saml.restore', { after: { name: row.name } });
    });
    return providerNow(context, provider_id);
  },

  testSamlProvider: async ({ body: { user_puid, provider_id } }, context) => {
    const { ports, user } = context;
    assertSelf(user, user_puid);
    const provider = await storedProvider(ports.db, provider_id);
    if (provider.entity_id === '' || provider.sign_on_address === '') throw refuse('samlIncomplete');
    const { url, state } = await beginSaml(ports, provider, { testedBy: user.user_puid }).catch((error: unknown) => {
      throw error instanceof SamlRefusal ? refuse('samlIncomplete') : error;
    });
    await note(context, ports.db, 'saml.test', { after: { name: provider.name } });
    context.setSignOnCookie(state, 'None');
    return { url };
  },

  samlMetadata: async ({ query: { user_puid, provider_id } }, { ports, user }) => {
    assertSelf(user, user_puid);
    return { xml: await samlMetadataOf(ports, await storedProvider(ports.db, provider_id)) };
  },

  samlSignIns: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const matching = ports.db
      .selectFrom('saml_sign_in as l')
      .innerJoin('saml_provider as p', 'p.provider_id', 'l.provider_id')
      .select(['l.sign_in_id', 'l.at', 'p.name as provider_name', 'l.outcome', 'l.cause', 'l.detail', 'l.tested_by', 'l.received'])
      .where(hasWords(query.search, ['p.name', 'l.detail']));
    const { total, rows } = await pageOf(
      matching,
      orderOf(query.sort ?? '-at', { at: [sql`l.at`, sql`l.sign_in_id`] }),
      'l.sign_in_id',
      query,
    );
    return {
      total,
      rows: rows.map(({ at, cause, tested_by, received, ...row }) => ({
        ...row,
        at: iso(at),
        cause: cause as never,
        // What came is about the person who tested.
        received: received !== null && tested_by === user.user_puid ? JSON.parse(received) : null,
      })),
    };
  },

  samlIdentities: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const sort = orderOf(query.sort ?? 'subject', orders);
    const words = hasWords(query.search, ['subject', 'provider_name', 'user_name', 'first_name', 'last_name', 'name_at_provider']);
    const some = (query.list === 'linked' ? linkedSubjects(ports.db) : unlinkedSubjects(ports.db)) as ReturnType<typeof linkedSubjects>;
    const matching = ports.db.selectFrom(some.as('i')).selectAll().where(words);
    const { total, rows } = await pageOf(matching, { ...sort, by: [...sort.by, sql`subject`] }, 'provider_id', query);
    return { total, rows: rows.map(identityAs) };
  },

  addSamlIdentity: async ({ body: { user_puid, provider_id, subject, user_name } }, context) => {
    const { ports, user } = context;
    assertSelf(user, user_puid);
    const provider = await storedProvider(ports.db, provider_id);
    if (provider.entity_id === '') throw refuse('samlIncomplete');
    const account = await linkable(ports.db, context).where('user_key', '=', user_name.trim().toLowerCase()).executeTakeFirst();
    if (!account) throw refuse('samlAccount', {}, { fields: [fieldReason('user_name', 'incorrect')] });
    await transact(ports.db, (trx) =>
      linkSubject(context, trx, provider, { subject, user_puid: account.user_puid, linked_at: ports.now() }),
    ).catch(refusedIfLinked);
    const row = await linkedSubjects(ports.db)
      .where('p.provider_id', '=', provider_id)
      .where('f.subject', '=', subject)
      .executeTakeFirstOrThrow();
    return identityAs(row);
  },

  removeSamlIdentity: async ({ body: { user_puid, provider_id, subject } }, context) => {
    const { ports, user } = context;
    assertSelf(user, user_puid);
    const provider = await storedProvider(ports.db, provider_id);
    await transact(ports.db, async (trx) => {
      const removed = await trx
        .deleteFrom('federated_identity')
        .where('provider', '=', samlRegistration(provider))
        .where('issuer', '=', provider.entity_id)
        .where('subject', '=', subject)
        .returning(['user_puid', 'linked_at'])
        .execute();
      const forgotten = await trx
        .deleteFrom('saml_subject')
        .where('provider_id', '=', provider_id)
        .where('subject', '=', subject)
        .returningAll()
        .execute();
      if (removed.length + forgotten.length === 0) throw notFound('account');
      const kept = { user_puid: removed[0]?.user_puid ?? null, linked_at: removed[0]?.linked_at ?? null, removed_at: ports.now() };
      const seen = forgotten[0] ? JSON.stringify(forgotten[0]) : null;
      await trx
        .insertInto('saml_unlinked')
        .values({ provider_id, subject, seen, ...kept })
        .onConflict((conflict) => conflict.columns(['district_id', 'provider_id', 'subject']).doUpdateSet({ seen, ...kept }))
        .execute();
      if (removed.length === 0) await note(context, trx, 'saml.unlink', { before: { provider: provider.name, subject } });
      await endSamlSessions({ db: trx }, provider, [subject]);
      for (const account of removed)
        await writeAudit(ports, trx, {
          actor_puid: user.user_puid,
          action: 'saml.unlink',
          subject: `user ${account.user_puid}`,
          detail: { before: { provider: provider.name, subject } },
        });
    });
    return null;
  },

  restoreSamlIdentity: async ({ body: { user_puid, provider_id, subject } }, context) => {
    const { ports, user } = context;
    assertSelf(user, user_puid);
    const provider = await storedProvider(ports.db, provider_id);
    await transact(ports.db, async (trx) => {
      const [kept] = await trx
        .deleteFrom('saml_unlinked')
        .where('provider_id', '=', provider_id)
        .where('subject', '=', subject)
        .returningAll()
        .execute();
      if (!kept) throw notFound('undo');
      if (kept.user_puid !== null) {
        const account = await linkable(trx, context).where('user_puid', '=', kept.user_puid).executeTakeFirst();
        if (!account) throw refuse('samlAccount');
        await linkSubject(context, trx, provider, { ...kept, ...account });
      }
      if (kept.seen !== null)
        await trx
          .insertInto('saml_subject')
          .values(JSON.parse(kept.seen) as Row<'saml_subject'>)
          // Whoever has signed in meanwhile has a newer row.
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      if (kept.user_puid === null) await note(context, trx, 'saml.relist', { after: { provider: provider.name, subject } });
    }).catch(refusedIfLinked);
    const rows = [linkedSubjects(ports.db).where('f.subject', '=', subject), unlinkedSubjects(ports.db).where('s.subject', '=', subject)];
    for (const query of rows as ReturnType<typeof linkedSubjects>[]) {
      const row = await query.where('p.provider_id', '=', provider_id).executeTakeFirst();
      if (row) return identityAs(row);
    }
    throw notFound('account');
  },
};
