import type { Values } from '../../../common/recordValues.ts';
import type { InputOf } from '../../../contract/kit.ts';
import type { UserData } from '../../../contract/login.ts';
import { type LtiChoice, type LtiOwn, type LtiPlatform, lti } from '../../../contract/lti.ts';
import type { Send } from '../kit/client.ts';
import { allowed, loadPages, type RecordPage, type RecordSource } from '../kit/records.ts';

interface Stop {
  signal: AbortSignal;
}

/** A platform as its form shows it: the deployments are one text. */
export type PlatformRow = Omit<LtiPlatform, 'deployment_ids'> & { deployment_ids: string };
/** The platforms, and our own addresses. */
export type PlatformPage = RecordPage<PlatformRow> & { own: LtiOwn };

const rowOf = ({ deployment_ids, ...platform }: LtiPlatform): PlatformRow => ({ ...platform, deployment_ids: deployment_ids.join(', ') });
const fieldsOf = (values: Values) => {
  const text = (field: string) => String(values[field] ?? '').trim();
  return {
    ...{ name: text('name'), issuer: text('issuer'), client_id: text('client_id') },
    ...{ authorization_endpoint: text('authorization_endpoint'), token_endpoint: text('token_endpoint'), jwks_uri: text('jwks_uri') },
    deployment_ids: text('deployment_ids')
      .split(/[,;\n]/)
      .map((one) => one.trim())
      .filter(Boolean),
    subject_is_sourced_id: values.subject_is_sourced_id === true,
    lis_is_sourced_id: values.lis_is_sourced_id === true,
    active: values.active === true,
  };
};
const named = ({ platform_id, district_id }: Pick<LtiPlatform, 'platform_id' | 'district_id'>) => ({ platform_id, district_id });

/** The district of a new platform. `chosen`: its id; absent for the administrator's own. */
const into = (chosen: string | undefined) => (chosen ? { district_id: Number(chosen) } : {});

/** The learning platforms that an administrator looks after. `chosen`: id of the district that gets a new one; absent for the own. */
export const platformSource = (send: Send, user: UserData, chosen?: string): RecordSource<PlatformRow> => {
  const load = async (signal?: AbortSignal): Promise<PlatformPage> => {
    const { own, platforms } = await send(lti.ltiConsumers, {}, signal ? { signal } : {});
    return { own, total: platforms.length, rows: platforms.map(rowOf) };
  };
  return {
    keyOf: ({ platform_id }) => String(platform_id),
    isWhole: true,
    load: (_query, _count, signal) => load(signal),
    ...allowed(
      user,
      {
        get: lti.ltiConsumers,
        add: lti.addLtiConsumer,
        update: lti.updateLtiConsumer,
        uses: lti.removeLtiConsumer,
        remove: lti.removeLtiConsumer,
        restore: lti.restoreLtiConsumer,
      },
      {
        get: async (row: PlatformRow, { signal }: Stop) =>
          (await load(signal)).rows.find(({ platform_id }) => platform_id === row.platform_id) ?? row,
        add: async (values: Values, stop: Stop) => rowOf(await send(lti.addLtiConsumer, { ...into(chosen), ...fieldsOf(values) }, stop)),
        update: async (row: PlatformRow, values: Values, stop: Stop) =>
          rowOf(await send(lti.updateLtiConsumer, { ...named(row), version: row.version, ...fieldsOf(values) }, stop)),
        uses: async ({ launches }: PlatformRow) => ({ launches }),
        remove: (row: PlatformRow, stop: Stop) => send(lti.removeLtiConsumer, named(row), stop),
        restore: (row: PlatformRow, _: unknown, stop: Stop) => send(lti.restoreLtiConsumer, named(row), stop),
      },
    ),
  };
};

/** Whether a platform's addresses work. */
export const testPlatform = (send: Send, row: PlatformRow, stop: Stop) => send(lti.testLtiConsumer, named(row), stop);
/** An address at which a platform of the chosen district can register itself. */
export const invitePlatform = (send: Send, chosen: string | undefined, stop: Stop) => send(lti.inviteLtiConsumer, into(chosen), stop);
/** Refused launches and failed services, the newest first. */
export const loadRefusals = (send: Send, signal: AbortSignal) => send(lti.ltiRefusals, {}, { signal });

/** What a teacher may choose for a link. */
export const choiceSource = (send: Send, _: UserData, choice_id = '0'): RecordSource<LtiChoice> => ({
  keyOf: ({ kind, id }) => `${kind} ${id}`,
  load: loadPages<LtiChoice>(send, lti.ltiChoices, { choice_id }),
});
/** Makes the link. Returns the address that brings it to the platform. */
export const chooseForPlatform = (send: Send, order: InputOf<typeof lti.chooseLtiResource>, stop: Stop) =>
  send(lti.chooseLtiResource, order, stop);
