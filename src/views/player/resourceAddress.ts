import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ResourceAddress } from './LessonPlayer.tsx';

/** The open resource as `?resource=` of the address, so that Back leads to the one before and a reload to the same. */
export function useResourceAddress(): ResourceAddress {
  const [query, setQuery] = useSearchParams();
  const write = useCallback(
    (resourceId: number, isSame: boolean) => setQuery({ resource: String(resourceId) }, { replace: isSame }),
    [setQuery],
  );
  return { resourceId: Number(query.get('resource')) || 0, write };
}
