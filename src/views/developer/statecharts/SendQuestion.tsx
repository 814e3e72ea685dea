import type { AnyEventObject } from 'xstate';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { usePayload } from './usePayload.tsx';

interface SendQuestionProps {
  event: AnyEventObject;
  onSend: (event: AnyEventObject) => void;
  onCancel: () => void;
}

/** Asks before an event goes to the running product, and shows its payload to check and change. */
export default function SendQuestion({ event, onSend, onCancel }: SendQuestionProps) {
  const { hasPayload, field, send } = usePayload(event, onSend);
  return (
    <Dialog
      role="alertdialog"
      title={m.developer_ask_title({ event: event.type })}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onCancel()}
      footer={
        <>
          <Button onPress={onCancel}>{m.developer_ask_cancel()}</Button>
          <Button variant="primary" onPress={send}>
            {m.developer_ask_send()}
          </Button>
        </>
      }
    >
      <p>{m.developer_ask_text()}</p>
      {hasPayload ? field(6) : null}
    </Dialog>
  );
}
