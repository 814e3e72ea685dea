import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import { reports } from '../../contract/reports.ts';
import { visibleAssignment } from '../areas/assignments.ts';
import { classActivity } from '../areas/reports/classActivity.ts';
import { readable } from '../kit/administered.ts';
import { type EventStream, eventStream } from '../kit/eventStream.ts';
import { invalidParameters } from '../kit/fieldReasons.ts';
import { OpenStreams } from '../kit/openStreams.ts';
import type { Ports } from '../kit/ports.ts';
import { districtOf } from '../kit/tenant.ts';
import type { TokenUser } from '../kit/tokens.ts';

/** Polling interval in ms: an answer reaches the teacher's screen within 5 s. */
const lookEvery = 2_000;
/** Polls without a change before a keep-alive is sent. */
const looksForLife = 5;
/** Polls before the stream ends and the client reconnects with a fresh token: 4 minutes. */
const looks = 120;

/** One poll of an assignment, shared by all its viewers. The first viewer who is still authorized runs it. */
interface Round {
  look?: Promise<string>;
  next: PromiseWithResolvers<Round>;
}
interface Room {
  viewers: number;
  round: Round;
}
const newRound = (): Round => ({ next: Promise.withResolvers() });

/**
 * `GET …/get_class_activity/stream`: repeats the contract's call as server-sent events whenever the result changes. However many watch an
 * assignment, it is polled only once at a time. Each viewer's permission is checked before each event.
 *
 * @param authorise same check as for the call itself
 * @param pause waits this many ms
 */
export function addActivityStream(
  app: Hono,
  ports: Ports,
  authorise: (c: Context) => Promise<TokenUser | undefined>,
  pause: (ms: number) => Promise<unknown> = (ms) => new Promise((over) => setTimeout(over, ms)),
): void {
  const { backend, path, query } = reports.classActivity;
  const streams = new OpenStreams();
  const rooms = new Map<string, Room>();

  async function keepRounds(key: string, room: Room): Promise<void> {
    while (room.viewers > 0) {
      await pause(lookEvery);
      const { next } = room.round;
      room.round = newRound();
      next.resolve(room.round);
    }
    rooms.delete(key);
  }
  /** Enters the room of an assignment as another viewer. */
  function enter(key: string): Room {
    const known = rooms.get(key);
    if (known) {
      known.viewers++;
      return known;
    }
    const room: Room = { viewers: 1, round: newRound() };
    rooms.set(key, room);
    void keepRounds(key, room);
    return room;
  }

  app.get(`/api/${backend}${path}/stream`, async (c) => {
    const user = await authorise(c);
    const asked = v.safeParse(query, c.req.query());
    if (!asked.success || !user) throw invalidParameters(asked.issues ?? []);
    const { group_assignment_id } = asked.output;
    const end = streams.open(user);
    const db = await readable(ports, user, 'group_assignment_id', group_assignment_id);
    const room = enter(`${districtOf(db)}.${group_assignment_id}`);
    const leave = () => {
      end();
      room.viewers--;
    };
    const lookIn = async (round: Round): Promise<string> => {
      await visibleAssignment(db, user, group_assignment_id);
      round.look ??= classActivity(group_assignment_id, { ports: { ...ports, db }, user }).then(({ at: _, ...activity }) =>
        JSON.stringify(activity),
      );
      return round.look;
    };
    let { round } = room;
    let before = await lookIn(round).catch((error: unknown) => {
      leave();
      throw error;
    });
    const follow = async (stream: EventStream) => {
      let id = 1;
      const tell = (activity: string) =>
        stream.send(id++, JSON.stringify({ at: new Date(ports.now()).toISOString(), ...JSON.parse(activity) }));
      await tell(before);
      for (let seen = 1; seen < looks && !stream.isOver; seen++) {
        round = await round.next.promise;
        if (stream.isOver) return;
        // Stops as soon as the viewer has signed out or lost access.
        await authorise(c);
        const now = await lookIn(round);
        if (now !== before) await tell(now);
        else if (seen % looksForLife === 0) await stream.sendSignOfLife();
        before = now;
      }
    };
    return eventStream(c, ports, follow, leave);
  });
}
