import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ResourceAddress } from './LessonPlayer.tsx';

/** The open resource as `?resource=` of the address, so that Back leads to the one before and a reload to the same. */
export function useResourceAddress(): ResourceAddress {
  const [query, setQuery] = useSearchParams();
  const [path] = useState(() => window.location.pathname);
  const write = useCallback(
    (resourceId: number, isSame: boolean) => {
      // Who presses Back while the lesson is still loading is on the way to another page already.
      if (window.location.pathname === path) setQuery({ resource: String(resourceId) }, { replace: isSame });
    },
    [setQuery, path],
  );
  return { resourceId: Number(query.get('resource')) || 0, write };
}
