'use no memo'; // Cheap to draw: see decision 011.

import type { ReactNode } from 'react';
import { m } from '../paraglide/messages.js';
import { IconButton } from './IconButton.tsx';
import { type Icon, IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle, IconX } from './icons.ts';
import s from './Notice.module.css';
import { passFocusOn } from './passFocusOn.ts';

export type NoticeTone = 'info' | 'success' | 'warning' | 'error';

const LOOK: Record<NoticeTone, { icon: Icon; role: 'note' | 'status' | 'alert' }> = {
  info: { icon: IconInfoCircle, role: 'note' },
  success: { icon: IconCircleCheck, role: 'status' },
  warning: { icon: IconAlertTriangle, role: 'status' },
  error: { icon: IconCircleX, role: 'alert' },
};

interface NoticeProps {
  /** Errors interrupt a screen reader, success and warning are polite, info is not announced. */
  tone: NoticeTone;
  title?: ReactNode;
  /** What happened, whether anything was lost, what to do. */
  children?: ReactNode;
  /** A Button or Link. */
  action?: ReactNode;
  onDismiss?: () => void;
  /** The text is announced elsewhere, so screen readers must not announce it twice. */
  isSaid?: boolean;
}

/** An inline message. */
export function Notice({ tone, title, children, action, onDismiss, isSaid = false }: NoticeProps) {
  const { icon: Picture, role } = LOOK[tone];
  return (
    <div ref={passFocusOn} className={s.notice} data-tone={tone} role={isSaid ? 'note' : role}>
      <Picture size={22} stroke={1.75} aria-hidden="true" />
      <div className={s.text}>
        {title ? <p className={s.title}>{title}</p> : null}
        {children ? <div>{children}</div> : null}
      </div>
      {action ? <div className={s.action}>{action}</div> : null}
      {onDismiss ? <IconButton icon={IconX} size="small" label={m.ui_dismiss()} onPress={onDismiss} /> : null}
    </div>
  );
}
