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
  /** none: not started; open: can be worked on; busy: in progress; done; late: needs attention; failed. Each has its own shape. */
  status: Status;
  /** The status in words, always visible. */
  children: ReactNode;
}

/** A status as words, color and shape. The words matter most, the shape least. */
export function StatusDot({ status, children }: StatusDotProps) {
  const Shape = SHAPE[status];
  return (
    <span className={s.status} data-status={status}>
      <Shape size="1.2em" stroke={2} aria-hidden="true" />
      {children}
    </span>
  );
}
