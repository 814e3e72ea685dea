import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { ResourceAddress } from './LessonPlayer.tsx';

/** The open resource as `?resource=` of the address, so that Back leads to the one before and a reload to the same. */
export function useResourceAddress(): ResourceAddress {
  const [query, setQuery] = useSearchParams();
  const { pathname } = useLocation();
  const write = useCallback(
    (resourceId: number, isSame: boolean) => {
      // Who presses Back while the lesson is still loading is on the way to another page already.
      if (window.location.pathname === pathname) setQuery({ resource: String(resourceId) }, { replace: isSame });
    },
    [setQuery, pathname],
  );
  return { resourceId: Number(query.get('resource')) || 0, write };
}
