import { dayIn } from '../../../common/zone.ts';
import { administrators, wholeRoster } from '../../../contract/kit.ts';
import { type RosterJob, rostering } from '../../../contract/rostering.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconRefresh } from '../../ui/icons.ts';
import { Link, LinkButton } from '../../ui/Link.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { formatMoment } from '../dates.ts';
import { useReturn, useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { StaleNotice } from '../shell/StaleNotice.tsx';
import { count, stateNames } from './rosterWords.ts';

const year = 365 * 24 * 3_600_000;
const initial = { sort: { key: 'when', isDescending: true }, filter: '', hidden: [] };

/** Imports that the person may see, with how each stands (`oneRosterImportStatus`, and a teacher's own). */
export default function HistoryPage() {
  const { send, now } = useApp();
  const user = useUser();
  const { language } = usePreferences();
  const { data, state, retry, refresh } = useCollection((signal) =>
    send(rostering.rosterJobs, { userPuid: user.userPuid, from_date: dayIn(now() - year, user.time_zone) }, { signal }),
  );
  useReturn(refresh);
  const isAdministrator = administrators.some((one) => one === user.role);
  const isWhole = wholeRoster.some((one) => one === user.role);
  const placeOf = (job: RosterJob) =>
    isAdministrator
      ? paths.adminImport(job.check?.form === 'oneRoster' && isWhole ? 'oneRosterImport' : 'importUsers', job.job_id)
      : `${paths.importStudents}?job=${job.job_id}`;
  const columns: TableColumn<RosterJob>[] = [
    {
      key: 'files',
      header: m.rostering_file(),
      value: (row) => row.files.map(({ name }) => name).join(', '),
      isRowHeader: true,
      width: 'l',
      look: (text, row) => <Link href={placeOf(row)}>{text}</Link>,
    },
    {
      key: 'state',
      header: m.rostering_state(),
      value: (row) => stateNames[row.state][0](),
      look: (text, row) => <Badge tone={stateNames[row.state][1]}>{text}</Badge>,
    },
    {
      key: 'when',
      header: m.rostering_when(),
      value: (row) => row.created_at,
      text: (row) => formatMoment(row.created_at, language, user.time_zone),
    },
    {
      key: 'who',
      header: m.rostering_who(),
      value: (row) => (row.created_by_puid === user.userPuid ? m.rostering_who_you() : row.created_by),
    },
    {
      key: 'rows',
      header: m.rostering_rows_column(),
      value: (row) => row.rows_total,
      text: (row) => count(row.rows_total),
      align: 'end',
      width: 's',
    },
  ];
  return (
    <Page width="wide">
      <PageHeader
        title={m.rostering_history()}
        lead={m.rostering_history_lead()}
        breadcrumbs={[
          isAdministrator ? { label: m.rostering_home(), href: paths.rosters } : { label: m.rostering_students(), href: paths.students },
        ]}
        more={
          <Button icon={IconRefresh} onPress={refresh}>
            {m.rostering_refresh()}
          </Button>
        }
        action={
          <LinkButton variant="primary" href={isAdministrator ? paths.adminImport('importUsers') : paths.importStudents}>
            {m.rostering_import()}
          </LinkButton>
        }
      />
      <StaleNotice state={state} retry={retry} />
      {state.hasTag('failed') ? (
        <ProblemNotice title={m.common_load_failed()} problem={state.context.problem} onRetry={retry} />
      ) : (
        <DataTable
          caption={m.rostering_history()}
          isCaptionHidden
          rows={data ?? []}
          columns={columns}
          rowKey={(row) => String(row.job_id)}
          initialState={initial}
          isLoading={data === undefined}
          fileName="imports"
          isStacked
          empty={<EmptyState title={m.rostering_history_none()}>{m.rostering_history_none_text()}</EmptyState>}
        />
      )}
    </Page>
  );
}
