import { compiled } from '../db/compiled.ts';
import { type Db, iso } from '../kit/access.ts';
import type { ClassPeriod } from './classWork.ts';

/** A question that a game asked. `answer_id`: null if the student gave no answer. */
export interface GameAnswer {
  question_id: number;
  answer_id: number | null;
  is_right: boolean;
}

/** A student's result in a game that counts: right answers of the questions that were asked. */
export interface GameResult {
  user_puid: number;
  points: number;
  max_points: number;
  answers: readonly GameAnswer[];
}

/** A quiz game that its teacher counts for the class, with everyone's result (decision 088). */
export interface CountedGame {
  game_id: number;
  title: string;
  at: string;
  results: GameResult[];
}

const resultsOfGames = compiled((db, named: { group_puid: number; from_date: string; to_date: string }) =>
  db
    .selectFrom('game as g')
    .innerJoin('game_result as r', 'r.game_id', 'g.game_id')
    .select(['g.game_id', 'g.title', 'g.created_at', 'r.user_puid', 'r.points', 'r.max_points', 'r.answers'])
    .where('g.group_puid', '=', named.group_puid)
    .where('g.day', '>=', named.from_date)
    .where('g.day', '<=', named.to_date)
    .orderBy('g.created_at', 'desc')
    .orderBy('g.game_id', 'desc'),
);

/** The games of a class on these days that count, newest first. None if the period is narrowed down to one assignment. */
export async function countedGames(db: Db, { group_puid, from_date, to_date, group_assignment_id }: ClassPeriod): Promise<CountedGame[]> {
  if (group_assignment_id !== undefined) return [];
  const rows = await resultsOfGames(db, { group_puid, from_date, to_date });
  return [...Map.groupBy(rows, ({ game_id }) => game_id)].map(([game_id, of]) => ({
    ...{ game_id, title: of[0]?.title ?? '', at: iso(of[0]?.created_at ?? 0) },
    results: of.map(({ user_puid, points, max_points, answers }) => ({ user_puid, points, max_points, answers: JSON.parse(answers) })),
  }));
}

/** The games that a student has a result in, with no other result. */
export const ofStudent = (games: readonly CountedGame[], student: number): CountedGame[] =>
  games
    .map((game) => ({ ...game, results: game.results.filter(({ user_puid }) => user_puid === student) }))
    .filter(({ results }) => results.length > 0);

/** One student's results in these games. */
export const gamesOf = (games: readonly CountedGame[], student: number) =>
  ofStudent(games, student).flatMap(({ results, ...game }) => results.map(({ points, max_points }) => ({ ...game, points, max_points })));
