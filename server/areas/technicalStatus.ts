import {
  type technicalStatus as calls,
  type Integration,
  integrationKinds,
  integrationStates,
  type TechnicalReport,
} from '../../contract/technicalStatus.ts';
import product from '../../package.json' with { type: 'json' };
import { migrations } from '../db/migrations/index.ts';
import { iso } from '../kit/access.ts';
import { administeredDistricts, administeredIn } from '../kit/administered.ts';
import type { HandlersOf, UserContext } from '../kit/handler.ts';
import type { TenantPorts } from '../kit/ports.ts';
import { platformFacts } from './technicalStatus/platforms.ts';
import { connectionFacts, fileFacts } from './technicalStatus/rosters.ts';
import { assessmentFacts, classroomFacts, exportFacts, mailFacts } from './technicalStatus/services.ts';
import { openIdFacts, samlFacts } from './technicalStatus/signIns.ts';
import { standingOf } from './technicalStatus/standing.ts';
import { usesOf } from './technicalStatus/uses.ts';

const orderIn = <T>(all: readonly T[], one: T) => all.indexOf(one);

/** The integrations of a district, the most urgent first. */
async function integrationsOf(ports: TenantPorts): Promise<Integration[]> {
  const uses = await usesOf(ports);
  const facts = [
    ...(await samlFacts(ports)),
    ...(await openIdFacts(ports, uses)),
    ...(await platformFacts(ports, uses)),
    ...(await connectionFacts(ports, uses)),
    ...(await fileFacts(ports)),
    await mailFacts(ports),
    ...assessmentFacts(ports, uses),
    ...(await classroomFacts(ports, uses)),
    ...(await exportFacts(ports)),
  ];
  return facts
    .map(standingOf)
    .toSorted(
      (a, b) =>
        orderIn(integrationStates, a.state) - orderIn(integrationStates, b.state) ||
        orderIn(integrationKinds, a.kind) - orderIn(integrationKinds, b.kind),
    );
}

/** The integrations of a district that the caller may see; 404 for any other. */
async function statusOf(context: UserContext, asked: number | undefined) {
  const { ports, user } = context;
  const all = await administeredDistricts(context);
  const { district_id, name, db } = administeredIn(all, asked ?? user.district_id);
  return {
    ...{ at: iso(ports.now()), district_id, district_name: name },
    districts: all.length > 1 ? all.map((one) => ({ district_id: one.district_id, name: one.name })) : [],
    integrations: await integrationsOf({ ...ports, db }),
  };
}

/** Takes from each integration what may be told to anybody. Each field is named, so that a new one does not get into reports by itself. */
const reported = (
  { kind, hosts, is_on, state, worked_at, failed_at, cause, failures, causes, certificates }: Integration,
  index: number,
): TechnicalReport['integrations'][number] => ({
  ...{ number: index + 1, kind, hosts, is_on, state, worked_at, failed_at, cause, failures, causes, certificates },
});

export const technicalStatus: HandlersOf<typeof calls> = {
  technicalStatus: ({ query }, context) => statusOf(context, query.district_id),

  technicalReport: async ({ query }, context) => {
    const { at, district_id, integrations } = await statusOf(context, query.district_id);
    return {
      product: 'Orrery' as const,
      version: product.version,
      // The server brings its database to the newest one when it starts.
      migration: Object.keys(migrations).at(-1) ?? '',
      ...{ at, district_id },
      states: Object.fromEntries(integrationStates.map((state) => [state, integrations.filter((one) => one.state === state).length])),
      integrations: integrations.map(reported),
    } as TechnicalReport;
  },
};
