import { sql } from 'kysely';
import type { BodyOf } from '../../contract/kit.ts';
import { type saml as calls, isSamlAddress, mostMetadata, mostProviders, type SamlProvider } from '../../contract/saml.ts';
import { iso } from '../kit/access.ts';
import { fieldReason } from '../kit/fieldReasons.ts';
import { type HandlersOf, notFound, refuse, type UserContext } from '../kit/handler.ts';
import { OutsideProblem } from '../kit/outside.ts';
import { hasWords, orderOf, pageOf } from '../kit/pages.ts';
import type { Tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { beginSaml, SamlRefusal, samlMetadataOf } from '../sso/saml.ts';
import { certificateAt, certificatesIn, ownAddresses, type SamlProviderRow, samlRegistration } from '../sso/samlProviders.ts';
import { certificatesOf, readMetadata } from '../sso/samlXml.ts';
import { identities } from './saml/identities.ts';
import { samlKeys } from './saml/keys.ts';
import { linkFile } from './saml/linkFile.ts';
import { holdDistrict, note, type Setting, settingOf, storedProviders } from './saml/links.ts';

type Fields = Omit<BodyOf<typeof calls.addSamlProvider>, 'user_puid' | 'district_id'>;

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

async function providerAs({ ports, db }: Setting, row: SamlProviderRow): Promise<SamlProvider> {
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
    identities: await identitiesOf(db, row),
    own_entity_id: entityId,
    acs_address: acs,
    own_sign_out_address: logout,
  };
}
const providerNow = async (setting: Setting, provider_id: number) => providerAs(setting, await storedProvider(setting.db, provider_id));

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

async function addProvider(setting: Setting, columns: Columns): Promise<number> {
  const { ports, db } = setting;
  const provider_id = ports.newId();
  await transact(db, async (trx) => {
    await holdDistrict(trx);
    await assertFree(trx, columns.entity_id, provider_id);
    if ((await storedProviders(trx).execute()).length >= mostProviders) throw refuse('samlTooMany', { most: mostProviders });
    await trx
      .insertInto('saml_provider')
      .values({ provider_id, version: 1, created_at: ports.now(), removed_at: null, ...columns })
      .execute();
    await note(setting, trx, 'saml.add', { after: inWords(columns) });
  });
  return provider_id;
}

async function updateProvider(setting: Setting, before: SamlProviderRow, version: number, columns: Columns): Promise<void> {
  const { provider_id } = before;
  await transact(setting.db, async (trx) => {
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
    await note(setting, trx, 'saml.update', { before: inWords(before), after: inWords(columns) });
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

export const saml: HandlersOf<typeof calls> = {
  ...linkFile,
  ...identities,
  ...samlKeys,

  samlProviders: async ({ query }, context) => {
    const setting = await settingOf(context, query);
    const rows = await storedProviders(setting.db).orderBy(sql`lower(name)`).orderBy('provider_id').execute();
    return Promise.all(rows.map((row) => providerAs(setting, row)));
  },

  addSamlProvider: async ({ body: { user_puid, district_id, ...fields } }, context) => {
    const setting = await settingOf(context, { user_puid, district_id });
    return providerNow(setting, await addProvider(setting, columnsOf(fields)));
  },

  updateSamlProvider: async ({ body: { user_puid, district_id, provider_id, version, ...fields } }, context) => {
    const setting = await settingOf(context, { user_puid, district_id });
    const before = await storedProvider(setting.db, provider_id);
    await updateProvider(setting, before, version, columnsOf(fields));
    return providerNow(setting, provider_id);
  },

  readSamlMetadata: async ({ body: { provider_id, name, metadata, ...named } }, context) => {
    const setting = await settingOf(context, named);
    const { ports, db } = setting;
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
        setting,
        await addProvider(setting, { ...initial, ...read, name: name || new URL(found.sign_on_address).hostname } as Columns),
      );
    const before = await storedProvider(db, provider_id);
    const { district_id, provider_id: of, version, created_at, removed_at, ...columns } = before;
    // A certificate that still counts stays beside the new one: the provider may sign with either until it has changed.
    const kept = certificatesIn(before).filter(
      (pem) => before.entity_id === found.entity_id && certificateAt(pem, ports.now()).state !== 'over',
    );
    const certificates = JSON.stringify([...new Set([...found.certificates, ...kept])]);
    const after = { ...columns, ...read, certificates, ...(name ? { name } : {}) };
    await updateProvider(setting, before, version, after as Columns);
    return providerNow(setting, provider_id);
  },

  removeSamlProvider: async ({ body: { provider_id, ...named } }, context) => {
    const setting = await settingOf(context, named);
    const { ports, db } = setting;
    const before = await storedProvider(db, provider_id);
    await transact(db, async (trx) => {
      await trx.updateTable('saml_provider').set({ removed_at: ports.now(), active: 0 }).where('provider_id', '=', provider_id).execute();
      if ((await identitiesOf(trx, before)) > 0) throw refuse('recordInUse');
      await note(setting, trx, 'saml.remove', { before: { name: before.name } });
    });
    return null;
  },

  restoreSamlProvider: async ({ body: { provider_id, ...named } }, context) => {
    const setting = await settingOf(context, named);
    const { db } = setting;
    await transact(db, async (trx) => {
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
      await note(setting, trx, 'saml.restore', { after: { name: row.name } });
    });
    return providerNow(setting, provider_id);
  },

  testSamlProvider: async ({ body: { provider_id, ...named } }, context) => {
    const setting = await settingOf(context, named);
    const { ports, db, user } = setting;
    const provider = await storedProvider(db, provider_id);
    if (provider.entity_id === '' || provider.sign_on_address === '') throw refuse('samlIncomplete');
    const { url, state } = await beginSaml(ports, provider, { tester: { user_puid: user.user_puid, district_id: user.district_id } }).catch(
      (error: unknown) => {
        throw error instanceof SamlRefusal ? refuse('samlIncomplete') : error;
      },
    );
    await note(setting, db, 'saml.test', { after: { name: provider.name } });
    context.setSignOnCookie(state, 'None');
    return { url };
  },

  samlMetadata: async ({ query: { provider_id, ...named } }, context) => {
    const { ports, db } = await settingOf(context, named);
    return { xml: await samlMetadataOf(ports, await storedProvider(db, provider_id)) };
  },

  samlSignIns: async ({ query }, context) => {
    const { db, user } = await settingOf(context, query);
    const matching = db
      .selectFrom('saml_sign_in as l')
      .innerJoin('saml_provider as p', 'p.provider_id', 'l.provider_id')
      .select(['l.sign_in_id', 'l.at', 'p.name as provider_name', 'l.outcome', 'l.cause', 'l.detail'])
      .select(['l.tested_by', 'l.tested_district_id', 'l.received'])
      .where(hasWords(query.search, ['p.name', 'l.detail']));
    const { total, rows } = await pageOf(
      matching,
      orderOf(query.sort ?? '-at', { at: [sql`l.at`, sql`l.sign_in_id`] }),
      'l.sign_in_id',
      query,
    );
    return {
      total,
      rows: rows.map(({ at, cause, tested_by, tested_district_id, received, ...row }) => ({
        ...row,
        at: iso(at),
        cause: cause as never,
        // What came is about the person who tested.
        received:
          received !== null && tested_by === user.user_puid && tested_district_id === user.district_id ? JSON.parse(received) : null,
      })),
    };
  },
};
