import { fromPromise } from 'xstate';
import type { Configuration } from '../../machines/app/appMachine.ts';

const address = '/config.json';
const cacheName = 'orrery-configuration';

const isConfiguration = (value: unknown): value is Configuration => {
  const { backends, token } = Object(value) as Partial<Configuration>;
  const addresses = Object(backends) as Configuration['backends'];
  return (
    (token === 'memory' || token === 'storage') &&
    [addresses.lms, addresses.ngss, addresses.search, addresses.game].every((address) => typeof address === 'string')
  );
};

/** Caches the configuration for a start without a connection; it contains no personal data. A browser without caches works without it. */
const keep = async (answer: Response) => (await caches.open(cacheName)).put(address, answer);
const kept = async () => (await caches.open(cacheName)).match(address);

/**
 * Reads `/config.json`. Anything but a complete configuration is the problem "Host URL not Found" (specification, section 8). Without a
 * connection, the last one read is used.
 */
export const loadConfiguration = fromPromise<Configuration>(async ({ signal }) => {
  const problem = { code: 0, message: 'Host URL not Found' };
  const fresh = await fetch(address, { signal }).catch(() => undefined);
  const answer = fresh ?? (await kept().catch(() => undefined));
  const copy = fresh?.ok ? fresh.clone() : undefined;
  const value: unknown = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
  if (!isConfiguration(value)) throw problem;
  if (copy) void keep(copy).catch(() => undefined);
  return value;
});
