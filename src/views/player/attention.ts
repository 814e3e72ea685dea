import { useEffect } from 'react';

/** Idle time that counts as away, in ms. */
const idleAfter = 30_000;
const watched = 'orrery:watched';
const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll', watched] as const;

/** Playing or reading aloud counts as use although nothing is touched. */
export const keepAttention = (): boolean => dispatchEvent(new Event(watched));

/**
 * Reports when the user looks away (page hidden, window unfocused, nothing touched for 30 s) and comes back. Reports nothing until `isOn`,
 * then the current state at once.
 */
export function useAttention(isOn: boolean, onChange: (isPresent: boolean) => void): void {
  useEffect(() => {
    if (!isOn) return;
    let idle: ReturnType<typeof setTimeout>;
    let isPresent: boolean | undefined;
    const set = (next: boolean) => {
      if (next !== isPresent) onChange(next);
      isPresent = next;
    };
    const look = () => {
      clearTimeout(idle);
      const isHere = document.visibilityState === 'visible' && document.hasFocus();
      set(isHere);
      if (isHere) idle = setTimeout(() => set(false), idleAfter);
    };
    look();
    document.addEventListener('visibilitychange', look);
    addEventListener('focus', look);
    addEventListener('blur', look);
    for (const touch of touches) addEventListener(touch, look, { passive: true, capture: true });
    return () => {
      clearTimeout(idle);
      document.removeEventListener('visibilitychange', look);
      removeEventListener('focus', look);
      removeEventListener('blur', look);
      for (const touch of touches) removeEventListener(touch, look, { capture: true });
    };
  }, [isOn, onChange]);
}
