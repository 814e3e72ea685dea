import { type ActorRef, type AnyActorLogic, type AnyStateMachine, createActor, type EventObject, fromCallback, fromPromise } from 'xstate';

/** Stubs for the actors of a chart. */
export interface Stubs {
  actors: Record<string, AnyActorLogic>;
  /** Settles the pending actor with this id: `xstate.done.actor.x` with its output, `xstate.error.actor.x` with its error. */
  settle: (event: { type: string; output?: unknown; error?: unknown }) => void;
  /** Whether a stub with this id is pending. */
  waits: (id: string) => boolean;
  /** Drops all pending stubs, so that another actor can use them. */
  forget: () => void;
}

/** Replaces every actor slot with a promise that stays pending until the test settles it. It accepts events and emits nothing. */
export function stubActors(machine: AnyStateMachine): Stubs {
  const waiting = new Map<string, PromiseWithResolvers<unknown>>();
  const stub = fromPromise(({ self }) => {
    const deferred = Promise.withResolvers<unknown>();
    waiting.set(self.id, deferred);
    return deferred.promise;
  });
  return {
    actors: Object.fromEntries(Object.keys(machine.implementations.actors).map((name) => [name, stub])),
    waits: (id) => waiting.has(id),
    forget: () => waiting.clear(),
    settle: ({ type, output, error }) => {
      const [, how, id = ''] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? [];
      const deferred = waiting.get(id);
      if (!deferred) throw new Error(`${type}: no actor '${id}' is waiting (waiting: ${[...waiting.keys()].join(', ') || 'none'})`);
      waiting.delete(id);
      if (how === 'done') deferred.resolve(output);
      else deferred.reject(error);
    },
  };
}

/** An actor that a chart under test reports to. `heard` gets every event. */
export function listener<Heard extends EventObject>(heard: (event: Heard) => void = () => {}): ActorRef<never, Heard> {
  const logic = fromCallback<Heard>(({ receive }) => receive(heard));
  return createActor(logic).start() as unknown as ActorRef<never, Heard>;
}
