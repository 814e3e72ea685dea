import type { Values } from '../../common/recordValues.ts';
import type { UserData } from '../../contract/login.ts';
import { nameIdFormats, type SamlIdentity, type SamlProvider, type SamlSignIn, saml } from '../../contract/saml.ts';
import type { Send } from './kit/client.ts';
import { loadPages, type RecordSource } from './kit/records.ts';

const textIn = (values: Values, field: string) => String(values[field] ?? '').trim();

const fieldsOf = (values: Values) => ({
  name: textIn(values, 'name'),
  entity_id: textIn(values, 'entity_id'),
  sign_on_address: textIn(values, 'sign_on_address'),
  sign_out_address: textIn(values, 'sign_out_address'),
  certificates: textIn(values, 'certificates'),
  name_id_format: nameIdFormats.find((format) => format === values.name_id_format) ?? 'persistent',
  subject_attribute: textIn(values, 'subject_attribute'),
  user_name_attribute: textIn(values, 'user_name_attribute'),
  subject_is_sourced_id: values.subject_is_sourced_id === true,
  active: values.active === true,
});

/** The identity providers of the district. */
export const samlProviderSource = (send: Send, { userPuid: user_puid }: UserData): RecordSource<SamlProvider> => {
  const all = async (signal?: AbortSignal) => send(saml.samlProviders, { user_puid }, signal ? { signal } : {});
  const named = ({ provider_id }: SamlProvider) => ({ user_puid, provider_id });
  return {
    keyOf: ({ provider_id }) => String(provider_id),
    isWhole: true,
    load: async (_query, _count, signal) => {
      const rows = await all(signal);
      return { total: rows.length, rows };
    },
    get: async (row, { signal }) => (await all(signal)).find(({ provider_id }) => provider_id === row.provider_id) ?? row,
    add: (values, stop) => send(saml.addSamlProvider, { user_puid, ...fieldsOf(values) }, stop),
    update: (row, values, stop) => send(saml.updateSamlProvider, { ...named(row), version: row.version, ...fieldsOf(values) }, stop),
    uses: async ({ identities }) => ({ identities }),
    remove: (row, stop) => send(saml.removeSamlProvider, named(row), stop),
    restore: (row, _, stop) => send(saml.restoreSamlProvider, named(row), stop),
  };
};

/** Takes over an identity provider's metadata. `provider` null: adds one. */
export const readSamlMetadata = (
  send: Send,
  user_puid: number,
  { provider, name, metadata }: { provider: SamlProvider | null; name: string; metadata: string },
  signal: AbortSignal,
): Promise<SamlProvider> =>
  send(
    saml.readSamlMetadata,
    { user_puid, ...(provider ? { provider_id: provider.provider_id } : {}), name: name.trim(), metadata },
    { signal },
  );

/** Begins a test sign-in. Returns where to go. */
export const testSamlProvider = (send: Send, user_puid: number, { provider_id }: SamlProvider, signal: AbortSignal) =>
  send(saml.testSamlProvider, { user_puid, provider_id }, { signal });

/** What became of the responses of identity providers. */
export const samlSignInSource = (send: Send, { userPuid: user_puid }: UserData): RecordSource<SamlSignIn> => ({
  keyOf: ({ sign_in_id }) => String(sign_in_id),
  load: loadPages<SamlSignIn>(send, saml.samlSignIns, { user_puid }),
});

/** Subjects with an account, or those who signed in without one. These are linked by their form. */
export const samlIdentitySource = (send: Send, { userPuid: user_puid }: UserData): RecordSource<SamlIdentity> => {
  const link = (provider_id: number, subject: string, values: Values, stop: { signal: AbortSignal }) =>
    send(saml.addSamlIdentity, { user_puid, provider_id, subject, user_name: textIn(values, 'user_name') }, stop);
  return {
    keyOf: ({ provider_id, subject }) => `${provider_id} ${subject}`,
    load: loadPages<SamlIdentity>(send, saml.samlIdentities, { user_puid }),
    get: async (row) => row,
    add: (values, stop) => link(Number(values.provider_id), String(values.subject ?? ''), values, stop),
    update: ({ provider_id, subject }, values, stop) => link(provider_id, subject, values, stop),
    uses: async ({ user_puid: account }) => ({ accounts: account === null ? 0 : 1 }),
    remove: ({ provider_id, subject }, stop) => send(saml.removeSamlIdentity, { user_puid, provider_id, subject }, stop),
    restore: ({ provider_id, subject }, _, stop) => send(saml.restoreSamlIdentity, { user_puid, provider_id, subject }, stop),
  };
};
