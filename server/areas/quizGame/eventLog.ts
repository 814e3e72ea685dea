import { setImmediate as breathe } from 'node:timers/promises';
import type { NewRow } from '../../db/schema.ts';
import { insertAll } from '../../db/upsert.ts';
import type { Db } from '../../kit/access.ts';
import { databaseOf, districtOf } from '../../kit/tenant.ts';
import { transact } from '../../kit/transact.ts';

type Rows = readonly NewRow<'game_event'>[];
interface Waiting {
  rows: Rows;
  stored: PromiseWithResolvers<void>;
}

/** Takes in what arrives, as long as more comes. `count` says how much has. */
export async function gather(count: () => number): Promise<void> {
  for (let seen = 0; seen < count(); ) {
    seen = count();
    await breathe();
  }
}

const store = (db: Db, rows: Rows) => transact(db, (trx) => insertAll(trx, 'game_event', rows));

/** Where a district's rooms store their events. Rooms that are busy at once share a transaction, because each waits for the disk. */
class EventLog {
  #waiting: Waiting[] = [];
  #isStoring = false;

  store(db: Db, rows: Rows): Promise<void> {
    const stored = Promise.withResolvers<void>();
    this.#waiting.push({ rows, stored });
    if (!this.#isStoring) void this.#work(db);
    return stored.promise;
  }

  async #work(db: Db): Promise<void> {
    this.#isStoring = true;
    while (this.#waiting.length > 0) {
      await gather(() => this.#waiting.length);
      const batch = this.#waiting.splice(0);
      try {
        await store(
          db,
          batch.flatMap(({ rows }) => rows),
        );
        for (const { stored } of batch) stored.resolve();
      } catch {
        // One room was behind another server. The others are stored all the same.
        for (const { rows, stored } of batch) await store(db, rows).then(stored.resolve, stored.reject);
      }
    }
    this.#isStoring = false;
  }
}

const logs = new WeakMap<object, Map<number, EventLog>>();

/** Stores events of one room. Rejects if another server has added events to it meanwhile (`isUniqueViolation`). */
export function storeEvents(db: Db, rows: Rows): Promise<void> {
  const ofDatabase = logs.get(databaseOf(db)) ?? new Map<number, EventLog>();
  logs.set(databaseOf(db), ofDatabase);
  const log = ofDatabase.get(districtOf(db)) ?? new EventLog();
  ofDatabase.set(districtOf(db), log);
  return log.store(db, rows);
}
