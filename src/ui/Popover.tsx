import { type ReactNode, useRef, useState } from 'react';
import { Popover as AriaPopover, Dialog } from 'react-aria-components';
import o from './overlay.module.css';
import s from './Popover.module.css';
import { TriggerContext } from './trigger.ts';

interface PopoverProps {
  /** The button that opens it: Button or IconButton. */
  trigger: ReactNode;
  /** What the popover is, for a screen reader. */
  label: string;
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end';
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A small panel that opens from a button and holds anything, a few controls for example. */
export function Popover({ trigger, label, placement = 'bottom start', children }: PopoverProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <TriggerContext value={{ ref, popup: 'dialog', isOpen, open: () => setOpen(true) }}>{trigger}</TriggerContext>
      <AriaPopover className={o.surface} placement={placement} triggerRef={ref} isOpen={isOpen} onOpenChange={setOpen}>
        <Dialog className={s.body} aria-label={label}>
          {({ close }) => (typeof children === 'function' ? children(close) : children)}
        </Dialog>
      </AriaPopover>
    </>
  );
}
