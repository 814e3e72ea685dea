import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { fileReadingMachine } from '../../machines/rostering/fileReadingMachine.ts';
import type { importWizardMachine } from '../../machines/rostering/importWizardMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useChartMeta, useUser } from '../hooks.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { Applying } from './ImportProgress.tsx';
import { DecisionStep, OutcomeStep, ReadingStep, RefusalStep } from './ImportSteps.tsx';
import type { ImportKind } from './importKinds.ts';
import s from './rostering.module.css';
import { rowsOf, sourceOf } from './rosterWords.ts';
import { Sending } from './Sending.tsx';

const announcements = {
  rostering_reading: m.rostering_reading,
  rostering_read: m.rostering_read,
  rostering_sending: m.rostering_sending,
  rostering_checking: m.rostering_checking,
  rostering_refused: m.rostering_refused,
  rostering_compared: m.rostering_compared,
  rostering_over: m.rostering_over,
};
const steps = [
  { key: 'choose', name: m.rostering_step_choose },
  { key: 'check', name: m.rostering_step_check },
  { key: 'compare', name: m.rostering_step_compare },
  { key: 'import', name: m.rostering_step_import },
];

interface ImportWizardProps {
  kind: ImportKind;
  logic: typeof importWizardMachine;
  /** An import that was started before. */
  jobId: number | null;
  /** The import got an id, or is no longer shown. */
  onJob: (jobId: number | null) => void;
}

/** The wizard of every import of people, driven by the `importWizard` chart. */
export function ImportWizard({ kind, logic, jobId, onJob }: ImportWizardProps) {
  const { userPuid, time_zone } = useUser();
  const { language } = usePreferences();
  const wizard = useChart(logic, {
    input: { userPuid, jobId, mode: kind.mode },
    announce: announcements,
    on: { 'job.known': (known) => onJob(known.jobId) },
  });
  const { fileReading, rosterFile, importRefusal, importDecision, importProgress, importOutcome, ...seen } = useFields(wizard, (state) => ({
    ...(state.children as Partial<typeof state.children>),
    files: state.context.files,
    job: state.context.job,
    problem: state.context.problem,
    isBusy: state.hasTag('busy'),
    isFailed: state.hasTag('failed'),
    isKnown: state.hasTag('known'),
    step: state.hasTag('import') ? 3 : state.hasTag('compare') ? 2 : 1,
  }));
  useChartMeta(fileReading ?? rosterFile ?? importRefusal ?? importDecision ?? importProgress ?? importOutcome, announcements);
  const { files, job, problem } = seen;
  const isFromService = job !== null && job.connection_name !== null;

  return (
    <Stack gap={5}>
      <Steps
        reading={fileReading}
        step={seen.step}
        first={kind.from === 'selection' ? 'people' : kind.from === 'sync' || isFromService ? 'service' : 'file'}
      />

      {job && job.created_by_puid !== userPuid ? (
        <Notice tone="info">
          {(isFromService ? m.rostering_begun_from : kind.from === 'selection' ? m.people_batch_begun_by : m.rostering_begun_by)({
            name: job.created_by,
            when: formatMoment(job.created_at, language, time_zone),
          })}
        </Notice>
      ) : null}

      {job && kind.from === 'selection' ? <Text tone="soft">{sourceOf(job)}</Text> : null}
      {job?.check && seen.isKnown && job.check.files.length > 0 ? (
        <Text tone="soft">
          {job.check.files
            .map(({ name, rows }) =>
              m.rostering_rows_of_file({ name: job.check?.form === 'simple' ? (job.files[0]?.name ?? name) : name, rows: rowsOf(rows) }),
            )
            .join(' · ')}
        </Text>
      ) : null}

      <Suspense fallback={<Skeleton shape="row" count={4} />}>
        {fileReading ? <ReadingStep reading={fileReading} kind={kind} /> : null}
        {rosterFile ? <Sending sending={rosterFile} /> : null}
        {importRefusal ? <RefusalStep refusal={importRefusal} kind={kind} files={files} /> : null}
        {importDecision ? <DecisionStep decision={importDecision} files={files} /> : null}
        {importProgress ? <Applying progress={importProgress} /> : null}
        {importOutcome ? <OutcomeStep outcome={importOutcome} files={files} /> : null}
      </Suspense>

      {seen.isFailed ? (
        <Stack gap={3}>
          <ProblemNotice title={m.rostering_lost()} problem={problem} onRetry={() => wizard.send({ type: 'import.retried' })} />
          <Row>
            <Button onPress={() => wizard.send({ type: 'import.restarted' })}>{m.rostering_other_file()}</Button>
          </Row>
        </Stack>
      ) : null}
      {seen.isBusy ? <Skeleton shape="row" count={4} /> : null}
    </Stack>
  );
}

interface StepsProps {
  reading: ActorRefFrom<typeof fileReadingMachine> | undefined;
  step: number;
  /** What was chosen first: a file, or people in a list; or nothing, because a connection brought the rows. */
  first: 'file' | 'people' | 'service';
}

/** The steps of the wizard. Before a file is chosen, the current one is the first; otherwise `step`, from 0. */
function Steps({ reading, step, first }: StepsProps) {
  const isChoosing = useSelector(reading, (state) => state?.hasTag('choosing') ?? false);
  const at = isChoosing ? 0 : step;
  const wordOf = (key: string) => {
    if (key === 'choose') return first === 'service' ? m.rostering_step_read() : first === 'people' ? m.people_batch_step_choose() : null;
    return key === 'import' && first === 'people' ? m.people_batch_step_change() : null;
  };
  return (
    <ol className={s.steps} data-focus="steps" tabIndex={-1} aria-label={m.rostering_steps()}>
      {steps.map(({ key, name }, index) => (
        <li key={key} aria-current={index === at ? 'step' : undefined} data-done={index < at || undefined}>
          <span className={s.number}>{index + 1}</span>
          <span>{wordOf(key) ?? name()}</span>
        </li>
      ))}
    </ol>
  );
}
