import { m } from '../../paraglide/messages.js';
import { ownerOf } from '../../services/login/storedSession.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconRefresh, IconTrash } from '../../ui/icons.ts';
import { Stack, Text } from '../../ui/Layout.tsx';
import { useUser } from '../hooks.ts';
import { useFields } from '../useFields.ts';
import type { OutboxActor } from './Outbox.tsx';
import { WaitingItems } from './WaitingItems.tsx';

interface OutboxPanelProps {
  outbox: OutboxActor;
  onClose: () => void;
}

/** Unsent work on this device: send it, download each as a file, and remove what the server no longer accepts. */
export default function OutboxPanel({ outbox, onClose }: OutboxPanelProps) {
  const user = useUser();
  // No event depends on which item it names.
  const { items, isBusy, canSend, canDiscard } = useFields(outbox, (snapshot) => ({
    items: snapshot.context.items,
    isBusy: snapshot.hasTag('busy'),
    canSend: snapshot.can({ type: 'delivery.retried' }),
    canDiscard: snapshot.can({ type: 'item.discarded', id: 0 }),
  }));
  return (
    <Dialog
      title={m.quiz_outbox_title()}
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      footer={
        <Button
          variant="primary"
          icon={IconRefresh}
          isPending={isBusy}
          reason={canSend || isBusy ? null : m.quiz_outbox_empty()}
          onPress={() => outbox.send({ type: 'delivery.retried' })}
        >
          {m.quiz_outbox_send()}
        </Button>
      }
    >
      <Stack gap={4}>
        <Text>{items.length > 0 ? m.quiz_outbox_text() : m.quiz_outbox_empty()}</Text>
        <WaitingItems
          items={items}
          owner={ownerOf(user)}
          student={`${user.first_name} ${user.last_name}`}
          timeZone={user.time_zone}
          downloadLabel={m.quiz_outbox_download()}
          more={({ id, state: of }, isDownloaded) =>
            of === 'closed' ? (
              <Button
                size="small"
                variant="danger"
                icon={IconTrash}
                reason={isDownloaded && canDiscard ? null : m.quiz_outbox_discard_reason()}
                onPress={() => outbox.send({ type: 'item.discarded', id })}
              >
                {m.quiz_outbox_discard()}
              </Button>
            ) : null
          }
        />
      </Stack>
    </Dialog>
  );
}
