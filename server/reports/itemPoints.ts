import type { Db } from '../kit/access.ts';
import type { ClassAssessment } from './classAssessments.ts';
import { assignmentChoice, type ClassAssignment, sumOf } from './classWork.ts';
import type { CountedGame } from './countedGames.ts';

/** What a student earned in a question of an assessment, or of a game that counts. */
export interface ItemPoints {
  user_puid: number;
  /** What asked it: `assessmentKey` or `gameKey`. */
  measure: string;
  /** null: a game. */
  group_assignment_id: number | null;
  quiz_id: number;
  question_id: number;
  standards: readonly string[];
  /** A skipped question earns none. */
  points: number;
  max_points: number;
}

export const assessmentKey = (one: { group_assignment_id: number; quiz_id: number }): string => `${one.group_assignment_id} ${one.quiz_id}`;
export const gameKey = ({ game_id }: Pick<CountedGame, 'game_id'>): string => `game ${game_id}`;

const keyOf = (one: { group_assignment_id: number; quiz_id: number; user_puid: number }) => `${assessmentKey(one)} ${one.user_puid}`;

/**
 * The points of every question that students were given, in the attempts that have a score in these assessments: of all students who are
 * in them, or of one. Three statements.
 */
export async function itemPoints(db: Db, assessments: readonly ClassAssessment[], user_puid?: number): Promise<ItemPoints[]> {
  const ids = [...new Set(assessments.map(({ assignment }) => assignment.group_assignment_id))];
  const quiz_ids = [...new Set(assessments.map(({ quiz_id }) => quiz_id))];
  if (ids.length === 0) return [];
  const scored = new Set(
    assessments.flatMap(({ assignment, quiz_id, results }) =>
      results
        .filter(({ score }) => score !== null)
        .map((result) => keyOf({ group_assignment_id: assignment.group_assignment_id, quiz_id, user_puid: result.user_puid })),
    ),
  );
  const of = db
    .selectFrom('attempt as a')
    .where('a.group_assignment_id', 'in', ids)
    .where('a.quiz_id', 'in', quiz_ids)
    .where('a.state', '<>', 'started');
  const narrowed = user_puid === undefined ? of : of.where('a.user_puid', '=', user_puid);
  const attempts = await narrowed
    .select(['a.result_id', 'a.group_assignment_id', 'a.quiz_id', 'a.user_puid', 'a.layout'])
    .orderBy('a.result_id')
    .execute();
  const responses = await narrowed
    .innerJoin('response as r', 'r.result_id', 'a.result_id')
    .select(['r.result_id', 'r.question_id', 'r.points'])
    .execute();
  const questions = await db
    .selectFrom('question')
    .select(['question_id', 'points', 'standards'])
    .where('quiz_id', 'in', quiz_ids)
    .execute();
  const asked = new Map(questions.map((one) => [one.question_id, { ...one, standards: JSON.parse(one.standards) as string[] }]));
  const earned = Map.groupBy(responses, ({ result_id }) => result_id);
  return attempts
    .filter((attempt) => scored.has(keyOf(attempt)))
    .flatMap(({ result_id, layout, ...attempt }) => {
      const points = new Map((earned.get(result_id) ?? []).map((one) => [one.question_id, one.points]));
      return (JSON.parse(layout) as { questions: number[] }).questions.flatMap((question_id) => {
        const question = asked.get(question_id);
        if (!question) return [];
        const { group_assignment_id, quiz_id } = attempt;
        return [
          {
            ...{ user_puid: attempt.user_puid, measure: assessmentKey(attempt), group_assignment_id, quiz_id, question_id },
            ...{ standards: question.standards, points: points.get(question_id) ?? 0, max_points: question.points },
          },
        ];
      });
    });
}

/** One point for every question that games asked students, of those that are still stored. One statement. */
export async function gamePoints(db: Db, games: readonly CountedGame[]): Promise<ItemPoints[]> {
  const ids = new Set(games.flatMap(({ results }) => results.flatMap(({ answers }) => answers.map(({ question_id }) => question_id))));
  if (ids.size === 0) return [];
  const rows = await db
    .selectFrom('question')
    .select(['question_id', 'quiz_id', 'standards'])
    .where('question_id', 'in', [...ids])
    .execute();
  const questions = new Map(
    rows.map(({ standards, ...one }) => [one.question_id, { ...one, standards: JSON.parse(standards) as string[] }]),
  );
  return games.flatMap((game) =>
    game.results.flatMap(({ user_puid, answers }) =>
      answers.flatMap(({ question_id, is_right }): ItemPoints[] => {
        const question = questions.get(question_id);
        if (!question) return [];
        return [{ user_puid, measure: gameKey(game), group_assignment_id: null, ...question, points: is_right ? 1 : 0, max_points: 1 }];
      }),
    ),
  );
}

/** Assignments with questions that count, to choose one from, and the questions of the chosen one or of all. */
export function chosenItems(rows: readonly ClassAssignment[], items: readonly ItemPoints[], group_assignment_id: number | undefined) {
  const counting = new Set<number | null>(items.map((item) => item.group_assignment_id));
  return {
    choices: rows.filter((row) => counting.has(row.group_assignment_id)).map(assignmentChoice),
    items: items.filter((item) => (group_assignment_id ?? item.group_assignment_id) === item.group_assignment_id),
  };
}

/** Questions by the standards they serve; one that serves several counts for each. In order of the codes. */
export function byStandard(items: readonly ItemPoints[]): Map<string, ItemPoints[]> {
  const codes = [...new Set(items.flatMap(({ standards }) => standards))].toSorted(byCode.compare);
  const of = new Map(codes.map((code): [string, ItemPoints[]] => [code, []]));
  for (const item of items) for (const code of new Set(item.standards)) of.get(code)?.push(item);
  return of;
}
const byCode = new Intl.Collator('en', { numeric: true });

/** Percent of the points, not rounded; null if none were possible. */
export function shareOf(items: readonly ItemPoints[]): number | null {
  const most = sumOf(items, ({ max_points }) => max_points);
  return most === 0 ? null : (100 * sumOf(items, ({ points }) => points)) / most;
}

/** How many different questions these are. */
export const differentItems = (items: readonly ItemPoints[]): number => new Set(items.map(({ question_id }) => question_id)).size;

/** What standards say, by code. */
export async function standardTexts(db: Db, codes: readonly string[]): Promise<(code: string) => string | null> {
  const rows = codes.length === 0 ? [] : await db.selectFrom('standard').select(['code', 'summary']).where('code', 'in', codes).execute();
  const texts = new Map(rows.map(({ code, summary }) => [code, summary]));
  return (code) => texts.get(code) ?? null;
}
