import { refuse } from './handler.ts';
import type { Ports } from './ports.ts';
import { shared } from './tenant.ts';

/** Database timeout, in ms. Monitors expect an answer within 5 s. */
const longestWait = 4_000;
/** How long a result is cached, in ms. The endpoint is public, and each check writes. */
const goodFor = 1_000;

/**
 * Checks that the database is writable. Concurrent callers share one check.
 *
 * @returns resolves if it is; rejects with a `Refusal` 503 if it fails or does not answer within `wait` ms
 */
export function healthCheck(ports: Pick<Ports, 'db' | 'now' | 'report'>, wait = longestWait): () => Promise<void> {
  let looking: Promise<void> | undefined;
  let wasFine = Number.NEGATIVE_INFINITY;

  const write = async () => {
    try {
      await shared(ports.db).updateTable('health_check').set({ at: ports.now() }).where('id', '=', 1).execute();
      wasFine = ports.now();
    } finally {
      looking = undefined;
    }
  };

  return async () => {
    const age = ports.now() - wasFine;
    if (age >= 0 && age < goodFor) return;
    looking ??= write();
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`The database did not answer within ${wait} ms.`)), wait);
    });
    try {
      await Promise.race([looking, tooLong]);
    } catch (error) {
      ports.report(error, 'GET /api/health');
      throw refuse('databaseReadOnly');
    } finally {
      clearTimeout(timer);
    }
  };
}
