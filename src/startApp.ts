import type { ActorRefFrom } from 'xstate';
import { createActor, fromPromise } from 'xstate';
import { actorIds, appMachine, type Configuration } from './machines/app/appMachine.ts';
import type { noticesMachine } from './machines/notices/noticesMachine.ts';
import type { Problem } from './machines/problem.ts';
import { type Session, sessionMachine } from './machines/session/sessionMachine.ts';
import type { spinnerMachine } from './machines/spinner/spinnerMachine.ts';
import { m } from './paraglide/messages.js';
import { getLocale } from './paraglide/runtime.js';
import type { Send } from './services/client.ts';
import { loadConfiguration } from './services/configuration.ts';
import { hasDeviceStorage } from './services/deviceStorage.ts';
import type { Access, Environment } from './services/environment.ts';
import { reloadStale } from './services/stalePage.ts';
import { ownerOf, readStoredSession } from './services/storedSession.ts';
import { forgetDrafts, readTab, writeTab } from './services/tabStorage.ts';
import { browserTabs, type Tabs } from './services/tabs.ts';
import type { App } from './views/app.ts';

type SessionActor = ActorRefFrom<typeof sessionMachine>;
type Handlers = readonly (readonly [target: EventTarget, type: string, handler: (event: Event) => void])[];

/** Resolves after `ms`; rejects at once when the signal is aborted. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/**
 * Starts the root actor and wires it to the services, to the other tabs and to the browser's events.
 *
 * @param actorOptions clock and inspector of every actor; the browser's own clock and none by default
 * @param tabs the other tabs of this browser
 * @returns what the views need, and `stop` for tests: pages never stop
 */
export function startApp(actorOptions: App['actorOptions'] = {}, tabs: Tabs = browserTabs()): App & { stop: () => void } {
  let lostAt = 0;
  const loseConnection = () => {
    if (!app.getSnapshot().hasTag('offline')) lostAt = environment.elapsed();
    app.send({ type: 'connection.lost' });
  };
  const environment: Environment = {
    configuration: () => app.getSnapshot().context.configuration as Configuration,
    access: (): Access => {
      const snapshot = session()?.getSnapshot();
      const user = snapshot?.context.user;
      return {
        state: snapshot?.hasTag('signedIn') ? 'open' : snapshot?.hasTag('expired') ? 'paused' : 'closed',
        token: snapshot?.context.token ?? null,
        owner: user ? ownerOf(user) : null,
      };
    },
    userPuid: () => session()?.getSnapshot().context.user?.userPuid ?? null,
    onAccessChanged: (listener) => void session()?.subscribe(listener),
    language: getLocale,
    now: () => Date.now(),
    elapsed: () => performance.now(),
    pause,
    checkClock: () => lookAtClock(({ remaining }) => remaining <= 0),
    callStarted: () => spinner().send({ type: 'call.started' }),
    callEnded: () => spinner().send({ type: 'call.ended' }),
    sessionRejected: (token) => {
      // A late answer to a call with an older token says nothing about the one of now.
      if (token === environment.access().token) session()?.send({ type: 'session.rejected' });
    },
    notify: (kind, text) => notices().send({ type: 'notice.posted', kind, text }),
    problemRaised: (problem) => notices().send({ type: 'problem.raised', problem }),
    connectionLost: () => {
      if (!navigator.onLine || environment.configuration().noInternet) loseConnection();
    },
    connectionRestored: (askedAt) => {
      // An answer may still arrive to what was asked before the connection was lost.
      if (askedAt >= lostAt && app.getSnapshot().hasTag('offline')) app.send({ type: 'connection.restored' });
    },
  };

  const loadServices = async () => {
    const [{ createClient }, { createSessionService }, { createPersistence }] = await Promise.all([
      import('./services/client.ts'),
      import('./services/session.ts'),
      import('./services/persistence.ts'),
    ]);
    const client = createClient(environment);
    const persistence = createPersistence({
      storage: () => {
        if (!hasDeviceStorage) throw new Error('Storage is switched off.');
        return localStorage;
      },
      now: environment.now,
      later: (ms, act) => {
        const timer = setTimeout(act, ms);
        return () => clearTimeout(timer);
      },
      onFailure: () => environment.notify('info', m.common_storage_off()),
    });
    return { client, persistence, session: createSessionService(client, environment, tabs) };
  };
  let loaded: Awaited<ReturnType<typeof loadServices>> | undefined;
  let loading: ReturnType<typeof loadServices> | undefined;
  /** axios, jwt-decode and the contract load with the first call: the sign-in page does without them. */
  const services = () => {
    loading ??= loadServices().then((services) => {
      loaded = services;
      return services;
    });
    return loading;
  };

  let device: ReturnType<App['device']> | undefined;
  const openDevice: App['device'] = () => {
    device ??= import('./services/device.ts').then(({ browserDevice }) => browserDevice());
    return device;
  };
  let shelf: ReturnType<App['shelf']> | undefined;
  const openShelf: App['shelf'] = () => {
    shelf ??= import('./services/lessonShelf.ts').then(({ deviceShelf }) => deviceShelf());
    return shelf;
  };
  /** Reads that got no answer are answered from the lessons that are saved on this device, where they know. */
  const send: Send = async (call, input, options) => {
    const { client } = await services();
    try {
      return await client.send(call, input, options);
    } catch (error) {
      const { owner } = environment.access();
      const isRead = call.method === 'GET' || call.path.endsWith('/get_content');
      if ((error as Partial<Problem>).code !== 0 || !isRead || owner === null) throw error;
      const saved = await import('./services/savedAnswers.ts')
        .then(async ({ savedAnswer }) => savedAnswer(await openShelf(), owner, call, input))
        .catch(() => undefined);
      if (saved === undefined || options?.signal?.aborted) throw error;
      return saved;
    }
  };
  /** Saved lessons are there for who is signed in, and for nobody else. */
  const clearShelf = (keep: string | null) =>
    void import('./services/lessonShelf.ts').then(async (ready) => ready.clearShelf(await openShelf(), keep)).catch(() => undefined);
  let hasWorker = !import.meta.env.PROD;
  const startWorker = () => {
    if (hasWorker) return;
    hasWorker = true;
    void import('./services/offlineWorker.ts').then((ready) => ready.startOfflineWorker()).catch(console.warn);
  };

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
            leaveActing: fromPromise<Session, { userPuid: number }>(async ({ input, signal }) =>
              (await services()).session.leaveActing(input.userPuid, signal),
            ),
            signOut: fromPromise<null>(async ({ signal }) => (await services()).session.signOut(signal)),
          },
        }),
      },
    }),
    actorOptions,
  );
  const session = () => app.system.get(actorIds.session) as SessionActor | undefined;
  const spinner = () => app.system.get(actorIds.spinner) as ActorRefFrom<typeof spinnerMachine>;
  const notices = () => app.system.get(actorIds.notices) as ActorRefFrom<typeof noticesMachine>;

  /** Timers stand still while a device sleeps and lag in the background: the chart gets the time that is really left. */
  const lookAtClock = (isWorthIt: (clock: { remaining: number }) => boolean) => {
    const { token } = environment.access();
    if (token === null || !loaded) return;
    const refreshIn = loaded.session.remaining(token);
    const checked = { type: 'clock.checked', refreshIn } as const;
    if (Number.isFinite(refreshIn) && isWorthIt({ remaining: refreshIn }) && session()?.getSnapshot().can(checked))
      session()?.send(checked);
  };
  /** Somebody is back at this page: what it slept through is made up for. */
  const wake = async () => {
    lookAtClock(() => true);
    const snapshot = session()?.getSnapshot();
    const { user, administrator } = snapshot?.context ?? {};
    const owner = administrator ?? user;
    if (!owner || !loaded || !(await loaded.session.hasEnded(ownerOf(owner)))) return;
    const ended = { type: 'session.closedElsewhere' } as const;
    if (session()?.getSnapshot().can(ended)) session()?.send(ended);
  };
  const retry = () => {
    environment.connectionRestored(environment.elapsed());
    if (session()?.getSnapshot().can({ type: 'session.retried' })) session()?.send({ type: 'session.retried' });
    void wake();
  };

  /** What was said to one person is not for the next. */
  const forgetMessages = () => {
    const { notices: said, problem } = notices().getSnapshot().context;
    for (const { id } of said) notices().send({ type: 'notice.dismissed', id });
    if (problem !== null) notices().send({ type: 'problem.closed' });
  };

  /** The page that was asked for before sign-in outlives a reload, and a sign-in at another site, in this tab. */
  const rememberTarget = (actor: SessionActor) => {
    const kept = readTab('target');
    if (kept !== null)
      void import('./views/public/internalPath.ts').then(({ internalPath }) => {
        const path = internalPath(kept);
        if (path === null || actor.getSnapshot().context.returnTo !== null) return;
        const requested = { type: 'route.requested', path } as const;
        if (actor.getSnapshot().can(requested)) actor.send(requested);
      });
    actor.subscribe((snapshot) => {
      if (snapshot.hasTag('signedIn')) writeTab('target', null);
      else if (snapshot.context.returnTo !== null) writeTab('target', snapshot.context.returnTo);
    });
  };

  let watched: SessionActor | undefined;
  const watch = (actor: SessionActor) => {
    watched = actor;
    actor.on('session.started', ({ session: opened }) => {
      forgetDrafts();
      clearShelf(ownerOf(opened.user));
      void services().then((ready) => ready.session.share(opened));
    });
    rememberTarget(actor);
    for (const left of ['user.changed', 'session.ended'] as const) {
      actor.on(left, () => {
        const { user } = actor.getSnapshot().context;
        forgetMessages();
        clearShelf(user ? ownerOf(user) : null);
      });
    }
    actor.subscribe((snapshot) => {
      const { user } = snapshot.context;
      const isOwn = (snapshot.hasTag('signedIn') && !snapshot.hasTag('acting')) || snapshot.hasTag('expired');
      if (snapshot.hasTag('signedIn')) startWorker();
      if (isOwn && user) loaded?.persistence.open(ownerOf(user));
      else loaded?.persistence.close();
    });
  };
  const clockOffset = () => loaded?.client.clockOffset() ?? 0;
  const configured = Promise.withResolvers<void>();
  app.subscribe((snapshot) => {
    const actor = session();
    if (actor && actor !== watched) watch(actor);
    if (snapshot.hasTag('ready')) configured.resolve();
  });
  tabs.listen((message) => {
    void services().then((ready) => {
      const event = ready.session.eventOf(message);
      if (event) session()?.send(event);
    });
  });
  const handlers: Handlers = [
    [window, 'offline', loseConnection],
    [window, 'online', retry],
    [window, 'focus', () => void wake()],
    [window, 'pageshow', () => void wake()],
    [window, 'vite:preloadError', (event) => void reloadStale(event, () => loaded?.persistence.flush())],
    [window, 'pagehide', () => loaded?.persistence.flush()],
    [document, 'visibilitychange', () => (document.visibilityState === 'visible' ? void wake() : loaded?.persistence.flush())],
  ];
  for (const [target, type, handler] of handlers) target.addEventListener(type, handler);
  app.start();

  return {
    actor: app,
    send,
    shelf: openShelf,
    device: openDevice,
    chance: Math.random,
    authenticate: async (credentials, signal) => {
      // The form may be there first.
      await configured.promise;
      return (await services()).session.authenticate(credentials, signal);
    },
    toSession: async (signedIn) => (await services()).session.toSession(signedIn),
    persistence: () => loaded?.persistence,
    now: () => environment.now() + clockOffset(),
    clockOffset,
    actorOptions,
    stop: () => {
      for (const [target, type, handler] of handlers) target.removeEventListener(type, handler);
      tabs.close();
      loaded?.persistence.close();
      app.stop();
    },
  };
}
