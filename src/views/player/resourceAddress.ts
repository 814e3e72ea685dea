import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { ResourceAddress } from './LessonPlayer.tsx';

/** The open resource as `?resource=` in the address, so that Back leads to the previous one and a reload to the same. */
export function useResourceAddress(): ResourceAddress {
  const [query, setQuery] = useSearchParams();
  const { pathname } = useLocation();
  const write = useCallback(
    (resourceId: number, isSame: boolean) => {
      // If Back was pressed while the lesson was loading, another page is already opening.
      if (window.location.pathname === pathname) setQuery({ resource: String(resourceId) }, { replace: isSame });
    },
    [setQuery, pathname],
  );
  return { resourceId: Number(query.get('resource')) || 0, write };
}
