import { useEffect } from 'react';
import { m } from '../paraglide/messages.js';
import { announce } from './announce.ts';
import { Spinner } from './Spinner.tsx';
import s from './SpinnerOverlay.module.css';

/** Waits shorter than this are not worth a word to a screen reader. */
const WORTH_SAYING = 1500;

interface SpinnerOverlayProps {
  isBusy: boolean;
  /** What is going on; default: Working… */
  label?: string;
}

/** Over everything while calls run. Comes after 150 ms, so that short calls show nothing; takes neither focus nor clicks. */
export function SpinnerOverlay({ isBusy, label }: SpinnerOverlayProps) {
  const words = label ?? m.ui_working();
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => announce(words), WORTH_SAYING);
    return () => clearTimeout(timer);
  }, [isBusy, words]);
  if (!isBusy) return null;
  return (
    // Said by the live region, once the wait is worth it.
    <div className={s.overlay} aria-hidden="true">
      <div className={s.line} />
      <p className={s.pill}>
        <Spinner />
        {words}
      </p>
    </div>
  );
}
