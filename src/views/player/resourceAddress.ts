import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { Player } from './playerActor.ts';

/** The open resource in the page's address. */
export interface ResourceAddress {
  /** `PlayerResource.id`; 0 if the address has none. */
  resourceId: number;
  /** `isSame`: replaces the history entry, so that Back does not lead to the old address. */
  write: (resourceId: number, isSame: boolean) => void;
}

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

/** Lets the player follow the address, and the address the player. `openId`: the open resource; 0 while none is. */
export function useAddressed(player: Player, address: ResourceAddress | undefined, openId: number): void {
  const written = useRef(address?.resourceId ?? 0);
  const isWritten = useRef(false);
  const addressed = address?.resourceId ?? 0;
  const write = address?.write;
  useEffect(() => {
    if (!write || openId === 0) return;
    const isByAddress = addressed !== 0 && addressed !== written.current;
    written.current = addressed;
    if (addressed === openId) {
      isWritten.current = true;
      return;
    }
    const { context } = player.getSnapshot();
    const to = context.lesson?.lesson_resources.findIndex(({ id }) => id === addressed) ?? -1;
    if (isByAddress && player.getSnapshot().can({ type: 'summary.closed' })) player.send({ type: 'summary.closed' });
    // Back, forward or a link: open the resource, if that is allowed.
    if (isByAddress && to >= 0 && player.getSnapshot().can({ type: 'resource.opened', index: to })) {
      player.send({ type: 'resource.opened', index: to });
      return;
    }
    write(openId, isByAddress || !isWritten.current);
    written.current = openId;
    isWritten.current = true;
  }, [player, openId, addressed, write]);
}
