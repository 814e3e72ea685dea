import { announcementsOf } from '../../db/announcements.ts';
import type { NewRow } from '../../db/schema.ts';
import { insertAll } from '../../db/upsert.ts';
import type { Db } from '../../kit/access.ts';
import { Batches } from '../../kit/batches.ts';
import { databaseOf, districtOf } from '../../kit/tenant.ts';
import { transact } from '../../kit/transact.ts';

interface Waiting {
  db: Db;
  rows: readonly NewRow<'game_event'>[];
  stored: PromiseWithResolvers<void>;
}

/** Of the room in announcements. */
export const roomKey = (db: Db, game_id: number): string => `${districtOf(db)}.${game_id}`;

/** Calls `heard` when a server has stored an event: with the key of the room, and the event's number. */
export function listenToRooms(db: Db, heard: (key: string, seq: number) => void): void {
  announcementsOf(db)?.listen((text) => {
    const [key = '', seq] = text.split('@');
    heard(key, Number(seq));
  });
}

async function store({ db }: Waiting, rows: Waiting['rows']): Promise<void> {
  await transact(db, (trx) => insertAll(trx, 'game_event', rows));
  const newest = new Map(rows.map(({ game_id, seq }) => [game_id, seq]));
  // Nobody waits for it, and servers that miss it look themselves.
  void announcementsOf(db)
    ?.announce([...newest].map(([game_id, seq]) => `${roomKey(db, game_id)}@${seq}`))
    .catch(() => {});
}

async function storeTogether(batch: readonly Waiting[]): Promise<void> {
  try {
    await store(
      batch[0] as Waiting,
      batch.flatMap(({ rows }) => rows),
    );
    for (const { stored } of batch) stored.resolve();
  } catch {
    // One room was behind another server. The others are stored all the same.
    for (const one of batch) await store(one, one.rows).then(one.stored.resolve, one.stored.reject);
  }
}

/** What the rooms of a district have to store, by database and district. */
const logs = new WeakMap<object, Map<number, Batches<Waiting>>>();

/**
 * Stores events of one room. Rooms of a district that are busy at once share a transaction, because each waits for the disk. Rejects if
 * another server has added events to the room meanwhile (`isUniqueViolation`).
 */
export function storeEvents(db: Db, rows: Waiting['rows']): Promise<void> {
  const ofDatabase = logs.get(databaseOf(db)) ?? new Map<number, Batches<Waiting>>();
  logs.set(databaseOf(db), ofDatabase);
  const log = ofDatabase.get(districtOf(db)) ?? new Batches(storeTogether);
  ofDatabase.set(districtOf(db), log);
  const stored = Promise.withResolvers<void>();
  log.add({ db, rows, stored });
  return stored.promise;
}
