import { fromCallback } from 'xstate';
import type { AppActor } from '../../machines/app/appMachine.ts';
import type * as connection from '../../machines/connection.ts';

/**
 * Calls back when the page comes out of the back/forward cache, in which browsers freeze whole pages when they are left; returns an
 * unsubscribe function.
 */
export function onPageRestored(act: () => void): () => void {
  const look = ({ persisted }: PageTransitionEvent) => persisted && act();
  window.addEventListener('pageshow', look);
  return () => window.removeEventListener('pageshow', look);
}

/** Calls back when the user returns to the page, or the browser reports a connection; returns an unsubscribe function. */
export function onPageBack(act: () => void): () => void {
  const look = () => document.visibilityState === 'visible' && act();
  const stopRestored = onPageRestored(act);
  window.addEventListener('online', act);
  document.addEventListener('visibilitychange', look);
  return () => {
    stopRestored();
    window.removeEventListener('online', act);
    document.removeEventListener('visibilitychange', look);
  };
}

/** What tells whether there is a connection. */
export type ConnectedApp = Pick<AppActor, 'subscribe' | 'getSnapshot'>;

/** The source of every chart that tries again when the connection may be back: the app knows of one again, or the user returns. */
export const watchConnection = (app: ConnectedApp) =>
  fromCallback<{ type: string }, unknown, connection.Event>(({ sendBack }) => {
    const restored = () => sendBack({ type: 'connection.restored' });
    let wasOffline = app.getSnapshot().hasTag('offline');
    const { unsubscribe } = app.subscribe((snapshot) => {
      const isOffline = snapshot.hasTag('offline');
      if (wasOffline && !isOffline) restored();
      wasOffline = isOffline;
    });
    const stop = onPageBack(restored);
    return () => {
      unsubscribe();
      stop();
    };
  });

/** The source of charts that use the last chance to send: the page is hidden or left. */
export const watchHiding = fromCallback<{ type: string }, unknown, { type: 'page.hidden' }>(({ sendBack }) => {
  const hidden = () => sendBack({ type: 'page.hidden' });
  const look = () => document.visibilityState === 'hidden' && hidden();
  window.addEventListener('pagehide', hidden);
  document.addEventListener('visibilitychange', look);
  return () => {
    window.removeEventListener('pagehide', hidden);
    document.removeEventListener('visibilitychange', look);
  };
});
