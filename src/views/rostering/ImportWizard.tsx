import { useSelector } from '@xstate/react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { mostRosterBytes, rostering } from '../../../contract/rostering.ts';
import type { importWizardMachine } from '../../machines/rostering/importWizardMachine.ts';
import type { rosteringMachine } from '../../machines/rostering/rosteringMachine.ts';
import { m } from '../../paraglide/messages.js';
import { toSend } from '../../services/rostering/rostering.ts';
import { Button } from '../../ui/Button.tsx';
import { downloadBlob, downloadText } from '../../ui/download.ts';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { IconDownload } from '../../ui/icons.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { formatMoment } from '../dates.ts';
import { useNotices, useUser } from '../hooks.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import { useChart } from '../useChart.ts';
import { Applying, Reading } from './ImportProgress.tsx';
import type { ImportKind } from './importKinds.ts';
import s from './rostering.module.css';
import { rowsOf } from './rosterWords.ts';
import { Sending } from './Sending.tsx';

// Needed only once a file was read, with their tables and texts.
const Verdict = lazy(() => import('./Verdict.tsx'));
const Differences = lazy(() => import('./Differences.tsx'));
const Outcome = lazy(() => import('./Outcome.tsx'));

const announcements = {
  rostering_reading: m.rostering_reading,
  rostering_read: m.rostering_read,
  rostering_sending: m.rostering_sending,
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
const endings = { simple: ['.csv', '.txt', '.tsv', '.xlsx'], oneRoster: ['.csv', '.zip'] };
const most = mostRosterBytes / 1024 / 1024;

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
  const state = useSelector(wizard, (snapshot) => snapshot);

  const { files, options, verdict, job, changes, typed, problem } = state.context;
  const [isTooLarge, setTooLarge] = useState(false);
  const choose = (chosen: File[]) => {
    const tooLarge = chosen.reduce((sum, { size }) => sum + size, 0) > mostRosterBytes;
    setTooLarge(tooLarge);
    if (!tooLarge) wizard.send({ type: 'files.chosen', files: toSend(chosen) });
  };
  const retry = () => wizard.send({ type: 'import.retried' });
  const restart = (
    <Button onPress={() => wizard.send({ type: 'import.restarted' })}>
      {state.hasTag('over') ? m.rostering_another() : m.rostering_other_file()}
    </Button>
  );
  const drop = (label: string, description?: ReactNode) => (
    <FileDrop
      label={label}
      description={description}
      accept={endings[kind.form]}
      isMultiple={kind.form === 'oneRoster'}
      onFiles={choose}
      error={isTooLarge ? m.rostering_too_large({ megabytes: most }) : null}
    />
  );
  const step = state.hasTag('over') || state.hasTag('applying') ? 3 : state.hasTag('deciding') || state.hasTag('sending') ? 2 : 1;
  const failure = problem ? (
    <div data-focus="problem" tabIndex={-1}>
      <Notice tone="error" title={m.rostering_command_failed()}>
        {problemText(problem)}
      </Notice>
    </div>
  ) : null;

  return (
    <Stack gap={5}>
      <ol className={s.steps} data-focus="steps" tabIndex={-1} aria-label={m.rostering_steps()}>
        {steps.map(({ key, name }, index) => {
          const at = state.hasTag('choosing') ? 0 : step;
          return (
            <li key={key} aria-current={index === at ? 'step' : undefined} data-done={index < at || undefined}>
              <span className={s.number}>{index + 1}</span>
              <span>{name()}</span>
            </li>
          );
        })}
      </ol>

      {job && job.created_by_puid !== userPuid ? (
        <Notice tone="info">
          {m.rostering_begun_by({ name: job.created_by, when: formatMoment(job.created_at, language, time_zone) })}
        </Notice>
      ) : null}

      {job?.check && (state.hasTag('deciding') || state.hasTag('applying') || state.hasTag('over')) ? (
        <Text tone="soft">
          {job.check.files
            .map(({ name, rows }) =>
              m.rostering_rows_of_file({ name: job.check?.form === 'simple' ? (job.files[0]?.name ?? name) : name, rows: rowsOf(rows) }),
            )
            .join(' · ')}
        </Text>
      ) : null}

      {state.hasTag('choosing') ? (
        <>
          {state.hasTag('failed') ? (
            <ProblemNotice
              title={m.rostering_unreadable_title()}
              problem={
                problem && problem.message === '' && problem.code !== 0 ? { ...problem, message: m.rostering_unreadable() } : problem
              }
              onRetry={retry}
            />
          ) : null}
          {drop(
            kind.form === 'simple' ? m.rostering_drop_simple() : m.rostering_drop_oneRoster(),
            kind.form === 'simple'
              ? m.rostering_drop_simple_help({ megabytes: most })
              : m.rostering_drop_oneRoster_help({ megabytes: most }),
          )}
          {kind.template ? <Templates first={kind.template} /> : null}
        </>
      ) : null}

      {state.hasTag('reading') ? <Reading wizard={wizard} /> : null}

      <Suspense fallback={<Skeleton shape="row" count={4} />}>
        {state.hasTag('reviewing') && verdict ? (
          <Verdict
            verdict={verdict}
            options={options}
            files={files}
            job={state.matches('refused') ? job : null}
            onMends={(mends) => wizard.send({ type: 'mends.chosen', mends })}
            onMapping={(mapping) => wizard.send({ type: 'mapping.changed', mapping })}
            onMode={
              state.can({ type: 'options.changed', options })
                ? (mode) => wizard.send({ type: 'options.changed', options: { ...options, mode } })
                : null
            }
            onLeaveOut={state.can({ type: 'rows.leftOut' }) ? () => wizard.send({ type: 'rows.leftOut' }) : null}
            again={drop(m.rostering_drop_again())}
            actions={
              <>
                {restart}
                {state.matches('reviewing') ? (
                  <Button
                    variant="primary"
                    reason={state.can({ type: 'file.accepted' }) ? null : m.rostering_has_errors()}
                    onPress={() => wizard.send({ type: 'file.accepted' })}
                  >
                    {m.rostering_continue()}
                  </Button>
                ) : null}
              </>
            }
          />
        ) : null}

        {state.hasTag('sending') ? (
          state.hasTag('failed') ? (
            <Stack gap={3}>
              <ProblemNotice title={m.rostering_stuck()} problem={problem} onRetry={retry} />
              <Row>{restart}</Row>
            </Stack>
          ) : (
            <Sending rostering={state.children.rostering as ActorRefFrom<typeof rosteringMachine> | undefined} />
          )
        ) : null}

        {state.matches('lost') ? (
          <Stack gap={3}>
            <ProblemNotice title={m.rostering_lost()} problem={problem} onRetry={retry} />
            <Row>{restart}</Row>
          </Stack>
        ) : null}

        {state.hasTag('deciding') && job ? (
          <>
            {failure}
            <Differences
              job={job}
              files={files}
              verdict={verdict}
              changes={changes}
              typed={typed}
              isAllowed={state.can({ type: 'import.confirmed' })}
              onTyped={(text) => wizard.send({ type: 'confirmation.typed', text })}
              onWay={(way) => wizard.send({ type: 'options.changed', options: way })}
              onConfirm={() => wizard.send({ type: 'import.confirmed' })}
              onDiscard={() => wizard.send({ type: 'import.discarded' })}
            />
          </>
        ) : null}

        {state.hasTag('applying') && job ? <Applying wizard={wizard} job={job} failure={failure} /> : null}

        {state.hasTag('over') && job ? (
          <>
            {failure}
            <Outcome
              job={job}
              files={files}
              onUndo={state.can({ type: 'import.undone' }) ? () => wizard.send({ type: 'import.undone' }) : null}
              onResume={state.can({ type: 'import.resumed' }) ? () => wizard.send({ type: 'import.resumed' }) : null}
              restart={restart}
            />
          </>
        ) : null}
      </Suspense>
      {state.hasTag('waiting') ? <Skeleton shape="row" count={4} /> : null}
    </Stack>
  );
}

/** Templates to download. */
function Templates({ first }: { first: 'empty' | 'students' }) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const notices = useNotices();
  const download = async (with_students: boolean) => {
    const { file_name, content } = await send(rostering.rosterTemplate, { userPuid, with_students });
    downloadText(file_name, 'text/csv', content);
  };
  const downloadWorkbook = async () => {
    try {
      const { simpleWorkbook } = await import('../../services/rostering/rosterWorkbook.ts');
      downloadBlob('students-template.xlsx', await simpleWorkbook([]));
    } catch {
      notices.send({ type: 'notice.posted', kind: 'error', text: m.rostering_template_failed() });
    }
  };
  const buttons = [
    <Button key="empty" icon={IconDownload} variant="quiet" onPress={() => void download(false).catch(() => {})}>
      {m.rostering_template()}
    </Button>,
    <Button key="workbook" icon={IconDownload} variant="quiet" onPress={() => void downloadWorkbook()}>
      {m.rostering_template_excel()}
    </Button>,
    <Button key="students" icon={IconDownload} variant="quiet" onPress={() => void download(true).catch(() => {})}>
      {m.rostering_template_students()}
    </Button>,
  ];
  return <Row>{first === 'empty' ? buttons : buttons.toReversed()}</Row>;
}
