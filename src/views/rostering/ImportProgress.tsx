import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { RosterJob } from '../../../contract/rostering.ts';
import type { importWizardMachine } from '../../machines/rostering/importWizardMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ProgressBar } from '../../ui/Progress.tsx';
import { count, megabytes } from './rosterWords.ts';

type Wizard = ActorRefFrom<typeof importWizardMachine>;

/** Progress of reading the files. */
export function Reading({ wizard }: { wizard: Wizard }) {
  const bytes = useSelector(wizard, (snapshot) => snapshot.context.bytes);
  const files = useSelector(wizard, (snapshot) => snapshot.context.files);
  return (
    <Card>
      <Stack gap={4}>
        <ProgressBar
          label={m.rostering_reading()}
          value={bytes}
          max={files.reduce((sum, { file }) => sum + file.size, 0)}
          valueText={m.rostering_of({
            done: megabytes(bytes),
            all: megabytes(files.reduce((sum, { file }) => sum + file.size, 0)),
          })}
        />
        <Text tone="soft">{m.rostering_reading_text()}</Text>
        <Row>
          <Button onPress={() => wizard.send({ type: 'reading.cancelled' })}>{m.common_cancel()}</Button>
        </Row>
      </Stack>
    </Card>
  );
}

/** The server's progress in applying or undoing the import. */
export function Applying({ wizard, job, failure }: { wizard: Wizard; job: RosterJob; failure: ReactNode }) {
  const state = useSelector(wizard, (snapshot) => snapshot);
  return (
    <Card>
      <Stack gap={4}>
        <ProgressBar
          label={job.state === 'undoing' ? m.rostering_undoing() : m.rostering_applying()}
          value={job.rows_done}
          max={Math.max(1, job.rows_total)}
          valueText={m.rostering_row_of({ done: count(job.rows_done), all: count(job.rows_total) })}
        />
        <Text tone="soft">{m.rostering_applying_text()}</Text>
        {state.hasTag('stale') ? <Notice tone="warning">{m.rostering_unseen()}</Notice> : null}
        {failure}
        {state.can({ type: 'import.stopped' }) ? (
          <Row>
            <Button onPress={() => wizard.send({ type: 'import.stopped' })}>{m.rostering_stop()}</Button>
          </Row>
        ) : null}
      </Stack>
    </Card>
  );
}
