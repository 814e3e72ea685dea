import type { AnyActorRef, InspectionEvent } from 'xstate';

type Observer = (inspected: InspectionEvent) => void;

const remembered = 40;
const roots: WeakRef<AnyActorRef>[] = [];
let observer: Observer | undefined;

/**
 * Hook for the visualizer. Every root actor gets it: `createActor(logic, { inspect })`, `useActorRef(logic, { inspect })`. Without a
 * listener it only remembers the latest actors.
 */
export const inspect: Observer = (inspected) => {
  if (observer) observer(inspected);
  else if (inspected.type === '@xstate.actor' && inspected.actorRef.sessionId === inspected.rootId) {
    roots.push(new WeakRef(inspected.actorRef as AnyActorRef));
    if (roots.length > remembered) roots.shift();
  }
};

/** Starts listening. Returns the existing root actors that are still in use. */
export function listen(next: Observer): AnyActorRef[] {
  observer = next;
  return roots.splice(0).flatMap((reference) => reference.deref() ?? []);
}

/** Storage key; set while a visualizer on this device follows other windows. */
export const recordingFlag = 'orrery.inspect';
