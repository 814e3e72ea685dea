import type { quizGame as quizGameCalls } from '../../../contract/quizGame.ts';
import { askedRounds, placesOfClass, type Room } from '../../../src/machines/quizGame/roomFold.ts';
import type { Row } from '../../db/schema.ts';
import { upsertAll } from '../../db/upsert.ts';
import type { Db } from '../../kit/access.ts';
import { auditLearning } from '../../kit/audit.ts';
import { type HandlersOf, refuse, type UserContext } from '../../kit/handler.ts';
import { transact } from '../../kit/transact.ts';
import { classStudents, visibleClass } from '../../reports/classWork.ts';
import type { GameAnswer } from '../../reports/countedGames.ts';
import type { Game, GameDocument } from './document.ts';
import { ownGame } from './games.ts';
import { liveRoom } from './rooms.ts';

/** What a game adds to the reports of its class (decision 088): nothing without a class, before its end, or of an exit ticket. */
export async function resultsOf(db: Db, game: Game, room: Room): Promise<Row<'game_result'>[]> {
  const { district_id, game_id, group_puid, document } = game;
  const asked = askedRounds(document, room);
  if (group_puid === null || document.mode === 'ticket' || room.phase !== 'over' || asked.length === 0) return [];
  const students = new Set((await classStudents(db, group_puid)).map(({ user_puid }) => user_puid));
  const questionOf = await storedQuestions(db, document);
  return placesOfClass(room)
    .filter(({ player }) => students.has(player.id))
    .map(({ player, right }) => {
      const answers = asked.flatMap((round): GameAnswer[] => {
        const question_id = questionOf(round);
        const given = player.answers.get(round);
        return question_id === undefined ? [] : [{ question_id, answer_id: given?.option ?? null, is_right: given?.isRight ?? false }];
      });
      return { district_id, game_id, user_puid: player.id, points: right, max_points: asked.length, answers: JSON.stringify(answers) };
    });
}

/** The stored question of each round, which its options name; undefined: it is stored no longer. */
async function storedQuestions(db: Db, { questions }: Pick<GameDocument, 'questions'>): Promise<(round: number) => number | undefined> {
  const ids = questions.flatMap(({ options }) => options.map(({ id }) => id));
  const rows = await db.selectFrom('question_option').select(['option_id', 'question_id']).where('option_id', 'in', ids).execute();
  const byOption = new Map(rows.map(({ option_id, question_id }) => [option_id, question_id]));
  return (round) => questions[round]?.options.map(({ id }) => byOption.get(id)).find((id) => id !== undefined);
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
  const note = (trx: Db, count: number) =>
    auditLearning(ports, trx, user, {
      action: 'game.count',
      subject: game.group_puid === null ? `user ${user.user_puid}` : `group ${game.group_puid}`,
      detail: { facts: { quiz: game.title }, before: { counts: !counts }, after: { counts }, count },
    });
  if (!counts) {
    await transact(ports.db, async (trx) => {
      const { numDeletedRows } = await trx.deleteFrom('game_result').where('game_id', '=', game_id).executeTakeFirst();
      await note(trx, Number(numDeletedRows));
    });
    return null;
  }
  if (game.group_puid !== null) await visibleClass(ports.db, user, game.group_puid);
  const results = await resultsOf(ports.db, game, await liveRoom(ports.db, game).current(ports));
  if (results.length === 0) throw refuse('gameCannotCount');
  await transact(ports.db, async (trx) => {
    await upsertAll(trx, 'game_result', ['district_id', 'game_id', 'user_puid'], results);
    await note(trx, results.length);
  });
  return null;
};
