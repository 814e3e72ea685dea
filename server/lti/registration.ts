import * as v from 'valibot';
import type { Row } from '../db/schema.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import { writeAudit } from '../kit/audit.ts';
import type { UserContext } from '../kit/handler.ts';
import type { Ports } from '../kit/ports.ts';
import { hashOfSecret, newSecret } from '../kit/secrets.ts';
import { tenant } from '../kit/tenant.ts';
import { isUniqueViolation, transact } from '../kit/transact.ts';
import { addressesOf, rosterScope, scoreScope } from './launch.ts';
import { askPlatform, PlatformFailed } from './outbound.ts';
import { platformsAt } from './platforms.ts';

const day = 24 * 3_600_000;

/** Makes an address at which one platform of a district can register itself within a day. */
export async function invite({ ports, user }: UserContext, district_id: number): Promise<{ url: string; expires_at: string }> {
  const secret = newSecret(ports);
  const expires_at = ports.now() + day;
  await transact(ports.db, async (trx) => {
    await trx.deleteFrom('lti_registration').where('expires_at', '<=', ports.now()).execute();
    await trx
      .insertInto('lti_registration')
      .values({
        secret_hash: hashOfSecret(secret),
        created_by: user.user_puid,
        platform_district_id: district_id === user.district_id ? null : district_id,
        expires_at,
        used_at: null,
      })
      .execute();
    await writeAudit(ports, tenant(allDistricts(trx), district_id), {
      actor_puid: user.user_puid,
      actor_district_id: user.district_id,
      action: 'platform.invite',
      subject: `district ${district_id}`,
    });
  });
  return { url: `${ports.origin()}/api/lms/ssoLogin/lti/register?invitation=${secret}`, expires_at: new Date(expires_at).toISOString() };
}

const address = v.pipe(v.string(), v.maxLength(2000), v.url(), v.regex(/^https?:\/\//));
/** What a platform says about itself (LTI Dynamic Registration 1.0, section 3.4). */
const PlatformConfiguration = v.object({
  issuer: address,
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  registration_endpoint: address,
  scopes_supported: v.optional(v.array(v.string()), []),
  'https://purl.imsglobal.org/spec/lti-platform-configuration': v.optional(v.looseObject({ product_family_code: v.optional(v.string()) })),
});
const toolClaim = 'https://purl.imsglobal.org/spec/lti-tool-configuration';
const Registered = v.object({
  client_id: v.pipe(v.string(), v.regex(/^\S{1,255}$/)),
  [toolClaim]: v.optional(v.looseObject({ deployment_id: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(255))) })),
});

type Invitation = Row<'lti_registration'>;

/** Takes an invitation, once. Undefined if it is unknown, used or over. */
async function take(ports: Ports, secret: string): Promise<Invitation | undefined> {
  return allDistricts(ports.db)
    .updateTable('lti_registration')
    .set({ used_at: ports.now() })
    .where('secret_hash', '=', hashOfSecret(secret))
    .where('used_at', 'is', null)
    .where('expires_at', '>', ports.now())
    .returningAll()
    .executeTakeFirst();
}

async function configurationAt(ports: Ports, openid_configuration: string, registration_token: string | undefined) {
  const headers = registration_token ? { authorization: `Bearer ${registration_token}` } : undefined;
  const { json } = await askPlatform(ports, openid_configuration, headers ? { headers } : {});
  const read = v.safeParse(PlatformConfiguration, json);
  // Otherwise anybody could register in the name of another platform (section 3.4).
  if (!read.success || new URL(read.output.issuer).host !== new URL(openid_configuration).host) throw new PlatformFailed(200);
  return read.output;
}

/**
 * Registers us at the platform that opened an invitation, and the platform here, inactive until an administrator turns it on (LTI Dynamic
 * Registration 1.0). False if the invitation or the platform is not right.
 */
export async function register(
  ports: Ports,
  asked: { invitation: string; openid_configuration: string; registration_token: string | undefined },
): Promise<boolean> {
  const invitation = await take(ports, asked.invitation);
  if (!invitation) return false;
  const { created_by, platform_district_id } = invitation;
  const district_id = platform_district_id ?? invitation.district_id;
  try {
    const platform = await configurationAt(ports, asked.openid_configuration, asked.registration_token);
    const own = addressesOf(ports);
    const scopes = [scoreScope, rosterScope].filter((scope) => platform.scopes_supported.includes(scope));
    const { json } = await askPlatform(ports, platform.registration_endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(asked.registration_token ? { authorization: `Bearer ${asked.registration_token}` } : {}),
      },
      body: JSON.stringify({
        application_type: 'web',
        response_types: ['id_token'],
        grant_types: ['implicit', 'client_credentials'],
        initiate_login_uri: own.login_url,
        redirect_uris: [own.launch_url],
        client_name: 'Orrery',
        jwks_uri: own.jwks_url,
        token_endpoint_auth_method: 'private_key_jwt',
        scope: scopes.join(' '),
        [toolClaim]: {
          domain: new URL(own.launch_url).host,
          target_link_uri: own.launch_url,
          claims: ['iss', 'sub'],
          messages: [
            { type: 'LtiResourceLinkRequest' },
            { type: 'LtiDeepLinkingRequest', target_link_uri: own.launch_url, label: 'Orrery' },
          ],
        },
      }),
    });
    const registered = v.safeParse(Registered, json);
    if (!registered.success) throw new PlatformFailed(200);
    const { client_id } = registered.output;
    const deployment_id = (registered.output[toolClaim] as { deployment_id?: string } | undefined)?.deployment_id;
    const { issuer, authorization_endpoint, token_endpoint, jwks_uri } = platform;
    if ((await platformsAt(ports, issuer, client_id)).length > 0) return false;
    const platform_id = ports.newId();
    await transact(tenant(ports.db, district_id), async (trx) => {
      const now = ports.now();
      await trx
        .insertInto('lti_platform')
        .values({
          ...{ district_id, platform_id, name: new URL(issuer).host, issuer, client_id, authorization_endpoint, token_endpoint, jwks_uri },
          deployment_ids: JSON.stringify(deployment_id ? [deployment_id] : []),
          ...{ subject_is_sourced_id: 0, active: 0, launches: 0, launched_at: null, version: 1, created_at: now, removed_at: null },
        })
        .execute();
      if (deployment_id)
        await trx.insertInto('lti_deployment').values({ district_id, platform_id, deployment_id, issuer, client_id }).execute();
      await writeAudit(ports, trx, {
        actor_puid: created_by,
        actor_district_id: invitation.district_id,
        action: 'platform.register',
        subject: `platform ${platform_id}`,
        detail: { after: { issuer, client_id } },
      });
    });
    return true;
  } catch (error) {
    if (error instanceof PlatformFailed || isUniqueViolation(error)) return false;
    throw error;
  }
}
