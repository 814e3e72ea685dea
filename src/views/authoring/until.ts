import type { AnyActorRef, SnapshotFrom } from 'xstate';

/**
 * Resolves with the first snapshot of an actor that meets a condition; rejects if the caller no longer waits. The package's `waitFor` would
 * load with the dashboard, which has the package.
 */
export const until = <A extends AnyActorRef>(actor: A, isMet: (snapshot: SnapshotFrom<A>) => boolean, signal: AbortSignal) =>
  new Promise<SnapshotFrom<A>>((resolve, reject) => {
    const leave = () => {
      watching.unsubscribe();
      reject(signal.reason);
    };
    const look = (snapshot: SnapshotFrom<A>) => {
      if (!isMet(snapshot)) return;
      watching.unsubscribe();
      signal.removeEventListener('abort', leave);
      resolve(snapshot);
    };
    const watching = actor.subscribe(look);
    signal.addEventListener('abort', leave);
    look(actor.getSnapshot());
  });
