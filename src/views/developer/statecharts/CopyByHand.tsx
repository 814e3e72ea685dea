import { m } from '../../../paraglide/messages.js';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';

/** The text to copy by hand, if the page may not write to the clipboard. */
export default function CopyByHand({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog title={m.developer_copy()} isOpen onOpenChange={(isOpen) => !isOpen && onClose()} size="large">
      <TextArea label={m.developer_copy_by_hand()} rows={14} value={text} onChange={() => {}} />
    </Dialog>
  );
}
