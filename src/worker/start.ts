import { type Edition, offlineWorker } from './offlineWorker.ts';

/** Inserted by the build. */
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

/** How long to wait for a page before showing the stored one, in ms: a very slow line counts as none. */
const patience = 5_000;

const scope = globalThis as unknown as WorkerScope;
const worker = offlineWorker(EDITION, {
  caches: scope.caches,
  fetch: (request, init) => scope.fetch(request, init),
  origin: scope.location.origin,
  patience: () => new Promise((_, reject) => setTimeout(() => reject(new Error('The page did not come in time.')), patience)),
});

// Assets have unique names in each edition, and the previous one stays, so the new worker need not wait for old pages to close.
scope.addEventListener('install', (event) => event.waitUntil(worker.install().then(() => scope.skipWaiting())));
scope.addEventListener('activate', (event) => event.waitUntil(worker.activate().then(() => scope.clients.claim())));
scope.addEventListener('fetch', (event) => {
  const answer = worker.answer(event.request);
  if (answer !== undefined) event.respondWith(answer);
});
