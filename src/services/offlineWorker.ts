/** Where the build puts the worker. */
const address = '/sw.js';

/** Under Trusted Types a worker's address must be vouched for: this one is, and no other. */
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

/** Starts the service worker that keeps the program on this device; browsers without one work as before, with a connection. */
export async function startOfflineWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await pageIsLoaded();
  await navigator.serviceWorker.register(trusted(), { updateViaCache: 'none' });
}
