import type { ActorRefFrom } from 'xstate';
import { createActor, fromPromise } from 'xstate';
import { actorIds, appMachine, type Configuration } from './machines/app/appMachine.ts';
import type { noticesMachine } from './machines/notices/noticesMachine.ts';
import { type Session, sessionMachine } from './machines/session/sessionMachine.ts';
import type { spinnerMachine } from './machines/spinner/spinnerMachine.ts';
import { loadConfiguration } from './services/configuration.ts';
import type { Environment } from './services/environment.ts';
import { readStoredSession } from './services/storedSession.ts';
import type { App } from './views/app.ts';

/**
 * Starts the root actor and wires it to the services and to the browser's connection events.
 *
 * @param actorOptions clock and inspector of every actor; the browser's own clock and none by default
 * @returns what the views need, and `stop` for tests: pages never stop
 */
export function startApp(actorOptions: App['actorOptions'] = {}): App & { stop: () => void } {
  const environment: Environment = {
    configuration: () => app.getSnapshot().context.configuration as Configuration,
    token: () => session()?.getSnapshot().context.token ?? null,
    now: () => Date.now(),
    callStarted: () => spinner().send({ type: 'call.started' }),
    callEnded: () => spinner().send({ type: 'call.ended' }),
    sessionRejected: () => session()?.send({ type: 'session.rejected' }),
    notify: (kind, text) => notices().send({ type: 'notice.posted', kind, text }),
    problemRaised: (problem) => notices().send({ type: 'problem.raised', problem }),
    connectionLost: () => {
      if (!navigator.onLine) app.send({ type: 'connection.lost' });
    },
    connectionRestored: () => {
      if (app.getSnapshot().hasTag('offline')) app.send({ type: 'connection.restored' });
    },
  };

  const loadServices = async () => {
    const [{ createClient }, { createSessionService }] = await Promise.all([
      import('./services/client.ts'),
      import('./services/session.ts'),
    ]);
    const client = createClient(environment);
    serverNow = () => environment.now() + client.clockOffset();
    return { client, session: createSessionService(client, environment) };
  };
  let loading: ReturnType<typeof loadServices> | undefined;
  /** axios, jwt-decode and the contract load with the first call: the sign-in page does without them. */
  const services = () => {
    loading ??= loadServices();
    return loading;
  };
  let serverNow = environment.now;

  const app = createActor(
    appMachine.provide({
      actors: {
        loadConfiguration,
        session: sessionMachine.provide({
          actors: {
            restore: fromPromise<Session | null>(async ({ signal }) =>
              readStoredSession() ? (await services()).session.restore(signal) : null,
            ),
            refresh: fromPromise<Session, { userPuid: number }>(async ({ input, signal }) =>
              (await services()).session.refresh(input.userPuid, signal),
            ),
            signOut: fromPromise<null>(async ({ signal }) => (await services()).session.signOut(signal)),
          },
        }),
      },
    }),
    actorOptions,
  );
  const session = () => app.system.get(actorIds.session) as ActorRefFrom<typeof sessionMachine> | undefined;
  const spinner = () => app.system.get(actorIds.spinner) as ActorRefFrom<typeof spinnerMachine>;
  const notices = () => app.system.get(actorIds.notices) as ActorRefFrom<typeof noticesMachine>;

  const onOffline = () => app.send({ type: 'connection.lost' });
  const onOnline = () => {
    environment.connectionRestored();
    const current = session();
    if (current?.getSnapshot().can({ type: 'session.retried' })) current.send({ type: 'session.retried' });
  };
  addEventListener('offline', onOffline);
  addEventListener('online', onOnline);
  app.start();

  return {
    actor: app,
    send: async (call, input, options) => (await services()).client.send(call, input, options),
    authenticate: async (credentials, signal) => (await services()).session.authenticate(credentials, signal),
    now: () => serverNow(),
    actorOptions,
    stop: () => {
      removeEventListener('offline', onOffline);
      removeEventListener('online', onOnline);
      app.stop();
    },
  };
}
