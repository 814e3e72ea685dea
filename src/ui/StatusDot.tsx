import type { ReactNode } from 'react';
import { type Icon, IconAlertTriangle, IconCircle, IconCircleCheck, IconCircleDashed, IconCircleX, IconClock } from './icons.ts';
import s from './StatusDot.module.css';

export type Status = 'none' | 'open' | 'busy' | 'done' | 'late' | 'failed';

const SHAPE: Record<Status, Icon> = {
  none: IconCircleDashed,
  open: IconCircle,
  busy: IconClock,
  done: IconCircleCheck,
  late: IconAlertTriangle,
  failed: IconCircleX,
};

interface StatusDotProps {
  /** none: not started; open: can be worked on; busy: in progress; done; late: needs attention; failed. Each has a shape of its own. */
  status: Status;
  /** The state in words, always visible. */
  children: ReactNode;
}

/** How a thing stands: a shape, a colour and words, in this order of trust from last to first. */
export function StatusDot({ status, children }: StatusDotProps) {
  const Shape = SHAPE[status];
  return (
    <span className={s.status} data-status={status}>
      <Shape size="1.2em" stroke={2} aria-hidden="true" />
      {children}
    </span>
  );
}
