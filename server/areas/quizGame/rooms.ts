import type { Room } from '../../../src/machines/quizGame/roomFold.ts';
import { announcementsOf } from '../../db/announcements.ts';
import type { Db } from '../../kit/access.ts';
import { databaseOf } from '../../kit/tenant.ts';
import { type Game, newRoom } from './document.ts';
import { askRoom, type Decide, type Logged, listenToRooms, type RoomPorts, roomKey } from './eventLog.ts';

/** How often a room with open streams looks for what other servers have added if it hears nothing of it, in ms. */
const lookEvery = 200;

/** Rooms that someone uses on this server, by database. */
const openRooms = new WeakMap<object, Map<string, LiveRoom>>();

/**
 * A room on this server. Its state is the fold over the event table (`eventLog.ts`). Nothing is known here that another server could not
 * read.
 */
export class LiveRoom implements Logged {
  readonly game: Game;
  #room: Room;
  #wishes = 0;
  #watchers = 0;
  #news = Promise.withResolvers<void>();
  readonly #listeners = new Set<(room: Room) => void>();
  readonly #forget: () => void;

  constructor(game: Game, forget: () => void) {
    this.game = game;
    this.#room = newRoom(game);
    this.#forget = forget;
  }

  get room(): Room {
    return this.#room;
  }

  show(room: Room): void {
    this.#room = room;
    for (const listener of this.#listeners) listener(room);
  }

  /** Reads what has been added since, and adds what is due. */
  current(ports: RoomPorts): Promise<Room> {
    return this.#ask(ports);
  }

  /** Adds the events that `decide` returns, after all that have been added before. Returns the room with them. */
  act(ports: RoomPorts, decide: Decide): Promise<Room> {
    return this.#ask(ports, decide);
  }

  async #ask(ports: RoomPorts, decide?: Decide): Promise<Room> {
    this.#wishes++;
    try {
      return await askRoom(ports, this, decide);
    } finally {
      this.#wishes--;
      this.#rest();
    }
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
    if (this.#watchers === 0 && this.#wishes === 0) this.#forget();
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
  const room: LiveRoom = new LiveRoom(game, () => {
    if (ofDatabase.get(key) === room) ofDatabase.delete(key);
  });
  ofDatabase.set(key, room);
  return room;
}
