import type { EventObject } from 'xstate';

interface Offered<Event extends EventObject> {
  getSnapshot: () => { can: (event: Event) => boolean };
  send: (event: Event) => void;
}

/** Sends an event if the chart takes it now. Otherwise nothing happens. */
export function offer<Event extends EventObject>(actor: Offered<Event>, event: Event): void {
  if (actor.getSnapshot().can(event)) actor.send(event);
}
