import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import { type Call, idOrZero } from '../../../contract/kit.ts';
import { quizGame } from '../../../contract/quizGame.ts';
import type { Room } from '../../../src/machines/quizGame/roomFold.ts';
import { type EventStream, eventStream } from '../../kit/eventStream.ts';
import { invalidParameters } from '../../kit/fieldReasons.ts';
import { notFound } from '../../kit/handler.ts';
import { OpenStreams } from '../../kit/openStreams.ts';
import type { Ports } from '../../kit/ports.ts';
import { inDistrict } from '../../kit/tenant.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import type { Game } from './document.ts';
import { ownGame, playedGame } from './games.ts';
import { liveRoom } from './rooms.ts';
import { boardOf, newsFor, playerViewOf } from './views.ts';

/** A sign of life after this time without news, in ms, and a look whether the viewer may still see the room. */
const lifeEvery = 10_000;
/** Signs of life before the stream ends and the client opens another one with a fresh token: 4 minutes. */
const lives = 24;
/** A board opened this long after the last step of the teacher says that somebody leads the room, in ms. */
const seenAfter = 60_000;

/** What a viewer sees of a room, and the newest event in it. Most of what happens in a room changes nothing for a player. */
interface Sight {
  id: number;
  view: () => unknown;
}

/**
 * The rooms of the quiz game as server-sent events: `/game/get_game/stream` for the teacher's board, `/game/get_question/stream` for
 * players. Each event is the whole state, and its id is the newest event of the room in it: who asks from there on gets what came later.
 *
 * @param authorise same check as for the calls themselves
 * @param pause waits this many ms
 */
export function addGameStreams(
  app: Hono,
  ports: Ports,
  authorise: (call: Call, c: Context) => Promise<TokenUser | undefined>,
  pause: (ms: number) => Promise<unknown> = (ms) => new Promise((over) => setTimeout(over, ms)),
): void {
  const streams = new OpenStreams();

  const add = (
    call: typeof quizGame.gameBoard | typeof quizGame.playerView,
    find: (user: TokenUser, game_id: number) => Promise<Game>,
    look: (game: Game, room: Room, user: TokenUser) => Sight,
    isLed: boolean,
  ) => {
    const asking = v.object({ ...call.query.entries, last_id: v.optional(idOrZero) });
    app.get(`/api/${call.backend}${call.path}/stream`, async (c) => {
      const user = await authorise(call, c);
      const asked = v.safeParse(asking, c.req.query());
      if (!asked.success || !user) throw invalidParameters(asked.issues ?? []);
      const own = inDistrict(ports, user.district_id);
      const game = await find(user, asked.output.game_id);
      const end = streams.open(user);
      const live = liveRoom(own.db, game);
      const unwatch = live.watch(own, pause);
      const leave = () => {
        end();
        unwatch();
      };
      try {
        look(game, await live.current(own), user);
        if (isLed)
          await live.act(own, ({ phase, ledAt }, now) => (phase !== 'over' && now - ledAt > seenAfter ? [{ type: 'leader.seen' }] : []));
      } catch (error) {
        leave();
        throw error;
      }
      let woken = Promise.withResolvers<void>();
      const wake = () => woken.resolve();
      const play = async (stream: EventStream) => {
        let told = asked.output.last_id ?? -1;
        const unlisten = live.listen((room) => look(game, room, user).id > told && wake());
        try {
          for (let seen = 0; seen < lives && !stream.isOver; seen++) {
            let isTime = false;
            void pause(lifeEvery).then(() => {
              isTime = true;
              wake();
            });
            while (!isTime && !stream.isOver) {
              // What comes from here on wakes it.
              woken = Promise.withResolvers();
              const { room } = live;
              const { id, view } = look(game, room, user);
              if (id > told) {
                told = id;
                await stream.send(id, JSON.stringify(view()));
                if (room.phase === 'over') return;
              } else await woken.promise;
            }
            if (stream.isOver) return;
            await authorise(call, c);
            await stream.sendSignOfLife();
          }
        } finally {
          unlisten();
        }
      };
      return eventStream(c, ports, play, () => {
        leave();
        wake();
      });
    });
  };

  add(
    quizGame.gameBoard,
    (user, game_id) => ownGame(inDistrict(ports, user.district_id).db, user, game_id),
    (game, room) => ({ id: room.seq, view: () => boardOf(game, room, ports.now()) }),
    true,
  );
  add(
    quizGame.playerView,
    (user, game_id) => playedGame(inDistrict(ports, user.district_id).db, user, game_id),
    (game, room, { user_puid }) => {
      const player = room.players.get(user_puid);
      if (!player) throw notFound('game');
      return { id: newsFor(room, player), view: () => playerViewOf(game, room, player, ports.now()) };
    },
    false,
  );
}
