import type { GameBoard, quizGame as quizGameCalls } from '../../../contract/quizGame.ts';
import type { NewEvent, Room } from '../../../src/machines/quizGame/roomFold.ts';
import { type HandlersOf, notFound, refuse, type UserContext } from '../../kit/handler.ts';
import type { Game } from './document.ts';
import { guestLife, ownGame } from './games.ts';
import { liveRoom } from './rooms.ts';
import { boardOf } from './views.ts';

/** A step of the teacher. Events are none if it has happened already. */
async function lead(
  { ports, user }: UserContext,
  game_id: number,
  decide: (room: Room, game: Game) => readonly NewEvent[],
): Promise<GameBoard> {
  const game = await ownGame(ports.db, user, game_id);
  const room = await liveRoom(ports.db, game).act(ports, (now) => {
    if (now.phase === 'over') throw refuse('gameOver');
    return decide(now, game);
  });
  return boardOf(game, room, ports.now());
}

/** For a round that is not over yet: nothing if it is, or if another one is on. */
const inRound =
  (round_no: number, type: 'round.closed' | 'round.skipped') =>
  ({ phase, round }: Room): NewEvent[] =>
    round === round_no - 1 && phase !== 'revealed' ? [{ type, round }] : [];

type Steps =
  | 'startGame'
  | 'nextRound'
  | 'closeRound'
  | 'skipRound'
  | 'pauseGame'
  | 'resumeGame'
  | 'removePlayer'
  | 'admitGuests'
  | 'barGuests'
  | 'endGame';

/** What the teacher does in the room. A step that came twice is done once. */
export const leading: Pick<HandlersOf<typeof quizGameCalls>, Steps> = {
  startGame: ({ body }, context) =>
    lead(context, body.game_id, ({ phase }, { document: { mode } }) => {
      if (phase !== 'lobby') return [];
      return [mode === 'together' ? { type: 'round.shown', round: 0 } : { type: 'rounds.opened' }];
    }),
  nextRound: ({ body }, context) =>
    lead(context, body.game_id, ({ phase, round }, { document: { questions } }) => {
      if (round !== body.round_no - 1) return [];
      if (phase !== 'revealed') throw refuse('gameMovedOn');
      return [round + 1 < questions.length ? { type: 'round.shown', round: round + 1 } : { type: 'game.ended' }];
    }),
  closeRound: ({ body }, context) => lead(context, body.game_id, inRound(body.round_no, 'round.closed')),
  skipRound: ({ body }, context) => lead(context, body.game_id, inRound(body.round_no, 'round.skipped')),
  pauseGame: ({ body }, context) => lead(context, body.game_id, ({ phase }) => (phase === 'paused' ? [] : [{ type: 'game.paused' }])),
  resumeGame: ({ body }, context) => lead(context, body.game_id, ({ phase }) => (phase === 'asking' ? [] : [{ type: 'game.resumed' }])),
  removePlayer: ({ body: { game_id, player_id } }, context) =>
    lead(context, game_id, ({ players }) => {
      const player = players.get(player_id);
      if (!player) throw notFound('student');
      return player.standing === 'removed' ? [] : [{ type: 'player.removed', player: player_id }];
    }),
  admitGuests: async ({ body: { game_id } }, context) => {
    const { db, now } = context.ports;
    await ownGame(db, context.user, game_id);
    await db
      .updateTable('game')
      .set({ guests_until: now() + guestLife })
      .where('game_id', '=', game_id)
      .execute();
    return lead(context, game_id, ({ takesGuests }) => (takesGuests ? [] : [{ type: 'guests.admitted' }]));
  },
  barGuests: ({ body }, context) => lead(context, body.game_id, ({ takesGuests }) => (takesGuests ? [{ type: 'guests.barred' }] : [])),
  endGame: ({ body }, context) => lead(context, body.game_id, () => [{ type: 'game.ended' }]),
};
