import { Dialog, Popover } from 'react-aria-components';
import { Aria } from './Aria.tsx';
import o from './overlay.module.css';
import type { OpenedProps } from './PanelButton.tsx';
import s from './Popover.module.css';
import type { PopoverProps } from './Popover.tsx';

type PopoverPanelProps = Omit<PopoverProps, 'trigger'> & OpenedProps;

/** The panel that Popover opens. */
export default function PopoverPanel({ label, placement = 'bottom start', children, ...overlay }: PopoverPanelProps) {
  return (
    <Aria>
      <Popover className={o.surface} placement={placement} {...overlay}>
        <Dialog className={s.body} aria-label={label}>
          {({ close }) => (typeof children === 'function' ? children(close) : children)}
        </Dialog>
      </Popover>
    </Aria>
  );
}
