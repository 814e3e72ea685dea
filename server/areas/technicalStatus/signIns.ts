import type { TenantPorts } from '../../kit/ports.ts';
import { certificateAt, certificatesIn } from '../../sso/samlProviders.ts';
import { countedSince, type Facts, failureOf, latest } from './standing.ts';
import type { Uses } from './uses.ts';

/** The district's identity providers for SAML, by their log. */
export async function samlFacts({ db, now }: TenantPorts): Promise<Facts[]> {
  const at = now();
  const providers = await db
    .selectFrom('saml_provider as p')
    .selectAll('p')
    .select((eb) => {
      const last = (outcome: 'signedIn' | 'tested' | 'refused') =>
        eb
          .selectFrom('saml_sign_in as l')
          .whereRef('l.provider_id', '=', 'p.provider_id')
          .where('l.outcome', '=', outcome)
          .orderBy('l.at', 'desc')
          .limit(1);
      return [
        last('signedIn').select('l.at').as('signed_in_at'),
        last('tested').select('l.at').as('tested_at'),
        last('refused').select('l.at').as('refused_at'),
        last('refused').select('l.cause').as('refused_cause'),
      ];
    })
    .where('p.removed_at', 'is', null)
    .orderBy('p.name')
    .orderBy('p.provider_id')
    .execute();
  if (providers.length === 0) return [];
  const refused = await db
    .selectFrom('saml_sign_in')
    .select(({ fn }) => ['provider_id', 'cause', fn.countAll<number>().as('count'), fn.max('at').as('last_at')])
    .where(
      'provider_id',
      'in',
      providers.map(({ provider_id }) => provider_id),
    )
    .where('outcome', '=', 'refused')
    .where('at', '>', countedSince(at))
    .groupBy(['provider_id', 'cause'])
    .orderBy('cause')
    .execute();
  const own = await db.selectFrom('saml_key').select('certificate').executeTakeFirst();
  const ownCertificate = own && certificateAt(own.certificate, at);
  return providers.map((provider): Facts => {
    const { provider_id, name, active, sign_on_address, refused_at, refused_cause } = provider;
    const failures = refused.filter((one) => one.provider_id === provider_id).map(failureOf);
    if (failures.length === 0 && refused_at !== null) failures.push(failureOf({ cause: refused_cause, count: 0, last_at: refused_at }));
    const theirs = certificatesIn(provider).map((pem) => certificateAt(pem, at));
    const lasting = theirs.some(({ state }) => state === 'valid' || state === 'later');
    const ending = theirs.some(({ state }) => state === 'ending');
    return {
      ...{ kind: 'saml', ref: provider_id, name, isOn: active === 1, addresses: [sign_on_address], failures },
      worked_at: latest(provider.signed_in_at, provider.tested_at),
      conditions:
        active === 0
          ? []
          : [
              ...(lasting
                ? []
                : ending
                  ? [{ cause: 'certificateEnding' as const }]
                  : [{ cause: 'certificateOver' as const, isOutage: true }]),
              ...(ownCertificate && ['ending', 'over'].includes(ownCertificate.state) ? [{ cause: 'ownCertificateEnding' as const }] : []),
            ],
      certificates: [
        ...theirs.map(({ until, state }) => ({ of: 'provider' as const, until, state })),
        ...(ownCertificate ? [{ of: 'own' as const, until: ownCertificate.until, state: ownCertificate.state }] : []),
      ],
    };
  });
}

/** The district's single sign-ons by OpenID Connect. */
export async function openIdFacts({ db }: TenantPorts, uses: Uses): Promise<Facts[]> {
  const providers = await db.selectFrom('sign_on_provider').selectAll().orderBy('kind', 'desc').execute();
  return providers.map(({ kind, issuer, active, tested_at, test_fault }): Facts => {
    const { worked_at, failures } = uses.of('openId', kind);
    return {
      ...{ kind: 'openId', ref: kind, name: new URL(issuer).host, isOn: active === 1, addresses: [issuer], failures },
      worked_at: latest(worked_at, test_fault === null ? tested_at : null),
    };
  });
}
