import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type CourseImport, courseUndoDays, mostCourseBytes } from '../../../contract/courseImport.ts';
import { type CourseReport, changesIn, courseImportMachine } from '../../machines/contentSetup/courseImportMachine.ts';
import { m } from '../../paraglide/messages.js';
import { courseImportActors } from '../../services/contentSetup/courseImport.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import { addressOf } from '../screen.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { contentSetup } from './contentSetup.screen.ts';
import { courseStates } from './courseImportWords.ts';

const CourseFindings = lazy(async () => ({ default: (await import('./CourseFindings.tsx')).CourseFindings }));
const CourseNumbers = lazy(async () => ({ default: (await import('./CourseChanges.tsx')).CourseNumbers }));
const CourseChanges = lazy(async () => ({ default: (await import('./CourseChanges.tsx')).CourseChanges }));
const CourseExport = lazy(async () => ({ default: (await import('./CourseExport.tsx')).CourseExport }));
const EarlierImports = lazy(async () => ({ default: (await import('./EarlierImports.tsx')).EarlierImports }));

const waiting = <Skeleton shape="row" count={4} />;

/** The import of the course's files (`admin/courseImport`): file, check, differences, confirmation, outcome and undo. */
export default function CourseImportPage() {
  const { send } = useApp();
  const [params, setParams] = useSearchParams();
  const [jobId] = useState(() => Number(params.get('job')) || null);
  const chart = useChart(courseImportMachine, {
    input: { jobId },
    actors: courseImportActors(send),
    on: { 'job.known': (event) => setParams(event.jobId === null ? {} : { job: String(event.jobId) }, { replace: true }) },
  });
  const { file, job, report, problem, ...seen } = useFields(chart, (state) => ({
    file: state.context.file,
    job: state.context.job,
    report: state.context.report,
    problem: state.context.problem,
    isChoosing: state.hasTag('choosing'),
    isSending: state.hasTag('sending'),
    isBusy: state.hasTag('busy'),
    isFailed: state.hasTag('failed'),
    isReady: state.hasTag('ready'),
    isCommanding: state.hasTag('commanding'),
    isRunning: state.hasTag('running'),
    isStale: state.hasTag('stale'),
    isOver: state.hasTag('over'),
    isAsking: state.hasTag('asking'),
    mayConfirm: state.can({ type: 'import.confirmed' }),
    mayCheck: state.can({ type: 'import.checked' }),
    mayUndo: state.can({ type: 'undo.asked' }),
    mayRetry: state.can({ type: 'import.retried' }),
  }));
  const another = <Button onPress={() => chart.send({ type: 'import.restarted' })}>{m.courseImport_other()}</Button>;
  const problemTitle = seen.isChoosing ? m.courseImport_unsent() : seen.isFailed ? m.common_load_failed() : m.courseImport_command_failed();
  return (
    <Page width="wide">
      <PageHeader
        title={m.courseImport_title()}
        lead={m.courseImport_lead()}
        breadcrumbs={[{ label: m.contentSetup_title(), href: addressOf(contentSetup) }]}
        {...(job ? { badge: <Badge tone={courseStates[job.state][1]}>{courseStates[job.state][0]()}</Badge> } : {})}
      />
      <Stack gap={5}>
        {problem ? (
          <ProblemNotice
            title={problemTitle}
            problem={problem}
            {...(seen.mayRetry ? { onRetry: () => chart.send({ type: 'import.retried' }) } : {})}
          />
        ) : null}
        {seen.isFailed ? <Row>{another}</Row> : null}
        {seen.isChoosing ? (
          <FileDrop
            label={m.courseImport_drop()}
            description={m.courseImport_drop_text({ megabytes: formatNumber(mostCourseBytes / 1024 / 1024) })}
            accept={['.zip']}
            maxBytes={mostCourseBytes}
            onFiles={([chosen]) => chosen && chart.send({ type: 'file.chosen', file: chosen })}
          />
        ) : null}
        {seen.isSending ? <Notice tone="info">{m.courseImport_sending({ name: file?.name ?? '' })}</Notice> : null}
        {seen.isBusy || seen.isCommanding ? waiting : null}
        {seen.isRunning && job ? <Running job={job} isStale={seen.isStale} /> : null}
        {job && (seen.isReady || seen.isOver) ? (
          <div data-focus="course" tabIndex={-1}>
            <Verdict job={job} />
          </div>
        ) : null}
        {job && (seen.isReady || seen.isOver) ? (
          <Row>
            {seen.mayConfirm ? (
              <Button variant="primary" onPress={() => chart.send({ type: 'import.confirmed' })}>
                {m.courseImport_confirm()}
              </Button>
            ) : null}
            {seen.mayCheck ? (
              <Button onPress={() => chart.send({ type: 'import.checked' })}>
                {job.state === 'uploaded' ? m.courseImport_check() : m.courseImport_check_again()}
              </Button>
            ) : null}
            {seen.mayUndo || seen.isAsking ? (
              <Button onPress={() => chart.send({ type: 'undo.asked' })}>{m.courseImport_undo()}</Button>
            ) : null}
            {another}
          </Row>
        ) : null}
        {job && report && seen.isReady ? <Report job={job} report={report} /> : null}
        {job && seen.isOver && job.counts.length > 0 ? (
          <Suspense fallback={waiting}>
            <CourseNumbers counts={job.counts} />
          </Suspense>
        ) : null}
        {seen.isChoosing ? (
          <Suspense fallback={waiting}>
            <CourseExport />
            <EarlierImports onOpen={(id) => chart.send({ type: 'import.opened', jobId: id })} />
          </Suspense>
        ) : null}
      </Stack>
      <ConfirmDialog
        isOpen={seen.isAsking}
        onOpenChange={(isOpen) => !isOpen && chart.send({ type: 'undo.dismissed' })}
        title={m.courseImport_undo_title()}
        confirmLabel={m.courseImport_undo()}
        onConfirm={() => chart.send({ type: 'undo.confirmed' })}
      >
        <Text>{m.courseImport_undo_text()}</Text>
      </ConfirmDialog>
    </Page>
  );
}

function Running({ job, isStale }: { job: CourseImport; isStale: boolean }) {
  const words = {
    importing: m.courseImport_importing,
    undoing: m.courseImport_undoing,
  };
  return (
    <Card>
      <Stack gap={4}>
        <Notice tone="info">{(words[job.state as keyof typeof words] ?? m.courseImport_checking)()}</Notice>
        <Text tone="soft">{m.courseImport_leave()}</Text>
        {isStale ? <Notice tone="warning">{m.courseImport_unseen()}</Notice> : null}
      </Stack>
    </Card>
  );
}

/** How the import stands, in a sentence. The focus goes to it, so it is not announced as well. */
function Verdict({ job }: { job: CourseImport }) {
  const { language } = usePreferences();
  const { time_zone } = useUser();
  switch (job.state) {
    case 'refused':
      return (
        <Notice tone="error" title={m.courseImport_refused()} isSaid>
          {m.courseImport_refused_text()}
        </Notice>
      );
    case 'checked':
      return changesIn(job) === 0 ? (
        <Notice tone="info">{m.courseImport_same()}</Notice>
      ) : (
        <Notice tone="info" title={m.courseImport_checked()}>
          {job.is_own
            ? m.courseImport_checked_text({ days: formatNumber(courseUndoDays) })
            : m.courseImport_theirs({ name: job.created_by })}
        </Notice>
      );
    case 'outdated':
      return (
        <Notice tone="warning" isSaid>
          {m.courseImport_outdated()}
        </Notice>
      );
    case 'done':
      return (
        <Notice tone="success" title={m.courseImport_done()} isSaid>
          {job.undo_until === null
            ? m.courseImport_done_old()
            : m.courseImport_done_text({ until: formatMoment(job.undo_until, language, time_zone) })}
        </Notice>
      );
    case 'undone':
      return (
        <Notice tone="success" isSaid>
          {job.left_alone === 0 ? m.courseImport_undone_all() : m.courseImport_undone_part({ count: formatNumber(job.left_alone) })}
        </Notice>
      );
    case 'uploaded':
      return <Notice tone="info">{m.courseImport_uploaded()}</Notice>;
    default:
      return (
        <Notice tone="error" isSaid>
          {m.courseImport_failed()}
        </Notice>
      );
  }
}

function Report({ job, report }: { job: CourseImport; report: CourseReport }) {
  const total = changesIn(job);
  return (
    <Suspense fallback={waiting}>
      <Stack gap={5}>
        {job.errors > 0 ? <CourseFindings severity="error" findings={report.findings} total={job.errors} /> : null}
        {total > 0 ? <CourseNumbers counts={job.counts} /> : null}
        {total > 0 ? <CourseChanges changes={report.changes} total={total} /> : null}
        {job.warnings > 0 ? <CourseFindings severity="warning" findings={report.findings} total={job.warnings} /> : null}
      </Stack>
    </Suspense>
  );
}
