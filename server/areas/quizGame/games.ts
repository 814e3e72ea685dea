import { sql } from 'kysely';
import type { GameMode } from '../../../contract/quizGame.ts';
import { isIn, type Player, type Room, type RoomEvent } from '../../../src/machines/quizGame/roomFold.ts';
import type { Row } from '../../db/schema.ts';
import type { Db } from '../../kit/access.ts';
import { newCode } from '../../kit/codes.ts';
import { notFound, refuse, type UserContext } from '../../kit/handler.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { visibleClass } from '../../reports/classWork.ts';
import { todayOf } from '../glossary/fillIn.ts';
import { type Game, type GameDocument, readGame } from './document.ts';
import { liveRoom, openRoom } from './rooms.ts';
import { missedAsked, quizAsked } from './sources.ts';

/** The game of a teacher. Throws 404 for anyone else's. */
export async function ownGame(db: Db, user: TokenUser, game_id: number): Promise<Game> {
  const row = await db
    .selectFrom('game')
    .selectAll()
    .where('game_id', '=', game_id)
    .where('host_puid', '=', user.user_puid)
    .executeTakeFirst();
  if (!row) throw notFound('game');
  return readGame(row);
}

/** A game that the user may play in, if its room knows the player. A guest's token opens one room only. */
export async function playedGame(db: Db, user: TokenUser, game_id: number): Promise<Game> {
  if (user.game_id !== undefined && user.game_id !== game_id) throw notFound('game');
  const open = openRoom(db, game_id);
  if (open) return open.game;
  const row = await db.selectFrom('game').selectAll().where('game_id', '=', game_id).executeTakeFirst();
  if (!row) throw notFound('game');
  return readGame(row);
}

/** A game and its room as it is. Throws 404 if the user has not joined. */
export async function joinedGame({ ports, user }: UserContext, game_id: number): Promise<{ game: Game; room: Room; player: Player }> {
  const game = await playedGame(ports.db, user, game_id);
  const room = await liveRoom(ports.db, game).current(ports);
  const player = room.players.get(user.user_puid);
  if (!player) throw notFound('game');
  return { game, room, player };
}

/** How long a game knows its guests, in ms: for the day. */
export const guestLife = 24 * 3_600_000;

interface Source {
  quiz_id: number;
  group_puid: number;
}
interface Wanted extends Source, Pick<GameDocument, 'seconds' | 'countsSpeed' | 'extraTime' | 'teams' | 'hasOwnNames' | 'hasGuests'> {
  mode: GameMode;
  /** Takes only that many questions. */
  most?: number;
  /** Takes only these questions. */
  question_ids?: readonly number[] | undefined;
}

/**
 * The questions of a quiz, or of what a class got wrong lately (`quiz_id` 0). Throws 404 for a quiz or class that the user does not see.
 */
export async function sourceOf({ ports, user }: Pick<UserContext, 'ports' | 'user'>, { quiz_id, group_puid }: Source) {
  const { db } = ports;
  const group = group_puid === 0 ? null : await visibleClass(db, user, group_puid);
  if (quiz_id === 0 && !group) throw notFound('class');
  const asked = await (quiz_id === 0 && group
    ? missedAsked(db, group.group_puid, ports.now(), group.group_name)
    : quizAsked(db, user, quiz_id));
  return { group, asked };
}

/** Ids of the players to whom the user gave extra time in the game of the class before. */
export async function extraTimeBefore(db: Db, { user_puid }: TokenUser, group_puid: number): Promise<readonly number[]> {
  const before = await db
    .selectFrom('game')
    .select('document')
    .where('host_puid', '=', user_puid)
    .where('group_puid', '=', group_puid)
    .where('mode', '<>', 'ticket')
    .orderBy('created_at', 'desc')
    .orderBy('game_id', 'desc')
    .executeTakeFirst();
  return before ? ((JSON.parse(before.document) as GameDocument).extraTime ?? []) : [];
}

/** Opens a room. Throws 404 for a quiz or class that the user does not see, and refuses a quiz without questions for a game. */
export async function openGame(
  context: Pick<UserContext, 'ports' | 'user'>,
  wanted: Wanted,
): Promise<{ game_id: number; game_code: string }> {
  const { ports, user } = context;
  const { db } = ports;
  const { quiz_id: _, group_puid: __, mode, most = Number.POSITIVE_INFINITY, question_ids, ...settings } = wanted;
  const { group, asked: found } = await sourceOf(context, wanted);
  const { title, ...asked } = found;
  const isTaken = asked.questions.map(({ question_id = 0 }) => question_ids?.includes(question_id) ?? true);
  const ofTaken = <T>(all: readonly T[]) => all.filter((_, index) => isTaken[index]).slice(0, most);
  const taken = ofTaken(asked.questions);
  if (question_ids && taken.length < new Set(question_ids).size) throw notFound('question');
  if (taken.length === 0) throw refuse('gameNothingToAsk');
  const document: GameDocument = {
    ...{ ...asked, questions: taken, right: ofTaken(asked.right) },
    ...{ mode, ...settings },
  };
  const game_id = ports.newId();
  const code = newCode(ports);
  await db
    .insertInto('game')
    .values({
      ...{ district_id: user.district_id, game_id, code, host_puid: user.user_puid, group_puid: group?.group_puid ?? null, mode, title },
      ...{ document: JSON.stringify(document), created_at: ports.now(), day: await todayOf(context) },
      guests_until: settings.hasGuests ? ports.now() + guestLife : null,
    })
    .execute();
  return { game_id, game_code: code };
}

/** Names of those who take part. */
export const namesIn = (room: Room): string[] => [...room.players.values()].filter(isIn).map(({ name }) => name);

/** Rooms of games, with what has happened in them until now. */
export const roomsOf = async ({ ports }: UserContext, games: readonly Game[]): Promise<{ game: Game; room: Room }[]> => {
  const rooms: { game: Game; room: Room }[] = [];
  for (const game of games) rooms.push({ game, room: await liveRoom(ports.db, game).current(ports) });
  return rooms;
};

/** Whether a game is over, and how many take part. */
export interface Standing {
  isOver: boolean;
  players: number;
}

/** How games stand, by id. Of those that are over, no room is made: a list would read all answers of a year. */
export async function standingsOf(context: UserContext, games: readonly Row<'game'>[]): Promise<ReadonlyMap<number, Standing>> {
  if (games.length === 0) return new Map();
  const count = (type: RoomEvent['type']) => sql<number>`sum(case e.type when ${type} then 1 else 0 end)`;
  const rows = await context.ports.db
    .selectFrom('game_event as e')
    .select('e.game_id')
    .select([count('player.joined').as('joined'), count('guest.joined').as('guests'), count('player.removed').as('removed')])
    .where(
      'e.game_id',
      'in',
      games.map(({ game_id }) => game_id),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('game_event as over')
          .select('over.seq')
          .whereRef('over.game_id', '=', 'e.game_id')
          .where('over.type', 'in', ['game.ended', 'game.abandoned'] satisfies RoomEvent['type'][]),
      ),
    )
    .groupBy('e.game_id')
    .execute();
  const standings = new Map(
    rows.map((row) => [row.game_id, { isOver: true, players: Number(row.joined) + Number(row.guests) - Number(row.removed) }]),
  );
  const others = games.filter(({ game_id }) => !standings.has(game_id));
  for (const { game, room } of await roomsOf(context, others.map(readGame)))
    standings.set(game.game_id, { isOver: room.phase === 'over', players: namesIn(room).length });
  return standings;
}
