import { due, fold, type NewEvent, type Room, type RoomEvent } from '../../../src/machines/quizGame/roomFold.ts';
import { announcementsOf } from '../../db/announcements.ts';
import { compiled } from '../../db/compiled.ts';
import type { Db } from '../../kit/access.ts';
import { Batches } from '../../kit/batches.ts';
import { refuse } from '../../kit/handler.ts';
import type { TenantPorts } from '../../kit/ports.ts';
import { databaseOf, districtOf } from '../../kit/tenant.ts';
import { isUniqueViolation } from '../../kit/transact.ts';
import { type Game, newRoom } from './document.ts';
import { listenToRooms, roomKey, storeEvents } from './eventLog.ts';

/** How often a room with open streams looks for what other servers have added if it hears nothing of it, in ms. */
const lookEvery = 200;
/** Attempts to add events while other servers add, too. */
const mostTries = 20;
/** Players who act at once share a statement of up to this many rows. */
const mostRows = 200;

type RoomPorts = Pick<TenantPorts, 'now' | 'report'> & { db: Db };
/** What somebody wants to happen. Returns events to add, none if it has happened already, or throws a refusal. */
type Decide = (room: Room, now: number) => readonly NewEvent[];
interface Wish {
  ports: RoomPorts;
  decide: Decide;
  settled: PromiseWithResolvers<Room>;
}

const eventsAfter = compiled((db, { game_id, seq }: { game_id: number; seq: number }) =>
  db
    .selectFrom('game_event')
    .select(['seq', 'at', 'type', 'player', 'name', 'round', 'option'])
    .where('game_id', '=', game_id)
    .where('seq', '>', seq)
    .orderBy('seq'),
);

/** Rooms that someone uses on this server, by database. */
const openRooms = new WeakMap<object, Map<string, LiveRoom>>();

/**
 * A room on this server. Its state is the fold over the event table; the table's key decides between servers that add at once. Nothing is
 * known here that another server could not read.
 */
export class LiveRoom {
  readonly game: Game;
  #room: Room;
  readonly #wishes: Batches<Wish>;
  #watchers = 0;
  #news = Promise.withResolvers<void>();
  readonly #listeners = new Set<(room: Room) => void>();
  readonly #forget: () => void;

  constructor(game: Game, forget: () => void) {
    this.game = game;
    this.#room = newRoom(game);
    this.#forget = forget;
    const fulfill = (batch: readonly Wish[]) =>
      this.#fulfill(batch).catch((error: unknown) => {
        for (const { settled } of batch) settled.reject(error);
      });
    this.#wishes = new Batches(fulfill, () => this.#rest(), mostRows);
  }

  get room(): Room {
    return this.#room;
  }

  /** Reads what has been added since, and adds what is due. */
  current(ports: RoomPorts): Promise<Room> {
    return this.act(ports, () => []);
  }

  /** Adds the events that `decide` returns, after all that have been added before. Returns the room with them. */
  act(ports: RoomPorts, decide: Decide): Promise<Room> {
    const settled = Promise.withResolvers<Room>();
    this.#wishes.add({ ports, decide, settled });
    return settled.promise;
  }

  /** Calls `listener` with the room whenever it has changed, until the returned function is called. */
  listen(listener: (room: Room) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Looks for news until the returned function is called. */
  watch(ports: RoomPorts, pause: (ms: number) => Promise<unknown>): () => void {
    this.#watchers++;
    if (this.#watchers === 1) void this.#keepLooking(ports, pause);
    return () => {
      this.#watchers--;
      this.#rest();
    };
  }

  /** Another server has added the event of this number: whoever watches should see it at once. */
  hear(seq: number): void {
    if (seq > this.#room.seq) this.#news.resolve();
  }

  async #keepLooking(ports: RoomPorts, pause: (ms: number) => Promise<unknown>): Promise<void> {
    while (this.#watchers > 0) {
      void announcementsOf(ports.db)?.connect();
      await Promise.race([pause(lookEvery), this.#news.promise]);
      // What is heard from here on may not be in what is read now.
      this.#news = Promise.withResolvers();
      if (this.#watchers > 0) await this.current(ports).catch((error: unknown) => ports.report(error, 'quiz game'));
    }
  }

  /** Without watchers, the room is forgotten: the next request reads it anew. */
  #rest(): void {
    if (this.#watchers === 0 && !this.#wishes.isWorking) this.#forget();
  }

  async #fulfill(batch: readonly Wish[]): Promise<void> {
    const [first] = batch;
    if (!first) return;
    const { ports } = first;
    for (let tries = 1; ; tries++) {
      await this.#read(ports.db);
      const { room, events, answers } = this.#plan(batch, ports.now());
      try {
        if (events.length > 0)
          await storeEvents(
            ports.db,
            events.map((event) => this.#row(ports.db, event)),
          );
      } catch (error) {
        // Another server was faster. Everybody's wish is looked at again, after what it has added.
        if (tries < mostTries && isUniqueViolation(error)) continue;
        throw error;
      }
      if (events.length > 0) this.#show(room);
      for (const answer of answers) answer();
      return;
    }
  }

  #row(db: Db, event: RoomEvent) {
    return { district_id: districtOf(db), game_id: this.game.game_id, ...event };
  }

  #plan(batch: readonly Wish[], now: number) {
    const plan = this.game.document;
    const events: RoomEvent[] = [];
    let room = this.#room;
    const add = (wanted: NewEvent & { at?: number }): void => {
      const event: RoomEvent = { player: 0, name: '', round: -1, option: 0, at: now, ...wanted, seq: room.seq + 1 };
      const next = fold(plan, room, event);
      if (!next) throw refuse('gameMovedOn');
      events.push(event);
      room = next;
    };
    const addDue = () => {
      for (let owed = due(plan, room, now); owed; owed = due(plan, room, now)) add(owed);
    };
    addDue();
    const answers = batch.map(({ decide, settled }) => {
      const before = { room, count: events.length };
      try {
        for (const wanted of decide(room, now)) add(wanted);
        addDue();
        return () => settled.resolve(this.#room);
      } catch (error) {
        room = before.room;
        events.length = before.count;
        return () => settled.reject(error);
      }
    });
    return { room, events, answers };
  }

  async #read(db: Db): Promise<void> {
    const rows = await eventsAfter(db, { game_id: this.game.game_id, seq: this.#room.seq });
    let room = this.#room;
    for (const row of rows) {
      const next = fold(this.game.document, room, { ...row, type: row.type as RoomEvent['type'] });
      if (!next) throw new Error(`Event ${row.seq} of game ${this.game.game_id} does not follow from those before it.`);
      room = next;
    }
    if (room !== this.#room) this.#show(room);
  }

  #show(room: Room): void {
    this.#room = room;
    for (const listener of this.#listeners) listener(room);
  }
}

function roomsOf(db: Db): Map<string, LiveRoom> {
  const known = openRooms.get(databaseOf(db));
  if (known) return known;
  const rooms = new Map<string, LiveRoom>();
  openRooms.set(databaseOf(db), rooms);
  listenToRooms(db, (key, seq) => rooms.get(key)?.hear(seq));
  return rooms;
}

/** The room of a game, if somebody uses it on this server. It knows its game, which need not be read again. */
export const openRoom = (db: Db, game_id: number): LiveRoom | undefined => openRooms.get(databaseOf(db))?.get(roomKey(db, game_id));

/** The room of a game, shared by all who use it on this server. */
export function liveRoom(db: Db, game: Game): LiveRoom {
  const ofDatabase = roomsOf(db);
  const key = roomKey(db, game.game_id);
  const known = ofDatabase.get(key);
  if (known) return known;
  const room: LiveRoom = new LiveRoom(game, () => ofDatabase.delete(key));
  ofDatabase.set(key, room);
  return room;
}
