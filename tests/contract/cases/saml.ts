import { calls } from '../../../contract/index.ts';
import type { saml } from '../../../contract/saml.ts';
import { ids } from '../../server/fixtureSchool.ts';
import { keyPair, metadataOf } from '../../server/samlProvider.ts';
import type { TestServer } from '../../server/testServer.ts';
import type { Cases } from './case.ts';

/** District 1 has an identity provider with a linked account and one that was unlinked, one without, and a deleted one. */
export interface SamlWorld {
  provider_id: number;
  unused: number;
  removed: number;
  metadata: string;
  /** When the account was linked. */
  linked_at: string;
  /** Fingerprint of the second key of ours. */
  spare: string;
}

const mine = { user_puid: ids.dan, district_id: ids.district };
const keys = keyPair();

export async function makeSamlWorld(server: TestServer): Promise<SamlWorld> {
  const dan = await server.signIn('dan');
  const of = async (name: string) => metadataOf(`urn:${name}`, 'https://idp.example', await keys);
  const add = async (name: string) => dan.ok(calls.readSamlMetadata, { ...mine, name, metadata: await of(name) });
  const { provider_id } = await add('North');
  const { linked_at } = await dan.ok(calls.addSamlIdentity, { ...mine, provider_id, subject: 'linked', user_name: 'ana' });
  const { provider_id: unused } = await add('East');
  const { provider_id: removed } = await add('West');
  await dan.ok(calls.removeSamlProvider, { ...mine, provider_id: removed });
  const unlinked = { ...mine, provider_id, subject: 'unlinked' };
  await dan.ok(calls.addSamlIdentity, { ...unlinked, user_name: 'ben' });
  await dan.ok(calls.removeSamlIdentity, unlinked);
  const { spare } = await dan.ok(calls.makeSamlKey, mine);
  return { provider_id, unused, removed, metadata: await of('South'), linked_at: linked_at ?? '', spare: spare?.fingerprint ?? '' };
}

const fields = {
  name: 'New',
  entity_id: 'urn:new',
  sign_on_address: 'https://idp.example/sso',
  sign_out_address: '',
  certificates: '',
  name_id_format: 'persistent' as const,
  subject_attribute: '',
  user_name_attribute: '',
  subject_is_sourced_id: false,
  active: false,
};

const links = (subject: string) => ({ row: 2, provider: 'North', subject, person: 'ben' });

export const samlCases: Cases<keyof typeof saml> = {
  samlProviders: { as: 'dan', input: () => mine },
  addSamlProvider: {
    as: 'dan',
    input: () => ({ ...mine, ...fields }),
    again: (at) => ({ entity_id: `urn:new${at}` }),
  },
  updateSamlProvider: { as: 'dan', input: ({ saml: { unused } }) => ({ ...mine, ...fields, provider_id: unused, version: 1 }) },
  readSamlMetadata: { as: 'dan', input: ({ saml: { unused, metadata } }) => ({ ...mine, provider_id: unused, name: 'East', metadata }) },
  removeSamlProvider: { as: 'dan', input: ({ saml: { unused } }) => ({ ...mine, provider_id: unused }) },
  restoreSamlProvider: { as: 'dan', input: ({ saml: { removed } }) => ({ ...mine, provider_id: removed }) },
  testSamlProvider: { as: 'dan', input: ({ saml: { provider_id } }) => ({ ...mine, provider_id }) },
  samlMetadata: { as: 'dan', input: ({ saml: { provider_id } }) => ({ ...mine, provider_id }) },
  samlKeys: { as: 'dan', input: () => mine },
  // District 1 has its second key already.
  makeSamlKey: { as: 'max', input: () => ({ user_puid: ids.max, district_id: ids.otherDistrict }), inOtherDistrict: 200 },
  useSamlKey: { as: 'dan', input: ({ saml: { spare } }) => ({ ...mine, fingerprint: spare }) },
  removeSamlKey: { as: 'dan', input: ({ saml: { spare } }) => ({ ...mine, fingerprint: spare }) },
  samlSignIns: { as: 'dan', input: () => mine, lenient: ['search'] },
  linkRegistrations: { as: 'dan', input: () => mine },
  samlIdentities: {
    as: 'dan',
    input: ({ saml: { provider_id } }) => ({ ...mine, registration: `saml:${provider_id}` }),
    lenient: ['search'],
  },
  addSamlIdentity: {
    as: 'dan',
    input: ({ saml: { provider_id } }) => ({ ...mine, provider_id, subject: 'new', user_name: 'ben' }),
    again: (at) => ({ subject: `new ${at}` }),
  },
  removeSamlIdentity: { as: 'dan', input: ({ saml: { provider_id } }) => ({ ...mine, provider_id, subject: 'linked' }) },
  checkSamlLinks: { as: 'dan', input: () => ({ ...mine, rows: [links('checked')] }) },
  addSamlLinks: {
    as: 'dan',
    input: () => ({ ...mine, rows: [links('of a file')] }),
    again: (at) => ({ rows: [links(`of file ${at}`)] }),
  },
  undoSamlLinks: { as: 'dan', input: ({ saml: { linked_at } }) => ({ ...mine, at: linked_at, rows: [links('linked')] }) },
  restoreSamlIdentity: { as: 'dan', input: ({ saml: { provider_id } }) => ({ ...mine, provider_id, subject: 'unlinked' }) },
};
