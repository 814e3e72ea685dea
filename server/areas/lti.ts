import { type BodyOf, Role } from '../../contract/kit.ts';
import type { LtiCause, LtiPlatform, LtiProbe, lti as ltiCalls } from '../../contract/lti.ts';
import { iso, isoOrNull } from '../kit/access.ts';
import { placeOf } from '../kit/administered.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import { writeAudit } from '../kit/audit.ts';
import { fieldReason } from '../kit/fieldReasons.ts';
import { type HandlersOf, notFound, refuse, type UserContext } from '../kit/handler.ts';
import { type Tenant, tenant } from '../kit/tenant.ts';
import { isUniqueViolation, transact } from '../kit/transact.ts';
import { choose, itemChoices, lessonChoices, openChoiceOf } from '../lti/choose.ts';
import { addressesOf, scoreScope } from '../lti/launch.ts';
import { PlatformFailed } from '../lti/outbound.ts';
import { fetchKeySet, platformById } from '../lti/platforms.ts';
import { invite } from '../lti/registration.ts';
import { accessToken } from '../lti/services.ts';
import { strangersOf } from '../lti/strangers.ts';

const mostRefusalsShown = 200;

/** The platforms that the caller administers, with what waits for them. */
function platformsInScope({ ports, user }: UserContext) {
  const all = allDistricts(ports.db)
    .selectFrom('lti_platform as p')
    .innerJoin('district as d', 'd.district_id', 'p.district_id')
    .selectAll('p')
    .select('d.name as district_name')
    .select((eb) =>
      eb
        .selectFrom('lti_result as r')
        .innerJoin('lti_placement as q', (join) =>
          join.onRef('q.district_id', '=', 'r.district_id').onRef('q.placement_id', '=', 'r.placement_id'),
        )
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('q.district_id', '=', 'p.district_id')
        .whereRef('q.platform_id', '=', 'p.platform_id')
        .where('r.next_at', 'is not', null)
        .as('waiting'),
    )
    .where('p.removed_at', 'is', null)
    .orderBy('p.name')
    .orderBy('p.platform_id');
  return user.role >= Role.providerAdministrator ? all : all.where('p.district_id', '=', user.district_id);
}
type Found = Awaited<ReturnType<ReturnType<typeof platformsInScope>['execute']>>[number];

const inWords = (
  { created_at: _, removed_at: __, deployment_ids, active, subject_is_sourced_id, lis_is_sourced_id, ...row }: Found,
  strangers: number,
): LtiPlatform => ({
  ...{ ...row, strangers },
  deployment_ids: JSON.parse(deployment_ids),
  active: active === 1,
  subject_is_sourced_id: subject_is_sourced_id === 1,
  lis_is_sourced_id: lis_is_sourced_id === 1,
  launches: Number(row.launches),
  launched_at: isoOrNull(row.launched_at),
  waiting: Number(row.waiting),
});

/** A platform that the caller administers; 404 for any other. */
async function platformIn(context: UserContext, { district_id, platform_id }: { district_id: number; platform_id: number }) {
  const row = await platformsInScope(context)
    .where('p.district_id', '=', district_id)
    .where('p.platform_id', '=', platform_id)
    .executeTakeFirst();
  if (!row) throw notFound('platform');
  const strangers = await strangersOf(handleFor(context, district_id));
  return inWords(row, strangers(platform_id));
}

/** The handle of a district that the caller administers; 404 for any other. */
function handleFor({ ports, user }: UserContext, district_id: number): Tenant {
  if (user.role < Role.providerAdministrator && district_id !== user.district_id) throw notFound('platform');
  return tenant(allDistricts(ports.db), district_id);
}

type Fields = Omit<BodyOf<typeof ltiCalls.addLtiConsumer>, 'district_id'>;

const columnsOf = ({ deployment_ids, active, subject_is_sourced_id, lis_is_sourced_id, ...row }: Fields) => ({
  ...row,
  deployment_ids: JSON.stringify([...new Set(deployment_ids)]),
  active: Number(active),
  subject_is_sourced_id: Number(subject_is_sourced_id),
  lis_is_sourced_id: Number(lis_is_sourced_id),
});
/** What the audit shows of a platform. There is no secret among it: keys are public, and access tokens are asked for with our own. */
const auditedOf = ({
  name,
  issuer,
  client_id,
  deployment_ids,
  active,
  subject_is_sourced_id,
  lis_is_sourced_id,
  ...addresses
}: Fields) => ({
  ...{
    name,
    issuer,
    client: client_id,
    active,
    roster_ids: subject_is_sourced_id,
    lis_ids: lis_is_sourced_id,
    deployments: deployment_ids.join(', '),
  },
  sign_in_address: addresses.authorization_endpoint,
  service_address: addresses.token_endpoint,
  key_address: addresses.jwks_uri,
});

/**
 * Refuses what launches could not tell apart: a second platform of one issuer and client in the district, or one elsewhere with other
 * addresses, because only the deployment names the district, and it is known after the platform was asked.
 */
async function assertDistinct(
  trx: Tenant,
  given: Pick<Fields, 'issuer' | 'client_id' | 'authorization_endpoint' | 'jwks_uri'>,
  own: { district_id: number; platform_id: number },
): Promise<void> {
  const others = await allDistricts(trx)
    .selectFrom('lti_platform')
    .select(['district_id', 'platform_id', 'authorization_endpoint', 'jwks_uri'])
    .where('issuer', '=', given.issuer)
    .where('client_id', '=', given.client_id)
    .where('removed_at', 'is', null)
    .where('platform_id', '<>', own.platform_id)
    .execute();
  if (others.some(({ district_id }) => district_id === own.district_id))
    throw refuse('valueTaken', { value: given.client_id }, { fields: [fieldReason('client_id', 'taken')] });
  if (others.some((one) => one.authorization_endpoint !== given.authorization_endpoint || one.jwks_uri !== given.jwks_uri))
    throw refuse('clientElsewhere');
}

/** Runs a change of a platform in its district. A deployment that another platform has is refused by name. */
async function change<T>(context: UserContext, district_id: number, given: Fields | null, run: (trx: Tenant) => Promise<T>): Promise<T> {
  try {
    return await transact(handleFor(context, district_id), run);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw refuse(
      'deploymentTaken',
      { deployment: (given?.deployment_ids ?? []).join(', ') },
      { fields: [fieldReason('deployment_ids', 'taken')] },
    );
  }
}

/** Replaces the deployments of a platform. */
async function deploy(
  trx: Tenant,
  { issuer, client_id, deployment_ids }: Pick<Fields, 'issuer' | 'client_id' | 'deployment_ids'>,
  own: { district_id: number; platform_id: number },
) {
  await trx.deleteFrom('lti_deployment').where('platform_id', '=', own.platform_id).execute();
  const rows = [...new Set(deployment_ids)].map((deployment_id) => ({ ...own, deployment_id, issuer, client_id }));
  if (rows.length > 0) await trx.insertInto('lti_deployment').values(rows).execute();
}

const note = (
  { ports, user }: UserContext,
  trx: Tenant,
  act: 'add' | 'update' | 'remove' | 'restore' | 'test',
  platform_id: number,
  detail: Record<string, unknown>,
) =>
  writeAudit(ports, trx, {
    actor_puid: user.user_puid,
    actor_district_id: user.district_id,
    action: `platform.${act}`,
    subject: `platform ${platform_id}`,
    detail,
  });

/** How an attempt to reach a platform ended. */
async function probe(address: string, attempt: () => Promise<unknown>): Promise<LtiProbe> {
  if (address === '') return 'off';
  try {
    await attempt();
    return 'ok';
  } catch (error) {
    return error instanceof PlatformFailed && error.status === null ? 'unreachable' : 'refused';
  }
}

export const lti: HandlersOf<typeof ltiCalls> = {
  ltiConsumers: async (_, context) => {
    const { ports, user } = context;
    const strangers = await strangersOf(user.role >= Role.providerAdministrator ? allDistricts(ports.db) : ports.db);
    const rows = await platformsInScope(context).execute();
    return { own: addressesOf(ports), platforms: rows.map((row) => inWords(row, strangers(row.platform_id))) };
  },

  addLtiConsumer: async ({ body: { district_id: named, ...given } }, context) => {
    const { ports, user } = context;
    const { district_id } = await placeOf(context, { user_puid: user.user_puid, district_id: named });
    const own = { district_id, platform_id: ports.newId() };
    await change(context, district_id, given, async (trx) => {
      await assertDistinct(trx, given, own);
      const { platform_id } = own;
      await trx
        .insertInto('lti_platform')
        .values({ ...columnsOf(given), ...own, launches: 0, launched_at: null, version: 1, created_at: ports.now(), removed_at: null })
        .execute();
      await deploy(trx, given, own);
      await note(context, trx, 'add', platform_id, { after: auditedOf(given) });
    });
    return platformIn(context, own);
  },

  updateLtiConsumer: async ({ body: { district_id, platform_id, version, ...given } }, context) => {
    const own = { district_id, platform_id };
    const before = await platformIn(context, own);
    await change(context, district_id, given, async (trx) => {
      await assertDistinct(trx, given, own);
      const { numUpdatedRows } = await trx
        .updateTable('lti_platform')
        .set({ ...columnsOf(given), version: version + 1 })
        .where('platform_id', '=', platform_id)
        .where('version', '=', version)
        .where('removed_at', 'is', null)
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 0) throw refuse('recordChanged');
      await deploy(trx, given, own);
      await note(context, trx, 'update', platform_id, { before: auditedOf(before), after: auditedOf(given) });
    });
    return platformIn(context, own);
  },

  removeLtiConsumer: async ({ body }, context) => {
    const before = await platformIn(context, body);
    await change(context, body.district_id, null, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('lti_platform')
        .set({ removed_at: context.ports.now() })
        .where('platform_id', '=', body.platform_id)
        .where('removed_at', 'is', null)
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 0) throw notFound('platform');
      await trx.deleteFrom('lti_member').where('platform_id', '=', body.platform_id).execute();
      await deploy(trx, { ...before, deployment_ids: [] }, body);
      await note(context, trx, 'remove', body.platform_id, { before: { name: before.name } });
    });
    return null;
  },

  restoreLtiConsumer: async ({ body }, context) => {
    await change(context, body.district_id, null, async (trx) => {
      const row = await trx
        .updateTable('lti_platform')
        .set((eb) => ({ removed_at: null, version: eb('version', '+', 1) }))
        .where('platform_id', '=', body.platform_id)
        .where('removed_at', 'is not', null)
        .returningAll()
        .executeTakeFirst();
      if (!row) throw notFound('undo');
      await assertDistinct(trx, row, body);
      await deploy(
        trx,
        { ...row, deployment_ids: JSON.parse(row.deployment_ids) },
        { district_id: row.district_id, platform_id: row.platform_id },
      );
      await note(context, trx, 'restore', body.platform_id, { after: { name: row.name } });
    });
    return platformIn(context, body);
  },

  testLtiConsumer: async ({ body }, context) => {
    const { ports } = context;
    const { jwks_uri, token_endpoint } = await platformIn(context, body);
    const platform = await platformById(ports, body);
    if (!platform) throw notFound('platform');
    const [keys, token] = await Promise.all([
      probe(jwks_uri, () => fetchKeySet(ports, jwks_uri)),
      probe(token_endpoint, () => accessToken(ports, platform, scoreScope)),
    ]);
    await note(context, handleFor(context, body.district_id), 'test', body.platform_id, { after: { name: platform.name } });
    return { keys, token };
  },

  ltiRefusals: async (_, { ports, user }) => {
    const rows = await (user.role >= Role.providerAdministrator ? allDistricts(ports.db) : ports.db)
      .selectFrom('lti_refusal as r')
      .innerJoin('lti_platform as p', (join) =>
        join.onRef('p.district_id', '=', 'r.district_id').onRef('p.platform_id', '=', 'r.platform_id'),
      )
      .select(['r.refusal_id', 'r.at', 'p.name as platform', 'r.cause', 'r.detail'])
      .orderBy('r.refusal_id', 'desc')
      .limit(mostRefusalsShown)
      .execute();
    return rows.map(({ at, cause, ...row }) => ({ ...row, at: iso(at), cause: cause as LtiCause }));
  },

  inviteLtiConsumer: async ({ query: { district_id } }, context) =>
    invite(context, (await placeOf(context, { user_puid: context.user.user_puid, district_id })).district_id),

  ltiChoices: async ({ query }, context) => {
    await openChoiceOf(context, query.choice_id);
    return query.list === 'lessons' ? lessonChoices(context, query) : itemChoices(context, query);
  },

  chooseLtiResource: ({ body }, context) => choose(context, body),
};
