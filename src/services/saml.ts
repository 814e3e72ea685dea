import type { Values } from '../../common/recordValues.ts';
import type { UserData } from '../../contract/login.ts';
import {
  nameIdFormats,
  registrationIn,
  registrationKey,
  type SamlIdentity,
  type SamlKeys,
  type SamlProvider,
  type SamlSignIn,
  saml,
} from '../../contract/saml.ts';
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

/** The caller, and the district whose providers are shown. `chosen`: its id; absent for the caller's own. */
export const samlSetting = ({ userPuid: user_puid, districtID }: UserData, chosen: string | undefined) => ({
  user_puid,
  district_id: Number(chosen || districtID),
});
type Setting = ReturnType<typeof samlSetting>;

/** The identity providers of a district. */
export const samlProviderSource = (send: Send, user: UserData, chosen?: string): RecordSource<SamlProvider> => {
  const setting = samlSetting(user, chosen);
  const all = async (signal?: AbortSignal) => send(saml.samlProviders, setting, signal ? { signal } : {});
  const named = ({ provider_id }: SamlProvider) => ({ ...setting, provider_id });
  return {
    keyOf: ({ provider_id }) => String(provider_id),
    isWhole: true,
    load: async (_query, _count, signal) => {
      const rows = await all(signal);
      return { total: rows.length, rows };
    },
    get: async (row, { signal }) => (await all(signal)).find(({ provider_id }) => provider_id === row.provider_id) ?? row,
    add: (values, stop) => send(saml.addSamlProvider, { ...setting, ...fieldsOf(values) }, stop),
    update: (row, values, stop) => send(saml.updateSamlProvider, { ...named(row), version: row.version, ...fieldsOf(values) }, stop),
    uses: async ({ identities }) => ({ identities }),
    remove: (row, stop) => send(saml.removeSamlProvider, named(row), stop),
    restore: (row, _, stop) => send(saml.restoreSamlProvider, named(row), stop),
  };
};

/** Takes over an identity provider's metadata. `provider` null: adds one. */
export const readSamlMetadata = (
  send: Send,
  setting: Setting,
  { provider, name, metadata }: { provider: SamlProvider | null; name: string; metadata: string },
  signal: AbortSignal,
): Promise<SamlProvider> =>
  send(
    saml.readSamlMetadata,
    { ...setting, ...(provider ? { provider_id: provider.provider_id } : {}), name: name.trim(), metadata },
    { signal },
  );

/** Begins a test sign-in. Returns where to go. */
export const testSamlProvider = (send: Send, setting: Setting, { provider_id }: SamlProvider, signal: AbortSignal) =>
  send(saml.testSamlProvider, { ...setting, provider_id }, { signal });

/** A step in the renewal of our own key. `fingerprint`: of the second key. */
export type KeyStep = { step: 'make' } | { step: 'use' | 'remove'; fingerprint: string };

export const loadSamlKeys = (send: Send, setting: Setting, signal: AbortSignal): Promise<SamlKeys> =>
  send(saml.samlKeys, setting, { signal });

/** Renews our own key by a step. */
export const changeSamlKeys = (send: Send, setting: Setting, order: KeyStep, signal: AbortSignal): Promise<SamlKeys> => {
  if (order.step === 'make') return send(saml.makeSamlKey, setting, { signal });
  const { step, fingerprint } = order;
  return send(step === 'use' ? saml.useSamlKey : saml.removeSamlKey, { ...setting, fingerprint }, { signal });
};

/** What became of the responses of identity providers. */
export const samlSignInSource = (send: Send, user: UserData, chosen?: string): RecordSource<SamlSignIn> => ({
  keyOf: ({ sign_in_id }) => String(sign_in_id),
  load: loadPages<SamlSignIn>(send, saml.samlSignIns, samlSetting(user, chosen)),
});

/** Subjects with an account, or those who came without one. These are linked by their form. */
export const samlIdentitySource = (send: Send, user: UserData, chosen?: string): RecordSource<SamlIdentity> => {
  const setting = samlSetting(user, chosen);
  const named = ({ kind, provider_id, subject }: Pick<SamlIdentity, 'kind' | 'provider_id' | 'subject'>) => ({
    ...setting,
    ...{ kind, provider_id, subject },
  });
  const link = (of: Parameters<typeof named>[0], values: Values, stop: { signal: AbortSignal }) =>
    send(saml.addSamlIdentity, { ...named(of), user_name: textIn(values, 'user_name') }, stop);
  return {
    keyOf: (row) => `${registrationKey(row)} ${row.subject}`,
    load: loadPages<SamlIdentity>(send, saml.samlIdentities, setting),
    get: async (row) => row,
    add: (values, stop) =>
      link({ ...registrationIn(String(values.registration ?? '')), subject: String(values.subject ?? '') }, values, stop),
    update: (row, values, stop) => link(row, values, stop),
    uses: async ({ user_puid: account }) => ({ accounts: account === null ? 0 : 1 }),
    remove: (row, stop) => send(saml.removeSamlIdentity, named(row), stop),
    restore: (row, _, stop) => send(saml.restoreSamlIdentity, named(row), stop),
  };
};
