import { type SignOnFault, type SignOnKind, type SignOnReceived, signOnKinds } from '../../contract/signOnSetup.ts';
import type { CauseOf } from '../../contract/technicalStatus.ts';
import type { Row } from '../db/schema.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import { writeAudit } from '../kit/audit.ts';
import { noteUse } from '../kit/integrationUse.ts';
import type { Ports } from '../kit/ports.ts';
import { sealing } from '../kit/seal.ts';
import { type Tenant, tenant } from '../kit/tenant.ts';
import { isUniqueViolation, transact } from '../kit/transact.ts';
import { atHost } from './atHost.ts';
import { type OpenIdProvider, providerOf } from './configuration.ts';

export type SignOnProvider = Row<'sign_on_provider'>;

/** Client secrets of providers. */
export const signOnSecrets = sealing('orrery sign-on client secrets');

const every = (ports: Pick<Ports, 'db'>) =>
  allDistricts(ports.db)
    .selectFrom('sign_on_provider as p')
    .innerJoin('district as d', 'd.district_id', 'p.district_id')
    .where('d.removed_at', 'is', null);
const offered = (ports: Pick<Ports, 'db'>) => every(ports).where('p.active', '=', 1);

/** The single sign-ons that the sign-in page at a web host offers. */
export async function offeredSignOns(ports: Pick<Ports, 'db'>, host: string) {
  const rows = await offered(ports)
    .select(['p.kind', 'p.district_id', 'd.name as district_name'])
    .orderBy('d.name')
    .orderBy('p.district_id')
    .orderBy('p.kind')
    .execute();
  return [...(await atHost(ports, host, rows))];
}

/** Whether any district has a single sign-on that is switched on. */
export const hasSignOns = async (ports: Pick<Ports, 'db'>): Promise<boolean> =>
  (await offered(ports).select('p.kind').limit(1).executeTakeFirst()) !== undefined;

/** Single sign-ons of some districts that are switched on. */
export const signOnsIn = (ports: Pick<Ports, 'db'>, districts: readonly number[]) =>
  offered(ports)
    .select(['p.kind', 'p.issuer', 'p.client_id', 'p.district_id'])
    .where('p.district_id', 'in', districts)
    .orderBy('p.kind', 'desc')
    .execute();

/** The set-ups of a kind in these districts, and how many accounts of its district are linked with one. */
export async function signOnsOf(ports: Pick<Ports, 'db'>, kind: SignOnKind, districts: readonly number[]) {
  const db = allDistricts(ports.db);
  const rows =
    districts.length === 0
      ? []
      : await db.selectFrom('sign_on_provider').selectAll().where('kind', '=', kind).where('district_id', 'in', districts).execute();
  const names = [...new Set(rows.map((row) => providerOf(kind, row)))];
  const counts =
    names.length === 0
      ? []
      : await db
          .selectFrom('federated_identity')
          .select(['district_id', 'provider'])
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('provider', 'in', names)
          .groupBy(['district_id', 'provider'])
          .execute();
  const identitiesOf = (row: SignOnProvider): number =>
    Number(counts.find(({ district_id, provider }) => district_id === row.district_id && provider === providerOf(kind, row))?.count ?? 0);
  return { rows, identitiesOf };
}

/** The active provider of a district; without one given, the only one that the host offers. */
export async function activeSignOn(
  ports: Pick<Ports, 'db'>,
  kind: SignOnKind,
  { district_id, host }: { district_id: number | undefined; host: string },
): Promise<SignOnProvider | undefined> {
  const here = (await offeredSignOns(ports, host)).filter((one) => one.kind === kind);
  const chosen = district_id ?? (here.length === 1 ? here[0]?.district_id : undefined);
  if (chosen === undefined) return undefined;
  return offered(ports).selectAll('p').where('p.kind', '=', kind).where('p.district_id', '=', chosen).executeTakeFirst();
}

/** The provider that sends browsers back to an address, even if it is off. */
export const signOnAt = (ports: Pick<Ports, 'db'>, callback: string): Promise<SignOnProvider | undefined> =>
  every(ports).selectAll('p').where('p.callback', '=', callback).executeTakeFirst();

/** The registration of a provider as the linked accounts name it. */
export const signOnRegistration = (row: SignOnProvider) => ({
  provider: providerOf(row.kind, row),
  subject_is_sourced_id: row.subject_is_sourced_id === 1,
  ...{ issuer: row.issuer, client_id: row.client_id, district_id: row.district_id },
});

/**
 * End of the redirect URI of a district. Each registration has its own: a provider that sends a browser on to another one cannot get that
 * one's codes (RFC 9700, section 4.4).
 */
export const callbackOf = (kind: SignOnKind, district_id: number) => `${kind}/${district_id}`;

const latest = { last_at: null, last_fault: null, tested_at: null, test_fault: null };
/** What is known of a provider before its first sign-in and test. */
export const unused = { ...latest, tested_by: null, tested_district_id: null, received: null };

/** A sign-in is noted once in a minute, unless it ends otherwise: a school begins its day in one row. */
const noteAfter = 60_000;

const rowOf = (ports: Pick<Ports, 'db'>, { district_id, kind, version }: SignOnProvider) =>
  tenant(ports.db, district_id).updateTable('sign_on_provider').where('kind', '=', kind).where('version', '=', version);

/** Counts a sign-in for the technician's page. `state`: the browser did not begin it, or too long ago. */
export const countSignIn = (ports: Pick<Ports, 'db' | 'now'>, { district_id, kind }: SignOnProvider, cause: CauseOf<'openId'> | null) =>
  noteUse(ports, tenant(ports.db, district_id), { kind: 'openId', ref: kind }, cause);

/** Notes how a sign-in ended. */
export async function noteSignIn(ports: Pick<Ports, 'db' | 'now'>, provider: SignOnProvider, fault: SignOnFault | null): Promise<void> {
  await countSignIn(ports, provider, fault);
  const { last_at, last_fault } = provider;
  if (last_at !== null && last_fault === fault && ports.now() - last_at < noteAfter) return;
  await rowOf(ports, provider).set({ last_at: ports.now(), last_fault: fault }).execute();
}

/** Who tests a provider. */
export interface Tester {
  user_puid: number;
  district_id: number;
}

/** Notes how a test ended. */
export async function noteTest(
  ports: Pick<Ports, 'db' | 'now'>,
  provider: SignOnProvider,
  tester: Tester,
  found: { fault: SignOnFault } | { received: SignOnReceived },
): Promise<void> {
  await rowOf(ports, provider)
    .set({
      tested_at: ports.now(),
      test_fault: 'fault' in found ? found.fault : null,
      tested_by: tester.user_puid,
      tested_district_id: tester.district_id,
      received: 'received' in found ? JSON.stringify(found.received) : null,
    })
    .execute();
}

/** The client secret; empty for a public client. Throws if the signing key has changed since. */
export const secretOf = (ports: Pick<Ports, 'signingKey'>, { sealed_secret }: Pick<SignOnProvider, 'sealed_secret'>): string =>
  sealed_secret === '' ? '' : signOnSecrets.unseal(ports, sealed_secret);

/** What the audit shows of a provider: everything but its secret. */
export const toldOf = (row: Pick<SignOnProvider, 'issuer' | 'client_id' | 'scope' | 'subject_is_sourced_id' | 'active'>) => ({
  issuer: row.issuer,
  client: row.client_id,
  scope: row.scope,
  roster_ids: row.subject_is_sourced_id === 1,
  active: row.active === 1,
});

const isSame = (ports: Ports, row: SignOnProvider, given: OpenIdProvider): boolean => {
  try {
    return (
      row.issuer === given.issuer &&
      row.client_id === given.client_id &&
      row.scope === given.scope &&
      row.subject_is_sourced_id === Number(given.subject_is_sourced_id) &&
      secretOf(ports, row) === (given.client_secret ?? '')
    );
  } catch {
    return false;
  }
};

async function seed(ports: Ports, trx: Tenant, kind: SignOnKind, given: OpenIdProvider): Promise<void> {
  const { district_id, issuer, client_id, client_secret, scope, subject_is_sourced_id } = given;
  const row = await trx.selectFrom('sign_on_provider').selectAll().where('kind', '=', kind).executeTakeFirst();
  if (row && (row.from_environment === 0 || isSame(ports, row, given))) return;
  if (!(await trx.selectFrom('district').select('district_id').executeTakeFirst())) {
    ports.report(new Error(`ORRERY_SINGLE_SIGN_ON: there is no district ${district_id}.`), `single sign-on with ${kind}`);
    return;
  }
  const columns = {
    ...{ issuer, client_id, scope, ...unused },
    sealed_secret: client_secret ? signOnSecrets.seal(ports, client_secret) : '',
    subject_is_sourced_id: Number(subject_is_sourced_id),
  };
  if (row) {
    await trx
      .updateTable('sign_on_provider')
      .set({ ...columns, version: row.version + 1 })
      .where('kind', '=', kind)
      .where('version', '=', row.version)
      .execute();
  } else {
    // Providers of the environment were registered with an address that names no district.
    const isTaken = (await signOnAt({ db: trx }, kind)) !== undefined;
    await trx
      .insertInto('sign_on_provider')
      .values({ kind, version: 1, active: 1, from_environment: 1, callback: isTaken ? callbackOf(kind, district_id) : kind, ...columns })
      .execute();
  }
  const after = toldOf({ ...columns, active: row?.active ?? 1 });
  await writeAudit(ports, trx, {
    actor_puid: 0,
    action: row ? 'signOn.update' : 'signOn.add',
    subject: `district ${district_id}`,
    detail: { ...(row ? { before: toldOf(row) } : {}), after },
  });
}

/**
 * Puts the single sign-ons of the environment into the database. One that is there is changed as the environment says, until an
 * administrator has saved it: from then on it stays.
 */
export async function seedSignOns(ports: Ports): Promise<void> {
  for (const kind of signOnKinds) {
    const given = ports.singleSignOn[kind];
    if (!given) continue;
    // Another server of the same environment may be first.
    await transact(tenant(ports.db, given.district_id), (trx) => seed(ports, trx, kind, given)).catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
    });
  }
}
