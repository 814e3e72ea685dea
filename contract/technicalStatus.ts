import * as v from 'valibot';
import { exportProblems } from './exportJob.ts';
import { call, id, wholeRoster } from './kit.ts';
import { ltiCauses } from './lti.ts';
import { resultCauses } from './provider.ts';
import { samlCauses } from './saml.ts';
import { signOnFaults } from './signOnSetup.ts';

/** Days for which failures are counted. */
export const failureDays = 7;
/** Days for which it is known when something worked or failed. */
export const useDays = 90;

/**
 * What an integration's latest failure, or its state now, can be due to, by kind. The kinds with a log of their own have its causes:
 * sign-in by SAML, and learning platforms.
 */
export const integrationCauses = {
  saml: [...samlCauses, 'certificateOver', 'certificateEnding', 'ownCertificateEnding'],
  openId: [...signOnFaults, 'state'],
  lti: ltiCauses.filter((cause) => cause !== 'scoreRefused' && cause !== 'rosterUnavailable'),
  ltiScores: ['scoreRefused', 'scoresWaiting'],
  ltiRoster: ['rosterUnavailable', 'strangers'],
  rosterService: [
    'apiSignIn',
    'apiForbidden',
    'apiNotFound',
    'apiBusy',
    'apiDown',
    'apiAnswer',
    'apiTooLarge',
    'apiElsewhere',
    'apiPrivate',
    'apiLoop',
    'apiUnstable',
    'apiTotals',
    'apiSecret',
    'apiNobody',
    'findings',
    'stopped',
    'toConfirm',
    'late',
  ],
  rosterFiles: ['findings', 'stopped', 'toConfirm'],
  mail: ['notSetUp', 'givenUp', 'waiting', 'unreachable'],
  assessment: resultCauses,
  classroom: ['apiForbidden', 'apiBusy', 'apiDown', 'apiAnswer', 'apiTooLarge'],
  exports: exportProblems,
} as const satisfies Record<string, readonly string[]>;
export type IntegrationKind = keyof typeof integrationCauses;
export const integrationKinds = Object.keys(integrationCauses) as [IntegrationKind, ...IntegrationKind[]];
export type CauseOf<K extends IntegrationKind> = (typeof integrationCauses)[K][number];
export type IntegrationCause = CauseOf<IntegrationKind>;
const causes = [...new Set(Object.values(integrationCauses).flat())] as [IntegrationCause, ...IntegrationCause[]];
/** Kinds without a log of their own, of which is counted by the hour when they worked and failed. */
export type UsedKind = 'openId' | 'ltiRoster' | 'rosterService' | 'assessment' | 'classroom';

/** From the most urgent. `failed`: it has not worked since it failed. `unused`: nothing is known of it in the last 90 days. */
export const integrationStates = ['failed', 'warning', 'unused', 'works', 'off'] as const;
export type IntegrationState = (typeof integrationStates)[number];

const standing = {
  kind: v.picklist(integrationKinds),
  /** Names of the servers that it talks to. */
  hosts: v.array(v.string()),
  is_on: v.boolean(),
  state: v.picklist(integrationStates),
  worked_at: v.nullable(v.string()),
  failed_at: v.nullable(v.string()),
  /** What to act on first; null: nothing. */
  cause: v.nullable(v.picklist(causes)),
  /** In the last 7 days, in all and by cause. */
  failures: v.number(),
  causes: v.array(v.object({ cause: v.picklist(causes), count: v.number() })),
  /** `own`: of this product. Those that count now or later. */
  certificates: v.array(
    v.object({ of: v.picklist(['provider', 'own']), until: v.string(), state: v.picklist(['later', 'valid', 'ending', 'over']) }),
  ),
};

/** `ref` of the secure sync among the roster services. */
export const syncRef = 'sync';

/** An integration: an identity provider, a platform, a connection, or a service of the server. */
export const Integration = v.object({ ...standing, ref: v.string(), name: v.string() });
export type Integration = v.InferOutput<typeof Integration>;

export const TechnicalStatus = v.object({
  at: v.string(),
  district_id: v.number(),
  district_name: v.string(),
  /** Empty unless there is a choice. */
  districts: v.array(v.object({ district_id: v.number(), name: v.string() })),
  /** The most urgent first. */
  integrations: v.array(Integration),
});
export type TechnicalStatus = v.InferOutput<typeof TechnicalStatus>;

/** What a technician may send to anybody: codes, counts, times and names of servers, and nothing that people have typed. */
export const TechnicalReport = v.object({
  product: v.literal('Orrery'),
  version: v.string(),
  /** The newest migration of the database. */
  migration: v.string(),
  at: v.string(),
  district_id: v.number(),
  states: v.record(v.picklist(integrationStates), v.number()),
  /** `number`: instead of a name. */
  integrations: v.array(v.object({ number: v.number(), ...standing })),
});
export type TechnicalReport = v.InferOutput<typeof TechnicalReport>;

const asked = {
  backend: 'lms',
  method: 'GET',
  access: wholeRoster,
  query: v.object({ district_id: v.optional(id) }),
  onFailure: 'state',
  origin: 'ours',
} as const;

export const technicalStatus = {
  technicalStatus: call({
    ...asked,
    path: '/ExternalToolSetUp/get_technical_status',
    summary:
      'List the integrations of a district: when each worked and failed last, why, and what ends soon; by default of the caller’s own',
    data: TechnicalStatus,
  }),
  technicalReport: call({
    ...asked,
    path: '/ExternalToolSetUp/get_technical_report',
    summary: 'Get the same as a report for a support request, without names, personal data and secrets',
    data: TechnicalReport,
  }),
};
