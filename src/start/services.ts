import { m } from '../paraglide/messages.js';
import { hasDeviceStorage } from '../services/kit/deviceStorage.ts';
import type { Environment } from '../services/kit/environment.ts';
import type { Tabs } from '../services/kit/tabs.ts';

async function loadServices(environment: Environment, tabs: Tabs) {
  const [{ createClient }, { createSessionService }, { createPersistence }] = await Promise.all([
    import('../services/kit/client.ts'),
    import('../services/login/session.ts'),
    import('../services/kit/persistence.ts'),
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
}
type Loaded = Awaited<ReturnType<typeof loadServices>>;

/** Client, session and persistence. axios, jwt-decode and the contract load with the first call, so the sign-in page does without them. */
export function servicesOf(environment: Environment, tabs: Tabs) {
  let loaded: Loaded | undefined;
  let loading: Promise<Loaded> | undefined;
  return {
    load: () => {
      loading ??= loadServices(environment, tabs).then((services) => {
        loaded = services;
        return services;
      });
      return loading;
    },
    /** Undefined before the first call. */
    loaded: () => loaded,
  };
}
export type Services = ReturnType<typeof servicesOf>;
