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

async function store(batch: readonly Waiting[]): Promise<void> {
  const [first] = batch;
  if (!first) return;
  const rows = batch.flatMap((one) => one.rows);
  await transact(first.db, (trx) => insertAll(trx, 'game_event', rows));
  for (const { stored } of batch) stored.resolve();
  const newest = new Map(rows.map(({ game_id, seq }) => [game_id, seq]));
  // Nobody waits for it, and servers that miss it look themselves.
  void announcementsOf(first.db)
    ?.announce([...newest].map(([game_id, seq]) => `${roomKey(first.db, game_id)}@${seq}`))
    .catch(() => {});
}

/** Those whose events still follow from the newest ones. */
async function upToDate(batch: readonly Waiting[]): Promise<Set<Waiting>> {
  const { db } = batch[0] as Waiting;
  const games = batch.flatMap(({ rows }) => rows.map(({ game_id }) => game_id));
  const { max } = db.fn;
  const newest = await db
    .selectFrom('game_event')
    .select(['game_id', max('seq').as('seq')])
    .where('game_id', 'in', games)
    .groupBy('game_id')
    .execute();
  const seqs = new Map(newest.map(({ game_id, seq }) => [game_id, Number(seq)]));
  return new Set(batch.filter(({ rows: [row] }) => row?.seq === (seqs.get(row?.game_id ?? 0) ?? 0) + 1));
}

async function storeTogether(batch: readonly Waiting[]): Promise<void> {
  try {
    await store(batch);
  } catch (error) {
    // Some rooms were behind another server. The others are stored all the same: together, or each by itself if that fails once more.
    const fresh = await upToDate(batch).catch(() => new Set<Waiting>());
    for (const one of batch) if (!fresh.has(one)) one.stored.reject(error);
    await store([...fresh]).catch(async () => {
      for (const one of fresh) await store([one]).catch(one.stored.reject);
    });
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
