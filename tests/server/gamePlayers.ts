import type { Hono } from 'hono';
import { createActor, SimulatedClock, waitFor } from 'xstate';
import { calls } from '../../contract/index.ts';
import type { Call } from '../../contract/kit.ts';
import type { PlayerView } from '../../contract/quizGame.ts';
import type { Problem } from '../../src/machines/problem.ts';
import { quizPlayerMachine } from '../../src/machines/quizGame/quizPlayerMachine.ts';
import type { Send } from '../../src/services/kit/client.ts';
import { quizPlayerActors } from '../../src/services/quizGame.ts';

/** A connection to a stream of a server, which can break. */
interface Connection {
  at: number;
  cut: () => void;
}

/**
 * `fetch` for pages of players: requests to `http://server1.test` go to the second of some servers. Their streams can be cut, as when a
 * server is killed.
 */
export function networkOf(servers: readonly { app: Hono }[]) {
  const connections = new Set<Connection>();
  return {
    fetch: async (url: string, { signal, ...init }: RequestInit = {}): Promise<Response> => {
      const at = Number(/^http:\/\/server(\d)/.exec(url)?.[1]);
      const answer = await (servers[at] as { app: Hono }).app.request(url, init);
      if (!answer.body) return answer;
      const reader = answer.body.getReader();
      let isCut = false;
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          const connection = {
            at,
            cut: () => {
              isCut = true;
              connections.delete(connection);
              controller.error(new Error('The connection broke.'));
              void reader.cancel();
            },
          };
          connections.add(connection);
          signal?.addEventListener('abort', connection.cut);
        },
        pull: async (controller) => {
          const { done, value } = await reader.read();
          if (isCut) return;
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: () => reader.cancel(),
      });
      return new Response(body, { status: answer.status });
    },
    /** Breaks all streams of a server. */
    cut: (at: number) => {
      for (const connection of [...connections]) if (connection.at === at) connection.cut();
    },
  };
}

interface Seat {
  game_id: number;
  token: () => string | undefined;
  /** Number of the server that the page uses now. */
  server: () => number;
  /** Makes a call on that server. */
  send: (call: Call, input: Record<string, unknown>) => Promise<{ code: number; data: unknown }>;
}

/** A player's page: the `quizPlayer` chart with its real calls and stream. It connects again at once when its stream breaks. */
export function playerPage({ game_id, token, server, send }: Seat) {
  const clock = new SimulatedClock();
  let last: Promise<unknown> = Promise.resolve();
  const sendAll = (async (call: Call, input: Record<string, unknown>) => {
    const { code, data } = await send(call, input);
    if (code !== 200) throw { code, message: '' } as Problem;
    return data;
  }) as Send;
  const sendNoting = ((call: Call, input: never) => {
    const answered = sendAll(call, input);
    if (call !== calls.playerView) last = answered.catch(() => undefined);
    return answered;
  }) as Send;
  const access = { backend: () => `http://server${server()}.test/api/game`, token: () => token() ?? null };
  const actor = createActor(quizPlayerMachine.provide({ actors: quizPlayerActors(sendNoting, access, game_id) }), { clock });
  const views: PlayerView[] = [];
  actor.subscribe((snapshot) => {
    const { view } = snapshot.context;
    if (view && view !== views.at(-1)) views.push(view);
    if (snapshot.hasTag('lost')) queueMicrotask(() => clock.increment(2000));
  });
  actor.start();
  type Event = Parameters<typeof actor.send>[0];
  return {
    /** All that it has shown. */
    views,
    /** Whether the page offers this to its player. */
    can: (event: Event) => actor.getSnapshot().can(event),
    /** What the player does. Resolves once the server has answered. */
    press: (event: Event) => {
      actor.send(event);
      return last;
    },
    /** The last state of the room, once the page says that the game is over. */
    end: async () => (await waitFor(actor, (snapshot) => snapshot.hasTag('over'))).context.view as PlayerView,
    stop: () => actor.stop(),
  };
}
