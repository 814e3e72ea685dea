import { lazy } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { fileReadingMachine } from '../../machines/rostering/fileReadingMachine.ts';
import type { importDecisionMachine } from '../../machines/rostering/importDecisionMachine.ts';
import type { importOutcomeMachine } from '../../machines/rostering/importOutcomeMachine.ts';
import type { importRefusalMachine } from '../../machines/rostering/importRefusalMachine.ts';
import type { FileToSend } from '../../machines/rostering/rosterFileMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { fieldText } from '../shell/fieldText.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useFields } from '../useFields.ts';
import { CommandProblem } from './CommandProblem.tsx';
import { Reading } from './ImportProgress.tsx';
import type { ImportKind } from './importKinds.ts';
import { most, RosterDrop } from './RosterDrop.tsx';
import { Templates } from './Templates.tsx';
import { ToConnections } from './ToConnections.tsx';
import { ToPeople } from './ToPeople.tsx';

// Needed only once a file was read, with their tables and texts.
const Verdict = lazy(() => import('./Verdict.tsx'));
const Differences = lazy(() => import('./Differences.tsx'));
const Outcome = lazy(() => import('./Outcome.tsx'));

/** Chooses, reads and fixes files on this device. */
export function ReadingStep({ reading, kind }: { reading: ActorRefFrom<typeof fileReadingMachine>; kind: ImportKind }) {
  const { files, options, verdict, problem, is, can } = useFields(reading, (state) => ({
    files: state.context.files,
    options: state.context.options,
    verdict: state.context.verdict,
    problem: state.hasTag('failed') ? state.context.problem : null,
    is: state.hasTag('reading') ? 'reading' : state.hasTag('reviewing') ? 'reviewing' : 'choosing',
    can: state.can({ type: 'file.accepted' }) ? 'accept' : state.can({ type: 'rows.leftOut' }) ? 'leaveOut' : 'neither',
  }));
  const choose = (chosen: FileToSend[]) => reading.send({ type: 'files.chosen', files: chosen });
  if (is === 'reading') return <Reading reading={reading} />;
  if (is === 'reviewing' && verdict)
    return (
      <Verdict
        verdict={verdict}
        options={options}
        files={files}
        job={null}
        onMends={(mends) => reading.send({ type: 'mends.chosen', mends })}
        onMapping={(mapping) => reading.send({ type: 'mapping.changed', mapping })}
        onMode={(mode) => reading.send({ type: 'options.changed', options: { ...options, mode } })}
        onLeaveOut={can === 'leaveOut' ? () => reading.send({ type: 'rows.leftOut' }) : null}
        again={<RosterDrop form={kind.form} label={m.rostering_drop_again()} onFiles={choose} />}
        actions={
          <>
            <Button onPress={() => reading.send({ type: 'file.abandoned' })}>{m.rostering_other_file()}</Button>
            <Button
              variant="primary"
              reason={can === 'accept' ? null : m.rostering_has_errors()}
              onPress={() => reading.send({ type: 'file.accepted' })}
            >
              {m.rostering_continue()}
            </Button>
          </>
        }
      />
    );
  if (kind.from)
    return (
      <Stack gap={3}>
        <Text>{kind.from === 'sync' ? m.rosterSync_no_run() : m.people_batch_none()}</Text>
        <Row>{kind.from === 'sync' ? <ToConnections isSync /> : <ToPeople />}</Row>
      </Stack>
    );
  const isSimple = kind.form === 'simple';
  const isOfIds = kind.mode === 'newIds';
  return (
    <>
      {problem ? (
        <ProblemNotice
          title={m.rostering_unreadable_title()}
          problem={problem.message === '' && problem.code !== 0 ? { ...problem, message: m.rostering_unreadable() } : problem}
          onRetry={() => reading.send({ type: 'reading.retried' })}
        />
      ) : null}
      <RosterDrop
        form={kind.form}
        label={isOfIds ? m.rostering_drop_ids() : isSimple ? m.rostering_drop_simple() : m.rostering_drop_oneRoster()}
        description={isSimple ? m.rostering_drop_simple_help({ megabytes: most }) : m.rostering_drop_oneRoster_help({ megabytes: most })}
        onFiles={choose}
      />
      {kind.template ? <Templates first={kind.template} mode={kind.mode} /> : null}
    </>
  );
}

interface RefusalStepProps {
  refusal: ActorRefFrom<typeof importRefusalMachine>;
  kind: ImportKind;
  /** The files, if this page has them. */
  files: readonly FileToSend[];
}

/** The errors that the server found, with every possible fix. */
export function RefusalStep({ refusal, kind, files }: RefusalStepProps) {
  const { job, verdict, canLeaveOut } = useFields(refusal, (state) => ({
    job: state.context.job,
    verdict: state.hasTag('reviewing') ? state.context.verdict : null,
    canLeaveOut: state.can({ type: 'rows.leftOut' }),
  }));
  if (!verdict) return <Skeleton shape="row" count={4} />;
  return (
    <Verdict
      verdict={verdict}
      options={job.options}
      files={files}
      job={job}
      onMends={(mends) => refusal.send({ type: 'mends.chosen', mends })}
      onMapping={(mapping) => refusal.send({ type: 'mapping.changed', mapping })}
      onMode={null}
      onLeaveOut={canLeaveOut ? () => refusal.send({ type: 'rows.leftOut' }) : null}
      again={
        job.connection_name === null ? (
          <RosterDrop
            form={kind.form}
            label={m.rostering_drop_again()}
            onFiles={(chosen) => refusal.send({ type: 'files.chosen', files: chosen })}
          />
        ) : (
          <Text>{m.rostering_correct_there()}</Text>
        )
      }
      actions={
        job.connection_name === null ? (
          <Button onPress={() => refusal.send({ type: 'file.abandoned' })}>{m.rostering_other_file()}</Button>
        ) : (
          <ToConnections isSync={job.is_sync} />
        )
      }
    />
  );
}

interface DecisionStepProps {
  decision: ActorRefFrom<typeof importDecisionMachine>;
  /** The files, if this page has them. */
  files: readonly FileToSend[];
}

/** The changes of an import, and the question whether to make them. */
export function DecisionStep({ decision, files }: DecisionStepProps) {
  const { problem, isDeciding, ...shown } = useFields(decision, (state) => ({
    job: state.context.job,
    verdict: state.context.verdict,
    changes: state.context.changes,
    typed: state.context.typed,
    problem: state.context.problem,
    isDeciding: state.hasTag('deciding'),
    isAllowed: state.can({ type: 'import.confirmed' }),
  }));
  if (!isDeciding) return <Skeleton shape="row" count={4} />;
  return (
    <>
      <CommandProblem problem={problem} field="confirmation" />
      <Differences
        {...shown}
        files={files}
        error={shown.typed === '' ? fieldText(problem, 'confirmation') : null}
        onTyped={(text) => decision.send({ type: 'confirmation.typed', text })}
        onWay={(options) => decision.send({ type: 'options.changed', options })}
        onConfirm={() => decision.send({ type: 'import.confirmed' })}
        onDiscard={() => decision.send({ type: 'import.discarded' })}
      />
    </>
  );
}

interface OutcomeStepProps {
  outcome: ActorRefFrom<typeof importOutcomeMachine>;
  /** The files, if this page has them. */
  files: readonly FileToSend[];
}

/** The result of an import, with Undo. */
export function OutcomeStep({ outcome, files }: OutcomeStepProps) {
  const { job, problem, isBusy, isAsking } = useFields(outcome, (state) => ({
    job: state.context.job,
    problem: state.context.problem,
    isBusy: state.hasTag('busy'),
    isAsking: state.hasTag('asking'),
  }));
  if (isBusy) return <Skeleton shape="row" count={4} />;
  return (
    <>
      <CommandProblem problem={problem} />
      <Outcome
        job={job}
        files={files}
        isAsking={isAsking}
        onAsk={job.can_undo ? () => outcome.send({ type: 'undo.asked' }) : null}
        onCancel={() => outcome.send({ type: 'undo.cancelled' })}
        onUndo={() => outcome.send({ type: 'import.undone' })}
        onResume={job.state === 'partial' ? () => outcome.send({ type: 'import.resumed' }) : null}
        onRestart={() => outcome.send({ type: 'import.restarted' })}
      />
    </>
  );
}
