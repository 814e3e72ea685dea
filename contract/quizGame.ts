import * as v from 'valibot';
import { ItemTerm } from './itemTerm.ts';
import { call, day, everyone, flag, id, idOrZero, line, lineOrNothing, nothing, Role, smallNumber, staff, students } from './kit.ts';

/** How a game is played. */
export const gameModes = ['together', 'ownPace', 'ticket'] as const;
export type GameMode = (typeof gameModes)[number];
export const gamePhases = ['lobby', 'asking', 'paused', 'revealed', 'open', 'over'] as const;
export type GamePhase = (typeof gamePhases)[number];

/** Longest name of a player. */
export const longestPlayerName = 24;
/** Most questions of an exit ticket. */
export const mostTicketQuestions = 3;
/** Most options of a question: there are as many keys, colors and shapes. */
export const mostChoices = 6;

/** Latin letters, digits, and what names have in them: no letters that look like others, no scripts. Empty: the name from the class. */
const playerName = v.pipe(lineOrNothing(longestPlayerName), v.regex(/^[\p{Script=Latin}\p{M}\d .'’-]*$/u, 'playerName'));

/** Players: students, and guests with the token of the room. */
const players = [...students, Role.guest];

const mode = v.picklist(gameModes);
const phase = v.picklist(gamePhases);

/** A question in the room. What is right stays on the server until the round is over. */
export const GameQuestion = v.object({
  /** From 1. */
  round_no: v.number(),
  question_text: v.string(),
  diagram: v.nullable(v.string()),
  answer_options: v.array(v.object({ id: v.number(), answer_text: v.string() })),
});
export type GameQuestion = v.InferOutput<typeof GameQuestion>;

/** The outcome of a round that is over. */
const Outcome = { right_ids: v.array(v.number()), explanation: v.string() };

const common = {
  game_id: v.number(),
  game_code: v.string(),
  title: v.string(),
  mode,
  phase,
  /** Newest event that this shows. A stream asked for the state after it starts with the next one. */
  last_id: v.number(),
  /** The server's time. */
  at: v.string(),
  /** When the time of the round, or of the game, is over; null: no limit, or paused. */
  ends_at: v.nullable(v.string()),
  question_count: v.number(),
  team_count: v.number(),
};

/** Places won in the round that has just ended, negative: lost; null: there were no places before it. */
const Moved = v.nullable(v.number());

const Team = v.object({ team_no: v.number(), score: v.number(), players: v.number() });

/** The room as its teacher projects it. */
export const GameBoard = v.object({
  ...common,
  group_puid: v.nullable(v.number()),
  /** Whether people without an account may join. */
  takes_guests: v.boolean(),
  /** The question of the round; null in the lobby, at everyone's own pace, and at the end. */
  question: v.nullable(GameQuestion),
  /** null until the round is over. `counts`: by option, in their order. */
  outcome: v.nullable(v.object({ ...Outcome, is_skipped: v.boolean(), counts: v.array(v.number()) })),
  /** Answers to the question; at everyone's own pace, answers in all. */
  answered: v.number(),
  players: v.array(
    v.object({
      player_id: v.number(),
      name: v.string(),
      team_no: v.nullable(v.number()),
      is_here: v.boolean(),
      is_guest: v.boolean(),
      score: v.number(),
      place: v.number(),
      moved: Moved,
    }),
  ),
  teams: v.array(Team),
});
export type GameBoard = v.InferOutput<typeof GameBoard>;

/** The room as a player sees it. */
export const PlayerView = v.object({
  ...common,
  player_name: v.string(),
  team_no: v.nullable(v.number()),
  /** Left: can come back. Removed by the teacher: cannot. */
  standing: v.picklist(['here', 'left', 'removed']),
  question: v.nullable(GameQuestion),
  /** The player's answer to the question; null: none. */
  answer_id: v.nullable(v.number()),
  /** null until the round is over. */
  outcome: v.nullable(v.object({ ...Outcome, is_skipped: v.boolean(), is_right: v.boolean(), points: v.number() })),
  /** Answers of the player so far. */
  answered: v.number(),
  score: v.number(),
  right: v.number(),
  /** null before the first round is over. */
  place: v.nullable(v.number()),
  moved: Moved,
  player_count: v.number(),
  /** At the end: the three best of all, if there are places. Equal scores share a place. */
  winners: v.array(v.object({ name: v.string(), score: v.number(), place: v.number() })),
  /** At the end, after a wrong answer: what to read again. */
  read_again: v.nullable(v.object({ item_id: v.number(), title: v.string() })),
});
export type PlayerView = v.InferOutput<typeof PlayerView>;

const GameRow = v.object({
  game_id: v.number(),
  title: v.string(),
  mode,
  is_over: v.boolean(),
  at: v.string(),
});
/** A game of a teacher. */
export const LedGame = v.object({ ...GameRow.entries, game_code: v.string(), group_name: v.nullable(v.string()), players: v.number() });
export type LedGame = v.InferOutput<typeof LedGame>;

/** A quiz whose questions a game can ask. */
export const GameQuiz = v.object({
  quiz_id: v.number(),
  title: v.string(),
  /** Questions with options to choose one from. */
  question_count: v.number(),
  is_own: v.boolean(),
});
export type GameQuiz = v.InferOutput<typeof GameQuiz>;

/** A question after the game, without names. */
const QuestionReport = v.object({
  round_no: v.number(),
  question_text: v.string(),
  is_skipped: v.boolean(),
  answered: v.number(),
  right: v.number(),
  options: v.array(v.object({ answer_text: v.string(), is_answer: v.boolean(), misconception: v.nullable(v.string()), count: v.number() })),
});
export type QuestionReport = v.InferOutput<typeof QuestionReport>;

/** A game after its end, for its teacher. */
export const GameReport = v.object({
  game_id: v.number(),
  title: v.string(),
  at: v.string(),
  question_count: v.number(),
  /** Questions that the teacher came to and did not skip. */
  asked_count: v.number(),
  /** Whether its results are in the reports of its class (decision 088); null: it cannot count. */
  counts: v.nullable(v.boolean()),
  /** Guests are in the counts of questions, but nobody’s results are theirs. */
  guest_count: v.number(),
  questions: v.array(QuestionReport),
  players: v.array(
    v.object({
      player_id: v.number(),
      name: v.string(),
      answered: v.number(),
      right: v.number(),
      score: v.number(),
      place: v.number(),
    }),
  ),
});
export type GameReport = v.InferOutput<typeof GameReport>;

/** A game after its end, for a player. */
export const PlayerReport = v.object({
  game_id: v.number(),
  title: v.string(),
  at: v.string(),
  mode,
  score: v.number(),
  place: v.number(),
  player_count: v.number(),
  rounds: v.array(
    v.object({
      round_no: v.number(),
      question_text: v.string(),
      /** null: not answered. */
      answer_text: v.nullable(v.string()),
      right_answer: v.string(),
      is_right: v.boolean(),
      is_skipped: v.boolean(),
      points: v.number(),
      explanation: v.string(),
    }),
  ),
});
export type PlayerReport = v.InferOutput<typeof PlayerReport>;

const game = v.object({ game_id: id });
/** Whether people without an account may join. The teacher can change it in the room. */
const has_guests = v.optional(flag, false);
const settings = {
  has_guests,
  mode: v.optional(v.picklist(['together', 'ownPace']), 'together'),
  /** Of a round in s; at everyone's own pace, of the game. 0: no limit. */
  seconds: v.optional(v.pipe(smallNumber, v.maxValue(7_200)), 30),
  /** Whether a fast right answer gets a few points more. */
  counts_speed: v.optional(flag, false),
  /** Students with extra time: a right answer gets them all points, whenever it comes. Absent: as in the class’s game before. */
  extra_time: v.optional(v.pipe(v.array(id), v.maxLength(300))),
  teams: v.optional(v.pipe(smallNumber, v.maxValue(6)), 0),
  /** Whether players choose their own names. Default: first name and initial from the class. */
  has_own_names: v.optional(flag, false),
};
/** 0 as the quiz: what the class got wrong lately. 0 as the class: everyone in the district with the code. */
const source = { quiz_id: idOrZero, group_puid: idOrZero };
const Made = v.object({ game_id: v.number(), game_code: v.string() });

/** A step of the teacher in a game. Returns the room after it. */
const lead = <const Body extends v.ObjectEntries>(name: string, summary: string, further: Body) =>
  call({
    backend: 'game',
    method: 'POST',
    path: `/game/${name}`,
    summary,
    access: staff,
    body: v.object({ game_id: id, ...further }),
    data: GameBoard,
    onFailure: 'state',
    origin: 'ours',
  });
/** A player's way out of a game, and back. */
const playerStep = (name: string, summary: string) =>
  call({
    backend: 'game',
    method: 'POST',
    path: `/game/${name}`,
    summary,
    access: players,
    refusedWhileActing: true,
    body: game,
    data: nothing,
    onFailure: 'state',
    origin: 'ours',
  });
/** The round the teacher means, from 1, so that a second press does nothing to the next one. */
const round = { round_no: idOrZero };

/** The quiz game (specification, sections 1, 2 and 7; paths: decision 067). */
export const quizGame = {
  gameQuizzes: call({
    backend: 'game',
    method: 'GET',
    path: '/game/get_quizzes',
    summary: 'List quizzes with questions for a game, the caller’s own first, and how many questions a class got wrong lately',
    access: staff,
    query: v.object({ group_puid: idOrZero, search: v.optional(lineOrNothing(100)) }),
    data: v.object({ quizzes: v.array(GameQuiz), missed_count: v.number() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  gameQuestions: call({
    backend: 'game',
    method: 'GET',
    path: '/game/get_questions',
    summary: 'List the questions that a game over a quiz, or over what a class got wrong lately, can ask',
    access: staff,
    query: v.object(source),
    data: v.array(v.object({ question_id: v.number(), question_text: v.string() })),
    onFailure: 'state',
    origin: 'ours',
  }),
  extraTime: call({
    backend: 'game',
    method: 'GET',
    path: '/game/get_extra_time',
    summary: 'List the students of a class, and who had extra time in the caller’s game before',
    access: staff,
    query: v.object({ group_puid: id }),
    data: v.array(v.object({ user_puid: v.number(), name: v.string(), has_extra_time: v.boolean() })),
    onFailure: 'state',
    origin: 'ours',
  }),
  ledGames: call({
    backend: 'game',
    method: 'GET',
    path: '/game/get_games',
    summary: 'List the caller’s games, newest first; `group_puid`: only those of a class',
    access: staff,
    query: v.object({ group_puid: v.optional(idOrZero, 0) }),
    data: v.array(LedGame),
    onFailure: 'state',
    origin: 'ours',
  }),
  createGame: call({
    backend: 'game',
    method: 'POST',
    path: '/game/create_game',
    summary: 'Open the room of a game over the questions of a quiz, or over five questions that a class got wrong lately',
    access: staff,
    refusedWhileActing: true,
    body: v.object({ ...source, ...settings }),
    data: Made,
    onFailure: 'state',
    origin: 'ours',
  }),
  startExitTicket: call({
    backend: 'game',
    method: 'POST',
    path: '/game/start_exit_ticket',
    summary: 'Open an exit ticket with chosen questions of a quiz, or with its first ones; three at most',
    access: staff,
    refusedWhileActing: true,
    body: v.object({
      ...{ ...source, has_guests },
      /** Without `question_ids`: that many from the beginning. */
      question_count: v.optional(v.pipe(smallNumber, v.minValue(1), v.maxValue(mostTicketQuestions)), 1),
      /** The questions, in the order of the quiz. */
      question_ids: v.optional(v.pipe(v.array(id), v.minLength(1), v.maxLength(mostTicketQuestions))),
    }),
    data: Made,
    onFailure: 'state',
    origin: 'ours',
  }),
  gameBoard: call({
    backend: 'game',
    method: 'GET',
    path: '/game/get_game',
    summary: 'Get the room of a game of the caller. The same as server-sent events: `/stream`, from `last_id` on',
    access: staff,
    query: v.object({ game_id: id }),
    data: GameBoard,
    onFailure: 'state',
    origin: 'ours',
  }),
  startGame: lead('start_game', 'Start: show the first question, or open all at everyone’s own pace', {}),
  nextRound: lead('next_round', 'Show the question after a round', round),
  closeRound: lead('close_round', 'Close a round before its time is over', round),
  skipRound: lead('skip_round', 'Skip a question. It does not count', round),
  pauseGame: lead('pause_game', 'Stop the time of a round', {}),
  resumeGame: lead('resume_game', 'Let the time of a round go on', {}),
  removePlayer: lead('remove_player', 'Remove a player, who cannot come back', { player_id: id }),
  admitGuests: lead('admit_guests', 'Let people without an account join', {}),
  barGuests: lead('bar_guests', 'Let nobody else without an account join. Guests who are in stay', {}),
  endGame: lead('end_game', 'End a game', {}),
  registerGuest: call({
    backend: 'game',
    method: 'POST',
    path: '/game/register_guest',
    summary: 'Join a game that takes guests by its code, or get another token for it. The token opens this room and nothing else',
    access: 'public',
    body: v.object({
      game_code: line(20),
      /** Empty: the device is in the room, and its token is over. */
      player_name: playerName,
      /** Random, kept on the device: whoever sends it again is the same guest. */
      device_key: v.pipe(line(64), v.minLength(20)),
    }),
    data: v.object({ game_id: v.number(), token: v.string() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  registerPlayer: call({
    backend: 'game',
    method: 'POST',
    path: '/game/register_student',
    summary: 'Join a game by its code, or come back to it. The name counts if the teacher lets players choose theirs',
    access: students,
    refusedWhileActing: true,
    body: v.object({
      user_puid: id,
      game_code: line(20),
      player_name: v.optional(playerName, ''),
    }),
    data: v.object({ game_id: v.number() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  leaveGame: playerStep('leave_game', 'Leave a game. Name and score stay for coming back'),
  rejoinGame: playerStep('rejoin_game', 'Come back to a game after leaving it, with name and score'),
  playerView: call({
    backend: 'game',
    method: 'GET',
    path: '/game/get_question',
    summary: 'Get a game as the caller plays it. The same as server-sent events: `/stream`, from `last_id` on',
    access: players,
    query: v.object({ game_id: id }),
    data: PlayerView,
    onFailure: 'state',
    origin: 'ours',
  }),
  submitGameAnswer: call({
    backend: 'game',
    method: 'POST',
    path: '/game/submit_answer',
    summary: 'Answer the question of a round, once. 409 if answered, or if the round is not on',
    access: players,
    refusedWhileActing: true,
    body: v.object({ game_id: id, round_no: id, answer_id: id }),
    data: PlayerView,
    onFailure: 'state',
    origin: 'ours',
  }),
  playedGames: call({
    backend: 'game',
    method: 'GET',
    path: '/game/get_student_games',
    summary: 'List the games that the caller plays or has played, newest first',
    access: students,
    data: v.array(GameRow),
    onFailure: 'state',
    origin: 'ours',
  }),
  gameReport: call({
    backend: 'game',
    method: 'GET',
    path: '/game/get_report_card',
    summary: 'Get the results of a game of the caller, by question and by player',
    access: staff,
    query: v.object({ game_id: id }),
    data: GameReport,
    onFailure: 'state',
    origin: 'ours',
  }),
  countGame: call({
    backend: 'game',
    method: 'POST',
    path: '/game/count_game',
    summary:
      'Make a game of the caller count in the reports of its class, or no longer. 409 unless students of the class have played it to its end',
    access: staff,
    body: v.object({ game_id: id, counts: flag }),
    data: nothing,
    onFailure: 'state',
    origin: 'ours',
  }),
  exitTicket: call({
    backend: 'game',
    method: 'GET',
    path: '/game/get_exit_ticket',
    summary: 'Get the answers to an exit ticket of the caller as they come, grouped and without names',
    access: staff,
    query: v.object({ game_id: id }),
    data: v.object({ game_id: v.number(), title: v.string(), at: v.string(), is_over: v.boolean(), questions: v.array(QuestionReport) }),
    onFailure: 'state',
    origin: 'ours',
  }),
  gameTerms: call({
    backend: 'game',
    method: 'GET',
    path: '/game/get_terms',
    summary: 'List the terms of the glossary that the explanations of a game use, by round. Only of rounds that are over',
    access: [...students, ...staff],
    query: v.object({ game_id: id }),
    data: v.array(v.object({ round_no: v.number(), terms: v.array(ItemTerm) })),
    onFailure: 'state',
    origin: 'ours',
  }),
  playerReport: call({
    backend: 'game',
    method: 'GET',
    path: '/game/get_student_report_card',
    summary: 'Get the caller’s own rounds of a game; 404 before its end',
    access: students,
    query: v.object({ game_id: id }),
    data: PlayerReport,
    onFailure: 'state',
    origin: 'ours',
  }),
  todaysWinners: call({
    backend: 'game',
    method: 'GET',
    path: '/game/get_todays_winner',
    summary:
      'List the three best of each game of a class on a day in the district’s zone; default: today. `group_puid` 0: all classes of the caller',
    access: everyone,
    query: v.object({ group_puid: idOrZero, day: v.optional(day) }),
    data: v.object({
      /** null: all classes. */
      group_name: v.nullable(v.string()),
      day: v.string(),
      games: v.array(
        v.object({
          game_id: v.number(),
          title: v.string(),
          at: v.string(),
          winners: v.array(v.object({ name: v.string(), score: v.number(), place: v.number() })),
        }),
      ),
    }),
    onFailure: 'state',
    origin: 'ours',
  }),
};
