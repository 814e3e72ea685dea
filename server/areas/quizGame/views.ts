import type { GameBoard, GameQuestion, PlayerView, QuestionReport } from '../../../contract/quizGame.ts';
import { chosenIn, isIn, movesOf, nextRound, type Player, placesOf, type Room, teamsOf } from '../../../src/machines/quizGame/roomFold.ts';
import { iso, isoOrNull } from '../../kit/access.ts';
import type { AskedQuestion, Game } from './document.ts';

/** Winners at the end. */
const mostWinners = 3;

const shown = (asked: AskedQuestion | undefined, round: number): GameQuestion | null =>
  asked
    ? {
        ...{ round_no: round + 1, question_text: asked.question_text, diagram: asked.diagram },
        answer_options: asked.options.map(({ id, answer_text }) => ({ id, answer_text })),
      }
    : null;

function common({ game_id, code, title, document: { mode, questions, teams } }: Game, room: Room, now: number) {
  return {
    ...{ game_id, game_code: code, title, mode, phase: room.phase, last_id: room.seq, at: iso(now) },
    ends_at: room.phase === 'paused' ? null : isoOrNull(room.until),
    question_count: questions.length,
    team_count: teams,
  };
}

/** Whether the round that the room shows is over. Before that, nothing that tells the right answer leaves the server. */
const isRevealed = (room: Room) => room.phase === 'revealed';

const outcomeOf = ({ document }: Game, room: Room) => ({
  right_ids: [...(document.right[room.round] ?? [])],
  explanation: document.questions[room.round]?.explanation ?? '',
  is_skipped: room.skipped.has(room.round),
});

/** The room as its teacher projects it: no wrong answer has a name. */
export function boardOf(game: Game, room: Room, now: number): GameBoard {
  const { document } = game;
  const asked = room.phase === 'over' ? undefined : document.questions[room.round];
  const chosen = chosenIn(room, room.round);
  const taking = [...room.players.values()].filter(isIn);
  const answered = document.mode === 'together' ? taking.filter(({ answers }) => answers.has(room.round)).length : sumOfAnswers(taking);
  return {
    ...common(game, room, now),
    group_puid: game.group_puid,
    takes_guests: room.takesGuests,
    question: shown(asked, room.round),
    outcome: asked && isRevealed(room) ? { ...outcomeOf(game, room), counts: asked.options.map(({ id }) => chosen.get(id) ?? 0) } : null,
    answered,
    // While everyone plays at an own pace, a score would tell who was wrong.
    players: (room.phase === 'open' ? unscored(taking) : placesOf(room)).map(({ player, score, place }) => ({
      moved: movesOf(room).get(player.id) ?? null,
      ...{ player_id: player.id, name: player.name, team_no: player.team === null ? null : player.team + 1 },
      ...{ is_here: player.standing === 'here', is_guest: player.isGuest, score, place },
    })),
    teams: teamsOf(document, room).map(({ team, ...rest }) => ({ ...rest, team_no: team + 1 })),
  };
}

const unscored = (players: readonly Player[]) => players.map((player) => ({ player, score: 0, place: 1 }));

const sumOfAnswers = (players: readonly Player[]) => players.reduce((sum, { answers }) => sum + answers.size, 0);

/** The round that a player sees; -1 for none. */
function roundOf({ document }: Game, room: Room, player: Player): number {
  if (room.phase === 'over' || room.phase === 'lobby') return -1;
  return document.mode === 'together' ? room.round : (nextRound(document, player) ?? -1);
}

/** The room as a player sees it. */
export function playerViewOf(game: Game, room: Room, player: Player, now: number): PlayerView {
  const { document } = game;
  const round = player.standing === 'here' ? roundOf(game, room, player) : -1;
  const answer = player.answers.get(round);
  const isOver = room.phase === 'over';
  const places = placesOf(room);
  const own = places.find((one) => one.player.id === player.id);
  const hasPlaces = document.mode !== 'ticket' && (isOver || room.phase === 'revealed');
  const { is_skipped, ...outcome } = outcomeOf(game, room);
  return {
    ...common(game, room, now),
    ...{ player_name: player.name, team_no: player.team === null ? null : player.team + 1, standing: player.standing },
    question: shown(document.questions[round], round),
    answer_id: answer?.option ?? null,
    outcome:
      round >= 0 && isRevealed(room)
        ? { ...outcome, is_skipped, is_right: answer?.isRight ?? false, points: is_skipped ? 0 : (answer?.points ?? 0) }
        : null,
    answered: player.answers.size,
    // At an own pace, a score would tell what was right before others have answered.
    score: room.phase === 'open' ? 0 : (own?.score ?? 0),
    right: room.phase === 'open' ? 0 : (own?.right ?? 0),
    place: hasPlaces ? (own?.place ?? null) : null,
    moved: hasPlaces ? (movesOf(room).get(player.id) ?? null) : null,
    player_count: hasPlaces ? places.length : 0,
    winners:
      isOver && hasPlaces
        ? places
            .filter(({ score }) => score > 0)
            .slice(0, mostWinners)
            .map(({ player: { name }, score, place }) => ({ name, score, place }))
        : [],
    read_again: isOver ? readAgainOf(document, player) : null,
  };
}

/** What a player should read again: what belongs to the first wrong answer. */
function readAgainOf({ questions, readAgain }: Game['document'], { answers }: Player) {
  const wrong = [...answers].flatMap(([round, { isRight }]) => (isRight ? [] : [round])).toSorted((a, b) => a - b);
  return wrong.map((round) => questions[round]?.readAgain ?? readAgain).find((reading) => reading !== null) ?? null;
}

/** What of a player's view changes last: an event on all screens, or one of the player's own. */
export const newsFor = (room: Room, player: Player): number => Math.max(room.turn, player.seq);

/** How each question was answered, without names. What is right is told once the game is over. */
export function questionReports({ document }: Game, room: Room): QuestionReport[] {
  const isOver = room.phase === 'over';
  return document.questions.map((asked, round) => {
    const chosen = chosenIn(room, round);
    const right = new Set(isOver ? document.right[round] : []);
    const options = asked.options.map(({ id, answer_text, misconception }) => ({
      ...{ answer_text, is_answer: right.has(id), misconception: isOver ? misconception : null, count: chosen.get(id) ?? 0 },
    }));
    return {
      ...{ round_no: round + 1, question_text: asked.question_text, is_skipped: room.skipped.has(round), options },
      answered: options.reduce((sum, { count }) => sum + count, 0),
      right: options.reduce((sum, { count, is_answer }) => sum + (is_answer ? count : 0), 0),
    };
  });
}

/** A player's own rounds. What the teacher never came to is not told: its quiz may still be given. */
export const roundsOf = ({ document }: Game, room: Room, { answers }: Player) =>
  document.questions.slice(0, document.mode === 'together' ? room.round + 1 : undefined).map((asked, round) => {
    const answer = answers.get(round);
    const textOf = (option: number) => asked.options.find(({ id }) => id === option)?.answer_text ?? '';
    const is_skipped = room.skipped.has(round);
    return {
      ...{ round_no: round + 1, question_text: asked.question_text, explanation: asked.explanation, is_skipped },
      answer_text: answer ? textOf(answer.option) : null,
      right_answer: (document.right[round] ?? []).map(textOf).join(' / '),
      is_right: answer?.isRight ?? false,
      points: is_skipped ? 0 : (answer?.points ?? 0),
    };
  });
