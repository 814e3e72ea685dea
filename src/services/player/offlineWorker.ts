import { createPolicy } from '../kit/trustedTypes.ts';

/** URL of the worker in the build. */
const address = '/sw.js';

/** Trusted Types require a policy for a worker's URL. It allows only this one. */
const trusted = (): string => createPolicy('offline-worker', { createScriptURL: (_url: string) => address }).createScriptURL(address);

const pageIsLoaded = () =>
  document.readyState === 'complete'
    ? Promise.resolve()
    : new Promise<void>((done) => window.addEventListener('load', () => done(), { once: true }));

/** Starts the service worker that keeps the program on this device. Browsers without one work as before, while online. */
export async function startOfflineWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await pageIsLoaded();
  await navigator.serviceWorker.register(trusted(), { updateViaCache: 'none' });
}
