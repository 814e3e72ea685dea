import type { quizGame as quizGameCalls } from '../../../contract/quizGame.ts';
import { askedRounds, placesOfClass, type Room } from '../../../src/machines/quizGame/roomFold.ts';
import type { Row } from '../../db/schema.ts';
import { upsertAll } from '../../db/upsert.ts';
import type { Db } from '../../kit/access.ts';
import { type HandlersOf, refuse, type UserContext } from '../../kit/handler.ts';
import { transact } from '../../kit/transact.ts';
import { classStudents, visibleClass } from '../../reports/classWork.ts';
import type { Game } from './document.ts';
import { ownGame } from './games.ts';
import { liveRoom } from './rooms.ts';

/** What a game adds to the reports of its class (decision 088): nothing without a class, before its end, or of an exit ticket. */
export async function resultsOf(db: Db, game: Game, room: Room): Promise<Row<'game_result'>[]> {
  const { district_id, game_id, group_puid, document } = game;
  const max_points = askedRounds(document, room);
  if (group_puid === null || document.mode === 'ticket' || room.phase !== 'over' || max_points === 0) return [];
  const students = new Set((await classStudents(db, group_puid)).map(({ user_puid }) => user_puid));
  return placesOfClass(room)
    .filter(({ player }) => students.has(player.id))
    .map(({ player, right }) => ({ district_id, game_id, user_puid: player.id, points: right, max_points }));
}

/** Whether a game counts; null if it cannot. */
export async function whetherCounts({ ports }: Pick<UserContext, 'ports'>, game: Game, room: Room): Promise<boolean | null> {
  const { db } = ports;
  const stored = await db.selectFrom('game_result').select('user_puid').where('game_id', '=', game.game_id).executeTakeFirst();
  if (stored) return true;
  return (await resultsOf(db, game, room)).length > 0 ? false : null;
}

/** Makes a game count for its class, or no longer. */
export const countGame: HandlersOf<typeof quizGameCalls>['countGame'] = async ({ body: { game_id, counts } }, context) => {
  const { ports, user } = context;
  const game = await ownGame(ports.db, user, game_id);
  if (!counts) {
    await ports.db.deleteFrom('game_result').where('game_id', '=', game_id).execute();
    return null;
  }
  if (game.group_puid !== null) await visibleClass(ports.db, user, game.group_puid);
  const results = await resultsOf(ports.db, game, await liveRoom(ports.db, game).current(ports));
  if (results.length === 0) throw refuse('gameCannotCount');
  await transact(ports.db, (trx) => upsertAll(trx, 'game_result', ['district_id', 'game_id', 'user_puid'], results));
  return null;
};
