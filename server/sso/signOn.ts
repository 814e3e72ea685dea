import { Role } from '../../contract/kit.ts';
import type { SignOnReceived } from '../../contract/signOnSetup.ts';
import type { Row } from '../db/schema.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import type { Ports } from '../kit/ports.ts';
import { hashOfSecret, newSecret } from '../kit/secrets.ts';
import { shared, tenant } from '../kit/tenant.ts';
import { type OpenIdProvider, providerOf, type SingleSignOn } from './configuration.ts';

const attemptLife = 10 * 60_000;
const ticketLife = 60_000;

/** An identity from a provider. Accounts are linked by provider and subject, never by e-mail address. */
export interface Identity {
  /** The registration that vouches for it (`providerOf`). */
  provider: string;
  issuer: string;
  subject: string;
}

/** Records that a browser leaves for a provider. `state`, which begins with `mark`, goes along and into its cookie. */
export async function beginAttempt(
  ports: Ports,
  attempt: { provider: string; nonce: string; verifier: string },
  mark = '',
): Promise<string> {
  const state = mark + newSecret(ports);
  await shared(ports.db).deleteFrom('sign_on_attempt').where('expires_at', '<=', ports.now()).execute();
  await shared(ports.db)
    .insertInto('sign_on_attempt')
    .values({ state_hash: hashOfSecret(state), expires_at: ports.now() + attemptLife, ...attempt })
    .execute();
  return state;
}

/** Consumes an attempt. Undefined unless this browser started it, for this provider, and has not returned before. */
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

/** Accounts of an identity, in the order they were linked. */
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

/**
 * The account with a subject's roster id, if the provider's subjects are roster ids. District administrators choose the provider, so it opens
 * no account that has more rights than theirs.
 */
const rosterAccount = async (
  ports: Pick<Ports, 'db'>,
  { subject }: Pick<Identity, 'subject'>,
  { district_id, subject_is_sourced_id }: Pick<OpenIdProvider, 'district_id' | 'subject_is_sourced_id'>,
): Promise<{ user_puid: number } | undefined> =>
  subject_is_sourced_id
    ? tenant(ports.db, district_id)
        .selectFrom('app_user')
        .select('user_puid')
        .where('sourced_id', '=', subject)
        .where('active', '=', 1)
        .where('role_id', '<=', Role.districtAdministrator)
        .executeTakeFirst()
    : undefined;

/** Links an identity to the roster user with that id, if the provider's subjects are roster ids. */
async function linkBySourcedId(
  ports: Ports,
  identity: Identity,
  provider: Pick<OpenIdProvider, 'district_id' | 'subject_is_sourced_id'>,
): Promise<void> {
  const user = await rosterAccount(ports, identity, provider);
  if (!user) return;
  await tenant(ports.db, provider.district_id)
    .insertInto('federated_identity')
    .values({ ...identity, ...user, linked_at: ports.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether an identity has an account, or would get one linked at its first sign-in. Links nothing. */
export async function accountKnown(
  ports: Ports,
  identity: Identity,
  provider: Pick<OpenIdProvider, 'district_id' | 'subject_is_sourced_id'>,
): Promise<SignOnReceived['account']> {
  if ((await accountsOf(ports, identity)).length > 0) return 'linked';
  return (await rosterAccount(ports, identity, provider)) ? 'roster' : 'none';
}

/** Copies links made by issuer alone to this registration, within its own district. */
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

/** Links an identity to the account that it certainly is: linked earlier by issuer alone, or named by its roster id. */
export async function linkKnown(
  ports: Ports,
  identity: Identity,
  provider: Pick<OpenIdProvider, 'district_id' | 'subject_is_sourced_id'>,
): Promise<void> {
  await adopt(ports, identity, provider);
  await linkBySourcedId(ports, identity, provider);
}

/** `ticketFor` an identity of an OpenID provider or an LTI platform. */
export async function makeTicket(
  ports: Ports,
  use: keyof SingleSignOn,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
  provider: Pick<OpenIdProvider, 'issuer' | 'client_id' | 'district_id' | 'subject_is_sourced_id'>,
  launch: string | null = null,
): Promise<string | undefined> {
  const identity: Identity = { provider: providerOf(use, provider), issuer, subject };
  await adopt(ports, identity, provider);
  return ticketFor(ports, identity, provider, launch);
}

/**
 * A one-time code for the browser to bring to `getAccessCode`; undefined if the identity has no account here. `launch`: what the sign-in
 * opens (JSON).
 */
export async function ticketFor(
  ports: Ports,
  identity: Identity,
  provider: Pick<OpenIdProvider, 'district_id' | 'subject_is_sourced_id'>,
  launch: string | null = null,
): Promise<string | undefined> {
  await linkBySourcedId(ports, identity, provider);
  if ((await accountsOf(ports, identity)).length === 0) return undefined;
  const ticket = newSecret(ports);
  await shared(ports.db).deleteFrom('sign_on_ticket').where('expires_at', '<=', ports.now()).execute();
  await shared(ports.db)
    .insertInto('sign_on_ticket')
    .values({ ticket_hash: hashOfSecret(ticket), ...identity, expires_at: ports.now() + ticketLife, used_at: null, launch })
    .execute();
  return ticket;
}

/** The identity of a live ticket, and what the sign-in opens (JSON). */
export async function identityOfTicket(ports: Ports, ticket: string): Promise<{ identity: Identity; launch: string | null } | undefined> {
  const row = await shared(ports.db)
    .selectFrom('sign_on_ticket')
    .select(['provider', 'issuer', 'subject', 'launch'])
    .where('ticket_hash', '=', hashOfSecret(ticket))
    .where('expires_at', '>', ports.now())
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (!row?.provider) return undefined;
  const { launch, provider, issuer, subject } = row;
  return { identity: { provider, issuer, subject }, launch };
}

/** Consumes a ticket. False if another request was first. */
export async function useTicket(ports: Ports, ticket: string): Promise<boolean> {
  const { numUpdatedRows } = await shared(ports.db)
    .updateTable('sign_on_ticket')
    .set({ used_at: ports.now() })
    .where('ticket_hash', '=', hashOfSecret(ticket))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}
