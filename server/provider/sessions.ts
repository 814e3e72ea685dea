import { hash } from 'node:crypto';
import type { Row } from '../db/schema.ts';
import type { TenantPorts } from '../kit/ports.ts';
import type { Tenant } from '../kit/tenant.ts';

export type ProviderSession = Row<'provider_session'>;

/** A stable, opaque id in UUID form, derived from the given parts. */
function uuidOf(...parts: (string | number)[]): string {
  const hex = hash('sha256', parts.join('/'), 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Ids by which the provider knows a person and one session, which `what` names. It gets no names and none of our ids. */
export function providerIds(
  { signingKey }: Pick<TenantPorts, 'signingKey'>,
  { district_id, user_puid }: { district_id: number; user_puid: number },
  what: string | number,
): Pick<ProviderSession, 'provider_student_id' | 'session_id'> {
  const secret = hash('sha256', signingKey, 'hex');
  return { provider_student_id: uuidOf(secret, 'user', district_id, user_puid), session_id: uuidOf(secret, 'session', district_id, what) };
}

/**
 * The session of an attempt, made on first use. Its ids are stored, so that they outlive a change of the signing key, and the provider is, so
 * that it outlives a change of the configuration.
 */
export async function sessionOf(
  ports: Pick<TenantPorts, 'signingKey' | 'learnosity'>,
  db: Tenant,
  attempt: Pick<Row<'attempt'>, 'district_id' | 'result_id' | 'user_puid'>,
  state: ProviderSession['state'] = 'open',
): Promise<ProviderSession> {
  const { district_id, result_id } = attempt;
  await db
    .insertInto('provider_session')
    .values({
      ...{ district_id, result_id, state, provider: ports.learnosity ? 'learnosity' : 'builtIn' },
      ...providerIds(ports, attempt, result_id),
      ...{ fetches: 0, next_at: null, fetched_at: null },
    })
    .onConflict((conflict) => conflict.columns(['district_id', 'result_id']).doNothing())
    .execute();
  return db.selectFrom('provider_session').selectAll().where('result_id', '=', result_id).executeTakeFirstOrThrow();
}
