import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

interface EqualDialogProps {
  /** What is there already. */
  title: string;
  /** What keeping both would mean. */
  children: ReactNode;
  /** The way without the second one. */
  leaveLabel: string;
  onKeep: () => void;
  onLeave: () => void;
}

/** Asks before something is put where its equal is: both, or not. Escape and the cross leave things as they are. */
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
