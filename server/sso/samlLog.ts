import type { SamlCause, SamlReceived } from '../../contract/saml.ts';
import type { Ports } from '../kit/ports.ts';
import { tenant } from '../kit/tenant.ts';
import type { SamlProviderRow } from './samlProviders.ts';

/** Refusals that are written down per provider and minute. Anyone can send responses. */
const mostRefusals = 30;
const mostDetail = 300;

interface Entry {
  outcome: 'signedIn' | 'refused' | 'tested' | 'signedOut';
  cause?: SamlCause;
  /** Never a key, a cookie or a whole message. */
  detail?: string;
  tested?: { by: { user_puid: number; district_id: number }; received: SamlReceived | null };
}

/** Writes into the district's log what became of a message. */
export async function logSaml(ports: Ports, { district_id, provider_id }: SamlProviderRow, entry: Entry): Promise<void> {
  const db = tenant(ports.db, district_id);
  const at = ports.now();
  if (entry.outcome === 'refused') {
    const { count } = await db
      .selectFrom('saml_sign_in')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('provider_id', '=', provider_id)
      .where('at', '>', at - 60_000)
      .where('outcome', '=', 'refused')
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostRefusals) return;
  }
  const { outcome, cause = null, detail = '', tested } = entry;
  await db
    .insertInto('saml_sign_in')
    .values({
      sign_in_id: ports.newId(),
      ...{ provider_id, at, outcome, cause },
      detail: detail.replaceAll('\0', '').slice(0, mostDetail),
      tested_by: tested?.by.user_puid ?? null,
      tested_district_id: tested?.by.district_id ?? null,
      received: tested?.received ? JSON.stringify(tested.received) : null,
    })
    .execute();
}
