/** URL of the worker in the build. */
const address = '/sw.js';

/** Trusted Types require a policy for a worker's URL. It allows only this one. */
function trusted(): string {
  const { trustedTypes } = globalThis as unknown as {
    trustedTypes?: {
      createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => { createScriptURL: (url: string) => string };
    };
  };
  return trustedTypes?.createPolicy('offline-worker', { createScriptURL: () => address }).createScriptURL(address) ?? address;
}

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
