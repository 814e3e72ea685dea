import { useCallback, useEffect, useRef } from 'react';
import { type Location, useBlocker } from 'react-router-dom';

/**
 * Asks before a form with unsaved changes is left: the router's blocker, and the browser's own question before a reload or closing the tab.
 * `isSamePlace`: addresses between which the form stays mounted; define it outside the component.
 */
export function useLeaveGuard(isUnsaved: boolean, isSamePlace: (from: string, to: string) => boolean = () => false) {
  const newest = useRef(isUnsaved);
  useEffect(() => {
    newest.current = isUnsaved;
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  const place = useRef(isSamePlace);
  return useBlocker(
    useCallback(
      ({ currentLocation: { pathname: from }, nextLocation: { pathname: to } }: { currentLocation: Location; nextLocation: Location }) =>
        newest.current && from !== to && !place.current(from, to),
      [],
    ),
  );
}
