import type { ActorRefFrom } from 'xstate';
import { type AppActor, actorIds } from '../machines/app/appMachine.ts';
import type { noticesMachine } from '../machines/app/noticesMachine.ts';
import type { spinnerMachine } from '../machines/app/spinnerMachine.ts';
import type { sessionMachine } from '../machines/login/sessionMachine.ts';

export type SessionActor = ActorRefFrom<typeof sessionMachine>;

/** The root actor and the actors that live as long; the session starts once the configuration is read. */
export function rootActors(app: () => AppActor) {
  return {
    app,
    session: () => app().system.get(actorIds.session) as SessionActor | undefined,
    spinner: () => app().system.get(actorIds.spinner) as ActorRefFrom<typeof spinnerMachine>,
    notices: () => app().system.get(actorIds.notices) as ActorRefFrom<typeof noticesMachine>,
  };
}
export type RootActors = ReturnType<typeof rootActors>;
