import type { School } from '../../../contract/schools.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { SourceFields } from '../rostering/SourceFields.tsx';

/** What the roster's source says of a school beyond the standard. */
export default function SchoolDetails({ school: { name, metadata }, onClose }: { school: School; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      size="medium"
      title={name}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={(close) => <Button onPress={close}>{m.ui_close()}</Button>}
    >
      <SourceFields fields={metadata} />
    </Dialog>
  );
}
