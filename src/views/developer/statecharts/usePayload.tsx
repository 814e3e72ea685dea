import { type ReactNode, useState } from 'react';
import type { AnyEventObject } from 'xstate';
import { m } from '../../../paraglide/messages.js';
import { TextArea } from '../../../ui/TextArea.tsx';

/** An event's payload as JSON to edit. `send` hands over the event as it is then, or the field says what is wrong with it. */
export function usePayload({ type, ...payload }: AnyEventObject, onSend: (event: AnyEventObject) => void) {
  const [draft, setDraft] = useState(() => JSON.stringify(payload, null, 2));
  const [wrong, setWrong] = useState<string | null>(null);
  const field = (rows: number): ReactNode => (
    <TextArea
      label={m.developer_payload()}
      rows={rows}
      value={draft}
      onChange={setDraft}
      spellCheck="false"
      {...(wrong ? { error: wrong } : {})}
    />
  );
  const send = () => {
    try {
      onSend({ ...JSON.parse(draft), type });
      setWrong(null);
    } catch (error) {
      setWrong(m.developer_payload_wrong({ message: (error as Error).message }));
    }
  };
  return { hasPayload: Object.keys(payload).length > 0, field, send };
}
