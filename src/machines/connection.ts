import { spawnChild, stopChild } from 'xstate';
import { part, sourceSlot } from './chart.ts';

// How charts learn that it is worth trying again. A chart imports it as `connection` and spreads the parts that it needs.

/** The connection is back, or the user returned to the page. */
export type Event = { type: 'connection.restored' };

export type Children = { watchConnection: 'watchConnection' };

/** Spread into `setup({ actors })`; the service is `watchConnection` in `services/kit/connection.ts`. */
export const actors = { watchConnection: sourceSlot<Event>('watchConnection', 'the connection, and whether the user returns to the page') };

/** An action for every context. XState's own type fits the setup of one chart only. */
type Action = (args: unknown, params: undefined) => void;

/** Spread into `setup({ actions })`. */
export const actions = {
  startWatching: spawnChild('watchConnection', { id: 'watchConnection' }) as Action,
  stopWatching: stopChild('watchConnection') as Action,
};

/** Watches as long as a state is active. Spread into it. */
export const watching = part({ entry: 'startWatching', exit: 'stopWatching' });
