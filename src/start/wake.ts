import type { Environment } from '../services/kit/environment.ts';
import { ownerOf } from '../services/login/storedSession.ts';
import type { RootActors } from './rootActors.ts';
import type { Services } from './services.ts';

interface Wired {
  actors: RootActors;
  services: Services;
  environment: Environment;
}

/** Timers stop while a device sleeps and lag in the background, so the chart gets the actual remaining time. */
export function lookAtClock({ actors: { session }, services, environment }: Wired, isWorthIt: (clock: { remaining: number }) => boolean) {
  const loaded = services.loaded();
  const { token } = environment.access();
  if (token === null || !loaded) return;
  const refreshIn = loaded.session.remaining(token);
  const checked = { type: 'clock.checked', refreshIn } as const;
  if (Number.isFinite(refreshIn) && isWorthIt({ remaining: refreshIn }) && session()?.getSnapshot().can(checked)) session()?.send(checked);
}

/** What a page does when the user returns to it, and when the connection is back. */
export function waking(wired: Wired) {
  const {
    actors: { session },
    services,
    environment,
  } = wired;
  /** The user is back at this page: catch up on what it missed. */
  const wake = async () => {
    lookAtClock(wired, () => true);
    const snapshot = session()?.getSnapshot();
    const { user, administrator } = snapshot?.context ?? {};
    const owner = administrator ?? user;
    const loaded = services.loaded();
    if (!owner || !loaded || !(await loaded.session.hasEnded(ownerOf(owner)))) return;
    const ended = { type: 'session.closedElsewhere' } as const;
    if (session()?.getSnapshot().can(ended)) session()?.send(ended);
  };
  const retry = () => {
    environment.connectionRestored(environment.elapsed());
    if (session()?.getSnapshot().can({ type: 'session.retried' })) session()?.send({ type: 'session.retried' });
    void wake();
  };
  return { wake: () => void wake(), retry };
}
