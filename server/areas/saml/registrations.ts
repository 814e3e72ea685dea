import { sql } from 'kysely';
import type { LinkKind, LinkRegistration } from '../../../contract/saml.ts';
import { notFound } from '../../kit/handler.ts';
import type { Tenant } from '../../kit/tenant.ts';

/** A registration of the district whose subjects open accounts. */
export interface Registration extends LinkRegistration {
  /** Its name in `federated_identity` (`samlRegistration`, `providerOf`). */
  provider: string;
}

const district = sql`cast(district_id as text)`;

/** The registrations of the district as rows. */
export const registrations = (db: Tenant) =>
  db
    .selectFrom('saml_provider')
    .select(['provider_id', 'name', 'entity_id as issuer'])
    .select([sql<string>`'saml'`.as('kind'), sql<string>`'saml ' || entity_id || ' ' || ${district}`.as('provider')])
    .where('removed_at', 'is', null)
    .unionAll(
      db
        .selectFrom('sign_on_provider')
        .select(['district_id as provider_id', 'issuer as name', 'issuer'])
        .select(['kind', sql<string>`kind || ' ' || issuer || ' ' || client_id || ' ' || ${district}`.as('provider')]) as never,
    )
    .unionAll(
      db
        .selectFrom('lti_platform')
        .select(['platform_id as provider_id', 'name', 'issuer'])
        .select([
          sql<string>`'lti'`.as('kind'),
          sql<string>`'learningTools ' || issuer || ' ' || client_id || ' ' || ${district}`.as('provider'),
        ])
        .where('removed_at', 'is', null) as never,
    );

const all = (db: Tenant) =>
  db.selectFrom(registrations(db).as('p')).selectAll('p').orderBy('kind').orderBy(sql`lower(name)`).orderBy('provider_id');
type Row = Awaited<ReturnType<ReturnType<typeof all>['execute']>>[number];
const registrationAs = ({ kind, provider_id, ...row }: Row): Registration => ({
  ...row,
  kind: kind as LinkKind,
  provider_id: Number(provider_id),
});

/** The registrations of the district, by kind and name. */
export const registrationsOf = async (db: Tenant): Promise<Registration[]> => (await all(db).execute()).map(registrationAs);

/** @throws 404 if the district has no such registration */
export async function registrationNamed(
  db: Tenant,
  { kind, provider_id }: Pick<Registration, 'kind' | 'provider_id'>,
): Promise<Registration> {
  const row = await all(db).where('kind', '=', kind).where('provider_id', '=', provider_id).executeTakeFirst();
  if (!row) throw notFound('signInWay');
  return registrationAs(row);
}
