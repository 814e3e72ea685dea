import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { sessionMachine } from '../machines/login/sessionMachine.ts';

/** The long-lived session actor. */
export type Session = ActorRefFrom<typeof sessionMachine>;

/** Resolves once the session state is known. */
export const settled = (session: Session) =>
  new Promise<SnapshotFrom<typeof sessionMachine>>((resolve) => {
    const look = (snapshot: SnapshotFrom<typeof sessionMachine>) => {
      if (snapshot.hasTag('pending')) return;
      watching?.unsubscribe();
      resolve(snapshot);
    };
    const watching = session.subscribe(look);
    look(session.getSnapshot());
  });
