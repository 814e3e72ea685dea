import type { ActorRefFrom } from 'xstate';
import type { fileReadingMachine } from '../../machines/rostering/fileReadingMachine.ts';
import type { importProgressMachine } from '../../machines/rostering/importProgressMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { ProgressBar } from '../../ui/Progress.tsx';
import { useFields } from '../useFields.ts';
import { CommandProblem } from './CommandProblem.tsx';
import { megabytes, wordsOf } from './rosterWords.ts';

/** Progress of reading the files. */
export function Reading({ reading }: { reading: ActorRefFrom<typeof fileReadingMachine> }) {
  const { bytes, files } = useFields(reading, ({ context }) => ({ bytes: context.bytes, files: context.files }));
  const all = files.reduce((sum, { file }) => sum + file.size, 0);
  return (
    <Card>
      <Stack gap={4}>
        <ProgressBar
          label={m.rostering_reading()}
          value={bytes}
          max={all}
          valueText={m.rostering_of({ done: megabytes(bytes), all: megabytes(all) })}
        />
        <Text tone="soft">{m.rostering_reading_text()}</Text>
        <Row>
          <Button onPress={() => reading.send({ type: 'reading.cancelled' })}>{m.common_cancel()}</Button>
        </Row>
      </Stack>
    </Card>
  );
}

/** The server's progress in applying or undoing the import. */
export function Applying({ progress }: { progress: ActorRefFrom<typeof importProgressMachine> }) {
  const { job, problem, isStale, isStopping, canStop } = useFields(progress, (state) => ({
    job: state.context.job,
    problem: state.context.problem,
    isStale: state.hasTag('stale'),
    isStopping: state.hasTag('busy'),
    canStop: state.can({ type: 'import.stopped' }),
  }));
  const words = wordsOf(job);
  return (
    <Card>
      <Stack gap={4}>
        <ProgressBar
          label={job.state === 'undoing' ? words.undoing() : words.applying()}
          value={job.rows_done}
          max={Math.max(1, job.rows_total)}
          valueText={m.rostering_row_of({ done: formatNumber(job.rows_done), all: formatNumber(job.rows_total) })}
        />
        <Text tone="soft">{words.applyingText()}</Text>
        {isStale ? <Notice tone="warning">{m.rostering_unseen()}</Notice> : null}
        <CommandProblem problem={problem} />
        {canStop || isStopping ? (
          <Row>
            <Button isPending={isStopping} onPress={() => progress.send({ type: 'import.stopped' })}>
              {m.rostering_stop()}
            </Button>
          </Row>
        ) : null}
      </Stack>
    </Card>
  );
}
