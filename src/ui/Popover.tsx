import type { ReactNode } from 'react';
import { Popover as AriaPopover, Dialog, DialogTrigger } from 'react-aria-components';
import { cx } from './cx.ts';
import o from './overlay.module.css';
import s from './Popover.module.css';

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
  return (
    <DialogTrigger>
      {trigger}
      <AriaPopover className={o.surface} placement={placement}>
        <Dialog className={cx(s.body)} aria-label={label}>
          {({ close }) => (typeof children === 'function' ? children(close) : children)}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
