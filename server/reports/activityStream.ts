import type { Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import * as v from 'valibot';
import { reports } from '../../contract/reports.ts';
import { visibleAssignment } from '../areas/assignments.ts';
import { classActivity } from '../areas/reports.ts';
import { invalidParameters } from '../kit/fieldReasons.ts';
import { Refusal, refuse } from '../kit/handler.ts';
import type { Ports } from '../kit/ports.ts';
import { inDistrict } from '../kit/tenant.ts';
import type { TokenUser } from '../kit/tokens.ts';

/** How often what is stored is looked at, in ms: within 5 s of an answer it is on the teacher's screen. */
const lookEvery = 2_000;
/** After so many looks without news a sign of life is sent. */
const looksForLife = 5;
/** After so many looks the stream ends, and whoever wants more comes with a fresh token: 4 minutes. */
const looks = 120;
/** Streams that one person may have open: a few tabs on a few devices. */
const mostStreams = 8;

/** One look at an assignment, for all who watch it: the first of them who still may takes it. */
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
 * `GET …/get_class_activity/stream`: the call of the contract again and again, as server-sent events, each time that it has changed.
 * However many watch an assignment, it is looked at once at a time; whether each may still watch is asked before each event.
 *
 * @param authorise the same as before the call itself
 * @param pause waits so many ms
 */
export function addActivityStream(
  app: Hono,
  ports: Ports,
  authorise: (c: Context) => Promise<TokenUser | undefined>,
  pause: (ms: number) => Promise<unknown> = (ms) => new Promise((over) => setTimeout(over, ms)),
): void {
  const { backend, path, query } = reports.classActivity;
  const open = new Map<string, number>();
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
  /** The room of an assignment, with one viewer more. */
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
  /** One more or fewer of a person's streams. */
  const count = (person: string, change: 1 | -1) => {
    const left = (open.get(person) ?? 0) + change;
    if (left > 0) open.set(person, left);
    else open.delete(person);
  };

  app.get(`/api/${backend}${path}/stream`, async (c) => {
    const user = await authorise(c);
    const asked = v.safeParse(query, c.req.query());
    if (!asked.success || !user) throw invalidParameters(asked.issues ?? []);
    const { group_assignment_id } = asked.output;
    const person = `${user.district_id}.${user.user_puid}`;
    if ((open.get(person) ?? 0) >= mostStreams) throw refuse('tooManyStreams', { most: mostStreams });
    count(person, 1);
    const room = enter(`${user.district_id}.${group_assignment_id}`);
    const leave = () => {
      count(person, -1);
      room.viewers--;
    };
    const lookIn = async (round: Round): Promise<string> => {
      const own = inDistrict(ports, user.district_id);
      await visibleAssignment(own.db, user, group_assignment_id);
      round.look ??= classActivity(group_assignment_id, { ports: own, user }).then(({ at: _, ...activity }) => JSON.stringify(activity));
      return round.look;
    };
    let { round } = room;
    let before = await lookIn(round).catch((error: unknown) => {
      leave();
      throw error;
    });
    return streamSSE(c, async (stream) => {
      let id = 1;
      const tell = (activity: string) =>
        stream.writeSSE({ id: String(id++), data: JSON.stringify({ at: new Date(ports.now()).toISOString(), ...JSON.parse(activity) }) });
      try {
        await tell(before);
        for (let seen = 1; seen < looks && !stream.aborted; seen++) {
          round = await round.next.promise;
          if (stream.aborted) return;
          // Who has signed out, or may not any more, sees nothing more.
          await authorise(c);
          const now = await lookIn(round);
          if (now !== before) await tell(now);
          else if (seen % looksForLife === 0) await stream.write(': still here\n\n');
          before = now;
        }
      } catch (error) {
        // A session that has ended, or a class that was taken away in between, ends the stream; it is no fault.
        if (!(error instanceof Refusal)) ports.report(error, `GET ${path}/stream`);
      } finally {
        leave();
      }
    });
  });
}
