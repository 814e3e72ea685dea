import { useState } from 'react';
import { type PrebuiltCopy, prebuilt } from '../../../contract/prebuilt.ts';
import { m } from '../../paraglide/messages.js';
import { type PrebuiltRow, publishPrebuilt } from '../../services/prebuilt/prebuilt.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useCommand } from '../useCommand.ts';

const states: Readonly<Record<PrebuiltCopy['state'], () => string>> = {
  none: m.prebuilt_copy_none,
  current: m.prebuilt_copy_current,
  older: m.prebuilt_copy_older,
  changed: m.prebuilt_copy_changed,
};

const columns: TableColumn<PrebuiltCopy>[] = [
  { key: 'name', header: m.districts_name(), value: ({ name }) => name, isRowHeader: true, width: 'l' },
  { key: 'state', header: m.prebuilt_copy(), value: ({ state }) => states[state]() },
];

interface PublishDialogProps {
  lesson: PrebuiltRow;
  onClose: () => void;
  /** `text`: what was done. */
  onPublished: (text: string) => void;
}

/** Chooses the districts that get a prebuilt lesson, or its newest version. */
export default function PublishDialog({ lesson, onClose, onPublished }: PublishDialogProps) {
  const { send } = useApp();
  const { userPuid: user_puid } = useUser();
  const { lesson_id } = lesson;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const collection = useCollection(
    (signal) => send(prebuilt.prebuiltCopies, { user_puid, lesson_id }, { signal, quiet: true }),
    undefined,
    'collection: copies',
  );
  const publication = useCommand(
    'prebuiltPublication',
    (district_ids: readonly number[], { signal }) => publishPrebuilt(send, { user_puid, lesson_id, district_ids }, signal),
    {
      announce: { failed: () => m.prebuilt_publish_failed() },
      onDone: (_, { published, changed }) =>
        onPublished(changed === 0 ? m.prebuilt_published({ count: published }) : m.prebuilt_published_but({ count: published, changed })),
    },
  );
  const { problem, isBusy } = publication;
  const { data } = collection;
  const hasChosen = chosen.size > 0;
  return (
    <Dialog
      title={m.prebuilt_publish_title({ name: lesson.lesson_name })}
      isOpen
      isBusy={isBusy}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onClose} reason={isBusy ? m.ui_wait() : null}>
            {m.common_cancel()}
          </Button>
          <Button
            variant="primary"
            isPending={isBusy}
            reason={hasChosen ? null : m.prebuilt_publish_nobody()}
            onPress={() => publication.give([...chosen].map(Number))}
          >
            {m.prebuilt_publish()}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Text>{m.prebuilt_publish_text()}</Text>
        {problem ? <ProblemNotice title={m.prebuilt_publish_failed()} problem={problem} focus="command-problem" /> : null}
        <LoadState collection={collection} shape="row" count={4} />
        {data ? (
          <DataTable
            caption={m.prebuilt_publish_to()}
            isCaptionHidden
            rows={data}
            columns={columns}
            rowKey={({ district_id }) => String(district_id)}
            selected={chosen}
            onSelectedChange={setChosen}
            fileName="districts"
            empty={<EmptyState title={m.prebuilt_no_districts()}>{m.prebuilt_no_districts_text()}</EmptyState>}
          />
        ) : null}
      </Stack>
    </Dialog>
  );
}
