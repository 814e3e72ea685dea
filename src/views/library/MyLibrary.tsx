import { useEffect, useState } from 'react';
import { type ExternalResource, library } from '../../../contract/library.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconEdit, IconPlus, IconTrash } from '../../ui/icons.ts';
import { Section } from '../../ui/Page.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { LoadState } from '../shell/Loaded.tsx';
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
  const [edited, setEdited] = useState<ExternalResource | 'new' | null>(null);
  const [removing, setRemoving] = useState<ExternalResource | null>(null);
  const { actor } = shelf;
  useEffect(() => {
    const { unsubscribe } = actor.on('shelf.changed', () => {
      setRemoving(null);
      refresh();
    });
    return unsubscribe;
  }, [actor, refresh]);
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
      <Section
        title={m.library_external()}
        lead={m.library_external_lead()}
        action={
          <Button icon={IconPlus} variant="primary" onPress={() => setEdited('new')}>
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
                  onPress={() => setEdited(resource)}
                />
                <IconButton
                  size="small"
                  icon={IconTrash}
                  label={m.library_remove({ title: resource.title })}
                  onPress={() => setRemoving(resource)}
                />
              </ExternalRow>
            ))}
          </ul>
        ) : null}
      </Section>
      {edited ? <ExternalDialog resource={edited === 'new' ? null : edited} onClose={() => setEdited(null)} onSaved={refresh} /> : null}
      <ConfirmDialog
        isOpen={removing !== null}
        onOpenChange={(isOpen) => !isOpen && setRemoving(null)}
        title={m.library_remove_title({ title: removing?.title ?? '' })}
        confirmLabel={m.library_remove_now()}
        isDanger
        isPending={shelf.isBusy}
        onConfirm={() => removing && actor.send({ type: 'resource.dropped', resourceId: removing.resource_id, itemId: null })}
      >
        {removing?.attachment ? m.library_remove_file({ name: removing.attachment.file_name }) : m.library_remove_text()}
      </ConfirmDialog>
    </>
  );
}
