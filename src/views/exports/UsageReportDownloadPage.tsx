import { useNavigate, useParams } from 'react-router-dom';
import { courseFormat, type ExportJob, type LeftOut } from '../../../contract/exportJob.ts';
import { exportJobMachine } from '../../machines/exports/exportJobMachine.ts';
import type { Problem } from '../../machines/problem.ts';
import { m } from '../../paraglide/messages.js';
import { deleteExport, exportActors } from '../../services/exports.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { IconDownload, IconTrash } from '../../ui/icons.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { ProgressBar } from '../../ui/Progress.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import { Figures } from '../reports/Figures.tsx';
import { decodeIds } from '../routeValue.ts';
import { addressOf } from '../screen.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import { usageCrumbs } from '../usageReports/usageWords.ts';
import { useChart } from '../useChart.ts';
import { useCommand } from '../useCommand.ts';
import { useFields } from '../useFields.ts';
import { dataExport } from './dataExport.screen.ts';
import { leftOutReasons, periodOf, placeOf, sizeOf, stateNames, tablesIn } from './exportWords.ts';

const problems: Readonly<Record<NonNullable<ExportJob['problem']>, () => string>> = {
  stopped: m.exports_problem_stopped,
  sheetFull: m.exports_problem_sheetFull,
  notAllowed: m.exports_problem_notAllowed,
};

/** One export (`admin/usageReport/usageReportDownload`): no report, because it is a job with a chart of its own. */
export default function UsageReportDownloadPage() {
  const { value = '' } = useParams();
  const [jobId = 0] = decodeIds(value, 1) ?? [];
  return <Export key={jobId} jobId={jobId} />;
}

function Export({ jobId }: { jobId: number }) {
  const { send } = useApp();
  const navigate = useNavigate();
  const { language } = usePreferences();
  const chart = useChart(exportJobMachine, {
    input: { jobId },
    actors: exportActors(send),
    announce: { common_load_failed: m.common_load_failed, exports_over: m.exports_over },
    on: { 'file.ready': ({ path }) => window.location.assign(path) },
  });
  const { job, problem, ...seen } = useFields(chart, (state) => ({
    job: state.context.job,
    problem: state.context.problem,
    isFailed: state.hasTag('failed'),
    isStale: state.hasTag('stale'),
    isCancelling: state.hasTag('cancelling'),
    isFetching: state.hasTag('fetching'),
    isOver: state.hasTag('over'),
  }));
  const removal = useCommand('exportRemoval', (id: number, { signal }) => deleteExport(send, id, signal), {
    question: 'plain',
    announce: { done: () => m.exports_deleted() },
    onDone: () => void navigate(addressOf(dataExport)),
  });
  const title = job ? tablesIn(job) : m.exports_one();
  return (
    <Page>
      <PageHeader
        title={title}
        breadcrumbs={[...usageCrumbs(), { label: m.exports_title(), href: addressOf(dataExport) }]}
        {...(job
          ? {
              badge: <Badge tone={stateNames[job.state][1]}>{stateNames[job.state][0]()}</Badge>,
              lead: job.format === courseFormat ? placeOf(job) : m.exports_of({ place: placeOf(job), period: periodOf(job, language) }),
            }
          : {})}
      />
      {seen.isFailed ? <ProblemNotice problem={problem} onRetry={() => chart.send({ type: 'export.retried' })} /> : null}
      {job === null && !seen.isFailed ? <Skeleton shape="row" count={3} /> : null}
      {job ? (
        <Stack gap={5}>
          {problem && !seen.isFailed ? <ProblemNotice title={m.rostering_command_failed()} problem={problem} /> : null}
          {seen.isOver ? (
            <Ended
              job={job}
              isFetching={seen.isFetching}
              onDownload={() => chart.send({ type: 'file.asked' })}
              onDelete={() => removal.give(jobId)}
            />
          ) : (
            <Running
              job={job}
              isStale={seen.isStale}
              isCancelling={seen.isCancelling}
              onCancel={() => chart.send({ type: 'export.cancelled' })}
            />
          )}
          <Facts job={job} />
          {job.left_out.length > 0 ? <LeftOutTable rows={job.left_out} /> : null}
        </Stack>
      ) : null}
      <Deletion removal={removal} title={title} />
    </Page>
  );
}

interface DeletionProps {
  removal: { isAsking: boolean; isSaving: boolean; problem: Problem | null; confirm: () => void; dismissQuestion: () => void };
  title: string;
}

function Deletion({ removal: { isAsking, isSaving, problem, confirm, dismissQuestion }, title }: DeletionProps) {
  return (
    <ConfirmDialog
      isOpen={isAsking}
      onOpenChange={(isOpen) => !isOpen && dismissQuestion()}
      title={m.exports_delete_title({ title })}
      confirmLabel={m.workspace_delete()}
      onConfirm={() => confirm()}
      isPending={isSaving}
      isDanger
      error={problem && problemText(problem)}
    >
      <Text>{m.exports_delete_text()}</Text>
    </ConfirmDialog>
  );
}

interface RunningProps {
  job: ExportJob;
  isStale: boolean;
  isCancelling: boolean;
  onCancel: () => void;
}

function Running({ job, isStale, isCancelling, onCancel }: RunningProps) {
  const all = job.tables_all;
  const isCourse = job.format === courseFormat;
  return (
    <Card>
      <Stack gap={4}>
        <ProgressBar
          label={job.state === 'queued' ? m.exports_waiting() : isCourse ? m.exports_course_writing() : m.exports_writing()}
          value={job.tables_done}
          max={all}
          {...(isCourse
            ? {}
            : {
                valueText: m.exports_progress_of({
                  table: formatNumber(Math.min(all, job.tables_done + 1)),
                  all: formatNumber(all),
                  rows: formatNumber(job.rows_done),
                }),
              })}
        />
        <Text tone="soft">{m.exports_leave()}</Text>
        {isStale ? <Notice tone="warning">{m.exports_unseen()}</Notice> : null}
        <Row>
          <Button isPending={isCancelling} onPress={onCancel}>
            {m.exports_cancel()}
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}

interface EndedProps {
  job: ExportJob;
  isFetching: boolean;
  onDownload: () => void;
  onDelete: () => void;
}

function Ended({ job, isFetching, onDownload, onDelete }: EndedProps) {
  const { language } = usePreferences();
  const { time_zone } = useUser();
  const until = job.expires_at ? formatMoment(job.expires_at, language, time_zone) : '';
  const words = {
    ready: m.exports_ready_text({ until }),
    expired: m.exports_expired_text({ until }),
    cancelled: m.exports_cancelled_text(),
    failed: job.problem ? problems[job.problem]() : m.exports_problem_stopped(),
    queued: '',
    running: '',
  }[job.state];
  return (
    <div data-focus="export" tabIndex={-1}>
      <Stack gap={4}>
        <Notice tone={job.state === 'ready' ? 'success' : job.state === 'failed' ? 'error' : 'info'}>{words}</Notice>
        {job.state === 'ready' && job.with_names ? <Notice tone="warning">{m.exports_personal()}</Notice> : null}
        <Row>
          {job.state === 'ready' ? (
            <Button variant="primary" icon={IconDownload} isPending={isFetching} onPress={onDownload}>
              {m.exports_download()}
            </Button>
          ) : null}
          <Button icon={IconTrash} onPress={onDelete}>
            {m.exports_delete()}
          </Button>
        </Row>
      </Stack>
    </div>
  );
}

/** What the file of a course does not have, with the reason. */
function LeftOutTable({ rows }: { rows: readonly LeftOut[] }) {
  const columns: TableColumn<LeftOut & { key: string }>[] = [
    { key: 'name', header: m.exports_left_name(), value: ({ name }) => name, isRowHeader: true, width: 'l' },
    { key: 'place', header: m.exports_left_place(), value: ({ place }) => place, width: 'l' },
    { key: 'why', header: m.exports_left_why(), value: ({ code }) => leftOutReasons[code](), width: 'l' },
  ];
  return (
    <DataTable
      caption={m.exports_left_title({ count: formatNumber(rows.length) })}
      rows={rows.map((row, index) => ({ ...row, key: String(index) }))}
      columns={columns}
      rowKey={({ key }) => key}
      fileName="not-exported"
      empty={null}
    />
  );
}

function Facts({ job }: { job: ExportJob }) {
  const { language } = usePreferences();
  const { time_zone } = useUser();
  const at = (instant: string | null) => (instant ? formatMoment(instant, language, time_zone) : m.reports_none());
  return (
    <Figures
      figures={[
        [m.exports_rows(), formatNumber(job.rows_done)],
        [m.exports_size(), sizeOf(job.bytes)],
        [m.exports_names(), job.with_names ? m.reports_yes() : m.reports_no()],
        [m.rostering_who(), job.created_by],
        [m.exports_started(), at(job.created_at)],
        [m.exports_finished(), at(job.finished_at)],
        [m.exports_until(), at(job.expires_at)],
      ]}
    />
  );
}
