import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

interface EqualDialogProps {
  /** Names the existing item. */
  title: string;
  /** Explains what keeping both would mean. */
  children: ReactNode;
  /** Label of the button that does not add the second one. */
  leaveLabel: string;
  onKeep: () => void;
  onLeave: () => void;
}

/** Asks whether to keep both when an equal item exists. Escape and the close button change nothing. */
export function EqualDialog({ title, children, leaveLabel, onKeep, onLeave }: EqualDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      size="small"
      title={title}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onLeave()}
      footer={
        <>
          <Button onPress={onLeave}>{leaveLabel}</Button>
          <Button variant="primary" onPress={onKeep}>
            {m.workspace_equal_keep()}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
