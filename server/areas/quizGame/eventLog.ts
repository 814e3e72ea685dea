import { setImmediate as breathe } from 'node:timers/promises';
import { due, fold, type NewEvent, type Room, type RoomEvent } from '../../../src/machines/quizGame/roomFold.ts';
import { announcementsOf } from '../../db/announcements.ts';
import { compiled } from '../../db/compiled.ts';
import { isUnavailable } from '../../db/failure.ts';
import { insertAll } from '../../db/upsert.ts';
import type { Db } from '../../kit/access.ts';
import { Batches } from '../../kit/batches.ts';
import { refuse } from '../../kit/handler.ts';
import type { TenantPorts } from '../../kit/ports.ts';
import { databaseOf, districtOf, hasConnections } from '../../kit/tenant.ts';
import { transact } from '../../kit/transact.ts';
import type { Game } from './document.ts';

/** What the log needs to know of a room on this server. */
export interface Logged {
  readonly game: Game;
  /** With all events that this server knows. */
  readonly room: Room;
  show: (room: Room) => void;
}
export type RoomPorts = Pick<TenantPorts, 'now' | 'report'> & { db: Db };
/** What somebody wants to happen. Returns events to add, none if it has happened already, or throws a refusal. */
export type Decide = (room: Room, now: number) => readonly NewEvent[];

/** `decide` is absent if somebody only wants to see the room. */
interface Wish {
  ports: RoomPorts;
  live: Logged;
  decide: Decide | undefined;
  settled: PromiseWithResolvers<Room>;
}
type Wishes = ReadonlyMap<Logged, readonly Wish[]>;
/** What becomes of a room: `room` with `events` to store. `answer` tells those who wait, once they are stored. */
interface Plan {
  live: Logged;
  room: Room;
  events: readonly RoomEvent[];
  answer: () => void;
}

/** Wishes of a batch, so that no room waits for long. */
const mostWishes = 1_000;

/** Of the room in announcements. */
export const roomKey = (db: Db, game_id: number): string => `${districtOf(db)}.${game_id}`;

/** Calls `heard` when a server has stored an event: with the key of the room, and the event's number. */
export function listenToRooms(db: Db, heard: (key: string, seq: number) => void): void {
  announcementsOf(db)?.listen((text) => {
    const [key = '', seq] = text.split('@');
    heard(key, Number(seq));
  });
}

/** The events after `seqs` of each of `games`, in order. A part for each game, so that each is found by the key. */
const eventsAfter = compiled((db, { games, seqs }: { games: readonly number[]; seqs: readonly number[] }) =>
  games
    .map((game_id, index) =>
      db
        .selectFrom('game_event')
        .select(['game_id', 'seq', 'at', 'type', 'player', 'name', 'round', 'option'])
        .where('game_id', '=', game_id)
        .where('seq', '>', seqs[index] ?? 0),
    )
    .reduce((all, one) => all.unionAll(one))
    .orderBy('seq'),
);

/** The rooms with what has been stored since; an error in place of a room whose events make no sense. */
async function catchUp(db: Db, all: readonly Logged[]): Promise<Map<Logged, Room | Error>> {
  const known = new Map<number, number>();
  for (const { game, room } of all) known.set(game.game_id, Math.min(room.seq, known.get(game.game_id) ?? room.seq));
  const rows = await eventsAfter(db, { games: [...known.keys()], seqs: [...known.values()] });
  const ofGames = Map.groupBy(rows, ({ game_id }) => game_id);
  return new Map(
    all.map((live): [Logged, Room | Error] => {
      let { room } = live;
      const { game_id, document } = live.game;
      for (const { type, ...row } of ofGames.get(game_id) ?? []) {
        if (row.seq <= room.seq) continue;
        const next = fold(document, room, { ...row, type: type as RoomEvent['type'] });
        if (!next) return [live, new Error(`Event ${row.seq} of game ${game_id} does not follow from those before it.`)];
        room = next;
      }
      return [live, room];
    }),
  );
}

/** What follows from wishes and from the time, after all that has happened in the room. */
function planOf(live: Logged, before: Room, wishes: readonly Wish[], now: number): Plan {
  const { document } = live.game;
  const events: RoomEvent[] = [];
  let room = before;
  const add = (wanted: NewEvent & { at?: number }): void => {
    const event: RoomEvent = { player: 0, name: '', round: -1, option: 0, at: now, ...wanted, seq: room.seq + 1 };
    const next = fold(document, room, event);
    if (!next) throw refuse('gameMovedOn');
    events.push(event);
    room = next;
  };
  const addDue = () => {
    for (let owed = due(document, room, now); owed; owed = due(document, room, now)) add(owed);
  };
  addDue();
  const answers = wishes.map(({ decide, settled }) => {
    const [kept, count] = [room, events.length];
    try {
      for (const wanted of decide?.(room, now) ?? []) add(wanted);
      addDue();
      return () => settled.resolve(live.room);
    } catch (error) {
      room = kept;
      events.length = count;
      return () => settled.reject(error);
    }
  });
  return {
    ...{ live, room, events },
    answer: () => {
      for (const answer of answers) answer();
    },
  };
}

const failing = (live: Logged, wishes: readonly Wish[], error: unknown): Plan => ({
  ...{ live, room: live.room, events: [] },
  answer: () => {
    for (const { settled } of wishes) settled.reject(error);
  },
});

/** What becomes of each room, after what any server has stored in it. */
async function plansOf(db: Db, wishes: Wishes, now: () => number): Promise<Plan[]> {
  if (wishes.size === 0) return [];
  const rooms = await catchUp(db, [...wishes.keys()]);
  const at = now();
  return [...wishes].map(([live, ofRoom]) => {
    const room = rooms.get(live) as Room | Error;
    return room instanceof Error ? failing(live, ofRoom, room) : planOf(live, room, ofRoom, at);
  });
}

/** Keeps other servers out of these rooms until the transaction ends. SQLite has one server. */
async function lockRooms(trx: Db, games: readonly number[]): Promise<void> {
  if (hasConnections(trx))
    await trx.selectFrom('game').select('game_id').where('game_id', 'in', games).orderBy('game_id').forNoKeyUpdate().execute();
}

/** Carries out wishes of several rooms in one transaction, because each would wait for the disk by itself. */
const carriedOut = (db: Db, wishes: Wishes, now: () => number): Promise<Plan[]> =>
  transact(db, async (trx) => {
    const games = [...wishes.keys()].map(({ game }) => game.game_id);
    await lockRooms(trx, games);
    const plans = await plansOf(trx, wishes, now);
    const district_id = districtOf(db);
    const rows = plans.flatMap(({ live: { game }, events }) => events.map((event) => ({ district_id, game_id: game.game_id, ...event })));
    await insertAll(trx, 'game_event', rows);
    return plans;
  });

/** The same, but what is wrong with one room stops no other. */
async function carryOut(db: Db, wishes: Wishes, now: () => number): Promise<Plan[]> {
  if (wishes.size === 0) return [];
  try {
    return await carriedOut(db, wishes, now);
  } catch (error) {
    // No room is to blame for a database that is gone.
    if (wishes.size === 1 || isUnavailable(error)) return [...wishes].map(([live, ofRoom]) => failing(live, ofRoom, error));
    const plans: Plan[] = [];
    for (const one of wishes) plans.push(...(await carryOut(db, new Map([one]), now)));
    return plans;
  }
}

async function fulfill(batch: readonly Wish[]): Promise<void> {
  const [{ ports }] = batch as [Wish];
  const { db, now } = ports;
  const [looking, acting] = [new Map<Logged, readonly Wish[]>(), new Map<Logged, readonly Wish[]>()];
  for (const [live, ofRoom] of Map.groupBy(batch, (wish) => wish.live))
    (ofRoom.some(({ decide }) => decide) ? acting : looking).set(live, ofRoom);
  // Whoever only looks needs no transaction, unless the room owes an event.
  const looks = await plansOf(db, looking, now);
  for (const { live, events } of looks) if (events.length > 0) acting.set(live, looking.get(live) ?? []);
  const plans = [...looks.filter(({ live }) => !acting.has(live)), ...(await carryOut(db, acting, now))];
  const announcements = announcementsOf(db);
  for (const { live, room, events } of plans)
    if (events.length > 0) announcements?.announce(`${roomKey(db, live.game.game_id)}@${room.seq}`);
  for (const { live, room } of plans) if (room !== live.room) live.show(room);
  // The board and the screens come before the responses.
  await breathe();
  for (const { answer } of plans) answer();
}

const fulfillOrFail = (batch: readonly Wish[]): Promise<void> =>
  fulfill(batch).catch((error: unknown) => {
    for (const { settled } of batch) settled.reject(error);
  });

/** What the rooms of a district are asked, by database and district. */
const logs = new WeakMap<object, Map<number, Batches<Wish>>>();

/** Asks a room for something, after all that has happened in it on any server. Returns it with what comes of it. */
export function askRoom(ports: RoomPorts, live: Logged, decide?: Decide): Promise<Room> {
  const { db } = ports;
  const ofDatabase = logs.get(databaseOf(db)) ?? new Map<number, Batches<Wish>>();
  logs.set(databaseOf(db), ofDatabase);
  const log = ofDatabase.get(districtOf(db)) ?? new Batches(fulfillOrFail, mostWishes);
  ofDatabase.set(districtOf(db), log);
  const settled = Promise.withResolvers<Room>();
  log.add({ ports, live, decide, settled });
  return settled.promise;
}
