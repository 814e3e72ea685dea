import { X509Certificate } from 'node:crypto';
import { certificateWarning } from '../../contract/saml.ts';
import type { Row } from '../db/schema.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import { isInOpenDistrict } from '../kit/openDistricts.ts';
import type { Ports } from '../kit/ports.ts';
import { atHost } from './atHost.ts';

export type SamlProviderRow = Row<'saml_provider'>;

const warning = certificateWarning * 24 * 3_600_000;

/** A provider of any district, by the id in its addresses. Switched off ones are found too. */
export const samlProviderOf = (ports: Ports, provider_id: number): Promise<SamlProviderRow | undefined> =>
  allDistricts(ports.db)
    .selectFrom('saml_provider')
    .selectAll()
    .where('provider_id', '=', provider_id)
    .where('removed_at', 'is', null)
    .where(isInOpenDistrict('saml_provider'))
    .executeTakeFirst();

/** Providers that the sign-in page at a web host offers. */
export async function offeredProviders(ports: Pick<Ports, 'db'>, host: string) {
  const rows = await allDistricts(ports.db)
    .selectFrom('saml_provider as p')
    .innerJoin('district as d', 'd.district_id', 'p.district_id')
    .select(['p.provider_id', 'p.name', 'd.district_id', 'd.name as district_name'])
    .where('p.active', '=', 1)
    .where('p.removed_at', 'is', null)
    .where('d.removed_at', 'is', null)
    .orderBy('d.name')
    .orderBy('p.name')
    .orderBy('p.provider_id')
    .execute();
  return (await atHost(ports, host, rows)).map(({ district_id, ...row }) => row);
}

/** Whether any district has a provider that is switched on. */
export const hasProviders = async (ports: Ports): Promise<boolean> =>
  (await allDistricts(ports.db)
    .selectFrom('saml_provider')
    .select('provider_id')
    .where('active', '=', 1)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Name of a registration in `federated_identity`. It has the district, because an administrator of another one may claim any entity id, and
 * the entity id, so that links do not outlive a change of the identity provider.
 */
export const samlRegistration = ({ district_id, entity_id }: Pick<SamlProviderRow, 'district_id' | 'entity_id'>) =>
  `saml ${entity_id} ${district_id}`;

/** Our addresses for a provider. The entity id is where our metadata are. */
export function ownAddresses(ports: Pick<Ports, 'origin'>, { provider_id }: Pick<SamlProviderRow, 'provider_id'>) {
  const at = (name: string) => `${ports.origin()}/api/lms/ssoLogin/saml/${name}/${provider_id}`;
  return { entityId: at('metadata'), acs: at('acs'), logout: at('logout') };
}

/** A certificate, and whether it counts at `now`: it ends within 30 days, is over, or has not begun. */
export function certificateAt(pem: string, now: number) {
  const { subject, fingerprint256, validFrom, validTo } = new X509Certificate(pem);
  const [from, until] = [Date.parse(validFrom), Date.parse(validTo)];
  const state = now < from ? 'later' : now >= until ? 'over' : until - now <= warning ? 'ending' : 'valid';
  return {
    subject: subject.replaceAll('\n', ', '),
    fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
    state,
  } as const;
}

export const certificatesIn = ({ certificates }: Pick<SamlProviderRow, 'certificates'>): string[] => JSON.parse(certificates);

/** Certificates with which a provider may sign now. Several overlap while it changes its key. */
export const countingCertificates = (provider: SamlProviderRow, now: number) =>
  certificatesIn(provider).filter((pem) => ['valid', 'ending'].includes(certificateAt(pem, now).state));

/** Whether the sign-ins of an active provider end soon: no certificate lasts longer than 30 days. */
export const endsSoon = (provider: SamlProviderRow, now: number) =>
  provider.active === 1 && !certificatesIn(provider).some((pem) => ['valid', 'later'].includes(certificateAt(pem, now).state));
