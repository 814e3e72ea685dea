import type { ReactNode } from 'react';
import { m } from '../paraglide/messages.js';
import { Button } from './Button.tsx';

interface DialogButtonsProps {
  close: () => void;
  /** Name of the button that does what the dialog is for. */
  children: ReactNode;
  onPress: () => void;
  isBusy: boolean;
  /** Why the button cannot be pressed yet. */
  reason?: string | null;
  cancelLabel?: string | undefined;
  isDanger?: boolean;
}

/** The buttons of a dialog that does one thing: Cancel, and the thing. */
export function DialogButtons({ close, children, onPress, isBusy, reason, cancelLabel, isDanger = false }: DialogButtonsProps) {
  return (
    <>
      <Button onPress={close} reason={isBusy ? m.ui_wait() : null}>
        {cancelLabel ?? m.ui_cancel()}
      </Button>
      <Button variant={isDanger ? 'danger' : 'primary'} isPending={isBusy} reason={reason} onPress={onPress}>
        {children}
      </Button>
    </>
  );
}
