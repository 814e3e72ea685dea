import type { Row } from '../db/schema.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import type { Ports } from '../kit/ports.ts';
import { hashOfSecret, newSecret } from '../kit/secrets.ts';
import { shared, tenant } from '../kit/tenant.ts';
import { type OpenIdProvider, providerOf, type SingleSignOn } from './configuration.ts';

const attemptLife = 10 * 60_000;
const ticketLife = 60_000;

/** Who an identity provider says that somebody is: provider and subject are what accounts are linked by, never an e-mail address. */
export interface Identity {
  /** The registration that vouches for it (`providerOf`). */
  provider: string;
  issuer: string;
  subject: string;
}

/** Notes that a browser leaves for a provider; `state` goes with it, and into its cookie. */
export async function beginAttempt(ports: Ports, attempt: { provider: string; nonce: string; verifier: string }): Promise<string> {
  const state = newSecret(ports);
  await shared(ports.db).deleteFrom('sign_on_attempt').where('expires_at', '<=', ports.now()).execute();
  await shared(ports.db)
    .insertInto('sign_on_attempt')
    .values({ state_hash: hashOfSecret(state), expires_at: ports.now() + attemptLife, ...attempt })
    .execute();
  return state;
}

/** Uses an attempt up: undefined unless this very browser began it, for this provider, and has not come back before. */
export async function endAttempt(
  ports: Ports,
  { state, cookie, provider }: { state: string | undefined; cookie: string | undefined; provider: string },
): Promise<Row<'sign_on_attempt'> | undefined> {
  if (!state || state !== cookie) return undefined;
  const attempt = await shared(ports.db)
    .deleteFrom('sign_on_attempt')
    .where('state_hash', '=', hashOfSecret(state))
    .where('provider', '=', provider)
    .returningAll()
    .executeTakeFirst();
  return attempt && attempt.expires_at > ports.now() ? attempt : undefined;
}

/** The accounts of an identity, those linked first first. */
export const accountsOf = (ports: Ports, { provider, issuer, subject }: Identity): Promise<Row<'app_user'>[]> =>
  allDistricts(ports.db)
    .selectFrom('federated_identity as f')
    .innerJoin('app_user as u', (join) => join.onRef('u.district_id', '=', 'f.district_id').onRef('u.user_puid', '=', 'f.user_puid'))
    .selectAll('u')
    .where('f.provider', '=', provider)
    .where('f.issuer', '=', issuer)
    .where('f.subject', '=', subject)
    .where('u.active', '=', 1)
    .orderBy('f.linked_at')
    .orderBy('u.user_puid')
    .execute();

/** Links an identity to the roster's user of that id, where the provider's subjects are the roster's ids. */
async function linkBySourcedId(
  ports: Ports,
  identity: Identity,
  { district_id, subject_is_sourced_id }: Pick<OpenIdProvider, 'district_id' | 'subject_is_sourced_id'>,
): Promise<void> {
  if (!subject_is_sourced_id) return;
  const db = tenant(ports.db, district_id);
  const user = await db
    .selectFrom('app_user')
    .select('user_puid')
    .where('sourced_id', '=', identity.subject)
    .where('active', '=', 1)
    .executeTakeFirst();
  if (!user) return;
  await db
    .insertInto('federated_identity')
    .values({ ...identity, ...user, linked_at: ports.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes over what was linked by the issuer alone, as far as the registration's own district goes. */
async function adopt(ports: Ports, { provider, issuer, subject }: Identity, { district_id }: Pick<OpenIdProvider, 'district_id'>) {
  const db = tenant(ports.db, district_id);
  const linked = await db
    .selectFrom('federated_identity')
    .selectAll()
    .where('provider', '=', '')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();
  if (linked.length > 0)
    await db
      .insertInto('federated_identity')
      .values(linked.map((row) => ({ ...row, provider })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** A one-time code for the browser to bring to `getAccessCode`; undefined when the identity has no account here. */
export async function makeTicket(
  ports: Ports,
  use: keyof SingleSignOn,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
  provider: Pick<OpenIdProvider, 'issuer' | 'client_id' | 'district_id' | 'subject_is_sourced_id'>,
): Promise<string | undefined> {
  const identity: Identity = { provider: providerOf(use, provider), issuer, subject };
  await adopt(ports, identity, provider);
  await linkBySourcedId(ports, identity, provider);
  if ((await accountsOf(ports, identity)).length === 0) return undefined;
  const ticket = newSecret(ports);
  await shared(ports.db).deleteFrom('sign_on_ticket').where('expires_at', '<=', ports.now()).execute();
  await shared(ports.db)
    .insertInto('sign_on_ticket')
    .values({ ticket_hash: hashOfSecret(ticket), ...identity, expires_at: ports.now() + ticketLife, used_at: null })
    .execute();
  return ticket;
}

/** The identity of a live ticket. */
export async function identityOfTicket(ports: Ports, ticket: string): Promise<Identity | undefined> {
  const row = await shared(ports.db)
    .selectFrom('sign_on_ticket')
    .select(['provider', 'issuer', 'subject'])
    .where('ticket_hash', '=', hashOfSecret(ticket))
    .where('expires_at', '>', ports.now())
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return row?.provider ? { ...row, provider: row.provider } : undefined;
}

/** Uses a ticket up; false when another request was first. */
export async function useTicket(ports: Ports, ticket: string): Promise<boolean> {
  const { numUpdatedRows } = await shared(ports.db)
    .updateTable('sign_on_ticket')
    .set({ used_at: ports.now() })
    .where('ticket_hash', '=', hashOfSecret(ticket))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** Which of the single sign-ons that a person begins here. */
export type OpenIdName = keyof Pick<SingleSignOn, 'roster' | 'classroom'>;
