import { useState } from 'react';
import type { AnyEventObject } from 'xstate';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';

interface SendQuestionProps {
  event: AnyEventObject;
  onSend: (event: AnyEventObject) => void;
  onCancel: () => void;
}

/** Asks before an event goes to the running product, and shows its payload to check and change. */
export default function SendQuestion({ event: { type, ...payload }, onSend, onCancel }: SendQuestionProps) {
  const hasPayload = Object.keys(payload).length > 0;
  const [draft, setDraft] = useState(() => JSON.stringify(payload, null, 2));
  const [wrong, setWrong] = useState<string | null>(null);
  const send = () => {
    try {
      onSend({ ...JSON.parse(draft), type });
    } catch (error) {
      setWrong(m.developer_payload_wrong({ message: (error as Error).message }));
    }
  };
  return (
    <Dialog
      role="alertdialog"
      title={m.developer_ask_title({ event: type })}
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
      {hasPayload ? (
        <TextArea
          label={m.developer_payload()}
          rows={6}
          value={draft}
          onChange={setDraft}
          spellCheck="false"
          {...(wrong ? { error: wrong } : {})}
        />
      ) : null}
    </Dialog>
  );
}
