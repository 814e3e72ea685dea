import type { Row } from '../db/schema.ts';
import { Refusal, refuse } from './handler.ts';
import type { Ports } from './ports.ts';
import { shared } from './tenant.ts';

const usualWindow = 15 * 60_000;

/** Maximum tries under a key within 15 minutes, or within another window of up to a day (ms). */
export interface Limit {
  key: string;
  most: number;
  window?: number;
  /** Refusal when no tries are left. `minutes`: until tries are available again. */
  refusal?: (minutes: number) => Refusal;
}
const tooManyFailed = (minutes: number) => refuse('tooManyAttempts', { minutes });

type Counting = Pick<Ports, 'db' | 'now'>;

/**
 * Takes a try under each key before the work. If any key has none left, takes none and throws 429. One statement per key, so that of
 * simultaneous tries no more than `most` get through. Successful tries are given back: only failures are limited, because a whole school
 * signs in from one address (OWASP ASVS 5.0, 6.3.1).
 */
export async function takeTries(ports: Counting, ...limits: readonly Limit[]): Promise<void> {
  const taken: string[] = [];
  for (const { key, most, window = usualWindow, refusal = tooManyFailed } of limits) {
    const now = ports.now();
    const isOver = now - window;
    const row = await shared(ports.db)
      .insertInto('failure_count')
      .values({ key, failures: 1, window_start: now })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet((eb) => ({
            failures: eb
              .case()
              .when('failure_count.window_start', '<', isOver)
              .then(1)
              .else(eb('failure_count.failures', '+', 1))
              .end(),
            window_start: eb
              .case()
              .when('failure_count.window_start', '<', isOver)
              .then(now)
              .else(eb.ref('failure_count.window_start'))
              .end(),
          }))
          .where((eb) => eb.or([eb('failure_count.failures', '<', most), eb('failure_count.window_start', '<', isOver)])),
      )
      .returning('failures')
      .executeTakeFirst();
    if (row) {
      taken.push(key);
      continue;
    }
    await giveBack(ports, ...taken);
    const counted = await countOf(ports, key);
    const minutes = Math.max(1, Math.ceil(((counted?.window_start ?? now) + window - now) / 60_000));
    throw refusal(minutes);
  }
}

/** Like `takeTries`, but returns whether no tries were left instead of throwing. */
export const isTooMany = (ports: Counting, limit: Limit): Promise<boolean> =>
  takeTries(ports, limit).then(
    () => false,
    (error: unknown) => {
      if (error instanceof Refusal) return true;
      throw error;
    },
  );

const countOf = (ports: Counting, key: string): Promise<Row<'failure_count'> | undefined> =>
  shared(ports.db).selectFrom('failure_count').selectAll().where('key', '=', key).executeTakeFirst();

async function take(ports: Counting, key: string, failures: number): Promise<void> {
  await shared(ports.db)
    .updateTable('failure_count')
    .set((eb) => ({
      failures: eb
        .case()
        .when('failures', '>', failures)
        .then(eb('failures', '-', failures))
        .else(0)
        .end(),
    }))
    .where('key', '=', key)
    .execute();
}

/** Gives back one try under each key, because the work succeeded or was not done. */
export async function giveBack(ports: Counting, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await take(ports, key, 1);
}

/** Clears the failures of someone who has now succeeded and subtracts them from wider counts: a class that mistypes is not an attack. */
export async function forgive(ports: Ports, own: string, ...wider: readonly string[]): Promise<void> {
  const counted = await countOf(ports, own);
  if (!counted) return;
  for (const key of wider) await take(ports, key, counted.failures);
  await shared(ports.db).deleteFrom('failure_count').where('key', '=', own).execute();
}
