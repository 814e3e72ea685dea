import type { ActorRefFrom } from 'xstate';
import { nextPart, partsOf, type rosterFileMachine } from '../../machines/rostering/rosterFileMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { ProgressBar } from '../../ui/Progress.tsx';
import { fieldText } from '../shell/fieldText.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useFields } from '../useFields.ts';

type SendingActor = ActorRefFrom<typeof rosterFileMachine>;

/** Progress of the upload and of the server's comparison, or why it stopped. */
export function Sending({ sending }: { sending: SendingActor }) {
  const { sent, files, isUploading, isFailed } = useFields(sending, (state) => ({
    sent: state.context.sent,
    files: state.context.files,
    isUploading: state.hasTag('uploading'),
    isFailed: state.hasTag('failed'),
  }));
  if (isFailed) return <Stopped sending={sending} />;
  const all = partsOf(files);
  return (
    <Card>
      <Stack gap={4}>
        {isUploading ? (
          <ProgressBar
            label={m.rostering_sending()}
            value={sent}
            max={all}
            valueText={m.rostering_parts({ done: formatNumber(sent), all: formatNumber(all) })}
          />
        ) : (
          <>
            <ProgressBar label={m.rostering_checking()} />
            <Text tone="soft">{m.rostering_checking_text()}</Text>
          </>
        )}
      </Stack>
    </Card>
  );
}

/** Why the file did not arrive, with the server's reason beside the file that it refused. */
function Stopped({ sending }: { sending: SendingActor }) {
  const { sent, files, problem } = useFields(sending, ({ context }) => ({
    sent: context.sent,
    files: context.files,
    problem: context.problem,
  }));
  const refused = nextPart(files, sent)?.file.name;
  const reason = ['file_name', 'size', 'content'].map((field) => fieldText(problem, field)).find((text) => text !== null);
  return (
    <Stack gap={3}>
      <ProblemNotice title={m.rostering_stuck()} problem={problem} onRetry={() => sending.send({ type: 'file.retried' })} />
      {refused && reason ? (
        <Text>
          <strong>{refused}: </strong>
          {reason}
        </Text>
      ) : null}
      <Row>
        <Button onPress={() => sending.send({ type: 'file.abandoned' })}>{m.rostering_other_file()}</Button>
      </Row>
    </Stack>
  );
}
