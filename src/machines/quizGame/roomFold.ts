import type { RoomEventType } from './roomMachine.ts';
import { type RoomPhase, roomStep } from './roomSteps.ts';

// What the events of a room add up to. Pure, so that any server, after any crash, finds the same players, answers and scores.

/** What never changes in a room. */
export interface RoomPlan {
  /** `together`: the teacher's pace. `ownPace`: everyone's own until a time. `ticket`: an exit ticket, without points. */
  mode: 'together' | 'ownPace' | 'ticket';
  /** Time of a round in s; of the whole game if `ownPace` or `ticket`. 0: no limit. */
  seconds: number;
  /** Whether a fast right answer gets a few points more. */
  countsSpeed: boolean;
  /** Number of teams; 0: everyone plays alone. */
  teams: number;
  /** Ids of players with extra time: a right answer has all points, whenever it comes. Absent in games from before there were any. */
  extraTime?: readonly number[];
  /** Ids of the right options of each question. */
  right: readonly (readonly number[])[];
}

/** An event, by the server's clock. */
export interface RoomEvent {
  /** 1, 2, 3… within the room. */
  seq: number;
  /** In ms. */
  at: number;
  type: RoomEventType;
  /** The player's id; 0 if it is about nobody. */
  player: number;
  /** Name of a player who joins; otherwise empty. */
  name: string;
  /** Number of the round from 0, for rounds and answers; -1 if about none. */
  round: number;
  /** The chosen option; 0 if nothing is chosen. */
  option: number;
}
/** An event before it has its place in the room. */
export type NewEvent = Pick<RoomEvent, 'type'> & Partial<Omit<RoomEvent, 'seq' | 'at' | 'type'>>;

export interface Answered {
  option: number;
  isRight: boolean;
  points: number;
}
export interface Player {
  id: number;
  name: string;
  isGuest: boolean;
  /** From 0; null if there are none. */
  team: number | null;
  standing: 'here' | 'left' | 'removed';
  /** By round. */
  answers: ReadonlyMap<number, Answered>;
  /** Newest event about the player. */
  seq: number;
}
export interface Room {
  phase: RoomPhase;
  /** Newest event. */
  seq: number;
  /** Newest event that all screens show. */
  turn: number;
  /** The current round from 0; -1 before the first. */
  round: number;
  /** When the current round, or open game, began; moved by pauses. */
  since: number;
  /** When its time is over; null: no limit, or paused. */
  until: number | null;
  /** When the teacher paused. */
  pausedAt: number;
  /** When somebody last led the room. */
  ledAt: number;
  /** Whether people without an account may join. */
  takesGuests: boolean;
  skipped: ReadonlySet<number>;
  players: ReadonlyMap<number, Player>;
}

/** Points of a right answer, and how many more the fastest gets. */
export const pointsRight = 1000;
export const pointsSpeed = 200;
/** After this time without the teacher a room closes itself. */
export const abandonedAfter = 15 * 60_000;
/** Players in a room. */
export const mostPlayers = 300;
/** Guests in a room, with those who have been removed: whoever floods it leaves room for the class. */
export const mostGuests = 200;

/** A room that has just been opened. */
export const emptyRoom = (at: number, takesGuests = false): Room => ({
  ...{ phase: 'lobby', seq: 0, turn: 0, round: -1, since: at, until: null, pausedAt: at, ledAt: at },
  takesGuests,
  skipped: new Set(),
  players: new Map(),
});

const byTeacher: ReadonlySet<RoomEventType> = new Set([
  'leader.seen',
  'round.shown',
  'rounds.opened',
  'round.skipped',
  'game.paused',
  'game.resumed',
  'player.removed',
  'guests.admitted',
  'guests.barred',
]);
/** Events that only one player's screens and the board show. */
const ofOne: ReadonlySet<RoomEventType> = new Set([
  'player.joined',
  'guest.joined',
  'player.left',
  'player.returned',
  'answer.given',
  'guests.admitted',
  'guests.barred',
  'leader.seen',
]);

/** Whether a player takes part. */
export const isIn = ({ standing }: Player): boolean => standing !== 'removed';

/** Number of the first question that a player has not answered; null: all are. For games at everyone's own pace. */
export function nextRound({ right }: Pick<RoomPlan, 'right'>, { answers }: Pick<Player, 'answers'>): number | null {
  const next = right.findIndex((_, round) => !answers.has(round));
  return next < 0 ? null : next;
}

function pointsOf(plan: RoomPlan, room: Room, { at, player }: RoomEvent): number {
  if (plan.mode === 'ticket') return 0;
  if (plan.mode === 'ownPace' || !plan.countsSpeed || plan.seconds === 0) return pointsRight;
  if (plan.extraTime?.includes(player)) return pointsRight + pointsSpeed;
  const left = 1 - (at - room.since) / (plan.seconds * 1000);
  return pointsRight + Math.round(pointsSpeed * Math.min(1, Math.max(0, left)));
}

/** Whether another player, or guest, can join. Whoever was removed keeps a place: otherwise the same people could fill it without end. */
export const hasPlace = ({ players, takesGuests }: Room, isGuest: boolean): boolean =>
  players.size < mostPlayers && (!isGuest || (takesGuests && [...players.values()].filter((one) => one.isGuest).length < mostGuests));

/** What an event does to its player; undefined if it may not be. */
function movePlayer(plan: RoomPlan, room: Room, event: RoomEvent): Player | undefined {
  const known = room.players.get(event.player);
  const { seq } = event;
  switch (event.type) {
    case 'player.joined':
    case 'guest.joined': {
      const isGuest = event.type === 'guest.joined';
      if (known || event.name === '' || !hasPlace(room, isGuest)) return undefined;
      return {
        ...{ id: event.player, name: event.name, isGuest, team: plan.teams > 0 ? room.players.size % plan.teams : null },
        ...{ standing: 'here', answers: new Map(), seq },
      };
    }
    case 'player.left':
      return known?.standing === 'here' ? { ...known, standing: 'left', seq } : undefined;
    case 'player.returned':
      return known?.standing === 'left' ? { ...known, standing: 'here', seq } : undefined;
    case 'player.removed':
      return known && isIn(known) ? { ...known, standing: 'removed', seq } : undefined;
    default: {
      const right = plan.right[event.round];
      const isOn = plan.mode === 'together' ? event.round === room.round : known && event.round === nextRound(plan, known);
      const isLate = room.until !== null && event.at > room.until;
      if (known?.standing !== 'here' || !right || !isOn || isLate || known.answers.has(event.round)) return undefined;
      const isRight = right.includes(event.option);
      const answer = { option: event.option, isRight, points: isRight ? pointsOf(plan, room, event) : 0 };
      return { ...known, answers: new Map(known.answers).set(event.round, answer), seq };
    }
  }
}

const untilOf = ({ seconds }: RoomPlan, at: number) => (seconds > 0 ? at + seconds * 1000 : null);

/**
 * The room after an event; undefined if the event is not allowed: its phase does not take it (`room` chart), the round is not the one that
 * is on, the player has answered or is not there, or time is over.
 */
export function fold(plan: RoomPlan, room: Room, event: RoomEvent): Room | undefined {
  const phase = roomStep(room.phase, event.type);
  const { at, seq } = event;
  if (phase === undefined || seq !== room.seq + 1) return undefined;
  const next = {
    ...{ ...room, phase, seq, turn: ofOne.has(event.type) ? room.turn : seq },
    ledAt: byTeacher.has(event.type) ? at : room.ledAt,
  };
  switch (event.type) {
    case 'round.shown':
      if (plan.mode !== 'together' || event.round !== room.round + 1 || event.round >= plan.right.length) return undefined;
      return { ...next, round: event.round, since: at, until: untilOf(plan, at) };
    case 'rounds.opened':
      return plan.mode === 'together' ? undefined : { ...next, since: at, until: untilOf(plan, at) };
    case 'round.closed':
      return event.round === room.round ? { ...next, until: null } : undefined;
    case 'round.skipped':
      return event.round === room.round ? { ...next, until: null, skipped: new Set(room.skipped).add(room.round) } : undefined;
    case 'game.paused':
      return { ...next, pausedAt: at };
    case 'game.resumed': {
      const pause = at - room.pausedAt;
      return { ...next, since: room.since + pause, until: room.until === null ? null : room.until + pause };
    }
    case 'guests.admitted':
    case 'guests.barred':
      return { ...next, takesGuests: event.type === 'guests.admitted' };
    case 'leader.seen':
    case 'game.ended':
    case 'game.abandoned':
      return next;
    default: {
      const player = movePlayer(plan, room, event);
      return player && { ...next, players: new Map(room.players).set(player.id, player) };
    }
  }
}

/**
 * The event that the room owes by itself at a time, with the moment when it was due: the end of a round or game, because the time is over
 * or everybody has answered, or the end of a room that nobody leads.
 */
export function due(plan: RoomPlan, room: Room, now: number): (NewEvent & { at: number }) | undefined {
  if (room.phase === 'over') return undefined;
  const isOpen = room.phase === 'open';
  if (room.phase === 'asking' || isOpen) {
    const end: NewEvent = isOpen ? { type: 'game.ended' } : { type: 'round.closed', round: room.round };
    if (room.until !== null && now >= room.until) return { ...end, at: room.until };
    // An exit ticket stays open for those who come later.
    const here = plan.mode === 'ticket' ? [] : [...room.players.values()].filter(({ standing }) => standing === 'here');
    const hasDone = (player: Player) => (isOpen ? nextRound(plan, player) === null : player.answers.has(room.round));
    if (here.length > 0 && here.every(hasDone)) return { ...end, at: now };
  }
  if (now >= room.ledAt + abandonedAfter) return { type: 'game.abandoned', at: room.ledAt + abandonedAfter };
  return undefined;
}

/** Points of a player in the rounds that count. */
export function scoreOf({ skipped }: Pick<Room, 'skipped'>, { answers }: Pick<Player, 'answers'>): number {
  let score = 0;
  for (const [round, { points }] of answers) if (!skipped.has(round)) score += points;
  return score;
}

/** Numbers from 0 of the questions that were asked: neither skipped nor left when the game ended. */
export function askedRounds(
  { mode, right }: Pick<RoomPlan, 'mode' | 'right'>,
  { round, skipped }: Pick<Room, 'round' | 'skipped'>,
): number[] {
  const count = mode === 'together' ? round + 1 : right.length;
  return Array.from({ length: count }, (_, at) => at).filter((at) => !skipped.has(at));
}

/** A player's score and place. Equal scores share a place. */
export interface Place {
  player: Player;
  score: number;
  right: number;
  place: number;
}

/** Everyone who takes part, best first; equal ones by name. The round `without` does not count. */
function ranked(room: Room, without: number | null): readonly Place[] {
  const scored = [...room.players.values()].filter(isIn).map((player) => {
    const answers = new Map([...player.answers].filter(([round]) => round !== without));
    const right = [...answers].filter(([round, { isRight }]) => isRight && !room.skipped.has(round)).length;
    return { player, right, score: scoreOf(room, { answers }) };
  });
  scored.sort((a, b) => b.score - a.score || b.right - a.right || a.player.name.localeCompare(b.player.name, 'en'));
  const places: Place[] = [];
  for (const [index, one] of scored.entries()) {
    const before = places[index - 1];
    places.push({ ...one, place: before && before.score === one.score ? before.place : index + 1 });
  }
  return places;
}

const placed = new WeakMap<Room, readonly Place[]>();
/** Everyone who takes part, best first; equal ones by name. The round that is on does not count before it is over. */
export function placesOf(room: Room): readonly Place[] {
  const known = placed.get(room);
  if (known) return known;
  const isOn = room.phase === 'asking' || room.phase === 'paused';
  const places = ranked(room, isOn ? room.round : null);
  placed.set(room, places);
  return places;
}

const moved = new WeakMap<Room, ReadonlyMap<number, number>>();
/**
 * Places that each player won in the round that has just ended, by player; negative: lost. Empty while there is nothing to compare: before
 * the end of the second round, and at everyone's own pace.
 */
export function movesOf(room: Room): ReadonlyMap<number, number> {
  const known = moved.get(room);
  if (known) return known;
  const moves = new Map<number, number>();
  if (room.phase === 'revealed' && room.round > 0) {
    const before = new Map(ranked(room, room.round).map(({ player, place }) => [player.id, place]));
    for (const { player, place } of placesOf(room)) moves.set(player.id, (before.get(player.id) ?? place) - place);
  }
  moved.set(room, moves);
  return moves;
}

/** Places of the class: guests have none. */
export function placesOfClass(room: Room): readonly Place[] {
  const places: Place[] = [];
  for (const one of placesOf(room).filter(({ player }) => !player.isGuest)) {
    const before = places.at(-1);
    places.push({ ...one, place: before?.score === one.score ? before.place : places.length + 1 });
  }
  return places;
}

/** Mean score of each team, best first. A team without players has 0. */
export function teamsOf({ teams }: RoomPlan, room: Room): { team: number; score: number; players: number }[] {
  const places = placesOf(room);
  return Array.from({ length: teams }, (_, team) => {
    const own = places.filter(({ player }) => player.team === team);
    return {
      ...{ team, players: own.length },
      score: own.length === 0 ? 0 : Math.round(own.reduce((sum, { score }) => sum + score, 0) / own.length),
    };
  }).toSorted((a, b) => b.score - a.score || a.team - b.team);
}

/** How often each option of a round was chosen, by option. */
export function chosenIn(room: Room, round: number): ReadonlyMap<number, number> {
  const chosen = new Map<number, number>();
  for (const player of room.players.values()) {
    const answer = player.answers.get(round);
    if (answer && isIn(player)) chosen.set(answer.option, (chosen.get(answer.option) ?? 0) + 1);
  }
  return chosen;
}
