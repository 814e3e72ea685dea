import { useEffect } from 'react';

/** Nothing touched for this long counts as away, in ms. */
const idleAfter = 30_000;
const watched = 'orrery:watched';
const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll', watched] as const;

/** What plays or reads aloud is in use although nothing is touched. */
export const keepAttention = (): boolean => dispatchEvent(new Event(watched));

/**
 * Tells when the person looks away (page hidden, window unfocused, nothing touched for 30 s) and when they are back;
 * nothing before `isOn`, and then at once how things are.
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
