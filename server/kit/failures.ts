import { Refusal } from './handler.ts';
import type { Ports } from './ports.ts';

const windowLength = 15 * 60_000;

/**
 * Counts a failed guess under a key. Failures are counted, never requests: a whole school signs in from one address
 * (OWASP ASVS 5.0, 6.3.1). One statement, so that parallel guesses all count.
 */
export async function countFailure(ports: Ports, key: string): Promise<void> {
  const now = ports.now();
  await ports.db
    .insertInto('failure_count')
    .values({ key, failures: 1, window_start: now })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        failures: eb
          .case()
          .when('failure_count.window_start', '<', now - windowLength)
          .then(1)
          .else(eb('failure_count.failures', '+', 1))
          .end(),
        window_start: eb
          .case()
          .when('failure_count.window_start', '<', now - windowLength)
          .then(now)
          .else(eb.ref('failure_count.window_start'))
          .end(),
      })),
    )
    .execute();
}

/** Throws 429 when `most` failures were counted under the key within the last 15 minutes. */
export async function refuseAfterFailures(ports: Ports, key: string, most: number): Promise<void> {
  const counted = await ports.db.selectFrom('failure_count').selectAll().where('key', '=', key).executeTakeFirst();
  if (!counted || counted.failures < most || counted.window_start < ports.now() - windowLength) return;
  const minutes = Math.ceil((counted.window_start + windowLength - ports.now()) / 60_000);
  throw new Refusal(429, `Too many failed attempts. Try again in ${minutes} minutes, or ask your teacher for help.`);
}

/** Takes the failures of one account, who has now succeeded, off the count of the address: a class that mistypes is no attack. */
export async function forgive(ports: Ports, account: string, address: string): Promise<void> {
  const counted = await ports.db.selectFrom('failure_count').select('failures').where('key', '=', account).executeTakeFirst();
  if (!counted) return;
  await ports.db
    .updateTable('failure_count')
    .set((eb) => ({ failures: eb('failures', '-', counted.failures) }))
    .where('key', '=', address)
    .where('failures', '>=', counted.failures)
    .execute();
  await clearFailures(ports, account);
}

/** Forgets the failures under a key. */
export async function clearFailures(ports: Ports, key: string): Promise<void> {
  await ports.db.deleteFrom('failure_count').where('key', '=', key).execute();
}
