import { percentOf } from '../../../common/assessmentResult.ts';
import { fewestStudents } from '../../../common/itemFlags.ts';
import type { ProgressMonitoring, progressMonitoring } from '../../../contract/progressMonitoring.ts';
import { iso } from '../../kit/access.ts';
import { type HandlersOf, notFound } from '../../kit/handler.ts';
import { type ClassAssessment, classAssessments } from '../../reports/classAssessments.ts';
import { classAssignments, classStudents, sumOf, visibleClass } from '../../reports/classWork.ts';
import { type CountedGame, countedGames } from '../../reports/countedGames.ts';
import {
  assessmentKey,
  byStandard,
  differentItems,
  gameKey,
  gamePoints,
  type ItemPoints,
  itemPoints,
  shareOf,
  standardTexts,
} from '../../reports/itemPoints.ts';
import { type Fitted, type Measure, quantile, trendOf } from '../../reports/trend.ts';

type OnWire = ProgressMonitoring['measures'][number];
type Named<One> = One extends OnWire
  ? Pick<One, Extract<keyof One, 'kind' | 'group_assignment_id' | 'lesson_name' | 'quiz_id' | 'game_id' | 'title'>>
  : never;

/** An assessment, or a game that counts, with the results of a class. */
interface ClassMeasure {
  key: string;
  of: Named<OnWire>;
  /** By student. */
  results: ReadonlyMap<number, Measure>;
  /** When half of the results had been submitted, or when the game was, in ms since 1970. */
  at: number;
  /** Null for fewer than five students: then it is not the class's. */
  mean: number | null;
}

const meanOf = (values: readonly number[]) => sumOf(values, (value) => value) / values.length;
const percent = (value: number | null) => (value === null ? null : Math.round(value));
/** A straight line leaves the scale where nobody can follow it. */
const onScale = ({ value, lower, upper }: ReturnType<Fitted['lineAt']>) => {
  const within = (percent: number) => Math.min(100, Math.max(0, percent));
  return { value: within(value), lower: within(lower), upper: within(upper) };
};
/** Null for fewer than five students. */
const classMean = (values: readonly number[]) => (values.length < fewestStudents ? null : meanOf(values));

/** The results of some students in each assessment and game. One without any is left out. Oldest first. */
function measuresOf(assessments: readonly ClassAssessment[], games: readonly CountedGame[], students: ReadonlySet<number>): ClassMeasure[] {
  const measured = (key: string, of: ClassMeasure['of'], all: readonly (Measure & { user_puid: number })[]): ClassMeasure[] => {
    const found = all.filter(({ user_puid }) => students.has(user_puid));
    const instants = found.map(({ at }) => at).toSorted((a, b) => a - b);
    const at = instants[Math.floor((instants.length - 1) / 2)];
    if (at === undefined) return [];
    const results = new Map(found.map(({ user_puid, ...one }) => [user_puid, one]));
    return [{ key, of, results, at, mean: classMean(found.map(({ value }) => value)) }];
  };
  return [
    ...assessments.flatMap(({ assignment: { group_assignment_id, lesson_name }, quiz_id, title, results }) =>
      measured(
        assessmentKey({ group_assignment_id, quiz_id }),
        { kind: 'quiz', group_assignment_id, lesson_name, quiz_id, title },
        results.flatMap((result) => {
          const value = percentOf(result);
          const { user_puid, submitted_at } = result;
          return value === null || submitted_at === null ? [] : [{ user_puid, at: Date.parse(submitted_at), value }];
        }),
      ),
    ),
    ...games.flatMap((game) =>
      measured(
        gameKey(game),
        { kind: 'game', game_id: game.game_id, title: game.title },
        game.results.map(({ user_puid, points, max_points }) => ({
          ...{ user_puid, at: Date.parse(game.at), value: (100 * points) / max_points },
        })),
      ),
    ),
  ].toSorted((a, b) => a.at - b.at || a.key.localeCompare(b.key));
}

/** The class's means over time. */
const trendOfClass = (measures: readonly ClassMeasure[]): Fitted | null =>
  trendOf(measures.flatMap(({ at, mean }) => (mean === null ? [] : [{ at, value: mean }])));

/** A student's results, oldest first, with the distance from the class's means where there are any. */
function resultsOf(measures: readonly ClassMeasure[], user_puid: number) {
  const own = measures.flatMap(({ results, mean }) => {
    const result = results.get(user_puid);
    return result ? [{ ...result, mean }] : [];
  });
  const apart = own.flatMap(({ at, value, mean }) => (mean === null ? [] : [{ at, value: value - mean }]));
  return { own: own.toSorted((a, b) => a.at - b.at), apart };
}

/** The percent of these questions in each measure that asks them, over time: of one student, or of the class. */
function standardMeasures(items: readonly ItemPoints[], measures: readonly ClassMeasure[], user_puid: number | undefined): Measure[] {
  const of = Map.groupBy(items, ({ measure }) => measure);
  return measures.flatMap(({ key, results, at }): Measure[] => {
    const asked = Map.groupBy(of.get(key) ?? [], (item) => item.user_puid);
    if (user_puid !== undefined) {
      const value = shareOf(asked.get(user_puid) ?? []);
      return value === null ? [] : [{ at: results.get(user_puid)?.at ?? at, value }];
    }
    const mean = classMean([...asked.values()].flatMap((some) => shareOf(some) ?? []));
    return mean === null ? [] : [{ at, value: mean }];
  });
}

/** The results of a class as repeated measures over time, or of one student beside it. */
export const monitoring: HandlersOf<typeof progressMonitoring>['progressMonitoring'] = async ({ query }, { ports, user }) => {
  const { db } = ports;
  const { level } = query;
  const group = await visibleClass(db, user, query.group_puid);
  const everybody = await classStudents(db, group.group_puid);
  const one = level === 'student' ? (query.student_puid ?? 0) : undefined;
  const students = one === undefined ? everybody : everybody.filter(({ user_puid }) => user_puid === one);
  if (one !== undefined && students.length === 0) throw notFound('student');
  const rows = await classAssignments(db, user, query);
  const { assessments } = await classAssessments(db, rows, ports.now(), {});
  const known = new Set(everybody.map(({ user_puid }) => user_puid));
  const games = await countedGames(db, query);
  const measures = measuresOf(assessments, games, known);
  const ofClass = trendOfClass(measures);
  const ofStudent = one === undefined ? null : trendOf(resultsOf(measures, one).own);
  const line = one === undefined ? ofClass : ofStudent;
  const shown = measures
    .map((measure) => ({ ...measure, own: one === undefined ? null : (measure.results.get(one) ?? null) }))
    .filter(({ own }) => one === undefined || own !== null)
    .map((measure) => ({ ...measure, at: measure.own?.at ?? measure.at }))
    .toSorted((a, b) => a.at - b.at);
  const asked = [...(await itemPoints(db, assessments)), ...(await gamePoints(db, games))];
  const items = asked.filter(({ user_puid }) => known.has(user_puid));
  const standards = [...byStandard(items)].filter(([, of]) => one === undefined || of.some(({ user_puid }) => user_puid === one));
  const textOf = await standardTexts(
    db,
    standards.map(([code]) => code),
  );
  return {
    level,
    ...group,
    measures: shown.map(({ of, results, at, mean, own }): OnWire => {
      const values = [...results.values()].map(({ value }) => value);
      const isEnough = values.length >= fewestStudents;
      return {
        ...of,
        at: iso(at),
        students: values.length,
        mean: percent(mean),
        lower: isEnough ? percent(quantile(values, 0.25)) : null,
        median: isEnough ? percent(quantile(values, 0.5)) : null,
        upper: isEnough ? percent(quantile(values, 0.75)) : null,
        score: percent(own?.value ?? null),
        line: line && onScale(line.lineAt(at)),
      };
    }),
    class_trend: ofClass?.trend ?? null,
    students: students.map((student) => {
      const { own, apart } = resultsOf(measures, student.user_puid);
      return {
        ...student,
        results: own.length,
        mean: own.length === 0 ? null : percent(meanOf(own.map(({ value }) => value))),
        latest: percent(own.at(-1)?.value ?? null),
        trend: trendOf(own)?.trend ?? null,
        gain: trendOf(apart)?.trend ?? null,
      };
    }),
    standards: standards.map(([standard, of]) => {
      const own = of.filter(({ user_puid }) => one === undefined || user_puid === one);
      const others = new Set(of.map(({ user_puid }) => user_puid));
      return {
        standard,
        description: textOf(standard),
        items: differentItems(own),
        measures: new Set(own.map(({ measure }) => measure)).size,
        score: one === undefined ? null : percent(shareOf(own)),
        class_score: one === undefined || others.size >= fewestStudents ? percent(shareOf(of)) : null,
        trend: trendOf(standardMeasures(own, measures, one))?.trend ?? null,
      };
    }),
  };
};
