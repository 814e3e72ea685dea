import { Role } from '../../contract/kit.ts';
import type { quizGame as quizGameCalls } from '../../contract/quizGame.ts';
import { askedRounds, isIn, placesOf, placesOfClass, type RoomEvent } from '../../src/machines/quizGame/roomFold.ts';
import { iso, visibleGroups } from '../kit/access.ts';
import { type HandlersOf, notFound, type UserContext } from '../kit/handler.ts';
import { classStudents, visibleClass } from '../reports/classWork.ts';
import { todayOf } from './glossary/fillIn.ts';
import { countGame, whetherCounts } from './quizGame/counting.ts';
import { readGame } from './quizGame/document.ts';
import { extraTimeBefore, joinedGame, openGame, ownGame, roomsOf, type Standing, sourceOf, standingsOf } from './quizGame/games.ts';
import { guests } from './quizGame/guests.ts';
import { leading } from './quizGame/leading.ts';
import { playing } from './quizGame/playing.ts';
import { liveRoom } from './quizGame/rooms.ts';
import { gameQuizzes, missedQuestions } from './quizGame/sources.ts';
import { gameTerms } from './quizGame/terms.ts';
import { boardOf, questionReports, roundsOf } from './quizGame/views.ts';

/** Games in a list. */
const mostGames = 50;
/** Winners of a game. */
const podium = 3;
/** How long an exit ticket is open, in s: until the next lesson, at the latest. */
const ticketSeconds = 2 * 3600;

export const quizGame: HandlersOf<typeof quizGameCalls> = {
  ...leading,
  ...playing,
  ...guests,
  countGame,
  gameTerms,

  gameQuizzes: async ({ query: { group_puid, search = '' } }, { ports, user }) => {
    const group = group_puid === 0 ? null : await visibleClass(ports.db, user, group_puid);
    return {
      quizzes: await gameQuizzes(ports.db, user, search),
      missed_count: group ? (await missedQuestions(ports.db, group.group_puid, ports.now())).length : 0,
    };
  },

  gameQuestions: async ({ query }, context) => {
    const { asked } = await sourceOf(context, query);
    return asked.questions.map(({ question_id = 0, question_text }) => ({ question_id, question_text }));
  },

  extraTime: async ({ query }, { ports, user }) => {
    const { group_puid } = await visibleClass(ports.db, user, query.group_puid);
    const before = await extraTimeBefore(ports.db, user, group_puid);
    return (await classStudents(ports.db, group_puid)).map(({ user_puid, first_name, last_name }) => ({
      ...{ user_puid, name: `${first_name} ${last_name}`, has_extra_time: before.includes(user_puid) },
    }));
  },

  createGame: async ({ body: { counts_speed, has_own_names, has_guests, extra_time, ...body } }, context) => {
    const extraTime = extra_time ?? (await extraTimeBefore(context.ports.db, context.user, body.group_puid));
    return openGame(context, { ...body, extraTime, countsSpeed: counts_speed, hasOwnNames: has_own_names, hasGuests: has_guests });
  },

  startExitTicket: async ({ body: { question_count, question_ids, has_guests, ...body } }, context) => {
    const made = await openGame(context, {
      ...{ ...body, mode: 'ticket', seconds: ticketSeconds, ...(question_ids ? { question_ids } : { most: question_count }) },
      ...{ countsSpeed: false, teams: 0, hasOwnNames: false, hasGuests: has_guests },
    });
    await leading.startGame({ query: {}, body: { game_id: made.game_id } }, context);
    return made;
  },

  ledGames: async ({ query: { group_puid } }, context) => {
    const { ports, user } = context;
    const rows = await ports.db
      .selectFrom('game as g')
      .leftJoin('class_group as c', 'c.group_puid', 'g.group_puid')
      .selectAll('g')
      .select('c.name as group_name')
      .where('g.host_puid', '=', user.user_puid)
      .$if(group_puid !== 0, (query) => query.where('g.group_puid', '=', group_puid))
      .orderBy('g.created_at', 'desc')
      .orderBy('g.game_id', 'desc')
      .limit(mostGames)
      .execute();
    const standings = await standingsOf(context, rows);
    return rows.map(({ game_id, title, mode, code, created_at, group_name }) => {
      const { isOver, players } = standings.get(game_id) as Standing;
      return { ...{ game_id, title, mode, is_over: isOver, at: iso(created_at), game_code: code }, group_name, players };
    });
  },

  playedGames: async (_, context) => {
    const { ports, user } = context;
    const happened = (type: RoomEvent['type']) =>
      ports.db.selectFrom('game_event as e').select('e.game_id').where('e.player', '=', user.user_puid).where('e.type', '=', type);
    const rows = await ports.db
      .selectFrom('game as g')
      .selectAll('g')
      .where('g.game_id', 'in', happened('player.joined'))
      .where('g.game_id', 'not in', happened('player.removed'))
      .orderBy('g.created_at', 'desc')
      .orderBy('g.game_id', 'desc')
      .limit(mostGames)
      .execute();
    const standings = await standingsOf(context, rows);
    return rows.map(({ game_id, title, mode, created_at }) => ({
      ...{ game_id, title, mode, is_over: standings.get(game_id)?.isOver ?? false, at: iso(created_at) },
    }));
  },

  gameBoard: async ({ query: { game_id } }, { ports, user }) => {
    const game = await ownGame(ports.db, user, game_id);
    return boardOf(game, await liveRoom(ports.db, game).current(ports), ports.now());
  },

  gameReport: async ({ query: { game_id } }, context) => {
    const { ports, user } = context;
    const game = await ownGame(ports.db, user, game_id);
    const room = await liveRoom(ports.db, game).current(ports);
    return {
      ...{ game_id, title: game.title, at: iso(game.created_at), question_count: game.document.questions.length },
      asked_count: askedRounds(game.document, room).length,
      counts: await whetherCounts(context, game, room),
      guest_count: [...room.players.values()].filter((player) => player.isGuest && isIn(player)).length,
      questions: questionReports(game, room),
      players: placesOfClass(room).map(({ player, right, score, place }) => ({
        ...{ player_id: player.id, name: player.name, answered: player.answers.size, right, score, place },
      })),
    };
  },

  exitTicket: async ({ query: { game_id } }, { ports, user }) => {
    const game = await ownGame(ports.db, user, game_id);
    if (game.document.mode !== 'ticket') throw notFound('game');
    const room = await liveRoom(ports.db, game).current(ports);
    const is_over = room.phase === 'over';
    return { game_id, title: game.title, at: iso(ports.now()), is_over, questions: questionReports(game, room) };
  },

  playerReport: async ({ query: { game_id } }, context) => {
    const { game, room, player } = await joinedGame(context, game_id);
    const places = placesOf(room);
    const own = places.find((one) => one.player.id === player.id);
    if (room.phase !== 'over' || !own) throw notFound('game');
    return {
      ...{ game_id, title: game.title, at: iso(game.created_at), mode: game.document.mode, score: own.score, place: own.place },
      ...{ player_count: places.length, rounds: roundsOf(game, room, player) },
    };
  },

  todaysWinners: async ({ query: { group_puid, day } }, context) => {
    const { ports, user } = context;
    const isStudent = user.role === Role.student;
    const classes = isStudent ? ownClasses(context) : visibleGroups(ports.db, user);
    const group =
      group_puid === 0
        ? null
        : await classes
            .select(['class_group.group_puid', 'class_group.name as group_name'])
            .where('class_group.group_puid', '=', group_puid)
            .executeTakeFirst();
    if (group === undefined) throw notFound('class');
    const asked = day ?? (await todayOf(context));
    const rows = await ports.db
      .selectFrom('game')
      .selectAll()
      .where('group_puid', 'in', group ? [group.group_puid] : classes.select('class_group.group_puid'))
      .where('day', '=', asked)
      .where('mode', '<>', 'ticket')
      .orderBy('created_at')
      .orderBy('game_id')
      .limit(mostGames)
      .execute();
    const rooms = await roomsOf(context, rows.map(readGame));
    return {
      ...{ group_name: group?.group_name ?? null, day: asked },
      games: rooms.flatMap(({ game: { game_id, title, created_at }, room }) => {
        const winners = placesOfClass(room).filter(({ place, score }) => place <= podium && score > 0);
        const shown = winners.map(({ player: { name }, score, place }) => ({ name, score, place }));
        return room.phase === 'over' && shown.length > 0 ? [{ game_id, title, at: iso(created_at), winners: shown }] : [];
      }),
    };
  },
};

/** The classes of a student. */
const ownClasses = ({ ports, user }: UserContext) =>
  ports.db
    .selectFrom('class_group')
    .where('class_group.active', '=', 1)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('enrollment as e')
          .select('e.user_puid')
          .whereRef('e.group_puid', '=', 'class_group.group_puid')
          .where('e.user_puid', '=', user.user_puid)
          .where('e.role', '=', 'student')
          .where('e.active', '=', 1),
      ),
    );
