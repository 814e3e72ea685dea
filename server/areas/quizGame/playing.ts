import type { quizGame as quizGameCalls } from '../../../contract/quizGame.ts';
import { hasPlace, mostPlayers, type NewEvent, nextRound, type Room } from '../../../src/machines/quizGame/roomFold.ts';
import type { Db } from '../../kit/access.ts';
import { normalCode } from '../../kit/codes.ts';
import { giveBack, type Limit, takeTries } from '../../kit/failures.ts';
import { assertSelf, type HandlersOf, notFound, refuse, type UserContext } from '../../kit/handler.ts';
import { classStudents } from '../../reports/classWork.ts';
import { type Game, readGame } from './document.ts';
import { joinedGame, namesIn, playedGame } from './games.ts';
import { checkedName, className } from './playerNames.ts';
import { liveRoom } from './rooms.ts';
import { playerViewOf } from './views.ts';

/** Wrong codes per student, and per address: a whole school joins from one. */
const mostWrong = 10;
const mostWrongOfAddress = 500;

/** The game of a code, if it is for this student. Who guesses is stopped by counting what fails. */
async function gameOfCode({ ports, user, request }: UserContext, typed: string): Promise<Game> {
  const own: Limit = { key: `game:${user.district_id}:${user.user_puid}`, most: mostWrong };
  const address: Limit = { key: `game:${ports.clientAddress(request)}`, most: mostWrongOfAddress };
  await takeTries(ports, own, address);
  const row = await ports.db.selectFrom('game').selectAll().where('code', '=', normalCode(typed)).executeTakeFirst();
  if (!row) throw notFound('game');
  if (row.group_puid !== null && !(await classStudents(ports.db, row.group_puid)).some(({ user_puid }) => user_puid === user.user_puid))
    throw notFound('game');
  await giveBack(ports, own.key, address.key);
  return readGame(row);
}

/** Names that no player may choose: those of the class and of its teacher, first and full. */
export async function realNames(db: Db, game: Game, player: number): Promise<string[]> {
  const host = await db
    .selectFrom('app_user')
    .select(['first_name', 'last_name', 'user_puid'])
    .where('user_puid', '=', game.host_puid)
    .execute();
  const students = game.group_puid === null ? [] : await classStudents(db, game.group_puid);
  return [...host, ...students]
    .filter(({ user_puid }) => user_puid !== player)
    .flatMap(({ first_name, last_name }) => [first_name, last_name, `${first_name} ${last_name}`, `${first_name} ${last_name.charAt(0)}`]);
}

/** Takes a player back. */
export function returned({ players, phase }: Room, player: number): NewEvent[] {
  const standing = players.get(player)?.standing;
  if (standing === 'removed') throw refuse('gameRemoved');
  // Its own page shows a game that is over.
  return standing === 'left' && phase !== 'over' ? [{ type: 'player.returned', player }] : [];
}

/** Why no answer is taken. */
const late = (phase: string) => (phase === 'over' ? refuse('gameOver') : refuse('gameRoundOver'));

type Plays = 'registerPlayer' | 'leaveGame' | 'rejoinGame' | 'playerView' | 'submitGameAnswer';

export const playing: Pick<HandlersOf<typeof quizGameCalls>, Plays> = {
  registerPlayer: async ({ body: { user_puid, game_code, player_name } }, context) => {
    const { ports, user } = context;
    assertSelf(user, user_puid);
    const game = await gameOfCode(context, game_code);
    const reserved = game.document.hasOwnNames && player_name !== '' ? await realNames(ports.db, game, user_puid) : [];
    const person = await ports.db
      .selectFrom('app_user')
      .select(['first_name', 'last_name'])
      .where('user_puid', '=', user_puid)
      .executeTakeFirstOrThrow();
    await liveRoom(ports.db, game).act(ports, (room) => {
      if (room.players.has(user_puid)) return returned(room, user_puid);
      if (room.phase === 'over') throw refuse('gameOver');
      if (!hasPlace(room, false)) throw refuse('gameFull', { most: mostPlayers });
      const taken = namesIn(room);
      const name = reserved.length > 0 ? checkedName(player_name, [...taken, ...reserved]) : className(person, taken);
      return [{ type: 'player.joined', player: user_puid, name }];
    });
    return { game_id: game.game_id };
  },

  leaveGame: async ({ body: { game_id } }, context) => {
    const { game } = await joinedGame(context, game_id);
    const player = context.user.user_puid;
    await liveRoom(context.ports.db, game).act(context.ports, (room) =>
      room.phase !== 'over' && room.players.get(player)?.standing === 'here' ? [{ type: 'player.left', player }] : [],
    );
    return null;
  },

  rejoinGame: async ({ body: { game_id } }, context) => {
    const { game } = await joinedGame(context, game_id);
    const player = context.user.user_puid;
    await liveRoom(context.ports.db, game).act(context.ports, (room) => returned(room, player));
    return null;
  },

  playerView: async ({ query: { game_id } }, context) => {
    const { game, room, player } = await joinedGame(context, game_id);
    return playerViewOf(game, room, player, context.ports.now());
  },

  submitGameAnswer: async ({ body: { game_id, round_no, answer_id } }, context) => {
    const { ports, user } = context;
    const game = await playedGame(ports.db, user, game_id);
    const { document } = game;
    const round = round_no - 1;
    const room = await liveRoom(ports.db, game).act(ports, ({ phase, round: current, players }) => {
      const player = players.get(user.user_puid);
      if (!player) throw notFound('game');
      if (!document.questions[round]?.options.some(({ id }) => id === answer_id)) throw notFound('question');
      if (player.standing === 'removed') throw refuse('gameRemoved');
      const given = player.answers.get(round);
      // The same answer again is a repetition of a request whose response was lost.
      if (given?.option === answer_id) return [];
      if (given) throw refuse('gameAnswered');
      const isOn =
        document.mode === 'together' ? phase === 'asking' && round === current : phase === 'open' && round === nextRound(document, player);
      if (!isOn) throw late(phase);
      if (player.standing === 'left') throw refuse('gameMovedOn');
      return [{ type: 'answer.given', player: user.user_puid, round, option: answer_id }];
    });
    const player = room.players.get(user.user_puid);
    if (!player) throw notFound('game');
    return playerViewOf(game, room, player, ports.now());
  },
};
