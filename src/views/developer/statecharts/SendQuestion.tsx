import { useState } from 'react';
import type { AnyEventObject } from 'xstate';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';

/**
 * The event with the actor's own data: a field that its context has too, of the same kind, comes from there. Data from another window has
 * hidden parts and is not used where it has.
 */
export function withOwnData(event: AnyEventObject, context: unknown): AnyEventObject {
  const own = Object(context) as Record<string, unknown>;
  const isUsable = (value: unknown, sample: unknown) =>
    value !== null &&
    typeof value === typeof sample &&
    Array.isArray(value) === Array.isArray(sample) &&
    !JSON.stringify(value).includes('•••');
  const fields = Object.entries(event).map(([name, sample]) => [name, name !== 'type' && isUsable(own[name], sample) ? own[name] : sample]);
  return Object.fromEntries(fields) as AnyEventObject;
}

interface SendQuestionProps {
  event: AnyEventObject;
  onSend: (event: AnyEventObject) => void;
  onCancel: () => void;
}

/** Asks before an event goes to the running product, and shows its payload to check and change. */
export function SendQuestion({ event: { type, ...payload }, onSend, onCancel }: SendQuestionProps) {
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
