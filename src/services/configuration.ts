import { fromPromise } from 'xstate';
import type { Configuration } from '../machines/app/appMachine.ts';

const isConfiguration = (value: unknown): value is Configuration => {
  const { backends, token } = Object(value) as Partial<Configuration>;
  const addresses = Object(backends) as Configuration['backends'];
  return (
    (token === 'memory' || token === 'storage') &&
    [addresses.lms, addresses.ngss, addresses.search, addresses.game].every((address) => typeof address === 'string')
  );
};

/** Reads `/config.json`; anything but a complete configuration is the problem "Host URL not Found" (specification, section 8). */
export const loadConfiguration = fromPromise<Configuration>(async ({ signal }) => {
  const problem = { code: 0, message: 'Host URL not Found' };
  const answer = await fetch('/config.json', { signal }).catch(() => undefined);
  const value: unknown = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
  if (!isConfiguration(value)) throw problem;
  return value;
});
