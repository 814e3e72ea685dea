import { type RefObject, useEffect, useState } from 'react';

/** Toggles full screen for an element. `toggle` is null where the browser does not support it, as on an iPhone: offer no button there. */
export function useFullScreen(element: RefObject<HTMLElement | null>): { isFull: boolean; toggle: (() => void) | null } {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const update = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === element.current);
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, [element]);
  if (!document.fullscreenEnabled) return { isFull: false, toggle: null };
  // The browser may still refuse, by policy or without a user gesture. Then nothing changes.
  const ignore = () => undefined;
  const toggle = () => {
    if (isFull) document.exitFullscreen().catch(ignore);
    else element.current?.requestFullscreen().catch(ignore);
  };
  return { isFull, toggle };
}
