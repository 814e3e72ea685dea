import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import * as v from 'valibot';
import type { LtiCause } from '../../contract/lti.ts';
import type { Row } from '../db/schema.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import { writeAudit } from '../kit/audit.ts';
import { isInOpenDistrict } from '../kit/openDistricts.ts';
import type { Ports } from '../kit/ports.ts';
import { tenant } from '../kit/tenant.ts';
import { isUniqueViolation, transact } from '../kit/transact.ts';
import { providerOf } from '../sso/configuration.ts';
import { askPlatform } from './outbound.ts';

export type Platform = Row<'lti_platform'>;

const every = (ports: Pick<Ports, 'db'>) =>
  allDistricts(ports.db)
    .selectFrom('lti_platform as p')
    .selectAll('p')
    .where('p.removed_at', 'is', null)
    .where(isInOpenDistrict('p'))
    .orderBy('p.created_at')
    .orderBy('p.platform_id');

/** Platforms of all districts with this issuer, active or not, the oldest first. Without `client_id`: of any client. */
export async function platformsAt(ports: Pick<Ports, 'db'>, issuer: string, client_id?: string): Promise<Platform[]> {
  const found = every(ports).where('p.issuer', '=', issuer);
  return (client_id === undefined ? found : found.where('p.client_id', '=', client_id)).execute();
}

/** The platform of a deployment: districts that share an issuer and a client are told apart by it. */
export const platformOfDeployment = (
  ports: Pick<Ports, 'db'>,
  issuer: string,
  client_id: string,
  deployment_id: string,
): Promise<Platform | undefined> =>
  every(ports)
    .innerJoin('lti_deployment as d', (join) =>
      join.onRef('d.district_id', '=', 'p.district_id').onRef('d.platform_id', '=', 'p.platform_id'),
    )
    .where('d.issuer', '=', issuer)
    .where('d.client_id', '=', client_id)
    .where('d.deployment_id', '=', deployment_id)
    .executeTakeFirst();

/** A platform by its id, even if it is off. */
export const platformById = (ports: Pick<Ports, 'db'>, { district_id, platform_id }: Pick<Platform, 'district_id' | 'platform_id'>) =>
  every(ports).where('p.district_id', '=', district_id).where('p.platform_id', '=', platform_id).executeTakeFirst();

/** Whether any platform may launch. */
export const hasPlatforms = async (ports: Pick<Ports, 'db'>): Promise<boolean> =>
  (await every(ports).where('p.active', '=', 1).limit(1).executeTakeFirst()) !== undefined;

/** The registration of a platform as the linked accounts name it. */
export const registrationOf = (platform: Platform) => ({
  provider: providerOf('learningTools', platform),
  subject_is_sourced_id: platform.subject_is_sourced_id === 1,
  ...{ issuer: platform.issuer, client_id: platform.client_id, district_id: platform.district_id },
});

/** Lines that a district's log keeps. A flood of refused launches must not fill the database. */
const mostRefusals = 500;

/** Writes the true cause of a refusal, which its sender is not told, into the district's log. `detail` must hold no secret and no name. */
export async function noteRefusal(
  ports: Pick<Ports, 'db' | 'now' | 'newId'>,
  { district_id, platform_id }: Pick<Platform, 'district_id' | 'platform_id'>,
  cause: LtiCause,
  detail = '',
): Promise<void> {
  const db = tenant(ports.db, district_id);
  await db
    .insertInto('lti_refusal')
    .values({ district_id, refusal_id: ports.newId(), platform_id, at: ports.now(), cause, detail: detail.slice(0, 200) })
    .execute();
  const oldest = await db
    .selectFrom('lti_refusal')
    .select('refusal_id')
    .orderBy('refusal_id', 'desc')
    .offset(mostRefusals)
    .limit(1)
    .executeTakeFirst();
  if (oldest) await db.deleteFrom('lti_refusal').where('refusal_id', '<=', oldest.refusal_id).execute();
}

/**
 * Puts the platforms of the environment into the database, each once: what an administrator changed or deleted stays so. A platform whose
 * district does not exist, or whose deployments another has, is reported and left out.
 */
export async function seedPlatforms(ports: Ports): Promise<void> {
  for (const { deployment_ids, subject_is_sourced_id, token_endpoint, ...given } of ports.singleSignOn.learningTools ?? []) {
    const { district_id, issuer, client_id } = given;
    try {
      await transact(tenant(ports.db, district_id), async (trx) => {
        const known = await trx
          .selectFrom('lti_platform')
          .select('platform_id')
          .where('issuer', '=', issuer)
          .where('client_id', '=', client_id)
          .limit(1)
          .executeTakeFirst();
        if (known || !(await trx.selectFrom('district').select('district_id').executeTakeFirst())) return;
        const platform_id = ports.newId();
        await trx
          .insertInto('lti_platform')
          .values({
            ...given,
            deployment_ids: JSON.stringify([...new Set(deployment_ids)]),
            ...{ platform_id, name: new URL(issuer).host, token_endpoint: token_endpoint ?? '', active: 1, launches: 0, launched_at: null },
            ...{ subject_is_sourced_id: Number(subject_is_sourced_id), version: 1, created_at: ports.now(), removed_at: null },
          })
          .execute();
        await trx
          .insertInto('lti_deployment')
          .values([...new Set(deployment_ids)].map((deployment_id) => ({ district_id, platform_id, deployment_id, issuer, client_id })))
          .execute();
        await writeAudit(ports, trx, {
          actor_puid: 0,
          action: 'platform.add',
          subject: `platform ${platform_id}`,
          detail: { after: { issuer, client_id } },
        });
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      ports.report(new Error(`ORRERY_SINGLE_SIGN_ON: another platform has a deployment of ${issuer} ${client_id}.`), 'learning tools');
    }
  }
}

/** Shortest time between two fetches of one key set, in ms: unknown keys must not make us flood a platform. */
const cooldown = 30_000;
/** How long a key set is used without fetching it again, in ms. A platform withdraws a stolen key by leaving it out. */
const keySetLife = 600_000;
const mostKeySets = 500;
const keySets = new Map<string, { at: number; keys: Promise<JWTVerifyGetKey> }>();

const KeySet = v.object({ keys: v.pipe(v.array(v.looseObject({ kty: v.string() })), v.maxLength(100)) });

/** Fetches a platform's key set. Throws `PlatformFailed`, or an error if it is none. */
export async function fetchKeySet(ports: Pick<Ports, 'outside'>, address: string): Promise<JWTVerifyGetKey> {
  const { json } = await askPlatform(ports, address);
  return createLocalJWKSet(v.parse(KeySet, json) as Parameters<typeof createLocalJWKSet>[0]);
}

/** The keys of a platform. An unknown one is looked for in a newly fetched set: platforms rotate their keys. */
export function keysOf(ports: Pick<Ports, 'outside' | 'now'>, address: string): JWTVerifyGetKey {
  const current = (freshFor: number) => {
    const now = ports.now();
    const known = keySets.get(address);
    if (known && known.at <= now && now - known.at < freshFor) return known.keys;
    keySets.delete(address);
    const [oldest] = keySets.keys();
    if (keySets.size >= mostKeySets && oldest !== undefined) keySets.delete(oldest);
    const keys = fetchKeySet(ports, address);
    const entry = { at: now, keys };
    keySets.set(address, entry);
    keys.catch(() => keySets.get(address) === entry && keySets.delete(address));
    return keys;
  };
  return async (header, token) => {
    try {
      return await (await current(keySetLife))(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return (await current(cooldown))(header, token);
    }
  };
}
