import { useEffect } from 'react';
import { offer } from '../offer.ts';

interface Delivering {
  send: (event: { type: 'connection.restored' }) => void;
  getSnapshot: () => { can: (event: { type: 'connection.restored' }) => boolean };
}

/** Tells an actor that delivers work to the server when the connection is back. */
export function useConnectionBack(actor: Delivering, isOffline: boolean): void {
  useEffect(() => {
    if (!isOffline) offer(actor, { type: 'connection.restored' });
  }, [isOffline, actor]);
}
