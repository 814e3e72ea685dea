import { Fragment } from 'react';
import { resolveValue, useToaster } from 'react-hot-toast/headless';
import s from './ToastArea.module.css';

/**
 * Where the toasts of react-hot-toast stand, the newest at the bottom. Its own `Toaster` writes inline styles and markup while it runs,
 * which the content security policy forbids.
 */
export function ToastArea() {
  const { toasts } = useToaster();
  return (
    <div className={s.area}>
      {toasts
        .filter((toast) => toast.visible)
        .toReversed()
        .map((toast) => (
          <Fragment key={toast.id}>{resolveValue(toast.message, toast)}</Fragment>
        ))}
    </div>
  );
}
