import type { AnyActorRef, InspectionEvent } from 'xstate';

type Observer = (inspected: InspectionEvent) => void;

const remembered = 40;
const roots: WeakRef<AnyActorRef>[] = [];
let observer: Observer | undefined;

/**
 * The place where the visualizer plugs in. Every actor that is created outside another one gets it: `createActor(logic, { inspect })`,
 * `useActorRef(logic, { inspect })`. Until somebody listens it only remembers who was created last.
 */
export const inspect: Observer = (inspected) => {
  if (observer) observer(inspected);
  else if (inspected.type === '@xstate.actor' && inspected.actorRef.sessionId === inspected.rootId) {
    roots.push(new WeakRef(inspected.actorRef as AnyActorRef));
    if (roots.length > remembered) roots.shift();
  }
};

/** Listens from now on. Returns the root actors that were created before and are still in use. */
export function listen(next: Observer): AnyActorRef[] {
  observer = next;
  return roots.splice(0).flatMap((reference) => reference.deref() ?? []);
}

/** Key in the browser's storage: set while a visualizer on this device follows other windows. */
export const recordingFlag = 'orrery.inspect';
