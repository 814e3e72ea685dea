import type { ReactNode } from 'react';
import {
  technicalStatus as calls,
  type Integration,
  type IntegrationKind,
  type IntegrationState,
  integrationStates,
  type TechnicalStatus,
} from '../../../contract/technicalStatus.ts';
import { m } from '../../paraglide/messages.js';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { downloadText } from '../../ui/download.ts';
import { IconRefresh } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useApp } from '../app.ts';
import { adminHome } from '../people/adminHome.screen.ts';
import type { OpenReport, ReportParts } from '../reports/declaration.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { addressOf } from '../screen.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useCommand } from '../useCommand.ts';
import type { Advice } from './advice.ts';
import { technicalStatus } from './technicalStatus.screen.ts';

const kindNames: Readonly<Record<IntegrationKind, () => string>> = {
  saml: m.technical_kind_saml,
  openId: m.technical_kind_openId,
  lti: m.technical_kind_lti,
  ltiScores: m.technical_kind_ltiScores,
  ltiRoster: m.technical_kind_ltiRoster,
  rosterService: m.technical_kind_rosterService,
  rosterFiles: m.technical_kind_rosterFiles,
  mail: m.technical_kind_mail,
  assessment: m.technical_kind_assessment,
  classroom: m.technical_kind_classroom,
  exports: m.technical_kind_exports,
};
const states: Readonly<Record<IntegrationState, readonly [name: () => string, tone: Tone]>> = {
  failed: [m.technical_state_failed, 'danger'],
  warning: [m.technical_state_warning, 'warning'],
  unused: [m.technical_state_unused, 'neutral'],
  works: [m.technical_state_works, 'success'],
  off: [m.technical_state_off, 'neutral'],
};

const nameOf = ({ kind, name }: Integration): string =>
  name === '' ? kindNames[kind]() : m.technical_named({ kind: kindNames[kind](), name });

/** When the last certificate ends with which the provider may sign. */
const endOf = ({ certificates }: Integration): string | null =>
  certificates
    .filter((one) => one.of === 'provider')
    .map(({ until }) => until)
    .toSorted()
    .at(-1) ?? null;

/** The advice is most of the screen's text, so that it loads beside the call. `advice`: in the order of the integrations. */
type Advised = TechnicalStatus & { advice: (Advice | undefined)[] };
interface AdvisedIntegration extends Integration {
  advice: Advice | undefined;
}

const numberIn = (state: IntegrationState) => ({
  name: states[state][0],
  value: ({ integrations }: TechnicalStatus) => integrations.filter((one) => one.state === state).length,
});

/** Downloads the report for a support request. */
function StatusParts({ page, children }: { page: OpenReport<Advised>; children: (parts: ReportParts) => ReactNode }) {
  const { send } = useApp();
  const report = useCommand(
    'technicalReport',
    (district_id: number, { signal }) => send(calls.technicalReport, { district_id }, { signal }),
    {
      announce: { done: () => m.technical_downloaded(), failed: () => m.technical_download_failed() },
      onDone: (_, { at, ...rest }) =>
        downloadText(`technical-report-${at.slice(0, 10)}.json`, 'application/json', `${JSON.stringify({ at, ...rest }, null, 2)}\n`),
    },
  );
  const { data, refresh } = page;
  return children({
    more: (
      <Button icon={IconRefresh} onPress={refresh}>
        {m.technical_refresh()}
      </Button>
    ),
    action: data ? (
      <Button variant="primary" isPending={report.isBusy} onPress={() => report.give(data.district_id)}>
        {m.technical_download()}
      </Button>
    ) : null,
    above: report.problem ? (
      <ProblemNotice title={m.technical_download_failed()} problem={report.problem} focus="command-problem" />
    ) : report.isDone ? (
      <Notice tone="success" title={m.technical_downloaded()} />
    ) : null,
  });
}

/** What is connected, when it worked and failed last, and what to do (`admin/externalTools/technicalStatus`). */
export default reportScreen({
  ...technicalStatus,
  call: calls.technicalStatus,
  input: ({ chosen }) => (chosen.district === undefined ? {} : { district_id: chosen.district }),
  also: async (_, __, answer) => {
    const [{ adviceFor }, { integrations }] = await Promise.all([import('./advice.ts'), answer]);
    return { advice: integrations.map(adviceFor) };
  },
  rows: ({ integrations, advice }: Advised): AdvisedIntegration[] => integrations.map((one, at) => ({ ...one, advice: advice[at] })),
  name: m.technical_title,
  lead: ({ at }, { language, timeZone }) => m.technical_lead({ when: formatMoment(at, language, timeZone) }),
  file: () => 'technical-status',
  back: () => [{ label: m.people_admin_title(), href: addressOf(adminHome) }],
  filters: {
    district: {
      options: ({ districts }) => districts.map(({ district_id, name }) => ({ key: String(district_id), label: name })),
      usual: ({ district_id }) => String(district_id),
    },
    state: {
      label: m.technical_state,
      of: ({ state }) => state,
      nameOf: (key) => integrationStates.filter((one) => one === key).map((one) => states[one][0]())[0] ?? key,
    },
  },
  figures: [numberIn('failed'), numberIn('warning'), numberIn('works')],
  rowKey: ({ kind, ref }) => `${kind} ${ref}`,
  caption: m.technical_integrations,
  columns: {
    name: { header: m.technical_name, value: nameOf, isRowHeader: true },
    state: {
      header: m.technical_state,
      value: ({ state }) => states[state][0](),
      look: (text, { state }) => <Badge tone={states[state][1]}>{text}</Badge>,
      width: 's',
    },
    cause: { header: m.technical_cause, value: ({ advice }) => advice?.[0]() ?? null },
    todo: { header: m.technical_todo, value: ({ advice }) => advice?.[1]() ?? null, missing: m.technical_nothing, width: 'l' },
    worked: { header: m.technical_worked, value: ({ worked_at }) => worked_at, unit: 'moment', width: 's' },
    failed: { header: m.technical_failed, value: ({ failed_at }) => failed_at, unit: 'moment', width: 's' },
    failures: { header: m.technical_failures, value: ({ failures }) => failures, unit: 'number', width: 'xs' },
    ends: { header: m.technical_ends, value: endOf, unit: 'day', width: 's' },
    hosts: { header: m.technical_hosts, value: ({ hosts }) => hosts.join(', '), only: 'file' },
  },
  drill: {
    from: 'todo',
    to: ({ advice }) => (advice?.[2] ? addressOf(advice[2]) : null),
  },
  empty: { title: m.technical_none },
  Parts: StatusParts,
});
