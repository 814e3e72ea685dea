import { m } from '../paraglide/messages.js';
import b from './Button.module.css';
import { cx } from './cx.ts';
import { type Icon, IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle, IconX } from './icons.ts';
import type { NoticeTone } from './Notice.tsx';
import n from './native.module.css';
import s from './ToastBody.module.css';

type Kind = NoticeTone | 'plain';

const PICTURE: Record<Kind, Icon | null> = {
  info: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconCircleX,
  plain: null,
};

interface ToastBodyProps {
  kind: Kind;
  text: string;
  /** A follow-up action, usually Undo. */
  action?: { label: string; onPress: () => void };
  onDismiss: () => void;
}

/** The look of a toast inside react-hot-toast. Plain elements: it may be needed before sign-in. */
export function ToastBody({ kind, text, action, onDismiss }: ToastBodyProps) {
  const Picture = PICTURE[kind];
  return (
    <div className={s.toast} data-tone={kind} role={kind === 'error' ? 'alert' : 'status'}>
      {Picture ? <Picture size={22} stroke={1.75} aria-hidden="true" /> : null}
      <p className={s.text}>{text}</p>
      {action ? (
        <button type="button" className={cx(n.button, n.secondary)} onClick={action.onPress}>
          {action.label}
        </button>
      ) : null}
      <button type="button" className={b.icon} aria-label={m.ui_dismiss()} onClick={onDismiss}>
        <IconX size={20} stroke={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}
