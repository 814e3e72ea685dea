import { type Edition, offlineWorker } from './offlineWorker.ts';

/** Put in by the build. */
declare const EDITION: Edition;

interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
}
interface WorkerScope {
  caches: CacheStorage;
  fetch: typeof fetch;
  location: Location;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
    (type: 'fetch', listener: (event: FetchEvent) => void): void;
  };
}

/** How long a page may take to come before the one on the device is shown, in ms: a line that is nearly gone is none. */
const patience = 5_000;

const scope = globalThis as unknown as WorkerScope;
const worker = offlineWorker(EDITION, {
  caches: scope.caches,
  fetch: (request, init) => scope.fetch(request, init),
  origin: scope.location.origin,
  patience: () => new Promise((_, reject) => setTimeout(() => reject(new Error('The page did not come in time.')), patience)),
});

// Assets have names of their own in each edition, and the one before stays: the new worker need not wait for the old pages to go.
scope.addEventListener('install', (event) => event.waitUntil(worker.install().then(() => scope.skipWaiting())));
scope.addEventListener('activate', (event) => event.waitUntil(worker.activate().then(() => scope.clients.claim())));
scope.addEventListener('fetch', (event) => {
  const answer = worker.answer(event.request);
  if (answer !== undefined) event.respondWith(answer);
});
