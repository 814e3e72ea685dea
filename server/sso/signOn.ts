import { Role } from '../../contract/kit.ts';
import { plainLine } from '../../contract/plainLine.ts';
import { longestSubject } from '../../contract/saml.ts';
import type { SignOnReceived } from '../../contract/signOnSetup.ts';
import { partsOf } from '../db/parts.ts';
import type { Row } from '../db/schema.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import { isInOpenDistrict } from '../kit/openDistricts.ts';
import type { Ports } from '../kit/ports.ts';
import { hashOfSecret, newSecret } from '../kit/secrets.ts';
import { shared, tenant } from '../kit/tenant.ts';
import { type OpenIdProvider, providerOf, type SingleSignOn } from './configuration.ts';

const attemptLife = 10 * 60_000;
const ticketLife = 60_000;
/** Longest name of somebody without an account that is kept. */
export const longestName = 200;

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
    .where(isInOpenDistrict('u'))
    .orderBy('f.linked_at')
    .orderBy('u.user_puid')
    .execute();

/** What decides whom the subjects of a registration open. */
type Vouching = Pick<OpenIdProvider, 'district_id' | 'subject_is_sourced_id'>;
type Registered = Pick<Identity, 'provider' | 'issuer'>;

/** A subject as its provider sends it. */
export interface Person {
  subject: string;
  /** The roster id that comes beside it, if it counts: it finds the account of an unknown subject. */
  sourced_id?: string | undefined;
}

/**
 * The accounts to link subjects with by their roster ids, by subject. A link by hand decides alone, even if its account is deactivated.
 * District administrators choose the provider, so it opens no account that has more rights than theirs.
 */
async function rosterAccounts(
  ports: Pick<Ports, 'db'>,
  { provider, issuer }: Registered,
  people: readonly Person[],
  { district_id, subject_is_sourced_id }: Vouching,
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const asked = people.filter(({ sourced_id }) => subject_is_sourced_id || sourced_id !== undefined);
  if (asked.length === 0) return found;
  const db = tenant(ports.db, district_id);
  const links = await db
    .selectFrom('federated_identity')
    .select(['subject', 'by_hand'])
    .where('provider', '=', provider)
    .where('issuer', '=', issuer)
    .where(
      'subject',
      'in',
      asked.map(({ subject }) => subject),
    )
    .execute();
  const known = new Set(links.map(({ subject }) => subject));
  const byHand = new Set(links.filter(({ by_hand }) => by_hand === 1).map(({ subject }) => subject));
  const idsOf = ({ subject, sourced_id }: Person) => [
    ...(subject_is_sourced_id && !byHand.has(subject) ? [subject] : []),
    ...(sourced_id !== undefined && !known.has(subject) ? [sourced_id] : []),
  ];
  const ids = [...new Set(asked.flatMap(idsOf))];
  if (ids.length === 0) return found;
  const rows = await db
    .selectFrom('app_user')
    .select(['user_puid', 'sourced_id'])
    .where('sourced_id', 'in', ids)
    .where('active', '=', 1)
    .where('role_id', '<=', Role.districtAdministrator)
    .execute();
  const accounts = new Map(rows.map(({ sourced_id, user_puid }) => [sourced_id, user_puid]));
  for (const person of asked) {
    const account = idsOf(person)
      .map((id) => accounts.get(id))
      .find((one) => one !== undefined);
    if (account !== undefined) found.set(person.subject, account);
  }
  return found;
}

/** Links subjects to the roster users with their ids. */
async function linkBySourcedId(ports: Ports, named: Registered, people: readonly Person[], registration: Vouching): Promise<void> {
  const accounts = await rosterAccounts(ports, named, people, registration);
  if (accounts.size === 0) return;
  await tenant(ports.db, registration.district_id)
    .insertInto('federated_identity')
    .values([...accounts].map(([subject, user_puid]) => ({ ...named, subject, user_puid, linked_at: ports.now() })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether an identity has an account, or would get one linked at its first sign-in. Links nothing. */
export async function accountKnown(ports: Ports, identity: Identity, registration: Vouching): Promise<SignOnReceived['account']> {
  if ((await accountsOf(ports, identity)).length > 0) return 'linked';
  return (await rosterAccounts(ports, identity, [identity], registration)).size > 0 ? 'roster' : 'none';
}

/** Copies links made by issuer alone to this registration, within its own district. */
async function adopt(ports: Ports, { provider, issuer }: Registered, people: readonly Person[], { district_id }: Vouching) {
  const db = tenant(ports.db, district_id);
  const linked = await db
    .selectFrom('federated_identity')
    .selectAll()
    .where('provider', '=', '')
    .where('issuer', '=', issuer)
    .where(
      'subject',
      'in',
      people.map(({ subject }) => subject),
    )
    .execute();
  if (linked.length > 0)
    await db
      .insertInto('federated_identity')
      .values(linked.map((row) => ({ ...row, provider })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/**
 * The active accounts in the registration's own district that subjects open. Each subject is first linked with the account that it certainly
 * is: linked earlier by issuer alone, or named by its roster id.
 */
export async function linkKnown(
  ports: Ports,
  named: Registered,
  people: readonly Person[],
  registration: Vouching,
): Promise<Map<string, Row<'app_user'>>> {
  const accounts = new Map<string, Row<'app_user'>>();
  for (const some of partsOf(people)) {
    await adopt(ports, named, some, registration);
    await linkBySourcedId(ports, named, some, registration);
    const rows = await tenant(ports.db, registration.district_id)
      .selectFrom('federated_identity as f')
      .innerJoin('app_user as u', 'u.user_puid', 'f.user_puid')
      .selectAll('u')
      .select('f.subject')
      .where('f.provider', '=', named.provider)
      .where('f.issuer', '=', named.issuer)
      .where(
        'f.subject',
        'in',
        some.map(({ subject }) => subject),
      )
      .where('u.active', '=', 1)
      .orderBy('f.linked_at')
      .orderBy('u.user_puid')
      .execute();
    for (const { subject, ...account } of rows) if (!accounts.has(subject)) accounts.set(subject, account);
  }
  return accounts;
}

/** `ticketFor` an identity of an OpenID provider or an LTI platform. */
export async function makeTicket(
  ports: Ports,
  use: keyof SingleSignOn,
  { issuer, ...person }: Pick<Identity, 'issuer'> & Person,
  provider: Pick<OpenIdProvider, 'issuer' | 'client_id' | 'district_id' | 'subject_is_sourced_id'>,
  launch: string | null = null,
): Promise<string | undefined> {
  const identity = { provider: providerOf(use, provider), issuer, ...person };
  await adopt(ports, identity, [person], provider);
  return ticketFor(ports, identity, provider, launch);
}

/**
 * A one-time code for the browser to bring to `getAccessCode`; undefined if the identity has no account here. `launch`: what the sign-in
 * opens (JSON).
 */
export async function ticketFor(
  ports: Ports,
  { sourced_id, ...identity }: Identity & Person,
  provider: Vouching,
  launch: string | null = null,
): Promise<string | undefined> {
  const { subject, ...named } = identity;
  await linkBySourcedId(ports, named, [{ subject, sourced_id }], provider);
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

/** Ends the sessions that subjects of a registration opened in its district. Returns how many. */
export async function endSessionsOf(
  ports: Pick<Ports, 'db'>,
  { provider, issuer, district_id }: Registered & Pick<Vouching, 'district_id'>,
  subjects: readonly string[],
): Promise<number> {
  if (subjects.length === 0) return 0;
  const { numDeletedRows } = await tenant(ports.db, district_id)
    .deleteFrom('refresh_session')
    .where('provider', '=', provider)
    .where('issuer', '=', issuer)
    .where('subject', 'in', subjects)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Remembers who came and has no account, so that an administrator can link the subject. */
export async function rememberComer(
  ports: Pick<Ports, 'db' | 'now'>,
  { kind, provider_id, district_id }: { kind: 'roster' | 'classroom' | 'lti'; provider_id: number; district_id: number },
  { subject, name }: { subject: string; name: unknown },
): Promise<void> {
  if (subject.length > longestSubject || plainLine(subject) !== subject) return;
  const seen = { name: typeof name === 'string' ? plainLine(name).slice(0, longestName) : '', last_at: ports.now() };
  await tenant(ports.db, district_id)
    .insertInto('sign_on_subject')
    .values({ kind, provider_id, subject, ...seen })
    .onConflict((conflict) => conflict.columns(['district_id', 'kind', 'provider_id', 'subject']).doUpdateSet(seen))
    .execute();
}
