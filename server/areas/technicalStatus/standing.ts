import {
  failureDays,
  type Integration,
  type IntegrationCause,
  type IntegrationKind,
  type IntegrationState,
  integrationCauses,
} from '../../../contract/technicalStatus.ts';
import { isoOrNull } from '../../kit/access.ts';

const failureLife = failureDays * 24 * 3_600_000;
/** From when on failures are counted, ms since 1970. */
export const countedSince = (now: number): number => now - failureLife;

/** Failures with one cause: how many in the last 7 days, and when the last one was. */
export interface Failure {
  cause: IntegrationCause;
  count: number;
  last_at: number;
}

/** What is known of an integration. Instants are ms since 1970. */
export interface Facts extends Pick<Integration, 'kind' | 'name'> {
  ref: string | number;
  /** Addresses of its servers. */
  addresses?: readonly string[];
  isOn: boolean;
  worked_at: number | null;
  failures: readonly Failure[];
  /** What is wrong now, whatever happened, the most urgent first. `isOutage`: it cannot work so. */
  conditions?: readonly { cause: IntegrationCause; isOutage?: boolean }[];
  certificates?: Integration['certificates'];
}

/**
 * Causes that lie with one person, such as an account that is missing. While others get through, the integration works. Causes of one name
 * mean the same in each kind.
 */
const personal: ReadonlySet<IntegrationCause> = new Set([
  ...(['noAccount', 'browser', 'replay', 'unsolicited', 'status'] as const),
  ...(['account', 'state', 'nonce', 'expired', 'link', 'roles', 'platformError', 'denied'] as const),
  ...(['givenUp', 'sheetFull', 'notAllowed'] as const),
]);

const newest = (failures: readonly Failure[]): Failure | undefined => failures.toSorted((a, b) => b.last_at - a.last_at)[0];

/** The name of a server in an address; nothing else of it. */
const hostOf = (address: string): string[] => {
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  return host === '' ? [] : [host];
};

/** How an integration stands, and what to act on first. */
export function standingOf({ addresses = [], isOn, worked_at, conditions = [], certificates = [], ...given }: Facts): Integration {
  const { failures: logged, ...facts } = given;
  // A log may have causes of an earlier version.
  const failures = logged.filter(({ cause }) => (integrationCauses[facts.kind] as readonly string[]).includes(cause));
  const recent = failures.filter(({ count }) => count > 0);
  const after = failures.filter(({ last_at }) => last_at > (worked_at ?? 0));
  const outage = newest(worked_at === null ? failures : after.filter(({ cause }) => !personal.has(cause)));
  const isStopped = conditions.find((one) => one.isOutage);
  const problem = recent.filter(({ cause }) => !personal.has(cause));
  const answers = (): readonly [IntegrationState, IntegrationCause | null] => {
    if (!isOn) return ['off', conditions[0]?.cause ?? newest(recent)?.cause ?? null];
    if (isStopped) return ['failed', isStopped.cause];
    if (outage) return ['failed', outage.cause];
    if (conditions[0]) return ['warning', conditions[0].cause];
    if (problem.length > 0 || after.length > 0) return ['warning', newest(problem.length > 0 ? problem : after)?.cause ?? null];
    return [worked_at === null ? 'unused' : 'works', newest(recent)?.cause ?? null];
  };
  const [state, cause] = answers();
  return {
    ...facts,
    ref: String(facts.ref),
    hosts: [...new Set(addresses.flatMap(hostOf))],
    is_on: isOn,
    ...{ state, cause },
    worked_at: isoOrNull(worked_at),
    failed_at: isoOrNull(newest(failures)?.last_at ?? null),
    failures: recent.reduce((sum, { count }) => sum + count, 0),
    causes: recent.map(({ cause, count }) => ({ cause, count })),
    certificates,
  };
}

/** The latest of some instants. */
export const latest = (...instants: readonly (number | null | undefined)[]): number | null => {
  const known = instants.filter((at) => at !== null && at !== undefined).map(Number);
  return known.length === 0 ? null : Math.max(...known);
};

/** A row of a statement that groups failures by cause. */
export const failureOf = (row: { cause: string | null; count: number | null; last_at: number | null }): Failure => ({
  cause: row.cause as IntegrationCause,
  count: Number(row.count ?? 0),
  last_at: Number(row.last_at ?? 0),
});

/** Names of kinds without a name of their own. */
export const unnamed = (kind: IntegrationKind): Pick<Facts, 'kind' | 'ref' | 'name'> => ({ kind, ref: kind, name: '' });
