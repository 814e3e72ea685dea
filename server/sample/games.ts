import { ResourceType } from '../../contract/content.ts';
import { Role } from '../../contract/kit.ts';
import type { GameMode } from '../../contract/quizGame.ts';
import type { NewEvent } from '../../src/machines/quizGame/roomFold.ts';
import { readGame } from '../areas/quizGame/document.ts';
import { openGame } from '../areas/quizGame/games.ts';
import { className } from '../areas/quizGame/playerNames.ts';
import { liveRoom } from '../areas/quizGame/rooms.ts';
import type { TenantPorts } from '../kit/ports.ts';
import { classStudents } from '../reports/classWork.ts';
import { seededChance } from './chance.ts';

/** Share of right answers. */
const ability = 0.65;

/** A game and an exit ticket of a class, both over, for the report cards and today's winners. */
export async function makeGames(given: TenantPorts, district_id: number, seed: number): Promise<void> {
  const { db } = given;
  const chance = seededChance(seed);
  const teacher = await db
    .selectFrom('app_user as u')
    .innerJoin('enrollment as e', (join) => join.onRef('e.user_puid', '=', 'u.user_puid').on('e.role', '=', 'teacher'))
    .select(['u.user_puid', 'u.token_version', 'e.group_puid'])
    .where('u.user_key', '=', 'rivera')
    .orderBy('e.group_puid')
    .executeTakeFirst();
  const quiz = await db
    .selectFrom('quiz as q')
    .innerJoin('content_item as i', 'i.item_id', 'q.item_id')
    .innerJoin('question as qu', 'qu.quiz_id', 'q.quiz_id')
    .select('q.quiz_id')
    .where('i.item_type_id', '=', ResourceType.quiz)
    .where('i.owner_puid', 'is', null)
    .where('qu.question_type', '=', 'single_choice')
    .groupBy('q.quiz_id')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('q.quiz_id')
    .executeTakeFirst();
  if (!teacher || !quiz) return;
  const students = await classStudents(db, teacher.group_puid);
  let now = given.now();
  const ports: TenantPorts = { ...given, now: () => now, randomBytes: chance.bytes };
  const user = { district_id, user_puid: teacher.user_puid, role: Role.teacher, session_id: 0, token_version: teacher.token_version };

  const play = async (mode: GameMode, most: number) => {
    const settings = { seconds: 0, countsSpeed: false, teams: 0, hasOwnNames: false };
    const { game_id } = await openGame({ ports, user }, { ...settings, mode, most, quiz_id: quiz.quiz_id, group_puid: teacher.group_puid });
    const game = readGame(await db.selectFrom('game').selectAll().where('game_id', '=', game_id).executeTakeFirstOrThrow());
    const { questions, right } = game.document;
    const live = liveRoom(db, game);
    const happen = async (...events: NewEvent[]) => {
      now += 1000;
      await live.act(ports, () => events);
    };
    const names: string[] = [];
    for (const { first_name, last_name } of students) names.push(className({ first_name, last_name }, names));
    await happen(
      ...students.map(({ user_puid: player }, index): NewEvent => ({ type: 'player.joined', player, name: names[index] ?? '' })),
    );
    if (mode === 'ticket') await happen({ type: 'rounds.opened' });
    for (const [round, { options }] of questions.entries()) {
      if (mode === 'together') await happen({ type: 'round.shown', round });
      const answers = students.map(({ user_puid: player }): NewEvent => {
        const [correct = 0] = right[round] ?? [];
        const option = chance.uniform() < ability ? correct : (options[chance.below(options.length)]?.id ?? correct);
        return { type: 'answer.given', player, round, option };
      });
      // The last answer ends the round.
      await happen(...answers);
    }
    await happen({ type: 'game.ended' });
  };
  await play('together', 5);
  await play('ticket', 2);
}
