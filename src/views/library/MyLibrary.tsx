import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { type ExternalResource, library } from '../../../contract/library.ts';
import { type ResourceTask, workspaceDialogsMachine } from '../../machines/library/workspaceDialogsMachine.ts';
import { m } from '../../paraglide/messages.js';
import { removeFromLibrary } from '../../services/library.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconEdit, IconPlus, IconTrash } from '../../ui/icons.ts';
import { Section } from '../../ui/Page.tsx';
import { useApp } from '../app.ts';
import { OwnQuizzes } from '../authoring/OwnQuizzes.tsx';
import { useCollection } from '../collection.ts';
import { useNotices, useUser } from '../hooks.ts';
import { offer } from '../offer.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { problemText } from '../shell/problemText.ts';
import { useChart } from '../useChart.ts';
import { useCommand } from '../useCommand.ts';
import { ExternalDialog } from './ExternalDialog.tsx';
import { ExternalRow } from './ExternalRow.tsx';
import { ItemGrid } from './ItemGrid.tsx';
import s from './library.module.css';
import type { Shelf } from './shelf.ts';

/** The teacher's saved items: from the catalog, and external resources. */
export function MyLibrary({ shelf }: { shelf: Shelf }) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const collection = useCollection((signal) => send(library.myLibrary, { user_puid: userPuid }, { signal, quiet: true }));
  const { data, refresh } = collection;
  const notices = useNotices();
  const dialogs = useChart(workspaceDialogsMachine, {});
  // This screen opens no other task.
  const task = useSelector(dialogs, ({ context }) => context.task as ResourceTask | null);
  const edit = (resource: ExternalResource | null) => dialogs.send({ type: 'task.opened', task: { kind: 'resource', resource } });
  const removal = useCommand(
    'resourceRemoval',
    ({ resource_id }: ExternalResource, { signal }) => removeFromLibrary(send, userPuid, resource_id, signal),
    {
      question: 'plain',
      onDone: () => {
        notices.send({ type: 'notice.posted', kind: 'success', text: m.library_taken_out() });
        refresh();
      },
    },
  );
  const { actor } = shelf;
  useEffect(() => actor.on('shelf.changed', refresh).unsubscribe, [actor, refresh]);
  if (!data) return <LoadState collection={collection} shape="card" count={3} />;
  return (
    <>
      <LoadState collection={collection} />
      <Section title={m.library_mine_items()}>
        {data.items.length > 0 ? (
          <ItemGrid items={data.items} shelf={shelf} label={m.library_mine_items()} />
        ) : (
          <EmptyState title={m.library_mine_empty()}>{m.library_mine_empty_text()}</EmptyState>
        )}
      </Section>
      <OwnQuizzes />
      <Section
        title={m.library_external()}
        lead={m.library_external_lead()}
        action={
          <Button icon={IconPlus} variant="primary" onPress={() => edit(null)}>
            {m.library_external_add()}
          </Button>
        }
      >
        {data.external.length > 0 ? (
          <ul className={s.rows}>
            {data.external.map((resource) => (
              <ExternalRow key={resource.resource_id} resource={resource}>
                <IconButton
                  size="small"
                  icon={IconEdit}
                  label={m.library_change({ title: resource.title })}
                  onPress={() => edit(resource)}
                />
                <IconButton
                  size="small"
                  icon={IconTrash}
                  label={m.library_remove({ title: resource.title })}
                  onPress={() => removal.give(resource)}
                />
              </ExternalRow>
            ))}
          </ul>
        ) : null}
      </Section>
      {task ? <ExternalDialog resource={task.resource} onClose={() => offer(dialogs, { type: 'task.closed' })} onSaved={refresh} /> : null}
      <ConfirmDialog
        isOpen={removal.isAsking}
        onOpenChange={(isOpen) => !isOpen && removal.dismissQuestion()}
        title={m.library_remove_title({ title: removal.order?.title ?? '' })}
        confirmLabel={m.library_remove_now()}
        isDanger
        isPending={removal.isSaving}
        error={removal.problem ? problemText(removal.problem) : null}
        onConfirm={() => removal.confirm()}
      >
        {removal.order?.attachment ? m.library_remove_file({ name: removal.order.attachment.file_name }) : m.library_remove_text()}
      </ConfirmDialog>
    </>
  );
}
