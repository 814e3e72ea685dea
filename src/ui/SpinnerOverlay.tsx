'use no memo'; // Cheap to draw: see decision 011.

import { useEffect } from 'react';
import { m } from '../paraglide/messages.js';
import { announce } from './announce.ts';
import { Spinner } from './Spinner.tsx';
import s from './SpinnerOverlay.module.css';

/** Shorter waits are not announced to screen readers, in ms. */
const WORTH_SAYING = 1500;

interface SpinnerOverlayProps {
  isBusy: boolean;
  /** Text for the wait; default: Working… */
  label?: string;
}

/** Covers everything while calls run. Appears after 150 ms, so that short calls show nothing; takes neither focus nor clicks. */
export function SpinnerOverlay({ isBusy, label }: SpinnerOverlayProps) {
  const words = label ?? m.ui_working();
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => announce(words), WORTH_SAYING);
    return () => clearTimeout(timer);
  }, [isBusy, words]);
  if (!isBusy) return null;
  return (
    // The live region announces it once the wait is long enough.
    <div className={s.overlay} aria-hidden="true">
      <div className={s.line} />
      <p className={s.pill}>
        <Spinner />
        {words}
      </p>
    </div>
  );
}
