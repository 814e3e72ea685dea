import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { partsOf, type rosteringMachine } from '../../machines/rostering/rosteringMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Card } from '../../ui/Card.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { ProgressBar } from '../../ui/Progress.tsx';
import { count } from './rosterWords.ts';

/** Progress of the upload and of the server's comparison. */
export function Sending({ rostering: actor }: { rostering: ActorRefFrom<typeof rosteringMachine> | undefined }) {
  const snapshot = useSelector(actor, (one) => one);
  const isUploading = snapshot?.context !== undefined && snapshot.matches({ file: 'uploading' });
  const all = snapshot?.context ? partsOf(snapshot.context.files) : 0;
  return (
    <Card>
      <Stack gap={4}>
        {isUploading ? (
          <ProgressBar
            label={m.rostering_sending()}
            value={snapshot.context.sent}
            max={all}
            valueText={m.rostering_parts({ done: count(snapshot.context.sent), all: count(all) })}
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
