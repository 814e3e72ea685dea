import { createActor, fromPromise } from 'xstate';
import { appMachine } from './machines/app/appMachine.ts';
import { type Session, sessionMachine } from './machines/login/sessionMachine.ts';
import { loadConfiguration } from './services/kit/configuration.ts';
import { reloadStale } from './services/kit/stalePage.ts';
import { browserTabs, type Tabs } from './services/kit/tabs.ts';
import { readStoredSession } from './services/login/storedSession.ts';
import { openDevice, sendWith } from './start/device.ts';
import { environmentOf } from './start/environment.ts';
import { followSession } from './start/followSession.ts';
import { rootActors, type SessionActor } from './start/rootActors.ts';
import { servicesOf } from './start/services.ts';
import { lookAtClock, waking } from './start/wake.ts';
import type { App } from './views/app.ts';

type Handlers = readonly (readonly [target: EventTarget, type: string, handler: (event: Event) => void])[];

/**
 * Starts the root actor and wires it to the services, the other tabs and the browser's events.
 * @param actorOptions clock and inspector of every actor; default: the browser's own clock and no inspector
 * @param tabs the other tabs of this browser
 * @returns what the views need, and `stop` for tests: pages never stop
 */
export function startApp(actorOptions: App['actorOptions'] = {}, tabs: Tabs = browserTabs()): App & { stop: () => void } {
  const actors = rootActors(() => app);
  const { environment, loseConnection, isConnected } = environmentOf(actors, () => lookAtClock(wired, ({ remaining }) => remaining <= 0));
  const services = servicesOf(environment, tabs);
  const wired = { actors, services, environment };
  const device = openDevice();

  const app = createActor(
    appMachine.provide({
      actors: {
        loadConfiguration,
        session: sessionMachine.provide({
          actors: {
            restore: fromPromise<Session | null>(async ({ signal }) =>
              readStoredSession() ? (await services.load()).session.restore(signal) : null,
            ),
            refresh: fromPromise<Session, { userPuid: number }>(async ({ input, signal }) =>
              (await services.load()).session.refresh(input.userPuid, signal),
            ),
            leaveActing: fromPromise<Session, { userPuid: number }>(async ({ input, signal }) =>
              (await services.load()).session.leaveActing(input.userPuid, signal),
            ),
            signOut: fromPromise<null>(async ({ signal }) => (await services.load()).session.signOut(signal)),
          },
        }),
      },
    }),
    actorOptions,
  );
  const { wake, retry } = waking(wired);
  const clockOffset = () => services.loaded()?.client.clockOffset() ?? 0;
  const configured = Promise.withResolvers<void>();
  let followed: SessionActor | undefined;
  app.subscribe((snapshot) => {
    const actor = actors.session();
    if (actor && actor !== followed) {
      followed = actor;
      followSession(actor, { actors, services, device });
    }
    if (snapshot.hasTag('ready')) configured.resolve();
  });
  tabs.listen((message) => {
    void services.load().then((ready) => {
      const event = ready.session.eventOf(message);
      if (event) actors.session()?.send(event);
    });
  });
  const handlers: Handlers = [
    [window, 'offline', loseConnection],
    [window, 'online', retry],
    [window, 'focus', wake],
    [window, 'pageshow', wake],
    [window, 'vite:preloadError', (event) => void (isConnected() && reloadStale(event, () => services.loaded()?.persistence.flush()))],
    [window, 'pagehide', () => services.loaded()?.persistence.flush()],
    [document, 'visibilitychange', () => (document.visibilityState === 'visible' ? wake() : services.loaded()?.persistence.flush())],
  ];
  for (const [target, type, handler] of handlers) target.addEventListener(type, handler);
  app.start();

  return {
    actor: app,
    send: sendWith(services, environment, device.shelf),
    shelf: device.shelf,
    device: device.attempts,
    chance: Math.random,
    authenticate: async (credentials, signal) => {
      // The form may be ready first.
      await configured.promise;
      return (await services.load()).session.authenticate(credentials, signal);
    },
    toSession: async (signedIn) => (await services.load()).session.toSession(signedIn),
    persistence: () => services.loaded()?.persistence,
    now: () => environment.now() + clockOffset(),
    clockOffset,
    actorOptions,
    stop: () => {
      for (const [target, type, handler] of handlers) target.removeEventListener(type, handler);
      tabs.close();
      services.loaded()?.persistence.close();
      app.stop();
    },
  };
}
